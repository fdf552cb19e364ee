"""The lists of kinds of questions and of ideas, to practise one of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from ai.drills.question import DrillKind
from ai.drills.themes import DrillTheme
from ai.lessons.lesson import Lesson
from tui.config.actions import ActionId, Place
from tui.drawing.rows import Rows
from tui.i18n.layout import join_list, ljust
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
AROUND = 9
"""Rows of the page that are not entries."""


class PractisedListScreen(MenuPage[str]):
    """What can be practised by itself, with figures. The result is the id of what is chosen."""

    place = Place.MENU
    heading: ClassVar[str]
    """The key of the title."""

    def __init__(self) -> None:
        super().__init__()
        self.refresh_texts()

    def choices(self) -> Sequence[Entry]:
        """The entries; each screen has its own."""
        raise NotImplementedError

    def about(self, id: str) -> str:
        """What an entry asks."""
        raise NotImplementedError

    def refresh_texts(self) -> None:
        """Make the entries; the cursor stays on its entry."""
        self.fill(self.choices(), self.chosen.id if self.entries else "")

    def picture(self, width: int, height: int) -> Rows:
        """The entries, and what the one under the cursor asks."""
        room = min(TEXT_WIDTH, width - 8)
        about = wrap(self.about(self.chosen.id), room)[:ABOUT_ROWS]
        about += [""] * (ABOUT_ROWS - len(about))
        blocks = [
            middle((words(t(self.heading), Ink.TITLE),), width),
            self.menu_around(height - AROUND, width),
            middle(tuple(words(ljust(line, room)) for line in about), width),
        ]
        return page(blocks, width, height, menu_footer(keys(t("screen.foot.back"), ActionId.CANCEL)))

    def take(self, id: str) -> None:
        """Practise what was chosen."""
        self.dismiss(id)


class KindsScreen(PractisedListScreen):
    """The kinds of questions."""

    heading = "practice.kinds"

    def __init__(self, overview: Overview, closed: Mapping[DrillKind, Lesson]) -> None:
        """``closed`` are the kinds that mixed sessions leave out yet, with the lesson that opens each."""
        self.overview = overview
        self.closed = closed
        super().__init__()

    def choices(self) -> Sequence[Entry]:
        """All kinds."""
        kinds = self.overview.kinds
        return [Entry(each.kind, kind_title(each.kind), self._detail(each)) for each in kinds]

    def about(self, id: str) -> str:
        """What a kind asks."""
        return t(f"drill.about.{id}")

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


class ThemesScreen(PractisedListScreen):
    """The ideas that questions train."""

    heading = "practice.themes"

    def __init__(self, overview: Overview, themes: Mapping[DrillTheme, Mapping[DrillKind, int]]) -> None:
        """``themes`` are the ideas that can be practised, with the number of positions of each kind."""
        self.themes = themes
        self._figures = {each.theme: each for each in overview.themes}
        super().__init__()

    def choices(self) -> Sequence[Entry]:
        """All ideas."""
        return [Entry(each, t(f"drill.themes.{each}"), self._detail(each)) for each in self.themes]

    def about(self, id: str) -> str:
        """Which kinds of questions ask about an idea, and how many there are."""
        kinds = self.themes[DrillTheme(id)]
        asked = join_list([kind_title(kind) for kind in kinds])
        return t("practice.about-theme", count=sum(kinds.values()), kinds=asked)

    def _detail(self, theme: DrillTheme) -> str:
        figures = self._figures.get(theme)
        if figures is None:
            return t("practice.untried")
        told = t("practice.figures.theme", share=figures.share, count=figures.answers)
        return f"{told}  {t('practice.figures.theme-due')}" if figures.due else told
