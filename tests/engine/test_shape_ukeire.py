"""Waits and acceptance, of a hand and of each of its discards."""

from __future__ import annotations

from random import Random

import pytest
import xiangting
from hypothesis import given, settings
from hypothesis import strategies as st
from mahjong.shanten import Shanten

from engine.shape import (
    acceptance,
    discards,
    keys_of,
    pair_count,
    readings,
    shanten,
    tile_bits,
    tiles_accepted,
    tiles_after_discards,
    waits,
)
from engine.tiles import COPIES, KINDS, count_kinds
from tests.support.engine.slow_shape import counts, drawn, keys, kinds

FOUR = xiangting.PlayerCount.FOUR
WALL = range(KINDS * COPIES)
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


def by_trying(hand: list[int]) -> Answer:
    """Acceptance by trying each tile with another library's shanten."""
    hand = hand.copy()
    now = Shanten.calculate_shanten(hand)
    accepted = []
    for kind in range(KINDS):
        if hand[kind] < COPIES:
            hand[kind] += 1
            if Shanten.calculate_shanten(hand) < now:
                accepted.append(kind)
            hand[kind] -= 1
    return now, tuple(accepted)


def by_xiangting(hand: list[int]) -> Answer:
    """Acceptance as ``xiangting`` gives it."""
    number, flags = xiangting.calculate_necessary_tiles(hand, FOUR)
    return number - 1, tuple(kind for kind in range(KINDS) if flags >> kind & 1 and hand[kind] < COPIES)


def discards_by(answer, hand: list[int]) -> dict[int, Answer]:  # type: ignore[no-untyped-def]
    """Acceptance of every discard, one hand at a time."""
    found = {}
    for kind in range(KINDS):
        if hand[kind]:
            left = [count - (other == kind) for other, count in enumerate(hand)]
            found[kind] = answer(left)
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
        assert discards(keys_of(hand), melds) == discards_by(by_xiangting, hand), hand


@pytest.mark.parametrize("one_suit", [False, True])
def test_acceptance_of_every_discard_is_what_trying_every_tile_gives(one_suit: bool) -> None:
    random = Random(7)
    for number in range(15):
        melds = number % 5
        hand = drawn(random, 14 - 3 * melds, one_suit)
        assert discards(keys_of(hand), melds) == discards_by(by_trying, hand), hand


def test_hands_near_pairs_and_orphans_accept_for_every_form() -> None:
    random = Random(9)
    pool = [kind for kind in (0, 1, 8, 9, 17, 18, 26, *range(27, 34)) for _ in range(2)]
    for _ in range(300):
        hand = count_kinds(random.sample(pool, 14))
        assert discards(keys_of(hand)) == discards_by(by_xiangting, hand), hand


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


@settings(max_examples=60, deadline=None)
@given(melds=st.integers(0, 4), tiles=st.permutations(WALL))
def test_accepted_kinds_lower_shanten_by_one_and_others_never(melds: int, tiles: list[int]) -> None:
    hand = count_kinds(tile // COPIES for tile in tiles[: 13 - 3 * melds])
    now, accepted = acceptance(keys_of(hand), melds)
    assert now == shanten(hand, melds)
    assert accepted, "some tile always helps a hand that is not complete"
    for kind in range(KINDS):
        if hand[kind] == COPIES:
            assert kind not in accepted
            continue
        more = [count + (other == kind) for other, count in enumerate(hand)]
        assert shanten(more, melds) == now - (kind in accepted)
        if now == 0:
            assert bool(readings(keys_of(more), melds)) == (kind in accepted)


@pytest.mark.parametrize("ask", [acceptance, waits, discards])
def test_keys_that_are_no_hand_are_refused(ask) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(ValueError, match="no key of a suit of 9 kinds"):
        ask((5**9, 0, 0, 0))
    with pytest.raises(ValueError, match="0 to 4 melds, not 7"):
        ask((1, 0, 0, 0), 7)
