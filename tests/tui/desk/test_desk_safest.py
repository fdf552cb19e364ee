"""The safest tiles at the desk: the line, the key that goes from one to the next, and the furiten sign."""

from __future__ import annotations

import pytest

from ai.reading.measured_tiers import DEAL_IN
from ai.reading.safety import Safety
from ai.reading.safety_classes import SafetyClass, Tier, safety_class
from engine.tiles import KIND_OF, parse_tiles
from tests.support.tui.desk_positions import Seated, desk_tiles, marked_furiten
from tui.config.actions import ActionId
from tui.config.settings import MarksWhen
from tui.desk.desk import Desk
from tui.desk.scene_maker import make_scene
from tui.i18n.texts import t

HAND = "234m456778p1112s"
ONE_RIICHI = "0: 9s; 1: riichi 4m; 2: 7p; 3: 8p; 0: draws 9p"
TWO_RIICHI = "0: 9s; 1: riichi 4m; 2: riichi 1s; 3: 8p; 0: draws 9p"
QUIET = "0: 9s; 1: 4m; 2: 7p; 3: 8p; 0: draws 9p"


def slowly(desk: Desk, *seats: int) -> dict[int, Tier]:
    """The worst tier of each different tile of the hand, by its first place."""
    safety, tiles = Safety(desk.view), desk_tiles(desk)
    return {
        place: max(safety.tier(KIND_OF[tile], seat) for seat in seats)
        for place, tile in enumerate(tiles)
        if tiles.index(tile) == place
    }


@pytest.mark.parametrize(
    ("safety", "tiers"),
    [
        (SafetyClass.CANNOT_LOSE, [Tier.SAFE]),
        (SafetyClass.VERY_SAFE, [Tier.A, Tier.B]),
        (SafetyClass.RATHER_SAFE, [Tier.C, Tier.D]),
        (SafetyClass.RISKY, [Tier.E, Tier.F]),
        (SafetyClass.DANGEROUS, [Tier.G, Tier.H]),
    ],
)
def test_the_classes_group_the_tiers(safety: SafetyClass, tiers: list[Tier]) -> None:
    assert [tier for tier in DEAL_IN if safety_class(tier) is safety] == tiers


@pytest.mark.parametrize(("path", "seats"), [(ONE_RIICHI, (1,)), (TWO_RIICHI, (1, 2))])
def test_the_line_names_the_three_safest_tiers(path: str, seats: tuple[int, ...]) -> None:
    desk = Seated(HAND).offered(path)
    tiers, tiles = slowly(desk, *seats), desk_tiles(desk)
    expected = [
        tuple(tiles[place] for place, tier in tiers.items() if tier is each)
        for each in sorted({*tiers.values()})
    ]
    assert make_scene(desk).safest == tuple(expected[:3])


def test_nobody_threatens_no_line_and_the_key_says_so() -> None:
    desk = Seated(HAND).offered(QUIET)
    assert make_scene(desk).safest == ()
    before = desk.choice.place if desk.choice else None
    assert desk.do(ActionId.SAFEST) is None
    assert (desk.notice, desk.choice and desk.choice.place) == (t("desk.no-threat"), before)


def test_marks_off_no_line() -> None:
    assert make_scene(Seated(HAND, marks=MarksWhen.NEVER).offered(ONE_RIICHI)).safest == ()


def test_the_key_goes_from_the_safest_tile_to_the_next_and_around() -> None:
    desk = Seated(HAND).offered(TWO_RIICHI)
    tiers = slowly(desk, 1, 2)
    order = sorted(tiers, key=lambda place: (tiers[place], place))
    seen = []
    for _ in range(len(order) + 1):
        assert desk.do(ActionId.SAFEST) is None
        assert desk.choice is not None
        seen.append(desk.choice.place)
    assert seen == [*order, order[0]]


def test_after_another_move_it_starts_at_the_safest_again() -> None:
    desk = Seated(HAND).offered(TWO_RIICHI)
    desk.do(ActionId.SAFEST)
    assert desk.choice is not None
    safest = desk.choice.place
    desk.do(ActionId.SAFEST)
    desk.do(ActionId.LAST)
    desk.do(ActionId.SAFEST)
    assert desk.choice.place == safest


def test_in_a_riichi_choice_it_goes_to_tiles_that_may_be_chosen() -> None:
    desk = Seated("234m45622p23478s").offered("0: 5z; 1: riichi 2m; 2: 1z; 3: 1z; 0: draws 1s")
    desk.do(ActionId.RIICHI)
    seen = []
    for _ in range(3):
        desk.do(ActionId.SAFEST)
        seen.append(desk.under_cursor)
    assert set(seen) == set(parse_tiles("14s"))
    assert {tile for group in make_scene(desk).safest for tile in group} == set(seen)


class TestFuritenSign:
    def test_no_tile_has_it_if_every_discard_that_keeps_tenpai_keeps_furiten(self) -> None:
        desk = Seated("234m45622p23478s").offered("0: 6s; 1: 4z; 2: 9m; 3: 1z; 0: draws 1s")
        assert desk.view.furiten
        assert marked_furiten(desk) == ""

    def test_no_tile_has_it_if_the_hand_is_complete(self) -> None:
        desk = Seated("234m45622p23478s").offered("0: 1z; 1: 4z; 2: 9m; 3: 1z; 0: draws 6s")
        assert marked_furiten(desk) == ""
