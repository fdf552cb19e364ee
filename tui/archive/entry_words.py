"""A game of the archive in words: what a list shows of it, and what a search looks through."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import tzinfo
from typing import NamedTuple

from engine.rules import PRESETS
from engine.wording import visible
from tui.archive.game_entries import GameEntry
from tui.i18n.layout import join_list
from tui.i18n.texts import t
from tui.words.actions import takebacks
from tui.words.bot_names import bot_title, recorded_name
from tui.words.seating import short_name


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
    """The same with short names."""
    seed: str
    notes: str
    """What else is special about the game: decisions taken back, table rules, played on from a record."""

    @property
    def searched(self) -> str:
        """All of it in small letters."""
        return " ".join(self).casefold()


def entry_words(entry: GameEntry, zone: tzinfo | None = None) -> EntryWords:
    """A game in words, in the current language; ``zone`` is the time zone, None for the local one."""
    began, place, points = entry.began.astimezone(zone), "", ""
    opponents = [bot_title(recorded_name(name)) for name in entry.opponents]
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
    return t(f"games.rules.{name}") if name in PRESETS else visible(name)


def rules_title(name: str) -> str:
    """The full name of a ruleset."""
    return PRESETS[name].title if name in PRESETS else visible(name)
