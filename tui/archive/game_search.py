"""What is typed to search the list of games: words, and filters such as ``place:1`` and ``since:2026-11``."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Callable, Sequence
from datetime import date, tzinfo

import msgspec
from msgspec.structs import replace

from engine.rules import PRESETS
from engine.wall import PLAYERS
from tui.archive.entry_words import rules_brief, rules_title, search_text
from tui.archive.game_entries import ANY_GAME, GameEntry, GameFilter
from tui.i18n.texts import t

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

    def __init__(self, games: Sequence[GameEntry], zone: tzinfo | None = None) -> None:
        self._games, self._zone = tuple(games), zone
        self._texts: list[str] = []

    def prepare(self) -> None:
        """Make the texts that are searched, which takes a moment for thousands of games; safe in a thread."""
        if not self._texts:
            self._texts = [search_text(game, self._zone) for game in self._games]

    def found(self, search: GameSearch) -> tuple[GameEntry, ...]:
        """The matching games in their order."""
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
