"""Draw the table: the rows of every zone from a scene, a plan and a look."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from textual.geometry import Region

from tui.desk.scene import Scene
from tui.drawing.rows import Row, Rows, fit_rows
from tui.drawing.too_small import too_small
from tui.system.terminal import MIN_SIZE
from tui.table import text_lines as bars
from tui.table.columns import Space, left_column, middle_column, right_column
from tui.table.hand import arrange, hand, marks
from tui.table.prepared_scene import Board
from tui.table.side_panel import edge, panel
from tui.table.table_layout import LayoutForm, Plan, Zone
from tui.tiles.look import Look


def draw(scene: Scene, plan: Plan, look: Look) -> dict[Zone, Rows]:
    """The rows of every zone of the plan, each of exactly the size of its region."""
    form = plan.form
    if form is None:
        return {Zone.NOTICE: too_small(plan.width, plan.height, MIN_SIZE)}
    board = Board(scene, look)
    others = {zone: region for zone, region in plan.regions.items() if zone not in (Zone.HAND, Zone.MARKS)}
    pictures = {zone: _zone(zone, board, region, plan, form) for zone, region in others.items()}
    return pictures | _hand(board, plan.regions[Zone.HAND], form)


def _hand(board: Board, region: Region, form: LayoutForm) -> dict[Zone, Rows]:
    """The hand, and the marks below it."""
    width, height = region.size
    arranged = arrange(board, width, height, form.hand)
    return {
        Zone.HAND: hand(arranged, width, height),
        Zone.MARKS: (marks(board, width, arranged.size),),
    }


_LINES: Mapping[Zone, Callable[[Board, int], Row]] = {
    Zone.HEADER: bars.header,
    Zone.PLATE: bars.own_plate,
    Zone.FURITEN: bars.furiten,
    Zone.SAFEST: bars.safest,
    Zone.PROMPT: bars.prompt,
    Zone.SINCE: bars.since,
    Zone.KEYS: bars.keys,
}


def _zone(zone: Zone, board: Board, region: Region, plan: Plan, form: LayoutForm) -> Rows:
    width, height = region.size
    if zone in _LINES:
        return fit_rows([_LINES[zone](board, width)], width, height)
    if zone is Zone.REASON:
        return (bars.reason(board, width, news=Zone.SINCE not in plan.regions),)
    if zone is Zone.EDGE:
        return edge(board, height)
    if zone is Zone.PANEL:
        return panel(board, width, height)
    column = {Zone.LEFT: left_column, Zone.MIDDLE: middle_column, Zone.RIGHT: right_column}[zone]
    ponds = form.bare_ponds if plan.bare else form.ponds
    space = Space(width, height, ponds, form.melds, plan.airy)
    return column(board, space)
