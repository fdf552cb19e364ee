"""Registry of bots by name, such as ``hayai:expert`` or ``mjai:COMMAND``.

A new style is a row of ``styles``, another bot a module named in ``BASELINES`` and ``make_bot``. A start does
not load bots that do not play.
"""

from __future__ import annotations

from functools import cached_property

import msgspec

from ai.bot import Bot, Level, UnknownBot
from ai.bots.styles import BY_STYLE
from ai.mjai.command import BotCommand, is_external
from engine.actions import Action
from engine.options import Options
from engine.view import SeatView

STYLES = tuple(BY_STYLE)
"""The bots that have levels."""
BASELINES = ("tsumogiri", "tenpai", "shanten")
"""Bots to compare with; they have no levels."""
EXTERNAL = ("mjai", "mjai-lines")
"""Programs; each takes a command after the colon instead of a level."""
BOT_NAMES = (*STYLES, *BASELINES)


class BotSpec(msgspec.Struct, frozen=True):
    """A parsed bot name; ``level`` is REGULAR unless the text names another."""

    text: str
    name: str
    level: Level = Level.REGULAR

    @property
    def bot_name(self) -> str:
        """The name of the bot at the table: the regular level goes without saying."""
        return self.name if self.level is Level.REGULAR else self.text


BOTS_WITH_LEVELS = (
    *(BotSpec(f"{name}:{level}", name, level).bot_name for name in STYLES for level in Level),
    *BASELINES,
)
"""The full names of all built-in bots at all levels."""


def make_bot(text: str, *, external: bool = False) -> Bot:
    """Create the bot of that name and level. Raises UnknownBot with the mistake and the valid names.

    A name may come from a file, and a file never starts a program. So an external program is made only where
    ``external`` says that a person has named it or agreed to it. It is started at its first decision.
    """
    spec = parse_bot(text)
    if spec.name in EXTERNAL and not external:
        raise UnknownBot(f"'{text}' is a program, and nobody here has agreed to start it")
    if spec.name in EXTERNAL:
        from ai.mjai.external import ExternalBot

        return ExternalBot(spec.text)
    if spec.name in BASELINES:
        from ai.bots.baselines import BASELINE_BOTS

        return BASELINE_BOTS[spec.name]()
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


class LateBot:
    """A built-in bot that is imported at its first decision: a table is shown before its bots are needed."""

    def __init__(self, text: str) -> None:
        """Raises UnknownBot. External programs are made by ``make_bot`` alone."""
        assert not is_external(text)
        self._spec = parse_bot(text)
        self.name = self._spec.bot_name

    @cached_property
    def _bot(self) -> Bot:
        return make_bot(self._spec.text)

    def choose(self, view: SeatView, options: Options) -> Action:
        return self._bot.choose(view, options)


def parse_bot(text: str) -> BotSpec:
    """Parse a bot name; raises UnknownBot."""
    name, colon, word = text.partition(":")
    if name not in BOT_NAMES and not (colon and name in EXTERNAL):
        raise UnknownBot(f"no bot '{name}' (there are: {', '.join(BOT_NAMES)}, mjai:COMMAND)")
    if name in EXTERNAL or not colon:
        return BotSpec(text, name)
    if name in BASELINES:
        raise UnknownBot(f"bot '{text}': {name} has no levels")
    if word not in list(Level):
        raise UnknownBot(f"bot '{text}': no level '{word}' (there are: {', '.join(Level)})")
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
