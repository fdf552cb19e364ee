"""Winning tiles that pass: why they were not won on, and the furiten that a pass causes."""

from __future__ import annotations

import msgspec

from engine import events as ev
from engine.actions import Action, ActionKind, Refusal
from engine.furiten import Cause, CauseEnd, FuritenKind, Passed, passed_cause
from engine.hand import MeldKind
from engine.legal.wins import refuse_ron, refuse_tsumo, winning_hand
from engine.table import Table
from engine.tiles import KIND_OF, Tile
from engine.view import SeatView


class PassEffect(msgspec.Struct, frozen=True):
    """A tile that is on offer, was just drawn, or has just passed, with the effect of passing on it."""

    tile: Tile
    completes: bool
    """Whether it completes the hand."""
    can_win: bool | None
    """Whether it can be won on now; None if it has already passed."""
    refusal: Refusal | None
    """The reason for which it cannot be won on."""
    cause: Cause | None
    """The furiten that the pass causes, or None."""
    already: tuple[Cause, ...]
    """The furiten that the hand has apart from that."""
    own: bool = False
    """Whether it is the own draw. Outside riichi a pass on it causes no furiten; only its discard may."""
    passed: bool = False
    """Whether it is no longer on offer."""

    @property
    def kind(self) -> FuritenKind | None:
        return None if self.cause is None else self.cause.kind

    @property
    def ends(self) -> CauseEnd | None:
        return None if self.cause is None else self.cause.ends


def passing(view: SeatView) -> PassEffect | None:
    """The tile on offer, or the one that has just passed, or the own draw that completes the hand.

    None if no tile of another player was offered since the last own move, or if the tile that passed last did
    not complete the hand.
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


def win_points(view: SeatView, tile: Tile, *, tsumo: bool) -> int | None:
    """Points of a win on that tile now, ignoring furiten; None if the hand cannot win on it.

    Honba, riichi sticks and ura dora are not counted. For a tsumo the tile is already in the hand.
    """
    from engine.score import NoWin, score, winners_total  # here: a game begins without it

    found = score(winning_hand(view, tile, tsumo=tsumo))
    dealer = view.seat == view.table.dealer
    return None if isinstance(found, NoWin) else winners_total(found.base, dealer, tsumo)


def _own_draw(view: SeatView, tile: Tile) -> PassEffect:
    refusal = refuse_tsumo(view)
    cause = None
    if view.me.riichi_paid:
        cause = passed_cause(tile, view.seat, 0, Passed.DRAW, in_riichi=True)
    return PassEffect(tile, True, refusal is None, refusal, cause, view.furiten, own=True)


def _just_passed(view: SeatView) -> PassEffect | None:
    """The last tile offered, if it completed the hand and its pass caused furiten."""
    if not view.own.passed:
        return None
    cause = view.own.passed[-1]
    own = cause.passed is Passed.DRAW
    kan, last = cause.passed is Passed.KAN, view.table.discards[-1:]
    if not (_was_last_kan(view.table, cause) if kan else last == [(cause.seat, cause.tile)]):
        return None
    discarded = len(view.me.pond) if own else 0  # a passed draw is in the pond, but is not a second cause
    already = tuple(
        other
        for other in view.furiten
        if other is not cause and not (other.kind is FuritenKind.DISCARD and other.turn == discarded)
    )
    return PassEffect(cause.tile, True, None, None, cause, already, own=own, passed=True)


def _was_last_kan(table: Table, cause: Cause) -> bool:
    """Whether the passed tile is the one of the last kan, and its owner has drawn the replacement tile."""
    owner, kind = table.kans[-1]
    tile = table.added[-1][1] if kind is MeldKind.ADDED_KAN else table.seats[owner].melds[-1].tiles[0]
    return table.rinshan and (cause.seat, cause.tile) == (owner, tile)


class MissedWin(msgspec.Struct, frozen=True):
    """A winning tile that passed."""

    cause: Cause
    """The furiten that it causes."""
    refusal: Refusal | None
    """The reason for which it could not be won on; None if the player declined the win."""


class MissedWins:
    """Keeps the winning tile that passed last, until the decision after it.

    ``shown`` and ``gone`` return it only while its furiten lasts.
    """

    def __init__(self) -> None:
        self._last: MissedWin | None = None
        self._gone: MissedWin | None = None
        """The tile that passed last, regardless of later decisions."""
        self._offered: MissedWin | None = None
        """A tile that can be won on: it passes with any other decision, or with the next event."""

    def shown(self, view: SeatView) -> MissedWin | None:
        """The tile that passed last, until the next decision, while the furiten it caused lasts."""
        return _lasting(self._last, view)

    def gone(self, view: SeatView) -> MissedWin | None:
        """The tile that passed last, also after the next decision, while the furiten it caused lasts."""
        return _lasting(self._gone, view)

    def event(self, event: ev.Event, view: SeatView) -> None:
        """Follow an event; the view must have applied it already."""
        if isinstance(event, ev.StartKyoku):
            self._last = self._gone = self._offered = None
        elif isinstance(event, ev.Dahai | ev.Kakan | ev.Ankan):
            self._settle()
            effect = passing(view) if event.actor != view.seat or isinstance(event, ev.Dahai) else None
            if effect is None or effect.cause is None:
                return
            passed = MissedWin(effect.cause, effect.refusal)
            if effect.can_win:
                self._offered = passed
            else:
                self._last = self._gone = passed
        elif not event.leaves_offer:
            self._settle()

    def decided(self, action: Action, view: SeatView) -> None:
        """Follow a decision: the player has seen what passed before it, and a win not taken passes now."""
        last = self._last
        if last is None or last.cause != view.own.passing:
            self._last = None
        if action.kind is ActionKind.RON:
            self._offered = None
        else:
            self._settle()

    def _settle(self) -> None:
        if self._offered is not None:
            self._last = self._gone = self._offered
            self._offered = None


def _lasting(passed: MissedWin | None, view: SeatView) -> MissedWin | None:
    """The tile, if the furiten that it caused still lasts."""
    there = passed is not None and passed.cause in (*view.own.passed, view.own.passing)
    return passed if there else None
