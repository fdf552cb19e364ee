"""Readings: every way to divide a complete hand."""

from __future__ import annotations

from random import Random

import pytest
from mahjong.hand_calculating.divider import HandDivider

from engine.shape import Form, Group, Reading, keys_of, readings, shanten
from engine.tiles import COPIES, KINDS, NAMES, ORPHANS, count_kinds, format_tiles
from tests.support.engine.hands import counts, drawn, groups, keys


def blocks(group: Group) -> tuple[int, ...]:
    """The kinds of a group."""
    return tuple(group.first + step * group.is_sequence for step in range(3))


def written(reading: Reading) -> str:
    """A reading as one line: its groups and its pair, or the name of its form."""
    if reading.form is not Form.STANDARD:
        return reading.form.value
    pair = reading.pair
    assert pair is not None
    return (
        " ".join(format_tiles(blocks(group)) for group in reading.groups)
        + " + "
        + 2 * NAMES[pair][0]
        + NAMES[pair][1]
    )


def complete_hand(random: Random, melds: int) -> list[int]:
    """34 counts of random groups and a pair, now and then of one suit."""
    every = groups()
    if random.random() < 0.5:
        every = [group for group in every if group[0] < 9]
    while True:
        pair = random.choice(every)[0]
        tiles = [pair, pair, *(kind for _ in range(4 - melds) for kind in random.choice(every))]
        if max(count_kinds(tiles)) <= COPIES:
            return count_kinds(tiles)


@pytest.mark.parametrize(
    ("hand", "melds", "expected"),
    [
        ("123m456p789s11122z", 0, ["123m 456p 789s 111z + 22z"]),
        ("456p22z", 3, ["456p + 22z"]),
        ("22z", 4, [" + 22z"]),
        ("111222333m99p456s", 0, ["111m 222m 333m 456s + 99p", "123m 123m 123m 456s + 99p"]),
        ("112233m445566p77s", 0, ["123m 123m 456p 456p + 77s", "seven-pairs"]),
        ("11223344556677z", 0, ["seven-pairs"]),
        ("19m19p19s12345677z", 0, ["orphans"]),
        (
            "11122233344455m",
            0,
            [
                "111m 222m 333m 444m + 55m",
                "111m 234m 234m 234m + 55m",
                "111m 234m 345m 345m + 22m",
                "123m 123m 123m 444m + 55m",
            ],
        ),
        ("123m456p789s1112z", 0, []),
        ("1111m22p33s445566z", 0, []),  # four of a kind are not two pairs
        ("19m19p19s1234567z", 0, []),
        ("11m19p19s12345677z", 0, []),
        ("11223344556z", 1, []),
        ("123m456p789s11z", 0, []),  # a meld short
        ("123m456p789s11122z", 1, []),
    ],
)
def test_readings_of_hands_in_notation(hand: str, melds: int, expected: list[str]) -> None:
    assert sorted(map(written, readings(keys(hand), melds))) == sorted(expected)


@pytest.mark.parametrize("double", ORPHANS)
def test_orphans_name_the_doubled_kind_as_pair(double: int) -> None:
    hand = count_kinds([*ORPHANS, double])
    assert readings(keys_of(hand)) == (Reading(Form.ORPHANS, double, ()),)


@pytest.mark.parametrize("melds", [0, 1, 2, 3, 4])
def test_readings_agree_with_mahjong(melds: int) -> None:
    random = Random(melds)
    for _ in range(500):
        hand = complete_hand(random, melds)
        open_groups = [(27 + number,) * 3 for number in range(melds)] if not any(hand[27:31]) else None
        if open_groups is None:
            continue
        whole = [count + sum(group.count(kind) for group in open_groups) for kind, count in enumerate(hand)]
        theirs = [sorted(tuple(block) for block in division) for division in HandDivider.divide_hand(whole)]
        ours = []
        for reading in readings(keys_of(hand), melds):
            if reading.form is Form.SEVEN_PAIRS:
                ours.append([(kind, kind) for kind in range(KINDS) if hand[kind]])
            else:
                assert reading.pair is not None
                assert [*reading.groups] == sorted(reading.groups, key=lambda group: group.first)
                parts = [(reading.pair, reading.pair), *map(blocks, reading.groups), *open_groups]
                ours.append(sorted(parts))
        assert sorted(ours) == sorted(theirs), hand


@pytest.mark.parametrize("one_suit", [False, True])
def test_a_hand_can_be_read_when_it_is_complete_and_only_then(one_suit: bool) -> None:
    random = Random(3)
    complete = 0
    for number in range(1_500):
        melds = number % 5
        hand = drawn(random, 14 - 3 * melds, one_suit)
        assert bool(readings(keys_of(hand), melds)) == (shanten(hand, melds) == -1), hand
        complete += shanten(hand, melds) == -1
    assert complete


def test_a_hand_of_too_few_tiles_has_no_reading() -> None:
    assert readings(keys("123m11z")) == ()
    assert readings(keys_of(counts(""))) == ()
