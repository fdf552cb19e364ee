"""What all tests share."""

from __future__ import annotations

import gc
import os
import signal

import pytest
from hypothesis import settings

from tests.support import shared

os.environ["FURITEN_LANGUAGE"] = "en"  # texts of the command line are asked for when it is imported

# A shell lets a program in its background ignore SIGINT, and so would every program that a test interrupts.
signal.signal(signal.SIGINT, signal.default_int_handler)

gc.disable()  # until all tests are collected: hardly anything of what is made until then is garbage

FILES = pytest.StashKey[int]()

settings.register_profile("soak", max_examples=4_000, deadline=None)
"""For hours: ``--hypothesis-profile soak``; a test that names its own number of examples keeps to it."""


def pytest_configure() -> None:
    """Make the folder of what the tests share; the workers inherit its name."""
    shared.begin()


def pytest_unconfigure() -> None:
    """Remove it."""
    shared.end()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that compare pictures, so that ``-m "not snapshot"`` leaves them out."""
    for item in items:
        if "snap_compare" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.snapshot)


def pytest_collection_finish() -> None:
    """Search for garbage seldom, and not in modules and tests: it took a third of the processor time."""
    gc.freeze()
    gc.set_threshold(10_000)
    gc.enable()


def lowest_free_file() -> int:
    """Not below the number of open files, except for gaps."""
    free = os.open(os.devnull, os.O_RDONLY)
    os.close(free)
    return free


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item) -> None:
    """Collect garbage when a hundred more files are open than after the last time: it may hold them."""
    if lowest_free_file() > item.config.stash.get(FILES, 0) + 100:
        gc.collect()
        item.config.stash[FILES] = lowest_free_file()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One worker more than processors: a third of the time, a test waits for a screen or a program."""
    return (os.cpu_count() or 1) + 1
