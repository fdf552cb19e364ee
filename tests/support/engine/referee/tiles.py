"""Tiles by name, and hands looked at the slow way: every pair, every group."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, product

Tiles = tuple[str, ...]
Group = tuple[str, ...]

WINDS, DRAGONS = ("E", "S", "W", "N"), ("P", "F", "C")
HONOURS = (*WINDS, *DRAGONS)
KINDS = (*(f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)), *HONOURS)
ORPHANS = frozenset((*(f"{rank}{suit}" for suit in "mps" for rank in (1, 9)), *HONOURS))


def plain(tile: str) -> str:
    """The kind of a tile: a red five is a five."""
    return tile.removesuffix("r")


def plain_all(tiles: Iterable[str]) -> Tiles:
    """The kinds of these tiles, sorted."""
    return tuple(sorted(map(plain, tiles)))


def sequence(kind: str, first: int) -> Group:
    """The sequence of that suit from that rank on; empty if there is none."""
    if kind in HONOURS or not 1 <= first <= 7:
        return ()
    return tuple(f"{first + step}{kind[1]}" for step in range(3))


def without(tiles: Tiles, group: Iterable[str]) -> Tiles | None:
    """The other tiles; None if these are not all among them."""
    rest = list(tiles)
    for tile in group:
        if tile not in rest:
            return None
        rest.remove(tile)
    return tuple(rest)


@lru_cache(maxsize=50_000)
def divisions(tiles: Tiles) -> tuple[tuple[Group, ...], ...]:
    """Every way to divide kinds into sequences and triplets."""
    if not tiles:
        return ((),)
    first, found = tiles[0], set()
    for group in ((first,) * 3, sequence(first, int(first[0])) if first not in HONOURS else ()):
        rest = without(tiles, group) if group else None
        if rest is not None:
            found |= {tuple(sorted((group, *others))) for others in divisions(rest)}
    return tuple(sorted(found))


@lru_cache(maxsize=50_000)
def _suit_readings(tiles: Tiles) -> tuple[tuple[Group, ...], ...]:
    """The same of one suit, or of the honours, of which two tiles may be the pair."""
    if len(tiles) % 3 == 1:
        return ()
    if len(tiles) % 3 == 0:
        return divisions(tiles)
    found = []
    for pair in dict.fromkeys(tiles):
        rest = without(tiles, (pair, pair))
        if rest is not None:
            found += [((pair, pair), *groups) for groups in divisions(rest)]
    return tuple(found)


@lru_cache(maxsize=50_000)
def readings(tiles: Tiles) -> tuple[tuple[Group, ...], ...]:
    """Every reading of 14, 11, 8, ... concealed kinds: the pair and the groups; other forms as one group."""
    parts: dict[str, list[str]] = {"m": [], "p": [], "s": [], "": []}
    for tile in tiles:
        parts[tile[1:]].append(tile)
    found: list[tuple[Group, ...]] = []
    if sorted(len(part) % 3 for part in parts.values()) == [0, 0, 0, 2]:
        found = [sum(each, ()) for each in product(*(_suit_readings(tuple(part)) for part in parts.values()))]
    if len(tiles) == 14:
        counts = Counter(tiles)
        if (len(counts) == 7 and set(counts.values()) == {2}) or set(counts) == ORPHANS:
            found.append((tiles,))
    return tuple(found)


def is_complete(tiles: Iterable[str]) -> bool:
    """Whether these concealed tiles win, with the melds that make up the rest."""
    return bool(readings(plain_all(tiles)))


@lru_cache(maxsize=50_000)
def _waits(kinds: Tiles) -> Tiles:
    held = Counter(kinds)
    pairs = list(held.values()).count(2)
    if len(kinds) == 13 and (pairs == 6 or set(kinds) <= ORPHANS):
        suits = {"m", "p", "s", ""}
    else:
        # the tile goes where it makes groups, and one pair, out of every suit
        sizes = Counter(kind[1:] for kind in kinds)
        suits = {suit for suit in ("m", "p", "s", "") if _is_whole(sizes + Counter((suit,)))}
    near = (each for each in KINDS if each[1:] in suits and held[each] < 4)
    return tuple(each for each in near if readings(tuple(sorted((*kinds, each)))))


def _is_whole(sizes: Counter[str]) -> bool:
    return sorted(size % 3 for size in sizes.values() if size % 3) == [2]


def waits(tiles: Iterable[str]) -> Tiles:
    """What 13, 10, 7, ... concealed tiles wait on. Nobody waits on a fifth tile."""
    return _waits(plain_all(tiles))


def waits_on_orphans(tiles: Sequence[str]) -> bool:
    """Whether 13 tiles wait for thirteen orphans."""
    kinds = set(plain_all(tiles))
    return len(tiles) == 13 and kinds <= ORPHANS and len(kinds) >= 12


def is_changed_by_kan(before: Sequence[str], drawn: str, *, strict: bool) -> bool:
    """Whether a closed kan with the tile just drawn changes a riichi hand of these 13 concealed tiles."""
    kind = plain(drawn)
    after = [tile for tile in before if plain(tile) != kind]
    if set(waits(after)) - {kind} != set(waits(before)):
        return True
    return strict and any(
        (kind,) * 3 not in reading
        for wait in waits(before)
        for reading in readings(plain_all((*before, wait)))
    )


def choices(tiles: Sequence[str], count: int) -> Iterator[Tiles]:
    """Every different way to take so many of these tiles."""
    yield from dict.fromkeys(combinations(sorted(tiles), count))
