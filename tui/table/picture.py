"""The whole picture: a scene, a plan and a look in, the rows of every zone out."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec.structs import replace
from textual.geometry import Region, Size

from tui.desk.scene import Scene
from tui.drawing.rows import Row, Rows, fit_rows
from tui.drawing.too_small import too_small
from tui.table import bars
from tui.table.board import Board
from tui.table.centre import SMALLEST
from tui.table.columns import Space, left_column, middle_column, right_column
from tui.table.hand import arrange, hand, marks
from tui.table.layout import NEEDED, Form, Plan, Zone
from tui.table.panel import edge, panel
from tui.tiles.look import Look

SIDE_START = 3
"""A side player's plate stands this part of the table's rows (one in three) from the top, or higher where
a full pond, a row of melds and felt around them need the rows below."""
FULL_SIDE = 15
LEAST_START = 4


def draw(scene: Scene, plan: Plan, look: Look) -> dict[Zone, Rows]:
    """Rows of every zone of the plan, each exactly as wide and high as its region."""
    form = plan.form
    if form is None:
        return {Zone.NOTICE: too_small(plan.width, plan.height, NEEDED)}
    # where only the position is shown, nothing is done about it
    board = Board(replace(scene, switches=()) if plan.bare else scene, look)
    others = {zone: region for zone, region in plan.regions.items() if zone not in (Zone.HAND, Zone.MARKS)}
    pictures = {zone: _zone(zone, board, region, plan, form) for zone, region in others.items()}
    return pictures | _hand(board, plan.regions[Zone.HAND].size, form)


def _hand(board: Board, size: Size, form: Form) -> dict[Zone, Rows]:
    """The hand, and the marks below its tiles."""
    arranged = arrange(board, size.width, size.height, form.hand)
    return {
        Zone.HAND: hand(arranged, size.width, size.height),
        Zone.MARKS: (marks(board, size.width, arranged.size),),
    }


_LINES: Mapping[Zone, Callable[[Board, int], Row]] = {
    Zone.HEADER: bars.header,
    Zone.PLATE: bars.own_plate,
    Zone.FURITEN: bars.furiten,
    Zone.PROMPT: bars.prompt,
    Zone.KEYS: bars.keys,
}


def _zone(zone: Zone, board: Board, region: Region, plan: Plan, form: Form) -> Rows:
    width, height = region.size
    if zone in _LINES:
        return fit_rows([_LINES[zone](board, width)], width, height)
    if zone is Zone.REASON:
        return (bars.reason(board, width, log=not plan.has_panel),)
    if zone is Zone.EDGE:
        return edge(board, height)
    if zone is Zone.PANEL:
        return panel(board, width, height)
    column = {Zone.LEFT: left_column, Zone.MIDDLE: middle_column, Zone.RIGHT: right_column}[zone]
    start = min(height // SIDE_START, max(height - FULL_SIDE, LEAST_START))
    ponds, room = (form.bare_ponds, SMALLEST) if plan.bare else (form.ponds, 0)
    space = Space(width, height, ponds, form.melds, start, plan.airy, room, zone is Zone.RIGHT)
    return column(board, space)
