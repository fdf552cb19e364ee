"""Types of practice questions: a position, the parts to answer in order, the answer, and facts to explain it.

They contain no texts: an option is a tile or the id of a word, and facts are data of ``engine`` and
``ai.reading``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
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
    """Whether the hand can win on the discard, and if not, why."""
    WAY_OUT = "way-out"
    """The discard that leaves furiten with the best acceptance."""
    AHEAD = "ahead"
    """One away from tenpai: the discard with the least risk of a furiten wait."""
    PASSING = "passing"
    """What passing on this tile causes."""
    SAFE = "safe"
    """The tile that cannot lose, and why."""
    KAN = "kan"
    """Whether a closed kan after riichi is legal."""
    RIICHI = "riichi"
    """Declare riichi with a furiten wait, stay damaten, or change the wait."""


LEVELS: tuple[int, ...] = (1, 2, 3, 4, 5)
"""From easy to hard."""


@dataclass(frozen=True, slots=True)
class Ask:
    """What is asked about the position; each kind of question has a subclass."""


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts that explain the answer; each kind of question has a subclass."""


@dataclass(frozen=True, slots=True)
class Option:
    """One choice. ``id`` is the name of a tile such as ``3s`` (then ``tile`` is set), or the id of a word."""

    id: str
    tile: Tile | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a question.

    With ``several`` every option that applies is to be chosen, else exactly one is right. ``after`` are the
    answers to the first part after which this part is asked; if empty, it is always asked.
    """

    id: str
    options: tuple[Option, ...]
    several: bool = False
    after: frozenset[str] = frozenset()


Answer = tuple[frozenset[str], ...]
"""The option ids for each part; empty for a part that is not asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A position and what is asked about it, without kind, level, seed and code.

    ``events`` are those of the hand so far, as the seat saw them. ``difficulty`` is a number of the drill,
    comparable only among questions of one kind.
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
        """A new view of the position for the seat."""
        return SeatView.from_events(self.rules, self.seat, self.events)


@dataclass(frozen=True, slots=True)
class Origin:
    """The recorded hand that a question is about."""

    began: datetime
    """When the game began, in UTC."""
    wind: str
    """The round wind: ``E`` to ``N``."""
    kyoku: int
    """1-4."""
    honba: int
    names: tuple[str, ...]
    """The players by seat."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question(Draft):
    """A question; it can be generated again from ``code`` on any machine.

    One about a recorded game has an ``origin``, and can be asked only where its position is stored.
    """

    kind: DrillKind
    level: int
    seed: int
    code: str
    origin: Origin | None = None

    @classmethod
    def of(cls, kind: DrillKind, level: int, seed: int, code: str, draft: Draft) -> Question:
        """Complete a draft with kind, level, seed and code."""
        known = {field.name: getattr(draft, field.name) for field in fields(Draft)}
        return cls(kind=kind, level=level, seed=seed, code=code, **known)


def grade(question: Draft, given: Sequence[Collection[str]]) -> tuple[bool, ...]:
    """For each part whether exactly the right options were given; a missing part counts as empty."""
    padded = [*given, *[()] * (len(question.parts) - len(given))]
    return tuple(frozenset(got) == want for got, want in zip(padded, question.answer, strict=True))


def next_part(question: Draft, given: Sequence[Collection[str]]) -> int | None:
    """The number of the part to ask next, or None.

    ``given`` are the answers so far, empty for parts that were not asked.
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
    """The option ids of these kinds."""
    return frozenset(NAMES[kind] for kind in kinds)
