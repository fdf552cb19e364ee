"""What it costs to start and to stay: time and memory of fresh interpreters, in turns."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from statistics import median
from time import perf_counter

from tests.bench.measure import Effort
from tests.bench.rows import Goal, Missing, Result, Row
from tests.fresh import ROOT

BARE = "pass"
LIBRARIES = (
    "import msgspec, dataclasses, enum, functools, itertools, typing, collections.abc, zlib, random, hashlib"
)
"""What the engine imports of others."""
ENGINE = "import engine.match, engine.records.verify, engine.score, engine.shape"
PEER = "import mahjong.hand_calculating.hand"
STARTS = (BARE, LIBRARIES, ENGINE, PEER)
SPAWNS = 15

STATUS = Path("/proc/self/status")
PEAK = f"print(next(line.split()[1] for line in open('{STATUS}') if line.startswith('VmHWM')))"
PLAY = """
from ai.bot import Level
from tests.bench.games import ONE_HAND, bots_of, played
for seed in range({hands}):
    played(bots_of(Level.REGULAR), seed, ONE_HAND)
"""
HANDS = 10_000
"""After so many hands the memory is looked at; the tables that grow with them are bounded."""
KILOBYTES = 1024


def seconds(code: str) -> float:
    """From the start of an interpreter to its end."""
    start = perf_counter()
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)
    return perf_counter() - start


def starts(effort: Effort) -> Iterator[Row]:
    """Import of the engine beside the bare interpreter, its libraries, and ``mahjong``."""
    rounds = effort.of(SPAWNS)
    for code in STARTS:
        seconds(code)
    times: Mapping[str, list[float]] = {code: [] for code in STARTS}
    for _ in range(rounds):
        for code in STARTS:
            times[code].append(1e3 * seconds(code))
    bare = median(times[BARE])
    engine = [ours - nothing for ours, nothing in zip(times[ENGINE], times[BARE], strict=True)]
    own = [ours - theirs for ours, theirs in zip(times[ENGINE], times[LIBRARIES], strict=True)]
    told = f"{median(engine):.3g} ms"
    ratio = median(engine) / (median(times[PEER]) - bare)
    yield Row("import of the engine", told, "mahjong", ratio, ratio, ratio, Goal(1, 0.5, at_most=True))
    spread = median(own), min(own), max(own)
    yield Row("import of the engine", told, "its libraries alone", *spread, Goal(12, at_most=True), "ms")


def peak(code: str) -> float:
    """The most memory that an interpreter had for that code, in megabytes."""
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\n{PEAK}"], cwd=ROOT, check=True, capture_output=True, encoding="utf-8"
    )
    return int(done.stdout) * KILOBYTES / 1e6


def memory(effort: Effort, *, long: bool) -> Iterator[Result]:
    """Megabytes over a bare interpreter, after the import and after many hands of bots."""
    if not STATUS.exists():
        yield Missing("memory", "this system does not tell the peak of a process")
        return
    bare = peak(BARE)
    engine = peak(ENGINE) - bare
    goal = Goal(12, at_most=True)
    yield Row(
        "memory of the engine", f"{engine:.3g} MB", "a bare interpreter", engine, engine, engine, goal, "MB"
    )
    hands = effort.of(HANDS if long else HANDS // 20)
    grown = peak(PLAY.format(hands=hands)) - bare
    work = f"memory after {hands:,} hands of bots"
    goal = Goal(100, 50, at_most=True)
    yield Row(work, f"{grown:.3g} MB", "a bare interpreter", grown, grown, grown, goal, "MB")
