"""Which questions are open: the lessons open the kinds of questions and their themes, one after the other.

A mixed session asks only what the player has been shown. A kind that was answered before stays open, and a
kind that is asked for is always asked. The table is in the files of the lessons: ``opens`` and ``shows``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from ai.drills.question import DrillKind, Question
from ai.drills.themes import DrillTheme
from ai.lessons.lesson import Lesson, lessons
from tui.database.rows import LESSON
from tui.practice.history import History
from tui.practice.progress import Progress

_BEFORE_LESSONS = """
    SELECT DISTINCT kind FROM attempts WHERE rowid < coalesce(
        (SELECT min(attempts.rowid) FROM attempts JOIN sittings ON id = sitting
         WHERE substr(sittings.kind, 1, ?) = ?),
        (SELECT max(rowid) + 1 FROM attempts))
"""
"""The kinds that were answered before the first question of a lesson."""


@cache
def opening_lessons() -> Mapping[DrillKind, Lesson]:
    """The lesson that opens each kind; kinds without one are always open."""
    return {DrillKind(kind): lesson for lesson in reversed(lessons()) for kind in lesson.opens}


@cache
def showing_lessons() -> Mapping[DrillTheme, Lesson]:
    """The lesson that introduces each theme; themes without one need no introduction."""
    return {DrillTheme(theme): lesson for lesson in reversed(lessons()) for theme in lesson.shows}


class OpenKinds(NamedTuple):
    """What a mixed session may ask."""

    kinds: tuple[DrillKind, ...]
    """The open kinds, in their order."""
    hidden: frozenset[DrillTheme] = frozenset()
    """Themes that were not shown yet."""
    known: frozenset[DrillKind] = frozenset()
    """Kinds that the player knew before the lessons: nothing of them is hidden."""

    def allows(self, question: Question) -> bool:
        """Whether a question is about nothing that was not shown."""
        return question.kind in self.known or self.hidden.isdisjoint(question.themes)


def open_kinds(
    kinds: Sequence[DrillKind], progress: Progress, history: History, *, everything: bool = False
) -> OpenKinds:
    """What is open among these kinds: ``everything``, or what the lessons that are done have shown."""
    if everything:
        return OpenKinds(tuple(kinds))
    done = progress.lessons_done
    answered = {judged.kind for judged in history.judged}
    opening = opening_lessons()
    opened = tuple(
        kind for kind in kinds if kind in answered or kind not in opening or opening[kind].id in done
    )
    hidden = frozenset(theme for theme, lesson in showing_lessons().items() if lesson.id not in done)
    return OpenKinds(opened, hidden, _known_before(progress))


def _known_before(progress: Progress) -> frozenset[DrillKind]:
    found = progress.select(_BEFORE_LESSONS, len(LESSON), LESSON)
    return frozenset(DrillKind(kind) for (kind,) in found if kind in tuple(DrillKind))
