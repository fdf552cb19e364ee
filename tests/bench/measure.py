"""Timing side by side: everybody gets the same hands in turns, and only ratios are told.

A shared machine is 10 to 15 % slower from one second to the next and half as fast on another day, so a
time alone says nothing. Within one round all runners meet the same weather; the median over the rounds
is what counts.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from time import perf_counter
from typing import Any

ROUNDS = 7


@dataclass(frozen=True)
class Runner:
    """One way to do the work: a function and what it is called with, one item after the other.

    With ``unseen`` every round gets items of its own, as many as there are rounds and a warm-up.
    """

    name: str
    function: Callable[[Any], object]
    items: Sequence[Any]
    unseen: bool = False

    def seconds_per_item(self, turn: int) -> float:
        """One pass over the items of that round."""
        function, items = self.function, self._items(turn)
        start = perf_counter()
        for item in items:
            function(item)
        return (perf_counter() - start) / len(items)

    def _items(self, turn: int) -> Sequence[Any]:
        if not self.unseen:
            return self.items
        size = len(self.items) // (ROUNDS + 1)
        return self.items[turn * size : (turn + 1) * size]


@dataclass(frozen=True)
class Peer:
    """Somebody else's way to do it, and how many times as fast as that ours is meant to be."""

    runner: Runner
    goal: float | None = None


@dataclass(frozen=True)
class Contest:
    """One kind of work, done by us and by others."""

    title: str
    ours: Runner
    peers: Sequence[Peer]
    check: Callable[[], None]
    """Raises AssertionError when the answers differ: a wrong answer is not fast."""


@dataclass(frozen=True)
class Line:
    """How we compare with one peer."""

    title: str
    peer: str
    microseconds: float
    ratio: float
    lowest: float
    highest: float
    goal: float | None

    @property
    def met(self) -> bool:
        """Whether the goal, if there is one, is reached."""
        return self.goal is None or self.ratio >= self.goal


def hold(contest: Contest) -> list[Line]:
    """Check the answers, warm everybody up, then let them run in turns."""
    contest.check()
    runners = [contest.ours, *(peer.runner for peer in contest.peers)]
    for runner in runners:
        runner.seconds_per_item(0)
    gc.collect()
    gc.freeze()
    times = [[runner.seconds_per_item(turn) for runner in runners] for turn in range(1, ROUNDS + 1)]
    gc.unfreeze()
    microseconds = 1e6 * median(row[0] for row in times)
    lines = []
    for place, peer in enumerate(contest.peers, start=1):
        ratios = [row[place] / row[0] for row in times]
        spread = median(ratios), min(ratios), max(ratios)
        lines.append(Line(contest.title, peer.runner.name, microseconds, *spread, peer.goal))
    return lines
