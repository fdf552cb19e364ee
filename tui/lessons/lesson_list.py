"""The list of lessons: which are done, which were left in the middle, and which is next.

A lesson is done when its hand was played to the end and the questions after it were answered rightly.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from ai.lessons.lesson import Lesson, LessonTexts, lessons
from ai.lessons.lesson_game import LessonGame
from ai.play import Pending
from engine.actions import IllegalAction
from tui.database.practice_rows import Played, StoredChoice, to_the_millisecond
from tui.i18n.texts import language
from tui.practice.opened_by_lessons import sitting_kind
from tui.practice.practice_record import Progress


def _now() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class LessonRow:
    """One lesson of the list."""

    lesson: Lesson
    done: bool
    """Whether its hand has been played to the end, and its questions answered."""
    left: tuple[StoredChoice, ...] = ()
    """The decisions made before it was last left in the middle, if it was."""
    questions: int = 0
    """If its hand was last played to the end, the questions that are left; 0 otherwise, or if it is done."""

    @property
    def words(self) -> LessonTexts:
        """Its texts in the current language."""
        return words_of(self.lesson)


def words_of(lesson: Lesson) -> LessonTexts:
    """The texts of a lesson in the current language."""
    return lesson.texts(language())


class LessonList:
    """All lessons, with their state in the practice record."""

    def __init__(self, progress: Progress, clock: Callable[[], datetime] = _now) -> None:
        self._progress = progress
        self._clock = clock

    @property
    def rows(self) -> tuple[LessonRow, ...]:
        done, latest = self._progress.lessons_done, self._progress.lessons_left
        return tuple(self._row(lesson, lesson.id in done, latest.get(lesson.id)) for lesson in lessons())

    def _row(self, lesson: Lesson, done: bool, last: Played | None) -> LessonRow:
        """The state of a lesson; ``last`` is how it was last left."""
        if last is None or last.ended:
            return LessonRow(lesson, done)
        row = LessonRow(lesson, done, last.choices)
        if self.begin(row, resumed=True).outcome is None:
            return row
        return LessonRow(lesson, done, questions=0 if done else self.questions(lesson))

    def questions(self, lesson: Lesson) -> int:
        """The number of questions that are left at the end of a lesson; 0 if it is done."""
        if lesson.id in self._progress.lessons_done:
            return 0
        return len(lesson.asks) - self._progress.lesson_answered(sitting_kind(lesson))

    def after(self, lesson: Lesson) -> Lesson | None:
        """The next lesson, or None after the last."""
        return next((each for each in lessons() if each.number == lesson.number + 1), None)

    def begin(self, row: LessonRow, *, resumed: bool = False) -> LessonGame:
        """Deal a lesson; with ``resumed`` play it on to where it was left."""
        scenario = LessonGame(row.lesson)
        if not resumed:
            return scenario
        for choice in row.left:
            _to_a_choice(scenario)
            try:
                scenario.choose(choice.action)
            except IllegalAction:
                break  # the lesson has changed since
        _to_a_choice(scenario)
        return scenario

    def keep(self, scenario: LessonGame) -> None:
        """Save how far the lesson was played, if anything was decided."""
        if not scenario.decisions:
            return
        ended = scenario.outcome is not None and not self.questions(scenario.lesson)
        self._progress.add(
            Played(
                lesson=scenario.lesson.id,
                left=to_the_millisecond(self._clock()),
                ended=ended,
                choices=tuple(StoredChoice.of(decision.action) for decision in scenario.decisions),
            )
        )


def _to_a_choice(scenario: LessonGame) -> None:
    """Let the bots play until the player has to choose."""
    while scenario.pending is Pending.BOTS:
        scenario.advance()
