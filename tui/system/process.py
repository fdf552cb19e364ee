"""This process: its garbage collector, its processors, and its time zone."""

from __future__ import annotations

import gc
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

OBJECTS = 40_000
"""New objects between two collections at the table; Python's own 700 are made several times a picture, and
some 22,000 from the start to the first table."""


def collect_rarely() -> None:
    """Collect garbage less often from now on: nearly everything is freed without it."""
    gc.set_threshold(OBJECTS)


REST = 0.2
"""Seconds without a key or a click after which garbage is collected."""
_LITTLE = 1_000
"""New objects that are not worth a collection."""
_ROUNDS = 10
"""Collections of new objects between two of all; Python's own number."""


def collect_at_rest() -> None:
    """Collect garbage now, while nobody waits: a key that sets a collection off waits up to 20 ms for it."""
    new, survived, rounds = gc.get_count()
    if rounds >= _ROUNDS:
        gc.collect()
    elif survived or new > _LITTLE:
        gc.collect(1)


@contextmanager
def gc_paused() -> Iterator[None]:
    """Switch the garbage collector off while modules, tables or bots are loaded.

    Loaded objects live until exit. They are frozen afterwards, so that later collections skip them.
    This saves a fifteenth of the start time.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def processors() -> int:
    """The number of processors that this process may use."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


_VARIABLE = "TZ"
_DAY = 24 * 60 * 60


def replace_impossible_time_zone() -> None:
    """Use UTC if the zone of ``TZ`` is a day or more away from it, which Python cannot express.

    The system does the same with zones whose names it does not know.
    """
    if max(abs(time.timezone), abs(time.altzone)) >= _DAY and hasattr(time, "tzset"):
        os.environ[_VARIABLE] = "UTC"
        time.tzset()
