"""Shanten in all three forms, and the tables that it is looked up in."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
import riichienv
import xiangting
from mahjong.shanten import Shanten

from engine.hand import Hand
from engine.shape import (
    discards,
    keys_of,
    nearest_discards,
    orphans_shanten,
    readings,
    seven_pairs_shanten,
    shanten,
    shanten_of,
    standard_shanten,
    ukeire,
)
from engine.shape import hand_readings as reading
from engine.shape import tables as forms
from engine.shape.tables import CLASSES_ASSET, PROFILES_ASSET, digits
from engine.tiles import KINDS, parse_tiles
from tests.support.engine.hands import (
    counts,
    drawn,
    keys,
)
from tools.measure import suit_tables as build

DATA = os.environ.get("FURITEN_DATA")
FOUR = xiangting.PlayerCount.FOUR


@pytest.mark.parametrize(
    ("hand", "melds", "expected"),
    [
        ("123m456p789s11122z", 0, -1),
        ("123m456p789s1112z", 0, 0),
        ("123456789m123p12s", 0, 0),  # four groups and a partial one, but no pair
        ("123m456p789s12z", 1, 0),
        ("11z", 4, -1),
        ("1z", 4, 0),
        ("19m19p19s1234567z", 0, 0),
        ("19m19p19s12345677z", 0, -1),
        ("11223344556677z", 0, -1),
        ("1122m3344p5566s7z", 0, 0),
        ("1111m22p33s445566z", 0, 1),  # four of a kind are not two pairs
        ("11m22p33s4455566z", 0, 1),  # six pairs, but no seventh kind
        ("1111m123p112233s", 0, 1),  # waits on a fifth 1m only
        ("123m456p789s1111z", 0, 1),
        ("345678m123p6666s", 0, 1),
        ("133345568s11567z", 0, 2),
        ("1234444678m678s", 0, 0),
        ("1112345678999m", 0, 0),
        ("147m258p369s1234z", 0, 6),
        ("159m159p159s1z", 1, 6),
    ],
)
def test_shanten_of_hands_in_notation(hand: str, melds: int, expected: int) -> None:
    assert shanten(counts(hand), melds) == shanten_of(keys(hand), melds) == expected


@pytest.mark.parametrize("melds", [0, 1, 2, 3, 4])
def test_shanten_agrees_with_other_libraries(melds: int) -> None:
    random = Random(melds)
    for number in range(1_000):
        hand = drawn(random, random.choice((13, 14)) - 3 * melds, one_suit=number % 2 == 0)
        numbers = [4 * kind + copy for kind in range(KINDS) for copy in range(hand[kind])]
        expected = Shanten.calculate_shanten(hand)
        assert shanten(hand, melds) == shanten_of(keys_of(hand), melds) == expected, hand
        assert xiangting.calculate_replacement_number(hand, FOUR) - 1 == expected
        assert riichienv.calculate_shanten(numbers) == expected
        assert standard_shanten(hand, melds) == Shanten.calculate_shanten_for_regular_hand(hand)
        if not melds:
            assert seven_pairs_shanten(hand) == Shanten.calculate_shanten_for_chiitoitsu_hand(hand)
            assert orphans_shanten(hand) == Shanten.calculate_shanten_for_kokushi_hand(hand)


@pytest.mark.skipif(not DATA, reason="FURITEN_DATA names no folder with hands of known shanten")
def test_recorded_hands_have_the_recorded_shanten_in_every_form() -> None:
    with gzip.open(Path(DATA or "", "shanten.jsonl.gz"), "rt", encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    assert len(rows) == 16_000
    for row in rows:
        hand = counts(row["hand"])
        assert standard_shanten(hand) == row["normal"], row
        assert seven_pairs_shanten(hand) == row["chiitoi"], row
        assert orphans_shanten(hand) == row["kokushi"], row
        assert shanten_of(keys_of(hand)) == min(row["normal"], row["chiitoi"], row["kokushi"])


def test_the_keys_that_a_hand_keeps_are_the_keys_of_its_counts() -> None:
    hand = Hand(parse_tiles("1990m505p34s1557z"))
    hand.remove(parse_tiles("0p")[0])
    hand.add(parse_tiles("7z")[0])
    assert tuple(hand.keys) == keys_of(hand.counts)
    assert shanten_of(hand.keys) == shanten(hand.counts)


@pytest.mark.parametrize(
    ("hand", "melds", "message"),
    [
        ([0] * 33, 0, "34 counts, not 33"),
        ([5] + [0] * 33, 0, "5 of one kind"),
        ([4] * 4 + [0] * 30, 0, "16 concealed tiles"),
        ([1] + [0] * 33, 5, "0 to 4 melds, not 5"),
    ],
)
def test_counts_that_are_no_hand_are_refused(hand: list[int], melds: int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        shanten(hand, melds)


@pytest.mark.parametrize(
    ("hand", "melds", "message"),
    [
        ((5**9, 0, 0, 0), 0, "no key of a suit of 9"),
        ((0, 0, 0, 5**7), 0, "no key of a suit of 7"),
        ((5**9 - 1, 0, 0, 0), 0, "36 concealed tiles"),
        ((1, 0, 0, 0), 5, "0 to 4 melds, not 5"),
    ],
)
def test_keys_that_are_no_hand_are_refused(hand: tuple[int, ...], melds: int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        shanten_of(hand, melds)


ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.nightly
def test_the_assets_are_what_their_generator_makes() -> None:
    assert Path(CLASSES_ASSET).read_bytes() == build.build_classes()
    assert Path(PROFILES_ASSET).read_bytes() == build.build_profiles()


def test_digits_and_keys_are_inverse() -> None:
    random = Random(1)
    for _ in range(200):
        key = random.randrange(5**9)
        assert sum(copies * 5**rank for rank, copies in enumerate(digits(key))) == key


@pytest.mark.parametrize("suit", [0, 1, 2, 3])
def test_the_profile_table_holds_the_profile_of_every_suit(suit: int) -> None:
    shapes, profiles = forms.profile_table(suit)
    random = Random(suit)
    for _ in range(1_000):
        counts = drawn(random, random.randrange(15), one_suit=True)
        part = counts[27:] if suit == 3 else counts[:9]
        key = keys_of(counts)[3 if suit == 3 else 0]
        assert profiles[shapes[key]] == forms.profile(suit, part)


def test_importing_reads_no_table() -> None:
    program = "import engine.shape, engine.shape.tables as tables; print(len(tables.SUMS))"
    done = subprocess.run([sys.executable, "-S", "-c", program], capture_output=True, check=True, cwd=ROOT)
    assert done.stdout.split() == [b"0"]


def answers(hand: list[int]) -> tuple[object, ...]:
    keys = keys_of(hand)
    return shanten(hand), discards(keys), nearest_discards(keys, 0, 3), readings(keys)


def test_memories_are_bounded_and_answers_do_not_depend_on_them(monkeypatch: pytest.MonkeyPatch) -> None:
    random = Random(5)
    hands = [drawn(random, 14) for _ in range(200)]
    full = [answers(hand) for hand in hands]
    for module in (reading, ukeire):
        monkeypatch.setattr(module, "_CACHE_CAP", 16)
    monkeypatch.setattr(ukeire, "_KEYS_CAP", 16)
    memories: list[dict[Any, Any]] = [reading._M, reading._P, reading._S, reading._Z]
    for suits in (ukeire.NUMBERS, ukeire.HONOURS):
        memories += [suits, suits.nearest]
    for known in memories:
        known.clear()
    short = [answers(hand) for hand in hands]
    assert short == full
    assert all(0 < len(known) <= 16 + 4 for known in memories)  # a hand adds four suits at once
