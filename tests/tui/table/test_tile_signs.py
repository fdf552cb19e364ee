"""Signs beside tiles, and the tiles that make the person furiten, at every size, style and colour."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.hand import parse_meld
from engine.tiles import KIND_OF, dora_kinds, parse_tiles
from tests.support.nightly import one_in
from tests.support.tui.positions import (
    WRC,
    Seated,
    all_melds,
    bare_scene,
    long_ponds,
    press,
    riichi_tile_called,
)
from tui.desk.desk import Desk
from tui.desk.scene_maker import make_scene
from tui.drawing.palette import THEMES, load_palette, segments_of
from tui.drawing.rows import DiscardAt, MeldAt, Meta, divided, plain, width_of
from tui.table.board import PlacedTile, laid_meld, small_rows, tile_row
from tui.table.hand_picture import hand_picture
from tui.table.table_layout import Zone, draw, plan
from tui.tiles import GLYPH_SETS, Look, Size, TileState, TileStyle, glyph_set

LOOKS = [Look(style, glyph_set(name)) for style in TileStyle for name in GLYPH_SETS]
FOUR = parse_tiles("4p")[0]
HAND_STATES = [
    TileState(lit=lit, disabled=disabled, cursor=cursor)
    for lit, disabled, cursor in itertools.product((False, True), repeat=3)
]
POND_STATES = [
    TileState(tsumogiri=tsumogiri, called_away=called, lit=lit, last=last, cause=cause)
    for tsumogiri, called, lit, last, cause in itertools.product((False, True), repeat=5)
    if not (called and last)
]
LAYINGS = {"upright": {}, "sideways": {"sideways": True}, "added": {"sideways": True, "on_top": FOUR}}
SIZES = ((80, 24), (100, 30), (120, 40))


def named(value: object) -> str:
    if isinstance(value, Look):
        return f"{value.style}-{value.glyphs.name}"
    return getattr(value, "__name__", str(value))


def dora_sign(size: Size) -> str:
    """No letter beside a name of one row: it would be read as a part of it."""
    return "!" if size is Size.S else "d"


def shown(tiles: list[PlacedTile], size: Size, look: Look, *, margin: bool = False) -> str:
    return plain(tile_row(tiles, size, look, margin=margin))


@pytest.mark.parametrize(("look", "laying", "size"), one_in(5, LOOKS, LAYINGS, Size, name=named))
def test_a_dora_has_its_sign_whatever_else_is_true_of_it(look: Look, size: Size, laying: str) -> None:
    if size is Size.L and laying != "upright":
        return
    for state, margin in itertools.product(HAND_STATES if size is Size.L else POND_STATES, (False, True)):
        other, dora = (
            PlacedTile(FOUR, replace(state, dora=is_dora), **LAYINGS[laying])  # type: ignore[arg-type]
            for is_dora in (False, True)
        )
        # a lying tile without half blocks has one row for its name and its signs
        lies = laying == "sideways" and (look.style, look.glyphs.lower_half) == (TileStyle.SOLID, " ")
        sign = dora_sign(Size.S if lies else size)
        for row in itertools.product((other, dora), repeat=3):
            text = shown(list(row), size, look, margin=margin)
            assert text.count(sign) == row.count(dora), (state, text)


@pytest.mark.parametrize(
    ("look", "sideways", "size"), one_in(3, LOOKS, (False, True), (Size.S, Size.M), name=named)
)
def test_a_discard_as_drawn_differs_from_one_out_of_the_hand_in_plain_text(
    look: Look, size: Size, sideways: bool
) -> None:
    for tile, state, dora in itertools.product(range(34), POND_STATES, (False, True)):
        pair = [
            shown(
                [PlacedTile(tile, replace(state, tsumogiri=each, dora=dora), sideways)],
                size,
                look,
                margin=True,
            )
            for each in (False, True)
        ]
        assert "'" not in pair[0]
        assert "'" in pair[1], pair[1]


def discard(tile: int, state: TileState, dora: bool, sideways: bool) -> PlacedTile:
    return PlacedTile(tile, replace(state, dora=dora), sideways)


tuples = st.tuples(st.integers(0, 33), st.sampled_from(POND_STATES), st.booleans(), st.booleans())
discards = st.lists(tuples.map(lambda each: discard(*each)), min_size=1, max_size=24)


@given(discards, st.sampled_from(LOOKS))
def test_discards_of_the_smallest_size_lie_in_columns_with_one_sign_each(
    laid: list[PlacedTile], look: Look
) -> None:
    rows = small_rows(laid, look)
    assert [width_of(row) for row in rows[:-1]] == [24] * (len(rows) - 1)
    assert max(map(width_of, rows)) <= plan(80, 24).regions[Zone.LEFT].width
    shown = [
        plain((divided(divided(row, start)[1], 4)[0],))
        for row in rows
        for start in range(0, width_of(row), 4)
    ]
    assert len(shown) == len(laid)
    for cell, each in zip(shown, laid, strict=True):
        assert each.tile is not None
        face = look.glyphs.short(each.tile)
        assert cell[0] + cell[-1] in ("  ", "()", "[]", "<>", " !", " '")
        assert cell[1:-1] == face


SIGNS = [
    (TileState(called_away=True, dora=True), True, "(4p)", "<4p>"),
    (TileState(last=True, dora=True, tsumogiri=True), True, "[4p]", "<4p>"),
    (TileState(dora=True, tsumogiri=True), True, "<4p>", "<4p>"),
    (TileState(dora=True, tsumogiri=True), False, " 4p!", " 4p!"),
    (TileState(tsumogiri=True), False, " 4p'", " 4p "),
    (TileState(last=True), False, "[4p]", " 4p "),
    (TileState(), False, " 4p ", " 4p "),
]


@pytest.mark.parametrize(("state", "sideways", "line", "solid"), SIGNS)
def test_the_most_important_sign_is_shown_and_grounds_need_none(
    state: TileState, sideways: bool, line: str, solid: str
) -> None:
    for style, shown in ((TileStyle.LINE, line), (TileStyle.SOLID, solid)):
        look = Look(style, glyph_set("kanji"))
        assert plain(small_rows([PlacedTile(FOUR, state, sideways)], look)) == shown


@pytest.mark.parametrize("style", TileStyle)
def test_solid_discards_that_need_no_sign_differ_by_their_ground(style: TileStyle) -> None:
    look = Look(style, glyph_set("kanji"))
    states = [TileState(), TileState(tsumogiri=True), TileState(called_away=True), TileState(last=True)]
    rows = [small_rows([PlacedTile(FOUR, state)], look)[0] for state in states]
    assert len(set(rows)) == len(states)


@pytest.mark.parametrize(
    ("look", "size", "position"),
    one_in(4, LOOKS, SIZES, (all_melds, riichi_tile_called, long_ponds), name=named),
)
def test_every_dora_on_the_table_has_its_sign_or_another_sign_in_its_ink(
    position, size: tuple[int, int], look: Look
) -> None:  # type: ignore[no-untyped-def]
    view = position().view
    dora = dora_kinds(view.table.indicators)
    table = draw(bare_scene(view), plan(*size), look)
    zones = (Zone.LEFT, Zone.MIDDLE, Zone.RIGHT, Zone.HAND)
    letters = [
        sum(map(span.text.count, map(dora_sign, (Size.S, Size.M)))) + (span.text in "(<[")
        for zone in zones
        for row in table[zone]
        for span in row
        if span.role.ink == "dora"
    ]
    tiles = [*view.hand.tiles, *(discard.tile for seat in view.table.seats for discard in seat.pond)]
    for number, seat in enumerate(view.table.seats):
        tiles += [
            laid.tile for meld in seat.melds for laid in laid_meld(meld, number) if laid.tile is not None
        ]
    assert sum(letters) == sum(KIND_OF[tile] in dora for tile in tiles)


def test_dora_of_a_hand_on_its_own_have_their_sign_to_the_last_tile() -> None:
    tiles, winning = parse_tiles("23444p"), parse_tiles("4p")[0]
    melds = [parse_meld("pon:555z", 1), parse_meld("pon:777s", 3)]
    for look, size in itertools.product(LOOKS, Size):
        dora = [FOUR, KIND_OF[parse_tiles("7s")[0]]]
        text = plain(hand_picture(tiles, melds, winning, dora=dora, size=size, look=look))
        assert len(re.findall("(?<![RG])d|!", text)) == 7, text


@pytest.mark.parametrize("look", LOOKS, ids=named)
@pytest.mark.parametrize("size", Size)
def test_no_sign_is_read_as_a_part_of_a_name(look: Look, size: Size) -> None:
    for state, ura, sideways in itertools.product(POND_STATES, (False, True), (False, True)):
        signed = replace(state, dora=True, ura=ura)
        text = shown([PlacedTile(FOUR, signed, sideways)] * 2, size, look, margin=True)
        assert not re.search(r"[a-z]4|4p?[du]", text), (signed, text)


PINFU = "234m45622p23478s"
"""Waits on 6s and 9s, with pinfu."""
ORPHANS = "19m19p19s1234567z"


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
        segments = [seg for rows in zones.values() for row in rows for seg in segments_of(row, palette)]
        drawn = {segment.text for segment in segments if segment.style and segment.style.underline}
        assert name in drawn, name
