"""The moves of a hand as rows of a table: one row a go-around, a column for each seat from the dealer on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine import events as ev
from engine.tiles import DORA_OF, KIND_OF, NAMES, TILE_OF, UNKNOWN, format_tiles, sort_tiles
from engine.wall import PLAYERS
from tui.i18n.texts import t
from tui.words.seating import Seating


class GoAround(NamedTuple):
    """One time around the table: read from left to right.

    ``cells`` are the deeds of each column, in order; ``news`` are lines about the table that follow.
    """

    cells: tuple[tuple[str, ...], ...]
    news: tuple[str, ...]


def tile_name(name: str) -> str:
    """A tile of a record in notation; ``?`` for one that is hidden."""
    return UNKNOWN if name == UNKNOWN else NAMES[TILE_OF[name]]


def tiles_text(names: Sequence[str]) -> str:
    """Tiles of a record in notation, sorted; hidden ones as they are."""
    if UNKNOWN in names:
        return UNKNOWN * len(names)
    return format_tiles(sort_tiles(TILE_OF[name] for name in names))


def go_arounds(events: Sequence[ev.Event], names: Seating) -> tuple[GoAround, ...]:
    """The moves of one hand, ``start_kyoku`` first."""
    start = events[0]
    assert isinstance(start, ev.StartKyoku)
    table = _Rows(start.oya, names)
    for event in events[1:]:
        table.take(event)
    return table.finished()


class _Rows:
    """Puts one event after another into its cell."""

    def __init__(self, dealer: int, names: Seating) -> None:
        self._dealer = dealer
        self._names = names
        self._rows: list[GoAround] = []
        self._cells: list[list[str]] = [[] for _ in range(PLAYERS)]
        self._news: list[str] = []
        self._column = -1
        self._came = ""
        """How the seat on turn came to its tile."""
        self._riichi = False

    def take(self, event: ev.Event) -> None:
        """Write one event down."""
        match event:
            case ev.Tsumo(actor=seat, pai=name):
                self._turn(seat)
                self._came = tile_name(name)
            case ev.Chi(actor=seat, pai=name, consumed=own):
                self._turn(seat)
                self._came = t("exported.chi", tiles=format_tiles(TILE_OF[each] for each in (name, *own)))
            case ev.Pon(actor=seat, pai=name, consumed=own):
                self._turn(seat)
                self._came = t("exported.pon", tiles=tiles_text((name, *own)))
            case ev.Daiminkan(actor=seat, pai=name, consumed=own):
                self._turn(seat)
                self._put(seat, t("exported.kan", tiles=tiles_text((name, *own))))
            case ev.Ankan(actor=seat, consumed=own):
                self._put(seat, self._after_draw(t("exported.closed-kan", tiles=tiles_text(own))))
            case ev.Kakan(actor=seat, pai=name, consumed=own):
                self._put(seat, self._after_draw(t("exported.added-kan", tiles=tiles_text((*own, name)))))
            case ev.Reach():
                self._riichi = True
            case ev.Dahai(actor=seat):
                self._put(seat, self._discard(event))
            case ev.Hora(actor=seat, target=target):
                self._win(seat, tsumo=seat == target)
            case ev.Dora(dora_marker=name):
                dora = NAMES[DORA_OF[KIND_OF[TILE_OF[name]]]]
                self._news.append(t("exported.new-dora", dora=dora))
            case ev.Foul():
                self._news.append(self._foul(event))

    def finished(self) -> tuple[GoAround, ...]:
        """All rows; a tile drawn last and not discarded is shown, too."""
        if self._came not in ("", UNKNOWN):
            self._put((self._dealer + self._column) % PLAYERS, self._came)
        self._close()
        return tuple(self._rows)

    def _discard(self, event: ev.Dahai) -> str:
        tile = tile_name(event.pai)
        text = t("exported.as-drawn", tile=tile) if event.tsumogiri else self._after_draw(tile)
        if self._riichi:
            text = t("exported.riichi", discard=text)
        self._riichi = False
        return text

    def _after_draw(self, deed: str) -> str:
        """A deed with how the seat came to its tile, where that is known."""
        if self._came in ("", UNKNOWN):
            return deed
        return t("exported.drew-then", came=self._came, deed=deed)

    def _foul(self, event: ev.Foul) -> str:
        offence = t(f"reviewed.foul-of.{event.offence}")
        penalty = t(f"reviewed.penalty.{event.penalty}")
        return t("exported.foul", name=self._names[event.actor], offence=offence, penalty=penalty)

    def _win(self, seat: int, *, tsumo: bool) -> None:
        if not tsumo:
            self._turn(seat)
        self._put(seat, self._after_draw(t("exported.tsumo")) if tsumo else t("exported.ron"))

    def _turn(self, seat: int) -> None:
        """The turn of a seat begins; a new row, when it does not sit after the one before."""
        column = (seat - self._dealer) % PLAYERS
        if column < self._column:
            self._close()
        self._column = column
        self._came = ""

    def _put(self, seat: int, text: str) -> None:
        self._cells[(seat - self._dealer) % PLAYERS].append(text)
        self._came = ""

    def _close(self) -> None:
        if any(self._cells) or self._news:
            self._rows.append(GoAround(tuple(map(tuple, self._cells)), tuple(self._news)))
        self._cells = [[] for _ in range(PLAYERS)]
        self._news = []
        self._column = -1
