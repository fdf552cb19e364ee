"""Panels over the table, one page at a time: a tile explained, and the log by hands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import ClassVar

from msgspec.structs import replace
from textual.app import ComposeResult

from engine.tiles import KIND_OF, Tile
from tui.config.actions import ActionId, NamedAction, Place
from tui.desk.scene import Panel, Scene
from tui.desk.scene_maker import without_choice
from tui.desk.tile_pages import Stop, TileExplainer
from tui.drawing.rows import (
    ExplainedAt,
    MarkAt,
    Meta,
    Role,
    Row,
    Rows,
    Span,
    TileAt,
    cells,
    fit,
    fit_rows,
    width_of,
)
from tui.drawing.tile_picture import draw_tile, tile_width
from tui.i18n import t, wrapped
from tui.screens.page import (
    MARGIN,
    PANEL,
    TEXT_PAGE,
    PanelScreen,
    footer,
    heading,
    keys,
    named_key,
    page_footer,
    scroll_keys,
)
from tui.system.terminal import MIN_SIZE
from tui.table.hand_picture import safety_bar
from tui.table.side_panel import page_rows
from tui.table.table_layout import EDGE, Zone, plan
from tui.table.widget import GameTable, TableClicked
from tui.tiles import PLAIN, SIGN_INKS, Ground, Ink, Mark, Size
from tui.words.event_lines import HandLog, LineWeight, LogEntry

APART = 1
"""Cells before the drawn tile."""
BESIDE = 40
"""Least width of a page beside the table."""


class SidePage(PanelScreen[None]):
    """A page about the table: beside the table of ``scene`` where there is room for both, or alone."""

    DEFAULT_CSS = """
    SidePage { layout: horizontal; }
    """
    LARGEST = TEXT_PAGE

    def __init__(self, scene: Scene | None) -> None:
        super().__init__()
        self._scene = scene

    def compose(self) -> ComposeResult:
        if self._scene is not None:
            self._table = GameTable(look=self.look, palette=self.palette, panel=False)
            yield self._table
        yield from super().compose()

    def on_mount(self) -> None:
        super().on_mount()
        self.show_table()

    @property
    def beside(self) -> int:
        """The width of the page beside the table; 0 if it stands alone."""
        width, height = self.app.size
        usual = plan(width, height).regions.get(Zone.PANEL)
        if self._scene is None or usual is None:
            return 0
        page = max(usual.width + EDGE, BESIDE)
        return page if width - page >= MIN_SIZE[0] else 0

    def fit(self) -> None:
        page = self.beside
        if self._scene is not None:
            self._table.display = bool(page)
            self._table.styles.width = max(self.app.size.width - page, 0)
        if page:
            self._page.styles.width, self._page.styles.height = page, self.app.size.height
            self._page.set_ground(PANEL)
        else:
            super().fit()

    def table_scene(self, scene: Scene) -> Scene:
        """The scene of the table beside the page: without the tile and the keys of a choice."""
        return replace(without_choice(scene), wait_line=None, safest=())

    def show_table(self) -> None:
        """Show the table, if there is one."""
        if self._scene is not None:
            self._table.show(self.table_scene(self._scene))

    def drawn(self, width: int, height: int) -> Rows:
        return self._column(width, height) if self.beside else super().drawn(width, height)

    def _column(self, width: int, height: int) -> Rows:
        """The page beside the table, right of a line. The table has the hand."""
        inner = width - EDGE - 2 * NEAR
        feet = _feet(self.hints(), inner)
        rows = [(), self.title_row(inner), (), *self.body(inner, height - 3 - 1 - len(feet))]
        line = Span(self.look.glyphs.rule, Role(Ink.FAINT))
        rows = [*fit_rows(rows, inner, height - len(feet) - 1), (), *feet]
        return tuple((line, Span(" " * NEAR), *row) for row in rows)

    def picture(self, width: int, height: int) -> Rows:
        inner = width - 2 * MARGIN
        head = [(), self.title_row(inner), *self.above(), ()]
        body = self.body(inner, height - len(head) - 1)
        return self.framed((*head, *body), width, height)

    def above(self) -> Rows:
        return ()

    def title_row(self, width: int) -> Row:
        """The first row. Each page has its own, as the following parts."""
        return ()

    def body(self, width: int, height: int) -> Rows:
        """The rows below the title that the scroll position shows."""
        return ()


class HintScreen(SidePage):
    """One page of an explainer at a time. The first is about the tile at ``place``, or under the cursor.

    The cursor of the table beside it is on the tile.
    """

    place: ClassVar[Place] = Place.PANEL
    opened_by = ActionId.ASK

    def __init__(
        self, explainer: TileExplainer, place: int | None = None, scene: Scene | None = None
    ) -> None:
        super().__init__(scene)
        self._explainer = explainer
        # the hand may have lost the tile since its mark was clicked
        self.stop: Stop = place if place is not None and place in explainer.stops else explainer.first
        """The subject of the page shown."""

    @property
    def panel(self) -> Panel:
        return self._explainer.page(self.stop)

    def terms(self) -> Sequence[str]:
        return self.panel.terms

    # -- beside the table ----------------------------------------------------------------------------

    def table_scene(self, scene: Scene) -> Scene:
        subject = self._explainer.offer if self.stop is None else self._explainer.tiles[self.stop]
        return replace(
            super().table_scene(scene),
            laid=self._explainer.laid,
            cursor=self.stop,
            marks=self._explainer.marks,
            lit=frozenset() if subject is None else frozenset({KIND_OF[subject]}),
        )

    def on_table_clicked(self, message: TableClicked) -> None:
        """Show the page of the tile of the hand that was clicked."""
        if self.was_visible_at(message):
            match message.meta:
                case TileAt(place) | MarkAt(place) if place in self._explainer.stops:
                    self.go_to(place)

    def on_action(self, action: NamedAction) -> None:
        if action.id in (ActionId.FIRST, ActionId.LAST):
            self.go_to(self._explainer.stops[0 if action.id == ActionId.FIRST else -1])
        else:
            super().on_action(action)

    def go_sideways(self, by: int) -> None:
        stops = self._explainer.stops
        self.go_to(stops[(stops.index(self.stop) + by) % len(stops)])

    def go_to(self, stop: Stop) -> None:
        """Show the page about another tile, or about the tile on offer, or the hand."""
        self.stop = stop
        self.show_table()
        self.jump(end=False)

    def click(self, meta: Meta) -> None:
        if isinstance(meta, ExplainedAt):
            self.go_to(meta.place)
        else:
            super().click(meta)

    def title_row(self, width: int) -> Row:
        number = self._explainer.stops.index(self.stop) + 1
        place = t("panel.place", number=number, total=len(self._explainer.stops))
        return heading(self.panel.title, place, width)

    def body(self, width: int, height: int) -> Rows:
        return self.window(page_rows(self.panel.sections, width, self.look), width, height)

    def hints(self) -> Sequence[Row]:
        return (
            keys(t("panel.foot.tile"), ActionId.LEFT, ActionId.RIGHT),
            scroll_keys(),
            named_key(ActionId.GLOSSARY),
            keys(t("panel.foot.close"), ActionId.CANCEL),
        )

    def above(self) -> Rows:
        tiles: list[Span] = []
        above: list[Span] = []
        below: list[Span] = []
        if None in self._explainer.stops:
            tiles += [*self._overview(), Span(f" {self.look.glyphs.rule} ", Role(Ink.FAINT))]
            above.append(Span(" " * width_of(tiles)))
            below.append(Span(" " * width_of(tiles)))
        size = tile_width(Size.S, self.look)
        for place, mark in enumerate(self._explainer.marks):
            if self._explainer.laid.is_drawn(place):
                tiles.append(Span(" " * APART))
                above.append(Span(" " * APART))
                below.append(Span(" " * APART))
            tile = self._explainer.tiles[place]
            tiles += [*self._tile(tile, place == self.stop, ExplainedAt(place)), Span(" ")]
            above += [*fit([Span(sign, Role(SIGN_INKS[sign])) for sign in mark.signs], size), Span(" ")]
            below += [*self._safety(mark, size), Span(" ")]
        return (tuple(above), tuple(tiles), tuple(below))

    def _safety(self, mark: Mark, width: int) -> Row:
        return fit([] if mark.safety is None else [safety_bar(mark.safety, self.look.glyphs)], width)

    def _overview(self) -> Iterable[Span]:
        meta = ExplainedAt(None)
        if self._explainer.offer is not None:
            return self._tile(self._explainer.offer, self.stop is None, meta)
        role = Role(Ink.TEXT, Ground.ROUND) if self.stop is None else Role(Ink.TEXT, Ground.KEY)
        return (Span(f" {t('panel.overview')} ", role, meta),)

    def _tile(self, tile: Tile, here: bool, meta: Meta) -> Iterable[Span]:
        picture = draw_tile(tile, Size.S, self.look, replace(PLAIN, cursor=here))
        return (replace(span, meta=meta) for span in picture[0])


NEAR = 1
"""Cells beside a page that stands beside the table."""


def _feet(hints: Sequence[Row], width: int) -> Rows:
    """The footer in one row, or in two where that is too long."""
    whole = page_footer(*hints)
    if width_of(whole) <= width:
        return (whole,)
    first = max(count for count in range(len(hints)) if width_of(footer(*hints[:count])) <= width)
    return footer(*hints[:first]), page_footer(*hints[first:])


TURN = 4
"""Columns of the turn before a discard."""
TEXT = 32
"""Least columns of a discard, before where it came from."""
GAP = 2
_INKS = {
    LineWeight.PLAIN: Role(Ink.TEXT),
    LineWeight.LOUD: Role(Ink.ACTING),
    LineWeight.SOFT: Role(Ink.MUTED),
}


class LogScreen(SidePage):
    """The log of one hand at a time. It opens at the end of the newest hand."""

    place: ClassVar[Place] = Place.LOG
    opened_by = ActionId.LOG

    def __init__(self, hands: Sequence[HandLog], scene: Scene | None = None) -> None:
        super().__init__(scene)
        self._hands = tuple(hands)
        self.scroll.to(end=True)
        self.at = len(self._hands) - 1

    def go_sideways(self, by: int) -> None:
        """Show another hand from its beginning; the first follows the last."""
        self.at = (self.at + by) % len(self._hands)
        self.jump(end=False)

    def title_row(self, width: int) -> Row:
        place = t("panel.place", number=self.at + 1, total=len(self._hands))
        return heading(f"{t('table.log')}  {self._hands[self.at].title}", place, width)

    def body(self, width: int, height: int) -> Rows:
        entries = self._hands[self.at].entries
        noted = [entry for entry in entries if entry.note]
        text = max((cells(entry.text) for entry in noted), default=0)
        note = max((cells(entry.note) for entry in noted), default=0)
        column = min(max(TEXT, text + GAP), max(width - TURN - note, width // 2))
        rows = tuple(row for entry in entries for row in _rows(entry, width - TURN, column))
        return self.window(rows, width, height)

    def hints(self) -> Sequence[Row]:
        return (
            keys(t("log.foot-hand"), ActionId.LEFT, ActionId.RIGHT),
            scroll_keys(),
            keys(t("panel.foot.close"), ActionId.CANCEL),
        )


def _rows(entry: LogEntry, width: int, column: int) -> Rows:
    """The turn, what happened in a column of that width, and where a discard came from."""
    role, muted = _INKS[entry.weight], Role(Ink.MUTED)
    texts = wrapped(entry.text, column - 1 if entry.note else width, GAP)
    notes = wrapped(entry.note, width - column) if entry.note else []
    rows = []
    turn = f"{entry.turn or '':>{TURN - GAP}}"
    for text, note in zip_longest(texts, notes, fillvalue=""):
        told = (*fit([Span(text, role)], column), Span(note, muted)) if entry.note else (Span(text, role),)
        rows.append((Span(f"{turn:{TURN}}", muted), *told))
        turn = ""
    return tuple(rows)
