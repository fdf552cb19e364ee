"""Waits and acceptance, of a hand and of each of its discards."""

from __future__ import annotations

from random import Random

import pytest
import xiangting

from engine.shape import (
    acceptance,
    discards,
    keys_of,
    pair_count,
    shanten,
    tile_bits,
    tiles_accepted,
    tiles_after_discards,
    waits,
)
from engine.tiles import COPIES, KINDS, count_kinds
from tests.support.engine.hands import counts, drawn, keys, kinds

FOUR = xiangting.PlayerCount.FOUR
Answer = tuple[int, tuple[int, ...]]


@pytest.mark.parametrize(
    ("hand", "melds", "expected"),
    [
        ("23m456p789s11122z", 0, "14m"),
        ("13m456p789s11122z", 0, "2m"),
        ("123m456p789s1122z", 0, "12z"),
        ("123m456p789s1112z", 0, "2z"),
        ("2345m", 3, "25m"),
        ("4z", 4, "4z"),
        ("1112345678999m", 0, "123456789m"),
        ("1122m3344p5566s7z", 0, "7z"),
        ("19m19p19s1234567z", 0, "19m19p19s1234567z"),
        ("19m19p19s1234566z", 0, "7z"),
        ("1234444678m678s", 0, "1m"),
        ("1113333m456p789s", 0, "2m"),
        ("123m6788889999s", 0, "67s"),  # all copies of the two highest kinds
        ("1111m123p112233s", 0, ""),  # a fifth 1m is no wait
        ("123m456p789s1111z", 0, ""),
        ("345678m123p6666s", 0, ""),
        ("147m258p369s1234z", 0, ""),
        ("1111z", 3, ""),
    ],
)
def test_waits_of_hands_in_notation(hand: str, melds: int, expected: str) -> None:
    assert waits(keys(hand), melds) == kinds(expected)


@pytest.mark.parametrize(
    ("hand", "melds", "expected", "accepted"),
    [
        ("23m456p789s11122z", 0, 0, "14m"),
        ("1111m123p112233s", 0, 1, "23456789m123456789p123456789s1234567z"),
        ("112m33p115599s77z", 0, 0, "2m"),
        ("1199m33p2s55577z", 0, 1, ""),
    ],
)
def test_acceptance_of_hands_in_notation(hand: str, melds: int, expected: int, accepted: str) -> None:
    found = acceptance(keys(hand), melds)
    assert found[0] == shanten(counts(hand), melds)
    if accepted:
        assert found == (expected, kinds(accepted))


def test_discards_of_a_hand_in_notation() -> None:
    found = discards(keys("23m456p789s111223z"))
    assert list(found) == list(kinds("23m456p789s123z"))
    assert found[kinds("3z")[0]] == (0, kinds("14m"))
    assert found[kinds("2m")[0]][0] == 1


def by_xiangting(hand: list[int]) -> Answer:
    """Acceptance as ``xiangting`` gives it."""
    number, flags = xiangting.calculate_necessary_tiles(hand, FOUR)
    return number - 1, tuple(kind for kind in range(KINDS) if flags >> kind & 1 and hand[kind] < COPIES)


def discards_by_xiangting(hand: list[int]) -> dict[int, Answer]:
    found = {}
    for kind in range(KINDS):
        if hand[kind]:
            found[kind] = by_xiangting([count - (other == kind) for other, count in enumerate(hand)])
    return found


@pytest.mark.parametrize("one_suit", [False, True])
@pytest.mark.parametrize("melds", [0, 1, 2, 3, 4])
def test_acceptance_agrees_with_xiangting(melds: int, one_suit: bool) -> None:
    random = Random(melds)
    for _ in range(400):
        hand = drawn(random, 13 - 3 * melds, one_suit)
        expected = by_xiangting(hand)
        assert acceptance(keys_of(hand), melds) == expected, hand
        assert waits(keys_of(hand), melds) == (expected[1] if expected[0] == 0 else ())


@pytest.mark.parametrize("one_suit", [False, True])
@pytest.mark.parametrize("melds", [0, 1, 2, 3, 4])
def test_acceptance_of_every_discard_agrees_with_xiangting(melds: int, one_suit: bool) -> None:
    random = Random(melds)
    for _ in range(300):
        hand = drawn(random, 14 - 3 * melds, one_suit)
        assert discards(keys_of(hand), melds) == discards_by_xiangting(hand), hand


def test_hands_near_pairs_and_orphans_accept_for_every_form() -> None:
    random = Random(9)
    pool = [kind for kind in (0, 1, 8, 9, 17, 18, 26, *range(27, 34)) for _ in range(2)]
    for _ in range(300):
        hand = count_kinds(random.sample(pool, 14))
        assert discards(keys_of(hand)) == discards_by_xiangting(hand), hand


@pytest.mark.parametrize("one_suit", [False, True])
def test_tiles_are_counted_as_their_kinds_are_collected(one_suit: bool) -> None:
    random = Random(11)
    pairs = [kind for kind in range(KINDS) for _ in range(2)]
    for number in range(400):
        melds = number % 5
        hand = drawn(random, 14 - 3 * melds, one_suit)
        if number % 10 == 0:  # near seven pairs
            hand = count_kinds(random.sample(pairs[: 24 if one_suit else None], 14))
        left = [random.randint(0, COPIES - count) for count in hand]
        keys, bits = keys_of(hand), tile_bits(left)
        counted = {
            kind: (after, sum(left[each] for each in accepted))
            for kind, (after, accepted) in discards(keys, melds).items()
        }
        assert tiles_after_discards(keys, melds, bits) == counted, hand
        assert pair_count(keys) == sum(count >= 2 for count in hand)
        rest = hand.copy()
        rest[next(kind for kind in range(KINDS) if hand[kind])] -= 1
        after, accepted = acceptance(keys_of(rest), melds)
        found = tiles_accepted(keys_of(rest), melds, bits)
        assert found == (after, sum(left[each] for each in accepted)), rest


def test_tile_bits_have_a_bit_for_each_copy() -> None:
    copies = [kind % (COPIES + 1) for kind in range(KINDS)]
    bits = tile_bits(copies)
    assert [(bits >> COPIES * kind & 15).bit_count() for kind in range(KINDS)] == copies
    assert tile_bits([-1] * KINDS) == tile_bits([0] * KINDS) == 0


@pytest.mark.parametrize("ask", [acceptance, waits, discards])
def test_keys_that_are_no_hand_are_refused(ask) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(ValueError, match="no key of a suit of 9 kinds"):
        ask((5**9, 0, 0, 0))
    with pytest.raises(ValueError, match="0 to 4 melds, not 7"):
        ask((1, 0, 0, 0), 7)
