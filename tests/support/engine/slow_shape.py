"""Slow and obvious versions of the tile mathematics, and hands to try them on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from random import Random

from engine.shape import keys_of
from engine.tiles import COPIES, KINDS, ORPHANS, count_kinds, parse_tiles

Block = tuple[int, ...]


def counts(text: str) -> list[int]:
    """34 counts of a hand in notation."""
    return count_kinds(parse_tiles(text))


def keys(text: str) -> tuple[int, ...]:
    """The four keys of a hand in notation."""
    return keys_of(counts(text))


def kinds(text: str) -> tuple[int, ...]:
    """Tile kinds in notation, in order."""
    return tuple(sorted(parse_tiles(text)))


def drawn(random: Random, tiles: int, one_suit: bool = False) -> list[int]:
    """34 counts of so many tiles of a shuffled wall, or of a wall of 1m–9m and half the time honours."""
    pool = range(KINDS)
    if one_suit:
        pool = [*range(9), *(range(27, 34) if random.random() < 0.5 else ())]
    return count_kinds(random.sample([kind for kind in pool for _ in range(COPIES)], tiles))


def groups() -> list[Block]:
    """Every sequence and every triplet."""
    sequences = [(kind, kind + 1, kind + 2) for kind in range(27) if kind % 9 < 7]
    return sequences + [(kind,) * 3 for kind in range(KINDS)]


@cache
def suit_missing(held: tuple[int, ...], suit: int, most_groups: int) -> dict[tuple[int, int], int]:
    """Fewest missing tiles for each (pairs, groups) in one suit, by trying every set of groups and pair."""
    own_groups = [tuple(kind - 9 * suit for kind in group) for group in groups() if group[0] // 9 == suit]
    pairs = [(rank, rank) for rank in range(len(held))]
    best: dict[tuple[int, int], int] = {}

    def extend(target: list[int], number: int, first: int) -> None:
        for pair in [(), *pairs]:
            whole = [count + pair.count(rank) for rank, count in enumerate(target)]
            if max(whole) <= COPIES:
                lacking = sum(max(0, want - have) for want, have in zip(whole, held, strict=True))
                place = (len(pair) // 2, number)
                best[place] = min(best.get(place, lacking), lacking)
        if number == most_groups:
            return
        for index in range(first, len(own_groups)):
            more = [count + own_groups[index].count(rank) for rank, count in enumerate(target)]
            if max(more) <= COPIES:
                extend(more, number + 1, index)

    extend([0] * len(held), 0, 0)
    return best


def slow_standard_shanten(hand: Sequence[int], melds: int) -> int:
    """Shanten to four groups and a pair: the suits' missing tiles, shared out in every way."""
    best = {(0, melds): 0}
    for suit in range(4):
        after: dict[tuple[int, int], int] = {}
        for (pairs, number), lacking in best.items():
            missing = suit_missing(tuple(hand[9 * suit : 9 * suit + 9]), suit, 4 - melds)
            for (more_pairs, more), more_lacking in missing.items():
                place = (pairs + more_pairs, number + more)
                after[place] = min(after.get(place, 99), lacking + more_lacking)
        best = after
    return best[1, 4] - 1


def slow_seven_pairs_shanten(hand: Sequence[int]) -> int:
    """Shanten to seven different pairs: take the seven kinds that lack the least."""
    return sum(sorted(max(0, 2 - count) for count in hand)[:7]) - 1


def slow_orphans_shanten(hand: Sequence[int]) -> int:
    """Shanten to thirteen orphans: try each orphan as the double one."""
    return min(sum(max(0, 1 + (kind == double) - hand[kind]) for kind in ORPHANS) for double in ORPHANS) - 1


def slow_shanten(hand: Sequence[int], melds: int = 0) -> int:
    """Shanten over all forms."""
    standard = slow_standard_shanten(hand, melds)
    if melds:
        return standard
    return min(standard, slow_seven_pairs_shanten(hand), slow_orphans_shanten(hand))


def slow_readings(hand: Sequence[int], number: int) -> Iterator[tuple[int, tuple[Block, ...]]]:
    """Pair and groups of every standard reading: try every pair and every set of so many groups."""

    def divide(left: list[int], number: int, first: int) -> Iterator[tuple[Block, ...]]:
        if number == 0:
            if not any(left):
                yield ()
            return
        for index in range(first, len(every)):
            group = every[index]
            rest = [count - group.count(kind) for kind, count in enumerate(left)]
            if min(rest) >= 0:
                for others in divide(rest, number - 1, index):
                    yield (group, *others)

    every = [group for group in groups() if all(hand[kind] for kind in group)]
    for pair in range(KINDS):
        if hand[pair] >= 2:
            left = [count - 2 * (kind == pair) for kind, count in enumerate(hand)]
            for found in divide(left, number, 0):
                yield pair, tuple(sorted(found))
