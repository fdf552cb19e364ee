"""What lessons have to do with practice: the questions at their end, and the kinds and themes that they open.

The questions of a lesson are the same for everybody, and are asked until each sort is answered rightly.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple
from zlib import crc32

from ai.drills.library import LibraryPosition
from ai.drills.question import DrillKind, DrillTheme
from ai.lessons.lesson import Lesson, QuestionSort, lessons
from tui.database.practice_rows import LESSON, StoredSession
from tui.play.play_options import DAILY, FOLD_DAILY, STORM, STREAK
from tui.practice.practice_record import Progress
from tui.practice.question_pool import QuestionPool
from tui.practice.question_selection import THEME

_ANSWERED = f"""
    SELECT DISTINCT attempts.kind FROM attempts LEFT JOIN sittings ON id = sitting
    WHERE coalesce(sittings.code, '') = ''
    AND coalesce(sittings.kind, '') NOT IN ('{DAILY}', '{FOLD_DAILY}', '{STORM}', '{STREAK}')
    AND substr(coalesce(sittings.kind, ''), 1, {len(LESSON)}) <> '{LESSON}'
    AND substr(coalesce(sittings.kind, ''), 1, {len(THEME)}) <> '{THEME}'
"""
"""The kinds that were answered, but not by chance: without today's ten, runs, lessons, ideas and codes."""
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
    """The kinds and themes that a mixed session may ask about."""

    kinds: tuple[DrillKind, ...]
    """The open kinds, in their order."""
    hidden: frozenset[DrillTheme] = frozenset()
    known: frozenset[DrillKind] = frozenset()
    """Kinds that the player knew before the lessons: nothing of them is hidden."""


def open_kinds(kinds: Sequence[DrillKind], progress: Progress, *, everything: bool = False) -> OpenKinds:
    """The open ones of these kinds: ``everything``, or those of the lessons that are done."""
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
    return frozenset(DrillKind(kind) for (kind,) in progress.select(query) if kind in tuple(DrillKind))


RULESETS = 23
"""Up to this lesson questions have the preset of their lesson: what rulesets change is a later idea."""
_CALL = re.compile(r"\d(?:[pck]\d|a|u):")
"""A call among compact events."""
FEW = 4
"""Fewer positions of a level than these are joined by those of other levels."""


def lesson_of(session: StoredSession) -> Lesson | None:
    """The lesson that a session belongs to; None for ordinary practice."""
    kind = session.kind or ""
    if not kind.startswith(LESSON):
        return None
    return next((lesson for lesson in lessons() if lesson.id == kind.removeprefix(LESSON)), None)


def session_kind(lesson: Lesson) -> str:
    """The kind of a session with the questions of a lesson."""
    return f"{LESSON}{lesson.id}"


def sort_of(lesson: Lesson, number: int) -> QuestionSort:
    """The sort of a question of a lesson, counted from 1."""
    return lesson.asks[(number - 1) % len(lesson.asks)]


def codes(pool: QuestionPool, lesson: Lesson, number: int, wrong: int, rules: str = "") -> Iterator[str]:
    """Codes for a question of a lesson, counted from 1, the best first.

    The positions have the theme that is asked for, and none that a later lesson introduces. ``wrong`` is how
    often this number was answered wrongly; ``rules`` is the preset to which practice is fixed, or empty.
    """
    sort = sort_of(lesson, number)
    kind = DrillKind(sort.kind)
    found = fitting(pool, lesson, number)
    if len(found) < FEW:
        # a wrong answer shall bring another question about the same idea
        found += [each for each in fitting(pool, lesson, number, every_level=True) if each not in found]
    found = found or pool.find(kind, level=sort.level) or pool.find(kind)
    wanted = rules or (lesson.rules if lesson.number <= RULESETS else "")

    def order(position: LibraryPosition) -> tuple[int, bool, bool, int]:
        # a table without calls is easier to read
        calls = _CALL.search(position.events) is not None
        hashed = crc32(f"{lesson.seed} {number} {position.number}".encode())
        return abs(position.level - sort.level), bool(wanted) and wanted not in position.rules, calls, hashed

    found.sort(key=order)
    turn = wrong % max(len(found), 1)
    for position in (*found[turn:], *found[:turn]):
        yield str(position.code(rules=wanted if wanted in position.rules else ""))


def fitting(
    pool: QuestionPool, lesson: Lesson, number: int, *, every_level: bool = False
) -> list[LibraryPosition]:
    """The positions for a question of a lesson, of the level that is asked for or of every one."""
    sort = sort_of(lesson, number)
    later = {theme for each in lessons() if each.number > lesson.number for theme in each.shows}
    level = None if every_level else sort.level
    return pool.find(DrillKind(sort.kind), level=level, theme=sort.theme or "", without=later)
