"""A review of one seat of a whole game: what a player waits for before the list of moments opens.

Opinions are not played out in it: that happens in the background, while the game goes on.
"""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median
from time import process_time
from typing import NamedTuple

from ai.review.game_review import review_hand
from engine.records.recorded_game import RecordedHand
from engine.rules import Ruleset
from engine.view import mask
from engine.wall import PLAYERS
from tools.bench.bench_rows import Goal, Row
from tools.bench.measure import Effort
from tools.measure.opinions import bot_games

SEATS = 8
"""Seats that are reviewed, each of a game of its own, so that no hand comes twice."""
SEED = 880_000
SECONDS = 2.0
"""Seconds of processor that the review of a seat may take."""


def reviews(effort: Effort) -> Iterator[Row]:
    """The processor time of the reviews of whole games of beginners and regular bots."""
    games = [_seen(seed, seed % PLAYERS) for seed in range(SEED, SEED + effort.of(SEATS))]
    hands = sum(len(game.hands) for game in games) / len(games)
    told = [_seconds(game) for game in games]
    yield Row(
        work="review: one seat of a game",
        ours=f"{1_000 * median(told) / hands:.0f} ms a hand",
        peer=f"{hands:.0f} hands a game",
        figure=median(told),
        lowest=min(told),
        highest=max(told),
        goal=Goal(SECONDS, at_most=True),
        unit="s",
    )


class SeenGame(NamedTuple):
    """The hands of a game as one seat saw them."""

    rules: Ruleset
    seat: int
    hands: list[RecordedHand]


def _seen(seed: int, seat: int) -> SeenGame:
    rules, hands = next(bot_games(seed))
    return SeenGame(
        rules,
        seat,
        [
            RecordedHand(hand.number, hand.first, [mask(event, seat) for event in hand.events])
            for hand in hands
        ],
    )


def _seconds(game: SeenGame) -> float:
    """Seconds of processor for the reviews of all hands of the game."""
    start = process_time()
    for hand in game.hands:
        review_hand(game.rules, game.seat, hand)
    return process_time() - start
