"""The page that the panel shows: which one at which moment, and made once for each position."""

from __future__ import annotations

import pytest

from engine.actions import Action, ActionKind
from engine.tiles import parse_tile
from tests.support.tui.positions import Seated, go_to
from tui.config.settings import HintLevel
from tui.desk.desk import Desk
from tui.desk.scene import TilePage
from tui.desk.scene_maker import make_scene
from tui.drawing.rows import plain
from tui.i18n import t
from tui.table.table_layout import Zone, draw, plan
from tui.tiles import default_look

HAND = "234m45622p23478s"
FREE = "0: 5z; 1: 4z; 2: 9m; 3: 1z;"


def page(desk: Desk) -> TilePage:
    found = desk.tile_page
    assert found is not None
    return found


def test_it_is_about_the_tile_under_the_cursor_and_made_once() -> None:
    desk = Seated(HAND).offered(f"{FREE} 0: draws 9m")
    first = page(desk)
    assert not first.ready
    assert first.page.title == t("panel.title.discard", tile="9m")
    assert first.ready
    go_to(desk, "2p")
    assert page(desk) is not first
    assert page(desk).page.title == t("panel.title.discard", tile="2p")
    go_to(desk, "9m")
    assert page(desk) is first


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


def test_while_riichi_is_declared_it_compares_the_choices() -> None:
    desk = Seated(HAND).offered("0: draws 1s")
    plain = page(desk)
    assert plain.page.sections[0].table is None
    desk.do("riichi")
    assert page(desk) is not plain
    assert page(desk).page.sections[0].table is not None
    desk.do("cancel")
    assert page(desk) is plain


def test_of_a_tile_on_offer_it_compares_a_pass_and_each_call() -> None:
    desk = Seated("34567m340p79s125z").offered("0: 5z; 1: 1m; 2: 9p; 3: 5m")
    shown = page(desk).page
    assert shown.title == t("panel.title.offer", name="Takame", tile="5m")
    compared = shown.sections[0]
    assert compared.title == t("panel.head.compared")
    first, *calls = compared.items
    assert first.text == t("desk.after-far", count=2, left=21)
    effects = desk.hints.calls
    assert [item.tiles for item in calls] == [each.action.consumed for each in effects]
    assert {item.called for item in calls} == {desk.view.table.offer}
    for item, each in zip(calls, effects, strict=True):
        assert str(each.hand.acceptance) in item.text
        assert item.text


def test_while_others_play_it_is_about_the_hand_also_if_a_tile_is_on_offer() -> None:
    seated = Seated(HAND).play("0: 5z; 1: 1m")
    assert seated.view.table.offer is not None
    assert page(seated.desk).page.title == t("panel.title.hand")


def test_a_page_of_an_earlier_position_is_dropped() -> None:
    seated = Seated(HAND)
    desk = seated.offered(f"{FREE} 0: draws 9m")
    before = page(desk)
    action = desk.do("confirm")
    assert action is not None
    assert before.dropped
    seated.play("0: 9m'")
    assert page(desk) is not before


@pytest.mark.parametrize("keys", [(), ("riichi",)])
def test_what_was_decided_stays_on_the_page_until_the_next_event(keys: tuple[str, ...]) -> None:
    """A page about another tile, such as the drawn one, would be about what nobody asked."""
    seated = Seated(HAND)
    desk = seated.offered("0: draws 1s")
    for key in (*keys, "left"):
        desk.do(key)
    before, title = page(desk), page(desk).page.title
    assert title != t("panel.title.discard", tile="1s")
    assert desk.do("confirm") is not None
    assert page(desk) is before
    assert page(desk).page.title == title
    desk.change(desk.settings)
    assert page(desk) is not before


def test_what_a_switch_decides_turns_to_the_drawn_tile() -> None:
    desk = Seated(HAND).offered(f"{FREE} 0: draws 9m")
    go_to(desk, "2p")
    desk.decide(Action(ActionKind.DISCARD, parse_tile("9m"), tsumogiri=True), automatic=True)
    assert page(desk).page.title == t("panel.title.discard", tile="9m")


@pytest.mark.parametrize("level", [HintLevel.MARKS, HintLevel.OFF])
def test_there_is_none_where_hints_are_fewer(level: HintLevel) -> None:
    desk = Seated(HAND, hints=level).offered(f"{FREE} 0: draws 9m")
    assert desk.tile_page is None


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_where_a_panel_compares_the_calls_no_line_says_the_same_again(size: tuple[int, int]) -> None:
    desk = Seated("34567m340p79s125z").offered("0: 5z; 1: 1m; 2: 9p; 3: 5m")
    for _ in desk.hints.calls:
        scene, layout = make_scene(desk), plan(*size)
        assert scene.reason
        pictures = draw(scene, layout, default_look())
        assert (scene.reason[:40] in plain(pictures[Zone.REASON])) is (Zone.PANEL not in layout.regions)
        (hand,) = [each for each in page(desk).page.sections if each.title == t("panel.head.hand")]
        assert hand.besides, "a narrow panel leaves it out"
        desk.do("left")
    desk.do("riichi")
    refused = make_scene(desk)
    assert refused.reason in plain(draw(refused, plan(*size), default_look())[Zone.REASON])


def test_without_a_call_the_hand_is_told() -> None:
    desk = Seated(HAND).offered("0: 5z; 1: 9s")
    assert not desk.hints.calls
    (hand,) = [each for each in page(desk).page.sections if each.title == t("panel.head.hand")]
    assert not hand.besides
