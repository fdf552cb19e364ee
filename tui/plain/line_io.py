"""Line output and input of the plain game. English output is ASCII; input may be any bytes."""

from __future__ import annotations

from typing import BinaryIO, TextIO

from ai.bounded_lines import EndlessLine, bounded_lines
from engine.wording import visible, visible_lines
from tui.i18n.texts import DEFAULT_LANGUAGE, language, t

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
        self._write("".join(f"{_typed(line)}\n" for line in lines))

    def ring(self) -> None:
        """Ring the terminal's bell once."""
        self._write("\a")

    def ask(self, prompt: str) -> str | None:
        """Prompt and read a line, stripped of spaces; None at the end of the input.

        After a line that is too long, it prompts again. Raises HungUp, KeyboardInterrupt.
        """
        while True:
            asked = _typed(prompt)
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

    def _end_line(self) -> None:
        if self._beside:
            self._write("\n")

    def _write(self, text: str) -> None:
        try:
            self._said.write(text)
            self._said.flush()
        except OSError as error:
            raise HungUp(error.strerror or str(error)) from None


def _typed(text: str) -> str:
    """The text with the characters of a typewriter, and with control characters as escapes."""
    return visible_lines(text.translate(_TYPEWRITER))


def quoted(text: str) -> str:
    """User input for a message: shortened, with control characters as escapes, and ASCII in English."""
    shown = visible(text)
    if language() == DEFAULT_LANGUAGE:
        shown = shown.encode("ascii", "replace").decode()
    return shown if len(shown) <= _QUOTE else f"{shown[:_QUOTE]}..."
