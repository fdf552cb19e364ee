"""What is counted on the way through a hand: riichi, tenpai turns, furiten, and the tiles dealt in."""

from __future__ import annotations

from collections.abc import Sequence

from ai.reading.safety import Safety, Tier
from ai.statistics.player_counts import PlayerCounts
from engine import events as ev
from engine import shape
from engine.actions import Why
from engine.furiten import FuritenKind
from engine.legal.turn import refuse_discard
from engine.legal.wins import refuse_ron, winning_hand
from engine.records.recorded_game import RecordedHand
from engine.records.timeline import Position, Timeline
from engine.score import NoWin, score, winners_total
from engine.tiles import KIND_OF, TILE_OF, Tile
from engine.view import SeatView
from engine.wall import PLAYERS

GOOD_WAIT = 6
"""Unseen tiles from which a wait counts as good."""
MANY_SIDED = 2
"""Kinds of tiles from which a wait counts as many-sided."""

_BY_KIND = {
    FuritenKind.DISCARD: "furiten_discard",
    FuritenKind.TEMPORARY: "furiten_temporary",
    FuritenKind.RIICHI: "furiten_riichi",
}
_TIERS = {tier: f"tier_{tier.name.lower()}" for tier in Tier}


class TurnCounts:
    """Counts the hands of a record for its four players. ``positions`` shows all hands."""

    def __init__(self, positions: Timeline, seats: Sequence[PlayerCounts]) -> None:
        self._positions = positions
        self._seats = seats
        self._turns = [frozenset(positions.turns(seat)) for seat in range(PLAYERS)]
        self._inside: list[bool] = []
        """By seat: whether the hand was furiten by its own discards after the own last move."""
        self._declarers: list[int] = []
        """Seats in riichi in this hand, in order …"""
        self._furiten_riichi: list[int] = []
        """… and those of them that declared in furiten."""

    def count(self, hand: RecordedHand) -> None:
        """Count one finished hand."""
        self._inside = [False] * PLAYERS
        self._declarers, self._furiten_riichi = [], []
        for position in self._positions.walk(hand):
            event = position.event
            if event.begins_turn:
                self._begin_turn(position)
            elif isinstance(event, ev.OfferEvent):
                self._offered(position)
                self._settle(position)
            elif event.is_kan:
                self._settle(position)
        for seat in self._furiten_riichi:
            self._seats[seat].riichi_furiten_balance += (
                position.table.seats[seat].score - hand.start.scores[seat]
            )
        self._count_deal_in(hand)

    # -- turns -----------------------------------------------------------------------------------------

    def _begin_turn(self, position: Position) -> None:
        """Count a turn that begins in tenpai."""
        seat = position.table.turn
        view = position.views[seat]
        if not view.waits or position.index not in self._turns[seat]:
            return
        counts = self._seats[seat]
        counts.tenpai_turns += 1
        kinds = {cause.kind for cause in view.furiten}
        counts.furiten_turns += bool(kinds)
        for kind in kinds:
            name = _BY_KIND[kind]
            setattr(counts, name, getattr(counts, name) + 1)

    def _offered(self, position: Position) -> None:
        """Count the tile if a hand would win on it but for furiten."""
        for view, counts in zip(position.views, self._seats, strict=True):
            if view.own.passing is None:
                continue
            refusal = refuse_ron(view)
            if refusal is not None and refusal.why is Why.FURITEN and (points := _ron_points(view)):
                counts.missed += 1
                counts.missed_points += points

    def _settle(self, position: Position) -> None:
        """After a move: whether furiten by own discards begins, and what a riichi waits on."""
        seat = position.table.turn
        view = position.views[seat]
        inside = any(cause.kind is FuritenKind.DISCARD for cause in view.furiten)
        if isinstance(position.event, ev.Dahai):
            if inside and not self._inside[seat]:
                self._seats[seat].entered += 1
                self._seats[seat].avoidable += self._was_avoidable(position, seat)
            if view.me.pond[-1].riichi:
                self._declared(view, furiten=inside)
        self._inside[seat] = inside

    def _was_avoidable(self, position: Position, seat: int) -> bool:
        """Whether another discard left a wait without furiten with at least as many unseen tiles."""
        before = self._positions.at(self._positions.chosen_at(position.index)).views[seat]
        left = before.left()
        unseen = sum(left[kind] for kind in position.views[seat].waits)
        others = [tile for tile in set(before.hand.tiles) if refuse_discard(before, tile) is None]
        return any(_free_wait(before, tile, left) >= max(unseen, 1) for tile in others)

    # -- riichi ----------------------------------------------------------------------------------------

    def _declared(self, view: SeatView, *, furiten: bool) -> None:
        counts, left = self._seats[view.seat], view.left()
        if self._declarers:
            # each but the last is chased, each but the first chases
            self._seats[self._declarers[-1]].riichi_chased += 1
        counts.riichi_first += not self._declarers
        counts.riichi_chasing += bool(self._declarers)
        self._declarers.append(view.seat)
        counts.riichi_turns += len(view.me.pond)
        counts.riichi_good += sum(left[kind] for kind in view.waits) >= GOOD_WAIT
        counts.riichi_many += len(view.waits) >= MANY_SIDED
        counts.riichi_furiten += furiten
        if furiten:
            self._furiten_riichi.append(view.seat)

    # -- deal-ins --------------------------------------------------------------------------------------

    def _count_deal_in(self, hand: RecordedHand) -> None:
        """Count the tier of the discard that was won on."""
        wins = [event for event in hand.events if isinstance(event, ev.Hora)]
        if not wins or wins[0].actor == wins[0].target:
            return
        place = hand.events.index(wins[0]) - 1
        while not isinstance(hand.events[place], ev.OfferEvent):
            place -= 1
        event, seat = hand.events[place], wins[0].target
        if not isinstance(event, ev.Dahai):
            return
        chosen = self._positions.chosen_at(hand.first - 1 + place)
        view = self._positions.at(chosen).views[seat]
        winners = [win.actor for win in wins]
        safety, counts = Safety(view), self._seats[seat]
        tier = max(safety.tier(KIND_OF[TILE_OF[event.pai]], winner) for winner in winners)
        name = _TIERS[tier]
        setattr(counts, name, getattr(counts, name) + 1)
        counts.deal_in_tiles += 1
        kinds = {KIND_OF[tile] for tile in set(view.hand.tiles) if refuse_discard(view, tile) is None}
        best = min(max(safety.tier(kind, winner) for winner in winners) for kind in kinds)
        counts.safer_held += best < tier


def _ron_points(view: SeatView) -> int:
    """Points of a ron on the offered tile, furiten apart; 0 if the hand has no yaku with it."""
    assert view.table.offer is not None
    found = score(winning_hand(view, view.table.offer, tsumo=False))
    return 0 if isinstance(found, NoWin) else winners_total(found.base, view.seat == view.table.dealer, False)


def _free_wait(view: SeatView, tile: Tile, left: Sequence[int]) -> int:
    """Unseen tiles of the wait that a discard leaves; 0 if it leaves none or one in furiten."""
    rest = view.hand.copy()
    rest.remove(tile)
    waits = shape.waits(rest.keys, len(rest.melds))
    if not waits or view.furiten_with(waits, extra=(tile,)):
        return 0
    return sum(left[kind] for kind in waits)
