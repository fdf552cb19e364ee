"""Which games the figures are about: filters by rules, time and opponent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from enum import StrEnum

import msgspec

from tui.archive.counted_games import CountedGame

MONTH_DAYS, LAST_FEW, LAST_MANY = 30, 20, 50


class FilterKind(StrEnum):
    """What games can be chosen by."""

    RULES = "rules"
    TIME = "time"
    OPPONENT = "opponent"


class Period(StrEnum):
    """Times to choose from, the longest first."""

    YEAR = "year"
    """The current calendar year."""
    MONTH = "month"
    """The last 30 days, with today."""
    MANY = "last-50"
    """The last 50 games that the other filters leave."""
    FEW = "last-20"


class Selection(msgspec.Struct, frozen=True):
    """The filters; None means any game."""

    rules: str | None = None
    """The name of a ruleset."""
    period: Period | None = None
    opponent: str | None = None
    """The name of a bot as the record has it."""

    def value(self, kind: FilterKind) -> str | None:
        """The value of one filter."""
        return {
            FilterKind.RULES: self.rules,
            FilterKind.TIME: self.period,
            FilterKind.OPPONENT: self.opponent,
        }[kind]

    def changed(self, kind: FilterKind, value: str | None) -> Selection:
        """The same with another value of one filter."""
        match kind:
            case FilterKind.RULES:
                return msgspec.structs.replace(self, rules=value)
            case FilterKind.TIME:
                return msgspec.structs.replace(self, period=None if value is None else Period(value))
            case FilterKind.OPPONENT:
                return msgspec.structs.replace(self, opponent=value)

    def of(self, games: Sequence[CountedGame], today: date) -> tuple[CountedGame, ...]:
        """The games that meet all filters, in their order, which is the latest first."""
        found = [game for game in games if self._fits(game, today)]
        return tuple(found[: {Period.MANY: LAST_MANY, Period.FEW: LAST_FEW}.get(self.period or Period.YEAR)])

    def _fits(self, game: CountedGame, today: date) -> bool:
        match self.period:
            case Period.YEAR:
                in_time = day_of(game).year == today.year
            case Period.MONTH:
                in_time = day_of(game) > today - timedelta(days=MONTH_DAYS)
            case _:
                in_time = True
        return (
            in_time
            and self.rules in (None, game.entry.rules)
            and (self.opponent is None or self.opponent in game.entry.opponents)
        )


def choices(kind: FilterKind, games: Iterable[CountedGame]) -> list[str | None]:
    """The values that a filter can have: any, then those of the games, the most frequent first."""
    match kind:
        case FilterKind.RULES:
            found = Counter(game.entry.rules for game in games)
        case FilterKind.OPPONENT:
            found = Counter(name for game in games for name in set(game.entry.opponents))
        case FilterKind.TIME:
            return [None, *Period]
    return [None, *sorted(found, key=lambda name: (-found[name], name))]


def day_of(game: CountedGame) -> date:
    """The local day on which a game began."""
    return game.entry.began.astimezone().date()
