"""A scene prepared for drawing: the state of each tile, computed once."""

from __future__ import annotations

from functools import cached_property

import msgspec

from engine.furiten import Passed
from engine.melds import Meld, MeldKind
from engine.table import Phase, Seat
from engine.tiles import KIND_OF, Kind, Tile, dora_kinds
from tui.desk.scene import Scene
from tui.tiles.look import Look, TileState


class Board(msgspec.Struct, frozen=True, dict=True):
    """One scene in one look, with the states of its tiles."""

    scene: Scene
    look: Look

    @property
    def hand(self) -> tuple[Tile, ...]:
        """The own concealed tiles in the order shown."""
        return self.scene.laid.tiles

    @cached_property
    def dora(self) -> frozenset[Kind]:
        """The kinds that are dora now."""
        return dora_kinds(self.scene.view.table.indicators)

    @cached_property
    def last_discard(self) -> tuple[int, int] | None:
        """The seat and place of the newest discard while it is in the pond, or None."""
        discards = self.scene.view.table.discards
        if not discards:
            return None
        seat = discards[-1][0]
        pond = self.scene.view.table.seats[seat].pond
        return None if pond[-1].called_by is not None else (seat, len(pond) - 1)

    @cached_property
    def fresh_meld(self) -> int | None:
        """The seat that has just made a meld, or None."""
        table = self.scene.view.table
        if table.phase in (Phase.ROB, Phase.KAN):
            return table.turn
        if table.discards:
            return table.seats[table.discards[-1][0]].pond[-1].called_by
        return None

    @cached_property
    def _causes(self) -> frozenset[tuple[int, int]]:
        return frozenset((cause.seat, cause.turn - 1) for cause in self.scene.causes if cause.turn)

    def seat(self, number: int) -> Seat:
        """The public side of a seat."""
        return self.scene.view.table.seats[number]

    def plain_state(self, tile: Tile, *, last: bool = False) -> TileState:
        """The state of a tile that depends on its kind only."""
        kind = KIND_OF[tile]
        lit_first = self.scene.lit_first
        return TileState(lit=kind in self.scene.lit, dora=kind in self.dora, last=last, lit_first=lit_first)

    def pond_state(self, seat: int, place: int) -> TileState:
        """The state of one discard."""
        discard = self.seat(seat).pond[place]
        kind = KIND_OF[discard.tile]
        last = self.last_discard == (seat, place)
        return TileState(
            tsumogiri=discard.tsumogiri,
            called_away=discard.called_by is not None,
            lit=kind in self.scene.lit,
            last=last,
            just_discarded=last and self.scene.just_discarded,
            lit_first=self.scene.lit_first,
            dora=kind in self.dora,
            cause=(seat, place) in self._causes,
        )

    def hand_state(self, place: int) -> TileState:
        """The state of one tile of the own hand."""
        kind = KIND_OF[self.hand[place]]
        return TileState(
            lit=kind in self.scene.lit,
            disabled=place in self.scene.disabled,
            cursor=place == self.scene.cursor,
            dora=kind in self.dora,
            mark=self.scene.mark(place),
        )

    def is_cause(self, seat: int, meld: Meld) -> bool:
        """Whether a winning tile was passed on with that kan of a seat, which is a cause of furiten."""
        return meld.kind in (MeldKind.ADDED_KAN, MeldKind.CLOSED_KAN) and any(
            cause.passed is Passed.KAN and (cause.seat, KIND_OF[cause.tile]) == (seat, meld.first)
            for cause in self.scene.causes
        )

    def is_fresh(self, seat: int, place: int, kind: MeldKind) -> bool:
        """Whether that meld of a seat has just been made."""
        if self.fresh_meld != seat:
            return False
        if kind is MeldKind.ADDED_KAN:
            offered = self.scene.view.table.offer
            meld = self.seat(seat).melds[place]
            return offered is not None and KIND_OF[offered] == meld.first
        return place == len(self.seat(seat).melds) - 1
