"""What it costs to start and to stay: processor time and memory of fresh interpreters, in turns."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from ai.drills.question import DrillKind
from tests.support.fresh_interpreter import ROOT
from tools.bench.bench_rows import Goal, Missing, Result, Row
from tools.bench.interpreters import Variables, environment
from tools.bench.measure import Effort, least, spread

BARE = "pass"
ENGINE = "import engine.match"
"""What begins a game: the rules and the tile mathematics. The value of a win is imported at the first win,
and tables are read at the first deal. Records are read by ``engine.records``, which a game does without."""
PEER = "import mahjong.hand_calculating.hand"
STARTS = 5
"""Of each in a round."""
BUSY = "import time; print(time.process_time())"

CLICK = "import click"
COMMANDS = {
    "--help": Goal(1.5, at_most=True),
    "score 222m345p99s45678s --win 9s --riichi": Goal(1.5, at_most=True),
    "hand 123m456p789s1113z": Goal(1.5, at_most=True),
    "demo --list": None,
}
"""Commands that answer in a few lines, and what they may cost beside ``CLICK``."""
RUN = """
import sys
sys.argv = ["furiten", *{words!r}]
from tui.__main__ import main
try:
    main()
except SystemExit:
    pass
"""
"""Runs a command as its entry point does, which collects no garbage while modules are imported."""
SHORT = 200.0
"""Milliseconds of processor for a list."""

QUESTION = """
from time import process_time
from ai.drills.library import positions
from ai.drills.question import DrillKind
import tui.practice.explain
kind = DrillKind({kind!r})
begun = process_time()
next(iter(positions(kind).values())).question().parts
print(process_time() - begun)
"""
"""The seconds until a kind's first question is there: its file is read, its module loaded, one is opened."""

STATUS = Path("/proc/self/status")
PEAK = f"print(next(line.split()[1] for line in open('{STATUS}') if line.startswith('VmHWM')))"
PLAY = """
from ai.bot import Level
from tools.bench.bench_games import ONE_HAND, bots_of, played
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
    codes = [BARE, libraries(variables), ENGINE]
    if find_spec("mahjong") is not None:
        codes.append(PEER)
    times = least(effort, STARTS, lambda: [_busy(code, variables) for code in codes])
    engine = [ours - bare for bare, _, ours, *_ in times]
    told = f"{median(engine):.3g} ms"
    work = "import of the engine"
    if PEER in codes:
        ratios = [(ours - bare) / (theirs - bare) for bare, _, ours, theirs in times]
        yield Row(work, told, "mahjong", *spread(ratios), Goal(1, 0.5, at_most=True))
    else:
        yield Missing(work, "mahjong is not installed")
    own = [ours - others for _, others, ours, *_ in times]
    yield Row(work, told, "its libraries alone", *spread(own), Goal(8, at_most=True), "ms")


def _busy(code: str, variables: Variables) -> float:
    """Milliseconds for which that code keeps a fresh interpreter busy: it waits for nobody."""
    return 1e3 * float(printed(f"{code}\n{BUSY}", variables).splitlines()[-1])


def commands(effort: Effort, variables: Variables) -> Iterator[Result]:
    """Short commands in processor time, beside an interpreter that imports the parser of command lines."""
    codes = [CLICK, *(RUN.format(words=words.split()) for words in COMMANDS)]
    with TemporaryDirectory() as home:
        # the folder of a person who has chosen none
        apart = {**variables, "FURITEN_HOME": None, "XDG_DATA_HOME": home}
        times = least(effort, STARTS, lambda: [_busy(code, apart) for code in codes])
    for place, (words, goal) in enumerate(COMMANDS.items(), start=1):
        costs = [each[place] for each in times]
        told = f"{median(costs):.3g} ms"
        work = f"command: furiten {words.split()[0]}"
        if goal is None:
            yield Row(work, told, "", *spread(costs), Goal(SHORT, at_most=True), "ms")
        else:
            yield Row(work, told, "click alone", *spread([each[place] / each[0] for each in times]), goal)


def questions(effort: Effort, variables: Variables) -> Iterator[Result]:
    """The first question of the kind that takes longest, in a fresh interpreter, in processor time."""
    kinds = [kind.value for kind in DrillKind]
    seconds = least(
        effort, 1, lambda: [float(printed(QUESTION.format(kind=kind), variables)) for kind in kinds]
    )
    times = {kind: 1e3 * median(each) for kind, each in zip(kinds, zip(*seconds, strict=True), strict=True)}
    slowest = max(times, key=lambda kind: times[kind])
    told = f"{slowest}, of {len(kinds)} kinds"
    figure, goal = times[slowest], Goal(100, at_most=True)
    yield Row("first question of practice", told, "", figure, min(times.values()), figure, goal, "ms")


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
