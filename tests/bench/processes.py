"""What it costs to start and to stay: time and memory of fresh interpreters, in turns."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from time import perf_counter

from tests.bench.interpreters import Variables, environment
from tests.bench.measure import Effort
from tests.bench.rows import Goal, Missing, Result, Row
from tests.fresh import ROOT

BARE = "pass"
ENGINE = "import engine.match"
"""What plays a game: the rules, the score and the tile mathematics with their tables. Records are read by
``engine.records``, which a game does without."""
PEER = "import mahjong.hand_calculating.hand"
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


def printed(code: str, variables: Variables) -> str:
    """What a fresh interpreter prints for that code."""
    command = [sys.executable, "-c", code]
    return subprocess.run(
        command, cwd=ROOT, env=environment(variables), check=True, stdout=subprocess.PIPE, encoding="utf-8"
    ).stdout


def libraries(variables: Variables) -> str:
    """Code that imports what the engine imports of others, and nothing of its own."""
    told = f"import sys; before = set(sys.modules); {ENGINE}; print(*set(sys.modules) - before)"
    names = sorted(name for name in printed(told, variables).split() if name.partition(".")[0] != "engine")
    return f"import {', '.join(names)}"


def starts(effort: Effort, variables: Variables) -> Iterator[Result]:
    """Import of the engine beside the bare interpreter, its libraries, and ``mahjong``."""
    others = libraries(variables)
    codes = [BARE, others, ENGINE]
    if find_spec("mahjong") is not None:
        codes.append(PEER)
    times = _times(codes, effort.turns(SPAWNS), variables)
    engine = _differences(times[ENGINE], times[BARE])
    told = f"{median(engine):.3g} ms"
    work = "import of the engine"
    if PEER in times:
        peer = _differences(times[PEER], times[BARE])
        ratio = median(engine) / median(peer)
        yield Row(work, told, "mahjong", ratio, ratio, ratio, Goal(1, 0.5, at_most=True))
    else:
        yield Missing(work, "mahjong is not installed")
    own = _differences(times[ENGINE], times[others])
    spread = median(own), min(own), max(own)
    yield Row(work, told, "its libraries alone", *spread, Goal(12, at_most=True), "ms")


def _times(codes: Sequence[str], turns: range, variables: Variables) -> Mapping[str, list[float]]:
    """How long an interpreter lives for each, in milliseconds, turn by turn."""
    times: Mapping[str, list[float]] = {code: [] for code in codes}
    for turn in turns:
        for code in codes:
            start = perf_counter()
            printed(code, variables)
            if turn >= 0:
                times[code].append(1e3 * (perf_counter() - start))
    return times


def _differences(more: Sequence[float], less: Sequence[float]) -> list[float]:
    return [one - other for one, other in zip(more, less, strict=True)]


def peak(code: str, variables: Variables) -> float:
    """The most memory that an interpreter had for that code, in megabytes."""
    return int(printed(f"{code}\n{PEAK}", variables)) * KILOBYTES / 1e6


def memory(effort: Effort, variables: Variables, *, long: bool) -> Iterator[Result]:
    """Megabytes over a bare interpreter, after the import and after many hands of bots."""
    if not STATUS.exists():
        yield Missing("memory", "this system does not tell the peak of a process")
        return
    bare = peak(BARE, variables)
    engine = peak(ENGINE, variables) - bare
    goal = Goal(12, at_most=True)
    yield Row(
        "memory of the engine", f"{engine:.3g} MB", "a bare interpreter", engine, engine, engine, goal, "MB"
    )
    hands = effort.of(HANDS if long else HANDS // 20)
    grown = peak(PLAY.format(hands=hands), variables) - bare
    work = f"memory after {hands:,} hands of bots"
    goal = Goal(100, 50, at_most=True)
    yield Row(work, f"{grown:.3g} MB", "a bare interpreter", grown, grown, grown, goal, "MB")
