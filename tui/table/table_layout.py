"""The zones of the table: their regions at a screen size, and their rows from a scene, a plan and a look.

The smaller of width and height selects one of six forms.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from tui.desk.scene import Scene
from tui.drawing.rows import FELT, Row, Rows, Scroll, Span, fit_rows, merged, too_small
from tui.i18n import join_sentences
from tui.system.terminal import MIN_SIZE
from tui.table import text_lines
from tui.table.board import Board
from tui.table.columns import LEFT, RIGHT, Space, middle_column, side_column
from tui.table.hand_picture import arrange, hand, marks
from tui.table.side_panel import edge, side_panel
from tui.tiles import Look, Size
from tui.words.names import first_fitting


class Zone(StrEnum):
    """The areas of the table. Each is drawn by itself."""

    HEADER = "header"
    LEFT = "left"
    MIDDLE = "middle"
    RIGHT = "right"
    PLATE = "plate"
    FURITEN = "furiten"
    SAFEST = "safest"
    """The safest tiles; in a replay instead what is noted at the position, if anything is."""
    HAND = "hand"
    MARKS = "marks"
    PROMPT = "prompt"
    REASON = "reason"
    SINCE = "since"
    """The deeds of the others since the own turn, where they have a row of their own."""
    KEYS = "keys"
    EDGE = "edge"
    """The line between table and panel, which never changes."""
    PANEL = "panel"
    NOTICE = "notice"
    """The only line of a screen that is too small."""


class LayoutForm(msgspec.Struct, frozen=True):
    """One of the layouts."""

    name: str
    width: int
    height: int
    bare_height: int
    """The least height if only the position is shown."""
    main: int
    """Least width of the table beside a panel."""
    most: int
    """Greatest width of the table: on a wider screen it stands in the middle."""
    middle: int
    header_rows: int
    hand_rows: int
    hand: tuple[Size, ...]
    ponds: tuple[Size, ...]
    melds: tuple[Size, ...]
    bare_ponds: tuple[Size, ...]
    """Sizes of ponds if only the position is shown, which has fewer rows."""


_FALLING = (Size.M, Size.S)
_ALL = (Size.L, *_FALLING)

_LARGE = (Size.XL, Size.L, Size.M)

FORMS = (
    LayoutForm("vast", 190, 58, 44, 134, 142, 44, 2, 8, (Size.XXL, *_LARGE), _ALL, _ALL, _FALLING),
    LayoutForm("huge", 146, 50, 38, 120, 128, 40, 2, 6, _LARGE, _ALL, _ALL, _FALLING),
    LayoutForm("big", 140, 45, 34, 109, 112, 32, 2, 6, _LARGE, _FALLING, _FALLING, _FALLING),
    LayoutForm("large", 120, 40, 31, 94, 104, 32, 1, 5, (Size.L, Size.M), _FALLING, _FALLING, _FALLING),
    LayoutForm("medium", 100, 30, 20, 94, 104, 32, 1, 3, (Size.M,), _FALLING, _FALLING, (Size.S,)),
    LayoutForm("small", 80, 24, 16, 80, 94, 32, 1, 3, (Size.M,), (Size.S,), (Size.S,), (Size.S,)),
)
PANEL = 26
"""Least width of the side panel, including its edge."""
EDGE = 1
WIDEST_PANEL = 64
LEAST_ROWS, MOST_ROWS = 12, 20
"""Rows of the panel of a narrow screen, above the hand: at most half of the rows that are spare."""
LEAST_FELT = 2
"""Cells by which a table is narrower than the greatest, with felt beside large ponds still."""
AIRY_ROWS = 19
"""Rows of the table from which ponds of the smallest tiles have felt between their rows."""

SINCE_ROWS = 34
"""Rows of a screen from which the news have a row of their own, because the ponds do not need it."""


class Region(NamedTuple):
    """A rectangle of the screen, in cells and rows; Textual has one too, and pictures do without Textual."""

    x: int
    y: int
    width: int
    height: int


class Plan(msgspec.Struct, frozen=True):
    """The region of every zone on a screen of one size."""

    width: int
    height: int
    form: LayoutForm | None
    """None when the screen is too small."""
    regions: dict[Zone, Region]

    @property
    def bare(self) -> bool:
        """Whether the position is shown without the lines around it."""
        return Zone.HAND in self.regions and Zone.KEYS not in self.regions

    @property
    def airy(self) -> bool:
        """Whether the smallest tiles have felt between their rows."""
        return Zone.LEFT in self.regions and self.regions[Zone.LEFT].height >= AIRY_ROWS


BARE = (Zone.PLATE, Zone.HAND, Zone.MARKS)
"""The zones below the table if only the position is shown."""


@lru_cache(64)
def plan(width: int, height: int, *, bare: bool = False, top: int = 0, panel: bool = True) -> Plan:
    """The layout of a screen of that size. ``bare`` leaves out the lines around the position.

    ``top`` is the least height of the header, where a remark may cover it. Without ``panel`` the whole width
    is that of the table: a page of the screen stands beside it.
    """
    forms = (form for form in FORMS if height >= _least(form, bare))
    form = next((form for form in forms if width >= (form.width if panel else form.main)), None)
    if form is None:
        return Plan(width, height, None, {Zone.NOTICE: Region(0, 0, width, height)})
    panel_width = 0
    if panel and width >= form.main + PANEL and not bare:
        panel_width = max(PANEL, min(width - _roomy(form), WIDEST_PANEL))
    main = min(width - panel_width, form.most)
    x = (width - panel_width - main) // 2
    side = (main - form.middle) // 2
    middle = main - 2 * side
    lower = {
        Zone.PLATE: 1,
        Zone.FURITEN: 1,
        Zone.SAFEST: 1,
        Zone.HAND: form.hand_rows,
        Zone.MARKS: 1,
        Zone.PROMPT: 1,
        Zone.REASON: 1,
        Zone.SINCE: 1 if height >= SINCE_ROWS else 0,
        Zone.KEYS: 1,
    }
    lower = {zone: rows for zone, rows in lower.items() if rows and (zone in BARE or not bare)}
    spare = (height - form.height) // 2
    if panel and not panel_width and not bare and spare >= LEAST_ROWS:
        lower = {Zone.PANEL: min(spare, MOST_ROWS), **lower}
    top = max(form.header_rows, top)
    table = height - top - sum(lower.values())
    regions = {
        Zone.HEADER: Region(x, 0, main, top),
        Zone.LEFT: Region(x, top, side, table),
        Zone.MIDDLE: Region(x + side, top, middle, table),
        Zone.RIGHT: Region(x + side + middle, top, side, table),
    }
    y = top + table
    for zone, rows in lower.items():
        regions[zone] = Region(x, y, main, rows)
        y += rows
    if panel_width:
        regions[Zone.EDGE] = Region(width - panel_width, 0, EDGE, height)
        regions[Zone.PANEL] = Region(width - panel_width + EDGE, 0, panel_width - EDGE, height)
    return Plan(width, height, form, regions)


def _roomy(form: LayoutForm) -> int:
    """Width of the table beyond which the panel takes all: with large ponds that with felt beside them."""
    return form.most - LEAST_FELT if Size.L in form.ponds else form.main


def _least(form: LayoutForm, bare: bool) -> int:
    return form.bare_height if bare else form.height


def draw(
    scene: Scene, plan: Plan, look: Look, scroll: Scroll | None = None, *, panel: bool = True
) -> dict[Zone, Rows]:
    """The rows of every zone of the plan, each of exactly the size of its region.

    ``scroll`` is that of the side panel. ``panel`` says whether it is drawn, too.
    """
    form = plan.form
    if form is None:
        return {Zone.NOTICE: too_small(plan.width, plan.height, MIN_SIZE)}
    if scene.explained and Zone.PANEL in plan.regions:
        scene = replace(scene, reason="")
    if scene.riichi is not None and Zone.PANEL not in plan.regions and not plan.bare:
        said = scene.riichi.said
        said = first_fitting((join_sentences((said, scene.reason)), scene.reason or said))
        scene = replace(scene, reason=said)
    board = Board(scene, look)
    apart = (Zone.HAND, Zone.MARKS, Zone.PANEL)
    others = {zone: region for zone, region in plan.regions.items() if zone not in apart}
    pictures = {zone: _zone_rows(zone, board, region, plan, form) for zone, region in others.items()}
    if panel:
        pictures |= draw_panel(scene, plan, look, scroll)
    return pictures | _hand_zones(board, plan.regions[Zone.HAND], form)


def draw_panel(scene: Scene, plan: Plan, look: Look, scroll: Scroll | None = None) -> dict[Zone, Rows]:
    """The rows of the side panel, if the plan has one."""
    region = plan.regions.get(Zone.PANEL)
    if region is None:
        return {}
    return {Zone.PANEL: side_panel(Board(scene, look), region.width, region.height, scroll or Scroll())}


def _hand_zones(board: Board, region: Region, form: LayoutForm) -> dict[Zone, Rows]:
    """The hand, and the marks below it."""
    width, height = region.width, region.height
    arranged = arrange(board, width, height, form.hand)
    return {
        Zone.HAND: hand(arranged, width, height),
        Zone.MARKS: (marks(board, width, arranged),),
    }


_LINES: Mapping[Zone, Callable[[Board, int], Row]] = {
    Zone.HEADER: text_lines.header,
    Zone.PLATE: text_lines.own_plate,
    Zone.FURITEN: text_lines.furiten,
    Zone.SAFEST: text_lines.noted,
    Zone.PROMPT: text_lines.prompt,
    Zone.SINCE: text_lines.since,
    Zone.KEYS: text_lines.keys,
}


def _zone_rows(zone: Zone, board: Board, region: Region, plan: Plan, form: LayoutForm) -> Rows:
    width, height = region.width, region.height
    if zone is Zone.HEADER and board.scene.task:
        return text_lines.task(board.scene.task, width, height)
    if zone in _LINES:
        return fit_rows([_LINES[zone](board, width)], width, height)
    if zone is Zone.REASON:
        return (text_lines.reason(board, width, news=Zone.SINCE not in plan.regions),)
    if zone is Zone.EDGE:
        return edge(board, height)
    ponds = form.bare_ponds if plan.bare else form.ponds
    space = Space(width, height, ponds, form.melds, plan.airy)
    if zone is Zone.MIDDLE:
        return middle_column(board, space)
    return side_column(board, space, LEFT if zone is Zone.LEFT else RIGHT)


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
            ends[y] = region.x + region.width
    return fit_rows([merged(line) for line in lines], width, height)
