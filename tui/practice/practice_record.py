"""The practice record: all answers, in ``furiten.sqlite`` in the data folder, and queries on them.

Queries use a copy of the practice rows in memory, which also contains rows that could not be written. These
are written with the next answer. If the file becomes unusable, all rows of the copy are written into a new
one, so that practice goes on whatever happens to the file. The copy is replaced only if another process has
added practice rows. Each row is checked when the file is opened, so that queries see no invalid row.

An unreadable file is renamed to ``furiten.sqlite.damaged-<n>``, a file of a later version of the program to
``furiten-newer-version-<version>.sqlite``; nothing is ever overwritten.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Mapping
from datetime import date, datetime, tzinfo
from pathlib import Path
from threading import RLock
from typing import NamedTuple

import msgspec

from ai.drills.question import DrillKind
from engine import __version__
from tui.database.open_database import DATABASE, open_database, peek
from tui.database.practice_rows import (
    LESSON,
    WRONG,
    Attempt,
    OwnQuestion,
    Played,
    Row,
    StoredSession,
    letters,
    timestamp,
)
from tui.database.sqlite_file import (
    ATTEMPTS,
    LESSONS,
    OWN_QUESTIONS,
    SESSIONS,
    Damaged,
    Database,
    Newer,
    Unavailable,
    Values,
)
from tui.i18n import t
from tui.system.files import data_folder, write_output

ReadMark = tuple[int, int]
"""The number of a copy of the file, and the last row that was read of it."""

_UNFINISHED = """
    SELECT sitting, count(DISTINCT number) AS done FROM attempts JOIN sittings ON id = sitting
    WHERE ended IS NULL GROUP BY sitting HAVING done < questions ORDER BY max(attempts.rowid)
"""
_LESSONS_DONE = f"""
    SELECT lesson FROM lessons WHERE ended UNION
    SELECT substr(sittings.kind, ? + 1) FROM sittings JOIN attempts ON id = sitting
    WHERE substr(sittings.kind, 1, ?) = ? AND instr(parts, '{WRONG}') = 0
    GROUP BY id HAVING count(DISTINCT number) >= questions
"""
_LESSON_ANSWERED = f"""
    SELECT count(DISTINCT number) FROM attempts WHERE instr(parts, '{WRONG}') = 0
    AND sitting = (SELECT id FROM sittings WHERE kind = ? ORDER BY rowid DESC LIMIT 1)
"""


class Unfinished(NamedTuple):
    """An unfinished session, and the number of its answers."""

    session: StoredSession
    answered: int


class NewAnswers(NamedTuple):
    """The answers that were added after a mark."""

    attempts: list[Attempt]
    mark: ReadMark
    """The mark for the next call."""
    from_start: bool
    """Whether these are all answers: the order of earlier ones has changed, or there was no mark."""


class Progress:
    """The practice record.

    ``notices`` are lines to show once, about files that were set aside. ``fault`` is the reason, in one line,
    why some answers are not on disk; empty if all are. No method raises an error because of the file. All
    methods are thread-safe.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.path = (data_folder() if folder is None else folder) / DATABASE
        self.notices: list[str] = []
        self.fault = ""
        self.unread = False
        """Whether there is a record that cannot even be read: ``attempts`` lacks its answers."""
        self._database: Database | None = None
        self._known = Database.in_memory()
        self._copies = 0
        """How often the copy in memory was replaced."""
        self._waiting: list[Row] = []
        self._turn = RLock()
        self.refresh()

    @property
    def attempts(self) -> tuple[Attempt, ...]:
        with self._turn:
            return tuple(self._known.rows(ATTEMPTS))

    @property
    def sessions(self) -> tuple[StoredSession, ...]:
        """All sessions with an answer, the oldest first."""
        with self._turn:
            return tuple(self._known.rows(SESSIONS))

    @property
    def lessons(self) -> tuple[Played, ...]:
        """All played lessons, finished or not, the oldest first."""
        with self._turn:
            return tuple(self._known.rows(LESSONS))

    @property
    def own_questions(self) -> tuple[OwnQuestion, ...]:
        """All positions of own games that practice asks about, the oldest first."""
        with self._turn:
            return tuple(self._known.rows(OWN_QUESTIONS))

    def own_question(self, code: str) -> OwnQuestion | None:
        with self._turn:
            return next(iter(self._known.rows(OWN_QUESTIONS, "WHERE code = ?", code)), None)

    @property
    def lessons_done(self) -> frozenset[str]:
        """The ids of lessons that were done at least once: the hand, and the questions after it."""
        with self._turn:
            found = self._known.select(_LESSONS_DONE, len(LESSON), len(LESSON), LESSON)
            return frozenset(id for (id,) in found)

    def lesson_answered(self, kind: str) -> int:
        """How many questions of the last session of a lesson were answered rightly; ``kind`` names it."""
        with self._turn:
            ((count,),) = self._known.select(_LESSON_ANSWERED, kind)
            return int(count)

    @property
    def lessons_left(self) -> dict[str, Played]:
        """The last play of each lesson, by id."""
        latest = "WHERE rowid IN (SELECT max(rowid) FROM lessons GROUP BY lesson)"
        with self._turn:
            return {played.lesson: played for played in self._known.rows(LESSONS, latest)}

    @property
    def unfinished(self) -> tuple[Unfinished, ...]:
        """The sessions that can be resumed, the one with the latest answer last."""
        with self._turn:
            return tuple(
                Unfinished(self._known.rows(SESSIONS, "WHERE id = ?", id)[0], answered)
                for id, answered in self._known.select(_UNFINISHED)
            )

    def answers_since(self, mark: ReadMark | None) -> NewAnswers:
        """The answers that were added after a mark, in order; all answers without a mark."""
        with self._turn:
            from_start = mark is None or mark[0] != self._copies
            last = 0 if mark is None or from_start else mark[1]
            attempts = self._known.rows(ATTEMPTS, "WHERE rowid > ? ORDER BY rowid", last)
            ((latest,),) = self._known.select("SELECT coalesce(max(rowid), 0) FROM attempts")
            return NewAnswers(attempts, (self._copies, latest), from_start)

    def select(self, query: str, *values: object, **functions: Callable[[str], str]) -> list[Values]:
        """Run a query, which can use the given functions and ``median``."""
        with self._turn:
            for name, function in functions.items():
                self._known.define(name, function)
            return self._known.select(query, *values)

    def add(self, *rows: Row) -> None:
        """Store rows. They are on disk when this returns; on a fault they are written the next time.

        Of a session that is stored already, only the end time is updated.
        """
        with self._turn:
            self._waiting += rows
            self._known.write(rows)
            self._carry_out(self._write)

    def refresh(self) -> None:
        """Read the rows that other processes have added, and write waiting rows."""
        with self._turn:
            self._carry_out(self._read)

    def close(self) -> None:
        """Write waiting rows and close the file; ``add`` and ``refresh`` open it again."""
        with self._turn:
            if self._waiting:
                self._carry_out(self._write)
            self._drop()

    def _carry_out(self, step: Callable[[], None]) -> None:
        """Run a read or write step. If the file is unusable, repeat the step on a new file."""
        try:
            try:
                step()
            except (Damaged, Newer):
                self._drop()
                step()
        except (Damaged, Newer, Unavailable) as fault:
            self._drop()
            self.fault = t("progress.not-kept", reason=fault)
        else:
            self.fault = ""

    def _read(self) -> None:
        try:
            if self._database is None:
                self._connected()
            elif self._database.mark() != self._known.mark():
                self._database.check()
                self._know(self._database.mirror())
        except Unavailable:
            if (found := peek(self.path)) is not None:
                self._know(found)
            self.unread = found is None and self.path.exists()
            raise
        self.unread = False
        if self._waiting:
            self._write()

    def _write(self) -> None:
        database = self._connected()
        database.write(self._waiting)
        self._waiting = []

    def _connected(self) -> Database:
        if self._database is None:
            opened = open_database(self.path, Database.check)
            if opened.notice:
                self.notices.append(opened.notice)
            if opened.begun:
                # write all known rows into the new file
                self._waiting = [*opened.rescued, *self._known.read()]
            self._database = opened.database
            self._know(opened.database.mirror())
        return self._database

    def _know(self, copy: Database) -> None:
        """Use a new copy of the file, and add the waiting rows to it."""
        self._known.close()
        self._known = copy
        self._copies += 1
        copy.write(self._waiting)

    def _drop(self) -> None:
        if self._database is not None:
            self._database.close()
            self._database = None


_RIGHT = "instr(parts, 'w') = 0"
_SCORE = f"coalesce(credit, {_RIGHT})"
_BUCKETS = """
    SELECT day(answered), count(*), sum({right}), round(sum({score}), 4), median(seconds), min(rowid) AS first
    FROM attempts WHERE NOT repeat AND kind IN ({kinds}) GROUP BY {place} ORDER BY first
"""
"""The day is that of the first answer: SQLite takes bare columns from the row of ``min``."""


class Totals(NamedTuple):
    """Totals of all answers, including repeats."""

    answers: int
    fresh: int
    """Answers to new questions."""
    score: float
    """The sum of the credit of answers to new questions: 1 for a right one, a part for one partly right."""
    seconds: float | None
    """The median time of an answer; None if there are none."""
    days: frozenset[date]
    """Days with an answer."""


class Bucket(NamedTuple):
    """The new questions of one day, or of one session."""

    day: date
    """The day of the first answer."""
    answers: int
    right: int
    score: float
    """The sum of their credit."""
    seconds: float
    """The median time of an answer."""

    @property
    def share(self) -> float:
        """The mean credit, from 0 to 1."""
        return self.score / self.answers


class Figures:
    """Statistics of the practice record. ``zone`` is the time zone of days; None is the local one."""

    def __init__(self, progress: Progress, zone: tzinfo | None = None) -> None:
        self._progress = progress
        self._zone = zone

    def totals(self) -> Totals:
        known = f"FROM attempts WHERE kind IN ({_places(None)})"
        days = self._select(f"SELECT DISTINCT day(answered) {known}", *_kinds(None))
        fresh = "coalesce(sum(NOT repeat), 0)"
        score = f"coalesce(round(sum((NOT repeat) * {_SCORE}), 4), 0.0)"
        ((answers, new, well, seconds),) = self._select(
            f"SELECT count(*), {fresh}, {score}, median(seconds) {known}", *_kinds(None)
        )
        return Totals(answers, new, well, seconds, frozenset(date.fromisoformat(day) for (day,) in days))

    def by_day(self, kind: DrillKind | None = None) -> list[Bucket]:
        """The new questions of one kind, or of all, by day; days without any are left out."""
        return self._buckets("day(answered)", kind)

    def by_session(self, kind: DrillKind | None = None) -> list[Bucket]:
        """The new questions of one kind, or of all, by session; sessions without any are left out."""
        return self._buckets("sitting", kind)

    def _buckets(self, place: str, kind: DrillKind | None) -> list[Bucket]:
        """Buckets in the order of their first answers."""
        query = _BUCKETS.format(right=_RIGHT, score=_SCORE, kinds=_places(kind), place=place)
        rows = self._select(query, *_kinds(kind))
        return [Bucket(date.fromisoformat(day), *rest) for day, *rest, _ in rows]

    def _select(self, query: str, *values: object) -> list[Values]:
        return self._progress.select(query, *values, day=self._day)

    def _day(self, moment: str) -> str:
        return datetime.fromisoformat(moment).astimezone(self._zone).date().isoformat()


def _kinds(kind: DrillKind | None) -> tuple[str, ...]:
    return tuple(each.value for each in DrillKind if kind in (None, each))


def _places(kind: DrillKind | None) -> str:
    return ", ".join("?" * len(_kinds(kind)))


COLUMNS: Mapping[str, Callable[[Attempt], object]] = {
    "answered": lambda attempt: timestamp(attempt.answered),
    "kind": lambda attempt: attempt.kind,
    "level": lambda attempt: attempt.level,
    "code": lambda attempt: attempt.code,
    "right": lambda attempt: int(attempt.right),
    "parts": letters,
    "seconds": lambda attempt: attempt.seconds,
    "given": lambda attempt: "|".join(" ".join(part) for part in attempt.given),
    "repeat": lambda attempt: int(attempt.repeat),
    "rules": lambda attempt: attempt.rules,
    "session": lambda attempt: attempt.sitting,
    "number": lambda attempt: attempt.number,
    "version": lambda attempt: attempt.version,
    "credit": lambda attempt: "" if attempt.credit is None else attempt.credit,
    "themes": lambda attempt: " ".join(attempt.themes),
}


def as_csv(attempts: Iterable[Attempt]) -> str:
    """The answers as CSV text."""
    table = io.StringIO(newline="")
    writer = csv.writer(table)
    writer.writerow(COLUMNS)
    writer.writerows([value(each) for value in COLUMNS.values()] for each in attempts)
    return table.getvalue()


def export(attempts: Iterable[Attempt], path: Path) -> None:
    """Write the CSV text to a file, which is replaced if it exists, or to a device; raises OSError."""
    write_output(path, as_csv(attempts).encode())


REPORTS = "reports.jsonl"


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
        return cls(moment, attempt.code, __version__, attempt.rules, attempt.given, attempt.right, reason)


def add_report(folder: Path, report: Report) -> Path:
    """Append a report to the file in that folder, and return its path; raises OSError."""
    path = folder / REPORTS
    folder.mkdir(parents=True, exist_ok=True)
    with path.open("ab") as file:
        file.write(msgspec.json.encode(report) + b"\n")
    return path
