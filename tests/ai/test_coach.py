"""Before a choice: what the coach says against it, and that it is silent where nothing is wrong."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pytest

from ai.coach import CautionKind, caution
from engine import events as ev
from engine.actions import PASS, Action, ActionKind
from engine.furiten import CauseEnd, FuritenKind
from engine.options import options
from engine.tiles import NAMES, format_tiles, parse_tile
from engine.view import SeatView
from tests.support.ai.seat_views import ACROSS, LEFT, ME, RIGHT, calls, discards, seat_view

MADE = "23456m22678p568s"
"""With 7m: 8s leaves 4s 7s, 5s leaves 7s."""
PINFU = "234m456m22678p45s"
FEW = (discards(ME, "4s"), *(discards(other, "4s") for other in (RIGHT, ACROSS, LEFT)))
"""No 4s is left: 7s alone, without furiten, is worth more than the same tiles with it."""


def throw(tile: str, kind: ActionKind = ActionKind.DISCARD) -> Action:
    return Action(kind, parse_tile(tile))


def drawn(hand: str, draws: str, *past: Sequence[ev.Event]) -> SeatView:
    return seat_view(hand, draws=draws, past=past)


def said(view: SeatView, action: Action) -> CautionKind | None:
    found = caution(view, action)
    return None if found is None else found.kind


def kinds(accepted: Iterable[tuple[int, int]]) -> str:
    return format_tiles(kind for kind, _ in accepted)


def test_a_furiten_wait_where_another_discard_is_free() -> None:
    found = caution(drawn(MADE, "7m", *FEW), throw("8s"))
    assert (found.kind, NAMES[found.tile], kinds(found.waits)) == (CautionKind.FURITEN, "8s", "47s")
    (cause,) = found.causes
    assert (cause.kind, NAMES[cause.tile], cause.turn, cause.ends) == (
        FuritenKind.DISCARD,
        "4s",
        1,
        CauseEnd.WAITS_CHANGE,
    )
    assert (NAMES[found.better.tile], kinds(found.better.waits), found.better.left) == ("5s", "7s", 4)


@pytest.mark.parametrize(
    ("hand", "draws", "past", "tile"),
    [
        pytest.param(MADE, "7m", [], "8s", id="nothing was thrown"),
        pytest.param(MADE, "7m", FEW, "5s", id="the free wait"),
        pytest.param(MADE, "7m", [discards(ME, "4s")], "8s", id="seven by tsumo beat four"),
        pytest.param(MADE, "7m", [discards(ME, "7s")], "8s", id="every wait would be furiten"),
        pytest.param(MADE, "1z", [discards(ME, "4s")], "1z", id="not tenpai"),
        pytest.param(PINFU, "9m", [discards(ME, "3s")], "9m", id="furiten already, and nothing better"),
    ],
)
def test_a_discard_that_nothing_speaks_against(
    hand: str, draws: str, past: Sequence[list[ev.Event]], tile: str
) -> None:
    assert said(drawn(hand, draws, *past), throw(tile)) is None


def test_of_two_free_waits_the_one_that_promises_more() -> None:
    """3m leaves 1m 4m 7m and 6m leaves 1m 4m, while 7m would wait on 3m, which was thrown."""
    view = drawn("2335677m456p345s", "4m", discards(ME, "3m"))
    for kind in (ActionKind.DISCARD, ActionKind.RIICHI):
        found = caution(view, throw("7m", kind))
        assert NAMES[found.better.tile] == "3m"


def test_a_discard_that_is_safer_may_have_that_reason() -> None:
    riichi = discards(RIGHT, "8s", riichi=0)
    assert said(drawn(MADE, "7m", *FEW, riichi), throw("8s")) is None
    both = discards(RIGHT, "8s5s", riichi=0)
    assert said(drawn(MADE, "7m", *FEW, both), throw("8s")) is CautionKind.FURITEN


def test_riichi_on_a_furiten_wait() -> None:
    found = caution(drawn(MADE, "7m", *FEW), throw("8s", ActionKind.RIICHI))
    assert (found.kind, kinds(found.waits)) == (CautionKind.RIICHI, "47s")
    assert {cause.ends for cause in found.causes} == {CauseEnd.HAND_ENDS}
    assert NAMES[found.better.tile] == "5s"
    assert said(drawn(MADE, "7m", *FEW), throw("5s", ActionKind.RIICHI)) is None


def test_of_furiten_for_a_wide_wait_only_riichi_is_spoken_against() -> None:
    view = drawn("567m13344557s22z", "6s", discards(ME, "5s"))
    assert said(view, throw("1s")) is None
    assert said(view, throw("1s", ActionKind.RIICHI)) is CautionKind.RIICHI


def test_riichi_on_a_furiten_wait_is_said_even_where_nothing_is_better() -> None:
    found = caution(drawn(PINFU, "9m", discards(ME, "3s")), throw("9m", ActionKind.RIICHI))
    assert (found.kind, found.better) == (CautionKind.RIICHI, None)


@pytest.mark.parametrize(
    ("past", "kind", "ends"),
    [
        pytest.param([], FuritenKind.TEMPORARY, CauseEnd.OWN_DISCARD, id="before riichi"),
        pytest.param(
            [discards(ME, "9m", riichi=0)], FuritenKind.RIICHI, CauseEnd.HAND_ENDS, id="after riichi"
        ),
    ],
)
def test_a_ron_let_go(past: list[list[ev.Event]], kind: FuritenKind, ends: CauseEnd) -> None:
    found = caution(seat_view(PINFU, offered="6s", past=past), PASS)
    assert (found.kind, NAMES[found.tile], found.points) == (
        CautionKind.RON,
        "6s",
        2_000 if kind is FuritenKind.TEMPORARY else 8_000,
    )
    assert [(cause.kind, cause.ends) for cause in found.causes] == [(kind, ends)]


def test_a_ron_let_go_for_a_call() -> None:
    view = seat_view("234m456m22678p66s", offered="6s", past=[])
    pon = next(action for action in options(view).actions if action.kind is ActionKind.PON)
    assert said(view, pon) is CautionKind.RON


@pytest.mark.parametrize(
    ("hand", "offered", "past"),
    [
        pytest.param(PINFU, "9s", [], id="not a wait"),
        pytest.param(PINFU, "6s", [discards(ME, "3s")], id="furiten: nothing is let go"),
        pytest.param("99m123m456p3378s1z", "6s", [calls(ME, "999m", throws="1z")], id="no yaku: no choice"),
    ],
)
def test_a_pass_that_costs_nothing(hand: str, offered: str, past: list[list[ev.Event]]) -> None:
    assert said(seat_view(hand, offered=offered, past=past), PASS) is None


def test_the_ron_itself() -> None:
    view = seat_view(PINFU, offered="6s")
    assert said(view, Action(ActionKind.RON, parse_tile("6s"))) is None


@pytest.mark.parametrize("tile", ["6s", "2m"])
def test_a_tsumo_let_go(tile: str) -> None:
    found = caution(drawn(PINFU, "6s", discards(ME, "1z")), throw(tile))
    assert (found.kind, NAMES[found.tile], found.points) == (CautionKind.TSUMO, "6s", 2_700)
    assert [NAMES[cause.tile] for cause in found.causes] == [tile], "a complete hand waits on what it throws"


def test_a_tenpai_broken_with_a_tile_that_the_hand_will_want() -> None:
    """After 5s the draws of 4s and 7s bring tenpai in furiten alone; 9s keeps the wait on them."""
    pon = calls(ME, "777z", throws="1z")
    view = drawn("789p1155667s77z1z", "9s", discards(ME, "1m2z3z2m8s2p6z6p9p"), pon)
    found = caution(view, throw("5s"))
    assert (found.kind, kinds(found.waits)) == (CautionKind.LATER, "47s")
    assert (NAMES[found.better.tile], kinds(found.better.waits)) == ("9s", "47s")
    assert caution(view, throw("9s")) is None
