"""All answers as a table for other programs: CSV (RFC 4180), a header and a line for each answer.

The columns are ``answered`` (UTC), ``kind``, ``level``, ``code``, ``right`` (1 or 0), ``parts`` (r or w for
each part), ``seconds``, ``given`` (option ids, those of one part apart by blanks, parts by ``|``), ``repeat``
(1 when it was due again), ``rules``, ``session``, ``number`` and ``version`` (of the program).
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from pathlib import Path

from tui.database.rows import Attempt, letters, timestamp
from tui.system.files import write_out

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
)


def as_csv(attempts: Iterable[Attempt]) -> str:
    """The table."""
    table = io.StringIO(newline="")
    writer = csv.writer(table)
    writer.writerow(HEADER)
    writer.writerows(map(_line, attempts))
    return table.getvalue()


def export(attempts: Iterable[Attempt], path: Path) -> None:
    """Write the table to a file, in place of one that is there, or to a device; raises OSError."""
    write_out(path, as_csv(attempts).encode())


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
    )
