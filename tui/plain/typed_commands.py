"""Lines of the plain game: written and read, and understood as commands and tiles.

English output is ASCII; input may be any bytes. The table of commands has their long and short names, for
parsing and for help.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import BinaryIO, TextIO
from unicodedata import normalize

from engine.tiles import KIND_OF, MJAI, NAMES, Tile
from engine.wording import EndlessLine, bounded_lines, visible, visible_lines
from tui.config.actions import BY_ID, ActionId, key_label
from tui.i18n import DEFAULT_LANGUAGE, join_list, language, ljust, t, unbreakable_pieces, width, wrapped
from tui.words.names import tile_word, tile_words


def tile_named(text: str) -> Tile | None:
    """Parse one tile: as printed (``3s``, ``East``, ``red 5p``) or as 1z, 0p, E, 5mr; None if invalid."""
    if text in MJAI:
        return MJAI.index(text)
    word = " ".join(text.lower().split())
    for tile, name in enumerate(NAMES):
        if word in (name, tile_word(tile).lower(), MJAI[tile].lower()):
            return tile
    return None


def places_named(text: str, hand: Sequence[Tile]) -> tuple[list[int], str]:
    """The indexes of the named tile in the hand, or none and an error message.

    Where it is not there, a five of the same kind is meant, red or plain.
    """
    tile = tile_named(text)
    if tile is None:
        return [], t("plain.no-tile", given=quoted(text))
    exact = [place for place, each in enumerate(hand) if each == tile]
    places = exact or [place for place, each in enumerate(hand) if KIND_OF[each] == KIND_OF[tile]]
    return places, "" if places else t("plain.not-held", tile=tile_word(tile))


def by_suits(tiles: Iterable[Tile]) -> str:
    """Tiles with a comma (a pause for screen readers) between suits: ``2m 3m 4m, 8p 8p``."""
    suits: dict[int, list[Tile]] = {}
    for tile in tiles:
        suits.setdefault(KIND_OF[tile] // 9, []).append(tile)
    return join_list(map(tile_words, suits.values()))


LONGEST = 200
"""Maximum length of an input line in bytes; a longer one is refused."""

_TYPEWRITER = str.maketrans({"\u00a0": " ", "×": "x", "–": "-", "−": "-", "’": "'", "…": "..."})
"""ASCII replacements of typographic characters."""

_QUOTE = 20
"""Maximum number of characters of the input that a message quotes."""


class HungUp(Exception):
    """The output is closed."""


class Lines:
    """Line-based output and input.

    On a terminal the input is on the same line as the prompt. Otherwise the prompt is a separate line, so
    that a program that reads lines knows when input is expected.
    """

    def __init__(self, typed: BinaryIO, said: TextIO) -> None:
        self._typed = typed
        self._said = said
        self._beside = said.isatty()
        """Whether the input is on the same line as the prompt."""

    def say(self, *lines: str) -> None:
        """Write these lines; raises HungUp."""
        self._write("".join(f"{self._shown(line)}\n" for line in lines))

    def ring(self) -> None:
        self._write("\a")

    def ask(self, prompt: str) -> str | None:
        """Prompt and read a line, stripped of spaces; None at the end of the input.

        After a line that is too long, it prompts again. Raises HungUp, KeyboardInterrupt.
        """
        while True:
            asked = self._shown(prompt)
            self._write(f"{asked}: " if self._beside else f"{asked}:\n")
            try:
                line = self._read()
            except KeyboardInterrupt:
                self._end_line()
                raise
            if line is None:
                self._end_line()
                return None
            if len(line) <= LONGEST:
                return line.decode("utf-8", errors="replace").strip()
            self.say(t("plain.too-long", longest=LONGEST))

    def _read(self) -> bytes | None:
        """Read a line without its line ending, cut to ``LONGEST`` + 1 bytes; None at the end of the input.

        A line without end ends the input.
        """
        try:
            line = next(bounded_lines(self._typed, LONGEST), b"")
        except OSError:
            # the terminal was closed
            return None
        except EndlessLine:
            self.say(t("plain.too-long", longest=LONGEST))
            return None
        return line.removesuffix(b"\n").removesuffix(b"\r") if line else None

    def _shown(self, text: str) -> str:
        columns = self._columns()
        return "\n".join(_with_whole_words(line, columns) for line in _printable(text).split("\n"))

    def _columns(self) -> int:
        """The width of the terminal in cells; 0 if the output is none, or if it is not known."""
        try:
            return os.get_terminal_size(self._said.fileno()).columns if self._beside else 0
        except OSError:
            return 0

    def _end_line(self) -> None:
        if self._beside:
            self._write("\n")

    def _write(self, text: str) -> None:
        try:
            self._said.write(text)
            self._said.flush()
        except OSError as error:
            raise HungUp(error.strerror or str(error)) from None


def _printable(text: str) -> str:
    """The text with the characters of a typewriter, and with control characters as escapes."""
    return visible_lines(text.translate(_TYPEWRITER))


def _with_whole_words(line: str, columns: int) -> str:
    """The line with spaces up to the margin wherever a terminal of that width would break a word.

    It stays one line, which a screen reader reads as a whole. A line with a word of a whole row, such as the
    name of a file, is unchanged.
    """
    if width(line) <= columns or any(width(piece) >= columns for _, piece in unbreakable_pieces(line)):
        return line
    *rows, last = wrapped(line, columns - 1)
    return "".join(ljust(row, columns) for row in rows) + last


def quoted(text: str) -> str:
    """User input for a message: shortened, with control characters as escapes, and ASCII in English."""
    shown = visible(text)
    if language() == DEFAULT_LANGUAGE:
        shown = shown.encode("ascii", "replace").decode()
    return shown if len(shown) <= _QUOTE else f"{shown[:_QUOTE]}..."


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
    """A short name besides the key that it has at the table, if it has one."""
    action: ActionId | None = None
    """The named action of the table whose default key is its short name."""

    @property
    def short(self) -> str:
        """Its short name: the default key of the same action at the table, or ``letters``."""
        return key_label(BY_ID[self.action].default_keys[0]) if self.action else self.letters

    @property
    def names(self) -> tuple[str, ...]:
        """Everything that it answers to: long and short names, in the current language and in English."""
        return (self.name, self.short, self.letters, *self.words)

    @property
    def words(self) -> list[str]:
        """Its names in the current language; the first one is shown in lists of options."""
        return t(f"plain.names.{self.name}").lower().split()

    @property
    def help(self) -> str:
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
    Command(ActionId.RULES, CommandSort.ANYTIME, "ru", action=ActionId.RULES),
    Command(ActionId.GLOSSARY, CommandSort.ANYTIME, action=ActionId.GLOSSARY),
    Command(ActionId.HELP, CommandSort.ANYTIME, action=ActionId.HELP),
    Command(ActionId.QUIT, CommandSort.ANYTIME, action=ActionId.QUIT),
)

DISCARD, DRAW, QUIT = COMMANDS[0], COMMANDS[1], COMMANDS[-1]


@dataclass(frozen=True, slots=True)
class TypedCommand:
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
    return next((each for each in COMMANDS if word and word in each.names), None)


def understood(line: str) -> TypedCommand | None:
    """Parse a line; a tile alone is a discard. Returns None if the line is not a command.

    Fullwidth letters and spaces of Japanese input are accepted.
    """
    line = normalize("NFKC", line)
    word, _, rest = line.partition(" ")
    command = command_named(word)
    if command is not None:
        return TypedCommand(command, rest.strip(), line)
    # a single ASCII letter is a command, although E and P are also tiles in mjai; a single kanji is a tile
    if (len(line) > 1 or not line.isascii()) and tile_named(line) is not None:
        return TypedCommand(DISCARD, line, line)
    return None
