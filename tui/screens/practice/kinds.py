"""The list of the kinds of questions, to practise one of them."""

from __future__ import annotations

from collections.abc import Mapping

from ai.drills.question import DrillKind
from ai.lessons.lesson import Lesson
from tui.config.actions import ActionId, Place
from tui.drawing.rows import Rows
from tui.i18n.layout import ljust
from tui.i18n.texts import t
from tui.practice.overview import KindFigures, Overview
from tui.screens.list_page import MenuPage
from tui.screens.menu import Entry, keys, menu_footer
from tui.screens.page_layout import middle, page, words, wrap
from tui.screens.practice.wording import kind_title
from tui.tiles.roles import Ink

TEXT_WIDTH = 72
ABOUT_ROWS = 2
"""Always the same, so that no entry moves when another is chosen."""


class KindsScreen(MenuPage[str]):
    """The kinds of questions with the figures of each. The result is the kind that is chosen."""

    place = Place.MENU

    def __init__(self, overview: Overview, closed: Mapping[DrillKind, Lesson]) -> None:
        """``closed`` are the kinds that mixed sessions leave out yet, with the lesson that opens each."""
        super().__init__()
        self.overview = overview
        self.closed = closed
        self.refresh_texts()

    def refresh_texts(self) -> None:
        """Make the entries; the cursor stays on its entry."""
        entries = [
            Entry(each.kind, kind_title(each.kind), self._detail(each)) for each in self.overview.kinds
        ]
        self.fill(entries, self.chosen.id if self.entries else "")

    def picture(self, width: int, height: int) -> Rows:
        """The kinds, and what the one under the cursor asks."""
        room = min(TEXT_WIDTH, width - 8)
        about = wrap(t(f"drill.about.{self.chosen.id}"), room)
        about += [""] * (ABOUT_ROWS - len(about))
        blocks = [
            middle((words(t("practice.kinds"), Ink.TITLE),), width),
            middle(self.menu(), width),
            middle(tuple(words(ljust(line, room)) for line in about), width),
        ]
        return page(blocks, width, height, menu_footer(keys(t("screen.foot.back"), ActionId.CANCEL)))

    def take(self, id: str) -> None:
        """Practise a kind."""
        self.dismiss(id)

    def _detail(self, figures: KindFigures) -> str:
        """The rating, accuracy and due questions of a kind; of one not tried, the lesson that shows it."""
        lesson = self.closed.get(figures.kind)
        if lesson is not None:
            return t("practice.opens", number=lesson.number)
        if figures.share is None:
            return t("practice.untried")
        told = t("practice.kind-new", share=figures.share)
        if figures.rating is not None:
            told = t("practice.kind", rating=round(figures.rating.value), share=figures.share)
        return t("practice.kind-due", told=told, due=figures.due) if figures.due else told
