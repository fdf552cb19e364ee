"""Waits, and which tiles bring a hand closer (acceptance, ukeire), for a hand and for each of its discards.

What a suit accepts towards the standard form depends on its own tiles and on the class of all the rest. So
few pairs of a suit and a class occur, and most of them are asked for again: each is found once and
remembered. Seven pairs and thirteen orphans are added where they are at least as near. Kinds of which the
hand holds four concealed copies are never accepted.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from mmap import mmap
from typing import NamedTuple

from engine.shape import tables as forms
from engine.shape.shanten_number import shanten_of
from engine.shape.tables import (
    BITS_OF_MASKS,
    FORMS_SHANTEN,
    HONOUR_CLASSES,
    HONOUR_PROFILES,
    HONOUR_RANKS,
    HONOUR_SHAPES,
    KINDS_OF_MASKS,
    POWERS,
    RANKS,
    SHANTEN,
    SUIT_CLASSES,
    SUIT_PROFILES,
    SUIT_SHAPES,
    SUMS,
    check_melds,
    digits,
    prepare,
)
from engine.tiles import COPIES, Kind

_CACHE_CAP = 60_000
"""Entries of the memory of nearest discards at most; a full memory is emptied."""
_REST_BITS = 8
"""Bits of a class."""
_KEYS_CAP = 6_000
"""Suits that are remembered at most."""

NearestDiscard = tuple[int, int, int]
"""A discard's rank, then of what is left the class and the mask of the ranks that lower the shanten."""


class Masks(dict[int, int]):
    """Ranks of one suit that bring a hand closer to the standard form, by the class of the rest.

    They are bit masks. Each suit has a small dictionary of its own: all discards of a hand look into few of
    them, and one that is new to a suit costs few look-ups.
    """

    __slots__ = ("_closer", "_present")

    def __init__(self, key: int, ranks: int, classes: mmap | bytearray) -> None:
        super().__init__()
        self._present = classes[key]
        closer: dict[int, int] = {}
        for rank, copies in enumerate(digits(key)[:ranks]):
            if copies < COPIES:
                grown = classes[key + POWERS[rank]]
                closer[grown] = closer.get(grown, 0) | 1 << rank
        self._closer = tuple(closer.items())

    def __missing__(self, rest: int) -> int:
        row = SHANTEN[rest]
        present = row[self._present]
        mask = 0
        for grown, ranks in self._closer:
            if row[grown] < present:
                mask |= ranks
        self[rest] = mask
        return mask


class _MasksOfKeys(dict[int, Masks]):
    """The masks of each suit, by its key; filled as suits turn up."""

    def __init__(self, ranks: int, classes: mmap | bytearray) -> None:
        super().__init__()
        self._ranks = ranks
        self._classes = classes

    def __missing__(self, key: int) -> Masks:
        if len(self) >= _KEYS_CAP:
            self.clear()
        self[key] = masks = Masks(key, self._ranks, self._classes)
        return masks


SuitAfterDiscard = tuple[int, int, int, int, Masks]
"""What a discard leaves of a suit: its rank, then the key and the class of what is left, what the suit loses
of its profile, and what the rest of it accepts."""


class SuitDiscards(NamedTuple):
    """A suit of a hand: what it accepts, and what each discard of one tile leaves of it."""

    accepted: Masks
    lefts: tuple[SuitAfterDiscard, ...]


class Suits(dict[int, SuitDiscards]):
    """The memory of suits with sequences, or of honours; filled as suits turn up.

    It is a dictionary by the key of the suit, so that hands look suits up without a call. ``rest`` is the
    class of all other tiles and melds.
    """

    def __init__(
        self, ranks: int, classes: mmap | bytearray, shapes: mmap | bytearray, profiles: list[int]
    ) -> None:
        super().__init__()
        self._classes = classes
        self._shapes = shapes
        self._profiles = profiles
        self.accepted = _MasksOfKeys(ranks, classes)
        """The ranks that a suit accepts, as a bit mask, by key and rest: ``accepted[key][rest]``.

        These are dictionaries, so that hands look them up without a call."""
        self._nearest: dict[int, tuple[NearestDiscard, ...]] = {}

    def __missing__(self, key: int) -> SuitDiscards:
        classes, shapes, profiles = self._classes, self._shapes, self._profiles
        profile = profiles[shapes[key]]
        lefts = [
            (rank, left, classes[left], profile - profiles[shapes[left]], self.accepted[left])
            for rank, left in _without_one(key)
        ]
        if len(self) >= _KEYS_CAP:
            self.clear()
        self[key] = found = SuitDiscards(self.accepted[key], tuple(lefts))
        return found

    def nearest(self, key: int, rest: int, shanten: int) -> tuple[NearestDiscard, ...]:
        """The discards of one tile that leave exactly that shanten to the standard form."""
        try:
            return self._nearest[(key << _REST_BITS | rest) << 4 | shanten]
        except KeyError:
            pass
        row, classes = SHANTEN[rest], self._classes
        found = tuple(
            [
                (rank, classes[left], self.accepted[left][rest])
                for rank, left in _without_one(key)
                if row[classes[left]] == shanten
            ]
        )
        if len(self._nearest) >= _CACHE_CAP:
            self._nearest.clear()
        self._nearest[(key << _REST_BITS | rest) << 4 | shanten] = found
        return found


def _without_one(key: int) -> list[tuple[int, int]]:
    """Each rank of which the suit has a tile, with the key without that tile."""
    return [(rank, key - POWERS[rank]) for rank, copies in enumerate(digits(key)) if copies]


NUMBERS = Suits(RANKS, SUIT_CLASSES, SUIT_SHAPES, SUIT_PROFILES)
HONOURS = Suits(HONOUR_RANKS, HONOUR_CLASSES, HONOUR_SHAPES, HONOUR_PROFILES)


Acceptance = tuple[int, tuple[Kind, ...]]
"""Shanten of a hand between turns, and the kinds that lower it, in order."""
_Classes = tuple[int, int, int, int]
_Pairs = tuple[int, int, int]
_AfterDiscard = tuple[Kind, int, int, int, int, int]
"""A discard, shanten of what is left, and the ranks of each suit that lower it, as bit masks."""


_KINDS_M, _KINDS_P, _KINDS_S, _KINDS_Z = KINDS_OF_MASKS
_BITS_M, _BITS_P, _BITS_S, _BITS_Z = BITS_OF_MASKS

_NO_FORM = 14
"""Above every shanten: special forms do not count."""

_OTHERS = ((1, 2, 3), (0, 2, 3), (0, 1, 3), (0, 1, 2))
"""The other three suits of each."""
_SUITS = (NUMBERS, NUMBERS, NUMBERS, HONOURS)
_ACCEPTED = tuple([suits.accepted for suits in _SUITS])


def waits(keys: Sequence[int], melds: int = 0) -> tuple[Kind, ...]:
    """The kinds that complete a hand between turns; empty when it is not tenpai."""
    return acceptance(keys, melds)[1] if shanten_of(keys, melds) == 0 else ()


def acceptance(keys: Sequence[int], melds: int = 0) -> Acceptance:
    """Shanten of a hand between turns and the kinds that lower it (at shanten 0, its waits).

    ``keys`` are those of the 13 concealed tiles, less 3 for each meld. Raises ValueError for the key
    of a suit, or a number of melds, that no hand has.
    """
    standard, m, p, s, z = _accepted(keys, melds)
    return standard, _KINDS_M[m] + _KINDS_P[p] + _KINDS_S[s] + _KINDS_Z[z]


def tiles_accepted(keys: Sequence[int], melds: int, left: int) -> tuple[int, int]:
    """``acceptance`` with the number of tiles that lower the shanten in place of their kinds.

    ``left`` are the tile bits of the unseen copies.
    """
    standard, m, p, s, z = _accepted(keys, melds)
    return standard, (left & (_BITS_M[m] | _BITS_P[p] | _BITS_S[s] | _BITS_Z[z])).bit_count()


def _accepted(keys: Sequence[int], melds: int) -> tuple[int, int, int, int, int]:
    """Shanten of a hand between turns, and the ranks of each suit that lower it, as bit masks."""
    check_melds(melds)
    m, p, s, z = keys
    try:
        class_m, class_p = SUIT_CLASSES[m], SUIT_CLASSES[p]
        class_s, class_z = SUIT_CLASSES[s], HONOUR_CLASSES[z]
        mp, sz = SUMS[SUMS[class_m][class_p]][melds], SUMS[SUMS[class_s][class_z]][melds]
    except IndexError:
        prepare(keys)
        return _accepted(keys, melds)
    masks = [
        NUMBERS.accepted[m][SUMS[class_p][sz]],
        NUMBERS.accepted[p][SUMS[class_m][sz]],
        NUMBERS.accepted[s][SUMS[mp][class_z]],
        HONOURS.accepted[z][SUMS[mp][class_s]],
    ]
    standard = SHANTEN[SUMS[class_m][class_p]][sz]
    if melds == 0:
        profile = _profile(keys)
        if FORMS_SHANTEN[profile] <= standard:
            return _with_forms(keys, profile, standard, masks)
    return standard, masks[0], masks[1], masks[2], masks[3]


def pair_count(keys: Sequence[int]) -> int:
    """The number of kinds of which a hand of at most 14 tiles holds two or more."""
    try:
        return forms.pairs_of(_profile(keys))
    except IndexError:
        prepare(keys)
        return pair_count(keys)


def _profile(keys: Sequence[int]) -> int:
    """The profile of the hand: what it has towards seven pairs and thirteen orphans."""
    m, p, s, z = keys
    return (
        SUIT_PROFILES[SUIT_SHAPES[m]]
        + SUIT_PROFILES[SUIT_SHAPES[p]]
        + SUIT_PROFILES[SUIT_SHAPES[s]]
        + HONOUR_PROFILES[HONOUR_SHAPES[z]]
    )


def discards(keys: Sequence[int], melds: int = 0) -> dict[Kind, Acceptance]:
    """For each kind that a hand can discard: shanten of what is left and the kinds that lower it.

    ``keys`` are those of the 14 concealed tiles, less 3 for each meld. Raises ValueError for the key of a
    suit, or a number of melds, that no hand has.
    """
    return {
        kind: (shanten, _KINDS_M[m] + _KINDS_P[p] + _KINDS_S[s] + _KINDS_Z[z])
        for kind, shanten, m, p, s, z in _after_discards(keys, melds)
    }


def _after_discards(keys: Sequence[int], melds: int) -> list[_AfterDiscard]:
    """The rest of the hand with these keys after each discard."""
    rests, pairs = _classes_beside(keys, melds)
    profile = _profile(keys)
    found: list[_AfterDiscard] = []
    for suit, here in enumerate(_SUITS):
        masks_beside: dict[int, list[int]] = {}
        rest = rests[suit]
        row = SHANTEN[rest]
        for rank, key, left, lost, accepted in here[keys[suit]].lefts:
            masks = masks_beside.get(left)
            if masks is None:
                masks = masks_beside[left] = _masks_beside(keys, suit, left, pairs[suit])
            masks[suit] = accepted[rest]
            standard, forms_profile = row[left], profile - lost
            if melds == 0 and FORMS_SHANTEN[forms_profile] <= standard:
                keys_left = [*keys[:suit], key, *keys[suit + 1 :]]
                found.append((RANKS * suit + rank, *_with_forms(keys_left, forms_profile, standard, masks)))
            else:
                found.append((RANKS * suit + rank, standard, masks[0], masks[1], masks[2], masks[3]))
    return found


def tiles_after_discards(keys: Sequence[int], melds: int, left: int) -> dict[Kind, tuple[int, int]]:
    """``discards`` with the number of tiles that lower the shanten in place of their kinds.

    ``left`` are the tile bits of the unseen copies.
    """
    return {
        kind: (shanten, (left & accepted).bit_count())
        for kind, shanten, accepted in _bits_after_discards(*keys, melds)
    }


@lru_cache(maxsize=64)
def _bits_after_discards(m: int, p: int, s: int, z: int, melds: int) -> list[tuple[Kind, int, int]]:
    """Each discard of these keys, shanten of what is left, and the tile bits of the kinds that lower it.

    The last hands are remembered: the part that a plan can use is often the same at the next turn.
    """
    keys = m, p, s, z
    rests, pairs = _classes_beside(keys, melds)
    # a discard raises the shanten by one at most, and brings no special form nearer
    profile = _profile(keys) if melds == 0 else 0
    forms_count = melds == 0 and FORMS_SHANTEN[profile] <= SHANTEN[rests[0]][SUIT_CLASSES[m]] + 1
    absent, single = _absent_and_single(keys) if forms_count else (0, 0)
    whole = NUMBERS[m], NUMBERS[p], NUMBERS[s], HONOURS[z]
    found = []
    for suit, (_, lefts) in enumerate(whole):
        if not lefts:
            continue
        rest, bits = rests[suit], BITS_OF_MASKS[suit]
        row, first = SHANTEN[rest], RANKS * suit
        a, b, c = _OTHERS[suit]
        bits_a, bits_b, bits_c = BITS_OF_MASKS[a], BITS_OF_MASKS[b], BITS_OF_MASKS[c]
        masks_a, masks_b, masks_c = whole[a][0], whole[b][0], whole[c][0]
        pair_a, pair_b, pair_c = pairs[suit]
        beside: dict[int, int] = {}
        for rank, _, left, lost, masks in lefts:
            shanten = row[left]
            near = FORMS_SHANTEN[profile - lost] if forms_count else _NO_FORM
            accepts = 0
            if shanten <= near:
                others = beside.get(left)
                if others is None:
                    sums = SUMS[left]
                    others = bits_a[masks_a[sums[pair_a]]] | bits_b[masks_b[sums[pair_b]]]
                    others = beside[left] = others | bits_c[masks_c[sums[pair_c]]]
                accepts = others | bits[masks[rest]]
            if near <= shanten:
                kind = bits[1 << rank]
                if kind & single:
                    accepts |= forms.accepted_bits(absent | kind, single ^ kind, profile - lost)
                else:  # of a pair one is left; more copies count as a pair, of which nothing is lost
                    alone = kind if lost else 0
                    accepts |= forms.accepted_bits(absent, single | alone, profile - lost)
                shanten = near
            found.append((first + rank, shanten, accepts))
    return found


def nearest_discards(
    keys: Sequence[int], melds: int, shanten: int
) -> tuple[tuple[Kind, tuple[Kind, ...]], ...]:
    """The discards of 14 tiles that leave exactly that shanten, each with the kinds that lower it.

    It is ``discards`` for the few that matter when many hands are followed.
    """
    rests, pairs = _classes_beside(keys, melds)
    if melds == 0 and FORMS_SHANTEN[_profile(keys)] <= shanten:
        whole = discards(keys).items()
        return tuple([(kind, accepts) for kind, (after, accepts) in whole if after == shanten])
    found = []
    for suit, here in enumerate(_SUITS):
        for rank, left, mask in here.nearest(keys[suit], rests[suit], shanten):
            masks = _masks_beside(keys, suit, left, pairs[suit])
            masks[suit] = mask
            kinds = _KINDS_M[masks[0]] + _KINDS_P[masks[1]] + _KINDS_S[masks[2]] + _KINDS_Z[masks[3]]
            found.append((RANKS * suit + rank, kinds))
    return tuple(found)


def _classes_beside(keys: Sequence[int], melds: int) -> tuple[_Classes, tuple[_Pairs, ...]]:
    """For each suit: the class of all the rest, and the classes of the rest without each other suit."""
    check_melds(melds)
    m, p, s, z = keys
    try:
        class_m, class_p = SUIT_CLASSES[m], SUIT_CLASSES[p]
        class_s, class_z = SUIT_CLASSES[s], HONOUR_CLASSES[z]
        beside_m, beside_p = SUMS[SUMS[class_m][melds]], SUMS[SUMS[class_p][melds]]
        mp, ms, mz = beside_m[class_p], beside_m[class_s], beside_m[class_z]
        ps, pz, sz = beside_p[class_s], beside_p[class_z], SUMS[SUMS[class_s][melds]][class_z]
    except IndexError:
        prepare(keys)
        return _classes_beside(keys, melds)
    rests = SUMS[sz][class_p], SUMS[sz][class_m], SUMS[mp][class_z], SUMS[mp][class_s]
    return rests, ((sz, pz, ps), (sz, mz, ms), (pz, mz, mp), (ps, ms, mp))


def _masks_beside(keys: Sequence[int], suit: int, left: int, pairs: _Pairs) -> list[int]:
    """The ranks that the other suits accept if this suit has class ``left``, as bit masks; 0 for itself."""
    a, b, c = _OTHERS[suit]
    beside = SUMS[left]
    masks = [0, 0, 0, 0]
    masks[a] = _ACCEPTED[a][keys[a]][beside[pairs[0]]]
    masks[b] = _ACCEPTED[b][keys[b]][beside[pairs[1]]]
    masks[c] = _ACCEPTED[c][keys[c]][beside[pairs[2]]]
    return masks


def _absent_and_single(keys: Sequence[int]) -> tuple[int, int]:
    """The tile bits of the kinds of which the hand has no tile, and one."""
    (m, m1), (p, p1), (s, s1), (z, z1) = forms.absent_and_single(keys)
    absent = _BITS_M[m] | _BITS_P[p] | _BITS_S[s] | _BITS_Z[z]
    return absent, _BITS_M[m1] | _BITS_P[p1] | _BITS_S[s1] | _BITS_Z[z1]


def _with_forms(
    keys: Sequence[int], profile: int, standard: int, masks: Sequence[int]
) -> tuple[int, int, int, int, int]:
    """Shanten and accepted masks of a hand at least as near to seven pairs or thirteen orphans as to the
    standard form.

    ``profile`` is the hand's, ``standard`` its standard shanten, ``masks`` what the suits accept towards it.
    """
    shanten = FORMS_SHANTEN[profile]
    m, p, s, z = forms.accepted_masks(keys, profile)
    if shanten == standard:
        return shanten, m | masks[0], p | masks[1], s | masks[2], z | masks[3]
    return shanten, m, p, s, z
