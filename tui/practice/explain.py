"""A question and its explanation in words; each kind has its own in a module of ``tui.practice.kinds``.

An explanation is made of sentences, and of what they speak about, for the table to mark. It says the same as
the table does in play: both take their facts from the reading and their sentences from ``tui.desk``.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Protocol, cast

from ai.drills.generate import KINDS_MADE
from ai.drills.question import DrillKind, Part, Question
from engine.furiten import Cause
from engine.tiles import Kind
from engine.wall import PLAYERS
from tui.i18n.layout import listed
from tui.i18n.texts import t
from tui.play.session import DEFAULT_BOTS
from tui.tiles.marks import Mark
from tui.words.seating import Seating
from tui.words.tiles import join, tile_word, tile_words

Given = Sequence[Collection[str]]
"""The ids of the options that were given for each part."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why the right answer is right: sentences, and what the table marks."""

    sentences: tuple[str, ...]
    lit: frozenset[Kind] = frozenset()
    """Kinds that are lit wherever they lie."""
    causes: tuple[Cause, ...] = ()
    """Causes of furiten, whose tiles are underlined."""
    marks: tuple[Mark, ...] = ()
    """What stands under the tiles of the hand."""


class KindWords(Protocol):
    """What the module of a kind of question offers."""

    def ask(self, question: Question, number: int, names: Seating) -> str:
        """What is asked in that part, in one or two sentences."""

    def word(self, id: str) -> str:
        """An option that is no tile, in a few words."""

    def explain(self, question: Question, given: Given, names: Seating) -> Explanation:
        """Why the right answer is right, and where the given one is not."""


_MODULES: dict[DrillKind, str] = {
    DrillKind.WAITS: "tui.practice.kinds.waits",
    DrillKind.FURITEN: "tui.practice.kinds.furiten",
    DrillKind.RON: "tui.practice.kinds.ron",
    DrillKind.WAY_OUT: "tui.practice.kinds.way_out",
    DrillKind.AHEAD: "tui.practice.kinds.ahead",
    DrillKind.PASSING: "tui.practice.kinds.passing",
    DrillKind.SAFE: "tui.practice.kinds.safe",
    DrillKind.KAN: "tui.practice.kinds.kan",
    DrillKind.RIICHI: "tui.practice.kinds.riichi",
}

KINDS: tuple[DrillKind, ...] = tuple(kind for kind in KINDS_MADE if kind in _MODULES)
"""The kinds that can be practised: there are questions of them, and words."""


def words_of(kind: DrillKind) -> KindWords:
    """The words of a kind."""
    return cast(KindWords, import_module(_MODULES[kind]))


def seating_of(question: Question) -> Seating:
    """The players of a question: the default bots around the seat that is asked."""
    by_side = ("", *DEFAULT_BOTS)
    return Seating.at_table(
        [by_side[(seat - question.seat) % PLAYERS] for seat in range(PLAYERS)], question.seat
    )


def ask_words(question: Question, number: int) -> str:
    """What is asked in that part."""
    return words_of(question.kind).ask(question, number, seating_of(question))


def explain(question: Question, given: Given) -> Explanation:
    """Why the right answer is right, and where the given one is not."""
    return words_of(question.kind).explain(question, given, seating_of(question))


# -- the answer --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Told:
    """What became of one part of an answer."""

    right: bool
    text: str
    """The right answer, and the one that was given where it is another."""


def told_parts(question: Question, given: Given, right: Sequence[bool]) -> tuple[Told, ...]:
    """What became of the parts that were asked; right ones that follow each other are told together."""
    told: list[Told] = []
    good: list[str] = []
    for number, (part, ids) in enumerate(zip(question.parts, given, strict=False)):
        answer = answer_words(question, part, question.answer[number])
        if ids and right[number]:
            good.append(answer)
        elif ids:
            told += [*_right(good), Told(False, _wrong(answer_words(question, part, ids), answer))]
            good = []
    return (*told, *_right(good))


def _right(answers: Sequence[str]) -> list[Told]:
    return [Told(True, t("drill.part.right", answer=listed(answers)))] if answers else []


def _wrong(given: str, answer: str) -> str:
    """What was said, and what is right; nothing is where that part should not have been asked."""
    return t("drill.part.wrong" if answer else "drill.part.not-asked", given=given, answer=answer)


def answer_words(question: Question, part: Part, ids: Collection[str]) -> str:
    """An answer in words: its tiles, or what was chosen."""
    chosen = [option for option in part.options if option.id in ids]
    tiles = [option.tile for option in chosen if option.tile is not None]
    words = [words_of(question.kind).word(option.id) for option in chosen if option.tile is None]
    return join([*([tile_words(tiles)] if tiles else []), *words])


def option_word(question: Question, part: Part, number: int) -> str:
    """One option in words."""
    option = part.options[number]
    return words_of(question.kind).word(option.id) if option.tile is None else tile_word(option.tile)
