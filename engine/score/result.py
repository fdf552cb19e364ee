"""What a win is worth, with every item that the sum is made of."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal, NamedTuple

import msgspec

from engine.shape import Reading

Limit = Literal["mangan", "haneman", "baiman", "sanbaiman", "yakuman"]


class YakuItem(NamedTuple):
    """A yaku, or a kind of dora, and the han it brings."""

    name: str
    han: int


class YakumanItem(NamedTuple):
    """A yakuman and whether it counts once or twice."""

    name: str
    value: int


class FuItem(NamedTuple):
    """One source of fu."""

    name: str
    fu: int


class NoWinReason(StrEnum):
    """Why tiles are not a win."""

    NOT_COMPLETE = "not complete"
    NO_YAKU = "no yaku"
    TWO_HAN_MINIMUM = "two-han minimum"


class NoWin(msgspec.Struct, frozen=True):
    """The answer for a hand that does not win."""

    reason: NoWinReason


class Score(msgspec.Struct, frozen=True):
    """What a win is worth.

    A hand of yakuman has ``yakuman_items`` and no ``yaku``, ``han``, ``fu``; renhou as a mangan has the yaku
    alone. ``fu`` is rounded, ``fu_items`` are not. ``base`` are basic points: what ``engine.score.points``
    turns into payments.
    """

    yaku: tuple[YakuItem, ...]
    yakuman: int
    """How many yakuman the hand is worth, 0 for a counted yakuman."""
    yakuman_items: tuple[YakumanItem, ...]
    han: int | None
    fu: int | None
    fu_items: tuple[FuItem, ...]
    limit: Limit | None
    base: int
    reading: Reading
