"""The commands that can be typed, once: each with its long and its short name. Help and reader go by this."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from unicodedata import normalize

from tui.config.actions import BY_ID, ActionId
from tui.config.keys import key_word
from tui.i18n.texts import t
from tui.plain.tile_words import tile_named


class CommandSort(StrEnum):
    """When a command means something."""

    ANYTIME = "anytime"
    HAND = "hand"
    """It asks about a hand that is being played."""
    DECISION = "decision"
    """It is, or may be, the decision that the game waits for."""
    SWITCH = "switch"
    """It turns on or off what is done without being asked for."""
    PLAYED = "played"
    """It goes back in the hand, in play or over."""
    OVER = "over"
    """It asks about a hand that is over."""


@dataclass(frozen=True, slots=True)
class Command:
    """One thing that can be typed."""

    name: str
    sort: CommandSort
    letters: str = ""
    """Its short name, where the table has no key for the same thing."""
    action: ActionId | None = None
    """The named action of the table that it shares the key with."""

    @property
    def short(self) -> str:
        """Its short name: the key that does the same at the table, unless another was chosen there."""
        return key_word(BY_ID[self.action].usual[0]) if self.action else self.letters

    @property
    def words(self) -> list[str]:
        """What it is typed as in the language of the person; the first is the one that is offered."""
        return t(f"plain.names.{self.name}").lower().split()

    @property
    def help(self) -> str:
        """How it is typed and what it does, in one line."""
        facts = {"usage": t(f"plain.usage.{self.name}"), "about": t(f"plain.about.{self.name}")}
        if self.short:
            return t("plain.help-line", short=self.short, **facts)
        return t("plain.help-line-long", **facts)


COMMANDS: tuple[Command, ...] = (
    Command("discard", CommandSort.DECISION),
    Command("draw", CommandSort.DECISION, "d"),
    Command(ActionId.RIICHI, CommandSort.DECISION, action=ActionId.RIICHI),
    Command(ActionId.TSUMO, CommandSort.DECISION, action=ActionId.TSUMO),
    Command(ActionId.RON, CommandSort.DECISION, action=ActionId.RON),
    Command(ActionId.PON, CommandSort.DECISION, action=ActionId.PON),
    Command(ActionId.CHI, CommandSort.DECISION, action=ActionId.CHI),
    Command(ActionId.KAN, CommandSort.DECISION, action=ActionId.KAN),
    Command(ActionId.PASS, CommandSort.DECISION, action=ActionId.PASS),
    Command("nine", CommandSort.DECISION, action=ActionId.NINE_TERMINALS),
    Command("hand", CommandSort.ANYTIME, "ha"),
    Command("state", CommandSort.ANYTIME, "s"),
    Command("pond", CommandSort.ANYTIME, "po"),
    Command("melds", CommandSort.ANYTIME, "me"),
    Command("waits", CommandSort.HAND, "w"),
    Command("furiten", CommandSort.HAND, "f"),
    Command("safe", CommandSort.HAND, "sa"),
    Command("hint", CommandSort.HAND, action=ActionId.ASK),
    Command(ActionId.LOG, CommandSort.ANYTIME, action=ActionId.LOG),
    Command("score", CommandSort.ANYTIME, "sc"),
    Command(ActionId.AUTO_WIN, CommandSort.SWITCH, action=ActionId.AUTO_WIN),
    Command(ActionId.NO_CALLS, CommandSort.SWITCH, action=ActionId.NO_CALLS),
    Command(ActionId.AUTO_DISCARD, CommandSort.SWITCH, action=ActionId.AUTO_DISCARD),
    Command(ActionId.UNDO, CommandSort.PLAYED, action=ActionId.UNDO),
    Command(ActionId.MOMENTS, CommandSort.OVER, action=ActionId.MOMENTS),
    Command("rules", CommandSort.ANYTIME, "ru"),
    Command(ActionId.GLOSSARY, CommandSort.ANYTIME, action=ActionId.GLOSSARY),
    Command(ActionId.HELP, CommandSort.ANYTIME, action=ActionId.HELP),
    Command(ActionId.QUIT, CommandSort.ANYTIME, action=ActionId.QUIT),
)

DISCARD, DRAW, QUIT = COMMANDS[0], COMMANDS[1], COMMANDS[-1]


@dataclass(frozen=True, slots=True)
class Typed:
    """A command as it was typed."""

    command: Command
    rest: str
    """What stands behind its name."""
    line: str


def command_of(action: ActionId) -> Command:
    """The command for a named action of the table."""
    return next(each for each in COMMANDS if each.action == action)


def command_named(word: str) -> Command | None:
    """The command of that long or short name, in the person's language or in English, in any case."""
    word = word.lower()
    return next((each for each in COMMANDS if word and word in (each.name, each.short, *each.words)), None)


def understood(line: str) -> Typed | None:
    """The command that a line means, a tile alone being its discard; None for anything else.

    A Japanese keyboard may write wide letters and a wide space.
    """
    line = normalize("NFKC", line)
    word, _, rest = line.partition(" ")
    command = command_named(word)
    if command is not None:
        return Typed(command, rest.strip(), line)
    # a letter alone is a key, and no tile as records have them (E, P); one kanji is a tile
    if (len(line) > 1 or not line.isascii()) and tile_named(line) is not None:
        return Typed(DISCARD, line, line)
    return None
