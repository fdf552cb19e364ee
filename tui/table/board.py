"""A scene prepared for drawing, and its tiles side by side: rows of tiles, ponds and melds in any size."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache

import msgspec
from msgspec.structs import replace

from engine.furiten import Passed
from engine.hand import Meld, MeldKind
from engine.table import Phase, Seat
from engine.tiles import KIND_OF, Kind, Tile, dora_kinds
from tui.desk.scene import Scene, laid_tiles
from tui.drawing.rows import (
    FELT,
    DiscardAt,
    MeldAt,
    Meta,
    Role,
    Row,
    Rows,
    Span,
    beside,
    block_width,
    fit,
    with_meta,
)
from tui.drawing.tile_picture import draw_added, draw_tile
from tui.tiles import (
    PLAIN,
    SMALL_DORA_SIGN,
    SMALL_URA_SIGN,
    TSUMOGIRI_SIGN,
    Ink,
    Look,
    Size,
    TileState,
    TileStyle,
)


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

    def plain_state(self, tile: Tile) -> TileState:
        """The state of a tile that depends on its kind only."""
        kind = KIND_OF[tile]
        return TileState(lit=kind in self.scene.lit, dora=kind in self.dora, lit_first=self.scene.lit_first)

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


MELD_GAP = 2


class PlacedTile(msgspec.Struct, frozen=True):
    """One tile in a row of tiles."""

    tile: Tile | None
    """None for a tile face down."""
    state: TileState = PLAIN
    sideways: bool = False
    meta: Meta | None = None
    on_top: Tile | None = None
    """The tile added on top of it (added kan)."""

    @lru_cache(4096)  # noqa: B019 - it is frozen
    def picture(self, size: Size, look: Look) -> Rows:
        """The picture of this tile alone."""
        if self.on_top is not None and self.tile is not None:
            rows = draw_added(self.tile, self.on_top, size, look, self.state)
        else:
            rows = draw_tile(self.tile, size, look, self.state, sideways=self.sideways)
        return with_meta(rows, self.meta) if self.meta else rows


def tile_gap(size: Size, look: Look) -> int:
    """Cells of felt between two tiles of a row. Solid faces need it, boxes do not."""
    return 1 if size is Size.S or look.style is TileStyle.SOLID else 0


def tile_row(tiles: Sequence[PlacedTile], size: Size, look: Look, *, margin: bool = False) -> Rows:
    """Tiles side by side. ``margin`` adds a cell of felt at both ends, in the smallest size only."""
    if size is Size.S:
        return (_small_row(tiles, look, margin=margin),)
    return beside([laid.picture(size, look) for laid in tiles], tile_gap(size, look))


LYING_ROWS = {Size.S: 1, Size.M: 3, Size.L: 4}
"""Rows of the screen for a row of tiles on the table."""


def lying_row(tiles: Sequence[PlacedTile], size: Size, look: Look) -> Rows:
    """Tiles on the table side by side: without the row into which a tile under the cursor rises."""
    return tile_row(tiles, size, look)[-LYING_ROWS[size] :]


def _small_row(tiles: Sequence[PlacedTile], look: Look, *, margin: bool) -> Row:
    """A row of the smallest size: signs are in the felt between the tiles, as in ``(9m)`` or ``[4p!']``."""
    space = Span(" ", FELT)
    row: list[Span] = []
    before: PlacedTile | None = None
    for laid in tiles:
        signs = [*_signs_behind(before), *_sign_before(laid)]
        joined = look.style is TileStyle.LINE and before is not None and (before.sideways or laid.sideways)
        apart = margin if before is None else margin or not joined
        row += signs or ([space] if apart else [])
        row += laid.picture(Size.S, look)[0]
        before = laid
    row += _signs_behind(before) or ([space] if margin else [])
    return tuple(row)


_SIGN_ROLES = {
    SMALL_DORA_SIGN: Role(Ink.DORA),
    SMALL_URA_SIGN: Role(Ink.DORA),
    TSUMOGIRI_SIGN: Role(Ink.MUTED),
}


def _signs_behind(laid: PlacedTile | None) -> list[Span]:
    if laid is None or laid.tile is None:
        return []
    signs = (Span(sign, _SIGN_ROLES[sign]) for sign in laid.state.small_signs)
    return [*signs, *_bracket(laid, laid.state.brackets[1])]


def _sign_before(laid: PlacedTile) -> list[Span]:
    return [] if laid.tile is None else _bracket(laid, laid.state.brackets[0])


def _bracket(laid: PlacedTile, sign: str) -> list[Span]:
    role = Role(Ink.EDGE_GHOST if laid.state.called_away else Ink.EDGE_STRONG)
    return [Span(sign, role)] if sign else []


def flow(pictures: Sequence[Rows], width: int, gap: int = MELD_GAP) -> Rows:
    """Pictures side by side, wrapped into as many lines as needed."""
    lines: list[list[Rows]] = []
    used = 0
    for picture in pictures:
        size = block_width(picture)
        if not lines or used + gap + size > width:
            lines.append([picture])
            used = size
        else:
            lines[-1].append(picture)
            used += gap + size
    rows: list[tuple[Span, ...]] = []
    for line in lines:
        rows += [fit(row, width) for row in beside(line, gap)]
    return tuple(rows)


ROW = 6
"""Discards in a row of a pond, as on a table."""


def pond(board: Board, seat: int, size: Size, *, airy: bool = False) -> Rows:
    """A pond in rows of six. ``airy`` puts felt between the rows of the smallest size."""
    laid = laid_pond(board, seat)
    if size is not Size.S:
        lines = [lying_row(laid[start : start + ROW], size, board.look) for start in range(0, len(laid), ROW)]
        return tuple((Span(" "), *row) for line in lines for row in line)
    rows = small_rows(laid, board.look)
    return rows if not airy else tuple(row for line in rows for row in ((), line))[1:]


PITCH = 4
"""Cells from one discard of the smallest size to the next: the tile, and a cell on either side."""


def small_rows(laid: Sequence[PlacedTile], look: Look, length: int = ROW) -> Rows:
    """Rows of discards of the smallest size, in columns. Each has one sign at most."""
    return tuple(
        tuple(span for each in laid[start : start + length] for span in _small_discard(each, look))
        for start in range(0, len(laid), length)
    )


def _small_discard(laid: PlacedTile, look: Look) -> Row:
    """One discard in four cells, with the most important of its signs.

    Grounds tell solid tiles that were called away, drawn and discarded, or just discarded: these need no
    sign. Another sign of a dora has the ink of dora.
    """
    state, face = laid.state, laid.picture(Size.S, look)[0]
    grounds = look.style is TileStyle.SOLID
    ink = Ink.DORA if state.dora else Ink.EDGE_GHOST if state.called_away else Ink.EDGE_STRONG
    if not grounds and (state.called_away or state.last):
        left, right = state.brackets
        return (Span(left, Role(ink)), *(face[1:-1] if laid.sideways else face), Span(right, Role(ink)))
    if laid.sideways:
        left_end, *inner, right_end = face
        return (_in_ink(left_end, ink), *inner, _in_ink(right_end, ink)) if state.dora else face
    sign = SMALL_DORA_SIGN if state.dora else TSUMOGIRI_SIGN if state.tsumogiri and not grounds else " "
    return (Span(" ", FELT), *face, Span(sign, _SIGN_ROLES.get(sign, FELT)))


def _in_ink(span: Span, ink: Ink) -> Span:
    return replace(span, role=replace(span.role, ink=ink))


def wide_pond(board: Board, seat: int, width: int, height: int) -> Rows:
    """A pond of the smallest size that always fits: its rows become longer than six tiles if necessary."""
    laid = laid_pond(board, seat)
    rows: Rows = ()
    for length in range(ROW, width // PITCH + 1):
        rows = small_rows(laid, board.look, length)
        if len(rows) <= height:
            break
    return rows


def laid_pond(board: Board, seat: int) -> list[PlacedTile]:
    """The discards of a seat with their states, in order.

    At most one lies, as on a table: once another tile lies for a riichi tile that was called away, that one
    stands. Two in a row would be too wide for the large tiles.
    """
    discards = board.seat(seat).pond
    lies = max((place for place, discard in enumerate(discards) if discard.sideways), default=None)
    return [
        PlacedTile(discard.tile, board.pond_state(seat, place), place == lies, DiscardAt(seat, place))
        for place, discard in enumerate(discards)
    ]


def _plain(tile: Tile) -> TileState:
    return PLAIN


def laid_meld(
    meld: Meld,
    owner: int,
    state_of: Callable[[Tile], TileState] = _plain,
    *,
    fresh: bool = False,
    cause: bool = False,
) -> list[PlacedTile]:
    """The tiles of a meld from left to right.

    ``fresh`` highlights the tile that made the meld as the newest one. ``cause`` marks it as a cause of the
    player's furiten.
    """
    placed = []
    for laid in laid_tiles(meld, owner):
        state = state_of(laid.tile)
        if laid.sideways or meld.kind is MeldKind.CLOSED_KAN:
            state = replace(state, last=fresh, cause=cause)
        face = None if laid.face_down else laid.tile
        placed.append(PlacedTile(face, state, laid.sideways, on_top=laid.on_top))
    return placed


def meld_picture(board: Board, seat: int, place: int, size: Size) -> Rows:
    """One meld of a seat."""
    meld = board.seat(seat).melds[place]
    fresh, cause = board.is_fresh(seat, place, meld.kind), board.is_cause(seat, meld)
    laid = laid_meld(meld, seat, board.plain_state, fresh=fresh, cause=cause)
    return with_meta(tile_row(laid, size, board.look), MeldAt(seat, place))
