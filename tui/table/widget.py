"""The table widget: a dozen line API widgets, each of which redraws only the parts that changed.

A click on it is posted as a message.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from itertools import chain, takewhile

from textual import events
from textual.app import ComposeResult
from textual.geometry import NULL_OFFSET, Region, Size, Spacing
from textual.layout import ArrangeResult, Layout, WidgetPlacement
from textual.widget import Widget

from tui.desk.scene import Scene
from tui.drawing.palette import Palette, load_palette
from tui.drawing.rows import STEP, PageTurn, Row, Rows, Scroll, cells, divided, width_of
from tui.drawing.widgets import ClickArea, Clicked, KeptLines
from tui.table.hand_picture import sorted_end
from tui.table.table_layout import Plan, Zone, draw, draw_panel, plan
from tui.tiles import Ground, Look, default_look


class TableClicked(Clicked):
    """A tile, a mark, or a key of the prompt or the footer was clicked."""


NULL_MARGIN, NULL_SIZE = Spacing(), Size(0, 0)

AREAS: tuple[tuple[Zone, ...], ...] = (
    (Zone.HEADER, Zone.NOTICE),
    (Zone.LEFT,),
    (Zone.MIDDLE,),
    (Zone.RIGHT,),
    (Zone.PLATE, Zone.FURITEN, Zone.SAFEST),
    (Zone.HAND,),
    (Zone.MARKS, Zone.PROMPT, Zone.REASON, Zone.SINCE, Zone.KEYS),
    (Zone.EDGE,),
    (Zone.PANEL,),
)
"""The zones of each widget, from top to bottom. They lie below each other with the same edges, so no more
is sent of a line than if each had a widget, and seven widgets less make a start a hundredth shorter."""


class ZoneWidget(ClickArea):
    """One zone of the table, or several below each other. It shows rows and knows nothing of the game."""

    says = TableClicked

    def __init__(self, zones: tuple[Zone, ...], palette: Palette, *, behind: bool = False) -> None:
        super().__init__(palette, id=f"zone-{zones[0]}" + ("-behind" if behind else ""))
        self.zones = zones
        self.behind = behind
        """Whether this is the right one of the two widgets of a zone."""

    def within(self, plan: Plan) -> Region | None:
        """Its region in a plan; None if the plan has none of its zones."""
        regions = [Region(*plan.regions[zone]) for zone in self.zones if zone in plan.regions]
        return Region.from_union(regions) if regions else None

    def show(self, rows: Rows, palette: Palette) -> None:
        """Show these rows. Only the part of each line that differs is sent to the terminal."""
        if palette is not self._palette or len(rows) != len(self.rows):
            self._palette = palette
            self.show_rows(rows)
            return
        regions = []
        for number, (old, new) in enumerate(zip(self.rows, rows, strict=True)):
            if old != new:
                regions.append(_difference(old, new, number))
        self.rows = rows
        if regions:
            self.refresh(*regions)


def _difference(old: Row, new: Row, line: int) -> Region:
    """The part of a line where two rows differ."""
    start = 0
    for before, after in zip(old, new, strict=False):
        if before != after:
            break
        start += width_of([after])
    end = max(width_of(old), width_of(new))
    for before, after in zip(reversed(old), reversed(new), strict=False):
        if before != after:
            if before.role == after.role:
                # usually the blanks after a text that became longer or shorter
                pairs = zip(reversed(before.text), reversed(after.text), strict=False)
                end -= sum(cells(letter) for letter, _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
            break
        end -= width_of([after])
    return Region(start, line, max(end - start, 1), 1)


class TableLayout(Layout):
    """Places every zone by the plan. Zones that are not in the plan are hidden.

    The first drawing comes with the first layout: Textual would paint all zones empty.

    The hand has two widgets. Textual sends a changed line from the left edge of its widget, and usually only
    what is right of the sorted tiles has changed.
    """

    name = "table"

    def __init__(self, *, bare: bool, panel: bool) -> None:
        super().__init__()
        self._bare, self._panel = bare, panel
        self.begun = False
        """Whether something has been drawn."""
        self.sorted_end = 0
        """The column of the hand at which the sorted tiles end."""
        self.top = 0
        """The least height of the header."""

    def plan(self, size: Size) -> Plan:
        """The regions of the zones at that size."""
        return plan(size.width, size.height, bare=self._bare, top=self.top, panel=self._panel)

    def arrange(
        self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True
    ) -> ArrangeResult:
        if not self.begun and isinstance(parent, GameTable):
            parent.draw_at(size)
        placements: list[WidgetPlacement] = []
        if not self.begun:
            return placements
        plan = self.plan(size)
        for child in children:
            assert isinstance(child, ZoneWidget)
            region = child.within(plan)
            if region is None:
                continue
            if Zone.HAND in child.zones:
                region = region.split_vertical(self.sorted_end)[child.behind]
            placements.append(WidgetPlacement(region, NULL_OFFSET, NULL_MARGIN, child))
        return placements


class GameTable(KeptLines):
    """The table. ``show`` draws a scene; clicks are posted as messages.

    With ``bare`` it shows only the position, for a screen with a page of its own below it. Without ``panel``
    it has no side panel, for a screen with a page of its own beside it.
    """

    DEFAULT_CSS = """
    GameTable { width: 1fr; height: 1fr; }
    """

    def __init__(
        self,
        scene: Scene | None = None,
        *,
        look: Look | None = None,
        palette: Palette | None = None,
        bare: bool = False,
        panel: bool = True,
    ) -> None:
        super().__init__()
        self._layout_of_zones = TableLayout(bare=bare, panel=panel)
        self._scene = scene
        self._scroll = Scroll()
        """The scroll position of the page in the side panel."""
        self.look = look or default_look()
        self.palette = palette or load_palette("felt")
        self._areas = [ZoneWidget(zones, self.palette) for zones in AREAS]
        self._behind = ZoneWidget((Zone.HAND,), self.palette, behind=True)
        self._painted = asyncio.Event()
        self._drawn_at = NULL_SIZE
        """The size that the first layout is about to give the table, which is drawn for it before."""

    @property
    def layout(self) -> Layout:
        return self._layout_of_zones

    @property
    def scene(self) -> Scene | None:
        return self._scene

    @property
    def plan(self) -> Plan:
        """The regions of the zones at the present size."""
        return self._layout_of_zones.plan(self._drawn_at or self.size)

    def compose(self) -> ComposeResult:
        yield from self._areas
        yield self._behind

    def shown_at(self, line: int) -> None:
        """All lines are the ground behind the zones."""

    def on_mount(self) -> None:
        self._paint_ground()

    def on_resize(self) -> None:
        drawn_at, self._drawn_at = self._drawn_at, NULL_SIZE
        if drawn_at != self.size:
            self._draw()

    def draw_at(self, size: Size) -> None:
        """Draw for a size that the table is about to get: so its zones are laid out and painted once."""
        self._drawn_at = size
        self._draw()

    def show(self, scene: Scene) -> None:
        """Show a scene. Parts that have not changed are not sent again."""
        if self._scene is None or self._scene.about is not scene.about:
            self._scroll.to(end=False)
        self._scene = scene
        self._draw()

    def turn_panel(self, pages: int) -> None:
        """Scroll the page in the side panel by so many pages."""
        self._scroll.page(pages)
        self._draw_panel(self._scene)

    async def painted(self) -> None:
        """Wait until a scene has been painted."""
        await self._painted.wait()

    @property
    def complete(self) -> bool:
        """Whether the side panel shows what belongs to the scene, which may come after the rest."""
        about = None if self._scene is None else self._scene.about
        return about is None or about.ready or about.dropped or Zone.PANEL not in self.plan.regions

    def make_room_above(self, rows: int) -> None:
        """Keep so many rows free of ponds and plates at the top, where a remark is shown."""
        if self._layout_of_zones.top != rows:
            self._layout_of_zones.top = rows
            self._behind.refresh(layout=True)
            self._draw()

    def apply_theme(self, look: Look, palette: Palette) -> None:
        """Draw the same scene in another look and palette."""
        self.look, self.palette = look, palette
        self._paint_ground()
        self._draw()

    def _paint_ground(self) -> None:
        colour = self.palette.colour(Ground.FELT)
        if colour:
            self.styles.background = colour
        else:
            self.styles.clear_rule("background")

    def _draw(self) -> None:
        if self._scene is None or not self.is_mounted or not (self._drawn_at or self.size):
            return
        about = self._scene.about
        late = about is not None and about.late
        if late and Zone.PANEL in self.plan.regions:
            # what a key changed is seen before. A page that does not take long is painted with it, since
            # Textual waits for its next picture, a sixtieth of a second, before it paints again
            self.call_after_refresh(self._draw_panel, self._scene)
        pictures = draw(self._scene, self.plan, self.look, self._scroll, panel=not late)
        hand = pictures.get(Zone.HAND, ())
        end = sorted_end(hand)
        self._lay_out(end)
        pictures[Zone.HAND] = tuple(divided(row, end)[0] for row in hand)
        self._behind.show(tuple(divided(row, end)[1] for row in hand), self.palette)
        self._show_areas(pictures)

    def _show_areas(self, pictures: Mapping[Zone, Rows]) -> None:
        """Show these zones: all those of an area, or none."""
        for area in self._areas:
            if shown := [pictures[zone] for zone in area.zones if zone in pictures]:
                area.show(tuple(chain.from_iterable(shown)), self.palette)

    def _draw_panel(self, scene: Scene | None) -> None:
        """Draw the side panel of this scene, unless the table shows another one by now."""
        if scene is None or scene is not self._scene:
            return
        if scene.about is not None and scene.about.dropped and not scene.about.ready:
            return
        self._show_areas(draw_panel(scene, self.plan, self.look, self._scroll))

    def on_table_clicked(self, message: TableClicked) -> None:
        """Scroll the page in the side panel by a click on the line that says there is more."""
        if isinstance(message.meta, PageTurn):
            message.stop()
            self.turn_panel(message.meta.pages)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self.wheel(event, 1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self.wheel(event, -1)

    def wheel(self, event: events.MouseEvent, way: int) -> None:
        """Scroll the side panel if the mouse is over it: ``way`` is 1 for down, -1 for up."""
        region = self.plan.regions.get(Zone.PANEL)
        if region is not None and event.screen_x - self.region.x >= region.x:
            event.stop()
            self._scroll.by(way * STEP)
            self._draw_panel(self._scene)

    def _lay_out(self, end: int) -> None:
        """Lay the zones out for a hand whose sorted tiles end at that column."""
        layout = self._layout_of_zones
        if not layout.begun or layout.sorted_end != end:
            if not layout.begun:
                self._behind.call_after_refresh(self._painted.set)
            layout.begun, layout.sorted_end = True, end
            # also clears the layout cache of its parent
            self._behind.refresh(layout=True)
