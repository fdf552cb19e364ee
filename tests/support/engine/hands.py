"""Hands in notation or drawn at random, as the tile mathematics takes them."""

from __future__ import annotations

from random import Random

from engine.shape import keys_of
from engine.tiles import COPIES, KINDS, count_kinds, parse_tiles

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
