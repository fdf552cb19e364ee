"""What all tests share."""

from __future__ import annotations

import gc
import os
import signal

import pytest
from hypothesis import settings

os.environ["FURITEN_LANGUAGE"] = "en"  # texts of the command line are asked for when it is imported

# A shell lets a program in its background ignore SIGINT, and so would every program that a test interrupts.
signal.signal(signal.SIGINT, signal.default_int_handler)

gc.disable()  # until all tests are collected: hardly anything of what is made until then is garbage

settings.register_profile("soak", max_examples=4_000, deadline=None)
"""For hours: ``--hypothesis-profile soak``; a test that names its own number of examples keeps to it."""


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


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One worker more than processors: a third of the time, a test waits for a screen or a program."""
    return (os.cpu_count() or 1) + 1
