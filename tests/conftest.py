"""What all tests share."""

from __future__ import annotations

import faulthandler
import gc
import hashlib
import os
import signal
import time
from collections import defaultdict

import pytest
from hypothesis import settings

from tests.support import shared

os.environ["FURITEN_LANGUAGE"] = "en"  # texts of the command line are asked for when it is imported

# A shell lets a program in its background ignore SIGINT, and so would every program that a test interrupts.
signal.signal(signal.SIGINT, signal.default_int_handler)

gc.disable()  # until all tests are collected: hardly anything of what is made until then is garbage

FILES = pytest.StashKey[int]()
SELDOM = 200_000
"""New objects between two searches for garbage: with Python's 700 they took a third of the processor time."""

settings.register_profile("usual", max_examples=40, deadline=None)
settings.load_profile("usual")
settings.register_profile("soak", max_examples=4_000, deadline=None)
"""For hours: ``--hypothesis-profile soak``; a test that names its own number of examples keeps to it."""


SECONDS = "furiten/seconds"
"""What the tests of each file took the last time, in the cache of pytest: ``make quick`` chooses by it."""

_began = time.monotonic()
_took: defaultdict[str, float] = defaultdict(float)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Options of a sample of long tests."""
    group = parser.getgroup("furiten")
    group.addoption("--sample", metavar="SEED", help="run the tests in an order by chance, decided by this")
    group.addoption("--minutes", type=float, default=2.5, help="start no test of a sample after so many")


def pytest_configure(config: pytest.Config) -> None:
    """Make the folder of what the tests share; the workers inherit its name.

    At SIGUSR1 each process says where it stands: ``.ci/run`` asks when a run does not end.
    """
    shared.begin()
    capture = config.pluginmanager.getplugin("capturemanager")
    if hasattr(signal, "SIGUSR1") and capture is not None:
        with capture.global_and_fixture_disabled():
            faulthandler.register(signal.SIGUSR1, file=os.dup(2))


def pytest_unconfigure() -> None:
    shared.end()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the tests that compare pictures, so that ``-m "not snapshot"`` leaves them out; order a sample."""
    for item in items:
        if "snap_compare" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.snapshot)
    if seed := config.option.sample:
        items.sort(key=lambda item: hashlib.sha256(f"{seed} {item.nodeid}".encode()).digest())


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Leave out what a sample has no time for."""
    if item.config.option.sample and time.monotonic() - _began > item.config.option.minutes * 60:
        pytest.skip("beyond the minutes of this sample")


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Add up what the tests of a file take."""
    _took[report.nodeid.partition("::")[0]] += report.duration


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Keep what they took, if it was all of each file that ``make test`` runs."""
    gc.freeze()  # pytest looks five times for what garbage complains of, and Python once more when it ends
    config = session.config
    cache = getattr(config, "cache", None)
    whole = config.option.markexpr == "not nightly" and not any("::" in name for name in config.args)
    if cache is not None and whole and not config.option.keyword and not hasattr(config, "workerinput"):
        cache.set(SECONDS, cache.get(SECONDS, {}) | _took)


def pytest_collection_finish() -> None:
    """Search for garbage from now on, seldom, and not in modules and tests."""
    gc.freeze()
    gc.set_threshold(SELDOM)
    gc.enable()


def lowest_free_file() -> int:
    """Not below the number of open files, except for gaps."""
    free = os.open(os.devnull, os.O_RDONLY)
    os.close(free)
    return free


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item) -> None:
    """Collect garbage when a hundred more files are open than after the last time: it may hold them.

    A test that starts the program in this process leaves it with the program's own threshold.
    """
    gc.set_threshold(SELDOM)
    if lowest_free_file() > item.config.stash.get(FILES, 0) + 100:
        gc.collect()
        item.config.stash[FILES] = lowest_free_file()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One worker more than processors: a third of the time, a test waits for a screen or a program."""
    return (os.cpu_count() or 1) + 1
