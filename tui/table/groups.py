"""Tiles side by side: one line of a pond, a hand or a meld, in any size."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.tiles import Tile
from tui.drawing.rows import FELT, Meta, Role, Row, Rows, Span, beside, block_width, fit, with_meta
from tui.drawing.tile import draw_added, draw_tile
from tui.tiles.look import PLAIN, Look, Size, TileState, TileStyle
from tui.tiles.marks import DORA_SIGN, TSUMOGIRI_SIGN

MELD_GAP = 2


class Laid(NamedTuple):
    """One tile in a row of tiles."""

    tile: Tile | None
    """None for a tile seen from behind."""
    state: TileState = PLAIN
    sideways: bool = False
    meta: Meta | None = None
    upon: Tile | None = None
    """The tile added on top of it (added kan)."""

    def picture(self, size: Size, look: Look) -> Rows:
        """The tile alone."""
        if self.upon is not None and self.tile is not None:
            rows = draw_added(self.tile, self.upon, size, look, self.state)
        else:
            rows = draw_tile(self.tile, size, look, self.state, sideways=self.sideways)
        return with_meta(rows, self.meta) if self.meta else rows


def tile_gap(size: Size, look: Look) -> int:
    """Felt between two tiles of a row: solid faces need it, boxes do not."""
    return 1 if size is Size.S or look.style is TileStyle.SOLID else 0


def tile_row(
    tiles: Sequence[Laid], size: Size, look: Look, *, margin: bool = False, brief: bool = False
) -> Rows:
    """Tiles side by side; with ``margin`` a cell of felt at both ends of the smallest size.

    ``brief`` leaves out what the smallest size can spare: a bracket that closes behind a letter.
    """
    if size is Size.S:
        return (_small_row(tiles, look, margin=margin, brief=brief),)
    return beside([laid.picture(size, look) for laid in tiles], tile_gap(size, look))


def _small_row(tiles: Sequence[Laid], look: Look, *, margin: bool, brief: bool) -> Row:
    """The smallest size tells everything in the felt between the tiles, such as ``(9m)`` or ``[4pd']``."""
    space = Span(" ", FELT)
    row: list[Span] = []
    before: Laid | None = None
    for laid in tiles:
        signs = [*_signs_behind(before, brief=brief), *_sign_before(laid)]
        joined = look.style is TileStyle.LINE and before is not None and (before.sideways or laid.sideways)
        apart = margin if before is None else margin or not joined
        row += signs or ([space] if apart else [])
        row += laid.picture(Size.S, look)[0]
        before = laid
    row += _signs_behind(before, brief=brief) or ([space] if margin else [])
    return tuple(row)


_SIGN_ROLES = {DORA_SIGN: Role("dora"), TSUMOGIRI_SIGN: Role("muted")}


def _signs_behind(laid: Laid | None, *, brief: bool) -> list[Span]:
    if laid is None or laid.tile is None:
        return []
    letters = laid.state.letters
    closing = "" if brief and letters else laid.state.brackets[1]
    return [*(Span(letter, _SIGN_ROLES[letter]) for letter in letters), *_bracket(laid, closing)]


def _sign_before(laid: Laid) -> list[Span]:
    return [] if laid.tile is None else _bracket(laid, laid.state.brackets[0])


def _bracket(laid: Laid, sign: str) -> list[Span]:
    role = Role("edge-ghost" if laid.state.called_away else "edge-strong")
    return [Span(sign, role)] if sign else []


def flow(pictures: Sequence[Rows], width: int, gap: int = MELD_GAP, *, right: bool = False) -> Rows:
    """Pictures side by side, wrapped into as many lines as that width needs."""
    lines: list[list[Rows]] = []
    used = 0
    for picture in pictures:
        size = block_width(picture)
        if not lines or used + gap + size > width:
            lines.append([picture])
            used = size
        else:
            lines[-1].append(picture)
            used += gap + size
    rows: list[tuple[Span, ...]] = []
    for line in lines:
        block = beside(line, gap)
        if right:
            pad = Span(" " * max(width - block_width(block), 0))
            block = tuple((pad, *row) for row in block)
        rows += [fit(row, width) for row in block]
    return tuple(rows)
