"""The table of commands of the plain game, with long and short names, for parsing and for help."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from unicodedata import normalize

from tui.config.actions import BY_ID, ActionId
from tui.config.keys import key_label
from tui.i18n.texts import t
from tui.plain.tile_words import tile_named


class CommandSort(StrEnum):
    """When a command can be used."""

    ANYTIME = "anytime"
    HAND = "hand"
    """A question about the hand in progress."""
    DECISION = "decision"
    """A decision that the game may be waiting for."""
    SWITCH = "switch"
    """It switches an automatic action on or off."""
    PLAYED = "played"
    """It takes back a decision of the hand, which may be in progress or over."""
    OVER = "over"
    """A question about a finished hand."""


@dataclass(frozen=True, slots=True)
class Command:
    """One command."""

    name: str
    sort: CommandSort
    letters: str = ""
    """Its short name, if there is no key for it at the table."""
    action: ActionId | None = None
    """The named action of the table whose default key is its short name."""

    @property
    def short(self) -> str:
        """Its short name: the default key of the same action at the table, or ``letters``."""
        return key_label(BY_ID[self.action].default_keys[0]) if self.action else self.letters

    @property
    def words(self) -> list[str]:
        """Its names in the current language; the first one is shown in lists of options."""
        return t(f"plain.names.{self.name}").lower().split()

    @property
    def help(self) -> str:
        """Its usage and its description in one line."""
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
    Command("tenpai", CommandSort.DECISION, "te"),
    Command("noten", CommandSort.DECISION, "no"),
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
    """A parsed command."""

    command: Command
    rest: str
    """The text after its name."""
    line: str


def command_of(action: ActionId) -> Command:
    """The command for a named action of the table."""
    return next(each for each in COMMANDS if each.action == action)


def command_named(word: str) -> Command | None:
    """The command with this long or short name, in the current language or in English, in any case."""
    word = word.lower()
    return next((each for each in COMMANDS if word and word in (each.name, each.short, *each.words)), None)


def understood(line: str) -> Typed | None:
    """Parse a line; a tile alone is a discard. Returns None if the line is not a command.

    Fullwidth letters and spaces of Japanese input are accepted.
    """
    line = normalize("NFKC", line)
    word, _, rest = line.partition(" ")
    command = command_named(word)
    if command is not None:
        return Typed(command, rest.strip(), line)
    # a single ASCII letter is a command, although E and P are also tiles in mjai; a single kanji is a tile
    if (len(line) > 1 or not line.isascii()) and tile_named(line) is not None:
        return Typed(DISCARD, line, line)
    return None
