"""The page that the panel shows: which one at which moment, and made once for each position."""

from __future__ import annotations

from engine.actions import Action, ActionKind
from engine.tiles import parse_tile
from tests.support.tui.positions import Seated, go_to
from tui.desk.desk import Desk
from tui.desk.scene import TilePage
from tui.i18n import t

HAND = "234m45622p23478s"
FREE = "0: 5z; 1: 4z; 2: 9m; 3: 1z;"


def page(desk: Desk) -> TilePage:
    found = desk.tile_page
    assert found is not None
    return found


def test_the_first_page_of_a_position_is_late_and_the_others_come_with_the_table() -> None:
    seated = Seated(HAND)
    desk = seated.offered(f"{FREE} 0: draws 9m")
    first = page(desk)
    assert first.late
    assert first.page
    assert not first.late
    go_to(desk, "2p")
    second = page(desk)
    assert (second.ready, second.late) == (False, False)
    assert desk.do("confirm") is not None
    assert second.late, "it is dropped, so it cannot be made"
    seated.play("0: 2p")
    assert page(desk).late, "another position"


def test_a_page_that_compares_riichi_is_late_beside_plain_ones_that_are_made() -> None:
    desk = Seated(HAND).offered("0: draws 1s")
    assert page(desk).page
    desk.do("riichi")
    assert page(desk).late


def test_while_others_play_it_is_about_the_hand_also_if_a_tile_is_on_offer() -> None:
    seated = Seated(HAND).play("0: 5z; 1: 1m")
    assert seated.view.table.offer is not None
    assert page(seated.desk).page.title == t("panel.title.hand")


def test_what_a_switch_decides_turns_to_the_drawn_tile() -> None:
    desk = Seated(HAND).offered(f"{FREE} 0: draws 9m")
    go_to(desk, "2p")
    desk.decide(Action(ActionKind.DISCARD, parse_tile("9m"), tsumogiri=True), automatic=True)
    assert page(desk).page.title == t("panel.title.discard", tile="9m")
