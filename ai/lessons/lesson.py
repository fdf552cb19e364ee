"""Lessons as data: a position with its opening, the orders of the bots, and the texts.

Lessons are files in ``assets/lessons``, named by number and id: ``01-what-is-furiten.toml``. Number 00 is not
part of the course: it shows the table to beginners.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import NoReturn

import msgspec
from msgspec.structs import replace

from ai.bot import UnknownBot
from ai.bots.registry import make_bot
from ai.lessons.lesson_format import (
    QuestionSort,
    WrittenSetting,
    written_moves,
    written_orders,
    written_rules,
    written_sort,
    written_steps,
)
from ai.lessons.lesson_setup import Setting
from ai.lessons.move_notation import Move, MoveError
from ai.lessons.remark_triggers import Remark, parse_remark
from engine.events import TableSteps
from engine.match import Header
from engine.rules import Ruleset, UnknownRuleset, ruleset
from engine.tiles import NotationError
from engine.wall import Wall

LANGUAGE = "en"
"""The language in which every lesson has texts."""
_FOLDER = Path(__file__).parents[2] / "assets" / "lessons"


class LessonError(ValueError):
    """A lesson that cannot be read or played; the message is one line with the file and the error."""


class LessonTexts(msgspec.Struct, frozen=True):
    """The texts of a lesson in one language."""

    title: str
    teaches: str
    """The topic, in one line."""
    intro: tuple[str, ...]
    """Short paragraphs shown before the hand begins."""
    remarks: Mapping[str, str]
    """Texts of remarks by id."""
    closing: tuple[str, ...]
    """Paragraphs shown when the hand is over."""


class Lesson(msgspec.Struct, frozen=True):
    """One lesson."""

    id: str
    number: int
    """Its number in the course, from 1; 0 is the introduction."""
    seed: int
    """The seed for the tiles that it does not name, and for its questions."""
    ruleset: Ruleset
    """The rules of the hand: a preset, limited to one hand, with the changes of the lesson."""
    claims: tuple[str, ...]
    """Ids of the rules of the source documents that it demonstrates."""
    opens: tuple[str, ...]
    """The kinds of practice questions that a player can answer after it."""
    shows: tuple[str, ...]
    """The themes of questions that it introduces."""
    asks: tuple[QuestionSort, ...]
    """The questions at its end."""
    setting: Setting
    steps: TableSteps | None
    """What is left to the player as at a real table; None for an ordinary table."""
    opening: tuple[Move, ...]
    orders: tuple[Move, ...]
    """The moves of the bots after the opening, in order for each bot, as long as they are legal."""
    path: tuple[Move, ...]
    """The moves required of the player, turn by turn; if empty, the player may do anything."""
    bots: tuple[str, str, str]
    """The bots on the right, across and on the left."""
    remarks: tuple[Remark, ...]
    words: Mapping[str, LessonTexts]
    """The texts by language, such as ``en``."""

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
        """The header of the hand: number, honba, riichi sticks and scores."""
        return self.setting.header(self.ruleset)

    def wall(self) -> Wall:
        """A new wall for the hand; raises LessonError if the setting cannot be dealt."""
        try:
            return self.setting.wall(self.ruleset, self.opening, self.orders, self.seed)
        except MoveError as error:
            raise LessonError(f"{self.file}: {error}") from None

    def texts(self, language: str) -> LessonTexts:
        """The texts in that language, or else in ``LANGUAGE``."""
        return self.words.get(language) or self.words[LANGUAGE]


class _Remark(msgspec.Struct, forbid_unknown_fields=True):
    when: str
    says: str
    above: bool = False
    suits: bool = False


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
    seed: int = 0
    opens: tuple[str, ...] = ()
    shows: tuple[str, ...] = ()
    asks: tuple[str, ...] = ()
    orders: str = ""
    path: str = ""
    changes: dict[str, bool | int | float | str] = {}
    steps: dict[str, bool] = {}
    remarks: tuple[_Remark, ...] = ()


@cache
def lessons() -> tuple[Lesson, ...]:
    """All lessons of the course in order; raises LessonError."""
    return lessons_in(_FOLDER)


@cache
def first_lesson() -> Lesson:
    """The introduction to the table, number 00; raises LessonError."""
    return _read(_FOLDER, next(entry.name for entry in _FOLDER.iterdir() if _is_first(entry.name)))


def _is_first(name: str) -> bool:
    return name.startswith("00-")


def _read(folder: Traversable, name: str) -> Lesson:
    return parse_lesson(name, folder.joinpath(name).read_text(encoding="utf-8"))


def lessons_in(folder: Traversable) -> tuple[Lesson, ...]:
    """The lessons of a folder in order; their numbers must run from 1. Raises LessonError."""
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
    """Parse one lesson from the text of its file; raises LessonError."""
    try:
        number, slug = _named(name)
        data = msgspec.convert(tomllib.loads(text), _File)
        lesson = _lesson(number, slug, data)
        lesson.setting.wall(lesson.ruleset, lesson.opening, lesson.orders, lesson.seed)
    except tomllib.TOMLDecodeError as error:
        _fail(name, f"not TOML: {error}")
    except (msgspec.ValidationError, UnknownRuleset, UnknownBot, NotationError, MoveError) as error:
        _fail(name, str(error))
    return lesson


def _fail(name: str, message: str) -> NoReturn:
    raise LessonError(f"{name}: {' '.join(message.split())}") from None


def _named(name: str) -> tuple[int, str]:
    """Parse number and id from a file name."""
    number, mark, slug = name.removesuffix(".toml").partition("-")
    if len(number) != 2 or not number.isdigit() or not mark or not slug:
        raise MoveError("the file is not named like 01-what-is-furiten.toml")
    return int(number), slug


def _lesson(number: int, slug: str, data: _File) -> Lesson:
    for bot in data.bots:
        make_bot(bot)
    words = {code: _words(code, texts) for code, texts in data.words.items()}
    if LANGUAGE not in words:
        raise MoveError(f"it has no words in '{LANGUAGE}'")
    remarks = tuple(
        parse_remark(each.when, each.says, above=each.above, suits=each.suits) for each in data.remarks
    )
    for code, texts in words.items():
        _check_texts(code, texts, {remark.says for remark in remarks})
    rules = written_rules(replace(ruleset(data.rules), length="hand"), data.changes)
    return Lesson(
        slug,
        number,
        data.seed,
        rules,
        data.claims,
        data.opens,
        data.shows,
        tuple(map(written_sort, data.asks)),
        data.setting.read(),
        written_steps(rules, data.steps),
        written_moves("opening", data.opening),
        written_orders(data.orders),
        written_moves("path", data.path),
        data.bots,
        remarks,
        words,
    )


def _words(code: str, texts: _Words) -> LessonTexts:
    if not (texts.title and texts.teaches and texts.intro and texts.closing):
        raise MoveError(f"words.{code}: a title, what it teaches, an intro and closing words are needed")
    return LessonTexts(texts.title, texts.teaches, texts.intro, texts.remarks, texts.closing)


def _check_texts(code: str, texts: LessonTexts, said: set[str]) -> None:
    if missing := sorted(said - set(texts.remarks)):
        raise MoveError(f"words.{code}: there is no text '{missing[0]}'")
    if idle := sorted(set(texts.remarks) - said):
        raise MoveError(f"words.{code}: no remark says '{idle[0]}'")
