"""Two small tables side by side: what fits, what is told, and the curve."""

from __future__ import annotations

import pytest

from ai.review.two_courses import DealsCompared
from engine.rules import WRC
from tests.support.ai import endings
from tests.support.tui.twice import prepared
from tui.desk.desk import Desk
from tui.desk.desk_settings import DeskSettings
from tui.desk.scene_maker import make_page_scene
from tui.drawing.rows import DiscardAt, block_width, plain
from tui.replay.played_twice import PlayedTwice
from tui.table.board import Board
from tui.table.two_tables import deals_chart, small_table, two_tables
from tui.tiles import default_look
from tui.words.names import Seating
from tui.words.review_sentences import course_names, deals_sentence, shares_sentence

LOOK = default_look()
SIZES = ((78, 22), (98, 28), (118, 38), (162, 46), (200, 60))


@pytest.fixture(scope="module")
def twice() -> PlayedTwice:
    return prepared()


@pytest.mark.parametrize("size", SIZES)
def test_it_has_exactly_that_size_and_everything_in_it(twice: PlayedTwice, size: tuple[int, int]) -> None:
    width, height = size
    for at in (0, 1, twice.last):
        rows = two_tables(twice, at, width, height, LOOK)
        assert (block_width(rows), len(rows)) == size
        shown = plain(rows)
        assert (
            deals_sentence(twice.courses, twice.compared, width) in " ".join(shown.split("\n")) or height < 30
        )
        assert twice.compared.shares is not None
        for name, share in zip(course_names(twice.courses), twice.compared.shares, strict=True):
            assert f"{name}: {shares_sentence(share)}" in shown


@pytest.mark.parametrize("size", SIZES)
def test_the_points_stand_above_the_course_that_is_over(twice: PlayedTwice, size: tuple[int, int]) -> None:
    lengths = [side.length for side in twice.sides]
    assert lengths[1] < lengths[0]
    half = (size[0] - 2) // 2

    def heads(at: int) -> tuple[str, str]:
        row = plain(two_tables(twice, at, *size, LOOK)).split("\n")[0]
        return row[:half], row[half:]

    assert "-7,700" not in heads(lengths[1])[0]
    assert heads(lengths[1])[1].rstrip().endswith(" 0")
    assert heads(lengths[0])[0].rstrip().endswith("-7,700")


def test_the_longest_ponds_have_two_rows_too() -> None:
    """At the end of the wall the dealer has discarded twenty times."""
    seen = endings.ending(0)
    desk = Desk.after(seen.events, Seating.at_table(["A", "B", "C", "D"], 0), WRC, DeskSettings())
    pond = desk.view.table.seats[0].pond
    assert len(pond) > 18
    rows = small_table(Board(make_page_scene(desk, note=""), LOOK), 38, 14)
    placed = {span.meta for row in rows for span in row if isinstance(span.meta, DiscardAt)}
    assert {DiscardAt(0, place) for place in range(len(pond))} <= placed


# -- the curve ---------------------------------------------------------------------------------------


def test_without_deals_there_is_an_empty_axis() -> None:
    chart = deals_chart(DealsCompared(10))
    assert chart.range == (-1_000, 1_000)
    assert all(value is None for curve in chart.curves for value in curve.values)
