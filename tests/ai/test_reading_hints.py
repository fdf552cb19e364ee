"""What a hand may be worth: its dora, and the yaku within its reach."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

import pytest

from ai.reading.forms import ITTSU, SANSHOKU, forms
from ai.reading.hints import Hints, value_hints
from ai.reading.plans import Yaku
from engine.hand import Hand
from engine.melds import Meld, parse_meld
from engine.rules import TENHOU, Ruleset
from engine.tiles import COPIES, KINDS, NAMES, TILE_OF, all_tiles, count_kinds, format_tiles, parse_tiles
from tests.tui.table_positions import Position


def hints(
    hand: str, moves: str = "", after: str | None = None, indicator: str = "3z", rules: Ruleset = TENHOU
) -> Hints:
    view = Position(hand, indicator=indicator, rules=rules).play(moves).view
    return value_hints(view, None if after is None else TILE_OF[after])


def told(found: Hints) -> list[str]:
    """The yaku in short: what it is about, shanten and tiles left."""
    return [
        f"{hint.yaku.value} {format_tiles(hint.about)}".rstrip() + f" {hint.shanten}: {hint.acceptance}"
        for hint in found.yaku
    ]


def named(found: Hints) -> set[Yaku]:
    return {hint.yaku for hint in found.yaku}


class TestDora:
    def test_red_fives_and_dora_in_hand_and_melds(self) -> None:
        found = hints("4406m123p55s4677z", "1: 6z; 0: 5z; 1: 0s; 0: pon 5s5s", indicator="3m")
        assert [(NAMES[tile], han) for tile, han in found.dora] == [
            *(("4m", 1), ("4m", 1), ("0m", 1)),
            ("0s", 1),
        ]
        assert found.dora_han == 4

    def test_two_indicators_of_a_kind(self) -> None:
        found = hints("4406m123p55s46777z", "1: ankan 9s9s9s9s; dora 4m", indicator="4m")
        assert [(NAMES[tile], han) for tile, han in found.dora] == [("0m", 3)]

    def test_what_a_discard_gives_away(self) -> None:
        hand = "440m1236p55s46777z"  # North is dora
        assert hints(hand, "0: draws 1z", after="0m").dora_han == 1
        assert hints(hand, "0: draws 1z", after="1z").dora_han == 2


class TestYaku:
    def test_one_sequence_in_three_suits(self) -> None:
        found = hints("234m23478p2345s99m")
        assert told(found) == ["closed 0: 8", "sanshoku 2m2p2s 0: 8", "tanyao 1: 10"]
        assert [hint.missing for hint in found.yaku] == [1, 1, 2]

    def test_of_fourteen_tiles_each_after_the_discard_that_serves_it_best(self) -> None:
        hand, draw = "234m23478p2345s99m", "0: draws 5p"
        assert told(hints(hand, draw)) == [
            "closed 0: 8",
            "sanshoku 2m2p2s 0: 8",
            "tanyao 1: 19",
            "sanshoku 3m3p3s 1: 12",
        ]

    def test_after_a_discard(self) -> None:
        hand, draw = "234m23478p2345s99m", "0: draws 5p"
        assert "sanshoku 2m2p2s 0: 8" in told(hints(hand, draw, after="5s"))
        assert "sanshoku 2m2p2s 1: 11" in told(hints(hand, draw, after="2m"))

    def test_a_straight(self) -> None:
        found = hints("123m456m79m55p678s")
        assert [hint.yaku for hint in found.yaku if hint.shanten == 0] == [Yaku.CLOSED, Yaku.ITTSU]

    def test_a_straight_with_a_called_part(self) -> None:
        found = hints("12m456m79m55p6788s", "0: 1z; 3: 3m; 0: chi 1m2m; 0: 8s; 1: 1z")
        assert [(hint.yaku, hint.shanten) for hint in found.yaku] == [(Yaku.ITTSU, 0)]
        (hint,) = found.yaku
        assert format_tiles(hint.about) == "147m"
        assert (hint.missing, hint.acceptance) == (1, 4)

    def test_yakuhai_that_is_there_and_one_that_may_come(self) -> None:
        assert told(hints("234m55p67s777z456s", "0: 1z; 1: 5s")) == ["closed 0: 6", "yakuhai 7z 0: 6"]
        assert "yakuhai-pair 7z 1: 6" in told(hints("234m55p678s77z46s2p"))

    def test_a_guest_wind_is_none(self) -> None:
        assert named(hints("234m55p678s44z46s2p")) <= {Yaku.CLOSED, Yaku.TANYAO}

    def test_all_simples_only_where_they_may_be_open(self) -> None:
        hand, moves = "234m55p678s46s227p", "0: 1z; 1: 2p; 0: pon 2p2p; 0: 7p; 1: 9p"
        assert told(hints(hand, moves)) == ["tanyao 0: 4"]
        assert told(hints(hand, moves, rules=replace(TENHOU, open_tanyao=False))) == []

    def test_seven_pairs_and_thirteen_orphans(self) -> None:
        assert Yaku.SEVEN_PAIRS in named(hints("1199m33p55s77z128p"))
        assert told(hints("19m19p19s1234566z")) == ["closed 0: 4", "orphans 0: 4"]
        assert Yaku.SEVEN_PAIRS not in named(hints("199m33p55s77z1285p", "0: 1z; 1: 9m; 0: pon 9m9m; 0: 8p"))

    def test_a_flush_names_its_suit(self) -> None:
        (flush,) = (hint for hint in hints("1234567p1177z68m").yaku if hint.yaku is Yaku.HONITSU)
        assert format_tiles(flush.about) == "1p"

    def test_what_cannot_come_any_more_is_left_out(self) -> None:
        moves = "0: 1z; 1: 8m; 2: pon 8m8m; 2: 1z; 3: 8m; 0: 2z; 1: 1z"
        assert named(hints("123m456m79m55p678s", moves)) == set()

    def test_what_is_too_far_or_a_long_way_round_is_left_out(self) -> None:
        assert named(hints("147m258p369s1234z")) == set()
        assert Yaku.TOITOI not in named(hints("234m456p67s2255p8s"))


# -- a slow version of the distance to sequences -----------------------------------------------------

SETS = [
    *((kind, kind + 1, kind + 2) for kind in range(27) if kind % 9 < 7),
    *((kind,) * 3 for kind in range(KINDS)),
]


def complete_hands(firsts: Sequence[int]) -> Iterator[list[int]]:
    """Every complete hand with these three sequences, as 34 counts."""
    fixed = count_kinds([first + step for first in firsts for step in range(3)])
    for group in SETS:
        for pair in range(KINDS):
            counts = fixed.copy()
            for kind in (*group, pair, pair):
                counts[kind] += 1
            if max(counts) <= COPIES:
                yield counts


@pytest.mark.parametrize("seed", range(4))
def test_the_distance_to_sequences_is_what_trying_every_hand_finds(seed: int) -> None:
    random = Random(seed)
    all_firsts = [(Yaku.SANSHOKU, firsts) for firsts in SANSHOKU] + [(Yaku.ITTSU, firsts) for firsts in ITTSU]
    yaku, firsts = random.choice(all_firsts)
    targets = list(complete_hands(firsts))
    for _ in range(6):
        needed = [first + step for first in firsts for step in range(3)]
        start = random.sample(needed, random.randint(3, 8))
        rest = [tile for tile in all_tiles((0, 0, 0)) if tile not in start]
        hand = Hand(start + random.sample(rest, 13 - len(start)))
        (found,) = (form for form in forms(hand, 9) if (form.yaku, form.about) == (yaku, firsts))
        lacking = [
            [
                kind
                for kind in range(KINDS)
                if target[kind] > hand.counts[kind]
                for _ in range(target[kind] - hand.counts[kind])
            ]
            for target in targets
        ]
        fewest = min(map(len, lacking))
        assert found.shanten == fewest - 1, hand
        assert set(found.accepts) == {kind for each in lacking if len(each) == fewest for kind in each}, hand


def melded(hand: str, *melds: str) -> Hand:
    parsed: list[Meld] = [parse_meld(meld) for meld in melds]
    return Hand(parse_tiles(hand), parsed)


def test_melds_that_leave_no_room() -> None:
    two_others = melded("23456m4z", "pon:111z", "pon:222z")
    assert not list(forms(two_others, 9))
    one_other = melded("1234m45689m4z", "pon:111z")
    assert [(form.yaku, form.shanten) for form in forms(one_other, 1)] == [(Yaku.ITTSU, 1)]
