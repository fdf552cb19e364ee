"""The definition of a contest: four bots, the number of games, and the seeds of the walls."""

from __future__ import annotations

from pathlib import Path

import msgspec

from ai.bots.registry import check_bot
from engine.rules import Ruleset
from engine.wall import PLAYERS

_DEALS_PER_SEED = 1 << 20
"""Number of walls of one seed."""
MOST_GAMES = _DEALS_PER_SEED * PLAYERS


class ArenaError(ValueError):
    """A contest that cannot be played; the message says why."""


def whole_deals(games: int) -> int:
    """The number of games in the fewest whole deals that have so many."""
    return -(-games // PLAYERS) * PLAYERS


class Contest(msgspec.Struct, frozen=True):
    """A contest. ``games`` is a multiple of four, ``bots`` are four names.

    A *deal* is four games on the same walls, the bots one seat further in each, so that the luck of walls and
    seats is the same for all.

    ``check`` verifies the invariants after every event. ``log_dir``, an existing folder, receives a record of
    each game.
    """

    bots: tuple[str, ...]
    games: int
    seed: int
    rules: Ruleset
    check: bool = False
    log_dir: Path | None = None

    @property
    def deals(self) -> range:
        """The numbers of the deals."""
        return range(self.games // PLAYERS)

    def wall_seed(self, deal: int) -> int:
        """The seed of the walls of a deal."""
        return self.seed * _DEALS_PER_SEED + deal

    def validate(self) -> None:
        """Raise ArenaError or UnknownBot if this cannot be played."""
        if len(self.bots) != PLAYERS:
            raise ArenaError(f"{PLAYERS} bots play, not {len(self.bots)}")
        for name in self.bots:
            check_bot(name)
        if self.games < PLAYERS or self.games % PLAYERS:
            nearest = max(PLAYERS, whole_deals(self.games))
            raise ArenaError(
                f"{self.games} games: give a multiple of {PLAYERS}, such as {nearest}, "
                "for the same walls are played with the seats rotated"
            )
        if self.games > MOST_GAMES:
            raise ArenaError(f"{self.games} games: a seed has walls for {MOST_GAMES} and no more")
