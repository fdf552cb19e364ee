"""What one seat sees: the table, its own hand and its own furiten. Players see nothing else of a game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Literal

import msgspec

from engine import events as ev
from engine import shape
from engine.actions import Refusal
from engine.hand import Hand, Meld, MeldKind, forbidden_after
from engine.rules import Ruleset
from engine.table import Phase, Seat, Table, added_to, without_added
from engine.tenpai import refuse_kan_after_riichi, waits_on_orphans
from engine.tiles import KIND_OF, TILE_OF, UNKNOWN, Kind, Tile
from engine.wall import PLAYERS

if TYPE_CHECKING:
    from engine.furiten import Cause, Discarded


class OwnHand:
    """The facts that only the player himself knows, folded from the events he may see.

    ``waits`` are the waits of the hand between turns. On the own turn they are the waits before the draw,
    until the discard, because furiten is judged by them. A dead hand has none.
    """

    __slots__ = ("drawn", "forbidden", "hand", "passed", "passing", "seat", "spoilt", "waits")

    def __init__(self, seat: int, tiles: Iterable[Tile]) -> None:
        self.seat = seat
        self.hand = Hand(tiles)
        self.drawn: Tile | None = None
        """The tile drawn this turn, None after a call."""
        self.waits: tuple[Kind, ...] = shape.waits(self.hand.keys)
        self.passed: tuple[Cause, ...] = ()
        """Winning tiles let go: temporary and riichi furiten."""
        self.forbidden: frozenset[Kind] = frozenset()
        """Kinds that may not be discarded after the call just made (kuikae)."""
        self.spoilt: Refusal | None = None
        """How a closed kan after riichi changed the hand, where errors are penalised: it cannot win."""
        self.passing: Cause | None = None
        """The cause of furiten if the tile on offer is passed; None if it does not complete the hand."""

    def apply(self, event: ev.Event, table: Table) -> None:
        """Take in an event that the table has already taken in."""
        if self.passing is not None and not event.leaves_offer:
            self.passed = (*self.passed, self.passing)
            self.passing = None
        # isinstance takes three times as long with the classes of msgspec
        if type(event) is ev.Tsumo:
            if event.actor == self.seat:
                self._own_draw(event)
        elif type(event) is ev.Dahai:
            if event.actor == self.seat:
                self._own_discard(event, table)
            else:
                self._other_discard(event, table)
        elif isinstance(event, ev.DiscardCall):
            if event.actor == self.seat:
                self._own_call(event, table)
            else:
                self._other_call(table)
        elif type(event) is ev.Ankan:
            if event.actor == self.seat:
                self._own_closed_kan(event, table)
            else:
                self._other_closed_kan(event, table)
        elif type(event) is ev.Kakan:
            if event.actor == self.seat:
                self._own_added_kan(event, table)
            else:
                self._other_added_kan(event, table)
        elif type(event) is ev.Hora and event.actor != self.seat:
            self._other_win(event, table)
        elif type(event) is ev.Foul and event.actor == self.seat:
            self._own_foul(table)

    def _own_draw(self, event: ev.Tsumo) -> None:
        self.drawn = TILE_OF[event.pai]
        self.hand.add(self.drawn)

    def _own_discard(self, event: ev.Dahai, table: Table) -> None:
        tile = TILE_OF[event.pai]
        locked = table.seats[self.seat].riichi_paid
        self.hand.remove(tile)
        self.drawn = None
        self.forbidden = frozenset()
        if not locked:
            self.passed = ()
            self._settle(table)
        elif KIND_OF[tile] in self.waits:
            self._pass(tile, self.seat, 0, "draw", table, at_once=True)

    def _own_call(self, event: ev.DiscardCall, table: Table) -> None:
        meld = table.seats[self.seat].melds[-1]
        for name in event.consumed:
            self.hand.remove(TILE_OF[name])
        self.hand.melds.append(meld)
        if meld.is_kan:
            self._settle(table)
        else:
            self.forbidden = forbidden_after(meld, table.rules)

    def _own_closed_kan(self, event: ev.Ankan, table: Table) -> None:
        if table.rules.errors == "penalised" and table.seats[self.seat].riichi:
            kind = KIND_OF[TILE_OF[event.consumed[0]]]
            spoilt = refuse_kan_after_riichi(self.hand, self.drawn, self.waits, kind, table.rules)
            self.spoilt = self.spoilt or spoilt
        for name in event.consumed:
            self.hand.remove(TILE_OF[name])
        self.hand.melds.append(table.seats[self.seat].melds[-1])
        self.drawn = None
        self._settle(table)

    def _own_added_kan(self, event: ev.Kakan, table: Table) -> None:
        tile = TILE_OF[event.pai]
        self.hand.remove(tile)
        place, pon = added_to(self.hand.melds, tile)
        self.hand.melds[place] = Meld(MeldKind.ADDED_KAN, (*pon.tiles, tile), pon.source)
        self.drawn = None
        self._settle(table)

    def _other_discard(self, event: ev.Dahai, table: Table) -> None:
        tile = TILE_OF[event.pai]
        if KIND_OF[tile] in self.waits:
            turn = table.turn_of(event.actor)
            self._pass(tile, event.actor, turn, "discard", table)

    def _other_added_kan(self, event: ev.Kakan, table: Table) -> None:
        tile = TILE_OF[event.pai]
        if KIND_OF[tile] in self.waits:
            self._pass(tile, event.actor, 0, "kan", table)
        else:
            self._other_call(table)

    def _other_closed_kan(self, event: ev.Ankan, table: Table) -> None:
        tile = TILE_OF[event.consumed[0]]
        if KIND_OF[tile] in self.waits and table.rules.orphans_rob_closed_kan and waits_on_orphans(self.hand):
            self._pass(tile, event.actor, 0, "kan", table)
        else:
            self._other_call(table)

    def _other_call(self, table: Table) -> None:
        """Any tile call ends temporary furiten in some rulesets, a kan of any kind if its tile is no win."""
        if table.rules.calls_end_temporary_furiten and not table.seats[self.seat].riichi:
            self.passed = ()

    def _other_win(self, event: ev.Hora, table: Table) -> None:
        if event.target == self.seat and table.robbed is not None:
            without_added(self.hand.melds, table.robbed)

    def _own_foul(self, table: Table) -> None:
        if table.seats[self.seat].dead:
            self.waits = ()

    def _settle(self, table: Table) -> None:
        dead = table.seats[self.seat].dead
        self.waits = () if dead else shape.waits(self.hand.keys, len(self.hand.melds))

    def _pass(
        self,
        tile: Tile,
        seat: int,
        turn: int,
        passed: Literal["discard", "kan", "draw"],
        table: Table,
        *,
        at_once: bool = False,
    ) -> None:
        """Note a winning tile: it counts as passed once the next event shows that it was not taken."""
        from engine.furiten import Passed, passed_cause  # here: a hand begins without tenpai

        cause = passed_cause(tile, seat, turn, Passed(passed), bool(table.seats[self.seat].riichi))
        if at_once:
            self.passed = (*self.passed, cause)
        else:
            self.passing = cause

    def state(self) -> tuple[object, ...]:
        """Everything that this object holds, for comparison."""
        own = (self.seat, self.hand, self.drawn, self.waits, self.passed, self.forbidden, self.spoilt)
        return (*own, self.passing)


class SeatView:
    """The game through the eyes of one seat.

    Made from the live state by ``Round.view``, or folded from masked events (``from_events``, then
    ``apply``); both give the same. ``table`` is public; ``own`` is the seat's private part.
    """

    __slots__ = ("own", "seat", "table")

    def __init__(self, seat: int, table: Table, own: OwnHand) -> None:
        self.seat = seat
        self.table = table
        self.own = own

    @classmethod
    def from_events(cls, rules: Ruleset, seat: int, events: Iterable[ev.Event]) -> SeatView:
        """Fold the events of one hand, ``start_kyoku`` first, masked or not."""
        stream = iter(events)
        start = next(stream)
        if not isinstance(start, ev.StartKyoku):
            raise ValueError("a hand begins with start_kyoku")
        view = cls(seat, Table(rules, start), OwnHand(seat, map(TILE_OF.__getitem__, start.tehais[seat])))
        for event in stream:
            view.apply(event)
        return view

    def apply(self, event: ev.Event) -> None:
        """Take in the next event; only for views that were made by ``from_events``."""
        self.table.apply(event)
        self.own.apply(event, self.table)

    @property
    def rules(self) -> Ruleset:
        return self.table.rules

    @property
    def hand(self) -> Hand:
        """The own hand; on the own turn with the drawn tile."""
        return self.own.hand

    @property
    def drawn(self) -> Tile | None:
        """The tile drawn this turn, if it is the own turn and there is one."""
        return self.own.drawn

    @property
    def me(self) -> Seat:
        """The own public side: pond, melds, score, riichi."""
        return self.table.seats[self.seat]

    @property
    def seat_wind(self) -> Kind:
        return self.table.seat_wind(self.seat)

    @property
    def waits(self) -> tuple[Kind, ...]:
        """Waits of the hand between turns (on the own turn those before the draw)."""
        return self.own.waits

    @property
    def my_turn(self) -> bool:
        """Whether this seat holds 14 tiles and must act."""
        return self.table.turn == self.seat and self.table.phase is Phase.TURN

    @property
    def live_after_draw(self) -> int:
        """Tiles in the wall after the next draw of this seat if nobody calls; below 0 if it has none left."""
        table = self.table
        if table.turn == self.seat and table.phase in (Phase.ROB, Phase.KAN):
            return table.live - 1  # the replacement tile
        before = (self.seat - table.turn - (table.phase is not Phase.DRAW)) % PLAYERS
        return table.live - before - 1 - (table.phase in (Phase.ROB, Phase.KAN))

    @property
    def own_draws(self) -> int:
        """Draws that this seat still has if nobody calls; the tile drawn this turn is not one of them."""
        return max(0, self.live_after_draw // PLAYERS + 1)

    @property
    def others_discards(self) -> int:
        """Discards of other players that are still to come if nobody calls; a tile on offer is not one."""
        discarding = self.table.phase is Phase.TURN and self.table.turn != self.seat
        return self.table.live - self.own_draws + discarding

    @property
    def furiten(self) -> tuple[Cause, ...]:
        """Every cause that blocks a ron now; empty when there is none or the hand is not tenpai."""
        return self.furiten_with(self.own.waits) if self.own.waits else ()

    def furiten_with(
        self, waits: Sequence[Kind], *, extra: Sequence[Tile] = (), riichi: bool = False
    ) -> tuple[Cause, ...]:
        """Causes of furiten that the hand has, or would have with these waits.

        ``extra`` are discards that lead to these waits. With such discards temporary furiten is left out,
        because an own discard ends it. ``riichi`` means that the last of them declares riichi.
        """
        from engine.furiten import discard_causes

        riichi = riichi or bool(self.me.riichi)
        pond: list[Discarded] = [*self.me.pond, *(_Extra(tile) for tile in extra)]
        causes = discard_causes(waits, pond, self.seat, riichi)
        if extra and not self.me.riichi_paid:
            return causes
        return (*causes, *self.own.passed)

    def visible(self) -> list[Tile]:
        """Every tile this seat can see: own hand, all melds, ponds and indicators.

        A discard that was called away is counted once, in its meld.
        """
        tiles = list(self.hand.tiles)
        tiles += self.table.indicators
        if self.table.robbed is not None:
            tiles.append(self.table.robbed)
        for seat in self.table.seats:
            tiles += [discard.tile for discard in seat.pond if discard.called_by is None]
            tiles += [tile for meld in seat.melds for tile in meld.tiles]
        return tiles

    def left(self) -> list[int]:
        """Copies of each kind that this seat cannot see."""
        left = [4 - count for count in self.hand.counts]
        # a loop without the list of ``visible``: every decision of a bot asks this
        for indicator in self.table.indicators:
            left[KIND_OF[indicator]] -= 1
        if self.table.robbed is not None:
            left[KIND_OF[self.table.robbed]] -= 1
        for seat in self.table.seats:
            for discard in seat.pond:
                if discard.called_by is None:
                    left[KIND_OF[discard.tile]] -= 1
            for meld in seat.melds:
                for tile in meld.tiles:
                    left[KIND_OF[tile]] -= 1
        return left


class _Extra(msgspec.Struct, frozen=True):
    """A discard that has not been made yet."""

    tile: Tile


def mask(event: ev.Event, seat: int) -> ev.Event:
    """The event as that seat may see it: other players' hands and draws become ``?``."""
    # isinstance takes three times as long with the classes of msgspec
    if type(event) is ev.Tsumo:
        hidden = event.actor != seat and event.pai != UNKNOWN
        return ev.Tsumo(event.actor, UNKNOWN) if hidden else event
    if type(event) is ev.StartKyoku:
        hands = [
            tiles if owner == seat else [UNKNOWN] * len(tiles) for owner, tiles in enumerate(event.tehais)
        ]
        return msgspec.structs.replace(event, tehais=hands)
    if type(event) is ev.StartGame:
        return msgspec.structs.replace(event, seed=None, time=None, branch=None)
    return event
