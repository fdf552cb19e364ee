"""Timing side by side: everybody gets the same work in turns, and only ratios are told.

A shared machine is 10 to 15 % slower from one second to the next and half as fast on another day, so a
time alone says nothing. Within one round all runners meet the same weather; the median over the rounds
is what counts.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from math import ceil
from statistics import median
from time import perf_counter
from typing import Any

from tools.bench.bench_rows import NO_GOAL, Goal, Missing, Result, Row


@dataclass(frozen=True)
class Effort:
    """How much is measured: interleaved rounds, and the share of the items that are there."""

    rounds: int = 7
    share: float = 1.0

    def of(self, number: int) -> int:
        """So many items instead of that many."""
        return max(1, round(number * self.share))


QUICK = Effort(rounds=1, share=0.01)
"""Only to see that everything runs."""


@dataclass(frozen=True)
class Runner:
    """One way to do the work: a function and what it is called with, one item after the other.

    With ``unseen`` every round gets items of its own, as many as there are rounds and a warm-up.
    """

    name: str
    function: Callable[[Any], object]
    items: Sequence[Any]
    unseen: bool = False

    def seconds_per_item(self, turn: int, rounds: int) -> float:
        """One pass over the items of that round."""
        function, items = self.function, self._items(turn, rounds)
        start = perf_counter()
        for item in items:
            function(item)
        return (perf_counter() - start) / len(items)

    def _items(self, turn: int, rounds: int) -> Sequence[Any]:
        if not self.unseen:
            return self.items
        size = len(self.items) // (rounds + 1)
        return self.items[turn * size : (turn + 1) * size]


@dataclass(frozen=True)
class Peer:
    """Somebody else's way to do it, and how many times as fast as that ours is meant to be."""

    runner: Runner
    goal: Goal = NO_GOAL
    check: Callable[[], None] = lambda: None
    """Raises AssertionError when its answers are not ours: a wrong answer is not fast."""


@dataclass(frozen=True)
class Absent:
    """A library that is not installed here."""

    library: str


def beside(library: str, made: Callable[[Any], Peer]) -> Peer | Absent:
    """What is made out of the module ``tools.bench.with_...`` that knows this library, where it is there."""
    if find_spec(library) is None:
        return Absent(library)
    return made(import_module(f"tools.bench.with_{library}"))


@dataclass(frozen=True)
class Contest:
    """One kind of work, done by us and by others."""

    title: str
    ours: Runner
    peers: Sequence[Peer | Absent]


@dataclass(frozen=True)
class Work:
    """A row or more of the report; the contest behind it is prepared only if it is measured."""

    title: str
    contest: Callable[[str], Contest]
    """Makes the contest of that title."""


def hold(contest: Contest, rounds: int) -> Iterator[Result]:
    """Check the answers, warm everybody up, then let them run in turns."""
    peers = [peer for peer in contest.peers if isinstance(peer, Peer)]
    for absent in contest.peers:
        if isinstance(absent, Absent):
            yield Missing(contest.title, f"{absent.library} is not installed")
    if not peers:
        return
    for peer in peers:
        peer.check()
    runners = [contest.ours, *(peer.runner for peer in peers)]
    for runner in runners:
        runner.seconds_per_item(0, rounds)
    gc.collect()
    gc.freeze()
    times = [[runner.seconds_per_item(turn, rounds) for runner in runners] for turn in range(1, rounds + 1)]
    gc.unfreeze()
    ours = duration(median(row[0] for row in times))
    for place, peer in enumerate(peers, start=1):
        ratios = [row[place] / row[0] for row in times]
        spread = median(ratios), min(ratios), max(ratios)
        yield Row(contest.title, ours, peer.runner.name, *spread, peer.goal)


def least(effort: Effort, turns: int, cost: Callable[[], Sequence[float]]) -> list[tuple[float, ...]]:
    """What each of several costs, round by round; ``cost`` measures them in turn.

    Of so many turns in a round the least counts: what disturbs a program makes it dearer and never cheaper.
    Where there is time, one turn before all others counts for nothing: it compiles.
    """
    if effort.rounds > 1:
        cost()
    rounds = [[cost() for _ in range(effort.of(turns))] for _ in range(effort.rounds)]
    return [tuple(min(costs) for costs in zip(*found, strict=True)) for found in rounds]


def spread(figures: Sequence[float]) -> tuple[float, float, float]:
    """Their median, the lowest, the highest."""
    return median(figures), min(figures), max(figures)


def duration(seconds: float) -> str:
    """A time in the unit that fits it."""
    for unit, scale in (("s", 1), ("ms", 1e3)):
        if seconds * scale >= 1:
            return f"{seconds * scale:.3g} {unit}"
    return f"{seconds * 1e6:.3g} µs"


def percentile(values: Sequence[float], share: float) -> float:
    """The least of the values that this share of them does not exceed."""
    return sorted(values)[ceil(share * len(values)) - 1]
