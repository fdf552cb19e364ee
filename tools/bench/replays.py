"""Steps through a long record, back and forth: what a key of the viewer waits for before it is painted."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from statistics import median
from time import perf_counter

from engine.rules import TENHOU
from tests.support.engine.wild_games import wild_game
from tools.bench.bench_rows import Goal, Row
from tools.bench.measure import Effort, percentile
from tui.config.settings import HintLevel
from tui.desk.desk_settings import DeskSettings
from tui.desk.scene_maker import make_scene
from tui.replay.replay_state import Replay, ReplayedGame, StopKind
from tui.table.table_layout import draw, plan
from tui.tiles import default_look

EVENTS = 2_000
"""The least events of the record."""
STEPS = 600
FRAME = 16.0
"""Milliseconds that a step may take."""
NO_SLOWER = 1.25
"""A step back may take so many times a step forward."""


def replays(effort: Effort) -> Iterator[Row]:
    """The position, the hints and the picture of the table at 120x40, with all hands open."""
    games = (wild_game(TENHOU.name, seed) for seed in count())
    events = next(game for game in games if len(game) >= EVENTS)
    replay = Replay(ReplayedGame(file=Path("game.mjson"), rules=TENHOU, events=events), 1)
    replay.opened = True
    steps = effort.of(STEPS)
    replay.go_to(replay.stops(StopKind.EVENT)[len(events) // 2])
    forward, back = _times(replay, steps, 1), _times(replay, steps, -1)
    worst = 1_000 * percentile(back, 0.99)
    yield Row(
        work="replay: a step back, 99 of 100",
        ours=f"median {1_000 * median(back):.1f} ms",
        peer=f"{len(events):,} events, open hands",
        figure=worst,
        lowest=1_000 * min(back),
        highest=1_000 * max(back),
        goal=Goal(FRAME, at_most=True),
        unit="ms",
    )
    ratio = median(back) / median(forward)
    yield Row(
        work="replay: a step back beside one forward",
        ours=f"{1_000 * median(back):.1f} ms",
        peer=f"forward {1_000 * median(forward):.1f} ms",
        figure=ratio,
        lowest=ratio,
        highest=ratio,
        goal=Goal(NO_SLOWER, at_most=True),
    )


def _times(replay: Replay, steps: int, way: int) -> list[float]:
    """Seconds of each step that way, as long as there are any."""
    settings, look, where = DeskSettings(hints=HintLevel.FULL), default_look(), plan(120, 40)
    times = []
    for _ in range(steps):
        start = perf_counter()
        if not replay.step(StopKind.EVENT, way):
            break
        # the page in the panel is drawn when the table has been painted
        draw(make_scene(replay.desk(settings)), where, look, panel=False)
        times.append(perf_counter() - start)
    return times
