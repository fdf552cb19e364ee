"""Parse the practice history of a scene: one line for each day, such as ``3: waits+12 furiten-30``.

The number is the day, counted from the first one. Each answer is a kind, ``+`` (right) or ``-`` (wrong), and
its time in seconds. ``again`` instead of a kind is the question that is due first. Levels follow from the
answers, as in practice itself. The themes of a kind take turns.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple

from ai.drills.library import positions, read_library_code
from ai.drills.question import DrillKind
from ai.drills.themes import DrillTheme
from tui.database.rows import Attempt, Sitting
from tui.practice.history import History

FIRST_DAY = datetime(2026, 3, 1, 12, tzinfo=UTC)
AGAIN = "again"
THEMES: dict[DrillKind, tuple[DrillTheme, ...]] = {
    DrillKind.WAITS: (DrillTheme.SIMPLE_WAIT, DrillTheme.MANY_WAITS, DrillTheme.ONE_SUIT),
    DrillKind.FURITEN: (DrillTheme.DISCARD_FURITEN, DrillTheme.CALLED_AWAY, DrillTheme.TEMPORARY_FURITEN),
    DrillKind.RON: (DrillTheme.NO_YAKU, DrillTheme.DISCARD_FURITEN),
    DrillKind.WAY_OUT: (DrillTheme.LEAVING_FURITEN, DrillTheme.FURITEN_WAIT),
    DrillKind.AHEAD: (DrillTheme.LATENT_FURITEN, DrillTheme.ACCEPTED_RISK),
    DrillKind.PASSING: (DrillTheme.TEMPORARY_FURITEN, DrillTheme.RIICHI_FURITEN, DrillTheme.CALL_BETWEEN),
    DrillKind.SAFE: (DrillTheme.GENBUTSU, DrillTheme.AFTER_RIICHI, DrillTheme.THIS_TURN),
    DrillKind.KAN: (DrillTheme.KAN_WAITS, DrillTheme.KAN_READING),
    DrillKind.RIICHI: (DrillTheme.DECLARE, DrillTheme.STAY_SILENT),
}
LATER = timedelta(hours=4)
"""Time between the beginning of the last session and now."""


class PracticeHistoryError(ValueError):
    """A practice history that cannot be parsed; the message names the fault."""


class Answered(NamedTuple):
    """One answer."""

    day: int
    kind: DrillKind | None
    """None for the question that is due first."""
    right: bool
    seconds: int


def parse_practice_history(text: str) -> tuple[Answered, ...]:
    """Parse the days. Raises PracticeHistoryError with the faulty line."""
    found: list[Answered] = []
    for line in text.strip().splitlines():
        day, mark, answers = line.partition(":")
        if not mark or not day.strip().isdigit() or (found and int(day) <= found[-1].day):
            raise PracticeHistoryError(f"past: '{line}' does not begin with a later day")
        found += [_answered(int(day), word) for word in answers.split()]
    return tuple(found)


def _answered(day: int, word: str) -> Answered:
    found = re.fullmatch(r"([a-z-]+)([+-])(\d{1,3})", word)
    if found is None or found[1] not in (AGAIN, *DrillKind):
        raise PracticeHistoryError(f"past: '{word}' is no answer such as waits+12")
    kind = None if found[1] == AGAIN else DrillKind(found[1])
    return Answered(day, kind, found[2] == "+", int(found[3]))


def now(past: Sequence[Answered]) -> datetime:
    """The present time: ``LATER`` than the last session."""
    return FIRST_DAY + timedelta(days=past[-1].day if past else 0) + LATER


def rows(past: Sequence[Answered]) -> Iterator[Attempt | Sitting]:
    """The rows of the practice record, one session a day. Raises PracticeHistoryError if nothing is due."""
    history, days = History(zone=UTC), dict[int, int]()
    for answer in past:
        id, began = f"day-{answer.day}", FIRST_DAY + timedelta(days=answer.day)
        number = days[answer.day] = days.get(answer.day, 0) + 1
        if number == 1:
            count = sum(each.day == answer.day for each in past)
            yield Sitting(id=id, began=began, kind=None, questions=count, seed=answer.day)
        kind, level, code = _asked(answer, number, history, began.date())
        themes = THEMES.get(kind, (DrillTheme.SUJI,))
        attempt = Attempt(
            answered=began + timedelta(seconds=20 * number),
            sitting=id,
            number=number,
            kind=kind,
            level=level,
            code=code,
            repeat=answer.kind is None,
            parts=(answer.right,),
            seconds=float(answer.seconds),
            given=((),),
            rules="wrc",
            version="1",
            credit=float(answer.right),
            themes=(themes[(answer.day + number) % len(themes)].value,),
        )
        history.add(attempt)
        yield attempt


def _asked(answer: Answered, number: int, history: History, day: date) -> tuple[DrillKind, int, str]:
    """The kind, level and code of the question."""
    if answer.kind is not None:
        level = history.questions.fitting(answer.kind, history.standings[answer.kind].rating)
        fitting = [each for each in positions(answer.kind).values() if each.level == level]
        return answer.kind, level, str(fitting[(7 * answer.day + number) % len(fitting)].code())
    due = history.due(day)
    if not due:
        raise PracticeHistoryError(f"past: nothing is due again on day {answer.day}")
    code = read_library_code(due[0].code)
    return code.kind, positions(code.kind)[code.number].level, due[0].code
