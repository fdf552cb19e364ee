"""How a Tenhou XML record numbers seats and tiles, and how we do."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from engine.records.recorded_choices import RecordError
from engine.tiles import COPIES, KINDS, MJAI, RED_OF
from engine.wall import PLAYERS

RED_IDS = {COPIES * kind: red for kind, red in RED_OF.items()}
"""The number of each red five among the 136 tiles, and the tile."""

_T = TypeVar("_T")


class TenhouSeating(msgspec.Struct, frozen=True):
    """``first`` is the number in the file of the seat that deals first, which is our seat 0.

    ``red`` says whether the game has red fives.
    """

    first: int = 0
    red: bool = True

    def seat(self, number: int) -> int:
        """Our number of a seat; raises RecordError."""
        if not 0 <= number < PLAYERS:
            raise RecordError(f"there is no seat {number}")
        return (number - self.first) % PLAYERS

    def turned(self, values: list[_T]) -> list[_T]:
        """Values by the file's seats, put into the order of ours."""
        return values[self.first :] + values[: self.first]

    def tile(self, number: int) -> str:
        """The name of a numbered tile; raises RecordError."""
        if not 0 <= number < KINDS * COPIES:
            raise RecordError(f"there is no tile {number}")
        return MJAI[RED_IDS[number] if self.red and number in RED_IDS else number // COPIES]
