"""The page after the questions of a lesson: that it is done, and what it has opened."""

from __future__ import annotations

from ai.lessons.lesson import Lesson
from tui.config.actions import ActionId, Place
from tui.drawing.rows import Rows
from tui.i18n.layout import join_list
from tui.i18n.texts import t
from tui.lessons.lesson_list import words_of
from tui.practice.explain import KINDS
from tui.practice.opened_by_lessons import opening_lessons
from tui.screens.list_page import MenuPage
from tui.screens.menu import Entry, keys, menu_footer
from tui.screens.page_layout import middle, page, words, wrap
from tui.tiles.roles import Ink

NEXT, BACK = "next", "back"
TEXT_WIDTH = 72


class LessonDoneScreen(MenuPage[bool]):
    """A lesson is done. The result is whether to go on to the next one."""

    place = Place.MENU

    def __init__(self, lesson: Lesson, following: Lesson | None) -> None:
        on = [] if following is None else [Entry(NEXT, t("lesson.next", title=words_of(following).title))]
        super().__init__([*on, Entry(BACK, t("lesson.ladder"))])
        self.lesson = lesson

    def picture(self, width: int, height: int) -> Rows:
        """The lesson, what it taught, what it opened, and the menu."""
        room = min(TEXT_WIDTH, width - 8)
        told, lesson = words_of(self.lesson), self.lesson
        kinds = [t(f"drill.kinds.{kind}") for kind in KINDS if opening_lessons().get(kind) is lesson]
        opened = t("lesson.opened", kinds=join_list(kinds)) if kinds else ""
        blocks = [
            middle((words(t("lesson.is-done", number=lesson.number, title=told.title), Ink.TITLE),), width),
            middle(tuple(words(line) for line in wrap(told.teaches, room)), width),
            middle(tuple(words(line, Ink.ACTING) for line in wrap(opened, room) if line), width),
            middle(self.menu(), width),
        ]
        foot = menu_footer(keys(t("screen.foot.back"), ActionId.CANCEL))
        return page([block for block in blocks if block], width, height, foot)

    def take(self, id: str) -> None:
        """Go on, or back to the lessons."""
        self.dismiss(id == NEXT)
