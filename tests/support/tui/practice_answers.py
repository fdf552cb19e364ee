"""Practice for tests: clocks, questions, answers, records that are tampered with, and weeks of past."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta, tzinfo
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from ai.drills.library import FORMS, LibraryCode, LibraryPosition, read_library_code
from ai.drills.question import LEVELS, Ask, DrillKind, DrillTheme, Facts, Part, Question, word_options
from ai.review.game_review import review_game
from ai.review.moments import ReviewedMoment
from ai.seat_position import SeatPosition
from engine.rules import PRESETS, WRC
from engine.wall import Dice
from tests.support.engine.wild_games import wild_game
from tests.support.shared import shared
from tui.database.practice_rows import Attempt, Row, StoredSession
from tui.practice.history import History
from tui.practice.overview import Overview, overview
from tui.practice.own_mistakes import OwnGame
from tui.practice.practice import Practice
from tui.practice.practice_record import Figures, Progress
from tui.practice.practice_session import PracticeSession, Preferences, Tools
from tui.practice.question_pool import QuestionPool

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
YES, NO = [{"yes"}], [{"no"}]
"""The right answer to every question made here, and a wrong one."""


EACH = 300
"""Positions of each kind and level that practice is told of in tests."""


def code_of(kind: DrillKind, level: int, number: int, rules: str = "") -> str:
    """The code of a position of a level in these tests, which have it in the number."""
    return str(LibraryCode(kind, 1_000 * level + number, rules=rules))


def level_of(code: str) -> int:
    """The level of such a position."""
    return read_library_code(code).number // 1_000


@cache
def positions(kind: DrillKind, themes: tuple[tuple[str, ...], ...] = ((),)) -> dict[int, LibraryPosition]:
    """Positions of each level that nobody looks into: in all forms, under every preset.

    They have these themes in turn.
    """
    found = (
        LibraryPosition(
            kind,
            1_000 * level + number,
            level,
            themes[number % len(themes)],
            tuple(PRESETS),
            0,
            "",
            "",
            (1 << FORMS) - 1,
        )
        for level in LEVELS
        for number in range(EACH)
    )
    return {position.number: position for position in found}


def pool_of(*themes: DrillTheme | None) -> QuestionPool:
    """Positions that have these themes in turn, none for None, and their questions."""
    told = tuple((theme.value,) if theme else () for theme in themes)

    def make(code: str) -> Question:
        theme = themes[read_library_code(code).number % len(themes)]
        return replace(question(code), themes=(theme,) if theme else ())

    return QuestionPool(lambda kind: positions(kind, told), make)


def question(code: str) -> Question:
    """A question with that code which asks nothing of mahjong."""
    read = read_library_code(code)
    return Question(
        kind=read.kind,
        level=level_of(code),
        seed=read.number,
        code=code,
        position=SeatPosition(WRC, 0, ()),
        ask=Ask(),
        parts=(Part("sure", word_options(("yes", "no"))),),
        answer=(frozenset({"yes"}),),
        facts=Facts(),
        difficulty=0,
    )


POOL = QuestionPool(positions, question)
"""The positions of these tests."""


def attempt(
    number: int = 0,
    *,
    right: bool = True,
    seconds: float = 12.0,
    kind: DrillKind | str = DrillKind.WAITS,
    level: int = 1,
    day: float = 0,
    code: str = "",
    repeat: bool = False,
    session: str = "first",
) -> Attempt:
    """An answer: the number tells it from others, and is its question unless a code is given."""
    drill = DrillKind(kind) if kind in list(DrillKind) else DrillKind.WAITS
    return Attempt(
        answered=NOON + timedelta(days=day, seconds=number),
        sitting=session,
        number=number + 1,
        kind=str(kind),
        level=level,
        code=code or code_of(drill, level, number),
        repeat=repeat,
        parts=(True, right),
        seconds=seconds,
        given=(("3s", "6s"), ("yes" if right else "no",)),
        rules="wrc",
        version="0.1.0",
    )


def history(*attempts: Attempt) -> History:
    """What follows from these answers, with days in UTC."""
    return History(attempts, zone=UTC, pool=POOL)


def overview_of(
    *attempts: Attempt, kinds: tuple[DrillKind, ...] = (DrillKind.WAITS, DrillKind.RON), zone: tzinfo = UTC
) -> Overview:
    """The overview of these answers at noon, from a practice record that ends with it."""
    with TemporaryDirectory() as folder:
        progress = Progress(Path(folder))
        progress.add(*attempts)
        progress.close()
    return overview(Figures(progress, zone), History(attempts, zone=zone, pool=POOL), kinds, NOON.date())


@dataclass
class Clock:
    """A clock and a timer that tests move."""

    now: datetime = NOON
    seconds: float = 0.0

    def pass_by(self, seconds: float = 0, *, days: float = 0) -> None:
        self.seconds += seconds
        self.now += timedelta(days=days, seconds=seconds)


def practice_at(
    folder: Path,
    clock: Clock,
    *,
    kinds: tuple[DrillKind, ...] = tuple(DrillKind),
    make: Callable[[str], Question] = question,
    pool: QuestionPool | None = None,
    rules: str = "",
    everything: bool = True,
) -> Practice:
    """Practice with the record in that folder and questions that ask nothing."""
    tools = Tools(
        pool=pool or QuestionPool(positions, make),
        kinds=kinds,
        clock=lambda: clock.now,
        timer=lambda: clock.seconds,
        zone=UTC,
        preferences=lambda: Preferences(rules, everything),
    )
    return Practice(Progress(folder), tools)


def answer_all(
    session: PracticeSession,
    clock: Clock,
    *,
    given: list[set[str]] = YES,
    seconds: float = 12,
    most: int = 99,
) -> list[Question]:
    """Answer questions alike until the session ends, or that many; returns them."""
    asked: list[Question] = []
    while len(asked) < most and (question := session.next()) is not None:
        clock.pass_by(seconds)
        session.answer(given)
        asked.append(question)
    return asked


SESSION = StoredSession(id="first", began=NOON, kind="waits", questions=10, seed=7)
ANSWERS = tuple(attempt(number) for number in range(200))
LONG = tuple(attempt(number, session="x" * 500) for number in range(60))
"""So many bytes that they fill many pages."""


def record(folder: Path, *rows: Row) -> Path:
    """A record with these rows, closed."""
    progress = Progress(folder)
    progress.add(*rows)
    progress.close()
    assert progress.fault == ""
    return progress.path


def kept(folder: Path) -> tuple[Attempt, ...]:
    """The answers in a record, as another copy of the program finds them."""
    progress = Progress(folder)
    progress.close()
    assert (progress.fault, progress.notices) == ("", [])
    return progress.attempts


def change(path: Path, *statements: str) -> None:
    """Write into a record behind the program's back."""
    connection = sqlite3.connect(path)
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()


DAYS = 27
OFF = frozenset({3, 9, 10, 18})
"""Days without practice."""
KINDS = tuple(DrillKind)[:8]
_HARD = {DrillKind.AHEAD: 25, DrillKind.SAFE: 12}
"""Kinds that go worse, by so many in a hundred."""


def past_clock() -> Clock:
    """The clock after those weeks, some hours after the last answer."""
    return Clock(NOON + timedelta(days=DAYS - 1, hours=4))


def past() -> Iterator[Attempt | StoredSession]:
    """A session of ten questions on most days."""
    history, dice = History(zone=UTC, pool=POOL), Dice(3)
    for day in range(DAYS):
        if day in OFF:
            continue
        began = NOON + timedelta(days=day)
        yield StoredSession(id=f"day-{day}", began=began, kind=None, questions=10, seed=day)
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


Reviewed = tuple[OwnGame, tuple[ReviewedMoment, ...]]
"""A game as one seat saw it, and the moments of its review."""


def reviewed(seat: int, rules: str, seed: int) -> Reviewed:
    """The review of a game for one seat."""
    return shared(f"reviewed {rules} {seed} {seat}", lambda: _reviewed(seat, rules, seed))


def _reviewed(seat: int, rules: str, seed: int) -> Reviewed:
    events = wild_game(rules, seed)
    game = OwnGame(PRESETS[rules], events, seat, ("you", "hayai", "mamori", "takame"), NOON)
    return game, tuple(review_game(game.rules, events, seat).moments)
