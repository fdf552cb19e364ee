"""The app in a pseudoterminal of 120x40: how soon it is there, how soon it answers, and how much it sends.

Beside it, in turns, the least that an app of Textual can be (``trivial.py``): most of a start is Textual's.
"""

from __future__ import annotations

import os
import resource
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from tests.support.tui import pseudo_terminals
from tests.support.tui.pseudo_terminals import Terminal, furiten
from tools.bench.bench_rows import NO_GOAL, Goal, Missing, Result, Row
from tools.bench.interpreters import Variables
from tools.bench.measure import Effort, least, percentile, spread
from tui.play.pace import MOMENT

SIZE = (120, 40)
STARTS, KEYS, ROUNDS = 3, 60, 4
MOST_ROUNDS = 6
"""Of discards one by one, those included in which somebody calls."""
LEFT, RIGHT = "\x1b[D", "\x1b[C"
HELP, BACK, DISCARD = "?", "\x1b[27u", "\r"
"""Esc as newer terminals spell it: after the old spelling a program waits for what may follow."""
PATIENCE = 5.0
"""Seconds after which nothing more is expected of a key."""
QUIET = 0.06
"""Seconds without a byte after which an answer is taken for whole."""
IDLE = 3.0
"""Seconds for which nobody does anything."""
FOOT = "AUTO"
"""Stands in the last line of the table."""
KEY, THROWN, WHOLE = Goal(3, at_most=True), Goal(5, at_most=True), Goal(40, at_most=True)
"""Kilobytes that a key, a discard, and a whole table may be."""
SLOWER, FASTER, STEPS = "-", "+", 2
"""From bots that do not wait to those of usual speed, and back."""
SEEN = 1.2
"""Seconds after which, at usual speed, nobody is about to do anything."""
APART = 0.1
"""Seconds without a byte between two pictures of the table at usual speed. Its panel follows sooner."""
PICTURES = ((0, 1), (2, 3), (5, 6), (8, 9))
"""Of a round without a call: the own discard where it lands, shown with the next player's draw, and as it
lies then; and the same of each of the others. The rest are draws."""
PICTURES_OF_ROUND = 11
FRAME = 16.0
"""Milliseconds of one picture at 60 a second."""


@dataclass(frozen=True)
class Program:
    """Something that is started in a terminal, and what is shown once its first picture is there."""

    start: Callable[[Path, Variables], Terminal]
    shown: str


def trivial(_: Path, variables: Variables) -> Terminal:
    """The least app."""
    unlike = {"TERM": "xterm-256color", "NO_COLOR": None, "COLORTERM": "truecolor", **variables}
    return Terminal([sys.executable, "-m", "tools.bench.trivial"], unlike, SIZE)


def table(home: Path, variables: Variables) -> Terminal:
    """A new game, at the table, with bots that do not wait."""
    game = ("play", "--new", "--seed", "42", "--speed", "instant")
    return furiten(*game, home=home, size=SIZE, before=None, **{"COLORTERM": "truecolor", **variables})


LEAST, GAME = Program(trivial, "ready"), Program(table, "discard")


def opened(program: Program, home: Path, variables: Variables) -> tuple[Terminal, float]:
    """A terminal with the first picture in it, and the milliseconds that it took."""
    began = time.perf_counter()
    terminal = program.start(home, variables)
    terminal.until(program.shown)
    return terminal, 1e3 * (time.perf_counter() - began)


@dataclass(frozen=True)
class Answer:
    """What a key brought about."""

    milliseconds: float
    """Until the last byte."""
    kilobytes: float


def answer(terminal: Terminal, keys: str) -> Answer:
    """Press a key and gather all that it changes."""
    before = len(terminal.written)
    began = last = time.perf_counter()
    terminal.type(keys)
    wait = PATIENCE
    while terminal.gather(wait):
        last, wait = time.perf_counter(), QUIET
    return Answer(1e3 * (last - began), (len(terminal.written) - before) / 1e3)


def settled(terminal: Terminal) -> None:
    """Wait until nothing more is written."""
    while terminal.gather(4 * QUIET):
        pass


def first_pictures(effort: Effort, home: Path, variables: Variables) -> Iterator[Row]:
    """From the start of the program to the first picture: how long, and how long processors were busy."""
    games = count()

    def start() -> list[float]:
        folder = home / str(next(games))
        return [cost for program in (GAME, LEAST) for cost in _started(program, folder, variables)]

    rounds = least(effort, STARTS, start)
    goal = Goal(1.5, 1.3, at_most=True)
    for work, ours, theirs, aim in (
        ("start to the first table", 0, 2, goal),
        ("the same, processor time", 1, 3, NO_GOAL),
    ):
        told = f"{median(costs[ours] for costs in rounds):.3g} ms"
        ratios = [costs[ours] / costs[theirs] for costs in rounds]
        yield Row(work, told, "a trivial Textual app", *spread(ratios), aim)


def _started(program: Program, home: Path, variables: Variables) -> tuple[float, float]:
    """Milliseconds to the first picture of a program, and milliseconds of processors to then."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    terminal, milliseconds = opened(program, home, variables)
    terminal.close()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    busy = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return milliseconds, 1e3 * busy


def answers(effort: Effort, home: Path, variables: Variables) -> Iterator[Result]:
    """From a key to what it changed: the cursor, a discard, the whole table; and what it takes idle."""
    number = effort.of(KEYS)
    with opened(LEAST, home, variables)[0] as least, opened(GAME, home, variables)[0] as game:
        settled(least)
        settled(game)
        pairs = []
        for turn in range(number):
            keys = RIGHT if turn // 6 % 2 else LEFT
            pairs.append((answer(game, keys), answer(least, keys)))
        keys_of_game = [ours for ours, _ in pairs]
        ratios = [ours.milliseconds / theirs.milliseconds for ours, theirs in pairs]
        middle = median(ratios)
        told = f"{median(each.milliseconds for each in keys_of_game):.3g} ms"
        goal = Goal(3, 2, at_most=True)
        yield Row("key to repaint", told, "a trivial Textual app", middle, min(ratios), max(ratios), goal)
        yield _slow("key to repaint, 95 of 100", keys_of_game)
        yield _size("bytes of a key", [each.kilobytes for each in keys_of_game], KEY)
        whole = [_back_at_the_table(game) for _ in range(effort.of(KEYS // 2))]
        yield _slow("the whole table, 95 of 100", whole)
        yield _size("bytes of a whole table", [each.kilobytes for each in whole], WHOLE)
        yield from discards(game, effort.of(ROUNDS))
        yield idle(game, max(IDLE * effort.share, QUIET))


def _back_at_the_table(game: Terminal) -> Answer:
    """The table painted anew when the help is closed.

    The time is until it stands there; the bytes are all: Textual paints once more when a screen is gone.
    """
    game.type(HELP)
    settled(game)
    until = time.monotonic() + pseudo_terminals.PATIENCE
    while True:
        before = len(game.written)
        began = time.perf_counter()
        game.type(BACK)
        try:
            game.until(FOOT, since=before, seconds=PATIENCE)
        except AssertionError:
            # on a slow machine it came before the help, which takes no key that was not meant for it
            if time.monotonic() > until:
                raise
            continue
        there = time.perf_counter()
        settled(game)
        return Answer(1e3 * (there - began), (len(game.written) - before) / 1e3)


def discards(game: Terminal, number: int) -> Iterator[Result]:
    """Tiles thrown by everybody: each alone at usual speed, and the four of a round in one go.

    They take turns through a hand: ponds become longer, and the log becomes full. Rounds in which somebody
    calls are played and not counted.
    """
    own: list[float] = []
    others: list[float] = []
    rounds: list[float] = []
    for _ in range(MOST_ROUNDS):
        game.type(SLOWER * STEPS)
        settled(game)
        times = _one_by_one(game)
        game.type(FASTER * STEPS)
        settled(game)
        if not times:
            continue
        own.append(times[0])
        others += times[1:]
        for _ in range(2):
            time.sleep(MOMENT)
            rounds.append(answer(game, DISCARD).kilobytes)
        if len(own) == number:
            break
    if not own:
        yield Missing("bytes of a discard", "nobody's was shown alone: this machine is too slow for it")
        return
    yield _size("bytes of an own discard", own, THROWN)
    yield _size("bytes of a bot's discard", others, THROWN)
    yield _size("bytes of four discards in one go", rounds, THROWN)


def _one_by_one(game: Terminal) -> list[float]:
    """Kilobytes of the discards of one round, each alone, the own one first; none where somebody called."""
    sizes: list[int] = []
    last = -APART
    time.sleep(MOMENT)
    game.type(DISCARD)
    while True:
        before = len(game.written)
        if not game.gather(SEEN):
            break
        now = time.perf_counter()
        if now - last >= APART:
            sizes.append(0)
        sizes[-1] += len(game.written) - before
        last = now
    if len(sizes) != PICTURES_OF_ROUND:
        return []
    return [sum(sizes[picture] for picture in pictures) / 1e3 for pictures in PICTURES]


def _slow(work: str, found: list[Answer]) -> Row:
    times = [each.milliseconds for each in found]
    figure = percentile(times, 0.95)
    return Row(
        work, f"{len(times)} times", "", figure, min(times), max(times), Goal(FRAME, at_most=True), "ms"
    )


def _size(work: str, sizes: Sequence[float], goal: Goal) -> Row:
    return Row(work, f"{len(sizes)} times", "", median(sizes), min(sizes), max(sizes), goal, "KB")


def idle(game: Terminal, seconds: float) -> Result:
    """The share of a processor that the table takes while nobody does anything, in percent."""
    work = "idle at the table"
    if not Path("/proc/self/stat").exists():
        return Missing(work, "this system does not tell what a process has taken")
    settled(game)
    before = _busy(game.process)
    time.sleep(seconds)
    share = 100 * (_busy(game.process) - before) / seconds
    return Row(work, f"{seconds:g} s", "", share, share, share, Goal(1, at_most=True), "%")


def _busy(process: int) -> float:
    """Seconds of processor time that a process has had, from the fields ``utime`` and ``stime`` of Linux."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def terminals(effort: Effort, variables: Variables) -> Iterator[Result]:
    """All of them, in the order of the report."""
    with TemporaryDirectory() as folder:
        home = Path(folder)
        yield from first_pictures(effort, home, variables)
        yield from answers(effort, home / "answers", variables)
