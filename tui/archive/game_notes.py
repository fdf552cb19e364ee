"""What is noted in games: comments and bookmarks of the player, over those that a record holds itself.

The player's own are rows of the database, not part of the record: a record is the truth about a game, and
may be somebody else's file. A row belongs to a position by all that led to it in its hand, whatever the file
is called, in any form of the record, also where the hand was opened by its code. A game that was played on
from a record shares the positions up to where it parts.

What a record holds itself is read from it each time. It enters the database only when the player changes it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import closing, suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from engine import events as ev
from engine.records.annotations import NOTHING_NOTED, Annotation, Annotations, comment_text
from engine.records.read_file import ReadableGame, file_bytes
from engine.records.recorded_game import hands_of
from engine.records.resumed_game import position_digest
from engine.records.timeline import Stops
from tui.archive.archive import Unreadable
from tui.archive.game_entries import GameEntry, deals_of, read_match
from tui.database.open_database import DATABASE, look_up, open_database
from tui.database.practice_rows import Noted, now, to_the_millisecond
from tui.database.sqlite_file import NOTES, Damaged, Newer, Unavailable
from tui.i18n import t

_TICK = timedelta(milliseconds=1)


class GameNotes:
    """The annotations of one game: those of its record, and over them the player's own.

    ``fault`` is the reason, in one line, why some are not read or not on the disk; those are written with
    the next one. ``notice`` is a line to show once, about a database that was set aside. No method raises an
    error because of the file.
    """

    def __init__(
        self,
        home: Path,
        record: Sequence[ev.Event],
        recorded: Annotations,
        clock: Callable[[], datetime] = now,
    ) -> None:
        """``home`` is the data folder, ``recorded`` what the record itself holds."""
        self.fault = ""
        self.notice = ""
        self.all: Annotations = {}
        """By the index in the record."""
        self._path = home / DATABASE
        self._record, self._recorded, self._clock = record, recorded, clock
        self._rows: list[Noted] = []
        self._waiting: list[Noted] = []
        self.refresh()

    @property
    def stops(self) -> Stops:
        """The positions with a comment or a bookmark, ascending."""
        return tuple(sorted(self.all))

    def at(self, index: int) -> Annotation:
        """The annotation at a position; empty where nothing is noted."""
        return self.all.get(index, NOTHING_NOTED)

    def refresh(self, record: Sequence[ev.Event] | None = None) -> None:
        """Read what was noted until now, also by other copies of the program; the record may have grown."""
        self._record = self._record if record is None else record
        self._carry_out(self._read)

    def note(self, index: int, annotation: Annotation) -> None:
        """Keep this for a position in place of what is noted there; empty, it takes that away."""
        hand = next(each for each in hands_of(self._record) if index < each.indexes.stop)
        step = index + 1 - hand.first
        position = position_digest(hand, step)
        before = [row.written for row in self._rows if row.position == position]
        written = max([to_the_millisecond(self._clock()), *(each + _TICK for each in before)])
        row = Noted(
            deal=position_digest(hand, 0),
            step=step,
            position=position,
            written=written,
            comment=comment_text(annotation.comment),
            bookmark=annotation.bookmark,
        )
        self._waiting.append(row)
        self._carry_out(self._write)

    def _carry_out(self, step: Callable[[], None]) -> None:
        try:
            step()
        except (Damaged, Newer, Unavailable) as fault:
            self.fault = t("notes.not-kept" if self._waiting else "notes.not-read", reason=fault)
        else:
            self.fault = ""
        self.all = merged(self._record, self._recorded, [*self._rows, *self._waiting])

    def _read(self) -> None:
        if self._waiting:
            self._write()
            return
        deals = deals_of(self._record)
        try:
            self._rows = _stored(self._path, deals)
        except Damaged:
            # who opens it for writing sets it aside, and goes on with what can be read of it
            self._write()

    def _write(self) -> None:
        opened = open_database(self._path, lambda database: database.rows(NOTES))
        with closing(opened.database) as database:
            self.notice = opened.notice or self.notice
            database.write([*opened.rescued, *self._waiting])
        self._waiting = []
        self._rows = _stored(self._path, deals_of(self._record))


def _stored(path: Path, deals: Collection[str]) -> list[Noted]:
    """The rows noted in hands with these deals, the latest last; raises Damaged, Unavailable."""
    places = ", ".join("?" * len(deals))
    return look_up(path, NOTES, f"WHERE deal IN ({places}) ORDER BY written, rowid", *deals)


def merged(record: Sequence[ev.Event], recorded: Annotations, rows: Iterable[Noted]) -> Annotations:
    """The annotations of a game by index: those of its record, and over them the rows that belong to it."""
    by_deal = defaultdict[str, list[Noted]](list)
    for row in rows:
        by_deal[row.deal].append(row)
    found: dict[int, Annotation] = {}
    for hand in hands_of(record):
        for index in hand.indexes:
            if index in recorded:
                found[index] = recorded[index]
        for row in by_deal.get(position_digest(hand, 0), ()) if by_deal else ():
            if row.step < len(hand.events) and row.position == position_digest(hand, row.step):
                found[hand.indexes[row.step]] = Annotation(row.comment, row.bookmark)
    return {index: found[index] for index in sorted(found) if found[index]}


def with_own_notes(home: Path, game: ReadableGame) -> ReadableGame:
    """The game with what the player noted in it, over what its record holds."""
    return replace(game, annotations=GameNotes(home, game.events, game.annotations).all)


class NotesSummary(NamedTuple):
    """How much is noted in a game, and what."""

    comments: int
    bookmarks: int
    text: str
    """All comments."""


def summed_notes(home: Path, games: Iterable[GameEntry]) -> dict[Path, NotesSummary]:
    """The notes of each of these games of the archive that has some.

    A game may share its deals with others: the same walls played again, or played on from here. So the
    records are read of all games that may have something.
    """
    rows: list[Noted] = []
    with suppress(Damaged, Unavailable):
        rows = look_up(home / DATABASE, NOTES, "ORDER BY written, rowid")
    deals = {row.deal for row in rows}
    found = {}
    for game in games:
        if game.annotated or not deals.isdisjoint(game.deals):
            with suppress(OSError, Unreadable):
                match = read_match(game.path, file_bytes(game.path), 0)
                noted = merged(match.events, match.annotations, rows).values()
                if noted:
                    comments = [each.comment for each in noted if each.comment]
                    bookmarks = sum(each.bookmark for each in noted)
                    found[game.path] = NotesSummary(len(comments), bookmarks, " ".join(comments))
    return found
