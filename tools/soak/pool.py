"""Games on several processors, until the time is over."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from multiprocessing import get_context
from queue import Empty, SimpleQueue

from tools.soak.soak_games import Played, play


def results(seed: int, until: float, jobs: int) -> Iterator[Played]:
    """Games as they are finished, until that moment of ``time.monotonic``; those still played are dropped."""
    finished: SimpleQueue[Played | BaseException] = SimpleQueue()
    numbers = count()
    # started afresh rather than forked: the same on every system
    with get_context("spawn").Pool(jobs, _ignore_interrupt) as pool, suppress(Empty):

        def begin() -> None:
            pool.apply_async(play, (seed, next(numbers)), callback=finished.put, error_callback=finished.put)

        for _ in range(jobs + 1):
            begin()
        while True:
            played = finished.get(timeout=max(until - time.monotonic(), 0))
            if isinstance(played, BaseException):
                raise played
            begin()
            yield played


def _ignore_interrupt() -> None:
    """Leave Ctrl+C to the main process, which then ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
