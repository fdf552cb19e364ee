"""Export all answers as CSV (RFC 4180): a header and a line for each answer.

The columns are ``answered`` (UTC), ``kind``, ``level``, ``code``, ``right`` (1 or 0), ``parts`` (r or w for
each part), ``seconds``, ``given`` (option ids, separated by spaces within a part and by ``|`` between parts),
``repeat`` (1 for a repeated question), ``rules``, ``session``, ``number``, ``version`` (of the program),
``credit`` (0 to 1, empty for answers of earlier versions) and ``themes`` (ids, separated by spaces).
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from pathlib import Path

from tui.database.rows import Attempt, letters, timestamp
from tui.system.files import write_output

HEADER = (
    "answered",
    "kind",
    "level",
    "code",
    "right",
    "parts",
    "seconds",
    "given",
    "repeat",
    "rules",
    "session",
    "number",
    "version",
    "credit",
    "themes",
)


def as_csv(attempts: Iterable[Attempt]) -> str:
    """The answers as CSV text."""
    table = io.StringIO(newline="")
    writer = csv.writer(table)
    writer.writerow(HEADER)
    writer.writerows(map(_line, attempts))
    return table.getvalue()


def export(attempts: Iterable[Attempt], path: Path) -> None:
    """Write the CSV text to a file, which is replaced if it exists, or to a device; raises OSError."""
    write_output(path, as_csv(attempts).encode())


def _line(attempt: Attempt) -> tuple[object, ...]:
    return (
        timestamp(attempt.answered),
        attempt.kind,
        attempt.level,
        attempt.code,
        int(attempt.right),
        letters(attempt),
        attempt.seconds,
        "|".join(" ".join(part) for part in attempt.given),
        int(attempt.repeat),
        attempt.rules,
        attempt.sitting,
        attempt.number,
        attempt.version,
        "" if attempt.credit is None else attempt.credit,
        " ".join(attempt.themes),
    )
