"""External bots for tests: ``external.py`` as a bot, and whether a process has ended."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from ai.mjai import external
from ai.mjai.external import AnswerTimeout, ProcessEnded

PROGRAM = Path(__file__).with_name("external.py")


def program(mode: str, folder: Path) -> str:
    """The text of the program of ``external.py``, which notes its processes in the folder."""
    folder.mkdir(exist_ok=True)
    return f"mjai:'{sys.executable}' -I -S '{PROGRAM}' {mode} '{folder}'"


def lives(folder: Path) -> list[int]:
    return [int(path.name) for path in folder.iterdir() if path.name.isdecimal()]


def hanging(folder: Path) -> int:
    """How many programs of the mode ``hang`` have been asked what they never answer."""
    return len(list(folder.glob("asked-*")))


def is_gone(process: int, seconds: float = 300) -> bool:
    """Whether nothing of that number runs; one that has just been ended may need a moment."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return True
        if _is_ended(process):
            return True
        time.sleep(0.02)
    return False


def _is_ended(process: int) -> bool:
    """Whether it has ended and only waits for its exit code to be asked for, which nobody might ever do."""
    try:
        return Path(f"/proc/{process}/stat").read_bytes().rpartition(b")")[2].split()[0] == b"Z"
    except OSError:
        return False


Answer = Callable[[bytes], "bytes | None"]
"""The answer to a line: None for one that does not come in time, ``END`` for the end of the process."""
END = b"END"


class FakeProcess:
    """Answers at once; a late answer has come in by the next question."""

    stderr_tail = "no"

    def __init__(self, answer: Answer) -> None:
        self.waited: list[float] = []
        """The seconds for which each answer was waited for."""
        self.sent: list[bytes] = []
        self._answer, self._owed = answer, 0

    def send(self, line: bytes) -> None:
        self.sent.append(line)

    def receive(self, seconds: float) -> bytes:
        self.waited.append(seconds)
        answer = self._answer(self.sent[-1] if self.sent else b"")
        if answer is None:
            self._owed += 1
            raise AnswerTimeout
        if answer == END:
            raise ProcessEnded
        return answer

    def discard_lines(self) -> int:
        owed, self._owed = self._owed, 0
        return owed

    def close(self, grace: float = 0.0) -> None:
        """Nothing runs."""


def stand_in(monkeypatch: pytest.MonkeyPatch, start: Callable[[], Answer]) -> list[FakeProcess]:
    """From now on each start of a program calls ``start``; the processes in their order."""
    started: list[FakeProcess] = []

    def process(arguments: list[str]) -> FakeProcess:
        started.append(FakeProcess(start()))
        return started[-1]

    monkeypatch.setattr(external, "LineProcess", process)
    return started
