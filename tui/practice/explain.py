"""Texts of questions and their explanations; each kind has a class in ``tui.practice.kinds``.

An explanation consists of sentences, and of the tiles that the table marks. It agrees with the table during
play, because both use facts from ``ai.reading`` and sentences from ``tui.words``. For other programs
(``practice --json``) a question is data: position, texts, answers, explanation.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from itertools import zip_longest
from typing import Generic, TypeVar

import msgspec

from ai.drills.library import FORMS
from ai.drills.question import LEVELS, AskedPart, DrillKind, Given, Option, Part, Question, asked_along
from engine import events as ev
from engine.furiten import Cause
from engine.tiles import NAMES, Kind, Tile
from engine.wall import PLAYERS, Dice
from engine.wording import visible_json
from tui.i18n import join_list, t
from tui.play.session import DEFAULT_BOTS
from tui.practice.question_pool import QuestionPool
from tui.tiles import Mark
from tui.words.names import Seating, join, tile_word, tile_words

RIGHT, WRONG = "+", "-"
"""The marks of answers in a line."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """The explanation of the right answer: sentences, and the marks on the table."""

    sentences: tuple[str, ...]
    brief: int = field(default=1, kw_only=True)
    """How many of them are said before details are asked for."""
    lit: frozenset[Kind] = frozenset()
    """Kinds of tiles that are lit everywhere on the table."""
    causes: tuple[Cause, ...] = ()
    """Causes of furiten, whose tiles are underlined."""
    marks: tuple[Mark, ...] = ()
    """The marks under the tiles of the hand."""
    table: tuple[PartResult, ...] = ()
    """A short line for each part, in place of the results of the parts."""
    revealed: Mapping[int, tuple[Tile, ...]] = field(default_factory=dict)
    """Concealed tiles of other seats that are shown."""


Q = TypeVar("Q", bound=Question)


class KindWords(ABC, Generic[Q]):
    """The words of a kind of question. A module of ``tui.practice.kinds`` has those of a topic."""

    @abstractmethod
    def ask(self, question: Q, number: int, names: Seating) -> str:
        """The question of a part in one or two sentences; in a line before it the result of the last part,
        if that is told."""

    def word(self, id: str) -> str:
        """The label of an option that is not a tile; a kind that offers tiles alone has none."""
        raise LookupError(id)

    def answer(self, question: Q, part: Part, said: str, names: Seating) -> str:
        """The options of an answer in words, with what the question adds to them."""
        return said

    @abstractmethod
    def explain(self, question: Q, given: Given, names: Seating) -> Explanation:
        """Explain the right answer, and what is wrong with the given one."""


def words_of(kind: DrillKind) -> KindWords[Question]:
    """The words of a kind, whose module is imported when it is first asked for."""
    words: KindWords[Question] = import_module(f".kinds.{kind.topic}_words", __package__).WORDS[kind]
    return words


def seating_of(question: Question) -> Seating:
    """The seating of a question: the player's seat and the default bots, or the players of its game."""
    if question.origin is not None:
        return Seating.at_table(question.origin.names, question.seat)
    by_side = ("", *DEFAULT_BOTS)
    return Seating.at_table(
        [by_side[(seat - question.seat) % PLAYERS] for seat in range(PLAYERS)], question.seat
    )


def ask_words(question: Question, number: int, given: Given | None = None) -> str:
    """The text of a part of a question, after these answers or else after right ones."""
    before = question.answer[:number] if given is None else given[:number]
    return words_of(question.kind).ask(question.at(before), number, seating_of(question))


def explain(question: Question, given: Given) -> Explanation:
    """Explain the right answer, and what is wrong with the given one."""
    return words_of(question.kind).explain(question, given, seating_of(question))


# -- the answer --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PartResult:
    """The result of one part of an answer."""

    right: bool
    text: str
    """The right answer, and the given one if it is different."""


def part_results(question: Question, given: Given, right: Sequence[bool]) -> tuple[PartResult, ...]:
    """The results of the parts that were asked; consecutive right ones are combined."""
    told: list[PartResult] = []
    good: list[str] = []
    for number, ids in enumerate(given):
        asked = question.asked(given[:number])
        if not ids or asked is None:
            continue
        if right[number]:
            good.append(answer_words(question, asked.part, ids))
        else:
            told += [*_right(good), PartResult(False, _wrong(question, asked, ids))]
            good = []
    told += _right(good)
    return (*told, *_as_good(question, given, right))


def _right(answers: Sequence[str]) -> list[PartResult]:
    return (
        [PartResult(True, t("drill.part.right", answer=join_list(dict.fromkeys(answers))))] if answers else []
    )


def _as_good(question: Question, given: Given, right: Sequence[bool]) -> Iterator[PartResult]:
    """The answers that would have been as good as the right one that was given to the only part."""
    part = question.parts[0]
    if len(question.parts) == 1 and right[0] and not part.several:
        others = question.answer[0].difference(given[0])
        if others:
            said = answer_words(question, part, others)
            yield PartResult(True, t("drill.part.as-good", count=len(others), answer=said))


def _wrong(question: Question, asked: AskedPart, ids: Collection[str]) -> str:
    """The given answer and the right one, which is empty if the part should not have been asked."""
    if not asked.right:
        return t("drill.part.not-asked", given=answer_words(question, asked.part, ids))
    given = _options_words(question, asked.part, ids)
    answer = answer_words(question, asked.part, asked.right)
    if question.course is not None:
        return t("drill.part.wrong-at", number=asked.number + 1, given=given, answer=answer)
    several = len(asked.right) > 1 and not asked.part.several
    return t("drill.part.wrong-any" if several else "drill.part.wrong", given=given, answer=answer)


def answer_words(question: Question, part: Part, ids: Collection[str]) -> str:
    """The text of an answer: its tiles and words, and whom they are about."""
    said = _options_words(question, part, ids)
    return words_of(question.kind).answer(question, part, said, seating_of(question))


def _options_words(question: Question, part: Part, ids: Collection[str]) -> str:
    chosen = [option for option in part.options if option.id in ids]
    tiles = [option.tile for option in chosen if option.tile is not None]
    words = [words_of(question.kind).word(option.id) for option in chosen if option.tile is None]
    return join([*([tile_words(tiles)] if tiles else []), *words])


def option_word(question: Question, part: Part, number: int) -> str:
    """The text of one option."""
    option = part.options[number]
    return words_of(question.kind).word(option.id) if option.tile is None else tile_word(option.tile)


# -- questions as data -------------------------------------------------------------------------------


class AskedData(msgspec.Struct, frozen=True):
    """One part of a question: its text, the texts of its options, and the places of the right ones."""

    ask: str
    choices: list[str]
    """Tiles in notation, words as they are shown."""
    right: list[int]
    """Counted from 0. All of them are to be marked if several can be; else each one is right."""


class QuestionData(msgspec.Struct, frozen=True):
    """A question; the names of the fields are a contract."""

    code: str
    kind: str
    level: int
    rules: str
    seat: int
    events: list[msgspec.Raw]
    """The hand so far as mjai events, as the seat saw it."""
    asks: list[AskedData]
    """The parts in order, those that are asked when every answer is right."""
    why: list[str]
    """The explanation of the right answer in sentences, the shortest reason first."""


def encoded(question: Question) -> bytes:
    """The question as one JSON object in a line, with its line end."""
    return visible_json(msgspec.json.encode(as_data(question)).decode()).encode() + b"\n"


def as_data(question: Question) -> QuestionData:
    """The question as data, in the current language."""
    given = tuple(map(_one_answer, question.parts, question.answer))
    return QuestionData(
        code=question.code,
        kind=question.kind.value,
        level=question.level,
        rules=question.rules.name,
        seat=question.seat,
        events=[msgspec.Raw(ev.encode(event)) for event in question.events],
        asks=[
            AskedData(
                ask=ask_words(question, number, given),
                choices=[_choice(question, option) for option in part.options],
                right=[place for place, option in enumerate(part.options) if option.id in right],
            )
            for number, part, right in asked_along(question, given)
        ],
        why=list(explain(question, given).sentences),
    )


def _one_answer(part: Part, right: frozenset[str]) -> frozenset[str]:
    """A right answer: everything that is to be marked, or the first of equally good options."""
    if part.several:
        return right
    return frozenset([option.id for option in part.options if option.id in right][:1])


def _choice(question: Question, option: Option) -> str:
    return words_of(question.kind).word(option.id) if option.tile is None else NAMES[option.tile]


def codes(kind: DrillKind | None, seed: int, rules: str = "") -> Iterator[str]:
    """Codes of questions under a preset, none of them twice; of all kinds in turn if none is named.

    The levels take turns. The same seed gives the same codes. When every position was asked, they come in
    other forms, until none is left.
    """
    pool = QuestionPool()
    left = {each: _of_kind(pool, each, seed, rules) for each in ([kind] if kind is not None else DrillKind)}
    turn: list[DrillKind] = []
    rounds = 0
    while left:
        if not turn:
            turn = Dice(seed, rounds).shuffled(list(left))
            rounds += 1
        code = next(left[turn[-1]], None)
        if code is None:
            del left[turn.pop()]
        else:
            turn.pop()
            yield code


def _of_kind(pool: QuestionPool, kind: DrillKind, seed: int, rules: str) -> Iterator[str]:
    """The codes of a kind, level by level in turn, each position first as it is."""
    levels = [pool.new(kind, level, (seed, level), rules=rules, nearest=False) for level in LEVELS]
    in_turn = [code for codes in zip_longest(*levels) for code in codes if code is not None]
    for form in range(FORMS):
        yield from (other for code in in_turn if (other := pool.in_form(code, form)) is not None)
