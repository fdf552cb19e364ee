"""The list of lessons, the introduction of each, and the page at its end."""

from __future__ import annotations

from collections.abc import Callable

from ai.drills.question import DrillKind
from ai.lessons.lesson import Lesson
from tui.drawing.rows import Rows
from tui.i18n import join_list, ljust, t
from tui.lessons.lesson_script import LessonList, LessonRow, LessonScript, words_of
from tui.play.session import Session
from tui.practice.opened_by_lessons import opening_lessons
from tui.screens.game.game import GameScreen
from tui.screens.list_page import MenuPage, PickPage
from tui.screens.page import ABOUT_WIDTH, Entry, PanelScreen, about_rows, heading, middle, words, wrap
from tui.screens.table_screen import GameExit
from tui.tiles import Ink

NEXT, BACK = "next", "back"
DONE_WIDTH = 72


class LessonDoneScreen(MenuPage[bool]):
    """A lesson is done. The result is whether to go on to the next one."""

    def __init__(self, lesson: Lesson, following: Lesson | None) -> None:
        on = [] if following is None else [Entry(NEXT, t("lesson.next", title=words_of(following).title))]
        super().__init__([*on, Entry(BACK, t("lesson.ladder"))])
        self.lesson = lesson

    def picture(self, width: int, height: int) -> Rows:
        room = min(DONE_WIDTH, width - 8)
        told, lesson = words_of(self.lesson), self.lesson
        kinds = [t(f"drill.kinds.{kind}") for kind in DrillKind if opening_lessons().get(kind) is lesson]
        opened = t("lesson.opened", kinds=join_list(kinds)) if kinds else ""
        blocks = [
            middle((words(t("lesson.is-done", number=lesson.number, title=told.title), Ink.TITLE),), width),
            middle(tuple(words(line) for line in wrap(told.teaches, room)), width),
            middle(tuple(words(line, Ink.ACTING) for line in wrap(opened, room) if line), width),
            middle(self.menu(), width),
        ]
        return self.paged([block for block in blocks if block], width, height)

    def on_row(self, at: int) -> None:
        self.dismiss(self.entries[at].id == NEXT)


AROUND = 9
"""Rows of the page that are not rows of the list."""
BEGIN, RESUME, QUESTIONS = "begin", "resume", "questions"
AskQuestions = Callable[[Lesson, Callable[[], None]], None]
"""Opens the questions at the end of a lesson, and calls the function when they are left."""


class LessonIntroScreen(PanelScreen[str], PickPage):
    """The introduction of a lesson. Its result is what was chosen, such as ``BEGIN``, or None at Esc."""

    def __init__(self, row: LessonRow) -> None:
        count = len(row.left)
        resume = [Entry(RESUME, t("lesson.resume", count=count))] if count else []
        if row.questions:
            resume = [Entry(QUESTIONS, t("lesson.questions", count=row.questions))]
        super().__init__([*resume, Entry(BEGIN, t("lesson.anew" if resume else "lesson.begin"))])
        self.row = row

    def picture(self, width: int, height: int) -> Rows:
        room = min(ABOUT_WIDTH, width - 8)
        told, lesson = self.row.words, self.row.lesson
        paragraphs = [tuple(words(ljust(line, room)) for line in wrap(each, room)) for each in told.intro]
        title = t("lesson.name", number=lesson.number, title=told.title).lstrip()
        rules = t("lesson.rules", rules=lesson.ruleset.title)
        blocks = [
            middle((words(ljust(title, room), Ink.TITLE), words(ljust(rules, room), Ink.MUTED)), width),
            *(middle(paragraph, width) for paragraph in paragraphs),
            middle(self.menu(), width),
        ]
        return self.paged(blocks, width, height)


class LessonsScreen(MenuPage[None]):
    """All lessons in their order. The cursor is on the one that was asked for, or on the next."""

    def __init__(self, lesson_list: LessonList, ask: AskQuestions, asked: str = "") -> None:
        super().__init__()
        self.lesson_list = lesson_list
        self._ask = ask
        self._asked = asked
        self._renew()

    def on_mount(self) -> None:
        super().on_mount()
        if self._asked:
            self.take(self._asked)

    def _renew(self, chosen: str = "") -> None:
        self.rows = self.lesson_list.rows
        following = next((row.lesson.id for row in self.rows if not row.done), "")
        entries = [Entry(row.lesson.id, _name(row), _state(row)) for row in self.rows]
        self.fill(entries, chosen or self._asked or following)

    def refresh_texts(self) -> None:
        self._renew(self.chosen.id)

    def picture(self, width: int, height: int) -> Rows:
        room = min(ABOUT_WIDTH, width - 8)
        done = sum(row.done for row in self.rows)
        total = t("lesson.sum", done=done, count=len(self.rows))
        head = heading(t("lesson.title"), total, room)
        blocks = [
            middle((head,), width),
            self.menu_around(height - AROUND, width),
            about_rows(self.rows[self.at].words.teaches, width),
        ]
        return self.paged(blocks, width, height)

    def on_row(self, at: int) -> None:
        self._asked = ""
        self.redraw()
        row = self.rows[at]

        def begun(how: str | None) -> None:
            if how == QUESTIONS:
                self._ask_questions(row.lesson)
            elif how is not None:
                self._play(row, resumed=how == RESUME)

        self.app.push_screen(LessonIntroScreen(row), begun)

    def _play(self, row: LessonRow, *, resumed: bool) -> None:
        lesson = row.lesson
        scenario = self.lesson_list.begin(row, resumed=resumed)
        following = self.lesson_list.after(lesson)

        def left(leaving: GameExit | None) -> None:
            self.lesson_list.keep(scenario)
            goes_on = leaving is GameExit.AGAIN
            if goes_on and self.lesson_list.questions(lesson):
                self._ask_questions(lesson)
            else:
                self._go_to(lesson, following if goes_on else None)

        script = LessonScript(scenario, following, self.lesson_list.questions(lesson))
        self.app.push_screen(GameScreen(Session(scenario), self.game_app.settings, script), left)

    def _ask_questions(self, lesson: Lesson) -> None:
        """Ask the questions of a lesson. When all are answered rightly, say that it is done."""
        following = self.lesson_list.after(lesson)

        def left() -> None:
            if self.lesson_list.questions(lesson):
                self._go_to(lesson, None)
                return
            done = LessonDoneScreen(lesson, following)
            self.app.push_screen(done, lambda on: self._go_to(lesson, following if on else None))

        self._ask(lesson, left)

    def _go_to(self, lesson: Lesson, following: Lesson | None) -> None:
        self._renew((following or lesson).id)
        self.redraw()
        if following is not None:
            self.take(following.id)


def _name(row: LessonRow) -> str:
    return t("lesson.name", number=row.lesson.number, title=row.words.title)


def _state(row: LessonRow) -> str:
    """Done, or how far it got before it was left."""
    if row.questions:
        return t("lesson.questions-left", count=row.questions)
    if row.left:
        return t("lesson.left", count=len(row.left))
    return t("lesson.done") if row.done else ""
