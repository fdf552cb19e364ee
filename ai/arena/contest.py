"""A contest of four bots: its definition, its games, its figures, and the faults of external programs.

All numbers are whole and are only added up, so that the result does not depend on the order of the games.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path

import msgspec

from ai.bot import FaultKind
from ai.bots.registry import check_bot, make_bot
from ai.invariants import BrokenInvariant, Invariants
from ai.mjai.command import is_external
from ai.mjai.messages import WITHOUT_MESSAGE, to_messages
from ai.play import Players, SeatFault
from ai.statistics.figures import HandStats, Sums, count_hand
from engine.actions import Action, IllegalAction
from engine.events import StartGame, decode, encode
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
        return range(self.games // PLAYERS)

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
        if self.log_dir is not None and self._would_overwrite(self.log_dir):
            told = "has records of other games with this seed: choose another folder"
            raise ArenaError(f"{self.log_dir} {told}")

    def _would_overwrite(self, folder: Path) -> bool:
        """Whether the first record there is that of another contest, by its bots and rules."""
        try:
            with (folder / record_name(self.seed, 0, 0)).open("rb") as file:
                start = decode(file.readline())
        except (OSError, msgspec.DecodeError):
            return False
        mine = list(self.bots), self.rules.name
        return not isinstance(start, StartGame) or (start.names, start.rules) != mine


def record_name(seed: int, deal: int, rotation: int) -> str:
    """The file name of the record of a game; deals and rotations count from 0."""
    return f"{seed}-{deal + 1:05}-{rotation + 1}.mjson"


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
            view, options = match.round.view(seat), match.round.options(seat)
            types = [
                to_messages(view, each)[0]["type"]
                for each in options.actions
                if each.kind not in WITHOUT_MESSAGE
            ]
            choices = " ".join(dict.fromkeys(types))
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
        self.name = record_name(contest.seed, deal, rotation).removesuffix(".mjson")
        self.names = [contest.bots[(seat + rotation) % PLAYERS] for seat in range(PLAYERS)]
        self.players = Players({seat: make_bot(name, external=True) for seat, name in enumerate(self.names)})
        self.fault_log = FaultLog()
        self.tallies = [count.bots[name] for name in self.names]
        self.invariants = Invariants() if contest.check else None
        self.seed = contest.seed * _DEALS_PER_SEED + deal

    def play(self) -> None:
        """Play to the end, count and record."""
        finished: Match | None = None
        try:
            match = Match(self.contest.rules, self.seed, self.names, watch=self.invariants)
            while match.standings is None:
                self._play_hand(match)
                outcome = match.round.outcome
                assert outcome is not None
                self.count.hands += 1
                self.count.drawn += outcome.draw is not None
                count_hand(match.round, [tally.stats for tally in self.tallies])
                match.proceed()
            finished = match
        except BrokenInvariant as error:
            raise BrokenGame(f"game {self.name} ({','.join(self.names)}): {error}") from error
        finally:
            self.players.close(finished)
        tally_game(self.count, match, self.tallies)
        if self.invariants is not None:
            self.count.events += self.invariants.events
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


_STEPS_PER_OCTAVE = 16
"""Times are counted in steps of this fraction of a doubling (4 %)."""
_NS_PER_MS = 1_000_000


class DecisionTimes(msgspec.Struct):
    """The times of some decisions."""

    decisions: int = 0
    nanoseconds: int = 0
    """Sum of the times."""
    steps: dict[int, int] = {}
    """Number of decisions by the step of their time."""

    def count(self, nanoseconds: int) -> None:
        self.decisions += 1
        self.nanoseconds += nanoseconds
        step = int(math.log2(max(nanoseconds, 1)) * _STEPS_PER_OCTAVE)
        self.steps[step] = self.steps.get(step, 0) + 1

    def add(self, other: DecisionTimes) -> None:
        self.decisions += other.decisions
        self.nanoseconds += other.nanoseconds
        for step, number in other.steps.items():
            self.steps[step] = self.steps.get(step, 0) + number

    @property
    def mean_ms(self) -> float:
        """Mean time in milliseconds; 0 without decisions."""
        return round(self.nanoseconds / (self.decisions * _NS_PER_MS), 3) if self.decisions else 0.0

    def percentile_ms(self, share: float) -> float:
        """Milliseconds within which that share of the decisions was made, to a step."""
        seen = 0
        for step in sorted(self.steps):
            seen += self.steps[step]
            if seen >= share * self.decisions:
                return float(round(2 ** ((step + 1) / _STEPS_PER_OCTAVE) / _NS_PER_MS, 3))
        return 0.0


_STUDENT_95 = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228)
"""Two-sided 95 % quantiles of Student's t distribution for 1 to 10 degrees of freedom."""


class Places(Sums):
    """The places of one bot, or of all seats of equal bots."""

    games: int = 0
    total: int = 0
    """Sum of the places in the games."""
    squares: int = 0
    """Sum of their squares."""
    deals: int = 0
    """The number of deals, each of four games on the same walls; a bot has equally many seats in each."""
    deal_squares: int = 0
    """Sum of the squares of the sums of the places in a deal."""

    @property
    def ci95(self) -> float:
        """Half the width of the 95 % confidence interval of the mean place.

        The games of a deal have their walls in common, and equal bots share the places of a game: only deals
        are independent of one another. A single deal's games are treated as independent. The interval is no
        wider than from the first place to the last.
        """
        samples, squares = self.deals, self.deal_squares
        if samples < 2:
            samples, squares = self.games, self.squares
        if samples < 2:
            return 0.0
        spread = squares - self.total * self.total / samples
        error = math.sqrt(max(spread, 0.0) / (samples - 1) / samples) * samples / self.games
        return round(min(_student_95(samples - 1) * error, PLAYERS - 1.0), 4)


class Tally(msgspec.Struct):
    """The figures of one bot, or of all seats of equal bots."""

    places: Places = msgspec.field(default_factory=Places)
    stats: HandStats = msgspec.field(default_factory=HandStats)
    times: DecisionTimes = msgspec.field(default_factory=DecisionTimes)
    external: bool = False
    """Whether it is an external program, which may have faults."""
    faults: dict[str, int] = {}
    """Decisions that were made in its place, by kind of fault."""

    def count_fault(self, kind: str, number: int = 1) -> None:
        """Count decisions that were made in its place."""
        self.faults[kind] = self.faults.get(kind, 0) + number

    def add(self, other: Tally) -> None:
        self.places.add(other.places)
        self.stats.add(other.stats)
        self.times.add(other.times)
        self.external = self.external or other.external
        for kind, number in other.faults.items():
            self.count_fault(kind, number)

    def summary(self) -> dict[str, object]:
        """The rates of the report; 0 if there is nothing to divide by.

        For an external program also ``faults``: decisions that were made in its place, by kind.
        """
        stats = self.stats
        rates: dict[str, object] = {
            "mean_place": _ratio(self.places.total, self.places.games),
            "place_ci95": self.places.ci95,
            "win": _ratio(stats.wins, stats.hands),
            "deal_in": _ratio(stats.deal_ins, stats.hands),
            "riichi": _ratio(stats.riichi, stats.hands),
            "call": _ratio(stats.calls, stats.hands),
            "tenpai_at_draw": _ratio(stats.tenpai, stats.draws),
            "mean_win": _ratio(stats.points, stats.wins, 0),
            "ms_per_decision": self.times.mean_ms,
            "p99_ms": self.times.percentile_ms(0.99),
        }
        return {**rates, "faults": dict(sorted(self.faults.items()))} if self.external else rates


class ContestCount(msgspec.Struct):
    """The figures of some games."""

    games: int = 0
    hands: int = 0
    drawn: int = 0
    """Drawn hands of all kinds."""
    events: int = 0
    """Events whose invariants were checked."""
    bots: dict[str, Tally] = {}

    def add(self, other: ContestCount) -> None:
        self.games += other.games
        self.hands += other.hands
        self.drawn += other.drawn
        self.events += other.events
        for name, tally in other.bots.items():
            self.bots.setdefault(name, Tally()).add(tally)

    def summary(self, seconds: float) -> dict[str, object]:
        """The report as ``arena --json`` prints it."""
        return {
            "games": self.games,
            "hands": self.hands,
            "seconds": round(seconds, 3),
            "draw": _ratio(self.drawn, self.hands),
            "bots": {name: tally.summary() for name, tally in self.bots.items()},
        }


def tally_game(count: ContestCount, match: Match, seats: Sequence[Tally]) -> None:
    """Count the game that has just ended."""
    assert match.standings is not None
    count.games += 1
    for standing in match.standings:
        places = seats[standing.seat].places
        places.games += 1
        places.total += standing.place
        places.squares += standing.place**2


def tally_deal(count: ContestCount) -> None:
    """Count the games so far as one deal."""
    for tally in count.bots.values():
        tally.places.deals = 1
        tally.places.deal_squares = tally.places.total**2


def _ratio(part: int, whole: int, digits: int = 4) -> float:
    return round(part / whole, digits) if whole else 0.0


def _student_95(freedom: int) -> float:
    """The two-sided 95 % quantile of Student's t distribution."""
    if freedom <= len(_STUDENT_95):
        return _STUDENT_95[freedom - 1]
    # the first terms of its expansion around the normal distribution
    return 1.96 + 2.372 / freedom + 2.823 / freedom**2
