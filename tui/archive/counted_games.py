"""Games with what is counted of one player, and sums over them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date

import msgspec

from ai.statistics.figures import Figure
from ai.statistics.player_counts import PlayerCounts
from tui.archive.game_entries import GameEntry


class CountedGame(msgspec.Struct, frozen=True):
    """A game with the counts of the player at ``seat``."""

    entry: GameEntry
    seat: int
    counts: PlayerCounts

    @property
    def place(self) -> int | None:
        """The player's place, None for an unfinished game."""
        return self.entry.places[self.seat] if self.entry.places else None

    @property
    def points(self) -> int | None:
        """The player's points, at the end or as last recorded."""
        return self.entry.points[self.seat] if self.entry.points else None

    @property
    def month(self) -> date:
        """The first day of the month in which the game began, in local time."""
        return self.entry.began.astimezone().date().replace(day=1)


def total(games: Iterable[CountedGame]) -> PlayerCounts:
    """The sum of all counts."""
    rows = [msgspec.structs.astuple(game.counts) for game in games]
    return PlayerCounts(*map(sum, zip(*rows, strict=True)))


def by_month(games: Iterable[CountedGame]) -> dict[date, PlayerCounts]:
    """The sums by month, the earliest first; months without a game are left out."""
    months: dict[date, list[CountedGame]] = {}
    for game in games:
        months.setdefault(game.month, []).append(game)
    return {month: total(months[month]) for month in sorted(months)}


def behind(games: Sequence[CountedGame], figure: Figure) -> list[CountedGame]:
    """The games that a figure comes from: those with a deal-in for the rate of deal-ins, and so on."""
    return [game for game in games if getattr(game.counts, figure.shown_by)]
