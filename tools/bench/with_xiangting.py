"""What ``xiangting`` does: tile mathematics in Rust, called from Python."""

from __future__ import annotations

import xiangting

from engine.tiles import KINDS, Kind

NAME = "xiangting (Rust)"
FOUR = xiangting.PlayerCount.FOUR


def shanten(counts: list[int]) -> int:
    """Shanten, from a list of 34 counts."""
    return int(xiangting.calculate_replacement_number(counts, FOUR)) - 1


def acceptance(counts: list[int]) -> dict[Kind, tuple[int, int]]:
    """The acceptance of every discard, one call each."""
    answer = {}
    counts = list(counts)
    for discard in range(KINDS):
        if counts[discard]:
            counts[discard] -= 1
            answer[discard] = xiangting.calculate_necessary_tiles(counts, FOUR)
            counts[discard] += 1
    return answer
