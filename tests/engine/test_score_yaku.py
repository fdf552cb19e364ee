"""Each yaku in notation: a hand that has it, open and closed han, and hands that just miss it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.rules import EMA, MAHJONG_SOUL, TENHOU, WRC, WRC_2015
from engine.score import YAKU_NAMES, Score, Win, score
from engine.score.yaku import RENHOU
from tests.support.engine.random_wins import as_east, han, names, paid, reason, under, won, worth

each = pytest.mark.parametrize


def wins(win: Win) -> bool:
    return isinstance(score(win), Score)


CLOSED = [
    ("pinfu", 1, "234m567p99s345s78s6s", "6s"),
    ("tanyao", 1, "234m567p22s345s888s", "8s"),
    ("iipeikou", 1, "223344m567p99s111s", "1s"),
    ("haku", 1, "555z234m567p99s345s", "5s"),
    ("hatsu", 1, "666z234m567p99s345s", "5s"),
    ("chun", 1, "777z234m567p99s345s", "5s"),
    ("seat-wind", 1, "222z234m567p99s345s", "5s"),
    ("round-wind", 1, "111z234m567p99s345s", "5s"),
    ("sanshoku-doujun", 2, "234m234p234s99m111s", "1s"),
    ("ittsu", 2, "123456789m222p99s", "9s"),
    ("chanta", 2, "123m789p999s11z999m", "9m"),
    ("junchan", 3, "123m789p999s11m111p", "1p"),
    ("toitoi", 2, "222m444p666s99m888p", "8p"),
    ("sanankou", 2, "222m444p666s99m345p", "5p"),
    ("sanshoku-doukou", 2, "222m222p22s99m345p2s", "2s"),
    ("honitsu", 3, "123m456m99m111m444z", "4z"),
    ("chinitsu", 6, "123m22m456m678m999m", "9m"),
    ("ryanpeikou", 3, "223344m556677p99s", "9s"),
    ("shousangen", 2, "555z666z77z234m567p", "7p"),
    ("chiitoitsu", 2, "1199m2288p3377s44z", "4z"),
    ("honroutou", 2, "1199m1199p1199s44z", "4z"),
]


@each(("name", "worth_han", "hand", "on"), CLOSED, ids=[name for name, *_ in CLOSED])
def test_closed_hands(name: str, worth_han: int, hand: str, on: str) -> None:
    assert han(won(hand, on))[name] == worth_han


OPEN = [
    ("tanyao", 1, "234m567p22s345s", "5s", ["pon:888s"]),
    ("haku", 1, "234m567p99s345s", "5s", ["pon:555z"]),
    ("sanshoku-doujun", 1, "234m234p99m111s", "1s", ["chi:423s"]),
    ("ittsu", 1, "123456m222p99s", "9s", ["chi:978m"]),
    ("chanta", 1, "123m789p11z999m", "9m", ["pon:999s"]),
    ("junchan", 2, "123m789p11m111p", "1p", ["pon:999s"]),
    ("toitoi", 2, "222m444p99m888p", "8p", ["pon:666s"]),
    ("sanankou", 2, "222m444p666s99m", "9m", ["chi:534p"]),
    ("sanankou", 2, "222m444p99m", "9m", ["chi:534p", "ankan:6666s"]),
    ("sanankou", 2, "444p99m", "9m", ["chi:534p", "ankan:6666s", "ankan:2222m"]),
    ("sanshoku-doukou", 2, "222p22s99m345p2s", "2s", ["pon:222m"]),
    ("sankantsu", 2, "99m345p", "5p", ["kan:2222m", "added:4444s", "ankan:1111p"]),
    ("honroutou", 2, "111m999p44z111s", "1s", ["pon:999m"]),
    ("honitsu", 2, "456m99m111m444z", "4z", ["chi:123m"]),
    ("chinitsu", 5, "22m456m678m999m", "9m", ["chi:123m"]),
    ("shousangen", 2, "666z77z234m567p", "7p", ["pon:555z"]),
]


@each(("name", "worth_han", "hand", "on", "melds"), OPEN, ids=[name for name, *_ in OPEN])
def test_open_hands(name: str, worth_han: int, hand: str, on: str, melds: list[str]) -> None:
    assert han(won(hand, on, *melds))[name] == worth_han


MISSED = [
    ("pinfu", "234m567p99s345s68s7s", "7s", "a closed wait"),
    ("pinfu", "234m567p22z345s78s6s", "6s", "a pair of the seat wind"),
    ("pinfu", "234m567p55z345s78s6s", "6s", "a pair of dragons"),
    ("iipeikou", "223344m556677p99s", "9s", "twice is ryanpeikou"),
    ("chiitoitsu", "223344m556677p99s", "9s", "read as ryanpeikou, which is worth more"),
    ("sanankou", "222m444p66s99m345p6s", "6s", "the third triplet is completed by ron"),
    ("chanta", "123m789p999s11m111p", "1p", "without honours it is junchan"),
    ("honitsu", "123m22m456m678m999m", "9m", "without honours it is chinitsu"),
    ("riichi", "223344m556677p99s", "9s", "not declared"),
]


@each(("name", "hand", "on", "why"), MISSED, ids=[why for *_, why in MISSED])
def test_just_missed(name: str, hand: str, on: str, why: str) -> None:
    assert name not in han(won(hand, on, last_tile=True))


@each(
    ("name", "hand", "melds"),
    [
        ("pinfu", "234m567p99s78s6s", ["chi:345s"]),
        ("iipeikou", "223344m99s67s8s", ["chi:567p"]),
        ("menzen-tsumo", "223344m99s67s8s", ["chi:567p"]),
    ],
)
def test_only_closed(name: str, hand: str, melds: list[str]) -> None:
    assert name not in han(won(hand, hand[-2:], *melds, last_tile=True, tsumo=True))


YAKUMAN = [
    ("kokushi", "19m19p199s123456z7z", "7z", []),
    ("kokushi-13", "19m19p199s1234567z", "9s", []),
    ("suuankou-tanki", "222m444p666s888s99m", "9m", []),
    ("daisangen", "234m99p555z666z", "6z", ["pon:777z"]),
    ("shousuushi", "234m44z111z222z", "2z", ["pon:333z"]),
    ("daisuushi", "99m444z111z222z", "2z", ["pon:333z"]),
    ("tsuuiisou", "111z55z666z777z", "7z", ["pon:222z"]),
    ("tsuuiisou", "1122334455667z7z", "7z", []),
    ("ryuuiisou", "22334466s888s666z", "6z", []),
    ("ryuuiisou", "234s44s888s666s", "6s", ["chi:234s"]),
    ("chinroutou", "111m999m111p99s", "9s", ["pon:999p"]),
    ("suukantsu", "99m", "9m", ["kan:2222m", "added:4444s", "ankan:1111p", "kan:7777s"]),
    ("chuuren", "1112345567899m9m", "9m", []),
    ("junsei-chuuren", "1112345678999m5m", "5m", []),
]


@each(("name", "hand", "on", "melds"), YAKUMAN)
def test_yakuman(name: str, hand: str, on: str, melds: list[str]) -> None:
    win = won(hand, on, *melds)
    assert name in names(win).split()
    assert (worth(win).yaku, worth(win).han, worth(win).fu, worth(win).limit) == ((), None, None, "yakuman")


def test_of_four_concealed_triplets_closed_kans_count_and_open_ones_do_not() -> None:
    assert names(won("222m99m888s", "9m", "ankan:4444p", "ankan:6666s")) == "suuankou-tanki"
    assert han(won("222m99m888s", "9m", "ankan:4444p", "added:6666s"))["sanankou"] == 2
    assert "sanankou" not in han(won("222m99m888s", "8s", "ankan:4444p", "kan:6666s"))


def test_suuankou_by_tsumo_on_a_triplet() -> None:
    win = won("222m444p666s99m888s", "8s", tsumo=True)
    assert names(win) == "suuankou"
    assert "suuankou" not in names(win._replace(tsumo=False))


@each("meld", ["ankan:9999m", "pon:999m"])
def test_nine_gates_need_all_tiles_concealed(meld: str) -> None:
    assert "chinitsu" in han(won("11123456788m", "8m", meld))


def test_dora_are_not_added_to_a_yakuman() -> None:
    win = won("19m19p199s1234567z", "9s", riichi=1, dora="8s8s8m")
    assert (worth(win).yakuman, paid(win)) == (1, "32000")


@each("name", sorted(MAHJONG_SOUL.double_yakuman))
def test_double_yakuman_are_double_where_the_ruleset_says_so(name: str) -> None:
    hands = {yakuman: won(hand, on, *melds) for yakuman, hand, on, melds in YAKUMAN}
    for rules, value in ((TENHOU, 1), (replace(TENHOU, double_yakuman=(name,)), 2)):
        items = dict(worth(under(hands[name], rules)).yakuman_items)
        assert items[name] == value


def test_several_yakuman_add_up_or_the_dearest_counts() -> None:
    win = won("11z666z777z", "7z", "pon:555z", "pon:222z")
    assert names(under(win, TENHOU)) == "daisangen tsuuiisou"
    assert paid(under(win, TENHOU)) == "64000"
    assert names(under(win, EMA)) == "daisangen", "the one with a liable player stands for the hand"
    assert paid(under(win, EMA)) == "32000"
    assert names(under(win, EMA, pao=("tsuuiisou",))) == "tsuuiisou"
    dearest = under(win, EMA, double_yakuman=("tsuuiisou",))
    assert (names(dearest), paid(dearest)) == ("tsuuiisou", "64000")


SITUATIONS = [
    ({"riichi": 1}, {"riichi": 1}),
    ({"riichi": 2}, {"double-riichi": 2}),
    ({"riichi": 1, "ippatsu": True}, {"riichi": 1, "ippatsu": 1}),
    ({"tsumo": True}, {"menzen-tsumo": 1}),
    ({"last_tile": True}, {"houtei": 1}),
    ({"chankan": True}, {"chankan": 1}),
    ({"tsumo": True, "last_tile": True}, {"menzen-tsumo": 1, "haitei": 1}),
    (
        {"riichi": 1, "ippatsu": True, "tsumo": True, "last_tile": True},
        {"riichi": 1, "ippatsu": 1, "menzen-tsumo": 1, "haitei": 1},
    ),
]


@each(("situation", "expected"), SITUATIONS)
def test_yaku_of_the_situation(situation: dict[str, int], expected: dict[str, int]) -> None:
    win = won("222m345p99s456s78s9s", "9s", **situation)
    assert {name: value for name, value in han(win).items() if name != "pinfu"} == expected


@pytest.mark.claim("R-13")
def test_rinshan_with_riichi_after_a_closed_kan() -> None:
    win = won("345p99s45678s9s", "9s", "ankan:2222m", riichi=1, tsumo=True, rinshan=True)
    assert han(win) == {"riichi": 1, "menzen-tsumo": 1, "rinshan": 1}


RINSHAN = won("345p99s45678s9s", "9s", "ankan:2222m", riichi=1, ippatsu=True, tsumo=True, rinshan=True)


def test_rinshan_never_with_ippatsu() -> None:
    assert "ippatsu" not in han(RINSHAN)
    assert "ippatsu" in han(RINSHAN._replace(rinshan=False))


@pytest.mark.claim("R-11")
def test_ura_dora_count_for_riichi_alone() -> None:
    win = won("222m345p99s45678s9s", "9s", dora="1m", ura_indicators=(0,), last_tile=True)
    assert han(win) == {"houtei": 1, "dora": 3}
    win = win._replace(riichi=1)
    assert han(win) == {"riichi": 1, "houtei": 1, "dora": 3, "ura-dora": 3}
    assert "ura-dora" not in han(under(win, WRC, ura_dora=False))


def test_ippatsu_is_for_the_ruleset_to_say() -> None:
    win = won("222m345p99s45678s9s", "9s", riichi=1, ippatsu=True)
    assert "ippatsu" in han(win)
    assert "ippatsu" not in han(under(win, WRC, ippatsu=False))


def test_open_tanyao_is_for_the_ruleset_to_say() -> None:
    win = won("234m567p22s345s", "5s", "pon:888s")
    assert han(win) == {"tanyao": 1}
    assert reason(under(win, WRC, open_tanyao=False)) == "no yaku"
    closed = won("234m567p22s345s888s", "8s")
    assert "tanyao" in han(under(closed, WRC, open_tanyao=False))


def test_dora_count_each_time_and_red_fives_besides() -> None:
    win = won("222m340p99s45678s9s", "9s", dora="1m1m4p8s", last_tile=True, rules=TENHOU)
    assert han(win) == {"houtei": 1, "dora": 3 + 3 + 1 + 3, "aka-dora": 1}


def test_dora_are_no_yaku() -> None:
    win = won("22m345p99s456s2m", "2m", "chi:789s", dora="1m1m")
    assert reason(win) == "no yaku"


def test_a_hand_that_is_not_complete() -> None:
    assert reason(won("222m345p99s456s78s1z", "1z", riichi=1)) == "not complete"
    assert reason(won("1111m2288p3377s44z", "4z", riichi=1)) == "not complete", (
        "four of a kind are no two pairs"
    )


class TestFirstTurn:
    HAND = won("222m345p99s45678s9s", "9s", first_turn=True, tsumo=True)

    def test_by_tsumo_it_is_chiihou_and_for_east_tenhou(self) -> None:
        assert names(self.HAND) == "chiihou"
        assert names(as_east(self.HAND)) == "tenhou"

    def test_yakuman_of_the_tiles_are_added(self) -> None:
        win = won("222m444p666s99m888s", "8s", first_turn=True, tsumo=True)
        assert names(win) == "chiihou suuankou"

    def test_by_ron_it_is_renhou_a_mangan(self) -> None:
        win = self.HAND._replace(tsumo=False)
        assert names(win) == "renhou"
        assert (worth(win).han, worth(win).fu, worth(win).limit) == (None, None, "mangan")
        assert paid(win) == "8000"

    def test_renhou_stands_alone(self) -> None:
        win = won("555z666z77z234m567m", "7m", first_turn=True, dora="1m")
        assert worth(win).limit == "baiman"
        assert "renhou" not in names(win), "the hand itself is worth more"
        cheap = won("555z234m567p99s345s", "5s", first_turn=True, dora="4z")
        assert han(cheap).keys() == {"renhou"}

    def test_renhou_is_not_for_east_and_not_in_every_ruleset(self) -> None:
        win = self.HAND._replace(tsumo=False)
        assert reason(as_east(win)) == "no yaku"
        for rules in (TENHOU, MAHJONG_SOUL):
            assert reason(under(win, rules)) == "no yaku"
        assert names(under(win, WRC_2015)) == "renhou"


class TestTwoHanMinimum:
    RULES = replace(EMA, two_han_minimum_from=5)

    def test_from_so_many_counters_a_win_needs_two_han(self) -> None:
        win = won("555z234m567p99s345s", "5s", rules=self.RULES)
        assert wins(win._replace(honba=4))
        assert reason(win._replace(honba=5)) == "two-han minimum"
        assert wins(win._replace(honba=5, riichi=1))

    def test_dora_do_not_help(self) -> None:
        win = won("555z234m567p99s345s", "5s", dora="4z", honba=5, rules=self.RULES)
        assert reason(win) == "two-han minimum"

    def test_a_yakuman_is_enough(self) -> None:
        win = won("19m19p199s1234567z", "9s", honba=5, rules=self.RULES)
        assert wins(win)


def test_every_yaku_has_an_example_here() -> None:
    shown = {name for name, *_ in [*CLOSED, *OPEN, *YAKUMAN]}
    by_situation = {name for _, expected in SITUATIONS for name in expected}
    elsewhere = {RENHOU, "rinshan", "suuankou", "tenhou", "chiihou", "dora", "aka-dora", "ura-dora"}
    assert set(YAKU_NAMES) == shown | by_situation | elsewhere
