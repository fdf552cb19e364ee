"""Reports of the player about questions: a file beside the saves, with a line for each, as JSON.

A report says which question it was, what was answered, and why the player doubts it. Nothing is sent.
"""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import msgspec

from engine import __version__
from tui.database.rows import Attempt

REPORTS = "reports.jsonl"
"""The name of the file."""


class Report(msgspec.Struct, frozen=True):
    """One report."""

    reported: datetime
    """When, in UTC."""
    code: str
    """The code of the question."""
    version: str
    """That of the program."""
    rules: str
    given: tuple[tuple[str, ...], ...]
    """The option ids that were chosen for each part."""
    right: bool
    reason: str

    @classmethod
    def of(cls, attempt: Attempt, reason: str, moment: datetime) -> Report:
        """A report about the question of an answer."""
        return cls(moment, attempt.code, __version__, attempt.rules, attempt.given, attempt.right, reason)


def add_report(folder: Path, report: Report) -> Path:
    """Append a report to the file in that folder, and return its path; raises OSError."""
    path = folder / REPORTS
    folder.mkdir(parents=True, exist_ok=True)
    with path.open("ab") as file:
        file.write(msgspec.json.encode(report) + b"\n")
    return path
