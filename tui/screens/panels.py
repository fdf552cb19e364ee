"""Panels over the table, one page at a time: a tile explained, and the log by hands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from rich.cells import set_cell_size

from engine.tiles import Tile
from tui.config.actions import ActionId, NamedAction, Place
from tui.desk.tile_pages import Panel, PanelItem, Section, Stop, TileExplainer
from tui.drawing.rows import ExplainedAt, Meta, Role, Row, Rows, Span, cells, fit, spread, width_of
from tui.drawing.tile_picture import draw_tile, tile_width
from tui.i18n import t, wrapped
from tui.screens.page import (
    MARGIN,
    PanelScreen,
    framed,
    heading,
    keys,
    named_key,
    page_footer,
    scroll_keys,
    words,
)
from tui.table.hand_picture import safety_bar
from tui.table.side_panel import riichi_rows
from tui.tiles import PLAIN, SIGN_INKS, GlyphSet, Ground, Ink, Mark, Size
from tui.words.event_lines import HandLog, LineWeight, LogEntry

MARK = 5
"""Columns of the mark before an item about a player."""
FACT = "-"
"""The mark of a fact, which is about no player."""
NO_BREAK = "\u00a0"
APART = 1
"""Cells before the drawn tile."""


class HintScreen(PanelScreen[None]):
    """One page of an explainer at a time. The first is about the tile at ``place``, or under the cursor."""

    place: ClassVar[Place] = Place.PANEL
    opened_by = ActionId.ASK

    def __init__(self, explainer: TileExplainer, place: int | None = None) -> None:
        super().__init__()
        self._explainer = explainer
        # the hand may have lost the tile since its mark was clicked
        self.stop: Stop = place if place is not None and place in explainer.stops else explainer.first
        """The subject of the page shown."""

    @property
    def panel(self) -> Panel:
        return self._explainer.page(self.stop)

    def terms(self) -> Sequence[str]:
        return self.panel.terms

    # -- what can be done ----------------------------------------------------------------------------

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
        self.jump(end=False)

    def click(self, meta: Meta) -> None:
        """Show the page of the tile that was clicked, or scroll."""
        if isinstance(meta, ExplainedAt):
            self.go_to(meta.place)
        else:
            super().click(meta)

    # -- the picture ---------------------------------------------------------------------------------

    def picture(self, width: int, height: int) -> Rows:
        panel, inner = self.panel, width - 2 * MARGIN
        number = self._explainer.stops.index(self.stop) + 1
        place = t("panel.place", number=number, total=len(self._explainer.stops))
        title = heading(panel.title, place, inner)
        head = [(), title, *self._hand(), ()]
        text = tuple(
            row for section in panel.sections for row in (*_section(section, inner, self.look.glyphs), ())
        )
        body = self.window(text[:-1], inner, height - len(head) - 1)
        return framed((*head, *body), _footer(), width, height)

    def _hand(self) -> Rows:
        """The tiles with the cursor on the one that is explained, and their marks."""
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
            above += [*_signs(mark, size), Span(" ")]
            below += [*self._safety(mark, size), Span(" ")]
        return (tuple(above), tuple(tiles), tuple(below))

    def _safety(self, mark: Mark, width: int) -> Row:
        """The bar of the safety under a tile of that width."""
        return fit([] if mark.safety is None else [safety_bar(mark.safety, self.look.glyphs)], width)

    def _overview(self) -> Iterable[Span]:
        """The tile on offer, or a word for the hand."""
        meta = ExplainedAt(None)
        if self._explainer.offer is not None:
            return self._tile(self._explainer.offer, self.stop is None, meta)
        role = Role(Ink.TEXT, Ground.ROUND) if self.stop is None else Role(Ink.TEXT, Ground.KEY)
        return (Span(f" {t('panel.overview')} ", role, meta),)

    def _tile(self, tile: Tile, here: bool, meta: Meta) -> Iterable[Span]:
        picture = draw_tile(tile, Size.S, self.look, PLAIN._replace(cursor=here))
        return (span._replace(meta=meta) for span in picture[0])


def _signs(mark: Mark, width: int) -> Row:
    """The signs above a tile of that width."""
    return fit([Span(sign, Role(SIGN_INKS[sign])) for sign in mark.signs], width)


def _section(section: Section, width: int, glyphs: GlyphSet) -> Rows:
    """A heading and the items below it."""
    rows = [row for item in section.items for row in _item(item, width, glyphs)]
    if section.table is not None:
        rows += riichi_rows(section.table.fitted(width), Ground.FELT)
    return (words(section.title, Ink.TITLE), *rows)


def _item(item: PanelItem, width: int, glyphs: GlyphSet) -> Rows:
    """An item about a player or a call, or a fact."""
    if not item.head:
        return _paragraph(Span(f"{FACT:<{MARK}}", Role(Ink.FAINT)), item.text, width)
    safety = item.mark.safety
    bar = Span("") if safety is None else safety_bar(safety, glyphs)
    mark = bar._replace(text=set_cell_size(bar.text, MARK))
    head = t("panel.head.threatens", head=item.head, threat=item.threat) if item.threat else item.head
    rows = _paragraph(mark, head, width)
    space = Span(" " * MARK)
    return (*_named(rows, item), *(_paragraph(space, item.text, width) if item.text else ()))


def _named(rows: Rows, item: PanelItem) -> Rows:
    """The lines of a head: the name, then the threat."""
    ink = Role(Ink.ALARM if item.alarming else Ink.MUTED)
    (mark, first), *more = rows
    name, rest = Span(item.head, Role(Ink.NAME)), first.text.removeprefix(item.head)
    return ((mark, name, Span(rest, ink)), *((space, Span(line.text, ink)) for space, line in more))


def _paragraph(start: Span, text: str, width: int) -> Rows:
    """A text in lines, right of its mark."""
    first, *more = (line.replace(NO_BREAK, " ") for line in wrapped(text, width - MARK))
    space = Span(" " * MARK)
    return ((start, Span(first)), *((space, Span(line)) for line in more))


def _footer() -> Row:
    return page_footer(
        keys(t("panel.foot.tile"), ActionId.LEFT, ActionId.RIGHT),
        scroll_keys(),
        named_key(ActionId.GLOSSARY),
        keys(t("panel.foot.close"), ActionId.CANCEL),
    )


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


class LogScreen(PanelScreen[None]):
    """The log of one hand at a time. It opens at the end of the newest hand."""

    place: ClassVar[Place] = Place.LOG
    opened_by = ActionId.LOG

    def __init__(self, hands: Sequence[HandLog]) -> None:
        super().__init__()
        self._hands = tuple(hands)
        self.scroll.to(end=True)
        self.at = len(self._hands) - 1
        """The index of the hand shown."""

    def go_sideways(self, by: int) -> None:
        """Show another hand from its beginning; the first follows the last."""
        self.at = (self.at + by) % len(self._hands)
        self.jump(end=False)

    def picture(self, width: int, height: int) -> Rows:
        hand, inner = self._hands[self.at], width - 2 * MARGIN
        number = t("panel.place", number=self.at + 1, total=len(self._hands))
        name = (Span(f"{t('table.log')}  ", Role(Ink.MUTED)), Span(hand.title, Role(Ink.TITLE)))
        title = spread(name, [Span(number, Role(Ink.MUTED))], inner)
        column = max([TEXT, *(cells(entry.text) + GAP for entry in hand.entries if entry.note)])
        lines = tuple(row for entry in hand.entries for row in _rows(entry, inner, column))
        body = self.window(lines, inner, height - 4)
        return framed(((), title, (), *body), _log_footer(), width, height)


def _rows(entry: LogEntry, width: int, column: int) -> Rows:
    """The turn, what happened in a column of that width, and where a discard came from."""
    ink = _INKS[entry.weight]
    turn = Span(f"{entry.turn or '':>{TURN - GAP}}{' ' * GAP}", Role(Ink.MUTED))
    if entry.note:
        return ((turn, *fit([Span(entry.text, ink)], column), Span(entry.note, Role(Ink.MUTED))),)
    first, *more = wrapped(entry.text, width - TURN, GAP)
    return ((turn, Span(first, ink)), *((Span(" " * TURN), Span(line, ink)) for line in more))


def _log_footer() -> Row:
    return page_footer(
        keys(t("log.foot-hand"), ActionId.LEFT, ActionId.RIGHT),
        scroll_keys(),
        keys(t("panel.foot.close"), ActionId.CANCEL),
    )
