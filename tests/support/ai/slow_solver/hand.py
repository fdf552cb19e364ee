"""Tenpai and furiten of a ``Story``, and how an answer is given or refused."""

from __future__ import annotations

from collections.abc import Sequence

import xiangting

from ai.drills.question import Answer
from tests.support.ai.slow_solver.story import KINDS, Story, completing

FOUR = xiangting.PlayerCount.FOUR


class Ambiguous(AssertionError):
    """The question has no answer, or more than one."""


def one(*parts: str) -> Answer:
    """One answer to each part."""
    return tuple(frozenset({part}) for part in parts)


def tenpai(story: Story, concealed: list[str]) -> list[str]:
    """The waits of a hand between turns, as the ruleset has it with four of a kind in the seat's own hand."""
    waits = completing(concealed)
    if story.rules.fifth_tile == "concealed":
        return waits
    melded = [kind for _, tiles in story.melds for kind in tiles]
    return [kind for kind in waits if (concealed + melded).count(kind) < 4]


def causes(story: Story) -> set[tuple[str, str, str]]:
    """Kind, tile and end of every cause of furiten that the hand has between turns."""
    until = "hand-ends" if story.riichi else "waits-change"
    found = {("discard", kind, until) for kind in story.thrown if kind in story.waits}
    for passing in story.passed:
        ends = ("riichi", passing.kind, "hand-ends"), ("temporary", passing.kind, "own-discard")
        found.add(ends[0] if passing.in_riichi else ends[1])
    return found


def steps(concealed: Sequence[str]) -> int:
    """Shanten, as another program (`xiangting`) says."""
    counts = [concealed.count(kind) for kind in KINDS]
    return int(xiangting.calculate_replacement_number(counts, FOUR)) - 1
