"""A kind of question as one value: what it stores, how it asks, and how that changes with other tiles."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Generic, TypeVar

from ai.drills.question import LEVELS, Asked, Draft, DrillKind
from ai.drills.tile_exchange import Exchange
from ai.seat_position import SeatPosition

A = TypeVar("A", bound=Asked)

Bands = tuple[tuple[int, int], ...]
"""The lowest and highest difficulty of each level."""


def unchanged(asked: A, exchange: Exchange) -> A:
    """Fields without tiles: other tiles change nothing."""
    return asked


@dataclass(frozen=True, slots=True)
class Drill(Generic[A]):
    """A kind of question. Each module of ``ai.drills.kinds`` has one, ``DRILL``."""

    kind: DrillKind
    bands: Bands
    asked: type[A]
    """What is stored besides the position; ``Asked`` itself if the position is enough."""
    ask: Callable[[SeatPosition, A], Draft | None]
    """The question about a position, the same each time; None if there is nothing to ask."""
    exchange: Callable[[A, Exchange], A] = unchanged
    """What is stored, with other tiles."""
    mistake: Callable[[SeatPosition, str], A | None] | None = None
    """What is asked about a position of an own game, with the detail that is stored with it
    (``StoredPosition.only``); None if the detail does not fit. A kind without it asks about none."""
    measured: bool = False
    """Whether figures were measured with these tiles: only an exchange that changes no rule keeps them."""

    @property
    def par(self) -> int:
        """The par time of an answer in seconds."""
        return self.kind.par

    def level(self, difficulty: int) -> int:
        """The level of a difficulty, the nearest one if it is outside of all bands."""
        levels = zip(LEVELS, self.bands, strict=True)
        return next((level for level, (_, high) in levels if difficulty <= high), LEVELS[-1])


def drill_of(kind: DrillKind) -> Drill[Asked]:
    """The drill of a kind, whose module is imported when it is first asked for."""
    drill: Drill[Asked] = import_module(f".kinds.{kind.module}", __package__).DRILL
    return drill
