"""Counting what bots do: one tally a bot, whole numbers only, so that adding up in any order is the same."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from engine.match import Match
from engine.outcome import DrawReason
from engine.table import Seat
from engine.wall import PLAYERS

_Key = TypeVar("_Key", int, str)

_STUDENT_95 = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228)
"""Standard errors on either side that hold 95 % of Student's distribution of 1 to 10 degrees of freedom."""
_STEPS_PER_OCTAVE = 16
"""Decision times are counted in steps of this fraction of a doubling (4 %)."""


@dataclass(slots=True)
class Tally:
    """What one bot, or all seats of equal bots, did; counts are of hands unless they say otherwise."""

    games: int = 0
    places: int = 0
    """Sum of the places in its games."""
    places_squared: int = 0
    """Sum of their squares."""
    deals: int = 0
    """The games by fours on the same walls; a bot has as many seats in each."""
    deal_places_squared: int = 0
    """Sum of the squares of the sums of its places in a deal."""
    hands: int = 0
    wins: int = 0
    points: int = 0
    """Sum of what its wins were worth, without honba and riichi sticks."""
    deal_ins: int = 0
    riichi: int = 0
    calls: int = 0
    """Hands with at least one open call."""
    draws: int = 0
    """Hands that ended with an empty wall."""
    tenpai: int = 0
    """Of those, the hands in which it was tenpai."""
    decisions: int = 0
    nanoseconds: int = 0
    times: dict[int, int] = field(default_factory=dict)
    """Number of decisions by the step of their time."""
    outside: bool = False
    """Whether it is a program outside, which may fail to answer."""
    faults: dict[str, int] = field(default_factory=dict)
    """Decisions that were played for it, by what went wrong."""

    def decided(self, nanoseconds: int) -> None:
        """Count one decision."""
        self.decisions += 1
        self.nanoseconds += nanoseconds
        _count(self.times, int(math.log2(max(nanoseconds, 1)) * _STEPS_PER_OCTAVE))

    def failed(self, kind: str) -> None:
        """Count one decision that was played for it."""
        _count(self.faults, kind)

    def add(self, other: Tally) -> None:
        """Count what another tally has counted."""
        for name in self.__slots__:
            mine, theirs = getattr(self, name), getattr(other, name)
            if isinstance(mine, bool):
                setattr(self, name, mine or theirs)
            elif isinstance(mine, dict):
                for key, number in theirs.items():
                    _count(mine, key, number)
            else:
                setattr(self, name, mine + theirs)

    def summary(self) -> dict[str, Any]:
        """The rates that a report shows; 0 where there was nothing to divide by.

        Of a program outside also ``faults``: decisions that were played for it, by what went wrong.
        """
        rates = {
            "mean_place": _ratio(self.places, self.games),
            "place_ci95": self._place_ci95(),
            "win": _ratio(self.wins, self.hands),
            "deal_in": _ratio(self.deal_ins, self.hands),
            "riichi": _ratio(self.riichi, self.hands),
            "call": _ratio(self.calls, self.hands),
            "tenpai_at_draw": _ratio(self.tenpai, self.draws),
            "mean_win": _ratio(self.points, self.wins, 0),
            "ms_per_decision": _ratio(self.nanoseconds, self.decisions * 1_000_000, 3),
            "p99_ms": self._percentile(0.99),
        }
        return {**rates, "faults": dict(sorted(self.faults.items()))} if self.outside else rates

    def _place_ci95(self) -> float:
        """Half the width of the 95 % confidence interval of the mean place.

        The games of a deal have their walls in common, and equal bots share the places of a game: only deals
        are independent of one another. Where there is but one, its games are taken for that. It is no wider
        than from the first place to the last.
        """
        samples, squares = self.deals, self.deal_places_squared
        if samples < 2:
            samples, squares = self.games, self.places_squared
        if samples < 2:
            return 0.0
        spread = squares - self.places * self.places / samples
        error = math.sqrt(max(spread, 0.0) / (samples - 1) / samples) * samples / self.games
        return round(min(_student_95(samples - 1) * error, PLAYERS - 1.0), 4)

    def _percentile(self, share: float) -> float:
        """Milliseconds that so large a share of the decisions stays below, to a step."""
        seen = 0
        for step in sorted(self.times):
            seen += self.times[step]
            if seen >= share * self.decisions:
                return float(round(2 ** ((step + 1) / _STEPS_PER_OCTAVE) / 1_000_000, 3))
        return 0.0


TIME_FIELDS = ("ms_per_decision", "p99_ms")
"""What differs from run to run in a summary."""


def _count(counts: dict[_Key, int], key: _Key, number: int = 1) -> None:
    counts[key] = counts.get(key, 0) + number


def _ratio(part: int, whole: int, digits: int = 4) -> float:
    return round(part / whole, digits) if whole else 0.0


def _student_95(freedom: int) -> float:
    """Standard errors on either side that hold 95 % with so many degrees of freedom."""
    if freedom <= len(_STUDENT_95):
        return _STUDENT_95[freedom - 1]
    # the first terms of its expansion around the normal distribution
    return 1.96 + 2.372 / freedom + 2.823 / freedom**2


@dataclass(slots=True)
class Count:
    """Hands and bots of some games."""

    games: int = 0
    hands: int = 0
    drawn: int = 0
    """Drawn hands of all kinds."""
    events: int = 0
    """Events whose invariants were checked."""
    bots: dict[str, Tally] = field(default_factory=dict)

    def add(self, other: Count) -> None:
        """Add other games."""
        self.games += other.games
        self.hands += other.hands
        self.drawn += other.drawn
        self.events += other.events
        for name, tally in other.bots.items():
            self.bots.setdefault(name, Tally()).add(tally)

    def summary(self, seconds: float) -> dict[str, Any]:
        """The report as ``arena --json`` prints it."""
        return {
            "games": self.games,
            "hands": self.hands,
            "seconds": round(seconds, 3),
            "draw": _ratio(self.drawn, self.hands),
            "bots": {name: tally.summary() for name, tally in self.bots.items()},
        }


def count_deal(count: Count) -> None:
    """Count the games so far, which are those of one deal, as such."""
    for tally in count.bots.values():
        tally.deals = 1
        tally.deal_places_squared = tally.places**2


def count_hand(count: Count, match: Match, seats: Sequence[Tally]) -> None:
    """Count the hand that has just ended; ``seats`` are the tallies of the bots by seat."""
    outcome = match.round.outcome
    assert outcome is not None
    count.hands += 1
    for tally, seat in zip(seats, match.round.table.seats, strict=True):
        _count_seat(tally, seat)
    for win in outcome.wins:
        seats[win.winner].wins += 1
        seats[win.winner].points += win.value
    if outcome.wins and not outcome.wins[0].tsumo:
        seats[outcome.wins[0].target].deal_ins += 1
    if outcome.draw is not None:
        count.drawn += 1
        if outcome.draw.reason is DrawReason.EXHAUSTIVE:
            for tally, tenpai in zip(seats, outcome.draw.tenpai, strict=True):
                tally.draws += 1
                tally.tenpai += tenpai


def _count_seat(tally: Tally, seat: Seat) -> None:
    tally.hands += 1
    tally.riichi += seat.riichi > 0
    tally.calls += any(meld.is_open for meld in seat.melds)


def count_game(count: Count, match: Match, seats: Sequence[Tally]) -> None:
    """Count the game that has just ended."""
    assert match.standings is not None
    count.games += 1
    for standing in match.standings:
        tally = seats[standing.seat]
        tally.games += 1
        tally.places += standing.place
        tally.places_squared += standing.place**2
