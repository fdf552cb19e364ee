"""Tiles and melds of a page: the faces are symbols of SVG, drawn once, and used wherever a tile lies.

The style of the page colours the classes of paints.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.hand import Meld
from engine.tiles import NAMES, Tile, is_red
from tui.desk.scene import TileOfMeld, laid_tiles
from tui.drawing.tile_faces import HEIGHT, WIDTH, Stroke, face
from tui.export.markup import Content, Markup, joined, tag
from tui.i18n import t
from tui.words.names import tile_word

# -- tiles as they lie ------------------------------------------------------------------------------


def drawn_tile(tile: Tile | None, *classes: str, said: str = "") -> Markup:
    """One tile, None for one face down. Its name is that of the tile, and what else is ``said`` of it."""
    name = t("exported.face-down") if tile is None else tile_word(tile)
    title = tag("title", t("exported.tile-said", tile=name, said=said) if said else name)
    return tag(
        "svg",
        title,
        tag("use", href=f"#{face_id(tile)}"),
        role="img",
        class_=" ".join(filter(None, classes)) or None,
    )


def tiles_line(tiles: Iterable[Content], *classes: str) -> Markup:
    """Tiles, or groups of tiles, side by side."""
    return tag("span", *tiles, class_=" ".join(("tiles", *classes)))


def drawn_tiles(tiles: Iterable[Tile], *classes: str) -> Markup:
    """Tiles side by side in that order."""
    return tiles_line(map(drawn_tile, tiles), *classes)


def drawn_meld(meld: Meld, owner: int) -> Markup:
    """A meld as it lies: the called tile sideways, on the side of the player that it came from."""
    return tiles_line(map(_laid, laid_tiles(meld, owner)))


def _laid(laid: TileOfMeld) -> Markup:
    if laid.on_top is not None:
        return tag("span", drawn_tile(laid.on_top, "side"), drawn_tile(laid.tile, "side"), class_="stack")
    return drawn_tile(None if laid.face_down else laid.tile, "side" if laid.sideways else "")


# -- the faces -----------------------------------------------------------------------------------------


def face_id(tile: Tile | None) -> str:
    """The name of the symbol of a tile, None for one face down: ``m5``, as no name begins with a digit."""
    return "back" if tile is None else NAMES[tile][::-1]


def tile_symbols() -> Markup:
    """All tiles as an element that itself shows nothing."""
    body = tag("rect", x="0.7", y="0.7", width="28.6", height="38.6", rx="3.5", class_="body")
    back = tag("symbol", body, id=face_id(None), viewBox=_VIEW, class_="under")
    faces = [_symbol(tile, body) for tile in range(len(NAMES))]
    return tag("svg", tag("defs", faces, back), width=0, height=0, class_="faces", aria_hidden="true")


_VIEW = f"0 0 {WIDTH} {HEIGHT}"


def _symbol(tile: Tile, body: Markup) -> Markup:
    red = "all-red" if is_red(tile) else None
    return tag("symbol", body, joined(map(_line, face(tile))), id=face_id(tile), viewBox=_VIEW, class_=red)


def _line(stroke: Stroke) -> Markup:
    width = f"{stroke.width:g}"
    return tag("path", d=stroke.path, class_=stroke.paint, stroke_width=width, transform=stroke.place)
