"""The screen, or rows, as SVG: small, the same on every machine, without gaps in any font.

Grounds, half blocks, box lines and underlines are drawn as shapes, which join in any font. A non-ASCII
character, whose width differs between fonts, is centred in its cells. The description holds the screen as
text, for screen readers and for line-by-line diffs.

Screens that follow each other become one animated SVG, which plays without a script and is small enough for a
README: everything is drawn once, and what is seen at the same times is one group, which appears and vanishes
by CSS keyframes. Where nothing is animated, because a reader prefers that or a program knows no CSS, the SVG
shows the still frame.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar
from xml.sax.saxutils import escape

from rich.cells import cell_len
from rich.color import Color, blend_rgb
from rich.style import Style
from rich.terminal_theme import SVG_EXPORT_THEME

from tui.drawing.palette import Palette, segments_of
from tui.drawing.rows import Rows

if TYPE_CHECKING:
    from textual.app import App

BLOCKS = {"▀": (0.0, 0.5), **{block: (1 - eighths / 8, 1.0) for eighths, block in enumerate("▁▂▃▄▅▆▇█", 1)}}
"""The part of the row that a block fills: top and bottom."""
SHADES = {"░": 0.3, "▒": 0.5, "▓": 0.75}
"""The opacity of each shade: of the back of a tile, of a part of a bar."""
LEFT, UP, RIGHT, DOWN = "LURD"
LINES = {
    "─": LEFT + RIGHT,
    "│": UP + DOWN,
    "┌": RIGHT + DOWN,
    "┐": LEFT + DOWN,
    "└": UP + RIGHT,
    "┘": LEFT + UP,
    "├": UP + RIGHT + DOWN,
    "┤": LEFT + UP + DOWN,
}
"""The sides of the cell to which a line leads from its middle."""
ROUND_CORNERS = {"╭": "┌", "╮": "┐", "╰": "└", "╯": "┘"}
DOUBLE = {"═": "─", "║": "│", "╔": "┌", "╗": "┐", "╚": "└", "╝": "┘", "╠": "├", "╣": "┤"}
BRAILLE = range(0x2801, 0x2900)
_BRAILLE_DOTS = ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3))
"""Column and row of each dot of a braille character, by its bit (Unicode chapter 21.1)."""
DOT = 3.2
"""The diameter of a dot."""
THIN, WIDE, GAP = 1.4, 4.2, 1.6
"""Stroke widths: of a single line, of a double line, and of the gap inside a double line."""


class ColourRun(NamedTuple):
    """A rectangle of one colour, in cells and rows."""

    column: int
    width: int
    colour: str


class Shapes:
    """Collects everything that is not text, each row from left to right."""

    def __init__(self, cell: int, row: int) -> None:
        """``cell`` and ``row`` are the size of a character."""
        self._cell, self._row = cell, row
        self._grounds: defaultdict[int, list[ColourRun]] = defaultdict(list)
        self._fills: defaultdict[tuple[str, float], list[str]] = defaultdict(list)
        self._lines: defaultdict[str, list[str]] = defaultdict(list)
        self._dots: defaultdict[str, list[str]] = defaultdict(list)
        self._doubles: defaultdict[tuple[str, str], list[str]] = defaultdict(list)

    def ground(self, row: int, column: int, width: int, colour: str) -> None:
        grounds = self._grounds[row]
        if grounds and grounds[-1].colour == colour and grounds[-1].column + grounds[-1].width == column:
            last = grounds.pop()
            column, width = last.column, last.width + width
        grounds.append(ColourRun(column, width, colour))

    def line(self, row: int, column: int, width: int, colour: str, *, through: bool = False) -> None:
        """Add a line below ``width`` cells, or through them."""
        x, y = column * self._cell, row * self._row + (self._row // 2 if through else self._row - 2)
        self._fills[colour, 1.0].append(f"M{x} {y}h{width * self._cell}v1h-{width * self._cell}z")

    def draw(self, row: int, column: int, character: str, ink: str, ground: str) -> bool:
        """Draw a character as a shape. Return False if it is not one."""
        if character in BLOCKS:
            top, bottom = BLOCKS[character]
            self._fills[ink, 1.0].append(self._box(row + top, column, 1, bottom - top))
        elif character in SHADES:
            self._fills[ink, SHADES[character]].append(self._box(row, column, 1, 1))
        elif character in LINES:
            self._lines[ink].append(self._arms(row, column, LINES[character]))
        elif character in ROUND_CORNERS:
            first, second = (self._point(row, column, side) for side in LINES[ROUND_CORNERS[character]])
            self._lines[ink].append(f"M{first}Q{self._point(row, column, '')} {second}")
        elif character in DOUBLE:
            self._doubles[ink, ground].append(self._arms(row, column, LINES[DOUBLE[character]]))
        elif ord(character[0]) in BRAILLE:
            self._dots[ink].append(self._braille(row, column, ord(character)))
        else:
            return False
        return True

    def grounds(self) -> Iterator[str]:
        for grounds in self._grounds.values():
            for ground in grounds:
                yield from [ground.colour] * ground.width

    def paths(self, ground: str) -> Iterator[str]:
        """All paths, for a picture whose background has the colour ``ground`` already."""
        crisp = 'shape-rendering="crispEdges"'
        for colour, boxes in self._merged(ground).items():
            yield f'<path fill="{colour}" {crisp} d="{"".join(boxes)}"/>'
        for (colour, opacity), fills in self._fills.items():
            shade = f' fill-opacity="{opacity}"' if opacity < 1 else ""
            yield f'<path fill="{colour}"{shade} {crisp} d="{"".join(fills)}"/>'
        for colour, lines in self._lines.items():
            yield self._stroked(colour, THIN, lines)
        for (colour, below), lines in self._doubles.items():
            yield self._stroked(colour, WIDE, lines)
            yield self._stroked(below, GAP, lines)
        for colour, dots in self._dots.items():
            yield self._stroked(colour, DOT, dots, ' stroke-linecap="round"')

    def _stroked(self, colour: str, width: float, lines: list[str], more: str = "") -> str:
        return f'<path fill="none" stroke="{colour}" stroke-width="{width}"{more} d="{"".join(lines)}"/>'

    def _merged(self, ground: str) -> dict[str, list[str]]:
        """The boxes of all other grounds by colour. Equal grounds in consecutive rows share one box."""
        boxes: defaultdict[str, list[str]] = defaultdict(list)
        rows = max(self._grounds, default=-1) + 1
        for row in range(rows):
            for piece in self._grounds[row]:
                if piece.colour == ground or piece in self._grounds.get(row - 1, ()):
                    continue
                end = row + 1
                while piece in self._grounds.get(end, ()):
                    end += 1
                boxes[piece.colour].append(self._box(row, piece.column, piece.width, end - row))
        return boxes

    def _box(self, row: float, column: int, width: int, height: float) -> str:
        across = width * self._cell
        x, y = column * self._cell, round(row * self._row)
        # both ends are rounded, so that a block ends where the row below begins
        down = round((row + height) * self._row) - y
        return f"M{x} {y}h{across}v{down}h-{across}z"

    def _arms(self, row: int, column: int, sides: str) -> str:
        """A line from the first side through the middle to the second, and one from the middle to a third."""
        middle = self._point(row, column, "")
        first, second, *third = (self._point(row, column, side) for side in sides)
        return f"M{first}L{middle}L{second}" + "".join(f"M{middle}L{point}" for point in third)

    def _braille(self, row: int, column: int, code: int) -> str:
        """A short line, which its round ends make a dot, for each dot of a braille character."""
        left, top = column * self._cell, row * self._row
        return "".join(
            f"M{left + (2 * x + 1) * self._cell / 4:g} {top + (2 * y + 1) * self._row / 8:g}h0"
            for bit, (x, y) in enumerate(_BRAILLE_DOTS)
            if code >> bit & 1
        )

    def _point(self, row: int, column: int, side: str) -> str:
        across, down = self._cell // 2, self._row // 2
        x = (column * 2 + 1 + (side == RIGHT) - (side == LEFT)) * across
        y = (row * 2 + 1 + (side == DOWN) - (side == UP)) * down
        return f"{x} {y}"


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
            draw_atom(atom, shapes, letters)
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
    """The words, characters and lines on the ground of a piece."""
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
        self._texts.setdefault(style, []).append(_text(column, row, text))

    def groups(self) -> Iterator[str]:
        for style, texts in self._texts.items():
            yield "\n".join((f"<g {style.attributes}>", *texts, "</g>"))


def draw_atom(atom: Atom, shapes: Shapes, letters: Letters) -> None:
    """Draw an atom as a shape if it has one, else as letters."""
    row, column, style = atom.row, atom.column, atom.style
    if atom.line:
        shapes.line(row, column, abs(atom.line), style.colour, through=atom.line < 0)
    elif not shapes.draw(row, column, atom.text, style.colour, atom.ground):
        letters.add(style, column, row, atom.text)


def lines_of(pieces: Iterable[Piece], height: int) -> list[str]:
    """The rows of a screen as text."""
    rows = [""] * height
    for piece in pieces:
        rows[piece.row] += piece.text
    return [row.rstrip() for row in rows]


def screen_pieces(app: App[Exit]) -> Iterator[Piece]:
    """The texts of the present screen, row by row, with the screens below a modal one.

    They are rendered as for Textual's own screenshots.
    """
    from textual._compositor import LayoutUpdate  # pictures of scenes load no app

    update = app.screen._compositor.render_update(
        full=True, screen_stack=app._background_screens, simplify=True
    )
    assert isinstance(update, LayoutUpdate)
    for number, strips in enumerate(update.strips):
        column = 0
        for text, style, control in [segment for strip in strips for segment in strip]:
            if text and not control:
                yield Piece(column, number, text, style or Style())
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


def row_pieces(rows: Rows, palette: Palette) -> Iterator[Piece]:
    """The texts of rows with their styles in a palette."""
    for number, row in enumerate(rows):
        column = 0
        for segment in segments_of(row, palette):
            assert segment.style is not None
            yield Piece(column, number, segment.text, segment.style)
            column += segment.cell_length


LONGEST_STEM = 100
"""The most letters that a picture takes over: the code of a hand in place of a record is longer."""


def picture_stem(record: Path, code: object) -> str:
    """The name of the picture of a position without its suffix: that of the record and the position code."""
    name = record.name.partition(".")[0] or record.name
    return f"{name[:LONGEST_STEM]}-{code}"


# -- screens one after another -----------------------------------------------------------------------


class Frame(NamedTuple):
    """One screen of a recording."""

    start: float
    """Seconds from the beginning."""
    pieces: tuple[Piece, ...]
    """The texts of the screen with their styles, row by row."""


class Recording(NamedTuple):
    """Screens from the first to the last."""

    title: str
    size: tuple[int, int]
    """Columns and rows."""
    frames: Sequence[Frame]
    """The screens in order; each differs from the one before."""
    seconds: float
    """The length of the whole."""


Drawn = TypeVar("Drawn", bound=Hashable)
FrameNumbers = frozenset[int]


class CellGround(NamedTuple):
    """The ground of one cell."""

    row: int
    column: int
    colour: str


def animation(recording: Recording, still: int = 0) -> str:
    """The animated SVG; ``still`` is the frame shown without animation."""
    grounds = [_grounds(frame) for frame in recording.frames]
    inks = [[atom for piece in frame.pieces for atom in atoms(piece)] for frame in recording.frames]
    ground = Counter(cell.colour for cells in grounds for cell in cells).most_common(1)[0][0]
    shown = [[cell for cell in cells if cell.colour != ground] for cells in grounds]
    # grounds come first, because they would cover what is drawn on them
    layers = (
        {frames: _painted(cells, ground) for frames, cells in _together(shown).items()},
        {frames: _written(found, ground) for frames, found in _together(inks).items()},
    )
    moving = [frames for layer in layers for frames in layer if len(frames) < len(recording.frames)]
    names = {frames: f"f{number}" for number, frames in enumerate(dict.fromkeys(moving))}
    body = [line for layer in layers for line in _groups(layer, names, still)]
    lines = lines_of(recording.frames[still].pieces, recording.size[1])
    return document(recording.title, recording.size, ground, lines, body, _css(recording, names))


def _grounds(frame: Frame) -> list[CellGround]:
    found = []
    for piece in frame.pieces:
        colour = colours_of(piece.style)[1]
        cells = range(piece.column, piece.column + cell_len(piece.text))
        found += [CellGround(piece.row, column, colour) for column in cells]
    return found


def _together(frames: Sequence[Iterable[Drawn]]) -> dict[FrameNumbers, list[Drawn]]:
    """The drawn things by the frames in which they are seen, in the order of first appearance."""
    seen: defaultdict[Drawn, set[int]] = defaultdict(set)
    for number, found in enumerate(frames):
        for each in found:
            seen[each].add(number)
    groups: defaultdict[FrameNumbers, list[Drawn]] = defaultdict(list)
    for each, numbers in seen.items():
        groups[frozenset(numbers)].append(each)
    return dict(groups)


def _painted(cells: Iterable[CellGround], ground: str) -> list[str]:
    shapes = Shapes(CELL, ROW)
    for cell in sorted(cells):
        shapes.ground(cell.row, cell.column, 1, cell.colour)
    return list(shapes.paths(ground))


def _written(found: Iterable[Atom], ground: str) -> list[str]:
    shapes, letters = Shapes(CELL, ROW), Letters()
    for atom in found:
        draw_atom(atom, shapes, letters)
    return [*shapes.paths(ground), *letters.groups()]


def _groups(
    layer: Mapping[FrameNumbers, Sequence[str]], names: Mapping[FrameNumbers, str], still: int
) -> Iterator[str]:
    """The groups of a layer: what is always seen, then what comes and goes."""
    for frames, drawn in sorted(layer.items(), key=lambda each: each[0] in names):
        if frames not in names:
            yield from drawn
            continue
        hidden = "" if still in frames else ' visibility="hidden"'
        yield f'<g class="{names[frames]}"{hidden}>'
        yield from drawn
        yield "</g>"


def _css(recording: Recording, names: Mapping[FrameNumbers, str]) -> str:
    """The times at which each group is seen, in percent of the whole."""
    starts = [100 * frame.start / recording.seconds for frame in recording.frames]
    # a selector weaker than a class, because the short form also resets the name
    rules = [f"g{{animation:{recording.seconds:.2f}s step-end infinite}}"]
    for frames, name in names.items():
        turns = [
            number
            for number in range(len(starts))
            if number == 0 or (number in frames) != (number - 1 in frames)
        ]
        steps = "".join(
            f"{starts[number]:.3f}%{{visibility:{'visible' if number in frames else 'hidden'}}}"
            for number in turns
        )
        rules.append(f".{name}{{animation-name:{name}}}@keyframes {name}{{{steps}}}")
    rules.append("@media(prefers-reduced-motion:reduce){g{animation:none!important}}")
    return "\n".join(["", *rules, ""])
