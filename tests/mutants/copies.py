"""Copies of the project in which faults are tried: the working tree is only read."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import pytest

from tests.mutants.faults import Fault

NOT_COPIED = shutil.ignore_patterns(".*", "__pycache__", "build", "dist", "snapshot_report.html")
PLUGIN = Path(__file__).with_name("mutants_plugin.py")
FIRST_TIME = 1_000_000_000
"""Time of a mutated file. Each fault gets a later second, so that no compiled file is taken for another's."""


class Copy:
    """One copy of a project; at most one fault is in it at any time."""

    def __init__(self, root: Path, folder: Path) -> None:
        self.root = folder / "project"
        self._home = folder / "home"
        self._tests = folder / "tests.txt"
        self._writes = 0
        self._process: subprocess.Popen[bytes] | None = None
        self._home.mkdir(parents=True)
        shutil.copytree(root, self.root, ignore=NOT_COPIED)

    def notes(self, tests: Sequence[str], folder: Path, jobs: int) -> int:
        """Run tests, note in that folder what each runs, and return pytest's exit code."""
        # pytest-xdist only when it helps: its start takes a second
        arguments = [*tests, "-m", "not slow", "-n", str(jobs if jobs > 1 else 0)]
        return self._pytest(arguments, {"MUTANTS_NOTES": str(folder), "COVERAGE_CORE": "ctrace"}, None)

    def catches(self, fault: Fault, tests: Sequence[str], seconds: float) -> str | None:
        """Put the fault in, run these tests, and say what caught it: ``"failed"``, ``"hung"``, or None.

        ``tests`` are ids of pytest, in the order to run them. It hung when they take longer than ``seconds``.
        """
        module = self.root / fault.path
        source = module.read_bytes()
        self._tests.write_text("\n".join(tests), encoding="utf-8")
        files = dict.fromkeys(test.partition("::")[0] for test in tests)
        try:
            self._write(module, fault.put_into(source))
            code = self._pytest(
                ["-x", "-n", "0", "--tb=no", *files], {"MUTANTS_TESTS": str(self._tests)}, seconds
            )
        except subprocess.TimeoutExpired:
            return "hung"
        finally:
            self._write(module, source)
        return None if code in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED) else "failed"

    def _write(self, module: Path, source: bytes) -> None:
        module.write_bytes(source)
        self._writes += 1
        os.utime(module, times=(FIRST_TIME + self._writes,) * 2)

    def _pytest(self, arguments: Sequence[str], variables: dict[str, str], seconds: float | None) -> int:
        """Run pytest in this copy, and end whatever it started with it.

        Raises:
            TimeoutExpired: it took longer than that.
        """
        python = [sys.executable, "-m", "pytest", "-q", "-p", PLUGIN.stem, "-p", "no:cacheprovider"]
        # the copy goes before an editable install; the home is one of its own, whatever a fault writes there
        paths = os.pathsep.join((str(self.root), str(PLUGIN.parent)))
        home = {"HOME": str(self._home), "PYTHONPATH": paths}
        usual = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
        self._process = subprocess.Popen(
            [*python, *arguments],
            cwd=self.root,
            env=usual | home | variables,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            return self._process.wait(seconds)
        finally:
            self.end()

    def end(self) -> None:
        """End the tests that run here, and what they started."""
        if self._process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
