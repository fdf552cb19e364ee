"""What a bot is, and the names under which there are some.

A bot sees the game through a ``SeatView`` and chooses among the ``Options`` of its seat; it gets nothing
else, and it keeps nothing between decisions.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Protocol

from engine.actions import Action
from engine.options import Options
from engine.view import SeatView


class Bot(Protocol):
    """A player that is no person."""

    @property
    def name(self) -> str:
        """What the bot is called at the table."""

    def choose(self, view: SeatView, options: Options) -> Action:
        """One of ``options.actions``; asked only when there is at least one."""


_MODULES = {
    "hayai": "ai.bots.hayai",
    "mamori": "ai.bots.mamori",
    "takame": "ai.bots.takame",
    "tsumogiri": "ai.bots.baselines",
    "tenpai": "ai.bots.baselines",
}
"""The module in which the bot of a name stands, as a class that is called like it."""

BOT_NAMES: tuple[str, ...] = tuple(_MODULES)


class UnknownBot(ValueError):
    """There is no bot of that name."""


def make_bot(text: str) -> Bot:
    """The bot of that name; raises UnknownBot, whose message lists them all."""
    if text not in _MODULES:
        raise UnknownBot(f"no bot '{text}' (there are: {', '.join(BOT_NAMES)})")
    maker: Callable[[], Bot] = getattr(import_module(_MODULES[text]), text.capitalize())
    return maker()
