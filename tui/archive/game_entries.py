"""Entries of the archive: the metadata of a recorded game, and filters for searching."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from datetime import time as time_of_day
from pathlib import Path
from typing import NamedTuple

import msgspec

from ai.play import PERSON
from engine.events import EndGame, EndKyoku, Event, StartGame, StartKyoku
from engine.ranking import Standing, standings
from engine.records import RecordError
from engine.records.read_file import read_record
from engine.records.readable_games import games_of
from engine.rules import Length, Ruleset
from engine.wall import PLAYERS
from tui.archive.record_format import DATE, DATE_WIDTH, Unreadable, check_format
from tui.i18n.texts import t

_FIRST_DAY, _LAST_DAY = date(1970, 1, 2), date(9998, 12, 30)
"""Valid dates; other days could leave the range of ``date`` when the time zone is converted."""


class GameEntry(msgspec.Struct, frozen=True, kw_only=True):
    """One game of the archive."""

    path: Path
    began: datetime
    """Start of the game in UTC: from the record, else from the file name, else the modification time."""
    rules: str
    """Name of the ruleset."""
    length: Length
    names: tuple[str, ...]
    """By seat."""
    seat: int | None
    """The player's seat; None unless exactly one seat has the player's name."""
    seed: str
    """The seed; empty if the record has none."""
    over: bool
    points: tuple[int, ...]
    """Points by seat: final, or else the last recorded ones; empty if there are none."""
    places: tuple[int, ...]
    """Places 1-4 by seat; empty for an unfinished game."""
    takebacks: int | None
    """The number of decisions taken back; None if taking back was not allowed."""
    table_rules: bool
    """Errors were penalised."""
    branch: bool = False
    """Played on from a position of another record, so that it is no game of its own."""

    @property
    def place(self) -> int | None:
        """The player's place."""
        return None if self.seat is None or not self.places else self.places[self.seat]

    @property
    def opponents(self) -> tuple[str, ...]:
        """The opponents in turn order from the right; all four names if the player has no seat."""
        if self.seat is None:
            return self.names
        return (*self.names[self.seat + 1 :], *self.names[: self.seat])


class BrokenRecord(NamedTuple):
    """A file of the archive that this version cannot read as a game."""

    path: Path
    reason: str

    @property
    def line(self) -> str:
        """One line with the file name and the reason."""
        return t("archive.broken", name=self.path.name, reason=self.reason)


class Listing(NamedTuple):
    """The result of a search in the archive, the latest game first."""

    games: tuple[GameEntry, ...]
    broken: tuple[BrokenRecord, ...]


class GameFilter(msgspec.Struct, frozen=True, kw_only=True):
    """Search criteria for games; None or empty matches any."""

    since: date | None = None
    """The first day, in local time."""
    until: date | None = None
    """The last day, inclusive, in local time."""
    rules: str | None = None
    length: Length | None = None
    places: frozenset[int] = frozenset()
    opponent: str | None = None
    """The name of one opponent."""
    seed: str | None = None
    over: bool | None = None
    taken_back: bool | None = None
    """Whether at least one decision was taken back."""

    @property
    def began_from(self) -> datetime:
        """The start of the first day, in UTC."""
        return _midnight(max(self.since or _FIRST_DAY, _FIRST_DAY))

    @property
    def began_before(self) -> datetime:
        """The start of the day after the last one, in UTC."""
        return _midnight(min(self.until or _LAST_DAY, _LAST_DAY) + timedelta(days=1))

    def fits(self, game: GameEntry) -> bool:
        """Whether the game meets all criteria."""
        return (
            self.began_from <= game.began < self.began_before
            and self.rules in (None, game.rules)
            and self.length in (None, game.length)
            and (not self.places or game.place in self.places)
            and (self.opponent is None or self.opponent in game.opponents)
            and self.seed in (None, game.seed)
            and self.over in (None, game.over)
            and self.taken_back in (None, bool(game.takebacks))
        )


ANY_GAME = GameFilter()


class RecordedMatch(NamedTuple):
    """A game of the archive with all its events."""

    entry: GameEntry
    rules: Ruleset
    events: tuple[Event, ...]


def latest_first(games: Iterable[GameEntry]) -> list[GameEntry]:
    """Sort games for a list: by start time, the latest first."""
    return sorted(games, key=lambda game: (game.began, game.path.name), reverse=True)


def read_match(path: Path, data: bytes, modified: float) -> RecordedMatch:
    """Parse the one game of a file with content ``data``; ``modified`` is its mtime in seconds since 1970.

    Raises Unreadable.
    """
    matches = read_matches(path, data, modified)
    if len(matches) != 1:
        raise Unreadable(t("archive.several", count=len(matches)))
    return matches[0]


def read_matches(path: Path, data: bytes, modified: float) -> tuple[RecordedMatch, ...]:
    """Parse all games of a file; raises Unreadable."""
    check_format(data.split(b"\n", 1)[0])
    found = []
    try:
        for game in read_record(data).games:
            rules = game.facts.ruleset()
            events = tuple(game.events(rules))
            found.append(RecordedMatch(_entry(path, rules, events, modified), rules, events))
    except RecordError as error:
        raise Unreadable(str(error)) from None
    return tuple(found)


def readable_matches(
    path: Path, data: bytes, modified: float
) -> tuple[tuple[RecordedMatch, str | None], ...]:
    """The games of a file as far as they can be read, each with the line that says where it is cut, or None.

    Raises Unreadable if no hand can be read.
    """
    check_format(data.split(b"\n", 1)[0])
    try:
        games = games_of(data)
    except RecordError as error:
        raise Unreadable(str(error)) from None
    found = []
    for game in games:
        entry = _entry(path, game.rules, game.events, modified)
        found.append((RecordedMatch(entry, game.rules, tuple(game.events)), game.cut))
    return tuple(found)


def _entry(path: Path, rules: Ruleset, events: Sequence[Event], modified: float) -> GameEntry:
    start = events[0] if isinstance(events[0], StartGame) else StartGame()
    names = (*start.names, *[""] * PLAYERS)[:PLAYERS]
    end = events[-1] if isinstance(events[-1], EndGame) else None
    told = [event.scores for event in events if isinstance(event, StartKyoku | EndKyoku) and event.scores]
    played = told[-1] if told else []
    points = (end and end.scores) or played
    places = [standing.place for standing in _ranked(rules, played or points)] if end else []
    return GameEntry(
        path=path,
        began=_began(start, path, modified),
        rules=rules.name,
        length=rules.length,
        names=names,
        seat=names.index(PERSON) if names.count(PERSON) == 1 else None,
        seed="" if start.seed is None else str(start.seed),
        over=end is not None,
        points=tuple(points),
        places=tuple(places),
        takebacks=start.takebacks,
        table_rules=start.table_rules is not None,
        branch=start.branch is not None,
    )


def _ranked(rules: Ruleset, scores: Sequence[int]) -> list[Standing]:
    """Standings by seat; leftover riichi sticks do not change the places."""
    return sorted(standings(rules, scores, riichi_sticks=0), key=lambda standing: standing.seat)


def _began(start: StartGame, path: Path, modified: float) -> datetime:
    """The start of a game: from the record, else the date in the file name, else the mtime of the file."""
    ways: tuple[Callable[[], datetime], ...] = (
        lambda: datetime.fromisoformat(start.time or ""),
        lambda: datetime.strptime(path.name[:DATE_WIDTH], DATE).astimezone(),
        lambda: datetime.fromtimestamp(modified, UTC),
    )
    for moment in ways:
        with suppress(ValueError, OverflowError, OSError):
            found = moment()
            if found.tzinfo is not None and _FIRST_DAY < found.date() < _LAST_DAY:
                return found.astimezone(UTC)
    return _midnight(_FIRST_DAY)


def _midnight(day: date) -> datetime:
    """Local midnight at the start of a day, in UTC."""
    return datetime.combine(day, time_of_day.min).astimezone(UTC)
