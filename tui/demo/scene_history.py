"""The past of a scene: answers of earlier days of practice, and games that bots played.

The practice of a scene is one line for each day, such as ``3: waits+12 furiten-30``. The number is the day,
counted from the first one. Each answer is a kind, ``+`` (right) or ``-`` (wrong), and its time in seconds.
``again`` instead of a kind is the question that is due first. Levels follow from the answers, as in practice
itself. The themes of a kind take turns.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import msgspec

from ai.bots.registry import make_bot
from ai.drills.library import positions, read_library_code
from ai.drills.question import DrillKind, DrillTheme
from ai.play import PERSON, Players
from engine.events import encode
from engine.match import Match
from engine.own_rules import ruleset
from engine.rules import Length
from engine.wall import PLAYERS
from tui.archive.archive import DATE, RECORDS, record_time
from tui.database.practice_rows import Attempt, StoredSession
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


def rows(past: Sequence[Answered]) -> Iterator[Attempt | StoredSession]:
    """The rows of the practice record, one session a day. Raises PracticeHistoryError if nothing is due."""
    history, days = History(zone=UTC), dict[int, int]()
    for answer in past:
        id, began = f"day-{answer.day}", FIRST_DAY + timedelta(days=answer.day)
        number = days[answer.day] = days.get(answer.day, 0) + 1
        if number == 1:
            count = sum(each.day == answer.day for each in past)
            yield StoredSession(id=id, began=began, kind=None, questions=count, seed=answer.day)
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
    if answer.kind is not None:
        level = history.questions.fitting(answer.kind, history.standings[answer.kind].rating)
        fitting = [each for each in positions(answer.kind).values() if each.level == level]
        return answer.kind, level, str(fitting[(7 * answer.day + number) % len(fitting)].code())
    due = history.due(day)
    if not due:
        raise PracticeHistoryError(f"past: nothing is due again on day {answer.day}")
    code = read_library_code(due[0].code)
    return code.kind, positions(code.kind)[code.number].level, due[0].code


STYLES = ("hayai", "mamori", "takame")


class PastGames(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The games that were played before a scene."""

    count: int
    seed: int = 1
    """Of the first game; each has the next one."""
    days: int = 3
    """Days from one game to the next."""
    length: Length = "east"
    rules: tuple[str, ...] = ("wrc", "tenhou")
    """The rulesets, in turn."""
    player: str = "takame:novice"
    """The bot in the player's seat."""
    level: str = "novice"
    """The level of the other three, of which every third game has one style twice."""

    @property
    def last(self) -> datetime:
        return FIRST_DAY + timedelta(days=self.days * (self.count - 1))


def write_games(past: PastGames, folder: Path) -> None:
    """Write the records of the games to the archive of a data folder."""
    records = folder / RECORDS
    records.mkdir(parents=True, exist_ok=True)
    for name, data in _records(past):
        (records / name).write_bytes(data)


@lru_cache(8)
def _records(past: PastGames) -> tuple[tuple[str, bytes], ...]:
    """The file names and the contents of the records; kept, because several pictures have the same past."""
    return tuple(_played(past))


def _played(past: PastGames) -> Iterator[tuple[str, bytes]]:
    for number in range(past.count):
        began = FIRST_DAY + timedelta(days=past.days * number)
        rules = msgspec.structs.replace(ruleset(past.rules[number % len(past.rules)]), length=past.length)
        others = [STYLES[(number + turn * (number % 3 > 0)) % len(STYLES)] for turn in range(PLAYERS - 1)]
        bots = [past.player, *(f"{style}:{past.level}" for style in others)]
        seat = number % PLAYERS
        around = [bots[(each - seat) % PLAYERS] for each in range(PLAYERS)]
        names = [PERSON if each == seat else bot for each, bot in enumerate(around)]
        match = Match(rules, past.seed + number, names, time=record_time(began))
        players = Players({each: make_bot(bot) for each, bot in enumerate(around)})
        while match.standings is None:
            while match.acting:
                match.step({each: players.choose(match, each) for each in match.acting})
            match.proceed()
        players.close(match)
        name = f"{began:{DATE}}-seed-{match.seed}.jsonl"
        yield name, b"".join(encode(event) + b"\n" for event in match.events)
