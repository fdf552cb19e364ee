"""The questions at the end of a lesson: the same for everybody, asked until each sort is answered rightly.

The answers are those of a sitting whose kind is ``lesson:`` and the id of the lesson. Its question ``n`` is
settled by a right answer. After a wrong one another question of the same sort has the same number.
"""

from __future__ import annotations

from collections.abc import Iterator

from ai.drills.question import DrillKind, Question
from ai.drills.question_code import SEEDS, write_code
from ai.drills.themes import DrillTheme
from ai.lessons.lesson import Lesson, lessons
from ai.lessons.lesson_format import QuestionSort
from engine.dice import Dice
from tui.database.rows import LESSON, Sitting

DRAWS = 60
"""The number of seeds that are tried to find a question of a theme."""


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


def codes(lesson: Lesson, number: int, wrong: int, rules: str = "") -> Iterator[str]:
    """Codes for a question of a lesson, counted from 1; those that ``fits`` rejects are passed over.

    ``wrong`` is how often this number was answered wrongly; ``rules`` is the preset to which practice is
    fixed, or empty.
    """
    sort, dice = sort_of(lesson, number), Dice(lesson.seed, number, wrong)
    for _ in range(DRAWS):
        yield write_code(DrillKind(sort.kind), sort.level, dice.below(SEEDS), rules)


def fits(lesson: Lesson, number: int, question: Question) -> bool:
    """Whether a question has the theme that is asked for, and none that a later lesson introduces."""
    theme = sort_of(lesson, number).theme
    later = (each for each in lessons() if each.number > lesson.number)
    if any(shown in question.themes for each in later for shown in each.shows):
        return False
    return not theme or DrillTheme(theme) in question.themes
