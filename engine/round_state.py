"""The state of one hand: the table, four hands and the wall, which change by events alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine import events as ev
from engine.options import Options
from engine.rules import Ruleset
from engine.table import Table
from engine.tiles import MJAI, Kind
from engine.view import OwnHand, SeatView
from engine.wall import PLAYERS, Wall

if TYPE_CHECKING:
    from engine.outcome import Outcome


class RoundState:
    """A hand as it was dealt, with the events since, and whose decision it is."""

    def __init__(
        self,
        rules: Ruleset,
        wall: Wall,
        *,
        round_wind: Kind,
        kyoku: int,
        honba: int,
        riichi_sticks: int,
        dealer: int,
        scores: Sequence[int],
    ) -> None:
        hands = [wall.dealt((seat - dealer) % PLAYERS) for seat in range(PLAYERS)]
        start = ev.StartKyoku(
            bakaze=MJAI[round_wind],
            dora_marker=MJAI[wall.indicator(0)],
            kyoku=kyoku,
            honba=honba,
            kyotaku=riichi_sticks,
            oya=dealer,
            scores=list(scores),
            tehais=[[MJAI[tile] for tile in hand] for hand in hands],
        )
        self.rules = rules
        self.wall = wall
        self.table = Table(rules, start)
        self.own = [OwnHand(seat, hand) for seat, hand in enumerate(hands)]
        self.views = [SeatView(seat, self.table, own) for seat, own in enumerate(self.own)]
        self.events: list[ev.Event] = [start]
        self.outcome: Outcome | None = None
        self._menus: dict[int, Options] = {}

    @property
    def acting(self) -> tuple[int, ...]:
        """The seats that must choose now; empty when the hand is over."""
        return tuple(self._menus)

    def view(self, seat: int) -> SeatView:
        """What that seat sees; it follows the hand as it goes on."""
        return self.views[seat]

    def options(self, seat: int) -> Options:
        """What that seat may do now; nothing when it is not its decision."""
        menu = self._menus.get(seat)
        return Options(self.views[seat], ()) if menu is None else menu

    def _emit(self, event: ev.Event) -> None:
        self.events.append(event)
        self.table.apply(event)
        for own in self.own:
            own.apply(event, self.table)
