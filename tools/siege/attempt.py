"""One attempt of an attack: what is run, what it took, and what gave way."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol

import msgspec

from tests.support.fresh_interpreter import ROOT, peak_megabytes

MOST_SECONDS = 20.0
"""A command that takes longer hangs. What an honest one takes is far below, also on a busy machine."""
MOST_MEGABYTES = 300.0
"""Peak memory of a command: the program with its tables takes half of it."""
MOST_LINES = 8
"""Lines on standard error: usage errors have a few, a traceback has more."""
CODES = (0, 1, 2, 130)
"""The exit codes that commands have."""


class Outcome(msgspec.Struct):
    """What came of an attempt."""

    faults: list[str] = msgspec.field(default_factory=list)
    """What gave way, in a line each; empty if everything held."""
    seconds: float = 0.0
    """The slowest answer."""
    megabytes: float = 0.0
    """The peak memory of a process; 0 where it is not measured."""

    def fault(self, text: str) -> None:
        """Note what gave way."""
        self.faults.append(" ".join(text.split())[:300])

    def expect(self, holds: bool, text: str) -> None:
        """Note a fault unless it holds."""
        if not holds:
            self.fault(text)

    def took(self, seconds: float, megabytes: float = 0.0) -> None:
        """Note what a step took."""
        self.seconds = max(self.seconds, seconds)
        self.megabytes = max(self.megabytes, megabytes)


class Attack(Protocol):
    """One attempt, decided by the dice, in an empty folder of its own."""

    def __call__(self, dice: random.Random, room: Path) -> Outcome: ...


class Ended(msgspec.Struct, frozen=True):
    """A command that has ended."""

    code: int | None
    """None if it had to be killed."""
    out: bytes
    err: bytes
    seconds: float
    megabytes: float


def run(
    arguments: Sequence[str | bytes], home: Path, given: bytes = b"", more: Mapping[str, str] | None = None
) -> Ended:
    """Run furiten with this data folder and these bytes on standard input."""
    variables = {**os.environ, "FURITEN_HOME": str(home), "FURITEN_LANGUAGE": "en", **(more or {})}
    begun = time.monotonic()
    with tempfile.TemporaryFile() as source:
        source.write(given)
        source.seek(0)
        process = subprocess.Popen(
            [sys.executable, "-m", "tui", *arguments],
            stdin=source,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=variables,
            cwd=ROOT,
        )
        memory = _Memory(process.pid)
        try:
            out, err = process.communicate(timeout=MOST_SECONDS)
            code: int | None = process.returncode
        except subprocess.TimeoutExpired:
            process.kill()
            out, err = process.communicate()
            code = None
    return Ended(code, out, err, time.monotonic() - begun, memory.peak())


def judge(outcome: Outcome, ended: Ended, told: str) -> None:
    """Note what every command must keep: it ends, with a code of ours, without a traceback, in bounds."""
    outcome.took(ended.seconds, ended.megabytes)
    error = ended.err.decode(errors="replace")
    outcome.expect(ended.code is not None, f"{told}: hangs for {MOST_SECONDS:g} s")
    outcome.expect(ended.code in (None, *CODES), f"{told}: exit code {ended.code}: {error[-200:]}")
    outcome.expect("Traceback" not in error, f"{told}: a traceback: {error[-200:]}")
    outcome.expect(error.count("\n") <= MOST_LINES, f"{told}: {error.count(chr(10))} lines of errors")
    outcome.expect(ended.megabytes < MOST_MEGABYTES, f"{told}: {ended.megabytes:.0f} MB")
    outcome.expect(_is_printable(error), f"{told}: control characters in {error[:200]!r}")


def _is_printable(text: str) -> bool:
    return all(char.isprintable() or char in "\n\r" for char in text)


class _Memory(threading.Thread):
    """Watches the peak memory of a process while it runs; only where the system tells it in /proc."""

    def __init__(self, process: int) -> None:
        super().__init__(daemon=True)
        self._process = process
        self._peak = 0.0
        self.start()

    def run(self) -> None:
        while now := peak_megabytes(self._process):
            self._peak = max(self._peak, now)
            time.sleep(0.01)

    def peak(self) -> float:
        """Megabytes."""
        self.join(1)
        return self._peak
