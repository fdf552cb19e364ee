"""Query the terminal for the width of each character class and for its supported modes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from tui.doctor.character_classes import SAMPLES, CharacterClass
from tui.doctor.terminal_queries import Dialogue

# ECMA-48 CPR and DEC DECRQM, as described in xterm's "Control Sequences".
_WHERE = "\x1b[6n"
_CURSOR = re.compile(r"\x1b\[(\d+);(\d+)R")
_MODE = "\x1b[?{}$p"
_MODE_ANSWER = r"\x1b\[\?{};(\d)\$y"
_CLEAR = "\r\x1b[K"

MOUSE, SYNCHRONISED = 1006, 2026
"""Private modes: SGR mouse reports, which reach beyond column 223, and synchronised output."""
_UNKNOWN = "0"


@dataclass(frozen=True, slots=True)
class Measured:
    """The answers of a terminal; an item is missing or None if it was not asked or did not answer."""

    cells: Mapping[CharacterClass, float] = field(default_factory=dict)
    """The average width of a character of the class, in cells."""
    mouse: bool | None = None
    synchronised: bool | None = None

    def fits(self, kind: CharacterClass) -> bool | None:
        """Whether characters of the class have the right width; None if unknown."""
        return self.cells[kind] == SAMPLES[kind].cells if kind in self.cells else None


def measure(terminal: Dialogue) -> Measured:
    """Send all queries; stop if the terminal does not report its cursor position."""
    cells: dict[CharacterClass, float] = {}
    for kind, sample in SAMPLES.items():
        answer = terminal.ask(f"\r{sample.characters}{_WHERE}", _CURSOR)
        terminal.write(_CLEAR)
        if answer is None:
            return Measured(cells)
        cells[kind] = (int(answer[2]) - 1) / len(sample.characters)
    return Measured(cells, _knows(terminal, MOUSE), _knows(terminal, SYNCHRONISED))


def _knows(terminal: Dialogue, mode: int) -> bool | None:
    answer = terminal.ask(_MODE.format(mode), re.compile(_MODE_ANSWER.format(mode)))
    return None if answer is None else answer[1] != _UNKNOWN
