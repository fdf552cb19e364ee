"""Fu, item by item, the choice among readings, and from han and fu to points, limits and payments."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from msgspec.structs import replace

from engine.rules import EMA, M_LEAGUE, PRESETS, TENHOU, WRC, WRC_2015, Ruleset
from engine.score import Score, Win, payment, ron_payment, said_fu_names, score, tsumo_payments, winners_total
from engine.score.points import FU, HAN, TableCell, basic_points, limit_rows, payment_table, round_up
from engine.tiles import EAST
from tests.support.engine.random_wins import draw_win, fu, han, paid, won, worth
from tests.support.nightly import at_night

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
    ("hand", "on", "melds", "said"),
    [
        ("33p567p345678s999m", "9m", (), ["ron-terminal-triplet"]),
        ("33p567p345888s", "8s", ("pon:777z",), ["ron-simple-triplet", "open-terminal-triplet"]),
        ("33p567p345999s", "9s", ("pon:777z",), ["ron-terminal-triplet", "open-terminal-triplet"]),
        ("33p567p345678s", "8s", ("pon:777z",), ["open-terminal-triplet"]),
        ("33p567p345888s", "8s", ("ankan:7777z",), ["ron-simple-triplet"]),
    ],
)
def test_a_triplet_completed_by_ron_is_said_apart_from_a_called_one(
    hand: str, on: str, melds: tuple[str, ...], said: list[str]
) -> None:
    win = won(hand, on, *melds, riichi=not melds)
    names = said_fu_names([item.name for item in worth(win).fu_items], win.melds)
    assert [name for name in names if name.endswith("triplet")] == said


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


@each(
    ("han", "fu", "ron", "ron_east", "tsumo", "tsumo_east"),
    [
        (1, 20, 700, 1_000, (400, 200), 400),
        (1, 30, 1_000, 1_500, (500, 300), 500),
        (1, 40, 1_300, 2_000, (700, 400), 700),
        (1, 110, 3_600, 5_300, (1_800, 900), 1_800),
        (2, 25, 1_600, 2_400, (800, 400), 800),
        (2, 30, 2_000, 2_900, (1_000, 500), 1_000),
        (3, 30, 3_900, 5_800, (2_000, 1_000), 2_000),
        (3, 60, 7_700, 11_600, (3_900, 2_000), 3_900),
        (3, 70, 8_000, 12_000, (4_000, 2_000), 4_000),
        (4, 25, 6_400, 9_600, (3_200, 1_600), 3_200),
        (4, 30, 7_700, 11_600, (3_900, 2_000), 3_900),
        (4, 40, 8_000, 12_000, (4_000, 2_000), 4_000),
        (5, 30, 8_000, 12_000, (4_000, 2_000), 4_000),
        (6, 30, 12_000, 18_000, (6_000, 3_000), 6_000),
        (8, 30, 16_000, 24_000, (8_000, 4_000), 8_000),
        (11, 30, 24_000, 36_000, (12_000, 6_000), 12_000),
        (13, 30, 32_000, 48_000, (16_000, 8_000), 16_000),
    ],
)
def test_the_table_of_points(
    han: int, fu: int, ron: int, ron_east: int, tsumo: tuple[int, int], tsumo_east: int
) -> None:
    base, _ = basic_points(han, fu, TENHOU)
    assert (ron_payment(base, dealer=False), ron_payment(base, dealer=True)) == (ron, ron_east)
    assert tsumo_payments(base, dealer_won=False) == tsumo
    assert tsumo_payments(base, dealer_won=True) == (None, tsumo_east)


def test_limits_by_han() -> None:
    limits = [basic_points(han, 30, TENHOU)[1] for han in range(1, 16)]
    assert limits[:4] == [None] * 4
    assert limits[4:] == (["mangan"] + ["haneman"] * 2 + ["baiman"] * 3 + ["sanbaiman"] * 2 + ["yakuman"] * 3)


@each("han", [13, 14, 26, 40])
def test_thirteen_han_are_a_yakuman_or_stay_a_sanbaiman(han: int) -> None:
    assert basic_points(han, 30, TENHOU) == (8_000, "yakuman")
    assert basic_points(han, 30, EMA) == (6_000, "sanbaiman")


@each(("han", "fu"), [(4, 30), (3, 60)])
def test_kiriage_rounds_1920_up_to_mangan(han: int, fu: int) -> None:
    assert basic_points(han, fu, replace(WRC, kiriage=False)) == (1_920, None)
    assert basic_points(han, fu, WRC) == (2_000, "mangan")


@each(("han", "fu"), [(4, 25), (3, 50), (2, 110), (1, 110)])
def test_kiriage_touches_nothing_else(han: int, fu: int) -> None:
    assert basic_points(han, fu, WRC) == basic_points(han, fu, TENHOU)


def test_rounding_is_up_to_the_next_hundred() -> None:
    assert [round_up(points) for points in (0, 1, 99, 100, 101, 640)] == [0, 100, 100, 100, 200, 700]


def test_what_the_winner_receives_is_what_the_others_pay() -> None:
    for base in (160, 240, 320, 960, 1_920, 2_000, 8_000, 40_000):
        from_dealer, from_others = tsumo_payments(base, dealer_won=False)
        assert from_dealer is not None
        assert winners_total(base, dealer=False, tsumo=True) == from_dealer + 2 * from_others
        assert winners_total(base, dealer=True, tsumo=True) == 3 * tsumo_payments(base, dealer_won=True)[1]
        assert winners_total(base, dealer=True, tsumo=False) == payment(base, True, False).ron


def cells(rules: Ruleset) -> dict[tuple[int, int], TableCell]:
    return {(cell.han, cell.fu): cell for cell in payment_table(rules)}


def by_name(rules: Ruleset) -> str:
    return rules.name


@each("hands", [200, *at_night([3_000])])
@each("rules", PRESETS.values(), ids=by_name)
def test_every_scored_hand_is_paid_as_the_table_says(rules: Ruleset, hands: int) -> None:
    table = cells(rules)
    limits = {row.limit: row for row in limit_rows(rules)}
    rng = Random(7)
    checked = 0
    for _ in range(hands):
        win = draw_win(rng, rules)
        if rng.random() < 0.3:
            win = win._replace(tile_mixed=True)
        found = score(win)
        if not isinstance(found, Score) or found.yakuman > 1:
            continue
        if found.limit is not None:
            row: TableCell | None = None
            dues = limits[found.limit].dealer if win.seat_wind == EAST else limits[found.limit].other
        else:
            assert found.han is not None
            assert found.fu is not None
            row = table[found.han, found.fu]
            assert row.limit is None
            dues = row.dealer if win.seat_wind == EAST else row.other
        due = dues.tsumo if win.tsumo else dues.ron
        assert due == payment(found.base, win.seat_wind == EAST, win.tsumo), (win, row)
        checked += row is not None
    assert checked > hands / 15


@each("rules", PRESETS.values(), ids=by_name)
def test_every_sum_of_han_and_fu_stands_once(rules: Ruleset) -> None:
    assert [(cell.han, cell.fu) for cell in payment_table(rules)] == [(han, fu) for fu in FU for han in HAN]


def test_pinfu_and_seven_pairs_are_paid_as_they_are_won() -> None:
    table = cells(TENHOU)
    assert [table[han, 20].other.ron for han in HAN] == [None] * 4
    assert [table[han, 20].other.tsumo is None for han in HAN] == [True, False, False, False]
    assert [table[han, 25].other.ron is None for han in HAN] == [True, False, False, False]
    assert [table[han, 25].other.tsumo is None for han in HAN] == [True, True, False, False]


def test_one_han_20_fu_takes_a_mixed_tile() -> None:
    for rules in PRESETS.values():
        assert (cells(rules)[1, 20].other.tsumo is not None) == (rules in (WRC, WRC_2015))


@pytest.mark.claim("U-08")
def test_one_han_110_fu_takes_a_double_wind_pair_of_4() -> None:
    for rules in PRESETS.values():
        cell = cells(rules)[1, 110]
        assert (cell.other.ron is not None) == (rules.double_wind_pair_fu == 4)
        assert cell.other.tsumo is None


def test_where_the_limits_begin() -> None:
    assert cells(EMA)[3, 60].limit is None
    assert cells(WRC)[3, 60].limit == cells(WRC)[4, 30].limit == "mangan"
    assert cells(EMA)[3, 70].limit == cells(EMA)[4, 40].limit == "mangan"
    spans = {row.limit: (row.first_han, row.last_han) for row in limit_rows(WRC)}
    assert spans == {
        "mangan": (5, 5),
        "haneman": (6, 7),
        "baiman": (8, 10),
        "sanbaiman": (11, 12),
        "yakuman": (13, None),
    }
    counted = {row.limit: (row.first_han, row.last_han) for row in limit_rows(M_LEAGUE)}
    assert (counted["sanbaiman"], counted["yakuman"]) == ((11, None), (None, None))
