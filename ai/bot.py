"""The interface of a bot, and the faults of bots that are external programs.

A bot sees the game through a ``SeatView`` and chooses among the ``Options`` of its seat. It gets nothing else
and keeps nothing between decisions. A bot that runs as an external program also follows the events that its
seat may see (``EventListener``). Each fault costs such a program one decision; ``default_action`` is played
instead.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum
from typing import Protocol, runtime_checkable

from engine.actions import NOTEN, PASS, TENPAI, Action, ActionKind
from engine.events import Event
from engine.options import Options
from engine.table import Phase
from engine.tenpai import tenpai_waits
from engine.view import SeatView
from engine.wording import visible


class Bot(Protocol):
    """A computer player."""

    @property
    def name(self) -> str:
        """The bot's name at the table."""

    def choose(self, view: SeatView, options: Options) -> Action:
        """One of ``options.actions``; called only when there is at least one."""


@runtime_checkable
class EventListener(Bot, Protocol):
    """A bot that follows the game by its events, because an external program has no view."""

    def observe(self, seat: int, events: Sequence[Event]) -> None:
        """Receive the events since the last call, masked for that seat; called before each ``choose``."""

    def take_faults(self) -> list[BotFault]:
        """The decisions since the last call that were made in the bot's place; clears them."""

    def reset(self) -> None:
        """Drop all events; the game is sent again from its beginning."""

    def close(self) -> None:
        """Leave the table. May be called from any thread; ``choose`` then raises BotClosed."""


class BotClosed(Exception):
    """The bot has left the table and makes no more decisions."""


class Level(StrEnum):
    """The strength of a bot, the weakest first."""

    BEGINNER = "beginner"
    NOVICE = "novice"
    REGULAR = "regular"
    EXPERT = "expert"


class UnknownBot(ValueError):
    """There is no bot of that name."""


def is_spoken(options: Options) -> bool:
    """Whether the decision is about what is said at the end of a hand: tenpai, a count, or a challenge."""
    return options.view.table.phase in (Phase.DECLARE, Phase.COUNT, Phase.CHALLENGE)


def default_action(view: SeatView, options: Options) -> Action:
    """The action for a seat that makes no choice: discard the drawn tile, or pass.

    After a call, when nothing was drawn, the last tile that may be discarded. Tenpai is declared truthfully,
    and a win is counted rightly.
    """
    if view.table.counting == view.seat:
        return options.actions[0]
    if view.table.phase is Phase.DECLARE:
        return TENPAI if tenpai_waits(view.hand, view.rules, view.waits) else NOTEN
    return options.of(ActionKind.DISCARD)[-1] if view.my_turn else PASS


# -- faults of external programs -----------------------------------------------------------------------

_TILES = r"\d[mpsz]|\b[ESWNPFC]\b(?!:)"
"""Text that could name tiles: ``5mr``, ``123p``, ``E``; a letter with a colon is a Windows drive."""


class FaultKind(StrEnum):
    """A reason for which the default action was played."""

    NOT_STARTED = "not-started"
    """It could not be started."""
    CRASHED = "crashed"
    """It ended, or closed its output."""
    GONE = "gone"
    """It has ended too often; it is not started again in this game."""
    LATE = "late"
    """No answer within the time limit."""
    GARBAGE = "garbage"
    """The answer is no mjai message, or too long."""
    ILLEGAL = "illegal"
    """The answer is no legal action."""


class BotFault(Exception):
    """A decision without a valid answer; the message quotes what came instead.

    The message may name hidden tiles: it is for the authors of the program only.
    """

    def __init__(self, kind: FaultKind, message: str, why: str = "") -> None:
        # what a program writes may hold control characters, and so may its name
        super().__init__(visible(message))
        self.kind = kind
        self.why = "" if re.search(_TILES, why) else visible(why)
        """Why the program did not begin to play, for everybody at the table; empty if unknown.

        The program may have received its tiles by then, so a text that could name one is left out.
        """
