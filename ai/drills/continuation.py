"""Continue a position with chosen events, as the seat would see them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from engine import events as ev
from engine.hand import MeldKind
from engine.rules import Ruleset
from engine.table import Phase
from engine.tiles import COPIES, KIND_OF, KINDS, MJAI, UNKNOWN, Kind, Tile, all_tiles
from engine.view import SeatView
from engine.wall import PLAYERS, Dice


def replaced(rules: Ruleset, kan: MeldKind, drawn: ev.Tsumo, indicator: Callable[[], str]) -> list[ev.Event]:
    """The draw of the replacement tile and, if kans reveal indicators, the new indicator.

    ``indicator`` returns a tile in mjai spelling, and is called only if an indicator is revealed. A late
    indicator is revealed with the discard that follows, so no other kan may come before that discard.
    """
    if not rules.kan_dora:
        return [drawn]
    timing = rules.closed_kan_dora if kan is MeldKind.CLOSED_KAN else rules.open_kan_dora
    turned = ev.Dora(indicator())
    return [turned, drawn] if timing == "before" else [drawn, turned]


class WallEmpty(ValueError):
    """The hand is over: no tile is left to draw."""


class Continuation:
    """A position of a seat and the events that follow it; tiles on offer pass.

    No player discards a tile of ``keep`` unless the caller asks for it.
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

    def append(self, *events: ev.Event) -> None:
        for event in events:
            self.view.apply(event)
            self.events.append(event)

    def holds(self, kind: Kind) -> bool:
        """Whether an unseen tile of that kind is left."""
        return any(KIND_OF[tile] == kind for tile in self._unseen)

    def has(self, tile: Tile) -> bool:
        """Whether exactly that tile, red or not, is still unseen."""
        return tile in self._unseen

    @property
    def next_seat(self) -> int:
        """The seat that draws next if no tile is claimed; after a kan its owner."""
        table = self.view.table
        kan = table.phase in (Phase.ROB, Phase.KAN)
        return table.turn if kan or table.phase is Phase.DRAW else (table.turn + 1) % PLAYERS

    def draw(self, kind: Kind | None = None) -> Tile:
        """The next player draws a tile of that kind, or by default one not of ``keep``.

        Returns the tile. The event hides it for other seats; it is then the tile they will discard.
        """
        tile = self._take(kind)
        self._show_draw(tile)
        return tile

    def draw_exactly(self, tile: Tile) -> None:
        """The next player draws this unseen tile; other seats do not see it."""
        self._unseen.remove(tile)
        self._show_draw(tile)

    def _show_draw(self, tile: Tile) -> None:
        self._append_draw(MJAI[tile] if self.next_seat == self.seat else UNKNOWN)

    def discard(self, tile: Tile) -> None:
        """The player on turn discards the drawn tile."""
        self.append(ev.Dahai(self.view.table.turn, MJAI[tile], tsumogiri=True))

    def turn(self, kind: Kind | None = None) -> None:
        """The next player draws and discards a tile of that kind, or by default one not of ``keep``."""
        self.discard(self.draw(kind))

    def up_to(self, seat: int) -> None:
        """Play turns until this seat draws next."""
        while self.next_seat != seat:
            self.turn()

    def kan(self) -> bool:
        """The next player, another seat, draws and declares a closed kan of four unseen tiles.

        Returns False and changes nothing if there are no such four.
        """
        kinds = [kind for kind in range(KINDS) if kind not in self._keep and self._all_unseen(kind)]
        if not kinds:
            return False
        kind = KIND_OF[next(tile for tile in self._unseen if KIND_OF[tile] in kinds)]
        tiles = sorted(self._take(kind) for _ in range(COPIES))
        self._append_draw(UNKNOWN)
        self.append(ev.Ankan(self.view.table.turn, [MJAI[tile] for tile in tiles]))
        return True

    def _all_unseen(self, kind: Kind) -> bool:
        return sum(KIND_OF[tile] == kind for tile in self._unseen) == COPIES

    def _append_draw(self, name: str) -> None:
        """The next player draws; before that a riichi is accepted, or a kan completed.

        Raises WallEmpty if no tile is left to draw.
        """
        table = self.view.table
        if table.live == 0:
            raise WallEmpty("there is no tile left to draw")
        drawn = ev.Tsumo(self.next_seat, name)
        if table.phase in (Phase.ROB, Phase.KAN):
            self.append(*self._replacement(drawn))
            return
        discarder = table.seats[table.turn]
        if table.phase is Phase.CLAIM and discarder.riichi and not discarder.riichi_paid:
            self.append(ev.ReachAccepted(table.turn))
        self.append(drawn)

    def _replacement(self, drawn: ev.Tsumo) -> Sequence[ev.Event]:
        """The replacement tile of the last kan, and its indicator."""
        kan = self.view.table.kans[-1][1]
        return replaced(self.rules, kan, drawn, self._indicator)

    def _indicator(self) -> str:
        """A new dora indicator, not of ``keep``, whose tiles are still to be drawn."""
        tile = next(tile for tile in reversed(self._unseen) if KIND_OF[tile] not in self._keep)
        self._unseen.remove(tile)
        return MJAI[tile]

    def _take(self, kind: Kind | None) -> Tile:
        """Take an unseen tile of that kind, or by default one not of ``keep``."""
        fits = (tile for tile in self._unseen if self._fits(tile, kind))
        tile = next(fits)
        self._unseen.remove(tile)
        return tile

    def _fits(self, tile: Tile, kind: Kind | None) -> bool:
        return KIND_OF[tile] == kind if kind is not None else KIND_OF[tile] not in self._keep
