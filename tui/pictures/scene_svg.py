"""Rows, and scenes of the table, as SVG without a running app."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from textual.geometry import Region

from tui.desk.scene import Scene
from tui.drawing.palette import Palette, strip_of
from tui.drawing.rows import FELT, Rows, Span, block_width, fit_rows, merged
from tui.pictures.svg_export import Piece, svg_of
from tui.table.table_layout import Zone, plan
from tui.table.table_picture import draw
from tui.tiles.look import Look

TITLE = "furiten"


def scene_svg(
    scene: Scene,
    size: tuple[int, int],
    look: Look,
    palette: Palette,
    *,
    bare: bool = False,
    title: str = TITLE,
) -> str:
    """The table with that scene as SVG, on a screen of that many columns and rows.

    ``bare`` leaves out the lines around the position: prompt, reason and keys. If the table does not fit the
    size, the picture says which size it needs.
    """
    return rows_svg(scene_rows(scene, size, look, bare=bare), palette, title=title)


def rows_svg(rows: Rows, palette: Palette, *, title: str = TITLE) -> str:
    """Rows as SVG, as wide as the widest of them. Raises ValueError if there are none."""
    width = block_width(rows)
    if not width:
        raise ValueError("no rows")
    return svg_of(title, (width, len(rows)), tuple(_pieces(fit_rows(rows, width, len(rows)), palette)))


def scene_rows(scene: Scene, size: tuple[int, int], look: Look, *, bare: bool = False) -> Rows:
    """The rows of a screen of that size with the table."""
    width, height = size
    layout = plan(width, height, bare=bare)
    return _joined(draw(scene, layout, look), layout.regions, width, height)


def _joined(pictures: Mapping[Zone, Rows], regions: Mapping[Zone, Region], width: int, height: int) -> Rows:
    """The rows of all zones put together, felt where there is no zone."""
    lines: list[list[Span]] = [[] for _ in range(height)]
    ends = [0] * height
    for zone in sorted(pictures, key=lambda zone: regions[zone].x):
        region = regions[zone]
        for y, row in enumerate(pictures[zone], region.y):
            lines[y] += [Span(" " * (region.x - ends[y]), FELT), *row]
            ends[y] = region.right
    return fit_rows([merged(line) for line in lines], width, height)


def _pieces(rows: Rows, palette: Palette) -> Iterator[Piece]:
    for number, row in enumerate(rows):
        column = 0
        for segment in strip_of(row, palette):
            assert segment.style is not None
            yield Piece(column, number, segment.text, segment.style)
            column += segment.cell_length
