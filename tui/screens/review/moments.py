"""The moments of a hand that mattered: a list, and the chosen one on the table as it stood then."""

from __future__ import annotations

from typing import ClassVar

from tui.config.actions import BY_ID, NamedAction, Place
from tui.desk.desk import Desk
from tui.desk.moments import Lookback
from tui.drawing.page import Page, PageClicked
from tui.drawing.rows import Role, Row, Rows, Span, fit, fit_rows, spread, wrapped
from tui.i18n.layout import sentences
from tui.i18n.texts import t
from tui.screens.game.tile_explainer import HintScreen
from tui.screens.layout import words
from tui.screens.menu import footer, keys
from tui.screens.table_page import TablePageScreen
from tui.table.messages import MarkClicked, TileClicked

MARGIN = 1
INDENT = 2
"""Of what is said about the chosen moment, below the list."""


class MomentsScreen(TablePageScreen[None]):
    """Arrows or clicks choose a moment; Enter and Esc go back to the result of the hand."""

    place: ClassVar[Place] = Place.MOMENTS

    def __init__(self, lookback: Lookback) -> None:
        super().__init__()
        self.lookback = lookback
        self.number = 0
        """Which moment is chosen."""
        self._desk: Desk | None = None

    def on_mount(self) -> None:
        """Show the first."""
        super().on_mount()
        self.choose(0)

    def choose(self, number: int) -> None:
        """Show another moment, from the last on to the first."""
        self.number = number % len(self.lookback.told)
        told = self.lookback.told[self.number]
        self._desk = self.lookback.desk(told)
        self._table.show(self.lookback.scene(self._desk, told))
        self.query_one(Page).redraw()

    # -- keys and clicks -----------------------------------------------------------------------------

    def applies(self, action: NamedAction) -> bool:
        """The moments are shown already."""
        return action.id != "moments"

    def perform(self, action: NamedAction) -> None:
        """Choose, ask, or go back to the result."""
        match action.id:
            case "up" | "down":
                self.choose(self.number + (1 if action.id == "down" else -1))
            case "first" | "last":
                self.choose(0 if action.id == "first" else -1)
            case "ask":
                self._ask()
            case "confirm" | "cancel" | "moments":
                self.dismiss(None)
            case _:
                super().perform(action)

    def _ask(self, place: int | None = None) -> None:
        """Everything about a tile, as it could have been asked then."""
        explainer = None if self._desk is None else self._desk.tile_explainer()
        if explainer is not None:
            self.app.push_screen(HintScreen(explainer, place))

    def on_page_clicked(self, message: PageClicked) -> None:
        """A moment, or a key that is named."""
        if not self.seen_before(message):
            return
        match message.what, message.value:
            case "key", str(name):
                self.perform(BY_ID[name])
            case "moment", int(number):
                self.choose(number)

    def on_tile_clicked(self, message: TileClicked) -> None:
        """A tile of the hand is explained."""
        if self.seen_before(message):
            self._ask(message.place)

    def on_mark_clicked(self, message: MarkClicked) -> None:
        """So is the one above a mark."""
        if self.seen_before(message):
            self._ask(message.place)

    # -- the picture ---------------------------------------------------------------------------------

    def drawn(self, width: int, height: int) -> Rows:
        """The list, and below it what else there is to know of the chosen moment."""
        inner = width - 2 * MARGIN
        total = len(self.lookback.told)
        place = t("moments.place", number=self.number + 1, total=total)
        head = spread([Span(t("moments.title"), Role("title"))], [Span(place, Role("muted"))], inner)
        said = wrapped(sentences(self.lookback.told[self.number].more), inner - INDENT)
        rows = [head, *map(self._row, self._in_sight(height - len(said) - 2))]
        rows += [(Span(" " * INDENT), *words(line)) for line in said]
        margin = Span(" " * MARGIN)
        return (
            *fit_rows([(margin, *row) for row in rows], width, height - 1),
            fit([Span(" "), *_foot()], width),
        )

    def _in_sight(self, room: int) -> range:
        """The moments that are listed where there is room for so many: the chosen one among them."""
        shown = max(min(len(self.lookback.told), room), 1)
        first = max(self.number - shown + 1, 0)
        return range(first, first + shown)

    def _row(self, number: int) -> Row:
        here, meta = number == self.number, ("moment", number)
        pointer = self.look.glyphs.pointer if here else " "
        line = f"{self.lookback.told[number].line} "
        return (
            Span(f"{pointer} ", Role("acting"), meta),
            Span(line, Role("text", "round") if here else Role("muted"), meta),
        )


def _foot() -> Row:
    return footer(
        keys(t("screen.foot.choose"), "up", "down"),
        keys(t("moments.foot.result"), "confirm"),
        keys(BY_ID["ask"].words, "ask"),
        keys(BY_ID["help"].words, "help"),
    )
