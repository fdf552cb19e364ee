"""The signs that show the state of a tile, for the help, drawn as on the table."""

from __future__ import annotations

from typing import NamedTuple

from engine.tiles import KIND_OF, Tile, parse_tile
from tui.drawing.rows import Role, Row, Rows, Span, beside
from tui.drawing.tile_picture import draw_tile, ink_of, small_ground
from tui.i18n.texts import t
from tui.table.centre import riichi_stick
from tui.table.tile_groups import PlacedTile, tile_row
from tui.tiles.look import PLAIN, Look, Size, TileState


class SignRow(NamedTuple):
    """A sign and what it means."""

    picture: Row
    text: str


def signs(look: Look) -> tuple[SignRow, ...]:
    """Every sign that is not a letter. Letters are in the legend."""
    return (
        SignRow(_tile("4p", look, TileState(last=True)), t("table.signs.last")),
        SignRow(_tile("4p", look, TileState(called_away=True)), t("table.signs.called-away")),
        SignRow(_tile("4p", look, TileState(cause=True)), t("table.signs.cause")),
        SignRow(_tile("7m", look, sideways=True), t("table.signs.lying")),
        SignRow(_red_five(look), t("table.signs.red-five")),
        SignRow((riichi_stick(look),), t("table.signs.stick")),
    )


SUIT_SAMPLES = ("4m", "8p", "6s")
"""One tile of each suit."""
SAMPLE_GAP = 3


def suit_samples(look: Look) -> Rows:
    """A tile of each suit: its letters, its face as on larger tiles, and the name of the suit."""
    return tuple(_sample(parse_tile(name), name, look) for name in SUIT_SAMPLES)


def suits_in_a_row(look: Look) -> Row:
    """The samples of all suits side by side."""
    return beside([(sample,) for sample in suit_samples(look)], SAMPLE_GAP)[0]


def _sample(tile: Tile, name: str, look: Look) -> Row:
    face = f" {look.glyphs.digit(tile).strip()}{look.glyphs.suit(tile)} "
    return (
        Span(f"{name} "),
        Span(face, Role(ink_of(tile), small_ground(look, PLAIN))),
        Span(f" {t(f'desk.suit.{KIND_OF[tile] // 9}')}"),
    )


def _tile(name: str, look: Look, state: TileState = PLAIN, *, sideways: bool = False) -> Row:
    return tile_row([PlacedTile(parse_tile(name), state, sideways)], Size.S, look)[0]


def _red_five(look: Look) -> Row:
    """The red five in the smallest size and in a larger one."""
    red = parse_tile("0p")
    (small,) = draw_tile(red, Size.S, look)[0]
    return (small, Span(" "), Span(look.glyphs.digit(red), small.role))
