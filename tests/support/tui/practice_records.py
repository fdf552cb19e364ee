"""Practice records for tests: written, read again, and tampered with."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from tests.support.tui.practice_answers import NOON, attempt
from tui.database.rows import Attempt, Row, Sitting
from tui.practice.progress import Progress

SITTING = Sitting(id="first", began=NOON, kind="waits", questions=10, seed=7)
ANSWERS = tuple(attempt(number) for number in range(200))
LONG = tuple(attempt(number, sitting="x" * 500) for number in range(60))
"""So many bytes that they fill many pages."""


def record(folder: Path, *rows: Row) -> Path:
    """A record with these rows, closed."""
    progress = Progress(folder)
    progress.add(*rows)
    progress.close()
    assert progress.fault == ""
    return progress.path


def kept(folder: Path) -> tuple[Attempt, ...]:
    """The answers in a record, as another copy of the program finds them."""
    progress = Progress(folder)
    progress.close()
    assert (progress.fault, progress.notices) == ("", [])
    return progress.attempts


def change(path: Path, *statements: str) -> None:
    """Write into a record behind the program's back."""
    connection = sqlite3.connect(path)
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()
