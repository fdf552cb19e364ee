"""A short game of careless bots and an expert, and its reviews: made once in a run for all who show them."""

from __future__ import annotations

from ai.bots.registry import make_bot
from ai.review.game_review import review_game
from ai.review.moments import GameReview
from engine import events as ev
from engine.actions import Action
from engine.match import Match
from engine.options import Options
from engine.rules import WRC
from engine.view import SeatView
from engine.wall import Dice
from tests.support.ai.bot_games import play_hand
from tests.support.shared import shared


class CarelessBot:
    """Chooses at random in ``slips`` of a hundred decisions."""

    def __init__(self, name: str, seed: int, slips: int = 12) -> None:
        self.name = f"careless {name}"
        self._bot, self._dice, self._slips = make_bot(name), Dice(seed), slips

    def choose(self, view: SeatView, options: Options) -> Action:
        if self._dice.below(100) < self._slips:
            return options.actions[self._dice.below(len(options.actions))]
        return self._bot.choose(view, options)


NAMES = ("hayai:novice", "mamori:novice", "takame:novice", "hayai:expert")
HANDS = 3
SEED = 5 << 20 | 1
"""With it, the first seat has proofs and opinions in its first hand, and opinions in each."""


def short_game() -> tuple[ev.Event, ...]:
    return shared("short game of novices", _play)


def review_of(seat: int) -> GameReview:
    """What is found in it for that seat."""
    return shared(f"review of novices {seat}", lambda: review_game(WRC, short_game(), seat))


def _play() -> tuple[ev.Event, ...]:
    bots = [make_bot(name) for name in NAMES]
    match = Match(WRC, SEED, NAMES)
    for _ in range(HANDS):
        play_hand(match, bots)
        match.proceed()
    ends = [place for place, event in enumerate(match.events) if isinstance(event, ev.EndKyoku)]
    start = ev.StartGame(list(NAMES), rules=WRC.name, length=WRC.length)
    return (start, *match.events[1 : ends[HANDS - 1] + 1], ev.EndGame())
