"""Games of the archive: their metadata, read from records, in words, filtered, and searched.

A search is words, and filters such as ``place:1`` and ``since:2026-11``.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta, tzinfo
from datetime import time as time_of_day
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from ai.play import PERSON
from engine.events import EndGame, EndKyoku, Event, StartGame, StartKyoku
from engine.match import places
from engine.own_rules import UnknownRuleset, ruleset
from engine.records.annotations import Annotations
from engine.records.read_file import games_of, read_record
from engine.records.recorded_choices import RecordError
from engine.records.recorded_game import hands_of, player_names
from engine.records.resumed_game import position_digest
from engine.rules import PRESETS, Length, Ruleset
from engine.wall import PLAYERS
from engine.wording import visible
from tui.archive.archive import DATE, DATE_WIDTH, Unreadable, check_format
from tui.i18n import join_list, t
from tui.words.action_words import takebacks
from tui.words.names import recorded_name, short_name

_FIRST_DAY, _LAST_DAY = date(1970, 1, 2), date(9998, 12, 30)
"""Valid dates; other days could leave the range of ``date`` when the time zone is converted."""


class GameEntry(msgspec.Struct, frozen=True, kw_only=True):
    """One game of the archive."""

    path: Path
    began: datetime
    """Start of the game in UTC: from the record, else from the file name, else the modification time."""
    rules: str
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
    deals: tuple[str, ...] = ()
    """The digests of its deals, by which what the player noted in it is found."""
    annotated: int = 0
    """How many comments and bookmarks the record itself holds."""

    @property
    def place(self) -> int | None:
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
        return t("archive.broken", name=self.path.name, reason=self.reason)


class GameFilter(msgspec.Struct, frozen=True, kw_only=True):
    """Search criteria for games; None or empty matches any."""

    since: date | None = None
    """The first day, in local time."""
    until: date | None = None
    """The last day, inclusive, in local time."""
    rules: str | None = None
    places: frozenset[int] = frozenset()
    opponent: str | None = None
    """The name of one opponent."""

    def fits(self, game: GameEntry) -> bool:
        first = _midnight(max(self.since or _FIRST_DAY, _FIRST_DAY))
        after = _midnight(min(self.until or _LAST_DAY, _LAST_DAY) + timedelta(days=1))
        return (
            first <= game.began < after
            and self.rules in (None, game.rules)
            and (not self.places or game.place in self.places)
            and (self.opponent is None or self.opponent in game.opponents)
        )


ANY_GAME = GameFilter()


class RecordedMatch(NamedTuple):
    """A game of the archive with all its events."""

    entry: GameEntry
    rules: Ruleset
    events: tuple[Event, ...]
    annotations: Annotations
    """What the record itself holds."""
    cut: str | None = None
    """Where the record stops before the game is over, in one line; None for a whole game, and where damaged
    records are refused."""


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
            entry = _entry(path, rules, events, modified, len(game.annotations))
            found.append(RecordedMatch(entry, rules, events, game.annotations))
    except RecordError as error:
        raise Unreadable(str(error)) from None
    return tuple(found)


def readable_matches(path: Path, data: bytes, modified: float) -> tuple[RecordedMatch, ...]:
    """The games of a file as far as they can be read. Raises Unreadable if no hand can be read."""
    check_format(data.split(b"\n", 1)[0])
    try:
        games = games_of(data)
    except RecordError as error:
        raise Unreadable(str(error)) from None
    found = []
    for game in games:
        entry = _entry(path, game.rules, game.events, modified, len(game.annotations))
        found.append(RecordedMatch(entry, game.rules, tuple(game.events), game.annotations, game.cut))
    return tuple(found)


def _entry(path: Path, rules: Ruleset, events: Sequence[Event], modified: float, annotated: int) -> GameEntry:
    start = events[0] if isinstance(events[0], StartGame) else StartGame()
    names = player_names(events)
    end = events[-1] if isinstance(events[-1], EndGame) else None
    told = [event.scores for event in events if isinstance(event, StartKyoku | EndKyoku) and event.scores]
    played = told[-1] if told else []
    points = (end and end.scores) or played
    placed = final_places(rules, events) or (places(rules, points) if end else ())
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
        places=placed,
        takebacks=start.takebacks,
        table_rules=start.table_rules is not None,
        branch=start.branch is not None,
        deals=deals_of(events),
        annotated=annotated,
    )


def deals_of(events: Sequence[Event]) -> tuple[str, ...]:
    """The digests of the deals of a game, in the order of play."""
    return tuple(position_digest(hand, 0) for hand in hands_of(events))


def final_places(rules: Ruleset, events: Sequence[Event]) -> tuple[int, ...]:
    """The places at the end of a record, by seat; empty if it has no end, or no points after the last hand.

    Riichi sticks that are left over at the end do not change the places.
    """
    end = events[-1]
    if not isinstance(end, EndGame):
        return ()
    after = next((event.scores for event in reversed(events) if isinstance(event, EndKyoku)), None)
    scores = after or end.scores
    return places(rules, scores) if scores else ()


def final_place(rules: Ruleset, events: Sequence[Event], seat: int) -> int | None:
    """The place of a seat at the end of a record; None if ``final_places`` knows none."""
    placed = final_places(rules, events)
    return placed[seat] if placed else None


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


class EntryWords(NamedTuple):
    """One game in words."""

    day: str
    """The local date: ``2026-11-22``."""
    time: str
    """The local time: ``14:05``."""
    rules: str
    """A short name of the ruleset."""
    length: str
    place: str
    """The player's place: ``1st``; for a game that was not finished, that it was not; else empty."""
    points: str
    """The player's points, or empty."""
    opponents: str
    """Names of the opponents from the right on, or of all four players if none of them is the player."""
    brief: str
    """The opponents with short names."""
    seed: str
    notes: str
    """Special facts about the game: decisions taken back, table rules, played on from a record."""

    @property
    def searched(self) -> str:
        return " ".join(self).casefold()


def entry_words(entry: GameEntry, zone: tzinfo | None = None) -> EntryWords:
    """A game in words, in the current language; ``zone`` is the time zone, None for the local one."""
    began, place, points = entry.began.astimezone(zone), "", ""
    opponents = [recorded_name(name) for name in entry.opponents]
    if not entry.over:
        place = t("games.unfinished")
    elif entry.place is not None:
        place = t(f"session.places.{entry.place}")
    if entry.seat is not None and entry.points:
        points = f"{entry.points[entry.seat]:,}"
    return EntryWords(
        day=f"{began:%Y-%m-%d}",
        time=f"{began:%H:%M}",
        rules=rules_brief(entry.rules),
        length=t(f"games.lengths.{entry.length}"),
        place=place,
        points=points,
        opponents=join_list(opponents),
        brief=join_list(map(short_name, opponents)),
        seed=visible(entry.seed),
        notes=join_list(filter(None, _notes(entry))),
    )


def _notes(entry: GameEntry) -> Iterator[str]:
    yield takebacks(entry.takebacks)
    yield t("games.table-rules") if entry.table_rules else ""
    yield t("games.branch") if entry.branch else ""


def search_text(entry: GameEntry, zone: tzinfo | None = None) -> str:
    """Everything of a game that a search looks through, in small letters."""
    return f"{entry_words(entry, zone).searched} {entry.rules} {rules_title(entry.rules)}".casefold()


def rules_brief(name: str) -> str:
    """A short name of a ruleset: ``EMA 2025``; one that is no preset keeps its name."""
    return t(f"games.rules.{name}") if name in PRESETS else rules_title(name)


def rules_title(name: str) -> str:
    """The full name of a ruleset."""
    try:
        return ruleset(name).title
    except UnknownRuleset:
        return visible(name)


_DATE = re.compile(r"(\d{4})(?:-(\d\d?))?(?:-(\d\d?))?", re.ASCII)
_PLACES = re.compile(r"[1-4](,[1-4])*", re.ASCII)
_FIRST_MONTH, _LAST_MONTH = 1, 12


class BadFilter(ValueError):
    """The value of a filter cannot be read. The message is one line for the player."""


class GameSearch(msgspec.Struct, frozen=True):
    """A search as it was typed, read."""

    wanted: GameFilter = ANY_GAME
    words: tuple[str, ...] = ()
    """Each has to occur in what the list shows of a game, or in its full ruleset name."""
    fault: str = ""
    """Why a filter cannot be read, in one line; it is then left out of the search."""


class SearchableGames:
    """Games to be searched again and again while a search is typed."""

    def __init__(
        self, games: Sequence[GameEntry], zone: tzinfo | None = None, notes: Mapping[Path, str] | None = None
    ) -> None:
        """``notes`` are what else is searched: what is noted in games."""
        self._games, self._zone, self._notes = tuple(games), zone, notes or {}
        self._texts: list[str] = []

    def prepare(self) -> None:
        """Make the texts that are searched, which takes a moment for thousands of games; safe in a thread."""
        if not self._texts:
            self._texts = [self._text(game) for game in self._games]

    def _text(self, game: GameEntry) -> str:
        return f"{search_text(game, self._zone)} {self._notes.get(game.path, '').casefold()}"

    def found(self, search: GameSearch) -> tuple[GameEntry, ...]:
        games = self._games
        if search.words:
            self.prepare()
            pairs = zip(games, self._texts, strict=True)
            games = tuple(game for game, text in pairs if all(word in text for word in search.words))
        if search.wanted != ANY_GAME:
            games = tuple(filter(search.wanted.fits, games))
        return games


def read_search(typed: str) -> GameSearch:
    """Read a search. It never fails: what cannot be read is named in ``fault``.

    A filter without a value selects everything: it is still being typed.
    """
    search = GameSearch()
    for part in typed.casefold().split():
        name, colon, value = part.partition(":")
        read = _FILTERS.get(name) if colon else None
        if read is None:
            search = replace(search, words=(*search.words, part))
            continue
        if not value:
            continue  # it is still being typed
        try:
            search = replace(search, wanted=read(search.wanted, value))
        except BadFilter as fault:
            search = replace(search, fault=search.fault or str(fault))
    return search


def _since(wanted: GameFilter, value: str) -> GameFilter:
    return replace(wanted, since=_day(value, last=False))


def _until(wanted: GameFilter, value: str) -> GameFilter:
    return replace(wanted, until=_day(value, last=True))


def _day(value: str, *, last: bool) -> date:
    """The first or the last day of a day, a month or a year; raises BadFilter."""
    found = _DATE.fullmatch(value)
    if found is None:
        raise BadFilter(t("games.bad-date", value=value))
    year = int(found[1])
    month = int(found[2] or (_LAST_MONTH if last else _FIRST_MONTH))
    try:
        day = int(found[3] or (monthrange(year, month)[1] if last else 1))
        return date(year, month, day)
    except ValueError:
        raise BadFilter(t("games.bad-date", value=value)) from None


def _place(wanted: GameFilter, value: str) -> GameFilter:
    if not _PLACES.fullmatch(value):
        raise BadFilter(t("games.bad-place", value=value, last=PLAYERS))
    return replace(wanted, places=frozenset(map(int, value.split(","))))


def _rules(wanted: GameFilter, value: str) -> GameFilter:
    """By name, or by the beginning of a name or of a word of a title if only one ruleset has it."""
    if value in PRESETS:
        return replace(wanted, rules=value)
    begun = [name for name in PRESETS if value and _begins(name, value)]
    if len(begun) != 1:
        raise BadFilter(t("games.bad-rules", value=value, names=", ".join(begun or PRESETS)))
    return replace(wanted, rules=begun[0])


def _begins(name: str, value: str) -> bool:
    titles = f"{name} {rules_brief(name)} {rules_title(name)}".casefold()
    return any(word.startswith(value) for word in titles.split())


_FILTERS: dict[str, Callable[[GameFilter, str], GameFilter]] = {
    "rules": _rules,
    "place": _place,
    "since": _since,
    "until": _until,
}
"""How the value of each filter is read."""

FILTERS = tuple(_FILTERS)
"""The names of the filters, as they are typed before a colon."""
