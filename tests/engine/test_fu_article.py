"""What the fu article says of joined waits, of the largest sums, and of counting quickly."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from engine.rules import EMA, PRESETS, WRC, Ruleset
from engine.score import Score, Win, score
from engine.score.points import basic_points
from tests.support.engine.random_wins import draw_win
from tests.support.engine.written_wins import fu, han, won, worth

each = pytest.mark.parametrize
WAITS = {"kanchan", "penchan", "tanki"}


def wait_fu(win: Win) -> set[str]:
    return WAITS & set(fu(win))


@each("on", ["1m", "4m", "7m"])
@pytest.mark.claim("U-09")
def test_a_three_sided_wait_is_a_two_sided_one(on: str) -> None:
    closed = won(f"22p567p345s23456m{on}", on)
    assert han(closed)["pinfu"] == 1
    with_triplet = won(f"22p345s23456m{on}", on, "pon:777p", last_tile=True)
    assert wait_fu(with_triplet) == set()


@each("on", ["2m", "5m"])
@pytest.mark.claim("U-09")
def test_ryantan_is_two_sided_when_the_sequence_is_completed(on: str) -> None:
    assert han(won(f"567p345s678s3334m{on}", on))["pinfu"] == 1
    assert wait_fu(won(f"345s678s3334m{on}", on, "pon:777p", last_tile=True)) == set()


@pytest.mark.claim("U-09")
def test_ryantan_is_a_pair_wait_when_the_pair_is_completed() -> None:
    win = won("567p345s678s3334m4m", "4m", riichi=1)
    assert "pinfu" not in han(win)
    assert wait_fu(win) == {"tanki"}


@pytest.mark.claim("U-10")
def test_12345_won_on_the_3_is_pinfu_or_a_penchan() -> None:
    pinfu = won("22p567p678s12345m3m", "3m")
    assert (han(pinfu), wait_fu(pinfu)) == ({"pinfu": 1}, set())
    without = won("22p777p678s12345m3m", "3m", riichi=1)
    assert (han(without), wait_fu(without)) == ({"riichi": 1}, {"penchan"})


@each("pair_fu", [2, 4])
@pytest.mark.claim("U-11")
def test_the_1_han_110_fu_hand_has_sanankou_by_tsumo(pair_fu: int) -> None:
    rules = EMA if pair_fu == 4 else WRC
    win = won("456s22z111z", "1z", "ankan:5555z", "ankan:9999p", seat="S", round="S", rules=rules)
    assert han(win) == {"haku": 1}
    by_tsumo = win._replace(tsumo=True)
    assert han(by_tsumo) == {"haku": 1, "menzen-tsumo": 1, "sanankou": 2}
    assert worth(by_tsumo).limit == "mangan"


@each("rules", PRESETS.values(), ids=lambda rules: rules.name)
@pytest.mark.claim("U-12")
def test_3_han_70_fu_and_more_are_a_mangan(rules: Ruleset) -> None:
    for points in range(70, 150, 10):
        assert basic_points(3, points, rules) == (2_000, "mangan")
    assert basic_points(2, 70, rules)[1] is None
    assert (basic_points(3, 60, rules)[1] == "mangan") == rules.kiriage


def shortcut(win: Win, names: dict[str, int]) -> int:
    """The fu that the article's shortcuts say, from how the hand was won and its yaku."""
    if "chiitoitsu" in names:
        return 25
    if "pinfu" in names:
        return 20 if win.tsumo else 30
    if "toitoi" in names:
        return 40
    if any(meld.is_open for meld in win.melds):
        return 30
    return 30 if win.tsumo else 40


def triplet_fu(win: Win) -> int:
    return sum(item.fu for item in worth(win).fu_items if item.name.endswith("triplet"))


@pytest.mark.claim("U-13")
def test_the_shortcuts_of_counting_without_kans() -> None:
    """Exact for pinfu and seven pairs; else nearly always, unless triplets are worth 8 fu together."""
    rng = Random(3)
    seen: Counter[tuple[bool, bool]] = Counter()
    for _ in range(1_500):
        win = draw_win(rng, WRC)._replace(tile_mixed=False)
        found = score(win)
        if not isinstance(found, Score) or found.fu is None or any(meld.is_kan for meld in win.melds):
            continue
        names = dict(found.yaku)
        right = found.fu == shortcut(win, names)
        if "pinfu" in names or "chiitoitsu" in names:
            assert right
        elif "toitoi" not in names:
            seen[triplet_fu(win) >= 8, right] += 1
    assert seen[False, True] > 20 * seen[False, False]
    assert seen[True, False] > 20


@each(
    "hand",
    [
        ("22p345s678s111m23m", "4m", ()),
        ("22p345s23m", "4m", ("pon:111p", "pon:999s")),
        ("22p345s66s", "6s", ("pon:111p", "pon:999s")),
        ("22p333s23m", "4m", ("pon:111p", "chi:456s")),
        ("22p333s444m23m", "4m", ("chi:456s",)),
    ],
)
@pytest.mark.claim("U-13")
def test_what_may_raise_a_count_is_worth_8_fu(hand: tuple[str, str, tuple[str, ...]]) -> None:
    concealed, on, melds = hand
    win = won(concealed + on, on, *melds, last_tile=True, riichi=0)
    assert triplet_fu(win) >= 8
    assert triplet_fu(win) - (2 if on == "6s" else 0) == 8


@pytest.mark.claim("U-13")
def test_a_closed_toitoi_is_at_least_a_mangan() -> None:
    win = won("222m555p777p333s88s", "3s")
    assert han(win).keys() >= {"toitoi", "sanankou"}
    assert worth(win).limit == "mangan"
