"""Furiten of a hand: passed wins, causes, the ways out and what they leave, the facts to tell at a glance."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

import msgspec

from ai.reading.estimates import AcceptedTile
from ai.reading.outlook import (
    Draw,
    Outlook,
    draws_to_tenpai,
    legal_outlooks,
    order,
    outlook_after,
    outlook_now,
    wait_tiles,
)
from engine import events as ev
from engine.actions import Action, ActionKind, Refusal, Why
from engine.furiten import Cause, CauseEnd, FuritenKind, Passed, passed_cause
from engine.hand import MeldKind
from engine.legal import refuse_ron, refuse_tsumo, winning_hand
from engine.table import Table
from engine.tiles import KIND_OF, KINDS, Kind, Tile
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
        elif isinstance(event, ev.OfferEvent):
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


def present_waits(view: SeatView) -> tuple[AcceptedTile, ...]:
    """The waits of the hand when it last had 13 tiles, gone ones too, each with its unseen tiles."""
    left = view.left()
    return tuple(AcceptedTile(kind, left[kind]) for kind in view.waits)


class WayKind(StrEnum):
    """A way in which a furiten ends, or in which a furiten hand can still win; the best first."""

    TSUMO = "tsumo"
    """The drawn tile wins."""
    NEXT_DISCARD = "next-discard"
    """It is temporary: it ends with the next own discard, which may keep the wait."""
    CHANGE_WAIT = "change-wait"
    """A discard that leaves a tenpai on other tiles, which can win by ron."""
    STEP_BACK = "step-back"
    """A discard that gives up tenpai, and the draws that then lead to a wait that can win by ron."""
    TSUMO_ONLY = "tsumo-only"
    """There is no way out: only a tsumo wins until the hand ends."""


class WayOut(msgspec.Struct, frozen=True):
    """One way out of furiten.

    ``tile`` is the discard, None if any discard works or there is nothing to do. ``hand`` is the hand after
    it, None for a tsumo. ``draws`` are the draws that then end furiten, for ``STEP_BACK``.
    """

    kind: WayKind
    tile: Tile | None = None
    hand: Outlook | None = None
    draws: tuple[Draw, ...] = ()
    fewer: int | None = None
    """For ``CHANGE_WAIT``: how many tiles fewer it wins on than the present wait; None if there is none."""

    @property
    def freeing(self) -> int:
        """Unseen tiles that lead to a wait without furiten, for ``STEP_BACK``."""
        return sum(draw.left for draw in self.draws)

    @property
    def wait(self) -> Outlook:
        """For a discard that waits: the hand, with riichi if only that lets it win by ron."""
        assert self.hand is not None
        return self.hand if self.hand.ron_tiles or self.hand.with_riichi is None else self.hand.with_riichi


class FuritenAdvice(msgspec.Struct, frozen=True):
    """The causes of the furiten of a hand, and the ways out."""

    causes: tuple[Cause, ...]
    waits: tuple[AcceptedTile, ...]
    """All kinds of the present wait."""
    ways: tuple[WayOut, ...]
    """The ways out by the next decision, the best first; empty if only a draw can help."""
    draws: tuple[Draw, ...] = ()
    """The next draws that lead out of furiten if the wait is kept until then."""
    kept: Outlook | None = None
    """On the own turn: the hand after the best discard that stays tenpai, and furiten or without a win."""


def furiten_advice(view: SeatView, after: Tile | None = None) -> FuritenAdvice | None:
    """Advice about the furiten of the hand; None if it is not furiten.

    ``after`` is a possible discard on the own turn; the advice is then about the hand it leaves.
    """
    if after is not None:
        return _between(view, outlook_after(view, after))
    if not view.furiten:
        return None
    if view.my_turn:
        waits, ways = present_waits(view), []
        if refuse_tsumo(view) is None:
            ways.append(WayOut(WayKind.TSUMO, view.drawn))
        if view.me.riichi:
            ways.append(WayOut(WayKind.TSUMO_ONLY, hand=outlook_now(view)))
            return FuritenAdvice(view.furiten, waits, tuple(ways))
        outlooks = legal_outlooks(view)
        ways += _ways_by_discard(view, outlooks)
        kept = None if view.drawn is None else furiten_advice(view, view.drawn)
        poor = (each for each in outlooks if each.waits and (each.furiten or not each.best.winning_tiles))
        return FuritenAdvice(view.furiten, waits, tuple(ways), kept.draws if kept else (), next(poor, None))
    return _between(view, outlook_now(view))


def _between(view: SeatView, now: Outlook) -> FuritenAdvice | None:
    ends = {cause.ends for cause in now.furiten}
    if not ends:
        return None
    waits = wait_tiles(now.waits)
    if CauseEnd.HAND_ENDS in ends:
        return FuritenAdvice(now.furiten, waits, (WayOut(WayKind.TSUMO_ONLY, hand=now),))
    if CauseEnd.WAITS_CHANGE not in ends:
        return FuritenAdvice(now.furiten, waits, (WayOut(WayKind.NEXT_DISCARD, hand=now),))
    return FuritenAdvice(now.furiten, waits, (), _freeing(view, now, other_waits=True))


def _ways_by_discard(view: SeatView, outlooks: list[Outlook]) -> list[WayOut]:
    """Every discard that leaves a wait that wins by ron, or is one away with draws to such a wait.

    ``STEP_BACK`` is left out if the furiten ends with a discard that keeps the wait.
    """
    present = None if view.drawn is None else outlook_now(view)
    kinds = set(view.waits)
    ways = []
    for after in outlooks:
        same = {wait.kind for wait in after.waits} == kinds
        if after.is_free or (same and not after.furiten):
            way = WayOut(WayKind.NEXT_DISCARD if same else WayKind.CHANGE_WAIT, after.discard, after)
            fewer = None if present is None else present.tsumo_tiles - way.wait.winning_tiles
            ways.append(msgspec.structs.replace(way, fewer=fewer))
        elif after.shanten == 1 and (draws := _freeing(view, after)):
            ways.append(WayOut(WayKind.STEP_BACK, after.discard, after, draws))
    if any(way.kind is WayKind.NEXT_DISCARD for way in ways):
        ways = [way for way in ways if way.kind is not WayKind.STEP_BACK]
    return sorted(ways, key=_order)


def _order(way: WayOut) -> tuple[int, ...]:
    """The order of the hands that ways leave; those that give up tenpai by the draws that end furiten."""
    assert way.hand is not None
    return order(way.hand) if way.hand.waits else (1, -way.freeing, *order(way.hand))


def _freeing(view: SeatView, hand: Outlook, *, other_waits: bool = False) -> tuple[Draw, ...]:
    """The draws that lead to a wait that wins by ron; of a tenpai hand to another wait than it has."""
    kinds = None
    if other_waits:
        kinds = [kind for kind in range(KINDS) if kind not in hand.wait_kinds]
    return tuple(draw for draw in draws_to_tenpai(view, hand, kinds) if draw.free is not None)


# -- the facts at a glance -----------------------------------------------------------------------------

_LASTING = (CauseEnd.OWN_DISCARD, CauseEnd.WAITS_CHANGE, CauseEnd.HAND_ENDS)


class TsumoChance(StrEnum):
    """Whether a tsumo wins although the hand is furiten."""

    NOW = "now"
    """The drawn tile wins."""
    LATER = "later"
    """A later draw can win."""
    NO_DRAW = "no-draw"
    """The seat has no draw left if nobody calls."""
    NONE = "none"
    """No draw wins: the tiles of the wait are gone, or none has a yaku."""


class FuritenReport(msgspec.Struct, frozen=True, kw_only=True):
    """The facts to tell about a furiten hand."""

    causes: tuple[Cause, ...]
    """One cause for each kind of tile; the first ends last, and is the one that is told."""
    called_away: bool
    """Whether the first cause is an own discard that another player called."""
    tsumo: TsumoChance
    tsumo_on: tuple[Kind, ...] = ()
    """The kinds on which a later draw wins, if it does not on all that the hand waits on."""
    missed: MissedWin | None = None
    """The winning tile that passed just now."""
    way: WayOut | None = None
    """On the own turn: the best discard that leads to a wait without furiten.

    One that gives up tenpai is left out if more tiles win by tsumo than would lead to such a wait.
    """
    stuck: bool = False
    """On the own turn: whether no discard leads to one."""
    changing: int = 0
    """Between turns: unseen tiles whose draw could change the wait."""
    kept: Outlook | None = None
    """On the own turn, if there is no way: the hand after the best discard that stays tenpai."""

    @property
    def ends(self) -> CauseEnd:
        return self.causes[0].ends

    @property
    def before(self) -> Cause | None:
        """The cause of the furiten before the tile passed just now, if it kept the hand from winning."""
        refusal = None if self.missed is None else self.missed.refusal
        return longest_lasting(refusal.causes) if refusal and refusal.why is Why.FURITEN else None


def furiten_report(
    view: SeatView, advice: FuritenAdvice | None, passed: MissedWin | None = None
) -> FuritenReport | None:
    """The facts of the furiten of a hand, or of the furiten that a missed win causes; None without either.

    If the hand was furiten before the tile passed, a way out takes precedence over the tile.
    """
    causes = view.furiten
    if passed is not None and passed.cause not in causes:
        causes = (*causes, passed.cause)
    if not causes:
        return None
    main = longest_lasting(causes)
    causes = (main, *_as_they_arose(causes))
    found: dict[Kind, Cause] = {}
    for cause in causes:
        found.setdefault(KIND_OF[cause.tile], cause)
    tsumo, kinds = _tsumo(view, advice)
    facts = FuritenReport(
        causes=tuple(found.values()),
        called_away=main.kind is FuritenKind.DISCARD and view.me.pond[main.turn - 1].called_by is not None,
        tsumo=tsumo,
        tsumo_on=kinds,
        missed=passed,
    )
    if passed is not None and not (facts.before is not None and view.my_turn and advice and advice.ways):
        return facts
    return msgspec.structs.replace(facts, missed=None, **_ways(view, advice))


def _ways(view: SeatView, advice: FuritenAdvice | None) -> dict[str, WayOut | Outlook | bool | int | None]:
    if advice is None:
        return {}
    if not view.my_turn:
        return {"changing": sum(draw.left for draw in advice.draws)}
    way = next((way for way in advice.ways if _is_worth_it(way, advice.kept)), None)
    return {"way": way, "stuck": not advice.ways, "kept": advice.kept if way is None else None}


def _is_worth_it(way: WayOut, kept: Outlook | None) -> bool:
    """Whether it leads out of furiten, and to more tiles than win by tsumo if the wait is kept."""
    if way.kind is WayKind.STEP_BACK:
        return kept is None or way.freeing > kept.tsumo_tiles
    return way.kind in (WayKind.CHANGE_WAIT, WayKind.NEXT_DISCARD) and (
        way.tile is None or way.wait.winning_tiles > 0
    )


def longest_lasting(causes: Sequence[Cause]) -> Cause:
    """The cause that ends last; of equal ones the oldest."""
    return max(_as_they_arose(causes), key=lambda cause: _LASTING.index(cause.ends))


def _as_they_arose(causes: Sequence[Cause]) -> tuple[Cause, ...]:
    """Causes in order: own discards, then passed tiles.

    A draw that was passed after riichi is listed twice: as a discard and as passed. The discard is left out.
    """
    own = [cause for cause in causes if cause.kind is FuritenKind.DISCARD]
    passed = [cause for cause in causes if cause.kind is not FuritenKind.DISCARD]
    twice = sum(cause.passed is Passed.DRAW for cause in passed)
    return (*own[: len(own) - twice], *passed)


def later_tsumo(view: SeatView) -> Outlook | None:
    """The hand, if a later tsumo can win: an own draw is left, and a tile of a wait that allows a tsumo."""
    if not view.own_draws or (view.my_turn and view.drawn is None):
        return None
    hand = outlook_now(view)
    return hand if hand.tsumo_tiles else None


def _tsumo(view: SeatView, advice: FuritenAdvice | None) -> tuple[TsumoChance, tuple[Kind, ...]]:
    if view.my_turn and advice is not None and any(way.kind is WayKind.TSUMO for way in advice.ways):
        return TsumoChance.NOW, ()
    if (hand := later_tsumo(view)) is not None:
        return TsumoChance.LATER, hand.partial_tsumo
    return (TsumoChance.NONE if view.own_draws else TsumoChance.NO_DRAW), ()
