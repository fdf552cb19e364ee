"""Positions of one seat: the events of a hand as it saw them, or its tiles alone.

A ``SeatPosition`` is what is asked about, judged and played out. A ``GivenPosition`` is a hand without the
events that led to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from engine import events as ev
from engine import shape
from engine.furiten import Passed, passed_cause
from engine.hand import HAND_SIZE, Hand
from engine.rules import Ruleset
from engine.table import Phase, PondTile
from engine.tiles import EAST, KIND_OF, MJAI, UNKNOWN, Kind, Tile
from engine.view import SeatView
from engine.wall import LIVE_AT_START, PLAYERS


@dataclass(frozen=True, slots=True)
class SeatPosition:
    """A position: a seat and the events of the hand it has seen."""

    rules: Ruleset
    seat: int
    events: tuple[ev.Event, ...]

    def view(self) -> SeatView:
        return SeatView.from_events(self.rules, self.seat, self.events)


class GivenPosition(msgspec.Struct, frozen=True, kw_only=True):
    """A hand between turns (13 tiles, fewer beside melds) or on the own turn (14), and what is known."""

    rules: Ruleset
    hand: Hand
    discards: Sequence[Tile] = ()
    """The own discards in their order."""
    passed: Sequence[Tile] = ()
    """Winning tiles passed since the last own discard, or since riichi."""
    seen: Sequence[Tile] = ()
    """All other visible tiles, the indicators among them."""
    indicators: Sequence[Tile] = ()
    riichi: bool = False
    seat_wind: Kind = EAST
    round_wind: Kind = EAST
    points: int | None = None
    """The own points; None for those at the start."""
    draws: int | None = None
    """Own draws left; None for those of a hand without calls after these discards.

    Two tiles of the wall follow the last of them: that it is the last tile is not known.
    """

    def view(self) -> SeatView:
        """The view of the player, who is seat 0; the tile given last is the one that was drawn."""
        dealer = -(self.seat_wind - EAST) % PLAYERS
        points = self.rules.start_points if self.points is None else self.points
        unknown = [UNKNOWN] * HAND_SIZE
        start = ev.StartKyoku(
            MJAI[self.round_wind],
            MJAI[(*self.indicators, *self.hand.tiles)[0]],
            dealer + 1,
            0,
            0,
            dealer,
            [points] * PLAYERS,
            # waits are asked of what is dealt, and fourteen tiles have none
            [[MJAI[tile] for tile in self.hand.tiles[:HAND_SIZE]], unknown, unknown, unknown],
        )
        view = SeatView.from_events(self.rules, 0, [start])
        table, me, own = view.table, view.me, view.own
        table.indicators = list(self.indicators)
        me.melds = list(self.hand.melds)
        me.pond = [PondTile(tile, tsumogiri=False) for tile in self.discards]
        me.riichi = int(self.riichi)
        me.riichi_paid = self.riichi
        others = list(self.seen)
        for tile in self.indicators:
            if tile in others:
                others.remove(tile)
        table.seats[1].pond = [PondTile(tile, tsumogiri=False) for tile in others]
        draws = LIVE_AT_START // PLAYERS - len(self.discards) if self.draws is None else self.draws
        table.live = PLAYERS * max(0, draws) + 2
        table.turn = 0
        table.phase = Phase.CLAIM if self.hand.size == HAND_SIZE else Phase.TURN
        table.uninterrupted = False
        own.hand = self.hand.copy()
        before = self.hand.copy()
        if self.hand.size > HAND_SIZE:
            own.drawn = self.hand.tiles[-1]
            before.remove(own.drawn)
        own.waits = shape.waits(before.keys, len(before.melds))
        if self.riichi or self.hand.size == HAND_SIZE:
            own.passed = tuple(
                passed_cause(tile, 0, 0, Passed.DISCARD, self.riichi)
                for tile in self.passed
                if KIND_OF[tile] in own.waits
            )
        return view
