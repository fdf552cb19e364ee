"""Plain lines out and in, written whole: seven-bit characters in English; what is typed may be any bytes."""

from __future__ import annotations

from typing import BinaryIO, TextIO

from tui.i18n.texts import DEFAULT_LANGUAGE, language, t

LONGEST = 200
"""Bytes of a typed line; a longer one is not read."""

_TYPEWRITER = str.maketrans({"\u00a0": " ", "×": "x", "–": "-", "−": "-", "’": "'", "…": "..."})
"""What texts hold for the eye, as every terminal has it."""

_QUOTE = 20
"""Letters of what was typed in a message."""


class HungUp(Exception):
    """Nobody can read any more what is said."""


class Lines:
    """One reader and one typist.

    On a terminal the person types behind the prompt. Elsewhere the prompt is a line of its own, so that a
    program that reads lines knows when it is asked.
    """

    def __init__(self, typed: BinaryIO, said: TextIO) -> None:
        self._typed = typed
        self._said = said
        self._beside = said.isatty()
        """Whether what is typed stands behind the prompt."""

    def say(self, *lines: str) -> None:
        """Write these lines; raises HungUp where they cannot be written."""
        self._write("".join(f"{line}\n" for line in lines))

    def ring(self) -> None:
        """Ring the terminal's bell once."""
        self._write("\a")

    def ask(self, prompt: str) -> str | None:
        """What is typed at this prompt, without the blanks around it; None at the end of what is typed.

        A line that is too long is refused, and the question put once more. Raises HungUp, KeyboardInterrupt.
        """
        while True:
            self._write(f"{prompt}: " if self._beside else f"{prompt}:\n")
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
        """A line without its end, cut where it is too long; None when there are no more."""
        try:
            line = self._typed.readline(LONGEST + 1)
            rest = line
            while len(rest) > LONGEST and not rest.endswith(b"\n"):
                rest = self._typed.readline(LONGEST + 1)
        except OSError:
            # a terminal that is gone
            return None
        return line.removesuffix(b"\n").removesuffix(b"\r") if line else None

    def _end_line(self) -> None:
        if self._beside:
            self._write("\n")

    def _write(self, text: str) -> None:
        try:
            self._said.write(text.translate(_TYPEWRITER))
            self._said.flush()
        except OSError as error:
            raise HungUp(error.strerror or str(error)) from None


def quoted(text: str) -> str:
    """What somebody typed, for a message: short, and nothing that a terminal would obey."""
    beyond = language() != DEFAULT_LANGUAGE
    shown = "".join(each if each.isprintable() and (beyond or each.isascii()) else "?" for each in text)
    return shown if len(shown) <= _QUOTE else f"{shown[:_QUOTE]}..."
