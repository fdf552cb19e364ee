"""The picture of the table as text: every row fits its zone, and nothing is ever cut off."""

from __future__ import annotations

import itertools
import re
import unicodedata

import pytest
from msgspec.structs import replace
from rich.cells import cell_len
from textual.geometry import Region

from ai.reading.safety_reasons import SafetyClass
from engine.hand import parse_meld
from engine.tiles import parse_tiles
from tests.support.ai.seat_views import Position
from tests.support.nightly import one_in
from tests.support.tui.positions import (
    FURITEN_WIDTH,
    Seated,
    after_riichi,
    all_melds,
    bare_scene,
    four_kans,
    four_pons,
    long_ponds,
    plain_turn,
    riichi_tile_called,
)
from tui.config.actions import BY_ID, ActionId
from tui.desk.hints import LINE_WIDTH
from tui.desk.scene import LaidHand, PromptItem, Scene, SwitchItem, WaitRow
from tui.desk.scene_maker import make_scene
from tui.drawing.rows import ActionKey, DiscardAt, MeldAt, Meta, Row, Rows, TileAt, cells, plain
from tui.i18n import t
from tui.table.board import Board, laid_meld, laid_pond, tile_gap
from tui.table.hand_picture import hand_picture
from tui.table.table_layout import Plan, Zone, draw, plan
from tui.table.text_lines import keys
from tui.tiles import NO_MARK, Ground, Look, Mark, Size, TileStyle, glyph_set, legend_for
from tui.words.event_lines import Announcement
from tui.words.names import REASON_WIDTH

SOLID = Look(TileStyle.SOLID, glyph_set("kanji"))
LINE = Look(TileStyle.LINE, glyph_set("kanji"))
ASCII = Look(TileStyle.LINE, glyph_set("ascii"))
LOOKS = [SOLID, LINE, ASCII, Look(TileStyle.SOLID, glyph_set("latin"))]
SIZES = [(80, 24), (100, 30), (120, 40), (80, 50), (99, 29), (119, 39), (120, 30), (104, 24)]
SIZES += [(140, 45), (146, 50), (200, 60)]
BARE = [(80, 16), (80, 19), (99, 22), (100, 20), (120, 31), (140, 34), (146, 38), (200, 50)]
"""Sizes of a table that shows a position and nothing else."""
PLANS = [*(plan(*size) for size in SIZES), *(plan(*size, bare=True) for size in BARE)]

POSITIONS = {
    "deal": lambda: Position("123456789m1234p"),
    "plain": plain_turn,
    "riichi": after_riichi,
    "called": riichi_tile_called,
    "melds": all_melds,
    "long": long_ponds,
    **{f"kans-{seat}": (lambda seat=seat: four_kans(seat)) for seat in range(4)},
    **{f"pons-{seat}": (lambda seat=seat: four_pons(seat)) for seat in range(4)},
}


@pytest.mark.parametrize("name", POSITIONS)
def test_positions_use_no_tile_more_often_than_there_is(name: str) -> None:
    assert min(POSITIONS[name]().view.left()) >= 0


def full_scene(position: Position, **details: object) -> Scene:
    """A scene that uses every line of the picture."""
    usual: dict[str, object] = {
        "names": ("You", "Hayai", "Mamori the Patient", "Takame"),
        "cursor": 0,
        "lit": frozenset({8}),
        "marks": (Mark(SafetyClass.CANNOT_LOSE, furiten=True), NO_MARK.with_choice()),
        "against": "against Hayai and Mamori the Patient",
        "disabled": frozenset({1}),
        "furiten": ("3s lies in your pond (discard 6): no ron on 3s 6s; tsumo still wins",),
        "wait_line": "tenpai 3s 6s",
        "waits": (WaitRow(20, 2, "furiten"), WaitRow(23, 2, "no yaku")),
        "prompt": (PromptItem("Enter", "discard 9m"), PromptItem("r", "riichi", False)),
        "reason": "9m is safe: Mamori threw 9m (genbutsu)",
        "log": tuple(f"line {number} of the log" for number in range(50)),
        "keys": (PromptItem("?", "help"), PromptItem("h", "hints"), PromptItem("q", "quit")),
        "header": ("hand 2 of 8", "seed 42"),
        "announced": Announcement(3, "PON"),
    }
    usual.update(details)
    names = usual.pop("names")
    return bare_scene(position.view, names, **usual)


def pictures(
    position: Position, size: tuple[int, int], look: Look = SOLID, **details: object
) -> dict[Zone, Rows]:
    return draw(full_scene(position, **details), plan(*size), look)


def name_of(shape: Plan) -> str:
    return f"{shape.width}x{shape.height}{'-bare' if shape.bare else ''}"


def named(value: object) -> str:
    return name_of(value) if isinstance(value, Plan) else str(value)


def text(rows: Rows) -> str:
    return plain(rows)


def metas(rows: Rows, kind: type[Meta]) -> set[Meta]:
    spans = (span for row in rows for span in row if span.text.strip())
    return {span.meta for span in spans if isinstance(span.meta, kind)}


@pytest.mark.parametrize(("shape", "name"), one_in(5, PLANS, POSITIONS, name=named))
def test_every_row_is_exactly_as_wide_as_its_zone(name: str, shape: Plan) -> None:
    position = POSITIONS[name]()
    for look in LOOKS:
        for zone, rows in draw(full_scene(position), shape, look).items():
            region = shape.regions[zone]
            assert len(rows) == region.height, zone
            for row in rows:
                assert sum(cell_len(span.text) for span in row) == region.width, (zone, plain((row,)))


@pytest.mark.parametrize("shape", PLANS, ids=name_of)
def test_zones_do_not_overlap_and_leave_nothing_but_equal_margins_beside_the_table(shape: Plan) -> None:
    regions = {zone: Region(*region) for zone, region in shape.regions.items()}
    for one, other in itertools.combinations(regions.values(), 2):
        assert not one.overlaps(other)
    left = min(region.x for region in regions.values())
    end = regions[Zone.EDGE].x if Zone.EDGE in shape.regions else shape.width
    right = end - regions[Zone.RIGHT].right
    assert right - left in (0, 1)
    assert sum(region.area for region in regions.values()) == (shape.width - left - right) * shape.height


@pytest.mark.parametrize(("shape", "name"), one_in(5, PLANS, POSITIONS, name=named))
def test_every_discard_every_meld_and_every_tile_of_the_hand_is_there(name: str, shape: Plan) -> None:
    position = POSITIONS[name]()
    seats = position.view.table.seats
    for look in LOOKS:
        zones = draw(full_scene(position), shape, look)
        rows = tuple(row for zone in zones.values() for row in zone)
        discards = {DiscardAt(seat, place) for seat in range(4) for place in range(len(seats[seat].pond))}
        melds = {MeldAt(seat, place) for seat in range(4) for place in range(len(seats[seat].melds))}
        assert metas(rows, DiscardAt) == discards
        assert metas(rows, MeldAt) == melds
        assert metas(rows, TileAt) == set(map(TileAt, range(len(position.view.hand.tiles))))


def complete_melds(rows: Rows, seat: int) -> list[str]:
    """The text of each meld of a seat."""
    found: dict[int, str] = {}
    for row in rows:
        for span in row:
            if isinstance(span.meta, MeldAt) and span.meta.seat == seat:
                place = span.meta.place
                found[place] = found.get(place, "") + span.text
    return [found[place] for place in sorted(found)]


@pytest.mark.parametrize("seat", range(4))
@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_four_kans_of_any_seat_show_all_their_tiles(seat: int, size: tuple[int, int]) -> None:
    zones = pictures(four_kans(seat), size, ASCII)
    rows = tuple(row for zone in zones.values() for row in zone)
    melds = complete_melds(rows, seat)
    assert [len(re.findall(r"\dm", meld)) for meld in melds] == [4, 4, 4, 2]
    assert melds[3].count("##") == 2, "the ends of a closed kan are seen from behind"


@pytest.mark.parametrize("look", LOOKS, ids=lambda look: f"{look.style}-{look.glyphs.name}")
@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_four_pons_show_all_their_tiles_and_keep_their_size_when_a_tile_is_drawn(
    size: tuple[int, int], look: Look
) -> None:
    pons = [
        complete_melds(pictures(position, size, look, lit=frozenset())[Zone.HAND], 0)
        for position in (four_pons(0), four_pons(0).play("2: 9s; 3: 9s; 0: draws 9p"))
    ]
    assert pons[0] == pons[1]
    for digit, pon in zip("1234", pons[0], strict=True):
        assert unicodedata.normalize("NFKC", pon).count(digit) == 3


@pytest.mark.parametrize("look", LOOKS, ids=lambda look: f"{look.style}-{look.glyphs.name}")
@pytest.mark.parametrize("said", [None, Announcement(0, "TSUMO")])
def test_no_line_that_the_desk_can_say_is_cut_off(look: Look, said: Announcement | None) -> None:
    widths = {
        Zone.FURITEN: FURITEN_WIDTH,
        Zone.PLATE: LINE_WIDTH,
        Zone.REASON: REASON_WIDTH,
    }
    texts = {zone: "a" + "-" * (width - 2) + "z" for zone, width in widths.items()}
    lines = {"furiten": (texts[Zone.FURITEN],), "wait_line": texts[Zone.PLATE], "reason": texts[Zone.REASON]}
    zones = pictures(plain_turn(), (80, 24), look, announced=said, **lines)
    for zone, line in texts.items():
        assert line in text(zones[zone])


def test_the_furiten_line_takes_its_longest_wording_that_fits() -> None:
    lines = tuple("x" * width for width in (83, 82, 69, 68, 10))
    shown = {
        size: text(pictures(plain_turn(), size, furiten=lines)[Zone.FURITEN]).count("x")
        for size in ((80, 24), (94, 30), (120, 40))
    }
    assert shown == {(80, 24): 68, (94, 30): 82, (120, 40): 82}


STAKES = [(0, 0), (12, 0), (0, 11), (12, 11)]


@pytest.mark.parametrize(("shape", "stakes"), one_in(5, PLANS, STAKES, name=named))
def test_every_fact_about_the_hand_stands_once_on_the_table(stakes: tuple[int, int], shape: Plan) -> None:
    """Round, wall and sticks in the centre, scores on the plates, dora in the header."""
    honba, riichi_sticks = stakes
    scores = (31_000, 32_000, 33_000, 4_000)
    position = Position(
        "123456789m1234p",
        wind="S",
        kyoku=4,
        honba=honba,
        riichi_sticks=riichi_sticks,
        scores=scores,
        indicator="3p",
    )
    position.play("dora 1s; dora 2m; dora 5z; dora 7s")
    wall = t("table.wall", count=position.view.table.live)
    for look in LOOKS:
        zones = draw(full_scene(position, reason="", log=(), announced=None), shape, look)
        whole = "\n".join(text(rows) for rows in zones.values())
        for fact in ("South 4", wall, *(f"{score:,}" for score in scores)):
            assert whole.count(fact) == 1, fact
        assert whole.count("12 honba") == (honba > 0)
        assert len(re.findall("11 (?:riichi )?sticks", whole)) == (riichi_sticks > 0)
        for tile in ("4p", "2s", "3m", "8s"):
            assert tile in text(zones[Zone.HEADER])


def test_the_header_drops_its_last_texts_first() -> None:
    position = Position("123456789m1234p", indicator="3p").play("dora 1s; dora 2m; dora 5z; dora 7s")
    bits = ("hand 5/8", "seed 123456", "with a very long name of the bots")
    row = text(pictures(position, (80, 24), header=bits)[Zone.HEADER])
    assert [bit for bit in bits if bit in row] == ["hand 5/8", "seed 123456"]


def words(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize(
    ("meld", "source", "shown"),
    [
        ("chi:423m", 3, "<4m>2m 3m"),
        ("pon:555p", 3, "<5p>5p 5p"),
        ("pon:505p", 2, "0p<5p>5p"),
        ("pon:555p", 1, "5p 5p<5p>"),
        ("kan:1111s", 1, "1s 1s 1s<1s>"),
        ("kan:1111s", 2, "1s<1s>1s 1s"),
        ("added:2222p", 3, "<2p+2p>2p 2p"),
        ("added:2222p", 2, "2p<2p+2p>2p"),
        ("ankan:3333z", None, "## W  W  ##"),
    ],
)
def test_the_called_tile_lies_where_it_came_from(meld: str, source: int | None, shown: str) -> None:
    rows = hand_picture((), [parse_meld(meld, source)], size=Size.S, look=ASCII)
    assert plain(rows).strip() == shown


def test_an_added_kan_from_the_right_stacks_at_the_right() -> None:
    laid = laid_meld(parse_meld("added:5550p", 1), 0)
    assert [tile.sideways for tile in laid] == [False, False, True]
    assert laid[2].on_top == parse_tiles("0p")[0]


def test_riichi_tile_called_away_turns_the_next_one() -> None:
    zones = pictures(riichi_tile_called(), (80, 24), LINE)
    middle = text(zones[Zone.MIDDLE])
    assert " 4p!(7s)<8p>" in middle
    board = Board(full_scene(riichi_tile_called()), SOLID)
    assert [tile.sideways for tile in laid_pond(board, 2)][-2:] == [False, True], "one lies, as on a table"


def test_furiten_causes_are_underlined_where_they_lie() -> None:
    zones = pictures(after_riichi(), (80, 24))
    underlined = {
        span.text
        for rows in zones.values()
        for row in rows
        for span in row
        if span.role.underlined and span.meta
    }
    assert underlined == {"3s"}


def test_copies_of_the_lit_kind_are_lit_everywhere_red_or_not() -> None:
    zones = pictures(after_riichi(), (80, 24), lit=frozenset(parse_tiles("5p")), cursor=None)
    lit = [
        (zone, span.text.strip())
        for zone, rows in zones.items()
        for row in rows
        for span in row
        if span.role.ground == "lit" and span.text.strip() not in ("", "<", ">")
    ]
    assert (Zone.LEFT, "5p") in lit
    assert (Zone.HAND, "*５") in lit


def test_dora_are_marked_in_hand_ponds_and_melds_and_the_header_names_both() -> None:
    position = Position("4p123456789m123s", indicator="3p").play("0: 4p; 1: pon 4p4p; 1: 4p; 0: draws 4p")
    zones = pictures(position, (100, 30), LINE, cursor=None, lit=frozenset())
    for zone in (Zone.MIDDLE, Zone.RIGHT, Zone.HAND):
        assert any(span.role.ink == "dora" and span.text == "d" for row in zones[zone] for span in row), zone
    assert "dora 4p (from 3p)" in text(zones[Zone.HEADER])


def test_the_newest_discard_stands_out_until_it_is_called() -> None:
    position = plain_turn().play("0: 9m; 1: 9p")
    board = Board(bare_scene(position.view), SOLID)
    assert board.pond_state(1, len(board.seat(1).pond) - 1).last
    assert not board.pond_state(0, len(board.seat(0).pond) - 1).last
    position.play("3: pon 9p9p")
    board = Board(bare_scene(position.view), SOLID)
    assert not board.pond_state(1, len(board.seat(1).pond) - 1).last
    assert board.is_fresh(3, 0, board.seat(3).melds[0].kind)


def test_whose_turn_riichi_and_the_call_are_on_the_plates() -> None:
    zones = pictures(after_riichi(), (80, 24))
    assert "▸" in text(zones[Zone.PLATE])
    assert "▸" not in text(zones[Zone.LEFT]) + text(zones[Zone.MIDDLE]) + text(zones[Zone.RIGHT])
    assert "RIICHI" in text(zones[Zone.MIDDLE])
    assert "PON" in text(zones[Zone.LEFT])


def test_long_names_are_shortened_and_scores_are_not() -> None:
    names = ("You",) + ("Somebody with a very long name indeed",) * 3
    for size in SIZES:
        zones = pictures(after_riichi(), size, names=names)
        for zone, score in ((Zone.LEFT, "26,100"), (Zone.MIDDLE, "23,300"), (Zone.RIGHT, "25,900")):
            shown = text(zones[zone])
            assert score in shown
            assert "Some" in shown
        assert "RIICHI" in text(zones[Zone.MIDDLE])


def test_the_drawn_tile_lies_apart_and_the_others_do_not_move() -> None:
    before = pictures(plain_turn().play("0: 9m; 1: 9p; 2: 8m; 3: 9p"), (80, 24), cursor=None, lit=frozenset())
    after = pictures(
        plain_turn().play("0: 9m; 1: 9p; 2: 8m; 3: 9p; 0: draws 1m"), (80, 24), cursor=None, lit=frozenset()
    )
    one, other = (text(zones[Zone.HAND]).splitlines()[1].rstrip() for zones in (before, after))
    assert other.startswith(one)
    assert re.search(r"５    +１ ?$", other)


def test_safety_stands_below_the_tiles_and_furiten_and_riichi_on_their_upper_edge() -> None:
    zones = pictures(plain_turn(), (80, 24), LINE)
    top, faces, _ = text(zones[Zone.HAND]).splitlines()
    assert text(zones[Zone.MARKS]).strip() == LINE.glyphs.bars[0]
    assert text(zones[Zone.MARKS]).index(LINE.glyphs.bars[0]) == faces.index("2")
    assert [(sign, top.index(sign) - faces.index("2")) for sign in "^r"] == [("^", 0), ("r", 4)]


@pytest.mark.parametrize("size", [(79, 24), (40, 3), (20, 2), (8, 1)])
def test_the_notice_of_a_screen_that_is_too_small_is_never_cut(size: tuple[int, int]) -> None:
    line = text(draw(full_scene(plain_turn()), plan(*size), SOLID)[Zone.NOTICE]).strip()
    assert "80x24" in line
    assert line.startswith(("The table", "80x24", "It needs", "Needs", "needs")), line


def test_what_cannot_be_done_is_in_brackets() -> None:
    line = text(pictures(plain_turn(), (80, 24))[Zone.PROMPT])
    assert words(line) == "Enter discard 9m (r) riichi"


def test_help_never_leaves_the_footer() -> None:
    words = "arrows choose,Enter discard,x pass,h hints,+ faster,- slower,n nine terminals,q quit,? help"
    named = (word.split(maxsplit=1) for word in words.split(","))
    keys = tuple(PromptItem(key, label, id=label) for key, label in named)
    line = text(pictures(plain_turn(), (80, 24), keys=keys)[Zone.KEYS])
    assert line.rstrip().endswith("? help")


def test_revealed_hands_are_shown_in_full() -> None:
    revealed = {1: parse_tiles("123456789m1122p"), 2: parse_tiles("11m"), 3: parse_tiles("1234567z")}
    for size in SIZES:
        zones = pictures(after_riichi(), size, LINE, revealed=revealed)
        assert "1p 1p 2p 2p" in text(zones[Zone.RIGHT])
        assert "1m 1m" in text(zones[Zone.MIDDLE])
        assert "中" in text(zones[Zone.LEFT])


@pytest.mark.parametrize(
    ("size", "form"),
    [
        ((80, 23), None),
        ((79, 60), None),
        ((80, 24), "small"),
        ((99, 40), "small"),
        ((200, 29), "small"),
        ((100, 30), "medium"),
        ((119, 50), "medium"),
        ((150, 39), "medium"),
        ((120, 40), "large"),
        ((160, 44), "large"),
        ((140, 45), "big"),
        ((145, 60), "big"),
        ((146, 50), "huge"),
        ((189, 60), "huge"),
        ((200, 57), "huge"),
        ((200, 60), "vast"),
    ],
)
def test_the_smaller_of_width_and_height_decides(size: tuple[int, int], form: str | None) -> None:
    shape = plan(*size).form
    assert (shape.name if shape else None) == form


def test_the_panel_explains_the_marks_shown() -> None:
    panel = text(pictures(plain_turn(), (120, 40))[Zone.PANEL])
    assert "against Hayai and\n" in re.sub(" +\n", "\n", panel), "on two lines"
    assert "cannot lose" in panel
    assert f"'    {t('table.legend.tsumogiri')}" in panel
    assert t("table.legend.furiten") in panel
    assert "2 left  furiten" in panel
    assert "line 49 of the log" in panel
    assert [row.letter for row in legend_for({"r", "?"}, safety=False)] == ["r"]


def test_lines_of_a_full_log_stay_where_they_are_for_some_time() -> None:
    """What moves is sent again: entries leave several at once, and the newest is always there."""
    lines = [f"entry {number}" for number in range(80)]
    before: list[str] = []
    moved = 0
    for count in range(40, len(lines)):
        panel = text(pictures(plain_turn(), (120, 40), log=tuple(lines[:count]))[Zone.PANEL])
        shown = [line.strip() for line in panel.splitlines() if "entry" in line]
        assert shown[-1] == lines[count - 1]
        assert shown == lines[count - len(shown) : count], "none is left out in between"
        moved += bool(before) and shown[:1] != before[:1]
        before = shown
    assert 1 <= moved <= (len(lines) - 40) / 4


def test_shown_hand_is_sorted_with_the_drawn_tile_last() -> None:
    position = Position("987m123p50s1z234s").play("0: draws 1m")
    assert LaidHand.sorted(position.view).tiles == parse_tiles("789m123p23405s1z1m")


def test_hand_picture_falls_back_to_smaller_tiles() -> None:
    tiles = parse_tiles("123m456p789s1z")
    meld = parse_meld("pon:555z", 1)
    wide = hand_picture(tiles, [meld], parse_tiles("1z")[0], look=SOLID)
    narrow = hand_picture(tiles, [meld], parse_tiles("1z")[0], look=SOLID, width=45)
    assert len(wide) == 3
    assert max(cell_len(line) for line in plain(narrow).splitlines()) <= 45


SWITCHES = (
    SwitchItem("win", False, ActionId.AUTO_WIN),
    SwitchItem("discard in riichi", True, ActionId.AUTO_DISCARD),
    SwitchItem("sort", True, ActionId.AUTO_SORT),
)


@pytest.mark.parametrize("look", LOOKS, ids=lambda look: f"{look.style}-{look.glyphs.name}")
def test_the_last_line_tells_what_the_table_does_by_itself(look: Look) -> None:
    line = draw(full_scene(plain_turn(), switches=SWITCHES), plan(80, 24), look)[Zone.KEYS]
    between = look.glyphs.separator
    assert text(line).rstrip().endswith(f"{t('table.auto')} discard in riichi {between} sort")
    assert metas(line, ActionKey) == {
        ActionKey(ActionId.PALETTE),
        ActionKey(ActionId.AUTO_DISCARD),
        ActionKey(ActionId.AUTO_SORT),
    }


def test_without_a_switch_on_the_last_line_says_so_and_without_switches_nothing() -> None:
    none_on = tuple(replace(item, on=False) for item in SWITCHES)
    assert t("table.auto-off") in text(pictures(plain_turn(), (80, 24), switches=none_on)[Zone.KEYS])
    assert t("table.auto") not in text(pictures(plain_turn(), (80, 24), switches=())[Zone.KEYS])


DEEDS = ("Hayai 1p", "Mamori RIICHI 7s", "Takame East")


@pytest.mark.parametrize(("size", "zone"), [((80, 24), Zone.REASON), ((120, 40), Zone.SINCE)])
def test_what_happened_since_the_own_turn_has_its_line(size: tuple[int, int], zone: Zone) -> None:
    shown = text(pictures(plain_turn(), size, reason="", since=DEEDS)[zone])
    assert f"{t('table.since')} {' ∙ '.join(DEEDS)}" in shown
    assert not text(pictures(plain_turn(), size, reason="", since=())[zone]).strip()


def test_the_oldest_news_make_room_for_a_long_reason() -> None:
    shown = text(pictures(plain_turn(), (80, 24), reason="x" * 40, since=DEEDS)[Zone.REASON])
    assert shown.startswith(f" {'x' * 40} ")
    assert shown.rstrip().endswith(f"{t('table.since')} {DEEDS[-1]}")


@pytest.mark.parametrize("width", [80, 94, 120])
def test_the_footer_always_has_the_help_and_the_list_of_all_keys(width: int) -> None:
    items = [PromptItem(key, "a rather long label", id=id) for key, id in (("x", None), ("q", ActionId.QUIT))]
    kept = (ActionId.CONFIRM, ActionId.HELP, ActionId.PALETTE)
    items[1:1] = [PromptItem(BY_ID[id].key, "words", id=id) for id in kept]
    shown = tuple(SwitchItem(f"switch {number}", on=True, id=ActionId.AUTO_SORT) for number in range(3))
    line = text((keys(Board(full_scene(plain_turn(), keys=tuple(items), switches=shown), SOLID), width),))
    assert "? words" in line
    assert ": words" in line
    assert "Enter words" in line, "the key that acts"


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40), (160, 50), (200, 60)])
@pytest.mark.parametrize("look", [SOLID, LINE])
def test_backs_tell_how_many_tiles_every_opponent_has_left(size: tuple[int, int], look: Look) -> None:
    back = look.glyphs.thin_back

    def left(position: Position) -> list[int]:
        zones = pictures(position, size, look)
        found = [text(zones[zone]) for zone in (Zone.RIGHT, Zone.MIDDLE, Zone.LEFT)]
        numbers = [re.search(rf"{re.escape(back)} (\d+)", shown) for shown in found]
        return [int(n[1]) if n else shown.count(back) for n, shown in zip(numbers, found, strict=True)]

    for position in (all_melds(), after_riichi(), long_ponds(), four_kans(2), four_pons(3)):
        seats = position.view.table.seats
        assert left(position) == [13 - 3 * len(seats[seat].melds) for seat in (1, 2, 3)]
    thrown = plain_turn()
    assert left(thrown) == left(thrown.play("0: 9m; 1: 9p")), "a discard changes none"


def gaps_between_melds(row: Row) -> list[int]:
    """Cells of felt between one meld and the next in a row of the hand."""
    blocks = [
        (meta, sum(cells(span.text) for span in spans))
        for meta, spans in itertools.groupby(row, lambda span: isinstance(span.meta, MeldAt) and span.meta)
    ]
    first = next(at for at, (meta, _) in enumerate(blocks) if meta)
    return [width for meta, width in blocks[first:-1] if not meta]


def test_four_kans_keep_their_size_on_a_large_screen_and_lie_apart_everywhere() -> None:
    rows = pictures(four_kans(0), (120, 40))[Zone.HAND]
    assert sum(isinstance(span.meta, MeldAt) for row in rows[-4:-1] for span in row) >= 3 * 4
    gaps = gaps_between_melds(
        next(row for row in reversed(rows) if any(isinstance(span.meta, MeldAt) for span in row))
    )
    assert len(gaps) == 3
    assert min(gaps) > tile_gap(Size.M, SOLID), "more felt than between their tiles"
    rows = pictures(four_kans(0), (80, 24))[Zone.HAND]
    melds = complete_melds(rows, 0)
    assert len(melds) == 4
    assert "  ".join(melds) in plain(rows)


def test_tiles_of_a_call_are_drawn_and_mean_what_its_key_means() -> None:
    desk = Seated("34567m340p79s125z").offered("0: 5z; 1: 1m; 2: 9p; 3: 5m")
    desk.do("chi")
    scene = make_scene(desk)
    (row,) = draw(scene, plan(80, 24), SOLID)[Zone.PROMPT]
    drawn = [
        [span.text for span in row if span.meta == ActionKey(item.id) and span.role.ground is Ground.FACE]
        for item in scene.prompt
        if item.id is not None
    ]
    assert drawn == [["4m", "6m"], ["3m", "4m"], ["6m", "7m"], []]
    greyed = replace(scene, prompt=tuple(replace(item, enabled=False) for item in scene.prompt))
    (row,) = draw(greyed, plan(80, 24), SOLID)[Zone.PROMPT]
    assert "34m" in plain((row,)), "what cannot be taken is told in words"
