"""The key moments of a hand: a list, and the table at the chosen one."""

from __future__ import annotations

from typing import ClassVar

from tui.config.actions import BY_ID, ActionId, NamedAction, Place
from tui.desk.moments import Lookback
from tui.drawing.click_meta import EntryAt
from tui.drawing.rows import Role, Row, Rows, Span, spread, wrapped
from tui.i18n.layout import join_sentences
from tui.i18n.texts import t
from tui.screens.list_page import ListPage
from tui.screens.menu import footer, keys
from tui.screens.page_layout import WIDEST_TEXT, framed, words
from tui.screens.table_page import TablePageScreen
from tui.tiles.roles import Ground, Ink

MARGIN = 1
INDENT = 2
"""Cells before the text about the chosen moment, below the list."""


class MomentsScreen(TablePageScreen[None], ListPage[None]):
    """The list of moments. Enter and Esc go back to the result of the hand."""

    place: ClassVar[Place] = Place.MOMENTS

    def __init__(self, lookback: Lookback) -> None:
        super().__init__()
        self.lookback = lookback

    @property
    def count(self) -> int:
        """How many moments there are."""
        return len(self.lookback.moments)

    def on_mount(self) -> None:
        """Show the first moment."""
        super().on_mount()
        self.go_to(0)

    def go_to(self, at: int) -> None:
        """Show another moment."""
        moment = self.lookback.moments[at]
        self._desk = self.lookback.desk(moment)
        self._table.show(self.lookback.scene(self._desk, moment))
        super().go_to(at)

    # -- keys and clicks -----------------------------------------------------------------------------

    def applies(self, action: NamedAction) -> bool:
        """All but the action that opened this screen."""
        return action.id != ActionId.MOMENTS

    def perform(self, action: NamedAction) -> None:
        """Choose a moment, explain a tile, or go back."""
        match action.id:
            case ActionId.ASK:
                self.explain_tile()
            case ActionId.MOMENTS:
                self.leave()
            case _:
                super().perform(action)

    # -- the picture ---------------------------------------------------------------------------------

    def drawn(self, width: int, height: int) -> Rows:
        """The list, and below it the text about the chosen moment."""
        inner = width - 2 * MARGIN
        place = t("moments.place", number=self.at + 1, total=self.count)
        head = spread([Span(t("moments.title"), Role(Ink.TITLE))], [Span(place, Role(Ink.MUTED))], inner)
        said = wrapped(join_sentences(self.lookback.moments[self.at].more), min(inner, WIDEST_TEXT) - INDENT)
        rows = [head, *map(self._row, self._in_sight(height - len(said) - 2))]
        rows += [(Span(" " * INDENT), *words(line)) for line in said]
        return framed(rows, (Span(" "), *_foot()), width, height, MARGIN)

    def _in_sight(self, room: int) -> range:
        """The indices of the moments that are listed in so many rows, the chosen one among them."""
        shown = max(min(self.count, room), 1)
        first = max(self.at - shown + 1, 0)
        return range(first, first + shown)

    def _row(self, number: int) -> Row:
        here, meta = number == self.at, EntryAt(number)
        pointer = self.look.glyphs.pointer if here else " "
        line = f"{self.lookback.moments[number].line} "
        return (
            Span(f"{pointer} ", Role(Ink.ACTING), meta),
            Span(line, Role(Ink.TEXT, Ground.ROUND) if here else Role(Ink.MUTED), meta),
        )


def _foot() -> Row:
    return footer(
        keys(t("screen.foot.choose"), ActionId.UP, ActionId.DOWN),
        keys(t("moments.foot.result"), ActionId.CONFIRM),
        keys(BY_ID[ActionId.ASK].words, ActionId.ASK),
        keys(BY_ID[ActionId.HELP].words, ActionId.HELP),
    )
