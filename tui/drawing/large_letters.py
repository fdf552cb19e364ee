"""Large letters of dots: the name of the game, the limit and the points of a win."""

from __future__ import annotations

from tui.drawing.rows import Role, Row, Rows, Span, cells
from tui.tiles import GlyphSet, Ink

HEIGHT = 5
"""Dots of a letter from top to bottom. A dot is a cell wide and half a row high, which makes it square."""
WORD_GAP = 2
FULL = "█"
"""Both halves of a cell; used where there are half blocks."""

_DOTS = {
    "A": (" ## ", "#  #", "####", "#  #", "#  #"),
    "B": ("### ", "#  #", "### ", "#  #", "### "),
    "C": (" ###", "#   ", "#   ", "#   ", " ###"),
    "D": ("### ", "#  #", "#  #", "#  #", "### "),
    "E": ("###", "#  ", "## ", "#  ", "###"),
    "F": ("###", "#  ", "## ", "#  ", "#  "),
    "G": (" ###", "#   ", "# ##", "#  #", " ###"),
    "H": ("#  #", "#  #", "####", "#  #", "#  #"),
    "I": ("###", " # ", " # ", " # ", "###"),
    "K": ("#  #", "# # ", "##  ", "# # ", "#  #"),
    "L": ("#  ", "#  ", "#  ", "#  ", "###"),
    "M": ("#   #", "## ##", "# # #", "#   #", "#   #"),
    "N": ("#   #", "##  #", "# # #", "#  ##", "#   #"),
    "O": (" ## ", "#  #", "#  #", "#  #", " ## "),
    "R": ("## ", "# #", "## ", "# #", "# #"),
    "S": (" ###", "#   ", " ## ", "   #", "### "),
    "T": ("###", " # ", " # ", " # ", " # "),
    "U": ("# #", "# #", "# #", "# #", "###"),
    "X": ("   ", "# #", " # ", "# #", "   "),
    "Y": ("# #", "# #", " # ", " # ", " # "),
    "0": ("###", "# #", "# #", "# #", "###"),
    "1": (" # ", "## ", " # ", " # ", "###"),
    "2": ("###", "  #", "###", "#  ", "###"),
    "3": ("###", "  #", "###", "  #", "###"),
    "4": ("# #", "# #", "###", "  #", "  #"),
    "5": ("###", "#  ", "###", "  #", "###"),
    "6": ("###", "#  ", "###", "# #", "###"),
    "7": ("###", "  #", "  #", "  #", "  #"),
    "8": ("###", "# #", "###", "# #", "###"),
    "9": ("###", "# #", "###", "  #", "###"),
    ",": ("  ", "  ", "  ", " #", "# "),
    " ": (" " * WORD_GAP,) * HEIGHT,
}


def dots(letter: str) -> tuple[str, ...]:
    """The dots of a letter in lines from top to bottom. Raises KeyError for one that cannot be drawn."""
    return _DOTS[letter]


def can_be_large(text: str) -> bool:
    """Whether each of its letters can be drawn."""
    return all(letter in _DOTS for letter in text)


def large(text: str, glyphs: GlyphSet, ink: Ink) -> Rows:
    """The text in large letters: three rows of half blocks, or five rows of signs where there are none."""
    lines = [" ".join(parts) for parts in zip(*map(dots, text), strict=True)]
    role = Role(ink)
    if glyphs.upper_half == " ":
        return tuple((Span(line, role),) for line in lines)
    pairs = zip(lines[::2], [*lines[1::2], " " * len(lines[0])], strict=True)
    return tuple(_half_blocks(upper, lower, glyphs, role) for upper, lower in pairs)


def _half_blocks(upper: str, lower: str, glyphs: GlyphSet, role: Role) -> Row:
    signs = {"# ": glyphs.upper_half, " #": glyphs.lower_half, "##": FULL, "  ": " "}
    return (Span("".join(signs[above + below] for above, below in zip(upper, lower, strict=True)), role),)


def plate(text: str, role: Role) -> Rows:
    """A text that cannot be drawn of dots: wide apart, in the middle of three rows of one ground."""
    line = f"   {'  '.join(text)}   "
    blank = (Span(" " * cells(line), role),)
    return (blank, (Span(line, role),), blank)
