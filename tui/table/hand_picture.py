"""A hand as a picture of its own, for the result of a hand, for drills and for demos."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import ClassVar

from textual.geometry import Size as ScreenSize
from textual.strip import Strip
from textual.widget import Widget

from engine.melds import Meld
from engine.tiles import KIND_OF, Kind, Tile, sort_tiles
from tui.table.groups import Laid, flow, tile_gap, tile_row
from tui.table.meld import laid_meld
from tui.table.strips import strip_of
from tui.tiles import (
    FELT,
    Look,
    Palette,
    Role,
    Rows,
    Size,
    Span,
    TileState,
    default_look,
    load_palette,
)
from tui.tiles.rows import beside, block_width, fit, fit_rows

APART = 2
BEFORE_MELDS = 3


def hand_picture(
    tiles: Sequence[Tile],
    melds: Sequence[Meld] = (),
    winning_tile: Tile | None = None,
    *,
    owner: int = 0,
    dora: Collection[Kind] = (),
    size: Size = Size.M,
    look: Look | None = None,
    width: int | None = None,
) -> Rows:
    """Concealed tiles sorted, the winning tile apart, melds behind them.

    ``tiles`` do not contain ``winning_tile``; ``owner`` is the seat the melds belong to, which tells the
    places of their called tiles. With ``width`` the melds go to a second line, or the picture to the
    smallest size, rather than beyond it.
    """
    look = look or default_look()
    for smaller in dict.fromkeys((size, Size.M, Size.S)):
        rows = _picture(sort_tiles(tiles), melds, winning_tile, owner, frozenset(dora), smaller, look, width)
        if width is None or block_width(rows) <= width:
            break
    return tuple(fit(row, block_width(rows)) for row in rows)


def _picture(
    tiles: Sequence[Tile],
    melds: Sequence[Meld],
    winning_tile: Tile | None,
    owner: int,
    dora: frozenset[Kind],
    size: Size,
    look: Look,
    width: int | None,
) -> Rows:
    def state(tile: Tile) -> TileState:
        return TileState(dora=KIND_OF[tile] in dora)

    blocks = [tile_row([Laid(tile, state(tile)) for tile in tiles], size, look)]
    if winning_tile is not None:
        won = Laid(winning_tile, state(winning_tile)._replace(last=True))
        margin = size is Size.S
        blocks.append(tile_row([won], size, look, margin=margin))
    hand = beside(blocks, APART + tile_gap(size, look))
    meld_size = Size.S if size is Size.S else Size.M
    pictures = [tile_row(laid_meld(meld, owner, state), meld_size, look) for meld in melds]
    if not pictures:
        return hand
    one_line = beside([hand, beside(pictures, 2)], BEFORE_MELDS)
    if width is None or block_width(one_line) <= width:
        return one_line
    return (*hand, *flow(pictures, width))


class HandPicture(Widget):
    """Shows one hand; as wide and high as its picture, smaller where there is less room."""

    ALLOW_SELECT: ClassVar[bool] = False
    DEFAULT_CSS = """
    HandPicture { width: 1fr; height: auto; }
    """

    def __init__(
        self,
        tiles: Sequence[Tile],
        melds: Sequence[Meld] = (),
        winning_tile: Tile | None = None,
        *,
        owner: int = 0,
        dora: Collection[Kind] = (),
        size: Size = Size.M,
        look: Look | None = None,
        palette: Palette | None = None,
        ground: str = "felt",
        id: str | None = None,
        classes: str | None = None,
    ) -> None:
        super().__init__(id=id, classes=classes)
        self._hand = (tuple(tiles), tuple(melds), winning_tile)
        self._owner = owner
        self._dora = frozenset(dora)
        self._tile_size = size
        self._look = look or default_look()
        self._palette = palette or load_palette("felt")
        self._blank = Role("text", ground)

    def rows(self, width: int) -> Rows:
        """The picture in at most that many cells, on the widget's own ground."""
        tiles, melds, winning_tile = self._hand
        picture = hand_picture(
            tiles,
            melds,
            winning_tile,
            owner=self._owner,
            dora=self._dora,
            size=self._tile_size,
            look=self._look,
            width=width,
        )
        return tuple(tuple(_on_ground(span, self._blank.ground) for span in row) for row in picture)

    def get_content_width(self, container: ScreenSize, viewport: ScreenSize) -> int:
        """As wide as the picture."""
        return block_width(self.rows(container.width))

    def get_content_height(self, container: ScreenSize, viewport: ScreenSize, width: int) -> int:
        """As high as the picture at that width."""
        return len(self.rows(width))

    def render_line(self, y: int) -> Strip:
        """One line of the picture."""
        width, height = self.size
        return strip_of(fit_rows(self.rows(width), width, height, self._blank)[y], self._palette)


def _on_ground(span: Span, ground: str) -> Span:
    if span.role.ground != FELT.ground:
        return span
    return span._replace(role=span.role._replace(ground=ground))
