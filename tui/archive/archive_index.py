"""An index of the archive in the database: games, hands and moments, searched with SQL.

The records are authoritative. The index is updated from new and changed files, and can be rebuilt from all
records at any time.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterable
from pathlib import Path
from typing import TypeVar

from ai.review.moments import MomentKind
from tui.archive.archive import Archive
from tui.archive.game_entries import ANY_GAME, BrokenRecord, GameEntry, GameFilter, read_match
from tui.archive.index_entries import HandEnding, HandEntry, MomentEntry, indexed
from tui.archive.index_tables import (
    FILE,
    GAME,
    HAND,
    MOMENT,
    Condition,
    IndexedFile,
    any_of,
    check,
    columns,
    drop,
    of_games,
    put,
    read_game,
    read_hand,
    read_moment,
    touch,
)
from tui.archive.record_format import Unreadable
from tui.database.errors import Damaged, Newer, Unavailable
from tui.database.file import Database, Values
from tui.database.open_database import DATABASE, open_database
from tui.i18n.texts import t
from tui.system.files import os_error_text

CONTENT = 1
"""Version of the indexed data. Raise it if the data or the search for moments changes: all is reindexed."""

Result = TypeVar("Result")


class Index:
    """The index of the archive in the data folder; each search updates it first.

    ``fault`` is the reason, in one line, why the index cannot be saved; it is then built in memory and can
    still be searched. ``broken`` are the unreadable files. ``notices`` are lines to show once, about a
    database that was set aside. No method raises an error because of a file.
    """

    def __init__(self, home: Path) -> None:
        self.archive = Archive(home)
        self.fault = ""
        self.broken: tuple[BrokenRecord, ...] = ()
        self.notices: list[str] = []
        self._path = home / DATABASE
        self._database: Database | None = None

    def close(self) -> None:
        """Close the database; a search opens it again."""
        if self._database is not None:
            self._database.close()
            self._database = None

    def refresh(self) -> None:
        """Index new and changed records, and remove deleted ones."""
        self._select("SELECT 1")

    def rebuild(self) -> None:
        """Rebuild the index from all records."""
        self._carry_out(_clear)
        self.refresh()

    # -- searching -----------------------------------------------------------------------------------

    def games(
        self,
        wanted: GameFilter = ANY_GAME,
        results: Collection[HandEnding] = (),
        moments: Collection[MomentKind] = (),
    ) -> list[GameEntry]:
        """The matching games, the latest first.

        ``results`` selects games that have a hand with one of these results, ``moments`` games that have a
        moment of one of these kinds.
        """
        conditions = [
            *of_games(wanted),
            *any_of("games.file IN (SELECT file FROM hands WHERE result IN ({}))", results),
            *any_of("games.file IN (SELECT file FROM moments WHERE kind IN ({}))", moments),
        ]
        rows = self._search(f"SELECT {columns(GAME, 'games')} FROM games", conditions)
        return [read_game(self.archive.path, row) for row in rows]

    def hands(
        self,
        wanted: GameFilter = ANY_GAME,
        results: Collection[HandEnding] = (),
        moments: Collection[MomentKind] = (),
    ) -> list[HandEntry]:
        """The hands of the matching games, those of the latest game first.

        ``results`` selects hands with one of these results, ``moments`` hands that have a moment of one of
        these kinds.
        """
        conditions = [
            *of_games(wanted),
            *any_of("result IN ({})", results),
            *any_of("(hands.file, hand) IN (SELECT file, hand FROM moments WHERE kind IN ({}))", moments),
        ]
        query = f"SELECT {columns(HAND, 'hands')} FROM hands JOIN games USING (file)"
        return [read_hand(row) for row in self._search(query, conditions, "hand")]

    def moments(self, wanted: GameFilter = ANY_GAME, kinds: Collection[MomentKind] = ()) -> list[MomentEntry]:
        """The moments of the matching games, those of the latest game first."""
        query = f"SELECT {columns(MOMENT, 'moments')} FROM moments JOIN games USING (file)"
        conditions = [*of_games(wanted), *any_of("kind IN ({})", kinds)]
        return [read_moment(row) for row in self._search(query, conditions, "hand", "rank")]

    def _search(self, query: str, conditions: Iterable[Condition], *order: str) -> list[Values]:
        parts, values = zip(*conditions, strict=True)
        ordered = ", ".join(("games.began DESC", "games.file DESC", *order))
        query = f"{query} WHERE {' AND '.join(parts)} ORDER BY {ordered}"
        return self._select(query, *(value for some in values for value in some))

    def _select(self, query: str, *values: object) -> list[Values]:
        def step(database: Database) -> list[Values]:
            self._update(database)
            return database.select(query, *values)

        return self._carry_out(step)

    # -- the database --------------------------------------------------------------------------------

    def _carry_out(self, step: Callable[[Database], Result]) -> Result:
        """Run a database step. If the file is unusable, repeat it on a new file, and then in memory."""
        try:
            try:
                return step(self._connected())
            except (Damaged, Newer):
                self.close()
                return step(self._connected())
        except (Damaged, Newer, Unavailable) as fault:
            self.close()
            self.fault = t("archive.not-kept", reason=fault)
            self._database = Database.in_memory()
            return step(self._database)

    def _connected(self) -> Database:
        if self._database is None:
            opened = open_database(self._path, check)
            self._database, self.fault = opened.database, ""
            self.notices += [opened.notice] if opened.notice else []
            opened.database.write(opened.rescued.rows)
        return self._database

    def _update(self, database: Database) -> None:
        """Synchronise the index with the files of the archive."""
        known = {
            name: IndexedFile(*rest)
            for name, *rest in database.select(f"SELECT name, {', '.join(FILE)} FROM files")
        }
        gone, broken = dict(known), []
        for path in self.archive.files():
            try:
                _follow(database, path, known.get(path.name))
                gone.pop(path.name, None)
            except Unreadable as error:
                broken.append(BrokenRecord(path, str(error)))
        if gone:
            with database.writing() as connection:
                drop(connection, gone)
        self.broken = tuple(broken)


def _follow(database: Database, path: Path, known: IndexedFile | None) -> None:
    """Index one file unless it is unchanged; raises Unreadable."""
    try:
        stat = path.stat()
        if known and known[:2] == (stat.st_size, stat.st_mtime_ns) and known.content == CONTENT:
            return
        data = path.read_bytes()
    except OSError as error:
        raise Unreadable(os_error_text(error)) from None
    match = read_match(path, data, stat.st_mtime)
    found = IndexedFile(stat.st_size, stat.st_mtime_ns, hashlib.sha256(data).hexdigest(), CONTENT)
    same = known is not None and (known.hash, known.content) == (found.hash, found.content)
    game = None if same else indexed(match)
    with database.writing() as connection:
        if game is None:
            touch(connection, path.name, found, match.entry.began)
        else:
            put(connection, path.name, found, game)


def _clear(database: Database) -> None:
    with database.writing() as connection:
        connection.execute("DELETE FROM files")
