"""Bots against bots: duplicate matches, on several processors, with a report.

A *deal* is four games on the same walls, the bots one seat further each time, so that luck of the walls and
seats strikes all alike. Deals do not depend on one another: any number of processes gives the same result.
"""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from ai.bot import Bot, make_bot
from ai.invariants import BrokenInvariant, Invariants
from ai.tally import Count, Tally, count_game, count_hand
from engine.actions import Action, IllegalAction
from engine.events import encode
from engine.match import Match
from engine.rules import Ruleset
from engine.wall import PLAYERS

_DEALS_PER_SEED = 1 << 20
"""So far apart lie the walls of two seeds."""
MOST_GAMES = _DEALS_PER_SEED * PLAYERS
_MOST_PROCESSES = 60
"""Windows waits for no more than 63 things at a time."""


class ArenaError(ValueError):
    """A contest that cannot be held; the message says why."""


class Foul(Exception):
    """A bot chose what it may not do, or an invariant broke; the message names bot, game and place."""


@dataclass(frozen=True, slots=True)
class Contest:
    """What is to be played: ``games`` is a multiple of four, ``bots`` are four names.

    ``check`` has the invariants verified after every event; ``log_dir``, which exists, gets a record of
    each game.
    """

    bots: tuple[str, ...]
    games: int
    seed: int
    rules: Ruleset
    check: bool = False
    log_dir: Path | None = None

    def validate(self) -> None:
        """Raise ArenaError or UnknownBot when this cannot be played."""
        if len(self.bots) != PLAYERS:
            raise ArenaError(f"{PLAYERS} bots play, not {len(self.bots)}")
        for name in self.bots:
            make_bot(name)
        if self.games < PLAYERS or self.games % PLAYERS:
            nearest = max(PLAYERS, -(-self.games // PLAYERS) * PLAYERS)
            raise ArenaError(
                f"{self.games} games: give a multiple of {PLAYERS}, such as {nearest}, "
                "for the same walls are played with the seats rotated"
            )
        if self.games > MOST_GAMES:
            raise ArenaError(f"{self.games} games: a seed has walls for {MOST_GAMES} and no more")


@dataclass(slots=True)
class Report:
    """What came of a contest; ``interrupted`` when it was broken off and only whole deals are counted."""

    count: Count
    seconds: float
    interrupted: bool = False


def run(contest: Contest, jobs: int = 1, progress: Callable[[int], None] | None = None) -> Report:
    """Hold the contest; ``progress`` is told the number of games finished.

    Raises ArenaError or UnknownBot before anything is played, Foul when something goes wrong. Ctrl+C
    ends it early.
    """
    contest.validate()
    started = time.monotonic()
    report = Report(Count(bots={name: Tally() for name in contest.bots}), 0.0)
    try:
        for count in _deals(contest, jobs):
            report.count.add(count)
            if progress is not None:
                progress(report.count.games)
    except KeyboardInterrupt:
        report.interrupted = True
    report.seconds = time.monotonic() - started
    return report


def _deals(contest: Contest, jobs: int) -> Iterator[Count]:
    """Play all deals, here or in other processes; in whatever order they are finished."""
    deals = range(contest.games // PLAYERS)
    play = partial(play_deal, contest)
    if jobs <= 1 or len(deals) == 1:
        yield from map(play, deals)
        return
    from multiprocessing import get_context  # here: nobody else should wait for it

    # started afresh rather than forked: the same on every system
    with get_context("spawn").Pool(min(jobs, len(deals), _MOST_PROCESSES), _ignore_interrupt) as pool:
        yield from pool.imap_unordered(play, deals)


def _ignore_interrupt() -> None:
    """Leave Ctrl+C to the main process, which then ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def play_deal(contest: Contest, deal: int) -> Count:
    """Play one deal: four games on the same walls."""
    count = Count()
    for rotation in range(PLAYERS):
        _Game(contest, deal, rotation, count).play()
    return count


class _Game:
    """One game of a contest."""

    def __init__(self, contest: Contest, deal: int, rotation: int, count: Count) -> None:
        self.contest = contest
        self.count = count
        self.name = f"{contest.seed}-{deal + 1:05}-{rotation + 1}"
        self.names = [contest.bots[(seat + rotation) % PLAYERS] for seat in range(PLAYERS)]
        self.bots: list[Bot] = [make_bot(name) for name in self.names]
        self.tallies = [count.bots.setdefault(name, Tally()) for name in self.names]
        self.invariants = Invariants() if contest.check else None
        self.seed = contest.seed * _DEALS_PER_SEED + deal

    def play(self) -> None:
        """Play to the end, count and record."""
        try:
            match = Match(self.contest.rules, self.seed, self.names, watch=self.invariants)
            while match.standings is None:
                self._play_hand(match)
                count_hand(self.count, match, self.tallies)
                match.proceed()
        except BrokenInvariant as error:
            raise Foul(f"game {self.name} ({','.join(self.names)}): {error}") from error
        count_game(self.count, match, self.tallies)
        if self.invariants is not None:
            self.count.events += self.invariants.events
        if self.contest.log_dir is not None:
            lines = b"".join(encode(event) + b"\n" for event in match.events)
            (self.contest.log_dir / f"{self.name}.mjson").write_bytes(lines)

    def _play_hand(self, match: Match) -> None:
        while match.acting:
            if self.invariants is not None:
                self.invariants.decision(match.round)
            choices = {seat: self._ask(match, seat) for seat in match.acting}
            try:
                match.step(choices)
            except IllegalAction as error:
                raise Foul(f"game {self.name}, {match.header}: {error}") from error
        if self.invariants is not None:
            self.invariants.decision(match.round)

    def _ask(self, match: Match, seat: int) -> Action:
        options = match.round.options(seat)
        before = time.perf_counter_ns()
        action = self.bots[seat].choose(options.view, options)
        self.tallies[seat].decided(time.perf_counter_ns() - before)
        return action
