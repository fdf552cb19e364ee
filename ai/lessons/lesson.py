"""A lesson as data: a position with its opening, what the bots do for a while, and the texts beside it.

Lessons stand in ``assets/lessons``, one file each, named by their place and id: ``01-what-is-furiten.toml``.
The one with the number 00 stands before the ladder: it shows the table to who has never sat there.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import NoReturn

import msgspec
from msgspec.structs import replace

from ai.bot import UnknownBot
from ai.bots.registry import make_bot
from ai.lessons.lesson_format import WrittenSetting, written_moves, written_orders, written_rules
from ai.lessons.lesson_setup import Setting
from ai.lessons.move_notation import Move, MoveError
from ai.lessons.remark_triggers import Remark, parse_remark
from engine.match import Header
from engine.rules import Ruleset, UnknownRuleset, ruleset
from engine.tiles import NotationError
from engine.wall import Wall

LANGUAGE = "en"
"""Every lesson has its words in this language; others may follow."""


class LessonError(ValueError):
    """A lesson that cannot be read or played; the message is one line: the file, and what is wrong."""


class LessonTexts(msgspec.Struct, frozen=True):
    """What a lesson says in one language."""

    title: str
    teaches: str
    """What it is about, in a line."""
    intro: tuple[str, ...]
    """Short paragraphs, read before the hand begins."""
    remarks: Mapping[str, str]
    """Texts by the ids that the remarks name."""
    closing: tuple[str, ...]
    """Read when the hand is over."""


class Lesson(msgspec.Struct, frozen=True):
    """One lesson. ``seed`` chooses the tiles that it does not name."""

    id: str
    number: int
    """Its place in the ladder, from 1; 0 stands before it."""
    ruleset: Ruleset
    """The rules as they are played: those of a preset, for one hand, and what the lesson changes in them."""
    claims: tuple[str, ...]
    """The rules of the source documents that it shows, by id."""
    setting: Setting
    opening: tuple[Move, ...]
    orders: tuple[Move, ...]
    """What the bots do after the opening, each in its own order, as long as it is legal."""
    path: tuple[Move, ...]
    """What the person is asked to do, turn by turn; without it everything may be tried."""
    bots: tuple[str, str, str]
    """On the right, across and on the left."""
    remarks: tuple[Remark, ...]
    words: Mapping[str, LessonTexts]
    """By language, such as ``en``."""

    @property
    def rules(self) -> str:
        """The name of the preset."""
        return self.ruleset.name

    @property
    def file(self) -> str:
        """The name of its file."""
        return f"{self.number:02}-{self.id}.toml"

    @property
    def header(self) -> Header:
        """What the hand begins with."""
        return self.setting.header(self.ruleset)

    def wall(self) -> Wall:
        """The wall, made anew each time; raises LessonError when the setting cannot be dealt."""
        try:
            return self.setting.wall(self.ruleset, self.opening, self.orders, self.number)
        except MoveError as error:
            raise LessonError(f"{self.file}: {error}") from None

    def told(self, language: str) -> LessonTexts:
        """The words in that language, or in the one that every lesson has."""
        return self.words.get(language) or self.words[LANGUAGE]


class _Remark(msgspec.Struct, forbid_unknown_fields=True):
    when: str
    says: str
    above: bool = False


class _Words(msgspec.Struct, forbid_unknown_fields=True):
    title: str
    teaches: str
    intro: tuple[str, ...]
    closing: tuple[str, ...]
    remarks: dict[str, str] = {}


class _File(msgspec.Struct, forbid_unknown_fields=True):
    """A lesson's file."""

    rules: str
    claims: tuple[str, ...]
    bots: tuple[str, str, str]
    opening: str
    setting: WrittenSetting
    words: dict[str, _Words]
    orders: str = ""
    path: str = ""
    changes: dict[str, bool | int | float | str] = {}
    remarks: tuple[_Remark, ...] = ()


@cache
def lessons() -> tuple[Lesson, ...]:
    """All lessons in the order of the ladder; raises LessonError."""
    return lessons_in(_folder())


@cache
def first_lesson() -> Lesson:
    """The lesson before the ladder, which shows the table; raises LessonError."""
    return _read(_folder(), next(entry.name for entry in _folder().iterdir() if _is_first(entry.name)))


def _folder() -> Traversable:
    return files("assets").joinpath("lessons")


def _is_first(name: str) -> bool:
    return name.startswith("00-")


def _read(folder: Traversable, name: str) -> Lesson:
    return parse_lesson(name, folder.joinpath(name).read_text(encoding="utf-8"))


def lessons_in(folder: Traversable) -> tuple[Lesson, ...]:
    """The lessons of a folder in the order of their numbers, which run from 1; raises LessonError."""
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".toml"))
    found = [_read(folder, name) for name in names if not _is_first(name)]
    for place, lesson in enumerate(found, 1):
        if lesson.number != place:
            raise LessonError(f"{lesson.file}: number {lesson.number} stands where {place} follows")
    twice = [lesson for place, lesson in enumerate(found) if lesson.id in {each.id for each in found[:place]}]
    if twice:
        raise LessonError(f"{twice[0].file}: there are two lessons '{twice[0].id}'")
    return tuple(found)


def parse_lesson(name: str, text: str) -> Lesson:
    """Read one lesson from the text of its file; raises LessonError."""
    try:
        number, slug = _named(name)
        data = msgspec.convert(tomllib.loads(text), _File)
        lesson = _lesson(number, slug, data)
        lesson.setting.wall(lesson.ruleset, lesson.opening, lesson.orders, number)
    except tomllib.TOMLDecodeError as error:
        _fail(name, f"not TOML: {error}")
    except (msgspec.ValidationError, UnknownRuleset, UnknownBot, NotationError, MoveError) as error:
        _fail(name, str(error))
    return lesson


def _fail(name: str, message: str) -> NoReturn:
    raise LessonError(f"{name}: {' '.join(message.split())}") from None


def _named(name: str) -> tuple[int, str]:
    """Number and id out of a file's name."""
    number, mark, slug = name.removesuffix(".toml").partition("-")
    if len(number) != 2 or not number.isdigit() or not mark or not slug:
        raise MoveError("the file is not named like 01-what-is-furiten.toml")
    return int(number), slug


def _lesson(number: int, slug: str, data: _File) -> Lesson:
    for bot in data.bots:
        make_bot(bot)
    words = {code: _words(code, told) for code, told in data.words.items()}
    if LANGUAGE not in words:
        raise MoveError(f"it has no words in '{LANGUAGE}'")
    remarks = tuple(parse_remark(each.when, each.says, above=each.above) for each in data.remarks)
    for code, told in words.items():
        _check_texts(code, told, {remark.says for remark in remarks})
    return Lesson(
        slug,
        number,
        written_rules(replace(ruleset(data.rules), length="hand"), data.changes),
        data.claims,
        data.setting.read(),
        written_moves("opening", data.opening),
        written_orders(data.orders),
        written_moves("path", data.path),
        data.bots,
        remarks,
        words,
    )


def _words(code: str, told: _Words) -> LessonTexts:
    if not (told.title and told.teaches and told.intro and told.closing):
        raise MoveError(f"words.{code}: a title, what it teaches, an intro and closing words are needed")
    return LessonTexts(told.title, told.teaches, told.intro, told.remarks, told.closing)


def _check_texts(code: str, told: LessonTexts, said: set[str]) -> None:
    if missing := sorted(said - set(told.remarks)):
        raise MoveError(f"words.{code}: there is no text '{missing[0]}'")
    if idle := sorted(set(told.remarks) - said):
        raise MoveError(f"words.{code}: no remark says '{idle[0]}'")
