"""What letting a tile pass does to the own hand: whether it would have won, and which furiten it leaves."""

from __future__ import annotations

import msgspec

from engine.actions import Refusal
from engine.furiten import Cause, Ends, FuritenKind, Passed, passed_cause
from engine.legal.wins import refuse_ron, refuse_tsumo
from engine.melds import MeldKind
from engine.table import Table
from engine.tiles import KIND_OF, Tile
from engine.view import SeatView


class PassEffect(msgspec.Struct, frozen=True):
    """A tile that is on offer, has just been drawn, or has just passed, and what passing it does."""

    tile: Tile
    completes: bool
    """Whether it completes the hand."""
    can_win: bool | None
    """Whether it may be won on; None when it has passed already, since that was another moment."""
    refusal: Refusal | None
    """Why it cannot be won on."""
    cause: Cause | None
    """The furiten that passing it brings; None when it brings none."""
    already: tuple[Cause, ...]
    """The furiten that the hand has without it."""
    own: bool = False
    """The own draw. Out of riichi only discarding it can do harm, as any discard."""
    passed: bool = False
    """It is no longer on offer."""

    @property
    def kind(self) -> FuritenKind | None:
        """The kind of furiten that passing it brings."""
        return None if self.cause is None else self.cause.kind

    @property
    def ends(self) -> Ends | None:
        """When that ends."""
        return None if self.cause is None else self.cause.ends


def passing(view: SeatView) -> PassEffect | None:
    """The tile that is being offered or has just passed, or the own draw that completes the hand.

    None when no tile of others was offered since the own last move, or when the tile that passed
    last completed nothing.
    """
    table = view.table
    if view.my_turn and view.drawn is not None and KIND_OF[view.drawn] in view.waits:
        return _own_draw(view, view.drawn)
    if table.offer is not None and table.turn != view.seat:
        refusal = refuse_ron(view)
        return PassEffect(
            tile=table.offer,
            completes=KIND_OF[table.offer] in view.waits,
            can_win=refusal is None,
            refusal=refusal,
            cause=view.own.passing,
            already=view.furiten,
        )
    return _just_passed(view)


def _own_draw(view: SeatView, tile: Tile) -> PassEffect:
    refusal = refuse_tsumo(view)
    cause = None
    if view.me.riichi_paid:
        cause = passed_cause(tile, view.seat, 0, Passed.DRAW, in_riichi=True)
    return PassEffect(tile, True, refusal is None, refusal, cause, view.furiten, own=True)


def _just_passed(view: SeatView) -> PassEffect | None:
    """The last tile that could have been won on, when it went by and left furiten behind."""
    if not view.own.passed:
        return None
    cause = view.own.passed[-1]
    own = cause.passed is Passed.DRAW
    if not (_was_last_kan(view.table, cause) if cause.passed is Passed.KAN else _was_last(view.table, cause)):
        return None
    thrown = len(view.me.pond) if own else 0  # a draw let go lies in the pond and is no cause of its own
    already = tuple(
        other
        for other in view.furiten
        if other is not cause and not (other.kind is FuritenKind.DISCARD and other.turn == thrown)
    )
    return PassEffect(cause.tile, True, None, None, cause, already, own=own, passed=True)


def _was_last(table: Table, cause: Cause) -> bool:
    """Whether the passed tile is the last discard."""
    return (cause.seat, cause.tile) == table.discards[-1]


def _was_last_kan(table: Table, cause: Cause) -> bool:
    """Whether the passed tile is that of the last kan, whose owner has drawn the replacement tile."""
    owner, kind = table.kans[-1]
    tile = table.added[-1][1] if kind is MeldKind.ADDED_KAN else table.seats[owner].melds[-1].tiles[0]
    return table.rinshan and (cause.seat, cause.tile) == (owner, tile)
