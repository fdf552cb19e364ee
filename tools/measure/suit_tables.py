"""Builds the tables of suits: ``python -m tools.measure.suit_tables`` writes them into ``engine/shape``.

A suit is judged by what it still lacks: ten numbers, the tiles missing for each of 0 to 4 groups, with and
without a pair. Over all suits of at most fourteen tiles only some 130 different *lacks* occur, and adding
lacks (the best way to share out groups and pair between two suits) closes at fewer than 256. So a suit is
one byte, its class; two suits add up by one look-up in a square table; and the tiles that the whole hand
lacks are one more look-up. An open hand adds the lack of a suit that holds that many groups and nothing else.

The lacks of a suit are found rank by rank from the nines down. What the ranks seen so far have come to is
a *state*: for each (pair, groups begun, sequences that still need two ranks, sequences that still need
one) the fewest missing tiles. Many suits share a state, and the classes of all suits that continue a state
are one block of the table, built once.
"""

from __future__ import annotations

from functools import cache
from os import replace

from engine.shape.tables import (
    BLOCKS,
    CLASSES_ASSET,
    HAND_TILES,
    HONOUR_RANKS,
    HONOUR_SUIT,
    INVALID,
    PROFILES_ASSET,
    RANKS,
    missing_table,
    profile_table,
)
from engine.tiles import COPIES

Lack = tuple[int, ...]
"""Missing tiles for 0–4 groups without a pair, then with one."""

State = tuple[int, ...]
"""Missing tiles for each of ``_SLOTS``, after some ranks of a suit."""

NEVER = 15
"""Impossible: more than a whole hand can lack."""

_ALIKE = 2
"""Sequences of one kind in a target; three of them hold the same tiles as three triplets."""

_SLOTS = [
    (pair, groups, two_more, one_more)
    for pair in range(2)
    for groups in range(BLOCKS + 1)
    for two_more in range(_ALIKE + 1)
    for one_more in range(_ALIKE + 1)
    if two_more + one_more <= groups
]
_START: State = tuple(NEVER * (slot != (0, 0, 0, 0)) for slot in _SLOTS)
_FINISHED = [_SLOTS.index((pair, groups, 0, 0)) for pair in range(2) for groups in range(BLOCKS + 1)]


def _steps(with_sequences: bool) -> list[list[tuple[int, int]]]:
    """For each slot after a rank: the slots before it that lead there, and the tiles of the rank they use."""
    steps: list[list[tuple[int, int]]] = [[] for _ in _SLOTS]
    for before, (pair, groups, two_more, one_more) in enumerate(_SLOTS):
        for new_pair in range(2 - pair):
            for triplets in range(2):
                for sequences in range(_ALIKE + 1 if with_sequences else 1):
                    used = two_more + one_more + 2 * new_pair + 3 * triplets + sequences
                    slot = (pair + new_pair, groups + triplets + sequences, sequences, two_more)
                    if used <= COPIES and slot in _SLOTS:
                        steps[_SLOTS.index(slot)].append((before, used))
    return steps


def _called(groups: int) -> Lack:
    """The lack of that many called groups."""
    return tuple(0 if not pair and n <= groups else NEVER for pair in range(2) for n in range(BLOCKS + 1))


def _sum(one: Lack, other: Lack) -> Lack:
    without = [
        min([NEVER] + [one[n] + other[groups - n] for n in range(groups + 1)]) for groups in range(BLOCKS + 1)
    ]
    pair = BLOCKS + 1
    with_pair = [
        min(
            [NEVER]
            + [
                min(one[pair + n] + other[groups - n], one[n] + other[pair + groups - n])
                for n in range(groups + 1)
            ]
        )
        for groups in range(BLOCKS + 1)
    ]
    return (*without, *with_pair)


class _Classes:
    """Numbers the lacks in the order they turn up; n called groups are class n."""

    def __init__(self) -> None:
        self.numbers: dict[Lack, int] = {}
        for groups in range(BLOCKS + 1):
            self.number(_called(groups))

    def number(self, lack: Lack) -> int:
        return self.numbers.setdefault(lack, len(self.numbers))

    def close(self) -> None:
        """Add every sum of lacks."""
        single = list(self.numbers)
        todo = list(single)
        while todo:
            lack = todo.pop()
            for other in single:
                total = _sum(lack, other)
                if total not in self.numbers:
                    self.number(total)
                    todo.append(total)


def _suit_table(ranks: int, with_sequences: bool, classes: _Classes) -> bytes:
    """The class of every key of a suit of that many ranks."""
    steps = _steps(with_sequences)
    missing = [[max(0, used - copies) for used in range(COPIES + 1)] for copies in range(COPIES + 1)]

    @cache
    def after(state: State, copies: int) -> State:
        need = missing[copies]
        return tuple([min([NEVER] + [state[slot] + need[used] for slot, used in step]) for step in steps])

    @cache
    def block(state: State, ranks_left: int, tiles_left: int) -> bytes:
        if ranks_left == 0:
            return bytes([classes.number(tuple(state[slot] for slot in _FINISHED))])
        parts = [
            block(after(state, copies), ranks_left - 1, tiles_left - copies)
            if copies <= tiles_left
            else bytes([INVALID]) * 5 ** (ranks_left - 1)
            for copies in range(COPIES + 1)
        ]
        return b"".join(parts)

    return block(_START, ranks, HAND_TILES)


def _addition(classes: _Classes) -> tuple[bytes, bytes]:
    """Two square tables for pairs of classes: the class of the sum, and the tiles the sum lacks as a hand."""
    lacks = list(classes.numbers)
    sums = {}
    for row, one in enumerate(lacks):
        for other in lacks[row:]:
            sums[one, other] = sums[other, one] = _sum(one, other)
    rows = [sums[one, other] for one in lacks for other in lacks]
    return bytes(classes.numbers[total] for total in rows), bytes(total[-1] for total in rows)


def build_classes() -> bytes:
    """The classes of all suits, the missing tiles of special forms, and the addition of classes."""
    classes = _Classes()
    suits = _suit_table(RANKS, True, classes)
    honours = _suit_table(HONOUR_RANKS, False, classes)
    classes.close()
    return b"".join((suits, honours, missing_table(), *_addition(classes)))


def build_profiles() -> bytes:
    """The profiles of all suits: their indices, how many suits of numbers have, and two bytes for each."""
    suits, suit_profiles = profile_table(0)
    honours, honour_profiles = profile_table(HONOUR_SUIT)
    numbers = [number.to_bytes(2, "little") for number in (*suit_profiles, *honour_profiles)]
    return b"".join((suits, honours, bytes([len(suit_profiles)]), *numbers))


if __name__ == "__main__":
    for asset, built in ((CLASSES_ASSET, build_classes()), (PROFILES_ASSET, build_profiles())):
        # replaced and not overwritten: programs that run have the old file mapped
        with open(f"{asset}.new", "wb") as file:
            file.write(built)
        replace(file.name, asset)
