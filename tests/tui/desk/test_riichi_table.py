"""The table of riichi discards: its facts are those of the outlook, at every width and height."""

from __future__ import annotations

import pytest

from ai.reading.outlook import Outlook, order, riichi_outlooks
from engine.tiles import format_tiles
from tests.support.nightly import with_each
from tests.support.tui.panels import StillHint, inquiry
from tests.support.tui.positions import Seated
from tui.config.settings import HintLevel
from tui.desk.desk import Desk
from tui.desk.scene_maker import make_scene
from tui.drawing.rows import plain
from tui.i18n import t
from tui.i18n import width as cells
from tui.table.side_panel import MARGIN
from tui.table.table_layout import EDGE, PANEL, Zone, draw, plan
from tui.tiles import default_look
from tui.words.names import tile_word, tile_words
from tui.words.riichi_choices import CHOICES, CHOSEN, RiichiColumn, RiichiTable, TableLine, riichi_table

HANDS = {
    "one furiten": ("356m123456789p9s", "0: 7m; 1: 1z; 2: 1z; 3: 1z; 0: draws 9s"),
    "all furiten": ("234m45622p23478s", "0: 6s; 1: 4z; 2: 9m; 3: 1z; 0: draws 1s"),
    "none furiten": ("234m45622p23478s", "0: draws 1s"),
    "nine choices": ("1112345678999m", "0: draws 5m"),
    "honours": ("234m456p789s1156z", "0: draws 1z"),
}
WIDTHS = range(60, 111)
"""From the last of these widths on everything has room."""


def choosing(name: str, hints: HintLevel = HintLevel.FULL) -> Desk:
    """A desk at which riichi is being declared."""
    hand, moves = HANDS[name]
    desk = Seated(hand, hints=hints).offered(moves)
    desk.do("riichi")
    return desk


def points(extent: tuple[int, int] | None, *, brief: bool) -> str:
    """A range of points as the table writes it."""
    if extent is None:
        return t("panel.choices.none")
    least, most = extent
    if least == most:
        return t("desk.riichi-points", points=most)
    if brief:
        return t("panel.choices.at-least", least=least)
    return t("panel.choices.range", least=least, most=most)


def facts(choice: Outlook, best: Outlook, *, brief: bool) -> dict[RiichiColumn, str]:
    """What stands in each column of a row."""
    kinds = [wait.kind for wait in choice.waits]
    return {
        RiichiColumn.TILE: tile_word(choice.tile),
        RiichiColumn.WAITS: format_tiles(kinds) if brief else tile_words(kinds),
        RiichiColumn.LEFT: str(choice.acceptance),
        RiichiColumn.RON: t("desk.furiten") if choice.furiten else points(choice.ron_points, brief=brief),
        RiichiColumn.TSUMO: points(choice.tsumo_points, brief=brief),
        RiichiColumn.BEST: t("panel.choices.best") if order(choice) == order(best) else "",
    }


def said_by(line: TableLine, choice: Outlook, best: Outlook) -> list[tuple[RiichiColumn, ...]]:
    """The choices of columns whose facts, and nothing else, the line has."""
    bare = line.text.removeprefix(CHOSEN if line.chosen else " ")
    return [
        columns
        for columns in CHOICES
        for here in (facts(choice, best, brief=brief) for brief in (False, True))
        if bare.split() == " ".join(here[column] for column in columns).split()
    ]


def check(table: RiichiTable, choices: list[Outlook], width: int, height: int | None = None) -> int:
    """Compare every line with the facts; how many rows there are."""
    lines = table.fitted(width, height)
    assert all(cells(line.text) <= width for line in lines), width
    assert height is None or len(lines) <= max(height, 0)
    if not lines:
        return 0
    rows = [line for line in lines if line.tile is not None]
    by_tile = {each.tile: each for each in choices}
    told = [by_tile[line.tile] for line in rows if line.tile is not None]
    assert told == [each for each in choices if each in told], "in their order"
    assert told[0] == choices[0]
    assert [line.tile for line in rows if line.chosen] == [table.chosen]
    shared = set.intersection(
        *({*said_by(line, each, choices[0])} for line, each in zip(rows, told, strict=True))
    )
    assert shared, [line.text for line in lines]
    assert all(
        (t("desk.furiten") in line.ron) == bool(each.furiten) for line, each in zip(rows, told, strict=True)
    )
    missing = len(choices) - len(rows)
    last = lines[-1].text.strip()
    assert (last == t("panel.choices.more", count=missing)) == bool(missing)
    return len(rows)


@pytest.mark.usefixtures("language")
@pytest.mark.parametrize("name", HANDS)
def test_at_every_width_each_row_has_the_facts_of_its_discard(name: str) -> None:
    choices = riichi_outlooks(choosing(name).view)
    for chosen in (choices[0], choices[-1]):
        table = riichi_table(choices, chosen.tile)
        for width in range(max(map(cells, (t("desk.furiten"), "12,000"))), WIDTHS.stop, 2):
            number = check(table, choices, width)
            assert number in (0, len(choices))
            assert number or width < 22
    # the narrowest panel has waits and points, as no other line there does
    head, *_ = table.fitted(PANEL - EDGE - 2 * MARGIN)
    told = ("waits", "left", "ron") if name != "nine choices" else ("ron",)
    assert all(t(f"panel.choices.{column}") in head.text for column in told)


@pytest.mark.usefixtures("language")
def test_rows_that_are_left_out_are_the_worst_and_counted() -> None:
    choices = riichi_outlooks(choosing("nine choices").view)
    shown = [
        check(riichi_table(choices, chosen.tile), choices, 40, height)
        for chosen in choices
        for height in range(-1, 12)
    ]
    assert {0, 2, 6, len(choices)} <= set(shown)
    assert check(riichi_table(choices, choices[0].tile), choices, 40, len(choices)) == len(choices)


def test_the_first_row_alone_is_best_and_its_furiten_is_told() -> None:
    desk = choosing("one furiten")
    table = make_scene(desk).riichi
    assert table is not None
    head, first, other = table.fitted(76)
    assert t("panel.choices.ron") in head.text
    assert first.text.endswith(t("panel.choices.best"))
    assert not other.text.endswith(t("panel.choices.best"))
    assert (first.furiten, other.furiten) == (True, False)


def test_equal_choices_are_both_best() -> None:
    choices = riichi_outlooks(choosing("one furiten").view)
    table = riichi_table([choices[0], choices[0]], None)
    assert all(line.text.endswith(t("panel.choices.best")) for line in table.fitted(76)[1:])


def test_the_mark_goes_with_the_cursor() -> None:
    desk = choosing("one furiten")
    for _ in range(2):
        table = make_scene(desk).riichi
        assert table is not None
        assert table.chosen == desk.under_cursor
        desk.do("right")


@pytest.mark.usefixtures("language")
@pytest.mark.parametrize(("name", "height"), with_each(HANDS, [24, 30, 40]))
def test_the_table_stands_beside_the_hand_or_one_sentence_below_it(name: str, height: int) -> None:
    """Without cutting anything: a line of the table is there as it was fitted."""
    scene = make_scene(choosing(name))
    table = scene.riichi
    assert table is not None
    for width in (80, 100, 120, 133, 150, 200):
        layout = plan(width, height)
        if layout.form is None:
            continue
        pictures = draw(scene, layout, default_look())
        if Zone.PANEL in layout.regions:
            rows = [line[1:].rstrip() for line in plain(pictures[Zone.PANEL]).splitlines()]
            inner = layout.regions[Zone.PANEL].width - 2 * MARGIN
            wanted = [line.text for line in table.fitted(inner)]
            first = rows.index(wanted[0])
            assert rows[first : first + len(wanted)] == wanted
            continue
        row = plain(pictures[Zone.REASON])
        assert table.said in row or scene.reason in row
        assert scene.reason or table.said in row
        keys = plain(pictures[Zone.KEYS])
        assert t("action.help") in keys, "the way to help stays"


def test_a_refusal_takes_the_place_of_the_table() -> None:
    desk = choosing("one furiten")
    desk.do("kan")
    scene = make_scene(desk)
    assert scene.reason
    assert scene.riichi is None


@pytest.mark.usefixtures("language")
@pytest.mark.parametrize("name", HANDS)
def test_the_page_about_a_riichi_has_the_whole_table_at_every_width(name: str) -> None:
    desk = choosing(name)
    asked = inquiry(desk)
    table = asked.page(asked.first).sections[0].table
    assert table is not None
    for width in WIDTHS[::4]:
        shown = [line.strip() for line in plain(StillHint(asked).picture(width, 24)).splitlines()]
        assert all(line.text.strip() in shown for line in table.fitted(width - 4)), width


def test_there_is_no_table_before_a_riichi_is_chosen_nor_for_one_discard() -> None:
    hand, moves = HANDS["one furiten"]
    assert make_scene(Seated(hand).offered(moves)).riichi is None
    desk = Seated("234m45622p23478s").offered("0: draws 9m")
    desk.do("riichi")
    assert make_scene(desk).riichi is None
