"""What a question is: a position, parts to be answered in turn, the right answer, and facts to explain it.

Nothing here knows a screen: an option is a tile or the id of a word, facts are data of the engine and of the
reading.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, fields
from enum import StrEnum

from engine import events as ev
from engine.rules import Ruleset
from engine.tiles import NAMES, Kind, Tile
from engine.view import SeatView


class DrillKind(StrEnum):
    """The kinds of questions."""

    WAITS = "waits"
    """Every tile that the hand waits on."""
    FURITEN = "furiten"
    """Whether the hand is furiten, of which kind, by which tile and until when."""
    RON = "ron"
    """Whether the discard can be won on, and if not, why."""
    WAY_OUT = "way-out"
    """The discard that leaves furiten with the best acceptance."""
    AHEAD = "ahead"
    """One from tenpai: the discard with the least risk of a furiten wait."""
    PASSING = "passing"
    """What letting this tile pass brings."""
    SAFE = "safe"
    """The tile that cannot lose, and why."""
    KAN = "kan"
    """Whether a closed kan after riichi is legal."""
    RIICHI = "riichi"
    """Declare with a furiten wait, stay silent, or change the wait."""


LEVELS: tuple[int, ...] = (1, 2, 3, 4, 5)
"""From easy to hard."""


@dataclass(frozen=True, slots=True)
class Ask:
    """What is asked about the position; each kind of question has its own."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What explains the answer; each kind of question has its own."""


@dataclass(frozen=True, slots=True)
class Option:
    """One choice. ``id`` is a tile's name such as ``3s`` (then ``tile`` is that tile), or that of a word."""

    id: str
    tile: Tile | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """One thing to answer.

    ``several`` asks for every option that applies, else exactly one is right. ``after`` are the answers to
    the first part that lead here; with any other this part is not asked. Empty: it is always asked.
    """

    id: str
    options: tuple[Option, ...]
    several: bool = False
    after: frozenset[str] = frozenset()


Answer = tuple[frozenset[str], ...]
"""Ids of options for each part; nothing for a part that is not asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A position and what is asked about it, before it has a name.

    ``events`` is the hand so far as the seat heard it. ``difficulty`` is the drill's own number, comparable
    among questions of one kind only.
    """

    rules: Ruleset
    seat: int
    events: tuple[ev.Event, ...]
    ask: Ask
    parts: tuple[Part, ...]
    answer: Answer
    facts: Facts
    difficulty: int

    def view(self) -> SeatView:
        """The position as the seat sees it, made anew each time."""
        return SeatView.from_events(self.rules, self.seat, self.events)


@dataclass(frozen=True, slots=True, kw_only=True)
class Question(Draft):
    """A question; ``code`` alone brings it back on any machine."""

    kind: DrillKind
    level: int
    seed: int
    code: str

    @classmethod
    def of(cls, kind: DrillKind, level: int, seed: int, code: str, draft: Draft) -> Question:
        """Give a draft its name."""
        known = {field.name: getattr(draft, field.name) for field in fields(Draft)}
        return cls(kind=kind, level=level, seed=seed, code=code, **known)


def grade(question: Draft, given: Sequence[Collection[str]]) -> tuple[bool, ...]:
    """For each part whether exactly the right options were given; parts that are missing were left empty."""
    padded = [*given, *[()] * (len(question.parts) - len(given))]
    return tuple(frozenset(got) == want for got, want in zip(padded, question.answer, strict=True))


def next_part(question: Draft, given: Sequence[Collection[str]]) -> int | None:
    """The number of the part to ask next, None when no more is asked.

    ``given`` are the answers so far, parts that were not asked left empty.
    """
    for number in range(len(given), len(question.parts)):
        after = question.parts[number].after
        if not after or (given and after.intersection(given[0])):
            return number
    return None


def kind_options(kinds: Iterable[Kind]) -> tuple[Option, ...]:
    """An option for each kind of tile."""
    return tuple(Option(NAMES[kind], kind) for kind in kinds)


def word_options(words: Iterable[str]) -> tuple[Option, ...]:
    """An option for each word."""
    return tuple(Option(str(word)) for word in words)


def names(kinds: Iterable[Kind]) -> frozenset[str]:
    """Kinds as the ids of their options."""
    return frozenset(NAMES[kind] for kind in kinds)
