"""Which questions are open: the lessons open the kinds of questions and their themes, one after the other.

A mixed session asks only what the player has been shown. A kind that was answered before stays open, and a
kind that is asked for is always asked. The table is in the files of the lessons: ``opens`` and ``shows``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from ai.drills.question import DrillKind
from ai.drills.themes import DrillTheme
from ai.lessons.lesson import Lesson, lessons
from tui.database.rows import LESSON
from tui.practice.progress import Progress
from tui.practice.question_selection import DAILY, FOLD_DAILY, STORM, THEME

_ANSWERED = f"""
    SELECT DISTINCT attempts.kind FROM attempts LEFT JOIN sittings ON id = sitting
    WHERE coalesce(sittings.code, '') = ''
    AND coalesce(sittings.kind, '') NOT IN ('{DAILY}', '{FOLD_DAILY}', '{STORM}')
    AND substr(coalesce(sittings.kind, ''), 1, {len(LESSON)}) <> '{LESSON}'
    AND substr(coalesce(sittings.kind, ''), 1, {len(THEME)}) <> '{THEME}'
"""
"""The kinds that were answered, but not by chance: without today's ten, storms, lessons, ideas and codes."""
_BEFORE_LESSONS = f"""
    {_ANSWERED} AND attempts.rowid < coalesce(
        (SELECT min(attempts.rowid) FROM attempts JOIN sittings ON id = sitting
         WHERE substr(sittings.kind, 1, {len(LESSON)}) = '{LESSON}'),
        (SELECT max(rowid) + 1 FROM attempts))
"""
"""Those that were answered before the first question of a lesson."""


@cache
def opening_lessons() -> Mapping[DrillKind, Lesson]:
    """The lesson that opens each kind; kinds without one are always open."""
    opening = {kind: lesson for lesson in reversed(lessons()) for kind in lesson.opens}
    return {kind: opening[kind.opened_with] for kind in DrillKind if kind.opened_with in opening}


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


def open_kinds(kinds: Sequence[DrillKind], progress: Progress, *, everything: bool = False) -> OpenKinds:
    """What is open among these kinds: ``everything``, or what the lessons that are done have shown."""
    if everything:
        return OpenKinds(tuple(kinds))
    done = progress.lessons_done
    answered = _kinds(progress, _ANSWERED)
    opening = opening_lessons()
    opened = tuple(
        kind for kind in kinds if kind in answered or kind not in opening or opening[kind].id in done
    )
    hidden = frozenset(theme for theme, lesson in showing_lessons().items() if lesson.id not in done)
    return OpenKinds(opened, hidden, _kinds(progress, _BEFORE_LESSONS))


def _kinds(progress: Progress, query: str) -> frozenset[DrillKind]:
    """The kinds that a query finds and this version knows."""
    return frozenset(DrillKind(kind) for (kind,) in progress.select(query) if kind in tuple(DrillKind))
