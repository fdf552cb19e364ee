"""Measure how a terminal draws, by questions to it (``tui.system.dialogue``).

A terminal treats all characters of a class alike, and all must have one width. East Asian fonts and
terminals set up for them draw lines and blocks two cells wide, which Unicode permits (UAX 11, "ambiguous");
old consoles draw kanji one cell wide, and one without UTF-8 draws a cell for each byte.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum

import msgspec

from tui.system.dialogue import Dialogue
from tui.system.graphics import Graphics, NoGraphics


class CharacterClass(StrEnum):
    """Classes of characters, the safest first."""

    ASCII = "ascii"
    LINES = "lines"
    BLOCKS = "blocks"
    SIGNS = "signs"
    KANJI = "kanji"


class Sample(msgspec.Struct, frozen=True):
    """Characters of a class, and the width in cells that each must have."""

    characters: str
    cells: int


SAMPLES: dict[CharacterClass, Sample] = {
    CharacterClass.ASCII: Sample("0p+|#", 1),
    CharacterClass.LINES: Sample("┌┐└┘─│├┤╭╮╰╯╔╗╚╝═║╠╣", 1),
    CharacterClass.BLOCKS: Sample("▀▄░", 1),
    CharacterClass.SIGNS: Sample("▸∙", 1),
    CharacterClass.KANJI: Sample("東南西北白發中萬筒索", 2),
}

_DRAWN = (CharacterClass.ASCII, CharacterClass.LINES, CharacterClass.BLOCKS, CharacterClass.SIGNS)
NEEDS: dict[str, tuple[CharacterClass, ...]] = {
    "kanji": (*_DRAWN, CharacterClass.KANJI),
    "latin": _DRAWN,
    "ascii": (CharacterClass.ASCII,),
}
"""The classes that each glyph set needs, the best set first."""


# ECMA-48 CPR and DEC DECRQM, as described in xterm's "Control Sequences".
_WHERE = "\x1b[6n"
_CURSOR = re.compile(r"\x1b\[(\d+);(\d+)R")
_MODE = "\x1b[?{}$p"
_MODE_ANSWER = r"\x1b\[\?{};(\d)\$y"
_CLEAR = "\r\x1b[K"

MOUSE, SYNCHRONISED = 1006, 2026
"""Private modes: SGR mouse reports, which reach beyond column 223, and synchronised output."""
_UNKNOWN = "0"


class Measured(msgspec.Struct, frozen=True):
    """The answers of a terminal; an item is missing or None if it was not asked or did not answer."""

    cells: Mapping[CharacterClass, float] = msgspec.field(default_factory=dict)
    """The average width of a character of the class, in cells."""
    mouse: bool | None = None
    synchronised: bool | None = None
    graphics: Graphics | NoGraphics | None = None
    """How it shows pictures of tiles, or why it does not."""

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


PROBE, PROBE_CELLS = "東▀", 3
"""One character of the width that kanji must have, and one of those that Unicode leaves open."""


def draws_as_claimed(terminal: Dialogue) -> bool:
    """Whether the probe takes its cells, in one query; True without an answer."""
    answer = terminal.ask(f"\r{PROBE}{_WHERE}", _CURSOR)
    terminal.write(_CLEAR)
    return answer is None or int(answer[2]) - 1 == PROBE_CELLS


def best_glyphs(measured: Measured, claimed: str) -> str:
    """The best glyph set none of whose classes was measured to be wrong, at most the one that is claimed."""
    order = tuple(NEEDS)
    allowed = order[order.index(claimed) :]
    fitting = (name for name in allowed if all(measured.fits(kind) is not False for kind in NEEDS[name]))
    return next(fitting, order[-1])


def misfitting_classes(measured: Measured) -> tuple[CharacterClass, ...]:
    """The character classes that were measured at a wrong width."""
    return tuple(kind for kind in CharacterClass if measured.fits(kind) is False)
