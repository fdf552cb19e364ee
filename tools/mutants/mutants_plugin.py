"""A pytest plugin for ``make mutants``: note what each test runs, or run chosen tests only.

The environment says which: ``MUTANTS_NOTES`` is the folder for the notes, ``MUTANTS_TESTS`` a file with the
ids of tests, one a line, in the order in which to run them.
"""

from __future__ import annotations

import json
import os
import resource
import signal
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from coverage import Coverage

MOST_MEMORY = 4 << 30
"""Bytes: a fault can make a loop that fills the memory."""


class Notes:
    """Notes which lines each test runs, how long it takes, and whether it passes."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._seconds: defaultdict[str, float] = defaultdict(float)
        self._effort: dict[str, float] = {}
        """Seconds of the processor: what other programs do at the same time adds nothing."""
        self._failed: set[str] = set()
        self._coverage = Coverage(
            data_file=folder / "lines", data_suffix=True, config_file=False, source=["."]
        )
        self._coverage.set_option("run:relative_files", True)
        self._coverage.set_option("run:omit", ["tests/*", "tools/*", "test_*"])
        self._coverage.start()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Everything that runs from here on belongs to this test."""
        self._coverage.switch_context(item.nodeid)
        before = sum(os.times()[:4])
        result = yield
        self._effort[item.nodeid] = sum(os.times()[:4]) - before
        self._coverage.switch_context("")
        return result

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add up set-up, test and clean-up."""
        self._seconds[report.nodeid] += report.duration
        if not report.passed:
            self._failed.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        """Write what this process noted."""
        self._coverage.stop()
        self._coverage.save()
        passed = {
            test: (effort, self._seconds[test])
            for test, effort in self._effort.items()
            if test not in self._failed
        }
        (self._folder / f"seconds-{os.getpid()}.json").write_text(json.dumps(passed), encoding="utf-8")


class Chosen:
    """Runs the tests of a list in its order; those that the fault made disappear are no failure."""

    def __init__(self, ids: list[str]) -> None:
        self._places = {test: place for place, test in enumerate(ids)}

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Keep and sort."""
        items[:] = sorted(
            (item for item in items if item.nodeid in self._places),
            key=lambda item: self._places[item.nodeid],
        )


def pytest_configure(config: pytest.Config) -> None:
    """Do what the environment says."""
    # a shell that starts it in the background has it ignore Ctrl+C, and tests of Ctrl+C would wait for ever
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with suppress(ValueError):  # a system without this limit
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    if folder := os.environ.get("MUTANTS_NOTES"):
        config.pluginmanager.register(Notes(Path(folder)))
    if chosen := os.environ.get("MUTANTS_TESTS"):
        config.pluginmanager.register(Chosen(Path(chosen).read_text(encoding="utf-8").splitlines()))
