"""Threats, value and speed: the numbers that bots weigh."""

from __future__ import annotations

import pytest

from ai.reading.estimates import accepted_tiles, dora_in, points_of, triplet_han, usefulness, win_chances
from ai.reading.safety import PositionAnalysis
from ai.reading.threat import threats
from ai.reading.yaku_plans import PlannedYaku, plans
from engine.hand import POWERS, SUIT_OF, Hand, parse_meld
from engine.shape import tile_bits
from engine.tiles import count_kinds, parse_tile, parse_tiles
from tests.support.ai.seat_views import ACROSS, LEFT, RIGHT, calls, discards, seat_view

HAND = "123m456p789s1122z"
POND = "2s3s4s5s6s7s8s2p3p4p5p6p"


def test_riichi_is_a_threat_and_one_meld_is_none() -> None:
    view = seat_view(HAND, past=[calls(ACROSS, "666z"), discards(RIGHT, "1m2m", riichi=1)])
    (threat,) = threats(view)
    assert (threat.seat, threat.tenpai) == (RIGHT, 1.0)


def test_three_melds_are_a_threat_that_grows_with_its_dora() -> None:
    melds = calls(ACROSS, "666z", "234m", "888p")
    (cheap,) = threats(seat_view(HAND, past=[melds], dora="1s"))
    (dear,) = threats(seat_view(HAND, past=[melds], dora="7p"))
    assert cheap.tenpai < 1
    assert dear.points > 2 * cheap.points


@pytest.mark.parametrize(
    ("melds", "dora", "han"),
    [
        pytest.param(["666z", "234m", "888p"], "1s", 1.5, id="yakuhai"),
        pytest.param(["666z", "234p", "888p"], "1s", 2.5, id="one suit"),
        pytest.param(["666z", "777z", "888p"], "1s", 3.5, id="one suit and two yakuhai"),
        pytest.param(["666z", "234m", "888p"], "7p", 4.5, id="three dora"),
        pytest.param(["666z", "204m", "888p"], "3m", 3.5, id="a dora and a red five"),
    ],
)
def test_what_melds_show_is_what_dealing_in_costs(melds: list[str], dora: str, han: float) -> None:
    (threat,) = threats(seat_view(HAND, past=[calls(ACROSS, *melds)], dora=dora))
    assert threat.points == points_of(han, dealer=False)


def test_more_melds_and_more_turns_are_more_likely_tenpai() -> None:
    def tenpai(melds: int, turns: int) -> float:
        called = calls(ACROSS, *["666z", "234m", "888p", "333s"][:melds])
        found = threats(seat_view(HAND, past=[called, discards(ACROSS, POND[: 2 * turns])]))
        return found[0].tenpai if found else 0.0

    assert tenpai(1, 0) == tenpai(2, 0) == 0
    assert 0 < tenpai(1, 12) < tenpai(2, 12) < tenpai(3, 12) < tenpai(4, 0) == 1
    assert tenpai(2, 6) < tenpai(2, 12)
    assert tenpai(3, 0) < tenpai(3, 6)


def test_the_likeliest_threat_first() -> None:
    melds = calls(RIGHT, "666z", "234m", "888p")
    found = threats(seat_view(HAND, past=[melds, discards(LEFT, "1m", riichi=0)]))
    assert [threat.seat for threat in found] == [LEFT, RIGHT]


def test_a_dealers_riichi_costs_more() -> None:
    (left,) = threats(seat_view(HAND, past=[discards(LEFT, "1m", riichi=0)], dealer=LEFT))
    (right,) = threats(seat_view(HAND, past=[discards(RIGHT, "1m", riichi=0)], dealer=LEFT))
    assert left.points == pytest.approx(1.5 * right.points, rel=0.01)


def test_dora_counts_each_indicator_and_red_fives() -> None:
    assert dora_in(parse_tiles("406m1z"), parse_tiles("4m4m4z")) == 4


def test_triplets_of_value() -> None:
    view = seat_view(HAND)  # East round, seat 0 is South
    values = [triplet_han(parse_tile(f"{rank}z"), view.table, view.seat) for rank in range(1, 8)]
    assert values == [1, 1, 0, 0, 1, 1, 1]
    assert triplet_han(parse_tile("1z"), view.table, LEFT) == 2, "the dealer's double East"


def test_points_rise_with_han_and_for_the_dealer() -> None:
    worth = [points_of(han / 2, dealer=False) for han in range(20)]
    assert worth == sorted(worth)
    assert worth[:5] == [700, 1_000, 1_300, 1_950, 2_600], "read between the whole numbers"
    assert points_of(-1, dealer=False) == 700
    assert points_of(40, dealer=False) == points_of(11, dealer=False) == 24_000
    assert points_of(3, dealer=True) == 1.5 * points_of(3, dealer=False)


def test_a_nearer_hand_a_wider_wait_and_a_longer_wall_win_more_often() -> None:
    def chance(shanten: int, tiles: int, draws: int, threats: int = 0) -> float:
        return win_chances(90, draws, threats)[False, 1.0][shanten, tiles]

    assert chance(0, 8, 10) > chance(0, 4, 10) > chance(0, 4, 5)
    assert chance(0, 8, 10) > chance(1, 20, 10) > chance(2, 30, 10) > 0
    assert chance(1, 20, 10) > chance(1, 20, 10, threats=1)
    assert chance(0, 0, 10) == 0


def test_only_tiles_really_left_are_accepted() -> None:
    assert accepted_tiles((0, 3), [2, 4, 4, 1]) == 3


def test_a_middle_tile_is_of_more_use_than_an_honour() -> None:
    counts, left = count_kinds(parse_tiles("5m1z")), [3] * 34
    uses = [usefulness(parse_tile(tile), counts, left) for tile in ("5m", "1m", "1z")]
    assert uses == sorted(uses, reverse=True)


def plan(hand: str, yaku: PlannedYaku, *melds: str) -> tuple[int, set[int]]:
    """Distance and accepted kinds of the hand's plan for a yaku."""
    position = PositionAnalysis(seat_view(HAND))
    held = Hand(parse_tiles(hand), [parse_meld(meld) for meld in melds])
    (found,) = (each for each in plans(position, held) if each.yaku is yaku)
    shanten, accepts = found.acceptance()
    return shanten, set(accepts)


def kinds(text: str) -> set[int]:
    return set(parse_tiles(text))


@pytest.mark.parametrize(
    ("hand", "melds", "yaku", "shanten", "accepts"),
    [
        ("234m567p34s66s", ["chi:234p"], PlannedYaku.TANYAO, 0, "25s"),
        ("234m567p12s66s", ["chi:234p"], PlannedYaku.TANYAO, 1, None),
        ("234m567p34s11z", ["pon:777z"], PlannedYaku.YAKUHAI, 0, "25s"),
        ("234m567p345s11m77z", [], PlannedYaku.YAKUHAI_PAIR, 0, "7z"),
        ("1234567m1177z68p", [], PlannedYaku.HONITSU, 2, None),
        ("22m55p88s7733z", ["pon:111z"], PlannedYaku.TOITOI, 2, "2m5p8s73z"),
        ("22m555p88s777z", ["pon:111z"], PlannedYaku.TOITOI, 0, "2m8s"),
        ("2m555p888s777z", ["pon:111z"], PlannedYaku.TOITOI, 0, "2m"),
    ],
)
def test_distance_to_a_yaku(
    hand: str, melds: list[str], yaku: PlannedYaku, shanten: int, accepts: str | None
) -> None:
    found, kinds_accepted = plan(hand, yaku, *melds)
    assert found == shanten
    if accepts is not None:
        assert kinds_accepted == kinds(accepts)


@pytest.mark.parametrize(
    "hand", ["22m55p88s773344z45m", "1155778899m224z6p", "2233m4556p789s777z", "12345679m11777z9p"]
)
def test_after_a_discard_a_plan_is_that_of_the_rest(hand: str) -> None:
    """Shanten and accepted tiles after each discard are those of the hand without that tile."""
    position = PositionAnalysis(seat_view(HAND))
    bits = tile_bits(position.left)
    for each in plans(position, Hand(parse_tiles(hand))):
        shanten, accepts = each.acceptance()
        assert each.tiles(position.left, bits) == (shanten, accepted_tiles(accepts, position.left))
        for kind, found in each.tiles_after_discards(position.left, bits).items():
            keys = list(each.keys)
            keys[SUIT_OF[kind]] -= POWERS[kind]
            shanten, accepts = each._replace(keys=keys).acceptance()
            assert found == (shanten, accepted_tiles(accepts, position.left)), (each.yaku, kind)


def test_a_hand_of_one_suit_with_fourteen_tiles_can_be_planned() -> None:
    """The flush can use every tile, so no other tile is left to evaluate."""
    position = PositionAnalysis(seat_view("1112345678999m", draws="5m"))
    assert {each.yaku for each in plans(position, position.view.hand)} >= {
        PlannedYaku.CLOSED,
        PlannedYaku.HONITSU,
    }
