"""What makes the person furiten is underlined where it lies, in ponds and kans, in every style and colour."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest
from msgspec.structs import replace

from tests.support.nightly import one_in
from tests.support.tui.desk_positions import WRC, Seated, press
from tui.config.settings import HintLevel
from tui.desk.desk import Desk
from tui.desk.scene_maker import make_scene
from tui.drawing.click_meta import DiscardAt, MeldAt, Meta
from tui.drawing.palette import THEMES, load_palette, strip_of
from tui.table.table_layout import plan
from tui.table.table_picture import draw
from tui.tiles.look import GLYPH_SETS, Look, TileStyle, glyph_set

PINFU = "234m45622p23478s"
"""Waits on 6s and 9s, with pinfu."""
ORPHANS = "19m19p19s1234567z"
SIZES = [(80, 24), (100, 30), (120, 40)]


def passed(hand: str, moves: str, **more: object) -> Desk:
    """The person passes on the last tile."""
    desk = Seated(hand, **more).offered(moves)  # type: ignore[arg-type]
    press(desk, "pass", "pass")
    return desk


CAUSES: dict[str, tuple[Callable[[], Desk], tuple[str, tuple[int, int]], str]] = {
    "an own discard": (
        lambda: Seated(PINFU).play("0: 5z; 1: 1z; 2: 1z; 3: 1z; 0: 6s; 1: 1z").desk,
        DiscardAt(0, 1),
        "6s",
    ),
    "an own discard that was called away": (
        lambda: Seated(PINFU).play("0: 6s; 2: pon 6s6s; 2: 1z").desk,
        DiscardAt(0, 0),
        "6s",
    ),
    "a discard let go, while it still lies there for all": (
        lambda: passed(PINFU, "0: 5z; 1: 9s"),
        DiscardAt(1, 0),
        "9s",
    ),
    "a discard let go": (
        lambda: Seated(PINFU).play("0: 5z; 1: 1z; 2: 9s; 3: 1z").desk,
        DiscardAt(2, 0),
        "9s",
    ),
    "a riichi tile": (
        lambda: Seated(PINFU).play("0: 5z; 1: 1z; 2: 1z; 3: riichi 9s").play("0: draws 1z").desk,  # type: ignore[attr-defined]
        DiscardAt(3, 0),
        "9s",
    ),
    "a discard let go after riichi": (
        lambda: Seated(PINFU).play("0: riichi 5z; 1: 6s; 2: 1z; 3: 1z; 0: 1z'; 1: 1z").desk,
        DiscardAt(1, 0),
        "6s",
    ),
    "an own draw thrown after riichi": (
        lambda: Seated(PINFU).play("0: riichi 5z; 1: 1z; 2: 1z; 3: 1z; 0: 9s'").desk,
        DiscardAt(0, 1),
        "9s",
    ),
    "a tile added to a pon": (
        lambda: passed(PINFU, "0: 9m; 1: 9s; 2: pon 9s9s; 2: 1z; 3: 1z; 0: 1z; 1: 2z; 2: kakan 9s"),
        MeldAt(2, 0),
        "9s",
    ),
    "a closed kan under thirteen orphans": (
        lambda: passed(
            ORPHANS, "0: 5m; 1: 5m; 2: ankan 1s1s1s1s", rules=replace(WRC, orphans_rob_closed_kan=True)
        ),
        MeldAt(2, 0),
        "1s",
    ),
}


def underlined(desk: Desk, size: tuple[int, int], look: Look) -> set[Meta | None]:
    """What every underlined piece of the picture belongs to."""
    zones = draw(make_scene(desk), plan(*size), look)
    spans = (span for rows in zones.values() for row in rows for span in row)
    return {span.meta for span in spans if span.role.underlined}


@pytest.mark.parametrize("cause", CAUSES)
def test_each_kind_of_cause_is_underlined_and_nothing_else(cause: str) -> None:
    position, lies, _ = CAUSES[cause]
    desk = position()
    for size, style, glyphs in product(SIZES, TileStyle, GLYPH_SETS):
        assert underlined(desk, size, Look(style, glyph_set(glyphs))) == {lies}, (size, style, glyphs)


@pytest.mark.parametrize(("theme", "style"), one_in(3, THEMES, TileStyle))
def test_the_line_reaches_the_terminal_with_colours_and_without(style: TileStyle, theme: str) -> None:
    """The line is an attribute of the text, so that it needs no colour."""
    palette, look = load_palette(theme), Look(style, glyph_set("kanji"))
    for position, _, name in CAUSES.values():
        zones = draw(make_scene(position()), plan(80, 24), look)
        segments = [seg for rows in zones.values() for row in rows for seg in strip_of(row, palette)]
        drawn = {segment.text for segment in segments if segment.style and segment.style.underline}
        assert name in drawn, name


def test_a_tile_that_wins_and_is_still_on_offer_is_no_cause_yet() -> None:
    desk = Seated(PINFU).offered("0: 5z; 1: 9s")
    assert underlined(desk, (80, 24), Look(TileStyle.SOLID, glyph_set("kanji"))) == set()


def test_the_line_goes_with_the_furiten() -> None:
    seated = Seated(PINFU).play("0: 5z; 1: 9s; 2: 1z; 3: 1z; 0: 1z")
    assert underlined(seated.desk, (80, 24), Look(TileStyle.LINE, glyph_set("ascii"))) == set()


def test_with_hints_off_there_is_none() -> None:
    desk = Seated(PINFU, hints=HintLevel.OFF).play("0: 6s; 1: 1z").desk
    assert underlined(desk, (80, 24), Look(TileStyle.SOLID, glyph_set("kanji"))) == set()
