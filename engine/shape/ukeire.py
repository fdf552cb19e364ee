"""Waits, and which tiles bring a hand closer (acceptance, ukeire), for a hand and for each of its discards.

What a suit accepts towards the standard form depends on its own tiles and on the class of all the rest, so it
is found once for each such pair and remembered. Seven pairs and thirteen orphans are added where they
are at least as near. Kinds of which the hand holds four concealed copies are never accepted.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.shape import special_forms as forms
from engine.shape.shanten_number import shanten_of
from engine.shape.suit_keys import HONOUR_RANKS, POWERS, RANKS, check_melds, digits
from engine.shape.tables import (
    FORMS_SHANTEN,
    HONOUR_CLASSES,
    HONOUR_PROFILES,
    HONOUR_SHAPES,
    KINDS_OF_MASKS,
    SHANTEN,
    SUIT_CLASSES,
    SUIT_PROFILES,
    SUIT_SHAPES,
    SUMS,
    prepare,
)
from engine.tiles import COPIES, Kind

Acceptance = tuple[int, tuple[Kind, ...]]
"""Shanten of a hand between turns, and the kinds that lower it, in order."""

_FARTHEST = 13
"""No hand has more shanten."""
_CACHE_CAP = 60_000
"""Entries of each memory below at most (some 7 MB); a full memory is emptied."""


_KINDS_M, _KINDS_P, _KINDS_S, _KINDS_Z = KINDS_OF_MASKS

_OTHERS = ((1, 2, 3), (0, 2, 3), (0, 1, 3), (0, 1, 2))
"""The other three suits of each."""


class _Left(NamedTuple):
    """What a discard leaves of a suit."""

    rank: int
    key: int
    suit_class: int
    profile: int


class _Suits:
    """What is remembered of suits with sequences, or of honours; filled as suits turn up."""

    def __init__(self, ranks: int, classes: bytearray, shapes: bytearray, profiles: list[int]) -> None:
        self._ranks = ranks
        self._classes = classes
        self._shapes = shapes
        self._profiles = profiles
        self._masks: dict[int, int] = {}
        self._lefts: dict[int, tuple[_Left, ...]] = {}

    def accepted(self, key: int, rest: int) -> int:
        """Ranks that bring a hand closer to the standard form, as a bit mask.

        ``key`` is the suit's, ``rest`` the class of all other tiles and melds.
        """
        try:
            return self._masks[key << 8 | rest]
        except KeyError:
            pass
        row, classes = SHANTEN[rest], self._classes
        present = row[classes[key]]
        mask = 0
        for rank, copies in enumerate(digits(key)[: self._ranks]):
            if copies < COPIES and row[classes[key + POWERS[rank]]] < present:
                mask |= 1 << rank
        if len(self._masks) >= _CACHE_CAP:
            self._masks.clear()
        self._masks[key << 8 | rest] = mask
        return mask

    def lefts(self, key: int) -> tuple[_Left, ...]:
        """What each discard of one tile leaves of a suit."""
        try:
            return self._lefts[key]
        except KeyError:
            pass
        keys = [(rank, key - POWERS[rank]) for rank, copies in enumerate(digits(key)) if copies]
        found = tuple(
            _Left(rank, left, self._classes[left], self._profiles[self._shapes[left]]) for rank, left in keys
        )
        if len(self._lefts) >= _CACHE_CAP // 4:
            self._lefts.clear()
        self._lefts[key] = found
        return found


_NUMBERS = _Suits(RANKS, SUIT_CLASSES, SUIT_SHAPES, SUIT_PROFILES)
_HONOURS = _Suits(HONOUR_RANKS, HONOUR_CLASSES, HONOUR_SHAPES, HONOUR_PROFILES)
_SUITS = (_NUMBERS, _NUMBERS, _NUMBERS, _HONOURS)


def waits(keys: Sequence[int], melds: int = 0) -> tuple[Kind, ...]:
    """The kinds that complete a hand between turns; empty when it is not tenpai."""
    return acceptance(keys, melds)[1] if shanten_of(keys, melds) == 0 else ()


def acceptance(keys: Sequence[int], melds: int = 0) -> Acceptance:
    """Shanten of a hand between turns and the kinds that lower it (at shanten 0, its waits).

    ``keys`` are those of the 13 concealed tiles, less 3 for each meld. Raises ValueError for the key
    of a suit, or a number of melds, that no hand has.
    """
    check_melds(melds)
    m, p, s, z = keys
    try:
        class_m, class_p = SUIT_CLASSES[m], SUIT_CLASSES[p]
        class_s, class_z = SUIT_CLASSES[s], HONOUR_CLASSES[z]
        mp, sz = SUMS[SUMS[class_m][class_p]][melds], SUMS[SUMS[class_s][class_z]][melds]
    except IndexError:
        prepare(keys)
        return acceptance(keys, melds)
    masks = (
        _NUMBERS.accepted(m, SUMS[class_p][sz]),
        _NUMBERS.accepted(p, SUMS[class_m][sz]),
        _NUMBERS.accepted(s, SUMS[mp][class_z]),
        _HONOURS.accepted(z, SUMS[mp][class_s]),
    )
    standard = SHANTEN[SUMS[class_m][class_p]][sz]
    if melds == 0:
        profile = (
            SUIT_PROFILES[SUIT_SHAPES[m]]
            + SUIT_PROFILES[SUIT_SHAPES[p]]
            + SUIT_PROFILES[SUIT_SHAPES[s]]
            + HONOUR_PROFILES[HONOUR_SHAPES[z]]
        )
        if FORMS_SHANTEN[profile] <= standard:
            return _with_forms(keys, profile, standard, masks)
    return standard, _KINDS_M[masks[0]] + _KINDS_P[masks[1]] + _KINDS_S[masks[2]] + _KINDS_Z[masks[3]]


def discards(keys: Sequence[int], melds: int = 0, most: int = _FARTHEST) -> dict[Kind, Acceptance]:
    """For each kind that a hand can discard: shanten of what is left and the kinds that lower it.

    ``keys`` are those of the 14 concealed tiles, less 3 for each meld. Discards that leave more than ``most``
    shanten are left out. Raises ValueError for the key of a suit, or a number of melds, that no hand has.
    """
    check_melds(melds)
    m, p, s, z = keys
    try:
        classes = SUIT_CLASSES[m], SUIT_CLASSES[p], SUIT_CLASSES[s], HONOUR_CLASSES[z]
        sums = [[SUMS[SUMS[one][other]][melds] for other in classes] for one in classes]
    except IndexError:
        prepare(keys)
        return discards(keys, melds, most)
    profiles = (
        SUIT_PROFILES[SUIT_SHAPES[m]],
        SUIT_PROFILES[SUIT_SHAPES[p]],
        SUIT_PROFILES[SUIT_SHAPES[s]],
        HONOUR_PROFILES[HONOUR_SHAPES[z]],
    )
    profile = sum(profiles)
    answers: dict[Kind, Acceptance] = {}
    for suit, (a, b, c) in enumerate(_OTHERS):
        here = _SUITS[suit]
        rest = SUMS[sums[a][b]][classes[c]]
        row = SHANTEN[rest]
        masks_beside: dict[int, list[int]] = {}
        for rank, key, left, left_profile in here.lefts(keys[suit]):
            standard = row[left]
            total = profile - profiles[suit] + left_profile
            forms_count = melds == 0 and FORMS_SHANTEN[total] <= standard
            if standard > most and not (forms_count and FORMS_SHANTEN[total] <= most):
                continue
            masks = masks_beside.get(left)
            if masks is None:
                masks = masks_beside[left] = [0, 0, 0, 0]
                masks[a] = _SUITS[a].accepted(keys[a], SUMS[sums[b][c]][left])
                masks[b] = _SUITS[b].accepted(keys[b], SUMS[sums[a][c]][left])
                masks[c] = _SUITS[c].accepted(keys[c], SUMS[sums[a][b]][left])
            masks[suit] = here.accepted(key, rest)
            if forms_count:
                keys_left = [*keys[:suit], key, *keys[suit + 1 :]]
                answers[9 * suit + rank] = _with_forms(keys_left, total, standard, masks)
            else:
                kinds = _KINDS_M[masks[0]] + _KINDS_P[masks[1]] + _KINDS_S[masks[2]] + _KINDS_Z[masks[3]]
                answers[9 * suit + rank] = standard, kinds
    return answers


def _with_forms(keys: Sequence[int], profile: int, standard: int, masks: Sequence[int]) -> Acceptance:
    """The answer for a hand at least as near to seven pairs or thirteen orphans as to the standard form.

    ``profile`` is the hand's, ``standard`` its standard shanten, ``masks`` what the suits accept towards it.
    """
    shanten = FORMS_SHANTEN[profile]
    m, p, s, z = forms.accepted_masks(keys, profile)
    if shanten == standard:
        m, p, s, z = m | masks[0], p | masks[1], s | masks[2], z | masks[3]
    return shanten, _KINDS_M[m] + _KINDS_P[p] + _KINDS_S[s] + _KINDS_Z[z]
