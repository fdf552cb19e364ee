"""Fu, item by item, and the choice among readings."""

from __future__ import annotations

import pytest

from engine.rules import EMA, PRESETS, TENHOU, WRC, Ruleset
from tests.support.engine.written_wins import fu, han, paid, under, won, worth

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
