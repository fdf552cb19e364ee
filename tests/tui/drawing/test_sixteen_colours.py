"""The theme of sixteen colours arrives as it was meant on terminals that have no others."""

from __future__ import annotations

import itertools

import pytest
from rich.color import ColorSystem
from rich.style import Style

from ai.reading.safety_classes import SafetyClass
from tests.support.tui.colour_vision import contrast
from tui.drawing.palette import Palette, load_palette
from tui.drawing.rows import Role
from tui.drawing.tile_picture import draw_tile
from tui.table.hand import below_tile
from tui.tiles.look import Look, Size, TileState, TileStyle, glyph_set
from tui.tiles.marks import CLASS_GROUNDS, Mark

SIXTEEN = load_palette("sixteen")
TERMINALS = {
    "pc": "000000 aa0000 00aa00 aa5500 0000aa aa00aa 00aaaa aaaaaa "
    "555555 ff5555 55ff55 ffff55 5555ff ff55ff 55ffff ffffff",
    "xterm": "000000 cd0000 00cd00 cdcd00 0000ee cd00cd 00cdcd e5e5e5 "
    "7f7f7f ff0000 00ff00 ffff00 5c5cff ff00ff 00ffff ffffff",
    "tango": "2e3436 cc0000 4e9a06 c4a000 3465a4 75507b 06989a d3d7cf "
    "555753 ef2929 8ae234 fce94f 729fcf ad7fa8 34e2e2 eeeeec",
    "campbell": "0c0c0c c50f1f 13a10e c19c00 0037da 881798 3a96dd cccccc "
    "767676 e74856 16c60c f9f1a5 3b78ff b4009e 61d6d6 f2f2f2",
}
"""The sixteen of common terminals, in their order."""
PC = [f"#{colour}" for colour in TERMINALS["pc"].split()]
"""As the theme spells them, and as ``test_theme_colours`` holds them to a contrast of 4.5."""
SEEN = 2.5
"""Contrast that letters keep where the colours are another's choice."""
SOLID = ("face", "lit", "cursor", "stick", *CLASS_GROUNDS.values())
"""Grounds that boxes do not need; the stick has a dot, which is told beside it in words."""


def styles(palette: Palette) -> dict[tuple[str, str], Style]:
    """Every ink on every ground."""
    return {
        (ink, ground): palette.style(Role(ink, ground))
        for ground in palette.grounds
        for ink in palette.inks_on(ground)
    }


def numbers(style: Style) -> tuple[int, int]:
    """Ink and ground as a terminal of sixteen colours is told them."""
    assert style.color is not None
    assert style.bgcolor is not None
    ink, ground = (each.downgrade(ColorSystem.STANDARD) for each in (style.color, style.bgcolor))
    assert ink.number is not None
    assert ground.number is not None
    return ink.number, ground.number


def test_all_sixteen_are_themselves_there() -> None:
    """None is replaced by its nearest."""
    for where, style in styles(SIXTEEN).items():
        assert style.color is not None
        assert style.bgcolor is not None
        drawn = [PC[number] for number in numbers(style)]
        assert drawn == [style.color.name, style.bgcolor.name], where


def test_boxes_stand_on_the_dark_eight() -> None:
    for (_, ground), style in styles(SIXTEEN).items():
        if ground not in SOLID:
            assert numbers(style)[1] < 8, ground


@pytest.mark.parametrize("safety", SafetyClass)
@pytest.mark.parametrize("size", Size)
def test_safety_is_no_ground_on_boxes(safety: SafetyClass, size: Size) -> None:
    """Its grounds are bright, and only the edges of solid tiles stand on them."""
    look = Look(TileStyle.LINE, glyph_set("kanji"))
    states = (TileState(mark=Mark(safety), cursor=cursor) for cursor in (False, True))
    below = below_tile(Mark(safety), size, 4, look)
    rows = [*itertools.chain(*(draw_tile(0, size, look, state) for state in states)), below]
    grounds = {span.role.ground for row in rows for span in row}
    assert grounds.isdisjoint(CLASS_GROUNDS.values())


def test_nothing_is_bold_on_a_light_ground() -> None:
    for where, style in styles(SIXTEEN).items():
        ink, ground = (PC[number] for number in numbers(style))
        assert not style.bold or contrast(ink, PC[0]) > contrast(ground, PC[0]), where


@pytest.mark.parametrize("terminal", TERMINALS)
def test_it_can_be_read_in_the_colours_of_a_terminal(terminal: str) -> None:
    theirs = [f"#{colour}" for colour in TERMINALS[terminal].split()]
    for where, style in styles(SIXTEEN).items():
        ink, ground = (theirs[number] for number in numbers(style))
        assert contrast(ink, ground) >= SEEN, (where, ink, ground)
