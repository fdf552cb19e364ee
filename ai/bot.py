"""What a bot is, and the names under which there are some.

A bot sees the game through a ``SeatView`` and chooses among the ``Options`` of its seat; it gets nothing
else, and it keeps nothing between decisions. One that stands for a program outside besides hears the events
that its seat may see (``Listener``).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from engine.actions import NOTEN, PASS, TENPAI, Action, ActionKind
from engine.events import Event
from engine.options import Options
from engine.table import Phase
from engine.tenpai import tenpai_waits
from engine.view import SeatView

if TYPE_CHECKING:
    from ai.mjai.faults import Fault


class Bot(Protocol):
    """A player that is no person."""

    @property
    def name(self) -> str:
        """What the bot is called at the table."""

    def choose(self, view: SeatView, options: Options) -> Action:
        """One of ``options.actions``; asked only when there is at least one."""


@runtime_checkable
class Listener(Bot, Protocol):
    """A bot that follows the game by its events: a program outside knows no view."""

    def hear(self, seat: int, events: Sequence[Event]) -> None:
        """Be told what happened since the last time, masked for that seat, before it has to choose."""

    def take_faults(self) -> list[Fault]:
        """The decisions since the last time that had to be played for it."""

    def forget(self) -> None:
        """Take what was heard for untold; the game is told again from its beginning."""

    def close(self) -> None:
        """Leave the table, from any thread; ``choose`` then raises Closed."""


class Closed(Exception):
    """The bot has left the table and chooses no more."""


_MODULES = {
    "hayai": "ai.bots.hayai",
    "mamori": "ai.bots.mamori",
    "takame": "ai.bots.takame",
    "tsumogiri": "ai.bots.baselines",
    "tenpai": "ai.bots.baselines",
}
"""The module in which the bot of a name stands, as a class that is called like it."""

BOT_NAMES: tuple[str, ...] = tuple(_MODULES)

OUTSIDE = ("mjai:", "mjai-lines:")
"""What the text of a program outside begins with; ``ai.mjai.command`` says what follows."""


class UnknownBot(ValueError):
    """There is no bot of that name."""


def make_bot(text: str) -> Bot:
    """The bot of that name; raises UnknownBot, whose message lists them all.

    A program outside is started when it first has to choose.
    """
    if text.startswith(OUTSIDE):
        from ai.mjai.outside import OutsideBot

        return OutsideBot(text)
    if text not in _MODULES:
        raise UnknownBot(f"no bot '{text}' (there are: {', '.join(BOT_NAMES)}, mjai:COMMAND)")
    maker: Callable[[], Bot] = getattr(import_module(_MODULES[text]), text.capitalize())
    return maker()


def check_bot(text: str) -> None:
    """Raise UnknownBot where there is no such bot, or no such program on this machine."""
    make_bot(text)
    if text.startswith(OUTSIDE):
        from ai.mjai.command import Command

        Command.parse(text).check()


def called(text: str) -> str:
    """What the bot of that text is called at the table: a word."""
    if text.startswith(OUTSIDE):
        from ai.mjai.command import Command

        return Command.parse(text).title
    return text


def split_bots(text: str) -> tuple[str, ...]:
    """The bots of ``A,B,C``; a comma within quotes belongs to the command of a program outside."""
    names, quote = [""], ""
    for char in text:
        if char == "," and not quote:
            names.append("")
            continue
        names[-1] += char
        if char in "\"'" and quote in ("", char):
            quote = "" if quote else char
    return tuple(name.strip() for name in names)


def stand_in(view: SeatView, options: Options) -> Action:
    """What is played for one who does not choose: the drawn tile is thrown, an offer passes.

    After a call, when nothing was drawn, the last tile that may go; where tenpai is declared, the truth.
    """
    if view.table.phase is Phase.DECLARE:
        return TENPAI if tenpai_waits(view.hand, view.rules, view.waits) else NOTEN
    return options.of(ActionKind.DISCARD)[-1] if view.my_turn else PASS
