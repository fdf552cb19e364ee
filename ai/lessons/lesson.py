"""Lessons as data: a position with its opening, the orders of the bots, and the texts.

Lessons are files in ``assets/lessons``, named by number and id: ``01-what-is-furiten.toml``. Number 00 is not
part of the course: it shows the table to beginners.
"""

from __future__ import annotations

import dataclasses
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NoReturn

import msgspec
from msgspec.structs import fields, replace

from ai.bot import UnknownBot
from ai.bots.registry import make_bot
from ai.lessons.lesson_notation import (
    Move,
    MoveError,
    RelativeSeat,
    Remark,
    Setting,
    parse_moves,
    parse_remark,
    side_of_word,
)
from engine.events import TableSteps
from engine.own_rules import UnknownRuleset, ruleset
from engine.round import Header
from engine.rules import Errors, Ruleset
from engine.tiles import EAST, SOUTH, NotationError, parse_tile, parse_tiles
from engine.wall import Wall


class WrittenSetting(msgspec.Struct, forbid_unknown_fields=True):
    """The table ``setting`` of a file. Players that are not named get a random hand."""

    you: str
    right: str = ""
    across: str = ""
    left: str = ""
    draws: dict[str, str] = {}
    replacements: str = ""
    indicators: str = ""
    ura: str = ""
    round: str = "1z"
    dealer: str = "you"
    honba: int = 0
    riichi_sticks: int = 0
    scores: tuple[int, int, int, int] | None = None

    def read(self) -> Setting:
        """The setting; raises NotationError or MoveError, which says what is wrong."""
        hands = {side: parse_tiles(getattr(self, side)) for side in RelativeSeat}
        draws = {side_of_word(word, "setting: draws: "): text for word, text in self.draws.items()}
        wind = parse_tile(self.round)
        if wind not in (EAST, SOUTH):
            raise MoveError(f"setting: '{self.round}' is no round wind (1z or 2z)")
        return Setting(
            hands={side: tiles for side, tiles in hands.items() if tiles},
            draws={side: parse_tiles(text) for side, text in draws.items()},
            replacements=parse_tiles(self.replacements),
            indicators=parse_tiles(self.indicators),
            ura=parse_tiles(self.ura),
            round_wind=wind,
            dealer=side_of_word(self.dealer, "setting: dealer: "),
            honba=self.honba,
            riichi_sticks=self.riichi_sticks,
            scores=self.scores,
        )


def written_moves(what: str, text: str) -> tuple[Move, ...]:
    """Parse moves; raises MoveError, which names the text by ``what``."""
    try:
        return parse_moves(text)
    except MoveError as error:
        raise MoveError(f"{what}: {error}") from None


class QuestionSort(msgspec.Struct, frozen=True):
    """A sort of practice questions: names of ``ai.drills``, which this room does not know."""

    kind: str
    level: int
    theme: str = ""
    """The idea of the question; empty for any."""


def written_sort(text: str) -> QuestionSort:
    """Parse a kind, a level and perhaps a theme: ``furiten 1 called-away``; raises MoveError."""
    match text.split():
        case [kind, level, *theme] if level.isdigit() and len(theme) <= 1:
            return QuestionSort(kind, int(level), *theme)
    raise MoveError(f"asks: '{text}' is no kind with a level and perhaps a theme")


def written_orders(text: str) -> tuple[Move, ...]:
    """Parse the orders of bots; raises MoveError if an order is not valid for a bot."""
    orders = written_moves("orders", text)
    for order in orders:
        if order.side is RelativeSeat.YOU:
            raise MoveError(f"orders: line {order.line}: nobody gives orders to you")
        if order.drawn is not None or order.as_drawn:
            raise MoveError(f"orders: line {order.line}: an order names the discard alone")
    return orders


LANGUAGE = "en"
"""The language in which every lesson has texts."""
_FOLDER = Path(__file__).parents[2] / "assets" / "lessons"


class LessonError(ValueError):
    """A lesson that cannot be read or played; the message is one line with the file and the error."""


class LessonTexts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The texts of a lesson in one language."""

    title: str
    teaches: str
    """The topic, in one line."""
    intro: tuple[str, ...]
    """Short paragraphs shown before the hand begins."""
    closing: tuple[str, ...]
    """Paragraphs shown when the hand is over."""
    remarks: dict[str, str] = {}
    """Texts of remarks by id."""


class Lesson(msgspec.Struct, frozen=True):
    """One lesson."""

    id: str
    number: int
    """Its number in the course, from 1; 0 is the introduction."""
    seed: int
    """The seed for the tiles that it does not name, and for its questions."""
    ruleset: Ruleset
    """The rules of the hand: a preset, limited to one hand, with the table rules of the lesson."""
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
        return self.ruleset.name

    @property
    def file(self) -> str:
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


class _File(msgspec.Struct, forbid_unknown_fields=True):
    """A lesson's file."""

    rules: str
    claims: tuple[str, ...]
    bots: tuple[str, str, str]
    opening: str
    setting: WrittenSetting
    words: dict[str, LessonTexts]
    seed: int = 0
    opens: tuple[str, ...] = ()
    shows: tuple[str, ...] = ()
    asks: tuple[str, ...] = ()
    orders: str = ""
    path: str = ""
    errors: Errors = "prevented"
    steps: dict[str, bool] = {}
    remarks: tuple[_Remark, ...] = ()


@cache
def lessons() -> tuple[Lesson, ...]:
    """All lessons of the course in order; raises LessonError."""
    names = sorted(entry.name for entry in _FOLDER.iterdir() if entry.name.endswith(".toml"))
    return tuple(_read(name) for name in names if not _is_first(name))


@cache
def first_lesson() -> Lesson:
    """The introduction to the table, number 00; raises LessonError."""
    return _read(next(entry.name for entry in _FOLDER.iterdir() if _is_first(entry.name)))


def _is_first(name: str) -> bool:
    return name.startswith("00-")


def _read(name: str) -> Lesson:
    return parse_lesson(name, _FOLDER.joinpath(name).read_text(encoding="utf-8"))


def parse_lesson(name: str, text: str) -> Lesson:
    """Parse one lesson from the text of its file; raises LessonError."""
    try:
        number, mark, slug = name.removesuffix(".toml").partition("-")
        if len(number) != 2 or not number.isdigit() or not mark or not slug:
            raise MoveError("the file is not named like 01-what-is-furiten.toml")
        data = msgspec.convert(tomllib.loads(text), _File)
        lesson = _lesson(int(number), slug, data)
        lesson.setting.wall(lesson.ruleset, lesson.opening, lesson.orders, lesson.seed)
    except tomllib.TOMLDecodeError as error:
        _fail(name, f"not TOML: {error}")
    except (msgspec.ValidationError, UnknownRuleset, UnknownBot, NotationError, MoveError) as error:
        _fail(name, str(error))
    return lesson


def _fail(name: str, message: str) -> NoReturn:
    raise LessonError(f"{name}: {' '.join(message.split())}") from None


def _lesson(number: int, slug: str, data: _File) -> Lesson:
    for bot in data.bots:
        make_bot(bot)
    remarks = tuple(
        dataclasses.replace(parse_remark(each.when, each.says), above=each.above, suits=each.suits)
        for each in data.remarks
    )
    counted = data.steps.get("count", False)
    rules = replace(ruleset(data.rules), length="hand", errors=data.errors, value_said=counted)
    known = {field.name for field in fields(TableSteps) if field.type is bool}
    for name in data.steps:
        if name not in known:
            raise MoveError(f"steps: there is no '{name}' (there are: {', '.join(sorted(known))})")
    if data.steps and rules.errors == "prevented":
        raise MoveError("steps: the rules prevent errors")
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
        msgspec.convert(dict(data.steps), TableSteps) if data.steps else None,
        written_moves("opening", data.opening),
        written_orders(data.orders),
        written_moves("path", data.path),
        data.bots,
        remarks,
        data.words,
    )
