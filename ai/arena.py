"""Bots against bots: duplicate matches, on several processors, with a report.

A *deal* is four games on the same walls, the bots one seat further each time, so that luck of the walls and
seats strikes all alike. Deals do not depend on one another: any number of processes gives the same result.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Container, Generator
from contextlib import closing, suppress
from functools import partial
from pathlib import Path

import msgspec

from ai.bot import OUTSIDE, check_bot, make_bot
from ai.interrupts import undivided
from ai.invariants import BrokenInvariant, Invariants
from ai.ledger import Ledger
from ai.mistakes import Mistakes
from ai.players import Players
from ai.tally import Count, Tally, count_deal, count_game, count_hand
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


class Contest(msgspec.Struct, frozen=True):
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
            check_bot(name)
        if self.games < PLAYERS or self.games % PLAYERS:
            nearest = max(PLAYERS, -(-self.games // PLAYERS) * PLAYERS)
            raise ArenaError(
                f"{self.games} games: give a multiple of {PLAYERS}, such as {nearest}, "
                "for the same walls are played with the seats rotated"
            )
        if self.games > MOST_GAMES:
            raise ArenaError(f"{self.games} games: a seed has walls for {MOST_GAMES} and no more")


class Report(msgspec.Struct):
    """What came of a contest; ``interrupted`` when it was broken off and only whole deals are counted.

    ``seconds`` are those of all runs of a contest that went on.
    """

    count: Count
    seconds: float
    interrupted: bool = False


def run(
    contest: Contest,
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
    ledger: Ledger | None = None,
    *,
    resume: bool = False,
) -> Report:
    """Hold the contest; ``progress`` is told the number of games finished.

    ``ledger`` keeps each finished deal until all are played; with ``resume`` those that it has are not played
    again. Raises ArenaError or UnknownBot before anything is played, Foul when something goes wrong. Ctrl+C
    ends it early.
    """
    contest.validate()
    report = Report(_nothing_yet(contest), 0.0)
    finished: set[int] = set()
    if ledger is not None:
        finished = _take_up(contest, ledger, report) if resume else set()
        if not resume:
            ledger.begin()
    if finished and progress is not None:
        progress(report.count.games)
    started = time.monotonic() - report.seconds
    try:
        with closing(_deals(contest, jobs, finished)) as deals:
            for deal, count in deals:
                with undivided():
                    report.count.add(count)
                    if ledger is not None:
                        ledger.add(deal, time.monotonic() - started, count)
                    if progress is not None:
                        progress(report.count.games)
    except KeyboardInterrupt:
        report.interrupted = True
    report.seconds = time.monotonic() - started
    if ledger is not None and not report.interrupted:
        ledger.forget()
    return report


def _take_up(contest: Contest, ledger: Ledger, report: Report) -> set[int]:
    """Count what was finished before; returns its deals."""
    kept = ledger.kept()
    if kept is None:
        raise ArenaError(
            "nothing to resume: no contest with these options was interrupted, or the bots have changed since"
        )
    report.seconds = kept.seconds
    finished = {deal for deal in kept.deals if deal < contest.games // PLAYERS}
    for deal in sorted(finished):
        report.count.add(kept.deals[deal])
    return finished


def _deals(contest: Contest, jobs: int, finished: Container[int]) -> Generator[tuple[int, Count]]:
    """Play all other deals, here or in other processes; in whatever order they are finished."""
    deals = [deal for deal in range(contest.games // PLAYERS) if deal not in finished]
    if jobs <= 1 or len(deals) <= 1:
        yield from ((deal, play_deal(contest, deal)) for deal in deals)
        return
    from ai.crew import Ended, spread  # here: nobody else should wait for it

    try:
        yield from spread(partial(play_deal, contest), deals, min(jobs, _MOST_PROCESSES))
    except Ended as error:
        raise ArenaError(f"deal {error}") from None


def play_deal(contest: Contest, deal: int) -> Count:
    """Play one deal: four games on the same walls."""
    count = _nothing_yet(contest)
    for rotation in range(PLAYERS):
        _Game(contest, deal, rotation, count).play()
    count_deal(count)
    return count


def _nothing_yet(contest: Contest) -> Count:
    return Count(bots={name: Tally(outside=name.startswith(OUTSIDE)) for name in contest.bots})


class _Game:
    """One game of a contest."""

    def __init__(self, contest: Contest, deal: int, rotation: int, count: Count) -> None:
        self.contest = contest
        self.count = count
        self.name = f"{contest.seed}-{deal + 1:05}-{rotation + 1}"
        self.names = [contest.bots[(seat + rotation) % PLAYERS] for seat in range(PLAYERS)]
        self.players = Players({seat: make_bot(name) for seat, name in enumerate(self.names)})
        self.mistakes = Mistakes()
        self.tallies = [count.bots[name] for name in self.names]
        self.invariants = Invariants() if contest.check else None
        self.seed = contest.seed * _DEALS_PER_SEED + deal

    def play(self) -> None:
        """Play to the end, count and record."""
        over: Match | None = None
        try:
            match = Match(self.contest.rules, self.seed, self.names, watch=self.invariants)
            while match.standings is None:
                self._play_hand(match)
                count_hand(self.count, match, self.tallies)
                match.proceed()
            over = match
        except BrokenInvariant as error:
            raise Foul(f"game {self.name} ({','.join(self.names)}): {error}") from error
        finally:
            self.players.leave(over)
        count_game(self.count, match, self.tallies)
        if self.invariants is not None:
            self.count.events += self.invariants.events
        self._record(match)

    def _record(self, match: Match) -> None:
        """Count what programs outside did not answer as they should; keep it and the game where asked to."""
        for lapse in self.mistakes.lapses:
            self.tallies[lapse.seat].failed(lapse.fault.kind.value)
        folder = self.contest.log_dir
        if folder is None:
            return
        _write(folder / f"{self.name}.mjson", b"".join(encode(event) + b"\n" for event in match.events))
        faults = folder / f"{self.name}.faults.txt"
        if told := self.mistakes.text():
            _write(faults, told.encode())
        else:
            faults.unlink(missing_ok=True)  # one of an earlier run would be taken for this one's

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
        before = time.perf_counter_ns()
        action = self.players.choose(match, seat)
        self.tallies[seat].decided(time.perf_counter_ns() - before)
        self.mistakes.note(match, self.players.lapses())
        return action


def _write(path: Path, data: bytes) -> None:
    """Write a file, or leave none; raises OSError, with its name."""
    try:
        path.write_bytes(data)
    except OSError as error:
        with suppress(OSError):
            path.unlink(missing_ok=True)
        error.filename = str(path)
        raise
