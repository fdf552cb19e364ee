"""What the moments of many games have cost one player: by cause, by month, and by the place in the end."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

import msgspec

from ai.review.moments import Cost, GameReview, MomentClass, MomentKind, ReviewedMoment


class MistakeCause(StrEnum):
    """The causes that are counted apart."""

    FURITEN = "furiten"
    """Avoidable furiten."""
    WINS_LET_GO = "wins-let-go"
    UNSAFE_DISCARDS = "unsafe-discards"
    """A discard that could lose, where a safer tile was better."""
    TENPAI_LOST = "tenpai-lost"
    """A discard that left tenpai, or did not reach it, where another one was tenpai."""


_CAUSES = {
    MomentKind.FURITEN_ENTERED: MistakeCause.FURITEN,
    MomentKind.WIN_MISSED: MistakeCause.WINS_LET_GO,
    MomentKind.DANGEROUS_DISCARD: MistakeCause.UNSAFE_DISCARDS,
}


def cause_of(moment: ReviewedMoment) -> MistakeCause | None:
    """The cause of a mistake; None for other mistakes, and for opinions, which are none."""
    if moment.moment_class is MomentClass.OPINION:
        return None
    if moment.kind is MomentKind.DISCARD and moment.after:
        taken, better = moment.after
        discards = better.tile is not None
        return MistakeCause.TENPAI_LOST if discards and better.shanten == 0 < taken.shanten else None
    return _CAUSES.get(moment.kind)


class ReviewedRecord(NamedTuple):
    """A game of the player: its review, and when it was played."""

    review: GameReview
    month: str | None
    """The year and month, such as ``2026-11``; None if the record does not tell."""
    place: int | None = None
    """The player's place at the end; None if the game has no end."""


class SomeGames(msgspec.Struct, frozen=True):
    """The games of a month, or those that ended in the same place."""

    games: int = 0
    hands: int = 0
    cost: Cost = Cost()

    def with_one(self, hands: int, cost: Cost) -> SomeGames:
        return SomeGames(self.games + 1, self.hands + hands, self.cost + cost)


class GameTotals(msgspec.Struct, frozen=True):
    """What the mistakes of many games cost a player."""

    games: int
    hands: int
    lost: dict[MistakeCause, Cost]
    """Every cause, in their order."""
    months: dict[str, SomeGames]
    """The months that are known, the earliest first."""
    places: dict[int, SomeGames]
    """The places that are known, the first place first."""
    mistakes: Cost
    """All mistakes, those of no cause among them."""
    cleared: int
    """Opinions that were played out and are no mistakes …"""
    undecided: int
    """… that playing out left open …"""
    untried: int
    """… and that were not played out."""

    @classmethod
    def of(cls, games: Iterable[ReviewedRecord]) -> GameTotals:
        """The totals of these games."""
        told = list(games)
        lost = dict.fromkeys(MistakeCause, Cost())
        months: dict[str, SomeGames] = {}
        places: dict[int, SomeGames] = {}
        mistakes = Cost()
        cleared = undecided = untried = 0
        for game in told:
            own = game.review.lost
            cleared += game.review.cleared
            undecided += sum(each.played is not None for each in game.review.moments)
            untried += sum(each.is_untried for each in game.review.moments)
            for moment in game.review.mistakes:
                if (cause := cause_of(moment)) is not None:
                    lost[cause] += Cost.of_one(moment)
            mistakes += own
            hands = len(game.review.hands)
            if game.month is not None:
                months[game.month] = months.get(game.month, SomeGames()).with_one(hands, own)
            if game.place is not None:
                places[game.place] = places.get(game.place, SomeGames()).with_one(hands, own)
        hands = sum(len(game.review.hands) for game in told)
        return cls(
            len(told),
            hands,
            lost,
            dict(sorted(months.items())),
            dict(sorted(places.items())),
            mistakes,
            cleared,
            undecided,
            untried,
        )
