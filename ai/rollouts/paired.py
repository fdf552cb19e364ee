"""Choices compared by play: each is played to the end of the hand with the same hidden tiles.

Points are those that the hand brings to the seat from the position on: riichi sticks and payments at a draw
are counted, places at the end of the game are not.
"""

from __future__ import annotations

import io
import math
import pickle
from collections.abc import Sequence
from enum import StrEnum
from statistics import fmean, stdev
from typing import NamedTuple

import msgspec

from ai.bot import Bot
from ai.rollouts.deals import Deals
from ai.seat_position import SeatPosition
from engine.actions import Action
from engine.round import Round
from engine.rules import Ruleset

Z_95 = 1.959964
"""Standard errors on either side that hold 95 % of a normal distribution."""
Z_99 = 2.575829
"""Standard errors on either side that hold 99 %."""


class PointSample(msgspec.Struct, frozen=True):
    """Mean points over all hands played, with the 95 % confidence interval."""

    mean: int
    low: int
    high: int


def sample(values: Sequence[int], z: float = Z_95) -> PointSample:
    """Mean and interval of independent values, by the normal approximation.

    Of a single value nothing is known but itself: its interval is everything that a hand can bring.
    """
    mean = fmean(values)
    reach = z * stdev(values) / math.sqrt(len(values)) if len(values) > 1 else UNKNOWN_REACH
    return PointSample(round(mean), round(mean - reach), round(mean + reach))


UNKNOWN_REACH = 500_000
"""Points that no hand changes hands: six yakuman and more."""


class Stance(StrEnum):
    """The behaviour of a player against a riichi."""

    REASON = "reason"
    """The sensible retreat."""
    PUSH = "push"
    """It goes on with the hand whatever the danger, in tenpai, and near it while enough draws are left."""
    FOLD = "fold"
    """It discards the least dangerous tile, and declares no riichi."""


class PlayedHand(NamedTuple):
    """The end of a hand for the seat."""

    points: int
    won: bool
    dealt_in: bool


class Variation(NamedTuple):
    """A choice to be played out: what the seat does first, and who plays on, by seat."""

    action: Action
    players: Sequence[Bot]


class PairedRollouts:
    """A decision of a seat, of which each choice is played with the same deals.

    The same seed gives the same deals, and the same results as long as the players play the same. Players
    keep nothing from one decision to the next. Raises ValueError when the seat has nothing to choose.
    """

    def __init__(self, position: SeatPosition, variations: Sequence[Variation], seed: int) -> None:
        self.variations = list(variations)
        self._seat = position.seat
        self._deals = Deals(position, seed)

    def play_deal(self, number: int) -> list[PlayedHand]:
        """The result of each choice with the deal of that number. Raises NoDeal."""
        return self.play_game(self._deals.game(number))

    def play_game(self, game: Round) -> list[PlayedHand]:
        """The result of each choice in this hand, in which the seat is about to choose."""
        game.events.clear()  # the copies need none
        copies = _Copies(game)
        return [self._played(copies.next(), variation) for variation in self.variations]

    def _played(self, game: Round, variation: Variation) -> PlayedHand:
        """Carry out the choice and play on.

        Other seats that may claim the same tile choose from their own hands before anything is done.
        """
        seat, players = self._seat, variation.players
        before = game.table.seats[seat].score

        def chosen(each: int) -> Action:
            return players[each].choose(game.view(each), game.options(each))

        game.step({each: variation.action if each == seat else chosen(each) for each in game.acting})
        while game.outcome is None:
            game.step({each: chosen(each) for each in game.acting})
        wins = game.outcome.wins
        return PlayedHand(
            points=game.table.seats[seat].score - before,
            won=any(win.winner == seat for win in wins),
            dealt_in=any(win.winner != seat == win.target for win in wins),
        )


class _Copies:
    """A hand in progress, copied as often as wanted. The ruleset is a value and is not copied."""

    def __init__(self, game: Round) -> None:
        self._rules = game.rules
        stream = io.BytesIO()
        _Pickler(stream, pickle.HIGHEST_PROTOCOL).dump(game)
        self._dumped = stream.getvalue()

    def next(self) -> Round:
        game: Round = _Unpickler(self._dumped, self._rules).load()
        return game


class _Pickler(pickle.Pickler):
    def persistent_id(self, obj: object) -> str | None:
        return obj.name if isinstance(obj, Ruleset) else None


class _Unpickler(pickle.Unpickler):
    def __init__(self, dumped: bytes, rules: Ruleset) -> None:
        super().__init__(io.BytesIO(dumped))
        self._rules = rules

    def persistent_load(self, pid: str) -> Ruleset:
        return self._rules
