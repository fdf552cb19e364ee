"""Furiten as a value with causes: which tile, which kind, where and from whom, and until when."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from enum import StrEnum
from typing import Protocol

import msgspec

from engine.tiles import KIND_OF, Kind, Tile


class FuritenKind(StrEnum):
    """The three kinds of furiten."""

    DISCARD = "discard"
    """A tile of the present wait lies among the own discards."""
    TEMPORARY = "temporary"
    """A winning tile passed since the own last discard."""
    RIICHI = "riichi"
    """A winning tile passed after riichi."""


class CauseEnd(StrEnum):
    """The moment at which a cause of furiten ends."""

    WAITS_CHANGE = "waits-change"
    """When the hand no longer waits on the tile."""
    OWN_DISCARD = "own-discard"
    """With the player's own next discard."""
    HAND_ENDS = "hand-ends"
    """Not before the hand is over."""


class Passed(StrEnum):
    """The ways in which a winning tile passes."""

    DISCARD = "discard"
    KAN = "kan"
    """A kan that could have been robbed."""
    DRAW = "draw"
    """The own draw, not taken (after riichi)."""


class Cause(msgspec.Struct, frozen=True):
    """One reason why the hand is furiten.

    ``tile`` is the tile as it was discarded or passed; ``seat`` who discarded it; ``turn`` its place in that
    seat's pond, counted from 1 (0 for a kan or an own draw, which have none); ``passed`` how a passed tile
    went by, None for an own discard; ``ends`` when this cause ends.
    """

    kind: FuritenKind
    tile: Tile
    seat: int
    turn: int
    ends: CauseEnd
    passed: Passed | None = None


class Discarded(Protocol):
    """A discard as the rule sees it."""

    @property
    def tile(self) -> Tile:
        """The discarded tile."""


def discard_causes(
    waits: Collection[Kind], discards: Sequence[Discarded], seat: int, in_riichi: bool
) -> tuple[Cause, ...]:
    """Causes of discard furiten: every own discard of a kind that the hand waits on, called away or not.

    A riichi hand cannot change its waits, so its discard furiten lasts to the end of the hand.
    """
    ends = CauseEnd.HAND_ENDS if in_riichi else CauseEnd.WAITS_CHANGE
    return tuple(
        Cause(FuritenKind.DISCARD, discard.tile, seat, turn, ends)
        for turn, discard in enumerate(discards, 1)
        if KIND_OF[discard.tile] in waits
    )


def passed_cause(tile: Tile, seat: int, turn: int, passed: Passed, in_riichi: bool) -> Cause:
    """The cause that a passed winning tile leaves behind: temporary, or to the end of the hand in riichi."""
    kind = FuritenKind.RIICHI if in_riichi else FuritenKind.TEMPORARY
    ends = CauseEnd.HAND_ENDS if in_riichi else CauseEnd.OWN_DISCARD
    return Cause(kind, tile, seat, turn, ends, passed)
