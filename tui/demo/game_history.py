"""The finished games of a scene: bots play them, one of them in the player's seat, some days apart."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import lru_cache
from pathlib import Path

import msgspec

from ai.bots.registry import make_bot
from ai.play import PERSON
from ai.players import Players
from engine.events import encode
from engine.match import Match
from engine.rules import Length, ruleset
from engine.wall import PLAYERS
from tui.archive.archive import RECORDS
from tui.archive.record_format import DATE, record_time
from tui.demo.practice_history import FIRST_DAY

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
        """The time of the last game."""
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
