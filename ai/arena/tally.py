"""The figures of a contest: places, hands and decision times of each bot.

All numbers are whole and are only added up, so that the result does not depend on the order of the games.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

from ai.statistics.player_counts import HandStats, Sums, count_hand
from engine.match import Match
from engine.wall import PLAYERS

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

TIME_FIELDS = ("ms_per_decision", "p99_ms")
"""The fields of a summary that differ from run to run."""


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


def tally_hand(count: ContestCount, match: Match, seats: Sequence[Tally]) -> None:
    """Count the hand that has just ended; ``seats`` are the tallies of the bots by seat."""
    outcome = match.round.outcome
    assert outcome is not None
    count.hands += 1
    count.drawn += outcome.draw is not None
    count_hand(match.round, [tally.stats for tally in seats])


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
