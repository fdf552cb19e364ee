"""The menu of practice, and the choice of kinds of questions."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import ClassVar

from ai.drills.question import DrillKind, DrillTheme
from ai.lessons.lesson import Lesson
from tui.config.actions import ActionId
from tui.drawing.rows import Rows
from tui.i18n import join_list, join_sentences, ljust, t
from tui.lessons.lesson_script import LessonList
from tui.play.play_options import DAILY, FOLD_DAILY, OWN
from tui.practice.history import KindFigures, Overview, Reason
from tui.practice.practice import Practice
from tui.practice.practice_record import Unfinished
from tui.practice.practice_session import PracticeSession
from tui.practice.question_selection import ThemeSession, is_known
from tui.practice.quick_run import MODES, QuickRun, record_of
from tui.screens.dialogs import AskScreen, LineScreen
from tui.screens.lesson_list_screen import LessonsScreen
from tui.screens.list_page import MenuPage, PickPage
from tui.screens.page import ABOUT_WIDTH, Entry, about_rows, middle, words, wrap
from tui.screens.practice.drill_page import advice_words, kind_title, unfinished_words
from tui.screens.practice.drill_screens import AGAIN, DONE, DrillScreen, RunEndScreen, RunScreen
from tui.screens.practice.progress_screen import ProgressScreen, SessionEndScreen
from tui.screens.title import OtherCopyWatch
from tui.table.side_panel import suits_in_a_row
from tui.tiles import Ink

AROUND = 9
"""Rows of the page that are not entries."""


class PractisedListScreen(PickPage):
    """A list of what can be practised by itself, with figures. The result is the id of what is chosen."""

    lettered = True
    heading: ClassVar[str]
    """The key of the title."""

    def __init__(self) -> None:
        super().__init__()
        self.refresh_texts()

    @abstractmethod
    def choices(self) -> Sequence[Entry]:
        """The entries."""

    @abstractmethod
    def about(self, id: str) -> str:
        """The explanation of an entry."""

    def refresh_texts(self) -> None:
        self.fill(self.choices(), self.chosen.id if self.entries else "")

    def picture(self, width: int, height: int) -> Rows:
        blocks = [
            middle((words(t(self.heading), Ink.TITLE),), width),
            self.menu_around(height - AROUND, width),
            about_rows(self.about(self.chosen.id), width),
        ]
        return self.paged(blocks, width, height)


class KindsScreen(PractisedListScreen):
    """The kinds of questions."""

    heading = "practice.kinds"

    def __init__(self, overview: Overview, closed: Mapping[DrillKind, Lesson]) -> None:
        """``closed`` are the kinds that mixed sessions leave out yet, with the lesson that opens each."""
        self.overview = overview
        self.closed = closed
        super().__init__()

    def choices(self) -> Sequence[Entry]:
        kinds = self.overview.kinds
        return [Entry(each.kind, kind_title(each.kind), self._detail(each)) for each in kinds]

    def about(self, id: str) -> str:
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
        return [Entry(each, t(f"drill.themes.{each}"), self._detail(each)) for each in self.themes]

    def about(self, id: str) -> str:
        kinds = self.themes[DrillTheme(id)]
        asked = join_list([kind_title(kind) for kind in kinds])
        return t("practice.about-theme", count=sum(kinds.values()), kinds=asked)

    def _detail(self, theme: DrillTheme) -> str:
        figures = self._figures.get(theme)
        if figures is None:
            return t("practice.untried")
        told = t("practice.figures.theme", share=figures.share, count=figures.answers)
        return f"{told}  {t('practice.figures.theme-due')}" if figures.due else told


class PracticeEntry(StrEnum):
    """An entry of the menu that is no kind of question."""

    RESUME = "resume"
    DAILY = "daily"
    """Ten questions that are the same for everybody today."""
    FOLD_DAILY = "fold-daily"
    """One hand to fold that is the same for everybody today."""
    MIXED = "mixed"
    KINDS = "kinds"
    """One kind of question."""
    THEMES = "themes"
    """One idea."""
    STORM = "storm"
    """Three minutes against the clock."""
    STREAK = "streak"
    """Up to the first wrong answer."""
    OWN = "own"
    """Mistakes of own games."""
    POSITION = "position"
    """A position that is typed or pasted."""
    LESSONS = "lessons"
    GUIDED = "guided"
    PAYMENTS = "payments"
    """What every sum of han and fu is paid."""
    PROGRESS = "progress"


class PracticeScreen(MenuPage[None]):
    """The menu of practice. A session that is given begins at once."""

    quits_here = True
    lettered = True
    letter_order = (
        PracticeEntry.LESSONS,
        PracticeEntry.MIXED,
        PracticeEntry.DAILY,
        PracticeEntry.FOLD_DAILY,
        PracticeEntry.KINDS,
        PracticeEntry.THEMES,
        *MODES,
        PracticeEntry.POSITION,
        PracticeEntry.GUIDED,
        PracticeEntry.PAYMENTS,
        PracticeEntry.PROGRESS,
        PracticeEntry.OWN,
        PracticeEntry.RESUME,
    )

    def __init__(
        self,
        practice: Practice,
        begun: PracticeSession | None = None,
        lesson: str | None = None,
        *,
        run: str = "",
    ) -> None:
        super().__init__()
        self.practice = practice
        self.overview: Overview = practice.overview()
        self.message = ""
        """Which file was set aside, or why answers are not kept."""
        self._begun = begun
        self._lesson = lesson
        self._run = run
        self.fill(self._entries())

    def on_mount(self) -> None:
        self._other_copy = OtherCopyWatch(self, self._renew)
        self._renew()
        if self._begun is not None:
            self._open(self._begun)
        elif self._lesson is not None:
            self.show_lessons(self._lesson)
        elif self._run:
            self.show_run(self._run)

    def on_unmount(self) -> None:
        self.practice.progress.close()

    def renew(self, message: str) -> None:
        """Read the record again after a game, and show a message."""
        self._renew()
        self._other_copy.watch(opened=message == t("save.open-elsewhere"))
        self.message = join_sentences((message, self.message))
        self.redraw()

    def _renew(self) -> None:
        progress = self.practice.progress
        self.overview = self.practice.overview()
        self.message = join_sentences((*progress.notices, progress.fault))
        progress.notices.clear()
        self.refresh_texts()
        self.redraw()

    def refresh_texts(self) -> None:
        self.fill(self._entries(), self.chosen.id)

    def _entries(self) -> list[Entry]:
        left = self._left()
        lessons = Entry(PracticeEntry.LESSONS, t("practice.lessons"), self._lessons_done())
        first = [lessons] if self._learning else []
        due = self.overview.due
        return [
            *([Entry(PracticeEntry.RESUME, t("practice.resume"), unfinished_words(left))] if left else []),
            *first,
            Entry(PracticeEntry.MIXED, t("practice.mixed"), t("practice.due", count=due) if due else ""),
            Entry(PracticeEntry.DAILY, t("practice.daily"), self._today(DAILY)),
            Entry(PracticeEntry.FOLD_DAILY, t("practice.fold-daily"), self._today(FOLD_DAILY)),
            Entry(PracticeEntry.KINDS, t("practice.kinds")),
            Entry(PracticeEntry.THEMES, t("practice.themes")),
            *(Entry(mode, t(f"run.titles.{mode}"), self._best(mode)) for mode in MODES),
            *([Entry(PracticeEntry.OWN, t("practice.own"), self._own_due())] if self.overview.own else []),
            Entry(PracticeEntry.POSITION, t("practice.position")),
            *([] if first else [lessons]),
            Entry(PracticeEntry.GUIDED, t("practice.guided")),
            Entry(PracticeEntry.PAYMENTS, t("practice.payments")),
            Entry(PracticeEntry.PROGRESS, t("practice.progress")),
        ]

    @property
    def _learning(self) -> bool:
        """Whether the lessons still have kinds to open: then they come first."""
        return bool(self.practice.closed)

    def _following(self) -> str:
        """A line about the next step: what is due, the next lesson while kinds are closed, or advice."""
        advice = self.overview.next[0] if self.overview.next else None
        if self._learning and (advice is None or advice.reason is not Reason.DUE):
            rows = LessonList(self.practice.progress).rows
            following = next((row for row in rows if not row.done), None)
            if following is not None:
                return t("practice.next.lesson", number=following.lesson.number, title=following.words.title)
        return "" if advice is None else advice_words(advice)

    def _left(self) -> Unfinished | None:
        left = [each for each in self.practice.progress.unfinished if is_known(each.session.kind)]
        return left[-1] if left else None

    def _lessons_done(self) -> str:
        done = self.practice.lessons_done
        return t("practice.lessons-done", count=done) if done else ""

    def _days(self) -> Rows:
        """The days in a row; after a missed day those with an answer, which never become fewer."""
        streak, days = self.overview.streak, len(self.overview.totals.days)
        if streak > 1:
            return (words(t("practice.figures.streak", count=streak), Ink.MUTED),)
        return (words(t("practice.days", count=days), Ink.MUTED),) if days else ()

    def _today(self, kind: str) -> str:
        """The result of today's ten, or of the fold of the day."""
        result = self.practice.daily_result(kind)
        if result is None:
            return t("practice.daily-new")
        key = "practice.daily-done" if result.done else "practice.daily-begun"
        return t(key, score=result.score, answered=len(result.right), count=result.total)

    def _best(self, mode: str) -> str:
        record = record_of(self.practice.progress, mode)
        return t("practice.best-run", count=record.best) if record.played else ""

    def _own_due(self) -> str:
        own = self.overview
        return t("practice.due", count=own.own_due) if own.own_due else t("practice.own-known", count=own.own)

    def _about(self) -> str:
        """What the chosen entry is; of a mixed session that has nothing to ask yet, what comes before it."""
        first = self.practice.lesson_first
        if self.chosen.id == PracticeEntry.MIXED and first is not None:
            return t("practice.mixed-later", number=first.number)
        return t(f"practice.about.{self.chosen.id}")

    def picture(self, width: int, height: int) -> Rows:
        room = min(ABOUT_WIDTH, width - 8)
        following = self._following()
        entries = middle(self.menu(), width)
        below = PracticeEntry.GUIDED if self._learning else PracticeEntry.LESSONS
        lessons = [entry.id for entry in self.entries].index(below)
        begins = all(each.share is None for each in self.overview.kinds)
        blocks = [
            middle((words(t("practice.title"), Ink.TITLE), *self._days()), width),
            *(entries[:lessons], entries[lessons:]),
            about_rows(self._about(), width),
            middle((suits_in_a_row(self.look),), width) if begins else (),
            # a message about the record replaces the advice: there is not always room for both
            middle(tuple(words(line, Ink.ALARM) for line in wrap(self.message, room)), width)
            if self.message
            else middle(tuple(words(ljust(line, room), Ink.MUTED) for line in wrap(following, room)), width),
        ]
        return self.paged([block for block in blocks if block != ((),)], width, height)

    def leave(self) -> None:
        self.game_app.leave()

    def on_row(self, at: int) -> None:
        id = self.entries[at].id
        self.select(id)
        self.redraw()
        left = self._left()
        match id:
            case PracticeEntry.RESUME if left is not None:
                self._open(self.practice.resume(left.session))
            case PracticeEntry.DAILY | PracticeEntry.FOLD_DAILY:
                self._open(self.practice.begin(id))
            case PracticeEntry.MIXED if (first := self.practice.lesson_first) is not None:
                self.show_lessons(first.id)
            case PracticeEntry.MIXED:
                self._begin(None)
            case PracticeEntry.KINDS:
                self.app.push_screen(KindsScreen(self.overview, self.practice.closed), self._kind_chosen)
            case PracticeEntry.THEMES:
                self.app.push_screen(ThemesScreen(self.overview, self.practice.themes), self._theme_chosen)
            case PracticeEntry.STORM | PracticeEntry.STREAK:
                self.show_run(id)
            case PracticeEntry.OWN:
                self._begin(OWN)
            case PracticeEntry.POSITION:
                self._ask_for_position()
            case PracticeEntry.LESSONS:
                self.show_lessons()
            case PracticeEntry.GUIDED:
                self.game_app.play_guided()
            case PracticeEntry.PAYMENTS:
                self.game_app.show_page(ActionId.PAYMENTS, self)
            case PracticeEntry.PROGRESS:
                self.app.push_screen(ProgressScreen(self.overview, self.practice.lessons_done))

    def _kind_chosen(self, kind: str | None) -> None:
        if kind is not None:
            self._begin(kind)

    def _ask_for_position(self) -> None:
        # imported here because few ask for it
        from tui.practice.typed_position import LONGEST, refusal, typed_position

        def typed(text: str | None) -> None:
            if text is not None:
                self._open(self.practice.ask_position(typed_position(text)))

        title, ask = t("drill.typed-position.title"), t("drill.typed-position.ask")
        self.app.push_screen(LineScreen(title, ask, LONGEST, refusal), typed)

    def _theme_chosen(self, theme: str | None) -> None:
        if theme is not None:
            self._begin(ThemeSession(DrillTheme(theme)).session_kind)

    def show_lessons(self, asked: str = "") -> None:
        lesson_list = LessonList(self.practice.progress)
        self.app.push_screen(LessonsScreen(lesson_list, self._ask_lesson, asked), lambda _: self._renew())

    def _ask_lesson(self, lesson: Lesson, left: Callable[[], None]) -> None:
        self.app.push_screen(DrillScreen(self.practice.begin_lesson(lesson)), lambda _: left())

    def show_run(self, mode: str) -> None:
        """Begin a storm or a streak, and show its result at the end."""
        run = self.practice.begin_run(mode)
        self.app.push_screen(RunScreen(run), lambda _: self._run_ended(run))

    def _run_ended(self, run: QuickRun) -> None:
        self._renew()
        if not run.answers:
            return

        def chosen(what: str | None) -> None:
            if what == AGAIN:
                self.show_run(run.mode.id)
            elif what not in (None, DONE):
                looked = DrillScreen(self.practice.ask(what))
                self.app.push_screen(looked, lambda _: self._run_ended(run))

        end = RunEndScreen(run, record_of(self.practice.progress, run.mode.id))
        self.app.push_screen(end, chosen)

    def _begin(self, kind: str | None) -> None:
        """Begin a new session. If one of this kind is unfinished, ask whether to resume it."""
        left = self.practice.unfinished(kind)
        if left is None:
            self._open(self.practice.begin(kind))
            return

        def answered(new: bool | None) -> None:
            if new is not None:
                self._open(self.practice.begin(kind) if new else self.practice.resume(left.session))

        text = t("practice.unfinished", session=unfinished_words(left))
        ask = AskScreen(t("practice.title"), text, t("practice.begin-new"), t("practice.take-up"))
        self.app.push_screen(ask, answered)

    def _open(self, session: PracticeSession) -> None:
        self.app.push_screen(DrillScreen(session), lambda _: self._left_session(session))

    def _left_session(self, session: PracticeSession) -> None:
        self._renew()
        if session.left:
            # put the cursor on the entry that resumes the session that was just left
            left = self._left()
            if left is not None and left.session.id == session.stored.id:
                self.select(PracticeEntry.RESUME)
                self.redraw()
            return

        def ended(again: bool | None) -> None:
            if again:
                self._begin(session.stored.kind)
            self._renew()

        daily = self.practice.result_of(session.stored)
        self.app.push_screen(SessionEndScreen(session.summary(), self.overview, daily), ended)
