"""Export the screen as SVG: small, the same on every machine, without gaps in any font.

Grounds, half blocks, box lines and underlines are drawn as shapes, which join in any font. A non-ASCII
character, whose width differs between fonts, is centred in its cells. The description holds the screen as
text, for screen readers and for line-by-line diffs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeVar
from xml.sax.saxutils import escape

from rich.cells import cell_len
from rich.color import Color, blend_rgb
from rich.segment import Segment
from rich.style import Style
from rich.terminal_theme import SVG_EXPORT_THEME
from textual._compositor import LayoutUpdate
from textual.app import App

from tui.pictures.svg_shapes import Shapes

Exit = TypeVar("Exit")

CELL, ROW = 10, 20
"""Width and height of a character, in SVG units."""
BASE = 15
"""The base line, from the top of the row."""
MARGIN = 8
FONT_SIZE = 16.6
"""At this size letters are as wide as a cell in nearly every monospaced font."""
FONTS = (
    "DejaVu Sans Mono, Menlo, Consolas, Liberation Mono, "
    "Noto Sans CJK JP, Hiragino Sans, Yu Gothic, MS Gothic, monospace"
)
DIMMED = 0.4
"""How far dim text is blended with its ground, as in Textual."""


class LetterStyle(NamedTuple):
    """The attributes of a text element."""

    colour: str
    bold: bool
    italic: bool
    middle: bool
    """Whether each character is centred in its cells."""

    @property
    def attributes(self) -> str:
        """The SVG attributes."""
        more = (
            ' font-weight="bold"' * self.bold,
            ' font-style="italic"' * self.italic,
            ' text-anchor="middle"' * self.middle,
        )
        return f'fill="{self.colour}"{"".join(more)}'


class Piece(NamedTuple):
    """Text in one style, with its position on the screen."""

    column: int
    row: int
    text: str
    style: Style


def picture(app: App[Exit]) -> str:
    """The present screen as SVG, with the screens below a modal one."""
    return svg_of(app.title, (app.size.width, app.size.height), tuple(screen_pieces(app)))


def svg_of(title: str, size: tuple[int, int], pieces: Sequence[Piece]) -> str:
    """A screen of that size as SVG. The pieces are in order of rows, and of columns in each row."""
    shapes, letters = Shapes(CELL, ROW), Letters()
    for piece in pieces:
        _, ground = colours_of(piece.style)
        shapes.ground(piece.row, piece.column, cell_len(piece.text), ground)
        for atom in atoms(piece):
            draw(atom, shapes, letters)
    ground = Counter(shapes.grounds()).most_common(1)[0][0]
    body = (*shapes.paths(ground), *letters.groups())
    return document(title, size, ground, lines_of(pieces, size[1]), body)


class Atom(NamedTuple):
    """A word, a character or a line, at a place of the screen, with all that is seen of it."""

    row: int
    column: int
    text: str
    """Empty for a line."""
    style: LetterStyle
    ground: str
    line: int = 0
    """The width of a line below or, if negative, through the text."""


def atoms(piece: Piece) -> Iterator[Atom]:
    """What is drawn on the ground of a piece."""
    ink, ground = colours_of(piece.style)
    style, width = piece.style, cell_len(piece.text)
    plain = LetterStyle(ink, bool(style.bold), bool(style.italic), middle=False)
    if style.underline:
        yield Atom(piece.row, piece.column, "", plain, ground, width)
    if style.strike:
        yield Atom(piece.row, piece.column, "", plain, ground, -width)
    for column, text in _words(piece):
        yield Atom(piece.row, column, text, plain._replace(middle=not text.isascii()), ground)


class Letters:
    """Collects texts by their style."""

    def __init__(self) -> None:
        self._texts: dict[LetterStyle, list[str]] = {}

    def add(self, style: LetterStyle, column: int, row: int, text: str) -> None:
        """Add a text."""
        self._texts.setdefault(style, []).append(_text(column, row, text))

    def groups(self) -> Iterator[str]:
        """One group for each style."""
        for style, texts in self._texts.items():
            yield "\n".join((f"<g {style.attributes}>", *texts, "</g>"))


def draw(atom: Atom, shapes: Shapes, letters: Letters) -> None:
    """Draw an atom as a shape if it has one, else as letters."""
    row, column, style = atom.row, atom.column, atom.style
    if atom.line:
        shapes.line(row, column, abs(atom.line), style.colour, through=atom.line < 0)
    elif not shapes.draw(row, column, atom.text, style.colour, atom.ground):
        letters.add(style, column, row, atom.text)


def screen_pieces(app: App[Exit]) -> Iterator[Piece]:
    """The texts of the present screen, row by row, with the screens below a modal one."""
    for row in _rows(app):
        yield from row


def lines_of(pieces: Iterable[Piece], height: int) -> list[str]:
    """The rows of a screen as text."""
    rows = [""] * height
    for piece in pieces:
        rows[piece.row] += piece.text
    return [row.rstrip() for row in rows]


def _rows(app: App[Exit]) -> Iterator[Iterator[Piece]]:
    """The rows of the screen, rendered as for Textual's own screenshots."""
    update = app.screen._compositor.render_update(
        full=True, screen_stack=app._background_screens, simplify=True
    )
    assert isinstance(update, LayoutUpdate)
    for number, strips in enumerate(update.strips):
        yield _pieces(number, [segment for strip in strips for segment in strip])


def _pieces(row: int, segments: Sequence[Segment]) -> Iterator[Piece]:
    column = 0
    for text, style, control in segments:
        if text and not control:
            yield Piece(column, row, text, style or Style())
            column += cell_len(text)


def colours_of(style: Style) -> tuple[str, str]:
    """The colours of text and ground. Terminal colours are those of Textual's screenshots."""
    theme = SVG_EXPORT_THEME
    ink = (style.color or Color.default()).get_truecolor(theme)
    ground = (style.bgcolor or Color.default()).get_truecolor(theme, foreground=False)
    if style.reverse:
        ink, ground = ground, ink
    if style.dim:
        ink = blend_rgb(ink, ground, DIMMED)
    return ink.hex, ground.hex


def _words(piece: Piece) -> Iterator[tuple[int, str]]:
    """Texts to place, with their columns: runs of ASCII words, and each non-ASCII character by itself."""
    column, word, start = piece.column, "", piece.column
    for character in piece.text + "  ":
        plain = character.isascii()
        if word and (not plain or (character == " " and word.endswith(" "))):
            if word.strip():
                yield start, word.rstrip()
            word = ""
        if not plain:
            yield column, character
        elif word or character != " ":
            start = start if word else column
            word += character
        column += cell_len(character)


def _text(column: int, row: int, text: str) -> str:
    """A text element, stretched to the width of its cells in any font."""
    x, y = column * CELL, row * ROW + BASE
    if not text.isascii():
        return f'<text x="{x + CELL * cell_len(text) // 2}" y="{y}">{text}</text>'
    length = f' textLength="{len(text) * CELL}"' if len(text) > 2 else ""
    return f'<text x="{x}" y="{y}"{length}>{escape(text)}</text>'


def document(
    title: str, size: tuple[int, int], ground: str, lines: Iterable[str], body: Iterable[str], style: str = ""
) -> str:
    """The SVG file of a screen of that size on one ground. ``lines`` describe it; ``style`` is CSS."""
    width, height = size[0] * CELL + 2 * MARGIN, size[1] * ROW + 2 * MARGIN
    parts = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'font-family="{FONTS}" font-size="{FONT_SIZE}">',
        f"<title>{escape(title)}</title>",
        "<desc>",
        *(escape(line) for line in lines),
        "</desc>",
        *([f"<style>{style}</style>"] if style else []),
        f'<rect width="{width}" height="{height}" rx="{MARGIN}" fill="{ground}"/>',
        f'<g transform="translate({MARGIN} {MARGIN})">',
        *body,
        "</g>",
        "</svg>",
        "",
    )
    return "\n".join(parts)
