"""The questions at the end of a lesson: the same for everybody, asked until each sort is answered rightly.

The answers are those of a sitting whose kind is ``lesson:`` and the id of the lesson. Its question ``n`` is
settled by a right answer. After a wrong one another question of the same sort has the same number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from zlib import crc32

from ai.drills.library import LibraryPosition
from ai.drills.question import DrillKind
from ai.lessons.lesson import Lesson, lessons
from ai.lessons.lesson_format import QuestionSort
from tui.database.rows import LESSON, Sitting
from tui.practice.question_pool import QuestionPool

SIMPLE = "tenhou"
"""The preset of the questions of the first lessons …"""
RULESETS = 23
"""… up to this one: what rulesets change is a later idea."""
_CALL = re.compile(r"\d(?:[pck]\d|a|u):")
"""A call among compact events."""
FEW = 4
"""Fewer positions of a level than these are joined by those of other levels."""


def lesson_of(sitting: Sitting) -> Lesson | None:
    """The lesson that a sitting belongs to; None for ordinary practice."""
    kind = sitting.kind or ""
    if not kind.startswith(LESSON):
        return None
    return next((lesson for lesson in lessons() if lesson.id == kind.removeprefix(LESSON)), None)


def sitting_kind(lesson: Lesson) -> str:
    """The kind of a sitting with the questions of a lesson."""
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
    wanted = rules or (SIMPLE if lesson.number <= RULESETS else "")

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
