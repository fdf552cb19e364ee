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

from engine.shape import tables as forms
from engine.shape.tables import (
    FORMS_SHANTEN,
    HONOUR_CLASSES,
    HONOUR_PROFILES,
    HONOUR_RANKS,
    HONOUR_SHAPES,
    HONOUR_SUIT,
    KIND_BITS,
    KINDS_OF_MASKS,
    LOWER_CLASSES,
    MISSING,
    POWERS,
    RANKS,
    SHANTEN,
    SUIT_CLASSES,
    SUIT_PROFILES,
    SUIT_SHAPES,
    SUMS,
    TILE_BITS,
    BitsOfMasks,
    check_melds,
    digits,
    lost_profiles,
    prepare,
    tiles_of,
)
from engine.tiles import COPIES, Kind

_CACHE_CAP = 60_000
"""Entries of the memory of nearest discards at most; a full memory is emptied."""
_REST_BITS = 8
"""Bits of a class."""
_ONE_CLASS = (1 << _REST_BITS) - 1
_KEYS_CAP = 6_000
"""Suits that are remembered at most."""

NearestDiscard = tuple[int, int, int]
"""A discard's rank, then of what is left the class and the mask of the ranks that lower the shanten."""


class Suit(dict[int, int]):
    """The ranks of one suit that bring a hand closer to the standard form, by the class of the rest.

    They are bit masks. All discards of a hand look into few of them, and one that is new to a suit costs few
    look-ups. What each discard of the suit itself leaves is found when it is first asked for.
    """

    __slots__ = ("after", "copies", "grown", "held", "lefts", "present")

    present: int
    """The class of the suit."""
    grown: bytes
    """The classes with one more of each rank, the highest rank first."""
    held: bytes
    """The ranks of which the suit has tiles; then their copies, and the classes without one tile of each."""
    copies: bytes
    lefts: bytes
    after: bytes | None
    """For each of ``lefts`` the classes with one more of each rank; None when it was not asked for."""

    def __missing__(self, rest: int) -> int:
        closer = LOWER_CLASSES[rest << 4 | MISSING[rest][self.present]]
        self[rest] = mask = int(self.grown.translate(closer), 2)
        return mask


class Suits(dict[int, Suit]):
    """The memory of suits with sequences, or of honours; filled as suits turn up.

    It is a dictionary by the key of the suit, so that hands look suits up without a call. ``rest`` is the
    class of all other tiles and melds.
    """

    def __init__(self, ranks: int, classes: mmap | bytearray) -> None:
        super().__init__()
        self._classes = classes
        self._powers = POWERS[ranks - 1 :: -1]
        self.nearest: dict[int, tuple[NearestDiscard, ...]] = {}
        """The discards of one tile that leave exactly a shanten to the standard form.

        The code is the key, then eight bits of the class of the rest, then four of the shanten."""

    def __missing__(self, key: int) -> Suit:
        if len(self) >= _KEYS_CAP:
            self.clear()
        classes, powers, counts = self._classes, self._powers, digits(key)
        if COPIES in counts:
            powers = _powers_with_room(powers, counts)
        self[key] = suit = Suit()
        suit.present, suit.after = classes[key], None
        suit.grown = bytes([classes[key + power] for power in powers])
        return suit

    def after_discards(self, suit: Suit, key: int) -> bytes:
        """Find what each discard of one tile leaves of that suit."""
        classes, powers, counts = self._classes, self._powers, digits(key)
        held = [rank for rank, copies in enumerate(counts) if copies]
        full = COPIES in counts
        if full:
            powers = _powers_with_room(powers, counts)
        keys = [key - POWERS[rank] for rank in held]
        grown = [classes[left + power] for left in keys for power in powers]
        if full:  # the discard itself may come back
            for row, rank in enumerate(held, start=1):
                grown[len(powers) * row - 1 - rank] = classes[key]
        suit.held, suit.copies = bytes(held), bytes([copies for copies in counts if copies])
        suit.lefts = bytes([classes[left] for left in keys])
        suit.after = after = bytes(grown)
        return after

    def find_nearest(self, code: int) -> tuple[NearestDiscard, ...]:
        """Remember the nearest discards of that code."""
        key, rest, shanten = code >> _REST_BITS + 4, code >> 4 & _ONE_CLASS, code & 15
        row, classes = SHANTEN[rest], self._classes
        found = tuple(
            [
                (rank, classes[left], self[left][rest])
                for rank, left in _without_one(key)
                if row[classes[left]] == shanten
            ]
        )
        if len(self.nearest) >= _CACHE_CAP:
            self.nearest.clear()
        self.nearest[code] = found
        return found


def _powers_with_room(powers: tuple[int, ...], counts: list[int]) -> tuple[int, ...]:
    """The powers of the highest rank first, 0 for a rank of which the suit has all copies.

    To grow by nothing brings no hand closer.
    """
    ranks = range(len(powers) - 1, -1, -1)
    return tuple([power * (counts[rank] < COPIES) for rank, power in zip(ranks, powers, strict=True)])


def _without_one(key: int) -> list[tuple[int, int]]:
    """Each rank of which the suit has a tile, with the key without that tile."""
    return [(rank, key - POWERS[rank]) for rank, copies in enumerate(digits(key)) if copies]


NUMBERS = Suits(RANKS, SUIT_CLASSES)
HONOURS = Suits(HONOUR_RANKS, HONOUR_CLASSES)


Acceptance = tuple[int, tuple[Kind, ...]]
"""Shanten of a hand between turns, and the kinds that lower it, in order."""
_Classes = tuple[int, int, int, int]
_Pairs = tuple[int, int, int]
_AfterDiscard = tuple[Kind, int, int]
"""A discard, shanten of what is left, and the kinds that lower it as bits of one of two sorts: a bit for each
kind, or tile bits."""


_KINDS_M, _KINDS_P, _KINDS_S, _KINDS_Z = KINDS_OF_MASKS
_P, _S, _Z = RANKS, 2 * RANKS, 3 * RANKS
_SUIT = (1 << RANKS) - 1
"""The kinds of a suit as bits are ``bits >> place & _SUIT`` at these places."""

_NO_FORM = 14
"""Above every shanten: special forms do not count."""

_OTHERS = ((1, 2, 3), (0, 2, 3), (0, 1, 3), (0, 1, 2))
"""The other three suits of each."""
_SUITS = (NUMBERS, NUMBERS, NUMBERS, HONOURS)
_LOST = (*[lost_profiles(0)] * HONOUR_SUIT, lost_profiles(HONOUR_SUIT))
_CLASSES = (SUIT_CLASSES, SUIT_CLASSES, SUIT_CLASSES, HONOUR_CLASSES)
_GROWTHS = tuple(
    [
        tuple([(RANKS * suit + rank, power, power - 5**ranks) for rank, power in enumerate(POWERS[:ranks])])
        for suit, ranks in enumerate((RANKS, RANKS, RANKS, HONOUR_RANKS))
    ]
)
"""For each suit its kinds, what one more tile of each adds to a key, and the same from the end of the table.

So added, even a fifth copy of the highest rank, which has no key, is a place in the table."""


def _kinds(bits: int) -> tuple[Kind, ...]:
    """The kinds of which a bit is set."""
    return (
        _KINDS_M[bits & _SUIT]
        + _KINDS_P[bits >> _P & _SUIT]
        + _KINDS_S[bits >> _S & _SUIT]
        + _KINDS_Z[bits >> _Z]
    )


def waits(keys: Sequence[int], melds: int = 0) -> tuple[Kind, ...]:
    """The kinds that complete a hand between turns, whose tiles fit its melds; empty when it is not tenpai.

    A suit of three, six or more tiles that are all in groups waits on nothing. So one or two suits are asked,
    and not remembered: few are asked again.
    """
    standard, rests = _standard_and_rests(keys, melds)
    near = FORMS_SHANTEN[_profile(keys)] if melds == 0 else _NO_FORM
    if min(standard, near) != 0:
        return ()
    if near == 0:
        return acceptance(keys)[1]
    found: list[Kind] = []
    for suit, key in enumerate(keys):
        if tiles_of(key) % 3:
            missing, classes = MISSING[rests[suit]], _CLASSES[suit]
            found += [
                kind
                for kind, power, added in _GROWTHS[suit]
                if not missing[classes[key + added]] and key // power % 5 < COPIES
            ]
    return tuple(found)


def acceptance(keys: Sequence[int], melds: int = 0) -> Acceptance:
    """Shanten of a hand between turns and the kinds that lower it (at shanten 0, its waits).

    ``keys`` are those of the 13 concealed tiles, less 3 for each meld. Raises ValueError for the key
    of a suit, or a number of melds, that no hand has.
    """
    shanten, bits = _accepted(keys, melds, KIND_BITS)
    return shanten, _kinds(bits)


def tiles_accepted(keys: Sequence[int], melds: int, left: int) -> tuple[int, int]:
    """``acceptance`` with the number of tiles that lower the shanten in place of their kinds.

    ``left`` are the tile bits of the unseen copies.
    """
    shanten, bits = _accepted(keys, melds, TILE_BITS)
    return shanten, (left & bits).bit_count()


def _accepted(keys: Sequence[int], melds: int, bits: BitsOfMasks) -> tuple[int, int]:
    """Shanten of a hand between turns, and the kinds that lower it as bits of that sort."""
    standard, (rest_m, rest_p, rest_s, rest_z) = _standard_and_rests(keys, melds)
    m, p, s, z = keys
    near = FORMS_SHANTEN[_profile(keys)] if melds == 0 else _NO_FORM
    accepts = 0
    if standard <= near:
        bits_m, bits_p, bits_s, bits_z = bits.suits
        accepts = bits_m[NUMBERS[m][rest_m]] | bits_p[NUMBERS[p][rest_p]]
        accepts |= bits_s[NUMBERS[s][rest_s]] | bits_z[HONOURS[z][rest_z]]
    if near <= standard:
        accepts |= forms.accepted_bits(*_absent_and_single(keys, bits), _profile(keys), bits.orphans)
        return near, accepts
    return standard, accepts


def _standard_and_rests(keys: Sequence[int], melds: int) -> tuple[int, _Classes]:
    """Shanten to the standard form, and for each suit the class of all the rest."""
    check_melds(melds)
    m, p, s, z = keys
    try:
        class_m, class_p = SUIT_CLASSES[m], SUIT_CLASSES[p]
        class_s, class_z = SUIT_CLASSES[s], HONOUR_CLASSES[z]
        mp, sz = SUMS[SUMS[class_m][class_p]][melds], SUMS[SUMS[class_s][class_z]][melds]
    except IndexError:
        prepare(keys)
        return _standard_and_rests(keys, melds)
    rest_m, rest_p, rest_s, rest_z = (
        SUMS[class_p][sz],
        SUMS[class_m][sz],
        SUMS[mp][class_z],
        SUMS[mp][class_s],
    )
    return SHANTEN[class_m][rest_m], (rest_m, rest_p, rest_s, rest_z)


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
    return {kind: (shanten, _kinds(bits)) for kind, shanten, bits in _after_discards(keys, melds, KIND_BITS)}


def tiles_after_discards(keys: Sequence[int], melds: int, left: int) -> dict[Kind, tuple[int, int]]:
    """``discards`` with the number of tiles that lower the shanten in place of their kinds.

    ``left`` are the tile bits of the unseen copies.
    """
    return {
        kind: (shanten, (left & accepted).bit_count())
        for kind, shanten, accepted in _tile_bits_after_discards(*keys, melds)
    }


@lru_cache(maxsize=64)
def _tile_bits_after_discards(m: int, p: int, s: int, z: int, melds: int) -> list[_AfterDiscard]:
    """The last hands are remembered: the part that a plan can use is often the same at the next turn."""
    return _after_discards((m, p, s, z), melds, TILE_BITS)


def _after_discards(keys: Sequence[int], melds: int, sort: BitsOfMasks) -> list[_AfterDiscard]:
    """Each discard, shanten of what is left, and the kinds that lower it as bits of that sort."""
    rests, pairs = _classes_beside(keys, melds)
    m, p, s, z = keys
    # a discard raises the shanten by one at most, and brings no special form nearer
    now = SHANTEN[rests[0]][SUIT_CLASSES[m]]
    profile = _profile(keys) if melds == 0 else 0
    forms_count = melds == 0 and FORMS_SHANTEN[profile] <= now + 1
    absent, single = _absent_and_single(keys, sort) if forms_count else (0, 0)
    whole = NUMBERS[m], NUMBERS[p], NUMBERS[s], HONOURS[z]
    bits_of, orphans = sort
    found = []
    for suit, here in enumerate(whole):
        key = keys[suit]
        if not key:
            continue
        after = here.after or _SUITS[suit].after_discards(here, key)
        ranks, lost_of = len(here.grown), _LOST[suit]
        rest, bits = rests[suit], bits_of[suit]
        row, first = SHANTEN[rest], RANKS * suit
        a, b, c = _OTHERS[suit]
        bits_a, bits_b, bits_c = bits_of[a], bits_of[b], bits_of[c]
        masks_a, masks_b, masks_c = whole[a], whole[b], whole[c]
        pair_a, pair_b, pair_c = pairs[suit]
        beside: dict[int, int] = {}
        # the ranks accepted after each discard, of those that leave the shanten as it is, and of the others
        lower = LOWER_CLASSES[rest << 4 | now + 1]
        masks_same, masks_raised = int(after.translate(lower), 2), -1
        place, every = len(after), (1 << ranks) - 1
        for rank, copies, left in zip(here.held, here.copies, here.lefts, strict=True):
            place -= ranks
            shanten = row[left]
            near, lost, accepts = _NO_FORM, 0, 0
            if forms_count:
                lost = lost_of[rank][copies]
                near = FORMS_SHANTEN[profile - lost]
            if shanten <= near:
                others = beside.get(left)
                if others is None:
                    sums = SUMS[left]
                    others = bits_a[masks_a[sums[pair_a]]] | bits_b[masks_b[sums[pair_b]]]
                    others = beside[left] = others | bits_c[masks_c[sums[pair_c]]]
                if shanten == now:
                    accepts = others | bits[masks_same >> place & every]
                else:
                    if masks_raised < 0:
                        lower = LOWER_CLASSES[rest << 4 | now + 2]
                        masks_raised = int(after.translate(lower), 2)
                    accepts = others | bits[masks_raised >> place & every]
            if near <= shanten:
                kind = bits[1 << rank]
                if kind & single:
                    accepts |= forms.accepted_bits(absent | kind, single ^ kind, profile - lost, orphans)
                else:  # of a pair one is left; more copies count as a pair, of which nothing is lost
                    alone = kind if lost else 0
                    accepts |= forms.accepted_bits(absent, single | alone, profile - lost, orphans)
                shanten = near
            found.append((first + rank, shanten, accepts))
    return found


def nearest_discards(
    keys: Sequence[int], melds: int, shanten: int
) -> tuple[tuple[Kind, tuple[Kind, ...]], ...]:
    """The discards of 14 tiles that leave exactly that shanten, each with the kinds that lower it.

    It is ``discards`` for the few that matter when many hands are followed.
    """
    if shanten < 0:
        return ()
    rests, pairs = _classes_beside(keys, melds)
    if melds == 0 and FORMS_SHANTEN[_profile(keys)] <= shanten:
        whole = discards(keys).items()
        return tuple([(kind, accepts) for kind, (after, accepts) in whole if after == shanten])
    found, bits_of = [], KIND_BITS.suits
    for suit, here in enumerate(_SUITS):
        code = (keys[suit] << _REST_BITS | rests[suit]) << 4 | shanten
        near = here.nearest.get(code)
        if near is None:
            near = here.find_nearest(code)
        for rank, left, mask in near:
            beside, (pair_a, pair_b, pair_c) = SUMS[left], pairs[suit]
            a, b, c = _OTHERS[suit]
            bits = (
                bits_of[suit][mask]
                | bits_of[a][_SUITS[a][keys[a]][beside[pair_a]]]
                | bits_of[b][_SUITS[b][keys[b]][beside[pair_b]]]
                | bits_of[c][_SUITS[c][keys[c]][beside[pair_c]]]
            )
            found.append((RANKS * suit + rank, _kinds(bits)))
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


def _absent_and_single(keys: Sequence[int], bits: BitsOfMasks) -> tuple[int, int]:
    """The kinds of which the hand has no tile, and one, as bits of that sort."""
    (m, m1), (p, p1), (s, s1), (z, z1) = forms.absent_and_single(keys)
    bits_m, bits_p, bits_s, bits_z = bits.suits
    return bits_m[m] | bits_p[p] | bits_s[s] | bits_z[z], bits_m[m1] | bits_p[p1] | bits_s[s1] | bits_z[z1]
