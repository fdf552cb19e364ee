"""The tables at which safety and tenpai are measured: who sits there, and their hands with all tiles known.

``own`` are the regular bots, which the tiers were measured with. ``majiang`` is the player of
@kobalab/majiang-ai behind ``majiang.js`` in all four seats, ``mixed`` two of it against a regular bot and an
expert. Both need node, and ``NODE_PATH`` that names the folder ``node_modules`` of the package::

    npm install --prefix FOLDER @kobalab/majiang-ai@1.0.13 @kobalab/majiang-core
    NODE_PATH=FOLDER/node_modules make safety-table ARGS="--table majiang"

``recorded`` are the games of mjai files in the folder ``games`` of the one that ``FURITEN_DATA`` names.
"""

from __future__ import annotations

import argparse
import os
import shlex
import sys
import tempfile
from collections.abc import Callable, Iterator
from enum import StrEnum
from functools import cache, partial
from multiprocessing import get_context
from pathlib import Path
from typing import TypeVar

import msgspec

from ai.bot import Bot
from ai.bots.registry import make_bot
from ai.mjai.command import Limits
from ai.mjai.external import LineProcess
from ai.play import Players
from engine.match import Match
from engine.records.read_file import games_of
from engine.records.recorded_choices import RecordError, choices
from engine.records.recorded_game import RecordedHand, hands_of
from engine.records.replay import deal
from engine.round import Round
from engine.rules import PRESETS, TENHOU, Ruleset
from engine.wall import PLAYERS
from tools.measure.against import NAME, LastingProgram

BOTS = ("hayai", "mamori", "takame")
"""They take the four seats in turn, one seat further every second game."""
MIXED = ("hayai", "mamori:expert", "takame", "hayai:expert", "mamori", "takame:expert")
"""Two that follow each other sit at a mixed table: a regular bot and an expert of another style."""
RULES = ("tenhou", "wrc")
"""Rulesets of the games, in turn."""
DATA = "FURITEN_DATA"
"""The environment variable that names the folder of recorded games."""
_GAMES_PER_SEED = 1 << 20
"""So far apart lie the walls of two seeds."""
PATIENCE = Limits(600.0, 600.0)
"""The time of an external player: a busy machine must not change what is played."""
_SCRIPT = Path(__file__).with_name("majiang.js")

Made = TypeVar("Made")

Watch = Callable[[Round], None]
"""Is shown a hand before each decision, with all that acts waiting for its choice."""


class Table(StrEnum):
    """Who plays the games."""

    OWN = "own"
    MAJIANG = "majiang"
    MIXED = "mixed"
    RECORDED = "recorded"


class TableError(Exception):
    """The games of a table cannot be played, in one line."""


def players_at(table: Table, number: int) -> list[str]:
    """The names of the players of a game, by seat."""
    turn = number // len(RULES)
    match table:
        case Table.MAJIANG:
            return [NAME] * PLAYERS
        case Table.MIXED:
            pair = [MIXED[(turn + place) % len(MIXED)] for place in range(2)]
            seats = [pair[0], NAME, pair[1], NAME]
            return [seats[(seat + turn) % PLAYERS] for seat in range(PLAYERS)]
    return [BOTS[(seat + turn) % len(BOTS)] for seat in range(PLAYERS)]


def hands(table: Table, seed: int, number: int, watch: Watch) -> Iterator[Round]:
    """Play one game, the same for the same numbers; yields each hand when it is over.

    Recorded games are played again, whatever the seed, and there are no hands behind the last of them.
    Raises TableError.
    """
    if table is Table.RECORDED:
        yield from _recorded(number, watch)
        return
    names = players_at(table, number)
    rules = PRESETS[RULES[number % len(RULES)]]
    players = Players({seat: _bot(name, rules) for seat, name in enumerate(names)})
    match = Match(rules, seed * _GAMES_PER_SEED + number, names)
    while match.standings is None:
        while match.acting:
            watch(match.round)
            match.step({seat: players.choose(match, seat) for seat in match.acting})
        for seat, fault in players.take_faults():
            raise TableError(f"game {number}, seat {seat}: {fault}")
        yield match.round
        match.proceed()
    players.close(match)


def _bot(name: str, rules: Ruleset) -> Bot:
    return lasting_programs(rules.name)(command(rules.name)) if name == NAME else make_bot(name)


def command(rules: str) -> str:
    """The text of the external player, which has to be told the ruleset."""
    return f"mjai:node {shlex.quote(str(_SCRIPT))} {shlex.quote(str(_settings(rules)))}"


@cache
def lasting_programs(rules: str) -> type[LastingProgram]:
    """The class of players under one ruleset; their processes wait for the next game, apart from others."""

    class Patient(LastingProgram):
        idle: list[LineProcess] = []  # noqa: RUF012 - one list for all players of this class

        def __init__(self, text: str) -> None:
            super().__init__(text)
            self._limits = PATIENCE

    return Patient


@cache
def _settings(rules: str) -> Path:
    """A file with the ruleset as JSON, for as long as this process lives."""
    path = Path(_folder().name) / f"{rules}.json"
    path.write_bytes(msgspec.json.encode(PRESETS[rules]))
    return path


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="furiten-measure-")


@cache
def recorded_games() -> tuple[Path, ...]:
    """The files of recorded games; raises TableError where there are none."""
    folder = os.environ.get(DATA)
    found = sorted(Path(folder, "games").glob("*.mjson.gz")) if folder else []
    if not found:
        raise TableError(f"{DATA} names no folder with recorded games")
    return tuple(found)


def _recorded(number: int, watch: Watch) -> Iterator[Round]:
    files = recorded_games()
    if number >= len(files):
        return
    for game in games_of(files[number].read_bytes(), TENHOU.name):
        for hand in hands_of(game.events):
            try:
                yield _played_again(game.rules, hand, watch)
            except RecordError as error:
                raise TableError(f"{files[number].name}: {error}") from None


def _played_again(rules: Ruleset, hand: RecordedHand, watch: Watch) -> Round:
    """Play a recorded hand again: every choice is read off the events that follow."""
    game = deal(rules, hand)
    while game.outcome is None:
        watch(game)
        chosen = choices(game, hand.events[len(game.events) :])
        if chosen is None:
            raise RecordError("the record ends in the middle of a hand")
        game.step(chosen)
    return game


def games(play: Callable[[int], list[Made]], most: int, jobs: int) -> Iterator[list[Made]]:
    """What ``play`` makes of one game after the other, the same whatever the number of processes.

    Ends with the game that completes so many hands, or where there is no further game.
    """
    if jobs == 1:
        yield from _enough(map(play, range(most)), most)
        return
    with get_context("spawn").Pool(jobs) as pool:
        yield from _enough(pool.imap(play, range(most)), most)


def _enough(played: Iterator[list[Made]], most: int) -> Iterator[list[Made]]:
    """Games up to so many hands in all; a game without hands ends them too."""
    for game in played:
        if not game:
            return
        yield game
        most -= len(game)
        if most <= 0:
            return


def hands_asked_for(play: Callable[[Table, int, int], list[Made]], doc: str | None) -> list[Made]:
    """What ``play`` makes of each hand, of as many as the command line asks for.

    ``play`` takes a table, a seed and the number of a game; ``doc`` is the text of the help. Exits with one
    line where a table cannot be played at.
    """
    parser = argparse.ArgumentParser(description=doc)
    parser.add_argument("--hands", type=int, default=2_000, help="at least so many; whole games are played")
    parser.add_argument("--seed", type=int, default=4)
    parser.add_argument("--table", type=Table, choices=tuple(Table), default=Table.MAJIANG)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    wanted = parser.parse_args()
    try:
        played = list(games(partial(play, wanted.table, wanted.seed), wanted.hands, wanted.jobs))
    except TableError as error:
        sys.exit(str(error))
    return [hand for game in played for hand in game]


def samples_of_hands(look: Callable[[Round, list[Made]], None], doc: str | None) -> list[list[Made]]:
    """What ``look`` adds before each decision, by hand, of as many hands as the command line asks for."""
    return hands_asked_for(partial(_looked, look), doc)


def _looked(
    look: Callable[[Round, list[Made]], None], table: Table, seed: int, number: int
) -> list[list[Made]]:
    """The samples of each hand of one game."""
    found: list[list[Made]] = [[]]
    for _ in hands(table, seed, number, lambda game: look(game, found[-1])):
        found.append([])
    return found[:-1]
