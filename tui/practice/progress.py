"""Every answer ever given, in ``furiten.sqlite`` in the folder of the saves, and what is asked of them.

Queries go to a copy of the file in memory, page for page, which also holds what could not be written. That is
written with the next answer, so practice goes on whatever happens to the file. A file that cannot be read is
set aside as ``furiten.sqlite.damaged-<n>``, one of a later version of the program as
``furiten-newer-version-<version>.sqlite``; nothing is ever overwritten.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import RLock
from typing import NamedTuple

from tui.database.errors import Damaged, Newer, Unavailable
from tui.database.file import ATTEMPTS, LESSONS, SITTINGS, Database, Values
from tui.database.opening import DATABASE, open_database, peek
from tui.database.rows import Attempt, Played, Row, Sitting
from tui.i18n.texts import t
from tui.system.files import home

ReadMark = tuple[int, int]
"""Up to which answer of which copy of the file."""

_UNFINISHED = """
    SELECT sitting, count(DISTINCT number) AS done FROM attempts JOIN sittings ON id = sitting
    WHERE ended IS NULL GROUP BY sitting HAVING done < questions ORDER BY max(attempts.rowid)
"""


class Unfinished(NamedTuple):
    """A session that was left before its end."""

    sitting: Sitting
    answered: int


class NewAnswers(NamedTuple):
    """What was added to the answers since a mark."""

    attempts: list[Attempt]
    mark: ReadMark
    """For the next time."""
    from_start: bool
    """These are all answers: the order of those before is another one now, or there was no mark."""


class Progress:
    """The practice record.

    ``notices`` are lines to show once: what was set aside, and why. ``fault`` says in one line why answers
    are not on the disk at the moment; empty when all are. Nothing here raises because of the file, and any
    thread may call.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.path = (home() if folder is None else folder) / DATABASE
        self.notices: list[str] = []
        self.fault = ""
        self._database: Database | None = None
        self._known = Database.in_memory()
        self._copies = 0
        """How often the copy in memory was made anew."""
        self._waiting: list[Row] = []
        self._turn = RLock()
        self.refresh()

    @property
    def attempts(self) -> tuple[Attempt, ...]:
        """All answers, the oldest first."""
        with self._turn:
            return tuple(self._known.rows(ATTEMPTS))

    @property
    def sittings(self) -> tuple[Sitting, ...]:
        """All sessions that an answer was given in, the oldest first."""
        with self._turn:
            return tuple(self._known.rows(SITTINGS))

    @property
    def lessons(self) -> tuple[Played, ...]:
        """All lessons that were left, in their middle or at their end, the oldest first."""
        with self._turn:
            return tuple(self._known.rows(LESSONS))

    @property
    def lessons_done(self) -> frozenset[str]:
        """The lessons whose hand was ever played to the end, by id."""
        with self._turn:
            return frozenset(id for (id,) in self._known.select("SELECT lesson FROM lessons WHERE ended"))

    @property
    def lessons_left(self) -> dict[str, Played]:
        """Each lesson as it was left the last time, by id."""
        latest = "WHERE rowid IN (SELECT max(rowid) FROM lessons GROUP BY lesson)"
        with self._turn:
            return {played.lesson: played for played in self._known.rows(LESSONS, latest)}

    @property
    def unfinished(self) -> tuple[Unfinished, ...]:
        """The sessions that can be taken up again, the one that was answered in last at the end."""
        with self._turn:
            return tuple(
                Unfinished(self._known.rows(SITTINGS, "WHERE id = ?", id)[0], answered)
                for id, answered in self._known.select(_UNFINISHED)
            )

    def answers_since(self, mark: ReadMark | None) -> NewAnswers:
        """The answers that were added since a mark, in their order; without one all of them."""
        with self._turn:
            from_start = mark is None or mark[0] != self._copies
            last = 0 if mark is None or from_start else mark[1]
            attempts = self._known.rows(ATTEMPTS, "WHERE rowid > ? ORDER BY rowid", last)
            ((latest,),) = self._known.select("SELECT coalesce(max(rowid), 0) FROM attempts")
            return NewAnswers(attempts, (self._copies, latest), from_start)

    def select(self, query: str, *values: object, **functions: Callable[[str], str]) -> list[Values]:
        """What a query answers with that uses these functions besides, and ``median``."""
        with self._turn:
            for name, function in functions.items():
                self._known.define(name, function)
            return self._known.select(query, *values)

    def add(self, *rows: Row) -> None:
        """Keep rows. They are on the disk when this returns; with a fault they wait for the next time.

        A sitting that is there already takes over the time it ended.
        """
        with self._turn:
            self._waiting += rows
            self._known.write(rows)
            self._carry_out(self._write)

    def refresh(self) -> None:
        """Read again, with what other copies of the program have added; write what has been waiting."""
        with self._turn:
            self._carry_out(self._read)

    def close(self) -> None:
        """Write what has been waiting and close the file; ``add`` and ``refresh`` open it again."""
        with self._turn:
            if self._waiting:
                self._carry_out(self._write)
            self._drop()

    def _carry_out(self, step: Callable[[], None]) -> None:
        """Read or write; where the file turns out unusable, once more on the one begun in its place."""
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
            elif self._database.changed():
                self._database.read()
                self._know(self._database.mirror())
        except Unavailable:
            if (found := peek(self.path)) is not None:
                self._know(found)
            raise
        if self._waiting:
            self._write()

    def _write(self) -> None:
        database = self._connected()
        database.write(self._waiting)
        self._waiting = []

    def _connected(self) -> Database:
        if self._database is None:
            opened = open_database(self.path, Database.read)
            if opened.notice:
                self.notices.append(opened.notice)
            if opened.begun:
                # whatever is known goes into the new file as well
                self._waiting = [*opened.rescued.rows, *self._known.read().rows]
            self._database = opened.database
            self._know(opened.database.mirror())
        return self._database

    def _know(self, copy: Database) -> None:
        """Take a copy of the file, with what has been waiting."""
        self._known.close()
        self._known = copy
        self._copies += 1
        copy.write(self._waiting)

    def _drop(self) -> None:
        if self._database is not None:
            self._database.close()
            self._database = None
