"""The moves of a hand as a table: a row is one time around, a column is a seat, read from left to right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from engine import events as ev
from engine.hand import Meld, MeldKind
from engine.tiles import KIND_OF, NAMES, TILE_OF, UNKNOWN, Kind, Tile, format_tiles, sort_tiles
from engine.wall import PLAYERS
from tui.i18n import t
from tui.words.names import Seating


class MoveKind(StrEnum):
    """What a seat did."""

    DRAW = "draw"
    """Its tile was not discarded: the hand ended, or the record."""
    DISCARD = "discard"
    CALL = "call"
    """Something was called, a kan included."""
    TSUMO = "tsumo"
    RON = "ron"


class RecordedMove(NamedTuple):
    """One thing that a seat did; no tile in it is hidden.

    ``meld`` is what was called: of a discard, the chi or pon before it, where ``drawn`` is the tile drawn.
    Both are None where nobody saw how the seat came to its tile.
    """

    kind: MoveKind
    tile: Tile | None = None
    """The tile discarded; of a draw, that one."""
    drawn: Tile | None = None
    meld: Meld | None = None
    as_drawn: bool = False
    riichi: bool = False


class GoAround(NamedTuple):
    """One time around the table: read from left to right.

    ``cells`` are the moves of each column, in order. ``indicators`` are the new ones, ``fouls`` lines about
    those that the rules penalised, and ``notes`` the comments and bookmarks.
    """

    cells: tuple[tuple[RecordedMove, ...], ...]
    indicators: tuple[Tile, ...]
    fouls: tuple[str, ...]
    notes: tuple[str, ...] = ()


def go_arounds(
    events: Sequence[ev.Event], names: Seating, notes: Mapping[int, str] | None = None
) -> tuple[GoAround, ...]:
    """The moves of one hand, ``start_kyoku`` first; ``notes`` are lines to follow an event of that number."""
    start = events[0]
    assert isinstance(start, ev.StartKyoku)
    table = _Rows(start.oya, names)
    for step, event in enumerate(events):
        table.take(event)
        if notes and step in notes:
            table.note(notes[step])
    return table.finished()


class _Rows:
    """Puts one event after another into its cell."""

    def __init__(self, dealer: int, names: Seating) -> None:
        self._dealer = dealer
        self._names = names
        self._rows: list[GoAround] = []
        self._cells: list[list[RecordedMove]] = [[] for _ in range(PLAYERS)]
        self._indicators: list[Tile] = []
        self._fouls: list[str] = []
        self._notes: list[str] = []
        self._column = -1
        self._drawn: Tile | None = None
        self._meld: Meld | None = None
        """How the seat on turn came to its tile."""
        self._pons: dict[Kind, Meld] = {}
        """The pons of the hand by their kind."""
        self._riichi = False

    def take(self, event: ev.Event) -> None:
        match event:
            case ev.Tsumo(actor=seat, pai=name):
                self._turn(seat)
                self._drawn = None if name == UNKNOWN else TILE_OF[name]
            case ev.Chi(actor=seat):
                self._turn(seat)
                self._meld = _called(MeldKind.CHI, event)
            case ev.Pon(actor=seat):
                self._turn(seat)
                self._meld = self._pons[KIND_OF[TILE_OF[event.pai]]] = _called(MeldKind.PON, event)
            case ev.Daiminkan(actor=seat):
                self._turn(seat)
                self._meld = _called(MeldKind.OPEN_KAN, event)
                self._put(seat, MoveKind.CALL)
            case ev.Ankan(actor=seat, consumed=own):
                self._meld = Meld(MeldKind.CLOSED_KAN, tuple(TILE_OF[name] for name in own))
                self._put(seat, MoveKind.CALL)
            case ev.Kakan(actor=seat, pai=name):
                pon = self._pons[KIND_OF[TILE_OF[name]]]
                self._meld = Meld(MeldKind.ADDED_KAN, (*pon.tiles, TILE_OF[name]), pon.source)
                self._put(seat, MoveKind.CALL)
            case ev.Reach():
                self._riichi = True
            case ev.Dahai(actor=seat, pai=name, tsumogiri=as_drawn):
                self._put(seat, MoveKind.DISCARD, TILE_OF[name], as_drawn=as_drawn)
                self._riichi = False
            case ev.Hora(actor=seat, target=target) if seat == target:
                self._put(seat, MoveKind.TSUMO)
            case ev.Hora(actor=seat):
                self._turn(seat)
                self._put(seat, MoveKind.RON)
            case ev.Dora(dora_marker=name):
                self._indicators.append(TILE_OF[name])
            case ev.Foul():
                self._fouls.append(self._foul(event))

    def note(self, line: str) -> None:
        """A line to follow the present row."""
        self._notes.append(line)

    def finished(self) -> tuple[GoAround, ...]:
        """All rows; a tile drawn last and not discarded is shown, too."""
        if self._drawn is not None or self._meld is not None:
            self._put((self._dealer + self._column) % PLAYERS, MoveKind.DRAW, self._drawn)
        self._close()
        return tuple(self._rows)

    def _foul(self, event: ev.Foul) -> str:
        offence = t(f"reviewed.foul-of.{event.offence}")
        penalty = t(f"reviewed.penalty.{event.penalty}")
        return t("exported.foul", name=self._names[event.actor], offence=offence, penalty=penalty)

    def _turn(self, seat: int) -> None:
        """The turn of a seat begins; a new row, when it does not sit after the one before."""
        column = (seat - self._dealer) % PLAYERS
        if column < self._column:
            self._close()
        self._column = column
        self._drawn = self._meld = None

    def _put(self, seat: int, kind: MoveKind, tile: Tile | None = None, *, as_drawn: bool = False) -> None:
        deed = RecordedMove(
            kind, tile, self._drawn, self._meld, as_drawn, self._riichi and kind is MoveKind.DISCARD
        )
        self._cells[(seat - self._dealer) % PLAYERS].append(deed)
        self._drawn = self._meld = None

    def _close(self) -> None:
        if any((*self._cells, self._indicators, self._fouls, self._notes)):
            cells = tuple(map(tuple, self._cells))
            news = tuple(self._indicators), tuple(self._fouls), tuple(self._notes)
            self._rows.append(GoAround(cells, *news))
        self._cells = [[] for _ in range(PLAYERS)]
        self._indicators, self._fouls, self._notes = [], [], []
        self._column = -1


def _called(kind: MeldKind, event: ev.DiscardCall) -> Meld:
    return Meld(kind, tuple(TILE_OF[name] for name in (event.pai, *event.consumed)), event.target)


# -- the same in letters ---------------------------------------------------------------------------


def deed_text(deed: RecordedMove) -> str:
    """A deed in notation: ``3m>9p`` is drawn and discarded."""
    match deed.kind:
        case MoveKind.TSUMO:
            return _after_draw(deed, t("exported.tsumo"))
        case MoveKind.RON:
            return t("exported.ron")
        case MoveKind.DRAW:
            return _came(deed)
        case MoveKind.CALL:
            assert deed.meld is not None
            return _after_draw(deed._replace(meld=None), meld_text(deed.meld))
    assert deed.tile is not None
    tile = NAMES[deed.tile]
    text = t("exported.as-drawn", tile=tile) if deed.as_drawn else _after_draw(deed, tile)
    return t("exported.riichi", discard=text) if deed.riichi else text


def _came(deed: RecordedMove) -> str:
    """How the seat came to its tile; empty where nobody saw it."""
    if deed.meld is None:
        return "" if deed.drawn is None else NAMES[deed.drawn]
    tiles = deed.meld.tiles
    if deed.meld.kind is MeldKind.CHI:
        return t("exported.chi", tiles=format_tiles(tiles))
    return meld_text(deed.meld)


def _after_draw(deed: RecordedMove, text: str) -> str:
    came = _came(deed)
    return t("exported.drew-then", came=came, deed=text) if came else text


_MELDS = {
    MeldKind.CHI: "exported.chi",
    MeldKind.PON: "exported.pon",
    MeldKind.OPEN_KAN: "exported.kan",
    MeldKind.ADDED_KAN: "exported.added-kan",
    MeldKind.CLOSED_KAN: "exported.closed-kan",
}


def meld_text(meld: Meld) -> str:
    """A meld in notation, sorted: ``pon 555z``."""
    return t(_MELDS[meld.kind], tiles=format_tiles(sort_tiles(meld.tiles)))


def tiles_text(names: Sequence[str]) -> str:
    """Tiles of a record in notation, sorted; hidden ones as they are."""
    if UNKNOWN in names:
        return UNKNOWN * len(names)
    return format_tiles(sort_tiles(TILE_OF[name] for name in names))
