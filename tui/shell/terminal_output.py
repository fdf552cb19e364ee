"""What goes to the terminal: theme and filters for Textual, fewer changes of colour, pictures of tiles.

Textual sets and resets all colours around each text. Here only what differs from the text before is set.
A picture is sent once, before the first text that names it, and deleted at the end.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, ConsoleRenderable, RenderHook
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter
from textual.theme import Theme

from engine.wording import visible_lines
from tui.drawing.palette import Palette
from tui.drawing.rows import Role
from tui.drawing.solid_tiles import PLACEHOLDER, Painted, numbered_pictures
from tui.system.graphics import Cell, Graphics
from tui.tiles import Ground, Ink

# -- what Textual draws ------------------------------------------------------------------------------


TERMINAL = "ansi-dark"
"""Textual's theme that leaves all colours to the terminal, light or dark."""


def textual_theme(palette: Palette) -> Theme | None:
    """The Textual theme of a palette, or None if the palette uses the terminal's own colours."""
    felt, panel = palette.colour(Ground.FELT), palette.colour(Ground.PANEL)
    if not felt:
        return None
    text, edge, accent = (_ink(palette, name) for name in (Ink.TEXT, Ink.EDGE, Ink.ACTING))
    return Theme(
        name=f"furiten-{palette.name}",
        primary=accent,
        secondary=_ink(palette, Ink.POINTS),
        accent=accent,
        success=_ink(palette, Ink.SAFE),
        warning=_ink(palette, Ink.RISK_HIGH),
        error=_ink(palette, Ink.DANGER),
        foreground=text,
        background=felt,
        surface=panel,
        panel=panel,
        dark=Color.parse(felt).brightness < Color.parse(text).brightness,
        variables={
            "scrollbar": edge,
            "scrollbar-hover": accent,
            "scrollbar-active": accent,
            "scrollbar-background": panel,
            "scrollbar-background-hover": panel,
            "scrollbar-background-active": panel,
            "scrollbar-corner-color": panel,
        },
    )


def _ink(palette: Palette, name: Ink) -> str:
    colour = palette.style(Role(name)).color
    return colour.name if colour is not None else ""


class ControlFilter(LineFilter):
    """Drops control characters from the lines of all widgets.

    Names and messages have them as escapes long before (``engine.wording.visible``). This holds for what
    somebody forgot. Control characters have no width, so the rest of a line stays where it is.
    """

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The segments without control characters in their text; those that move the cursor are kept."""
        for text, _, control in segments:
            if not (control or text.isprintable()):
                return [_shown(segment) for segment in segments]
        return segments


class HarmlessErrors(RenderHook):
    """Writes control characters of an error message as escapes, when the app ends with a traceback."""

    def process_renderables(self, renderables: list[ConsoleRenderable]) -> list[ConsoleRenderable]:
        return [_Harmless(each) for each in renderables]


class _Harmless:
    def __init__(self, renderable: ConsoleRenderable) -> None:
        self._renderable = renderable

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Segment]:
        for text, style, control in console.render(self._renderable, options):
            yield Segment(text if control else visible_lines(text), style, control)


def _shown(segment: Segment) -> Segment:
    text, style, control = segment
    if control:
        return segment
    return Segment("".join(char for char in text if char.isprintable() or cell_len(char)), style)


# -- what is written ---------------------------------------------------------------------------------


_STYLE = re.compile(r"\x1b\[([\d;]*)m")
"""Select Graphic Rendition (ECMA-48, 8.3.117)."""
_CODE = re.compile(r"(?:[34]8;(?:5;\d+|2;\d+;\d+;\d+))|\d+")
_INK = re.compile(r"3[0-8]|9\d")
_GROUND = re.compile(r"4[0-8]|10\d")
_MOVES = re.compile(r"(?:[\r\n]|\x1b\[\d+;\d+H)*")
"""Writes no cell."""
_UNSEEN = re.compile(r"[1-3;]*")
"""Attributes that blanks do not show: bold, faint, italic."""
_BOLD, _NOT_BOLD = "1", "22"
"""The attribute that comes and goes most, and its end."""


class Pen(NamedTuple):
    """How a terminal writes; empty is its own way."""

    attributes: str = ""
    ink: str = ""
    ground: str = ""


USUAL = Pen()


@lru_cache(1024)
def _taken(pen: Pen, codes: str) -> Pen:
    for code in _CODE.findall(codes) or ["0"]:
        if code == "0":
            pen = USUAL
        elif code in ("39", "49"):
            pen = pen._replace(**{"ink" if code == "39" else "ground": ""})
        elif _INK.match(code):
            pen = pen._replace(ink=code)
        elif _GROUND.match(code):
            pen = pen._replace(ground=code)
        else:
            pen = pen._replace(attributes=f"{pen.attributes};{code}".lstrip(";"))
    return pen


@lru_cache(4096)
def _change(now: Pen, wanted: Pen, blank: bool) -> tuple[str, Pen]:
    """The shortest codes for a text in another pen, and the pen after them. Blanks show only a ground."""
    if blank and _UNSEEN.fullmatch(now.attributes) and _UNSEEN.fullmatch(wanted.attributes):
        wanted = now._replace(ground=wanted.ground)
    codes = [wanted.ink or "39"] * (wanted.ink != now.ink)
    codes += [wanted.ground or "49"] * (wanted.ground != now.ground)
    if wanted.attributes.startswith(now.attributes):
        codes[:0] = filter(None, [wanted.attributes[len(now.attributes) :].lstrip(";")])
    elif (now.attributes, wanted.attributes) == (_BOLD, ""):
        codes.insert(0, _NOT_BOLD)
    else:
        codes = ["0", *filter(None, wanted)]
    if wanted == USUAL:
        codes = [""] * (now != USUAL)
    return (f"\x1b[{';'.join(codes)}m" if codes else ""), wanted


def in_fewer_codes(text: str) -> str:
    """Set each colour and attribute of a picture only where it changes.

    The text begins and ends with the terminal's own colours, as all that Textual writes.
    """
    first, *parts = _STYLE.split(text)
    if not parts:
        return text
    out, now, wanted = [first], USUAL, USUAL
    for codes, written in zip(parts[::2], parts[1::2], strict=True):
        wanted = _taken(wanted, codes)
        if not written:
            continue
        if wanted is not now and (wanted is not USUAL or not _MOVES.fullmatch(written)):
            change, now = _change(now, wanted, written.isspace())
            out.append(change)
        out.append(written)
    return "".join([*out, _change(now, wanted, False)[0]])


_COLOUR = r"38;2;(\d+);(\d+);(\d+)"
"""A foreground, which is the number of a picture where a placeholder has it."""
MOST = 48
"""The most pixels of a cell's height: more are halved, and the terminal draws the picture larger."""


class TileImages:
    """The pictures that the terminal has."""

    def __init__(self, graphics: Graphics) -> None:
        self._graphics = graphics
        width, height = graphics.cell
        less = 1 + (height - 1) // MOST
        self._cell = Cell(max(width // less, 1), max(height // less, 1))
        self._sent: set[int] = set()

    def needed(self, text: str) -> str:
        """The commands that send the pictures of a text that the terminal does not have yet."""
        if PLACEHOLDER not in text:
            return ""
        named = {
            int(red) << 16 | int(green) << 8 | int(blue) for red, green, blue in re.findall(_COLOUR, text)
        }
        new = named - self._sent
        if not new:
            return ""
        known = numbered_pictures()
        return "".join(self._picture(number, known[number]) for number in sorted(new & known.keys()))

    def deleted(self) -> str:
        commands = "".join(map(self._graphics.deleted, sorted(self._sent)))
        self._sent.clear()
        return commands

    def _picture(self, number: int, painted: Painted) -> str:
        self._sent.add(number)
        # imported here because most terminals show none
        from tui.drawing.tile_faces import pixels

        picture, cell = painted.picture, self._cell
        size = Cell(picture.width * cell.width, picture.height * cell.height)
        return self._graphics.picture(number, size, (picture.width, picture.height), pixels(painted, cell))
