"""A bot that plays like another and now and then does whatever is possible: its games have mistakes."""

from __future__ import annotations

from ai.bots.registry import make_bot
from engine.actions import Action
from engine.dice import Dice
from engine.options import Options
from engine.view import SeatView


class CarelessBot:
    """Chooses at random in ``slips`` of a hundred decisions."""

    def __init__(self, name: str, seed: int, slips: int = 12) -> None:
        self.name = f"careless {name}"
        self._bot, self._dice, self._slips = make_bot(name), Dice(seed), slips

    def choose(self, view: SeatView, options: Options) -> Action:
        if self._dice.below(100) < self._slips:
            return options.actions[self._dice.below(len(options.actions))]
        return self._bot.choose(view, options)
