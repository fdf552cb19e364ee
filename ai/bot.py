"""What a bot is, and the names under which there are some.

A bot sees the game through a ``SeatView`` and chooses among the ``Options`` of its seat; it gets nothing
else, and it keeps nothing between decisions. One that stands for a program outside besides hears the events
that its seat may see (``Listener``).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
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


class Level(StrEnum):
    """How well a bot plays its style, the weakest first."""

    NOVICE = "novice"
    REGULAR = "regular"
    EXPERT = "expert"


STYLES = ("hayai", "mamori", "takame")
"""The bots that there are in each level, REGULAR when none is named: ``hayai:expert``. The module of that
name holds a class for each: ``Hayai``, ``HayaiNovice``, ``HayaiExpert``."""
BASELINES = ("tsumogiri", "tenpai")
"""Bots to measure with, classes of that name; they have no levels."""
BOT_NAMES: tuple[str, ...] = (*STYLES, *BASELINES)
BOTS_WITH_LEVELS: tuple[str, ...] = (
    *(name if level is Level.REGULAR else f"{name}:{level}" for name in STYLES for level in Level),
    *BASELINES,
)
"""Every bot of ours once, as it is asked for."""

OUTSIDE = ("mjai:", "mjai-lines:")
"""What the text of a program outside begins with; ``ai.mjai.command`` says what follows."""


class UnknownBot(ValueError):
    """There is no bot of that name."""


def make_bot(text: str) -> Bot:
    """The bot of that name and level; raises UnknownBot, whose message names what is wrong and what there is.

    A program outside is started when it first has to choose.
    """
    if text.startswith(OUTSIDE):
        from ai.mjai.outside import OutsideBot

        return OutsideBot(text)
    name, level = split_level(text)
    if name in BASELINES:
        module, made = "ai.bots.baselines", name.capitalize()
    else:
        made = name.capitalize() + ("" if level is Level.REGULAR else level.capitalize())
        module = f"ai.bots.{name}"
    maker: Callable[[], Bot] = getattr(import_module(module), made)
    return maker()


def split_level(text: str) -> tuple[str, Level]:
    """Name and level of one of our bots; raises UnknownBot.

    A bot without levels is REGULAR.
    """
    name, colon, word = text.partition(":")
    if name not in BOT_NAMES:
        raise UnknownBot(f"no bot '{name}' (there are: {', '.join(BOT_NAMES)}, mjai:COMMAND)")
    if not colon:
        return name, Level.REGULAR
    if name in BASELINES:
        raise UnknownBot(f"bot '{text}': {name} has no levels")
    if word not in list(Level):
        raise UnknownBot(f"bot '{text}': no level '{word}' (there are: {', '.join(Level)})")
    return name, Level(word)


def check_bot(text: str) -> None:
    """Raise UnknownBot where there is no such bot, or no such program on this machine."""
    make_bot(text)
    if text.startswith(OUTSIDE):
        from ai.mjai.command import Command

        Command.parse(text).check()


def called(text: str) -> str:
    """What the bot of that text is called at the table: a word, with its level where it names one."""
    if text.startswith(OUTSIDE):
        from ai.mjai.command import Command

        return Command.parse(text).title
    return text


def split_bots(text: str) -> tuple[str, ...]:
    """The bots of ``A,B,C``; a comma within quotes belongs to the command of a program outside.

    Raises UnknownBot when a quote is not closed.
    """
    names, quote = [""], ""
    for char in text:
        if char == "," and not quote:
            names.append("")
            continue
        names[-1] += char
        if char in "\"'" and quote in ("", char):
            quote = "" if quote else char
    if quote:
        raise UnknownBot(f"'{text}': the quote {quote} is not closed")
    return tuple(name.strip() for name in names)


def stand_in(view: SeatView, options: Options) -> Action:
    """What is played for one who does not choose: the drawn tile is thrown, an offer passes.

    After a call, when nothing was drawn, the last tile that may go; where tenpai is declared, the truth.
    """
    if view.table.phase is Phase.DECLARE:
        return TENPAI if tenpai_waits(view.hand, view.rules, view.waits) else NOTEN
    return options.of(ActionKind.DISCARD)[-1] if view.my_turn else PASS
