"""How a position goes on: what the seat would hear next, when nothing happens but what is wanted."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ai.drills.kan_replacement import replaced
from engine import events as ev
from engine.dice import Dice
from engine.rules import Ruleset
from engine.table import Phase
from engine.tiles import COPIES, KIND_OF, KINDS, MJAI, UNKNOWN, Kind, Tile, all_tiles
from engine.view import SeatView
from engine.wall import PLAYERS


class Onward:
    """A position of a seat and the events that follow it; what is on offer passes.

    Nobody throws a tile of ``keep``, unless told to.
    """

    def __init__(
        self,
        rules: Ruleset,
        seat: int,
        events: Sequence[ev.Event],
        dice: Dice,
        keep: Collection[Kind] = (),
    ) -> None:
        self.rules, self.seat = rules, seat
        self.events = list(events)
        self.view = SeatView.from_events(rules, seat, events)
        self._keep = keep
        unseen = all_tiles(rules.red_fives)
        for tile in self.view.visible():
            unseen.remove(tile)
        self._unseen = dice.shuffled(unseen)

    def hear(self, *events: ev.Event) -> None:
        """These happen next."""
        for event in events:
            self.view.apply(event)
            self.events.append(event)

    def holds(self, kind: Kind) -> bool:
        """Whether a tile of that kind can still come."""
        return any(KIND_OF[tile] == kind for tile in self._unseen)

    @property
    def next_seat(self) -> int:
        """Who draws next, should nobody claim anything: after a kan its owner again."""
        table = self.view.table
        kan = table.phase in (Phase.ROB, Phase.KAN)
        return table.turn if kan or table.phase is Phase.DRAW else (table.turn + 1) % PLAYERS

    def draw(self, kind: Kind | None = None) -> Tile:
        """The next player draws: the seat a tile of that kind, or one of no kind that is kept.

        Returns the tile; what others draw stays theirs, and the tile returned is one they could throw.
        """
        tile = self._take(kind)
        self._hear_draw(MJAI[tile] if self.next_seat == self.seat else UNKNOWN)
        return tile

    def throw(self, tile: Tile) -> None:
        """Whose turn it is discards the tile just drawn."""
        self.hear(ev.Dahai(self.view.table.turn, MJAI[tile], tsumogiri=True))

    def turn(self, kind: Kind | None = None) -> None:
        """The next player draws and throws a tile of that kind, or one of no kind that is kept."""
        self.throw(self.draw(kind))

    def up_to(self, seat: int) -> None:
        """Everybody draws and throws until it is this seat that draws next."""
        while self.next_seat != seat:
            self.turn()

    def kan(self) -> bool:
        """The next player, one of the others, draws and declares a closed kan of four tiles not seen yet.

        False, with nothing changed, when there are no such four.
        """
        kinds = [kind for kind in range(KINDS) if kind not in self._keep and self._all_unseen(kind)]
        if not kinds:
            return False
        kind = KIND_OF[next(tile for tile in self._unseen if KIND_OF[tile] in kinds)]
        tiles = sorted(self._take(kind) for _ in range(COPIES))
        self._hear_draw(UNKNOWN)
        self.hear(ev.Ankan(self.view.table.turn, [MJAI[tile] for tile in tiles]))
        return True

    def _all_unseen(self, kind: Kind) -> bool:
        return sum(KIND_OF[tile] == kind for tile in self._unseen) == COPIES

    def _hear_draw(self, name: str) -> None:
        """The next player draws; a riichi tile has passed then, and a kan stands."""
        table = self.view.table
        drawn = ev.Tsumo(self.next_seat, name)
        if table.phase in (Phase.ROB, Phase.KAN):
            self.hear(*self._replacement(drawn))
            return
        discarder = table.seats[table.turn]
        if table.phase is Phase.CLAIM and discarder.riichi and not discarder.riichi_paid:
            self.hear(ev.ReachAccepted(table.turn))
        self.hear(drawn)

    def _replacement(self, drawn: ev.Tsumo) -> Sequence[ev.Event]:
        """The replacement tile of the last kan, and its indicator."""
        kan = self.view.table.kans[-1][1]
        return replaced(self.rules, kan, drawn, self._indicator)

    def _indicator(self) -> str:
        """A new dora indicator: what is kept has to come as a tile."""
        tile = next(tile for tile in reversed(self._unseen) if KIND_OF[tile] not in self._keep)
        self._unseen.remove(tile)
        return MJAI[tile]

    def _take(self, kind: Kind | None) -> Tile:
        """Take a tile of that kind, or of one that is not kept, out of those that the seat has not seen."""
        fits = (tile for tile in self._unseen if self._fits(tile, kind))
        tile = next(fits)
        self._unseen.remove(tile)
        return tile

    def _fits(self, tile: Tile, kind: Kind | None) -> bool:
        return KIND_OF[tile] == kind if kind is not None else KIND_OF[tile] not in self._keep
