"""The entry point of practice: begin or resume sessions, and get the overview."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path

from ai.drills.library import StoredPosition, read_library_code
from ai.drills.question import DrillKind, DrillTheme, NoQuestion, Question
from ai.lessons.lesson import Lesson, lessons
from tui.database.practice_rows import StoredSession, new_session_id, to_the_millisecond
from tui.play.play_options import DAILY, OWN, STORM, PracticeOptions
from tui.practice import daily
from tui.practice.history import History, Overview, overview
from tui.practice.opened_by_lessons import OpenKinds, open_kinds, opening_lessons, session_kind
from tui.practice.practice_record import Figures, Progress, ReadMark, Unfinished
from tui.practice.practice_session import PracticeSession, Preferences, Tools
from tui.practice.question_pool import ideas_in
from tui.practice.question_selection import OF_THE_DAY, ThemeSession, random_seed
from tui.practice.quick_run import MODES, QuickRun

QUESTIONS = 10
"""The number of questions of a session."""


def practice_at(folder: Path, preferences: Callable[[], Preferences] = Preferences) -> Practice:
    """Practice of all kinds, with the record in a folder."""
    return Practice(Progress(folder), Tools(preferences=preferences))


class Practice:
    """The practice record, and methods to begin sessions with it."""

    def __init__(self, progress: Progress, tools: Tools | None = None) -> None:
        self.progress = progress
        tools = tools or Tools()
        self._make = tools.pool.make
        self._tools = replace(tools, pool=replace(tools.pool, make=self._question))
        self._given: dict[str, StoredPosition] = {}
        """Positions that the player typed, by code: they are not kept."""
        self._mark: ReadMark | None = None
        self._history = History(zone=self._tools.zone, pool=self._tools.pool)
        """The state derived from the answers up to the mark."""

    def begin(
        self, kind: str | None = None, *, seed: int | None = None, questions: int = QUESTIONS
    ) -> PracticeSession:
        """Begin a session: a mixed one, or of a kind.

        That is a kind of question, ``OWN``, one of ``OF_THE_DAY``, or ``session_kind`` of a ``ThemeSession``.
        What is of the day goes on with the first question that is not answered. With a seed, the questions
        are the same for everybody. The first answer ends an unfinished session of the same kind; until then,
        that session can still be resumed.
        """
        if kind is not None and kind in OF_THE_DAY:
            known = self.daily_result(kind)
            if known is not None:
                return self.resume(known.session)
            seed, questions = daily.seed_of(self.today), daily.QUESTIONS[kind]
        elif kind == OWN:
            questions = min(questions, max(len(self.progress.own_questions), 1))
        drawn = random_seed() if seed is None else seed
        return self._begin(kind, questions, seed=drawn, chosen=seed is not None)

    @property
    def themes(self) -> Mapping[DrillTheme, Mapping[DrillKind, int]]:
        """The ideas that can be practised, with the number of positions of each kind."""
        return ideas_in(self._tools.pool, self._tools.kinds)

    def begin_lesson(self, lesson: Lesson) -> PracticeSession:
        """The questions at the end of a lesson: those that were left, or all of them."""
        kind = session_kind(lesson)
        for session in reversed(self.progress.sessions):
            if session.kind == kind:
                left = self.resume(session)
                if left.left:
                    return left
                break
        return self._begin(kind, len(lesson.asks), seed=lesson.seed, chosen=True)

    @property
    def open(self) -> OpenKinds:
        """The kinds and themes that mixed sessions may ask about."""
        everything = self._tools.preferences().everything
        return open_kinds(self._tools.kinds, self.progress, everything=everything)

    @property
    def closed(self) -> Mapping[DrillKind, Lesson]:
        """The kinds that mixed sessions leave out yet, with the lesson that opens each."""
        opened = self.open.kinds
        return {kind: lesson for kind, lesson in opening_lessons().items() if kind not in opened}

    @property
    def lessons_done(self) -> int:
        done = self.progress.lessons_done
        return sum(lesson.id in done for lesson in lessons())

    @property
    def lesson_first(self) -> Lesson | None:
        """The lesson to do before a mixed session, which has nothing to ask yet; None if it has."""
        return None if self.open.kinds else lessons()[0]

    def lesson_before(self, options: PracticeOptions) -> Lesson | None:
        """The lesson to do before what the command line asks for, if that is a mixed session."""
        mixed = options.session and options.kind is None and options.seed is None
        return self.lesson_first if mixed and options == PracticeOptions(rules=options.rules) else None

    @property
    def today(self) -> date:
        """The present date in the player's time zone."""
        return self._history.day(self._tools.clock())

    def daily_result(self, kind: str = DAILY) -> daily.DailyResult | None:
        """The result of today's ten so far, or of the fold of the day; None if nothing is answered."""
        return daily.result_of(self.progress, self.today, kind)

    def result_of(self, session: StoredSession) -> daily.DailyResult | None:
        """The result of a session of a day; None for another session."""
        if session.kind not in OF_THE_DAY:
            return None
        return daily.result_of(self.progress, daily.day_of(session), session.kind)

    def begin_run(self, mode: str) -> QuickRun:
        return QuickRun(MODES[mode], self.progress, self._tools)

    def ask(self, code: str) -> PracticeSession:
        """Begin a session of one question with a code; raises UnknownCode."""
        if self.progress.own_question(code) is not None:
            return self._begin(OWN, 1, seed=0, code=code)
        read = read_library_code(code)
        return self._begin(read.kind, 1, seed=0, code=str(read))

    def ask_position(self, position: StoredPosition) -> PracticeSession:
        """Begin a session of one question about a position that was typed."""
        self._given[position.code] = position
        return self._begin(position.kind, 1, seed=0, code=position.code)

    def unfinished(self, kind: str | None = None, *, seed: int | None = None) -> Unfinished | None:
        """The latest unfinished session of a kind (or mixed, or ``OWN``); with a seed, only one with it."""
        for found in reversed(self.progress.unfinished):
            session = found.session
            if session.kind == kind and (seed is None or (session.chosen and session.seed == seed)):
                return found
        return None

    def asked_for(self, options: PracticeOptions) -> PracticeSession:
        """The session for the command-line options: one question, an unfinished session, or a new one."""
        if options.position:
            # imported here because few ask for it
            from tui.practice.typed_position import typed_position

            return self.ask_position(typed_position(options.position, options.kind))
        if options.code:
            return self.ask(options.code)
        if options.daily:
            return self.begin(options.daily)
        kind: str | None = OWN if options.own else options.kind
        if options.theme:
            kind = ThemeSession(DrillTheme(options.theme), options.kind).session_kind
        left = self.unfinished(kind, seed=options.seed)
        return self.begin(kind, seed=options.seed) if left is None else self.resume(left.session)

    def resume(self, session: StoredSession) -> PracticeSession:
        """Go on with a session, from the first question that is not answered."""
        return PracticeSession(self.progress, session, self._tools, self._up_to_date())

    def overview(self) -> Overview:
        """The figures so far, and advice on what to train next."""
        history = self._up_to_date()
        figures = Figures(self.progress, self._tools.zone)
        found = overview(figures, history, self._tools.kinds, history.day(self._tools.clock()))
        opened = self.open.kinds
        advised = tuple(each for each in found.next if each.kind is None or each.kind in opened)
        return replace(found, next=advised)

    def _question(self, code: str) -> Question:
        """The question with a code; raises UnknownCode or NoQuestion."""
        if code in self._given:
            return self._given[code].question()
        own = self.progress.own_question(code)
        if own is None:
            return self._make(code)
        if own.drill is None:
            raise NoQuestion(f"no kind of question is called '{own.kind}'")
        # imported here because it loads every kind of question
        from tui.practice.own_mistakes import question_of

        return question_of(own)

    def _up_to_date(self) -> History:
        """The state derived from all answers; only new answers are processed."""
        self.progress.refresh()
        new = self.progress.answers_since(self._mark)
        if new.from_start:
            self._history = History(zone=self._tools.zone, pool=self._tools.pool)
        for own in self.progress.own_questions:
            self._history.add_own(own)
        storms = {each.id for each in self.progress.sessions if each.kind == STORM}
        for attempt in new.attempts:
            if attempt.sitting in storms:
                self._history.codes.add(self._history.base(attempt))
            else:
                self._history.add(attempt)
        self._mark = new.mark
        return self._history.copy()

    def _begin(
        self, kind: str | None, questions: int, *, seed: int, chosen: bool = False, code: str = ""
    ) -> PracticeSession:
        began = to_the_millisecond(self._tools.clock())
        session = StoredSession(
            id=new_session_id(began),
            began=began,
            kind=str(kind) if kind else None,
            questions=questions,
            seed=seed,
            chosen=chosen,
            code=code,
        )
        return self.resume(session)
