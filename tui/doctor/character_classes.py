"""The characters of the table by class. A terminal treats all characters of a class alike.

All characters of a class must have one width. East Asian fonts and terminals set up for them draw lines and
blocks two cells wide, which Unicode permits (UAX 11, "ambiguous"); old consoles draw kanji one cell wide.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class CharacterClass(StrEnum):
    """Classes of characters, the safest first."""

    ASCII = "ascii"
    LINES = "lines"
    BLOCKS = "blocks"
    SIGNS = "signs"
    KANJI = "kanji"


@dataclass(frozen=True, slots=True)
class Sample:
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
