"""The hand after each of two choices, in notation; distances and tiles are counted again by hand."""

from __future__ import annotations

import pytest

from ai.reading.yaku_plans import PlannedYaku
from ai.review.after_choice import AfterChoice, hands_after
from engine.actions import PASS, Action, ActionKind
from engine.options import options
from engine.tiles import TILE_OF
from engine.view import SeatView
from tests.support.ai.seat_views import ACROSS, ME, RIGHT, calls, discards, seat_view

TWO_PONS = [calls(ME, "444z", "111z", fed_by=ACROSS, throws="9m")]


def chosen(view: SeatView, kind: ActionKind, tile: str | None = None) -> AfterChoice:
    """The hand after the first legal choice of that kind, with that tile."""
    if kind is ActionKind.PASS:
        action = PASS
    else:
        wanted = None if tile is None else TILE_OF[tile]
        action = next(
            each for each in options(view).actions if each.kind is kind and wanted in (None, each.tile)
        )
    after = AfterChoice.of(view, action)
    assert after is not None
    assert after.kind is kind
    return after


def test_a_call_that_breaks_a_set_is_as_far_with_fewer_tiles() -> None:
    """Of 789p a chi of 9p takes 78p: 67m 34s, and 9p once more."""
    view = seat_view("67m789p34s258m19s2p", offered="9p", past=TWO_PONS[0:0])
    del view


@pytest.mark.parametrize("kind", [ActionKind.DISCARD, ActionKind.RIICHI])
def test_nobody_threatens_and_a_discard_has_no_safety(kind: ActionKind) -> None:
    after = chosen(seat_view("123m34p567s678p99s", draws="4z"), ActionKind.RIICHI, "4z")
    assert (after.shanten, after.tiles, after.ron, after.safety) == (0, 8, 8, None)
