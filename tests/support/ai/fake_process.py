"""In place of the process of an external program: says what a function answers to each line, at once."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ai.mjai import external
from ai.mjai.external import AnswerTimeout, ProcessEnded

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
