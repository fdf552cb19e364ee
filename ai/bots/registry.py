"""Registry of bots by name, such as ``hayai:expert`` or ``mjai:COMMAND``.

To add a style, add a row to the table of ``styles``. To add another bot, write its module in this folder and
add one ``BotEntry`` to ``REGISTRY``. A factory imports the module of its bot when it is called, so that a
program start does not load bots that do not play.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from typing import NamedTuple

import msgspec

from ai.bot import Bot, Level, UnknownBot
from ai.bots.styles import BY_STYLE
from ai.mjai.command import BotCommand, is_external
from engine.actions import Action
from engine.options import Options
from engine.view import SeatView


class BotSpec(NamedTuple):
    """A parsed bot name; ``level`` is REGULAR unless the text names another."""

    text: str
    name: str
    level: Level = Level.REGULAR

    @property
    def bot_name(self) -> str:
        """The name of the bot at the table: the regular level goes without saying."""
        return self.name if self.level is Level.REGULAR else self.text


class BotEntry(msgspec.Struct, frozen=True):
    """A bot: its name, its factory, and its levels (none if it has only one strength).

    An external entry takes a command after the colon instead of a level.
    """

    name: str
    make: Callable[[BotSpec], Bot]
    levels: tuple[Level, ...] = ()
    external: bool = False


def _styled(spec: BotSpec) -> Bot:
    style = BY_STYLE[spec.name]
    match spec.level:
        case Level.BEGINNER:
            from ai.bots.beginner import BeginnerBot

            return BeginnerBot(spec.bot_name, style.beginner)
        case Level.NOVICE:
            from ai.bots.styled_bot import NoviceBot

            return NoviceBot(spec.bot_name, style.novice)
        case Level.REGULAR:
            from ai.bots.styled_bot import StyledBot

            return StyledBot(spec.bot_name, style.regular)
        case Level.EXPERT:
            from ai.bots.expert import ExpertBot

            return ExpertBot(spec.bot_name, style.expert)


def _baseline(spec: BotSpec) -> Bot:
    from ai.bots.baselines import BASELINE_BOTS

    return BASELINE_BOTS[spec.name]()


def _external(spec: BotSpec) -> Bot:
    from ai.mjai.external import ExternalBot

    return ExternalBot(spec.text)


REGISTRY = (
    *(BotEntry(name, _styled, tuple(Level)) for name in BY_STYLE),
    *(BotEntry(name, _baseline) for name in ("tsumogiri", "tenpai", "shanten")),
    *(BotEntry(name, _external, external=True) for name in ("mjai", "mjai-lines")),
)
_ENTRIES = {entry.name: entry for entry in REGISTRY}

STYLES = tuple(entry.name for entry in REGISTRY if entry.levels)
"""The bots that have levels."""
BASELINES = tuple(entry.name for entry in REGISTRY if not entry.levels and not entry.external)
"""Bots to compare with; they have no levels."""
BOT_NAMES = (*STYLES, *BASELINES)
BOTS_WITH_LEVELS = (
    *(
        name if level is Level.REGULAR else f"{name}:{level}"
        for name in STYLES
        for level in _ENTRIES[name].levels
    ),
    *BASELINES,
)
"""The full names of all built-in bots at all levels."""


def make_bot(text: str, *, external: bool = False) -> Bot:
    """Create the bot of that name and level. Raises UnknownBot with the mistake and the valid names.

    A name may come from a file, and a file never starts a program. So an external program is made only where
    ``external`` says that a person has named it or agreed to it. It is started at its first decision.
    """
    spec = parse_bot(text)
    if _ENTRIES[spec.name].external and not external:
        raise UnknownBot(f"'{text}' is a program, and nobody here has agreed to start it")
    return _ENTRIES[spec.name].make(spec)


class LateBot:
    """A built-in bot that is imported at its first decision: a table is shown before its bots are needed."""

    def __init__(self, text: str) -> None:
        """Raises UnknownBot. External programs are made by ``make_bot`` alone."""
        assert not is_external(text)
        spec = parse_bot(text)
        self.name = spec.bot_name
        self._make = partial(_ENTRIES[spec.name].make, spec)

    @cached_property
    def _bot(self) -> Bot:
        return self._make()

    def choose(self, view: SeatView, options: Options) -> Action:
        return self._bot.choose(view, options)


def parse_bot(text: str) -> BotSpec:
    """Parse a bot name; raises UnknownBot."""
    name, colon, word = text.partition(":")
    entry = _ENTRIES.get(name)
    if entry is None or (entry.external and not colon):
        raise UnknownBot(f"no bot '{name}' (there are: {', '.join(BOT_NAMES)}, mjai:COMMAND)")
    if entry.external or not colon:
        return BotSpec(text, name)
    if not entry.levels:
        raise UnknownBot(f"bot '{text}': {name} has no levels")
    if word not in list(entry.levels):
        raise UnknownBot(f"bot '{text}': no level '{word}' (there are: {', '.join(entry.levels)})")
    return BotSpec(text, name, Level(word))


def check_bot(text: str) -> None:
    """Raise UnknownBot if the bot, or its program on this machine, does not exist."""
    parse_bot(text)
    if is_external(text):
        BotCommand.parse(text).check()


def is_bot(text: str) -> bool:
    """Whether the bot exists, and its program on this machine."""
    try:
        check_bot(text)
    except UnknownBot:
        return False
    return True


def split_bots(text: str) -> tuple[str, ...]:
    """Split ``A,B,C`` into bot names; a comma within quotes belongs to the command of an external program.

    Raises UnknownBot if a quote is not closed.
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
