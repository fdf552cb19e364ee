"""A line through the places of recent games: one row for each place, one column for each game."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from tui.drawing.bars import PLACE_INKS
from tui.drawing.click_meta import Meta
from tui.drawing.rows import Role, Rows, Span, merged
from tui.tiles.look import GlyphSet
from tui.tiles.roles import Ink

PLACES = 4


def places_line(places: Sequence[int], glyphs: GlyphSet, step: int = 2, metas: Sequence[Meta] = ()) -> Rows:
    """The places 1-4 as figures joined by a line, the first game at the left.

    A figure stands in the row of its place, so that the line needs no colour. Each game but the last has
    ``step`` cells, at least two. ``metas`` are what a click on each figure means.
    """
    grid = [[Span(" ")] * max((len(places) - 1) * step + 1, 0) for _ in range(PLACES)]
    for game, (place, after) in enumerate(itertools.pairwise(places)):
        _join(grid, game * step, place - 1, after - 1, step, glyphs)
    for game, place in enumerate(places):
        meta = metas[game] if metas else None
        grid[place - 1][game * step] = Span(str(place), Role(PLACE_INKS[place - 1]), meta)
    return tuple(map(merged, grid))


def _join(grid: list[list[Span]], column: int, row: int, after: int, step: int, glyphs: GlyphSet) -> None:
    """Draw the line from one figure to the next, with its bend in the middle."""
    box, line = glyphs.round_box, Role(Ink.EDGE)
    bend = column + step // 2
    for at in range(column + 1, column + step):
        grid[row if at <= bend else after][at] = Span(box.across, line)
    if row == after:
        return
    for between in range(min(row, after) + 1, max(row, after)):
        grid[between][bend] = Span(box.down, line)
    down = after > row
    grid[row][bend] = Span(box.top_right if down else box.bottom_right, line)
    grid[after][bend] = Span(box.bottom_left if down else box.top_left, line)
