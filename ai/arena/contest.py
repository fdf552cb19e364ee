"""A contest of four bots: its definition, its games, and the faults of external programs in them."""

from __future__ import annotations

import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import msgspec

from ai.arena.tally import ContestCount, Tally, tally_deal, tally_game, tally_hand
from ai.bot import FaultKind
from ai.bots.registry import check_bot, make_bot
from ai.invariants import BrokenInvariant, Invariants
from ai.mjai.command import is_external
from ai.mjai.messages import WITHOUT_MESSAGE, to_messages
from ai.play import Players, SeatFault
from engine.actions import Action, IllegalAction
from engine.events import encode
from engine.match import Match
from engine.rules import Ruleset
from engine.tiles import MJAI
from engine.wall import PLAYERS
from engine.wording import counted

_DEALS_PER_SEED = 1 << 20
"""Number of walls of one seed."""
MOST_GAMES = _DEALS_PER_SEED * PLAYERS


class ArenaError(ValueError):
    """A contest that cannot be played; the message says why."""


def whole_deals(games: int) -> int:
    """The number of games in the fewest whole deals that have so many."""
    return -(-games // PLAYERS) * PLAYERS


class Contest(msgspec.Struct, frozen=True):
    """A contest. ``games`` is a multiple of four, ``bots`` are four names.

    A *deal* is four games on the same walls, the bots one seat further in each, so that the luck of walls and
    seats is the same for all.

    ``check`` verifies the invariants after every event. ``log_dir``, an existing folder, receives a record of
    each game.
    """

    bots: tuple[str, ...]
    games: int
    seed: int
    rules: Ruleset
    check: bool = False
    log_dir: Path | None = None

    @property
    def deals(self) -> range:
        """The numbers of the deals."""
        return range(self.games // PLAYERS)

    def wall_seed(self, deal: int) -> int:
        """The seed of the walls of a deal."""
        return self.seed * _DEALS_PER_SEED + deal

    def validate(self) -> None:
        """Raise ArenaError or UnknownBot if this cannot be played."""
        if len(self.bots) != PLAYERS:
            raise ArenaError(f"{PLAYERS} bots play, not {len(self.bots)}")
        for name in self.bots:
            check_bot(name)
        if self.games < PLAYERS or self.games % PLAYERS:
            nearest = max(PLAYERS, whole_deals(self.games))
            raise ArenaError(
                f"{self.games} games: give a multiple of {PLAYERS}, such as {nearest}, "
                "for the same walls are played with the seats rotated"
            )
        if self.games > MOST_GAMES:
            raise ArenaError(f"{self.games} games: a seed has walls for {MOST_GAMES} and no more")


# -- faults of external programs -----------------------------------------------------------------------


class FaultLog:
    """The lines, each with its place in the record.

    A program that is not started again gets one line, however many decisions are made in its place.
    """

    def __init__(self) -> None:
        self.faults: list[SeatFault] = []
        self._lines: list[str] = []
        self._gone: dict[int, int] = {}
        """Decisions by seat that were made for a program that is not started again."""

    def add(self, match: Match, faults: Iterable[SeatFault]) -> None:
        """Log the faults of a decision that has not been carried out yet."""
        for each in faults:
            self.faults.append(each)
            seat, fault = each
            if fault.kind is FaultKind.GONE:
                self._gone[seat] = self._gone.get(seat, 0) + 1
                if self._gone[seat] > 1:
                    continue
            choices = _choices(match, seat)
            self._lines.append(
                f"seat {seat}, {_place(match)}, {fault.kind}: {fault}; could have been: {choices}\n"
            )

    def text(self) -> str:
        gone = [
            f"seat {seat}, to the end: {counted(number, 'decision')} played for it\n"
            for seat, number in sorted(self._gone.items())
        ]
        return "".join(self._lines + gone)


def _place(match: Match) -> str:
    """The hand, and the line of the record before the decision."""
    header = match.header
    return f"{MJAI[header.round_wind]}{header.kyoku}-{header.honba} line {len(match.events)}"


def _choices(match: Match, seat: int) -> str:
    """The types of the messages that the seat may answer with."""
    view, options = match.round.view(seat), match.round.options(seat)
    types = [
        to_messages(view, each)[0]["type"] for each in options.actions if each.kind not in WITHOUT_MESSAGE
    ]
    return " ".join(dict.fromkeys(types))


# -- games ---------------------------------------------------------------------------------------------


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
