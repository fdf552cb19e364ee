"""Questions as data for other programs (``practice --json``): position, texts, answers, explanation."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest

import msgspec

from ai.drills.library import FORMS
from ai.drills.question import LEVELS, DrillKind, Option, Part, Question, asked_along
from engine import events as ev
from engine.tiles import NAMES
from engine.wall import Dice
from engine.wording import visible_json
from tui.practice.explain import ask_words, explain, words_of
from tui.practice.question_pool import QuestionPool


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
    """The name of the preset."""
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
