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
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path

import pytest
from coverage import Coverage

MOST_MEMORY = 4 << 30
"""Bytes: a fault can make a loop that fills the memory."""


SHARED = "shared "
"""How the context of what tests share begins; its name follows."""


class Notes:
    """Notes which lines each test runs, how long it takes, and whether it passes.

    What tests share (``tests.support.shared``) is made in one of them, and has a context of its own: the
    lines that make it, and the time, belong to all that use it.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._seconds: defaultdict[str, float] = defaultdict(float)
        self._effort: dict[str, float] = {}
        """Seconds of the processor: what other programs do at the same time adds nothing."""
        self._failed: set[str] = set()
        self._context = ""
        self._uses: defaultdict[str, set[str]] = defaultdict(set)
        """By context: what it shares with others."""
        self._making: dict[str, float] = {}
        """Seconds of the processor to make a shared thing, without what it uses itself."""
        self._others = 0.0
        """Seconds of the processor in this context that belong to shared things."""
        self._coverage = Coverage(
            data_file=folder / "lines", data_suffix=True, config_file=False, source=["."]
        )
        self._coverage.set_option("run:relative_files", True)
        self._coverage.set_option("run:omit", ["tests/*", "tools/*", "test_*"])
        self._coverage.start()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Everything that runs from here on belongs to this test."""
        with self._in(item.nodeid, self._effort):
            return (yield)

    @contextmanager
    def _in(self, context: str, effort: dict[str, float]) -> Iterator[None]:
        """Everything in here belongs to a context, but for what belongs to another one inside."""
        outer, others = self._context, self._others
        self._context, self._others = context, 0.0
        self._coverage.switch_context(context)
        before = sum(os.times()[:4])
        try:
            yield
        finally:
            took = sum(os.times()[:4]) - before
            effort[context] = took - self._others
            self._context, self._others = outer, others + took
            self._coverage.switch_context(outer)

    def uses(self, name: str) -> None:
        """Note who needs a shared thing."""
        self._uses[self._context].add(f"{SHARED}{name}")

    def makes(self, name: str) -> AbstractContextManager[None]:
        """Note what makes it."""
        return self._in(f"{SHARED}{name}", self._making)

    def pytest_collection_finish(self) -> None:
        """Watch what is shared; a project without such a module shares nothing."""
        with suppress(ImportError):
            from tests.support.shared import watch

            watch(self)

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
        uses = {context: sorted(names) for context, names in self._uses.items()}
        noted = {"tests": passed, "uses": uses, "making": self._making}
        (self._folder / f"noted-{os.getpid()}.json").write_text(json.dumps(noted), encoding="utf-8")


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
