"""The games of a contest: play them, count them, record them."""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path

from ai.arena.contest import Contest
from ai.arena.fault_log import FaultLog
from ai.arena.tally import ContestCount, Tally, tally_deal, tally_game, tally_hand
from ai.bots.registry import make_bot
from ai.invariants import BrokenInvariant, Invariants
from ai.mjai.command import is_external
from ai.players import Players
from engine.actions import Action, IllegalAction
from engine.events import encode
from engine.match import Match
from engine.wall import PLAYERS


class BrokenGame(Exception):
    """A bot chose an illegal action, or an invariant broke; the message names bot, game and place."""


def play_deal(contest: Contest, deal: int) -> ContestCount:
    """Play one deal: four games on the same walls."""
    count = empty_count(contest)
    for rotation in range(PLAYERS):
        _Game(contest, deal, rotation, count).play()
    tally_deal(count)
    return count


def empty_count(contest: Contest) -> ContestCount:
    """The count of no games, with each bot of the contest in it."""
    return ContestCount(bots={name: Tally(external=is_external(name)) for name in contest.bots})


class _Game:
    """One game of a contest."""

    def __init__(self, contest: Contest, deal: int, rotation: int, count: ContestCount) -> None:
        self.contest = contest
        self.count = count
        self.name = f"{contest.seed}-{deal + 1:05}-{rotation + 1}"
        self.names = [contest.bots[(seat + rotation) % PLAYERS] for seat in range(PLAYERS)]
        self.players = Players({seat: make_bot(name, external=True) for seat, name in enumerate(self.names)})
        self.fault_log = FaultLog()
        self.tallies = [count.bots[name] for name in self.names]
        self.invariants = Invariants() if contest.check else None
        self.seed = contest.wall_seed(deal)

    def play(self) -> None:
        """Play to the end, count and record."""
        finished: Match | None = None
        try:
            match = Match(self.contest.rules, self.seed, self.names, watch=self.invariants)
            while match.standings is None:
                self._play_hand(match)
                tally_hand(self.count, match, self.tallies)
                match.proceed()
            finished = match
        except BrokenInvariant as error:
            raise BrokenGame(f"game {self.name} ({','.join(self.names)}): {error}") from error
        finally:
            self.players.close(finished)
        tally_game(self.count, match, self.tallies)
        if self.invariants is not None:
            self.count.events += self.invariants.events
        self._record(match)

    def _record(self, match: Match) -> None:
        """Count the faults of external programs; write them and the record to the log folder, if any."""
        for seat, fault in self.fault_log.faults:
            self.tallies[seat].count_fault(fault.kind.value)
        folder = self.contest.log_dir
        if folder is None:
            return
        _write(folder / f"{self.name}.mjson", b"".join(encode(event) + b"\n" for event in match.events))
        path = folder / f"{self.name}.faults.txt"
        if text := self.fault_log.text():
            _write(path, text.encode())
        else:
            path.unlink(missing_ok=True)  # or a file of an earlier run would look like one of this run

    def _play_hand(self, match: Match) -> None:
        while match.acting:
            if self.invariants is not None:
                self.invariants.decision(match.round)
            choices = {seat: self._choose(match, seat) for seat in match.acting}
            try:
                match.step(choices)
            except IllegalAction as error:
                raise BrokenGame(f"game {self.name}, {match.header}: {error}") from error
        if self.invariants is not None:
            self.invariants.decision(match.round)

    def _choose(self, match: Match, seat: int) -> Action:
        before = time.perf_counter_ns()
        action = self.players.choose(match, seat)
        self.tallies[seat].times.count(time.perf_counter_ns() - before)
        self.fault_log.add(match, self.players.take_faults())
        return action


def _write(path: Path, data: bytes) -> None:
    """Write a file completely or not at all; raises OSError with the file's name."""
    try:
        path.write_bytes(data)
    except OSError as error:
        with suppress(OSError):
            path.unlink(missing_ok=True)
        error.filename = str(path)
        raise
