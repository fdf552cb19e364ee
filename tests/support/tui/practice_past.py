"""Weeks of practice answers, with many mistakes at first and fewer later."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, timedelta

from ai.drills.question import DrillKind
from engine.dice import Dice
from tests.support.tui.practice_answers import NOON, POOL, Clock, code_of
from tui.database.rows import Attempt, Sitting
from tui.practice.history import History

DAYS = 27
OFF = frozenset({3, 9, 10, 18})
"""Days without practice."""
KINDS = tuple(DrillKind)[:8]
_HARD = {DrillKind.AHEAD: 25, DrillKind.SAFE: 12}
"""Kinds that go worse, by so many in a hundred."""


def past_clock() -> Clock:
    """The clock after those weeks, some hours after the last answer."""
    return Clock(NOON + timedelta(days=DAYS - 1, hours=4))


def past() -> Iterator[Attempt | Sitting]:
    """A session of ten questions on most days."""
    history, dice = History(zone=UTC, pool=POOL), Dice(3)
    for day in range(DAYS):
        if day in OFF:
            continue
        began = NOON + timedelta(days=day)
        yield Sitting(id=f"day-{day}", began=began, kind=None, questions=10, seed=day)
        for number in range(10):
            answer = _answer(day, number, history, dice)
            history.add(answer)
            yield answer


def _answer(day: int, number: int, history: History, dice: Dice) -> Attempt:
    """An answer at the level of its kind; two of ten questions come back, where some are due."""
    now = NOON + timedelta(days=day, seconds=20 * number)
    due = history.due(now.date()) if number in (2, 6) else []
    kind = due[0].kind if due else KINDS[dice.below(len(KINDS))]
    level = history.questions.fitting(kind, history.standings[kind].rating)
    skill = 60 + day - _HARD.get(kind, 0)
    right = dice.below(100) < skill
    return Attempt(
        answered=now,
        sitting=f"day-{day}",
        number=number + 1,
        kind=kind,
        level=level,
        code=due[0].code if due else code_of(kind, level, 10 * day + number),
        repeat=bool(due),
        parts=(right,),
        seconds=float(6 + dice.below(22)),
        given=(("yes",),),
        rules="wrc",
        version="1.2.3",
    )
