"""A sample of faults, tried on several copies of the project at once, and the report on them."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple

from tools.mutants.copies import Copy
from tools.mutants.faults import Fault, faults
from tools.mutants.notes import Notes

ENOUGH = 0.9
"""The share of faults that the tests have to notice."""
MOST_EFFORT = 30.0
"""Processor seconds that the tests of one fault took without it. The test that goes beyond is left out."""
GRACE = 60.0
"""Seconds for the start of pytest, before a fault counts as hung."""
SLOWER = 4
"""How much longer tests may take beside others at work than they took when measured."""


class Tried(NamedTuple):
    """What came of one fault."""

    fault: Fault
    caught: str | None
    """``"failed"``, ``"hung"``, or None for a survivor."""
    tests: int
    seconds: float

    def __str__(self) -> str:
        result = self.caught or "SURVIVED"
        return f"{result:<8}  {self.seconds:>5.1f} s  {self.tests:>4} tests  {self.fault}"


def sample(root: Path, rooms: Sequence[str], count: int, seed: int) -> list[Fault]:
    """Up to so many faults in these folders or files, decided by the seed: one on each line that is drawn.

    A line is drawn by its text: the sample stays as it is when something else changes, and runs before and
    after a change can be compared. ``path:line`` is one line, and each of its faults is taken.
    """
    found: dict[tuple[str, int], list[Fault]] = {}
    ranks: dict[tuple[str, int], bytes] = {}
    for room in rooms:
        name, _, line = room.partition(":")
        place = root / name
        for module in sorted(place.rglob("*.py")) if place.is_dir() else [place]:
            path, source = module.relative_to(root).as_posix(), module.read_bytes()
            same: Counter[bytes] = Counter()
            texts = source.splitlines()
            for number, group in groupby(faults(path, source), lambda fault: fault.line):
                text = texts[number - 1].strip()
                same[text] += 1
                if not line or int(line) == number:
                    found[path, number] = list(group)
                    ranks[path, number] = _rank(seed, path, text, same[text])
    if any(":" in room for room in rooms):
        return [fault for group in found.values() for fault in group]
    chosen = sorted(found, key=ranks.__getitem__)[:count]
    return [
        min(found[line], key=lambda fault: _rank(seed, fault.operator, fault.before, fault.after))
        for line in sorted(chosen)
    ]


def _rank(*of: object) -> bytes:
    """A place in the order by chance; the same for the same text, whatever changes around it."""
    return sha256("\n".join(map(repr, of)).encode()).digest()


def try_out(
    sampled: Sequence[Fault], notes: Notes, copies: Sequence[Copy], grace: float = GRACE
) -> Iterator[Tried]:
    """Each fault once it was tried; as many at a time as there are copies."""
    free: SimpleQueue[Copy] = SimpleQueue()
    for copy in copies:
        free.put(copy)
    choices = [notes.tests(fault, MOST_EFFORT) for fault in sampled]

    def one(fault: Fault, tests: Sequence[str]) -> Tried:
        copy = free.get()
        began = time.monotonic()
        try:
            # a line that no test runs needs no trying
            caught = copy.catches(fault, tests, SLOWER * notes.seconds(tests) + grace) if tests else None
        finally:
            free.put(copy)
        return Tried(fault, caught, len(tests), time.monotonic() - began)

    pool = ThreadPoolExecutor(len(copies))
    running = [pool.submit(one, *each) for each in zip(sampled, choices, strict=True)]
    try:
        for done in as_completed(running):
            yield done.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for copy in copies:
            copy.end()
        pool.shutdown()


def share(tried: Sequence[Tried]) -> float:
    """The share of these faults that tests noticed; 1 when there are none."""
    return sum(one.caught is not None for one in tried) / len(tried) if tried else 1.0


def report(tried: Sequence[Tried], rooms: Sequence[str]) -> str:
    """The survivors, and the figures of each room and of all."""
    lines = ["", "No test noticed:"]
    lines += sorted(str(one.fault) for one in tried if one.caught is None)
    lines.append("")
    for room in rooms:
        name = room.partition(":")[0]
        inside = [one for one in tried if one.fault.path == name or one.fault.path.startswith(f"{name}/")]
        lines.append(_figures(room, inside))
    return "\n".join([*lines, _figures("all", tried)])


def _figures(name: str, tried: Sequence[Tried]) -> str:
    caught = sum(one.caught is not None for one in tried)
    return f"{name:<24} {caught:>4} of {len(tried):>4} noticed  {share(tried):6.1%}"
