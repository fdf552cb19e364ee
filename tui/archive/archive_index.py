"""An index of the archive in the database: games, hands and moments, searched with SQL.

The records are authoritative. The index is updated from new and changed files, and can be rebuilt from all
records at any time.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from pathlib import Path
from typing import TypeVar

from ai.review.moments import MomentKind
from tui.archive.archive import Archive
from tui.archive.counted_games import CountedGame
from tui.archive.game_entries import ANY_GAME, BrokenRecord, GameEntry, GameFilter
from tui.archive.index_entries import HandEnding, HandEntry, MomentEntry
from tui.archive.index_tables import (
    GAME,
    HAND,
    MOMENT,
    Condition,
    any_of,
    check,
    columns,
    of_games,
    read_counts,
    read_game,
    read_hand,
    read_moment,
)
from tui.archive.index_update import Progress, review_missing, update
from tui.database.errors import Damaged, Newer, Unavailable
from tui.database.file import Database, Values
from tui.database.open_database import DATABASE, open_database
from tui.i18n.texts import t

Result = TypeVar("Result")


class Index:
    """The index of the archive in the data folder; each search updates it first.

    ``fault`` is the reason, in one line, why the index cannot be saved; it is then built in memory and can
    still be searched. ``broken`` are the unreadable files. ``notices`` are lines to show once, about a
    database that was set aside. No method raises an error because of a file.

    ``progress`` is told how many of the files to be indexed or reviewed are done. It may raise an exception
    to stop; what is done is kept.
    """

    def __init__(self, home: Path) -> None:
        self.archive = Archive(home)
        self.fault = ""
        self.broken: tuple[BrokenRecord, ...] = ()
        self.notices: list[str] = []
        self.progress: Progress = lambda done, total: None
        self._path = home / DATABASE
        self._database: Database | None = None

    def close(self) -> None:
        """Close the database; a search opens it again."""
        if self._database is not None:
            self._database.close()
            self._database = None

    def refresh(self) -> None:
        """Index new and changed records, and remove deleted ones."""
        self._carry_out(self._update)

    def review(self) -> None:
        """Find the moments of all games. A search for moments does it first."""
        self._select("SELECT 1", review=True)

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
        rows = self._search(f"SELECT {columns(GAME, 'games')} FROM games", conditions, review=bool(moments))
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
        return [read_hand(row) for row in self._search(query, conditions, "hand", review=bool(moments))]

    def moments(self, wanted: GameFilter = ANY_GAME, kinds: Collection[MomentKind] = ()) -> list[MomentEntry]:
        """The moments of the matching games, those of the latest game first."""
        query = f"SELECT {columns(MOMENT, 'moments')} FROM moments JOIN games USING (file)"
        conditions = [*of_games(wanted), *any_of("kind IN ({})", kinds)]
        return [read_moment(row) for row in self._search(query, conditions, "hand", "rank", review=True)]

    def counted(self, wanted: GameFilter = ANY_GAME, player: str | None = None) -> list[CountedGame]:
        """What is counted of the player in the matching games, the latest first.

        These are the games with an own seat; with ``player`` those of the player of that name, who may have
        several seats in a game. Branches, which begin in the middle of another game, are never among them.
        """
        conditions: list[Condition] = [*of_games(wanted), ("games.branch = 0", ())]
        conditions.append(("counts.seat = games.seat", ()) if player is None else ("name = ?", (player,)))
        names = f"{columns(GAME, 'games')}, counts.seat, counts.counts"
        rows = self._search(f"SELECT {names} FROM games JOIN counts USING (file)", conditions)
        return [
            CountedGame(read_game(self.archive.path, row[:-2]), row[-2], read_counts(row[-1])) for row in rows
        ]

    def _search(
        self, query: str, conditions: Iterable[Condition], *order: str, review: bool = False
    ) -> list[Values]:
        parts, values = zip(*conditions, strict=True)
        ordered = ", ".join(("games.began DESC", "games.file DESC", *order))
        query = f"{query} WHERE {' AND '.join(parts)} ORDER BY {ordered}"
        return self._select(query, *(value for some in values for value in some), review=review)

    def _select(self, query: str, *values: object, review: bool = False) -> list[Values]:
        def step(database: Database) -> list[Values]:
            self._update(database)
            if review:
                self._review(database)
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

    def _update(self, database: Database) -> None:
        self.broken = update(database, self.archive.files(), self.progress)

    def _review(self, database: Database) -> None:
        review_missing(database, self.archive.path, self.progress)

    def _connected(self) -> Database:
        if self._database is None:
            opened = open_database(self._path, check)
            self._database, self.fault = opened.database, ""
            self.notices += [opened.notice] if opened.notice else []
            opened.database.write(opened.rescued.rows)
        return self._database


def _clear(database: Database) -> None:
    with database.writing() as connection:
        connection.execute("DELETE FROM files")
