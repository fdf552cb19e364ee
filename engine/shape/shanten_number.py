"""Shanten: how many tiles a hand is away from tenpai.

Tenpai is 0, complete -1. The count is of the tiles that the hand lacks to the nearest complete hand that
can exist, with at most four copies of each kind: a hand that waits on nothing but a fifth copy is not tenpai.
Copies lying in melds are not known here and count as free.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.shape.tables import (
    FORMS_SHANTEN,
    HONOUR_CLASSES,
    HONOUR_SHAPES,
    SHANTEN,
    SUIT_CLASSES,
    SUIT_HONOUR_PROFILES,
    SUIT_SHAPES,
    SUIT_SUIT_PROFILES,
    SUMS,
    check_melds,
    keys_of,
    orphans_missing,
    prepare,
    prepare_sums,
    seven_pairs_missing,
)
from engine.tiles import ORPHANS


def shanten_of(keys: Sequence[int], melds: int = 0) -> int:
    """Shanten over all forms from the keys of the concealed tiles (``Hand.keys``) and the number of melds.

    Seven pairs and thirteen orphans count only without melds. Raises ValueError for the key of
    a suit, or a number of melds, that no hand has.
    """
    if melds:
        return _standard_shanten_of(keys, melds)
    m, p, s, z = keys
    try:
        standard = SHANTEN[SUMS[SUIT_CLASSES[m]][SUIT_CLASSES[p]]][SUMS[SUIT_CLASSES[s]][HONOUR_CLASSES[z]]]
        forms = FORMS_SHANTEN[
            SUIT_SUIT_PROFILES[SUIT_SHAPES[m]][SUIT_SHAPES[p]]
            + SUIT_HONOUR_PROFILES[SUIT_SHAPES[s]][HONOUR_SHAPES[z]]
        ]
    except IndexError:
        prepare_sums(keys)
        return shanten_of(keys, melds)
    return forms if forms < standard else standard


def shanten(counts: Sequence[int], melds: int = 0) -> int:
    """Shanten over all forms from the 34 counts of the concealed tiles and the number of melds.

    Seven pairs and thirteen orphans count only without melds. Raises ValueError for the counts of
    a suit, or a number of melds, that no hand has; that all suits together are a hand is up to the caller.
    """
    return shanten_of(keys_of(counts), melds)


def standard_shanten(counts: Sequence[int], melds: int = 0) -> int:
    """Shanten to four groups and a pair alone, from 34 counts."""
    return _standard_shanten_of(keys_of(counts), melds)


def seven_pairs_shanten(counts: Sequence[int]) -> int:
    """Shanten to seven different pairs, from 34 counts; the hand must be without melds."""
    pairs = sum(count >= 2 for count in counts)
    kinds = sum(count >= 1 for count in counts)
    return seven_pairs_missing(pairs, kinds) - 1


def orphans_shanten(counts: Sequence[int]) -> int:
    """Shanten to thirteen orphans, from 34 counts; the hand must be without melds."""
    held = [counts[kind] for kind in ORPHANS if counts[kind]]
    return orphans_missing(len(held), max(held, default=0) > 1) - 1


def _standard_shanten_of(keys: Sequence[int], melds: int) -> int:
    """Shanten to four groups and a pair alone, from the four keys."""
    check_melds(melds)
    m, p, s, z = keys
    try:
        honours = SUMS[HONOUR_CLASSES[z]][melds]
        return SHANTEN[SUMS[SUIT_CLASSES[m]][SUIT_CLASSES[p]]][SUMS[SUIT_CLASSES[s]][honours]]
    except IndexError:
        prepare(keys)
        return _standard_shanten_of(keys, melds)
