"""Questions of the library that tests share: few of each kind, with every idea of the kind among them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from ai.drills.library import LibraryPosition, positions, read_library_code
from ai.drills.question import LEVELS, DrillKind, Question
from tools.measure.judging import FIRST, LEAST_LEAD, Table, replayed
from tools.positions.judged_files import JudgedPosition
from tui.practice.question_pool import QuestionPool


def chosen(kind: DrillKind, **wanted: object) -> Iterator[LibraryPosition]:
    """The positions of a kind that fit."""
    return iter(QuestionPool().find(kind, **wanted))  # type: ignore[arg-type]


@cache
def sample(kind: DrillKind, level: int, place: int = 0, rules: str = "") -> Question:
    """A question of that kind and level: the one at that place, from the front again after the last.

    Under a ruleset, if one is named, of those that can be asked under it.
    """
    found = list(chosen(kind, level=level, rules=rules))
    return found[place % len(found)].question(rules=rules)


def of_each_level(kind: DrillKind) -> list[Question]:
    """A question of each level, the easiest first."""
    return [sample(kind, level) for level in LEVELS]


@cache
def _numbers(kind: DrillKind) -> tuple[int, ...]:
    """The first position of each level, and those that have an idea which none before them has."""
    known: set[str] = set()
    return tuple(position.number for level in LEVELS for position in _new(chosen(kind, level=level), known))


def _new(found: Iterable[LibraryPosition], known: set[str]) -> Iterator[LibraryPosition]:
    for place, position in enumerate(found):
        if place == 0 or not known.issuperset(position.themes):
            known.update(position.themes)
            yield position


def samples(kind: DrillKind) -> list[Question]:
    """All questions of a kind that tests share, the easiest first."""
    return [_question(kind, number) for number in _numbers(kind)]


@cache
def _question(kind: DrillKind, number: int) -> Question:
    return positions(kind)[number].question()


def won_by_ron() -> Question:
    """The first easy question about a ron to which the answer is yes."""
    found = (position.question() for position in chosen(DrillKind.RON, level=1))
    return next(question for question in found if question.answer[0] == {"yes"})


def holds(question: Question, form: int) -> bool:
    """Whether a question of the library can be asked in a form."""
    code = read_library_code(question.code)
    return positions(code.kind)[code.number].holds(form)


def in_form(question: Question, form: int) -> Question:
    """A question of the library with other tiles."""
    code = read_library_code(question.code)
    return positions(code.kind)[code.number].question(form, code.rules)


def check_lead(found: JudgedPosition) -> None:
    """The best choice comes first, beyond doubt, and the figures fit together."""
    best, *others = found.choices
    assert best.behind is best.behind_99 is best.house is None
    for choice in found.choices:
        assert choice.points.low <= choice.points.mean <= choice.points.high
        assert 0 <= choice.won + choice.dealt_in <= 1.001
    for choice in others:
        assert 0 < choice.behind_99[0] <= choice.behind.low <= choice.behind.mean
        assert choice.behind.mean <= choice.behind.high <= choice.behind_99[1]
        assert choice.behind.mean >= LEAST_LEAD
        assert choice.house is None or choice.house.high >= 0


def played_again(found: JudgedPosition) -> list[tuple[int, ...]]:
    """The points of each choice in the first deals, played once more."""
    moment = found.moment()
    table = Table(moment, found.seed, replayed(found, moment.view()))
    table.play(FIRST)
    return [tuple(table.points(place)) for place in range(len(found.choices))]
