"""Every answer ever given: in memory, and in ``furiten.sqlite`` in the folder of the saves.

What cannot be written now is kept in memory and written with the next answer, so practice goes on whatever
happens to the file. A file that cannot be read is set aside as ``furiten.sqlite.damaged-<n>``, one of a later
version of the program as ``furiten-newer-version-<version>.sqlite``; nothing is ever overwritten.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from threading import RLock
from typing import NamedTuple

from tui.database.file import Damaged, Database, Newer, Stored, Unavailable
from tui.database.opening import DATABASE, open_database, peek
from tui.database.rows import Attempt, Played, Row, Sitting
from tui.i18n.texts import t
from tui.system.files import home


class Unfinished(NamedTuple):
    """A session that was left before its end."""

    sitting: Sitting
    answered: int


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
        self._stored = Stored()
        self._waiting: list[Row] = []
        self._turn = RLock()
        self.refresh()

    @property
    def attempts(self) -> tuple[Attempt, ...]:
        """All answers, the oldest first."""
        with self._turn:
            return _joined(self._stored, self._waiting).attempts

    @property
    def sittings(self) -> tuple[Sitting, ...]:
        """All sessions that an answer was given in, the oldest first."""
        with self._turn:
            return _joined(self._stored, self._waiting).sittings

    @property
    def lessons(self) -> tuple[Played, ...]:
        """All lessons that were left, in their middle or at their end, the oldest first."""
        with self._turn:
            return _joined(self._stored, self._waiting).lessons

    @property
    def unfinished(self) -> tuple[Unfinished, ...]:
        """The sessions that can be taken up again, the one that was answered in last at the end."""
        numbers: dict[str, set[int]] = {}
        for attempt in self.attempts:
            # once more at the end
            numbers[attempt.sitting] = numbers.pop(attempt.sitting, set()) | {attempt.number}
        known = {sitting.id: sitting for sitting in self.sittings}
        sittings = (Unfinished(known[id], len(given)) for id, given in numbers.items() if id in known)
        return tuple(
            each for each in sittings if not each.sitting.ended and each.answered < each.sitting.questions
        )

    def add(self, *rows: Row) -> None:
        """Keep rows. They are on the disk when this returns; with a fault they wait for the next time.

        A sitting that is there already takes over the time it ended.
        """
        with self._turn:
            self._waiting += rows
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
                self._stored = self._database.read()
        except Unavailable:
            self._stored = peek(self.path) or self._stored
            raise
        if self._waiting:
            self._write()

    def _write(self) -> None:
        database = self._connected()
        database.write(self._waiting)
        self._stored = _joined(self._stored, self._waiting)
        self._waiting = []

    def _connected(self) -> Database:
        if self._database is None:
            opened = open_database(self.path, Database.read)
            if opened.notice:
                self.notices.append(opened.notice)
            if opened.begun:
                # whatever is known goes into the new file as well
                stored = self._stored
                known = _joined(opened.rescued, (*stored.sittings, *stored.attempts, *stored.lessons))
                self._waiting = [*known.sittings, *known.attempts, *known.lessons, *self._waiting]
            self._database, self._stored = opened.database, opened.database.read()
        return self._database

    def _drop(self) -> None:
        if self._database is not None:
            self._database.close()
            self._database = None


def _joined(stored: Stored, rows: Iterable[Row]) -> Stored:
    """What is stored with further rows, each once."""
    rows = tuple(rows)
    if not rows:
        return stored
    attempts = (*stored.attempts, *(row for row in rows if isinstance(row, Attempt)))
    sittings = (*stored.sittings, *(row for row in rows if isinstance(row, Sitting)))
    by_id = {sitting.id: sitting for sitting in sittings}
    lessons = (*stored.lessons, *(row for row in rows if isinstance(row, Played)))
    return Stored(tuple(dict.fromkeys(attempts)), tuple(by_id.values()), tuple(dict.fromkeys(lessons)))
