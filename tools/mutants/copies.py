"""Copies of the project in which faults are tried: the working tree is only read."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from select import select

import pytest

from tools.mutants.faults import Fault

NOT_COPIED = shutil.ignore_patterns(".*", "__pycache__", "build", "dist", "snapshot_report.html")
HERE = Path(__file__).parent
USUAL = ("-q", "-p", "mutants_plugin", "-p", "no:cacheprovider")
FIRST_TIME = 1_000_000_000
"""Time of a mutated file. Each fault gets a later second, so that no compiled file is taken for another's."""


class Copy:
    """One copy of a project; at most one fault is in it at any time."""

    def __init__(self, root: Path, folder: Path) -> None:
        self.root = folder / "project"
        self._home = folder / "home"
        self._tests = folder / "tests.txt"
        self._writes = 0
        self._forks: subprocess.Popen[bytes] | None = None
        self._home.mkdir(parents=True)
        shutil.copytree(root, self.root, ignore=NOT_COPIED)

    def notes(self, tests: Sequence[str], folder: Path, jobs: int) -> int:
        """Run tests, note in that folder what each runs, and return pytest's exit code."""
        # pytest-xdist only when it helps: its start takes a second
        arguments = [*tests, "-m", "not nightly", "-n", str(jobs if jobs > 1 else 0)]
        noting = {"MUTANTS_NOTES": str(folder), "COVERAGE_CORE": "ctrace"}
        process = self._start(["-m", "pytest", *USUAL, *arguments], noting, subprocess.DEVNULL)
        try:
            return process.wait()
        finally:
            _end(process.pid)
            process.wait()

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
            code = self._forked([*USUAL, "-x", "-n", "0", "--tb=no", *files], seconds)
        finally:
            self._write(module, source)
        if code is None:
            return "hung"
        return None if code in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED) else "failed"

    def end(self) -> None:
        """End the tests that run here, and what they started."""
        if self._forks is not None:
            _end(self._forks.pid)
            self._forks.wait()
            self._forks = None

    def _write(self, module: Path, source: bytes) -> None:
        module.write_bytes(source)
        self._writes += 1
        os.utime(module, times=(FIRST_TIME + self._writes,) * 2)

    def _forked(self, arguments: Sequence[str], seconds: float) -> int | None:
        """The exit code of pytest, or None when it takes longer; whatever it started ends with it."""
        if self._forks is None:
            chosen = {"MUTANTS_TESTS": str(self._tests)}
            self._forks = self._start(["-P", str(HERE / "pytest_forks.py")], chosen, subprocess.PIPE)
        forks = self._forks
        assert forks.stdin is not None
        assert forks.stdout is not None
        forks.stdin.write(f"{json.dumps(arguments)}\n".encode())
        fork = int(forks.stdout.readline())
        try:
            in_time = bool(select([forks.stdout], [], [], seconds)[0])
        finally:
            _end(fork)
        code = int(forks.stdout.readline())
        return code if in_time else None

    def _start(
        self, arguments: Sequence[str], variables: dict[str, str], pipe: int
    ) -> subprocess.Popen[bytes]:
        # the copy goes before an editable install; the home is one of its own, whatever a fault writes there
        own = {"HOME": str(self._home), "PYTHONPATH": os.pathsep.join((str(self.root), str(HERE)))}
        usual = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
        return subprocess.Popen(
            [sys.executable, *arguments],
            cwd=self.root,
            env=usual | own | variables,
            stdin=pipe,
            stdout=pipe,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            bufsize=0,  # what was read ahead would be hidden from select
        )


def _end(session: int) -> None:
    with suppress(ProcessLookupError):
        os.killpg(session, signal.SIGKILL)
