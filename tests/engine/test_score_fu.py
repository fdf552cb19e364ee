"""Fu, item by item, and the choice among readings; what the fu article says of it."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from engine.rules import EMA, PRESETS, TENHOU, WRC, Ruleset
from engine.score import Score, Win, score
from engine.score.points import basic_points
from tests.support.engine.random_wins import draw_win, fu, han, paid, under, won, worth

each = pytest.mark.parametrize


@each(
    ("hand", "on", "melds", "items", "rounded"),
    [
        ("234m567p22s345s678s", "8s", [], {"base": 20, "closed-ron": 10}, 30),
        ("234m567p22s456s", "6s", ["pon:333s"], {"base": 20, "open-simple-triplet": 2}, 30),
        ("111m567p22s345678s", "8s", [], {"base": 20, "closed-ron": 10, "closed-terminal-triplet": 8}, 40),
        (
            "567p88m",
            "8m",
            ["pon:222m", "kan:3333s", "pon:444p"],
            {"base": 20, "open-simple-triplet": 4, "open-simple-kan": 8, "tanki": 2},
            40,
        ),
    ],
    ids=["30", "22", "38", "34"],
)
@pytest.mark.claim("U-01")
def test_20_and_the_items_rounded_up_to_the_next_ten(
    hand: str, on: str, melds: list[str], items: dict[str, int], rounded: int
) -> None:
    win = won(hand, on, *melds, last_tile=True)
    assert (fu(win), worth(win).fu) == (items, rounded)


@pytest.mark.claim("U-01")
def test_seven_pairs_are_25_and_not_rounded() -> None:
    win = won("1122m3344p5566s77z", "7z", tsumo=True)
    assert (fu(win), worth(win).fu) == ({"chiitoitsu": 25}, 25)


TRIPLETS = [
    ("pon:222m", "open-simple-triplet", 2),
    ("pon:999m", "open-terminal-triplet", 4),
    ("pon:444z", "open-terminal-triplet", 4),
    ("kan:2222m", "open-simple-kan", 8),
    ("added:2222m", "open-simple-kan", 8),
    ("kan:9999m", "open-terminal-kan", 16),
    ("added:4444z", "open-terminal-kan", 16),
    ("ankan:2222m", "closed-simple-kan", 16),
    ("ankan:9999m", "closed-terminal-kan", 32),
    ("ankan:4444z", "closed-terminal-kan", 32),
]


@each(("meld", "name", "worth_fu"), TRIPLETS)
@pytest.mark.claim("U-02")
def test_called_triplets_and_kans(meld: str, name: str, worth_fu: int) -> None:
    win = won("567p22s345s78s6s", "6s", meld, last_tile=True)
    assert fu(win)[name] == worth_fu


@each(
    ("triplet", "name", "worth_fu"), [("222m", "simple", 4), ("999m", "terminal", 8), ("444z", "terminal", 8)]
)
@pytest.mark.claim("U-02")
def test_concealed_triplets(triplet: str, name: str, worth_fu: int) -> None:
    win = won(f"{triplet}567p22s345s786s", "6s", last_tile=True)
    assert fu(win)[f"closed-{name}-triplet"] == worth_fu


@pytest.mark.claim("U-02")
def test_sequences_have_no_fu() -> None:
    win = won("22s345s78s6s", "6s", "chi:123m", "chi:567p", last_tile=True)
    assert fu(win) == {"base": 20, "open-pinfu": 2}


@each(
    ("hand", "on", "item"),
    [
        ("234m22p678s46s5s", "5s", "kanchan"),
        ("234m22p678s12s3s", "3s", "penchan"),
        ("234m22p345s89s7s", "7s", "penchan"),
        ("234m678s456s2p2p", "2p", "tanki"),
        ("234m678s2345p2p", "2p", "tanki"),
        ("234m678s2345p5p", "5p", "tanki"),
        ("234m22p678s45s3s", "3s", None),
        ("234m22p678s45s6s", "6s", None),
        ("234m22p678s33s3s", "3s", None),
    ],
    ids=[
        "kanchan",
        "penchan 12",
        "penchan 89",
        "tanki",
        "nobetan low",
        "nobetan high",
        "low",
        "high",
        "shanpon",
    ],
)
@pytest.mark.claim("U-03")
def test_waits(hand: str, on: str, item: str | None) -> None:
    items = fu(won(hand, on, "chi:678p", last_tile=True))
    assert {name: items[name] for name in items if name in ("kanchan", "penchan", "tanki")} == (
        {item: 2} if item else {}
    )


@each(("tsumo", "name"), [(False, "open-terminal-triplet"), (True, "closed-terminal-triplet")])
@pytest.mark.claim("U-03")
def test_a_triplet_completed_by_ron_counts_as_open(tsumo: bool, name: str) -> None:
    win = won("33p567p345678s999m", "9m", riichi=1, tsumo=tsumo)
    assert [item for item in fu(win) if item.endswith("triplet")] == [name]


@each(
    ("pair", "seat", "round_wind", "items"),
    [
        ("5z", "S", "E", {"value-pair": 2}),
        ("2z", "S", "E", {"value-pair": 2}),
        ("1z", "S", "E", {"value-pair": 2}),
        ("3z", "S", "E", {}),
        ("9m", "S", "E", {}),
        ("1z", "E", "E", {"double-wind-pair": 4}),
        ("2z", "S", "S", {"double-wind-pair": 4}),
    ],
)
@pytest.mark.claim("U-04")
def test_pairs(pair: str, seat: str, round_wind: str, items: dict[str, int]) -> None:
    win = won(f"{pair}{pair}234p567p345s78s6s", "6s", riichi=1, seat=seat, round=round_wind, rules=TENHOU)
    assert {name: value for name, value in fu(win).items() if "pair" in name} == items


@each("rules", PRESETS.values(), ids=lambda rules: rules.name)
@pytest.mark.claim("U-04")
def test_the_pair_of_the_double_wind_is_2_or_4_by_ruleset(rules: Ruleset) -> None:
    win = won("11z234p567p345s786s", "6s", riichi=1, seat="E", rules=rules)
    assert sum(value for name, value in fu(win).items() if "pair" in name) == rules.double_wind_pair_fu


@pytest.mark.claim("U-05")
def test_closed_ron_is_10_and_does_not_hinder_pinfu() -> None:
    win = won("234m567p22s345s78s6s", "6s")
    assert han(win) == {"pinfu": 1, "tanyao": 1}
    assert fu(win) == {"base": 20, "closed-ron": 10}


@pytest.mark.claim("U-05")
def test_tsumo_is_2_but_not_with_pinfu() -> None:
    kanchan = won("234m567p22s345s68s7s", "7s", tsumo=True)
    pinfu = won("234m567p22s345s78s6s", "6s", tsumo=True)
    assert fu(kanchan) == {"base": 20, "kanchan": 2, "tsumo": 2}
    assert fu(pinfu) == {"base": 20}


@pytest.mark.claim("U-05")
def test_a_ruleset_may_deny_a_rinshan_win_the_2_fu() -> None:
    win = won("345p234s99m", "3s", "chi:234m", "added:6666s", tsumo=True, rinshan=True)
    assert fu(win)["tsumo"] == 2
    assert "tsumo" not in fu(under(win, WRC, rinshan_tsumo_fu=False))


@pytest.mark.claim("U-06")
def test_an_open_hand_of_20_fu_scores_30() -> None:
    win = won("234m22s345s78s6s", "6s", "chi:567p")
    assert (sum(fu(win).values()), worth(win).fu) == (22, 30)
    by_tsumo = win._replace(tsumo=True)
    assert (fu(by_tsumo), worth(by_tsumo).fu) == ({"base": 20, "tsumo": 2}, 30)


@pytest.mark.claim("U-06")
def test_pinfu_is_20_by_tsumo_and_30_by_ron() -> None:
    win = won("234m567p22s345s78s6s", "6s")
    assert (worth(win).fu, worth(win._replace(tsumo=True)).fu) == (30, 20)


@pytest.mark.claim("U-07")
@pytest.mark.claim("W-13")
def test_example_1_pinfu_by_the_open_wait_before_the_2_fu_of_the_closed_wait() -> None:
    win = won("345456m678p22p234s", "5m", rules=EMA)
    assert han(win) == {"pinfu": 1, "tanyao": 1}
    assert fu(win) == {"base": 20, "closed-ron": 10}


@pytest.mark.claim("U-07")
@pytest.mark.claim("W-13")
def test_example_2_without_pinfu_the_same_tile_is_a_closed_wait() -> None:
    win = won("345456m678p22p999s", "5m", tsumo=True, rules=EMA)
    assert fu(win) == {"base": 20, "closed-terminal-triplet": 8, "kanchan": 2, "tsumo": 2}
    assert (worth(win).fu, paid(win)) == (40, "400/700")


@pytest.mark.claim("U-07")
@pytest.mark.claim("W-13")
def test_example_3_three_colours_before_the_triplet_with_more_fu() -> None:
    """111-234-44p has the dearer triplet, 11-123-444p the three colours."""
    win = won("123m123s11123444p", "3s", rules=EMA)
    assert han(win) == {"sanshoku-doujun": 2}
    assert fu(win) == {"base": 20, "closed-simple-triplet": 4, "penchan": 2, "closed-ron": 10}


@pytest.mark.claim("U-07")
@pytest.mark.claim("W-13")
def test_seven_pairs_or_two_twin_sequences_by_points() -> None:
    win = won("223344m556677p88s", "8s", rules=EMA)
    assert han(win) == {"ryanpeikou": 3, "tanyao": 1}
    assert (worth(win).han, worth(win).fu) == (4, 40)


@pytest.mark.claim("W-13")
def test_sequences_or_triplets_by_points_not_by_han() -> None:
    """222333444p as triplets, with the 9m pair, or as three equal sequences."""
    by_tsumo = won("222333444p567s99m", "7s", tsumo=True, rules=EMA)
    assert han(by_tsumo) == {"menzen-tsumo": 1, "sanankou": 2}
    by_ron = won("222333444p567s99m", "4p", rules=EMA)
    assert han(by_ron) == {"pinfu": 1, "iipeikou": 1}
    assert paid(by_ron) == "2000"


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
