"""Which discards of a question are right by their worth, and whether the question is clear.

Discards within ``EQUAL`` percent of the best are all right: the model of ``ai.reading.discard_worth`` leaves
out what is worth about that (draws that improve a wait, which tiles others keep). All others are at least
``LEAD`` percent behind, and the best discard is a right one too with each of the other constants that the
model could use. The credit of another discard is its share of the best worth.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ai.reading.discard_worth import DealInRisk
from engine.tiles import NAMES, Kind

ANY = (0, 999)
"""Every difficulty."""
PER_THREAT = 3
"""The difficulty of each player who threatens."""
EQUAL = 5
"""Percent of the best worth that a right discard may be behind …"""
LEAD = 9
"""… and that every other one is behind at least."""
SENSIBLE = 40
"""Percent of the best worth from which a discard is one that somebody may choose."""
CLOSE = 40
"""The lead in percent that adds no difficulty …"""
CLOSE_STEP = 4
"""… and percent that add one."""
MOST_CLOSE = (CLOSE - LEAD) // CLOSE_STEP
"""The most difficulty that a small lead adds."""
LEAST = 300
"""The least worth in points of the best discard: below there is nothing to win."""


@dataclass(frozen=True, slots=True)
class WeighedDiscard:
    """A discard with its worth in points."""

    worth: int
    """Without what the risks cost."""
    risks: tuple[DealInRisk, ...]
    """The risk of the discard against each of the players who threaten."""

    @property
    def danger(self) -> int:
        """The points that the risks cost together."""
        return sum(risk.points for risk in self.risks)

    @property
    def gross(self) -> int:
        """The worth without regard to the risks."""
        return self.worth + self.danger


def right_kinds(worths: Mapping[Kind, int]) -> frozenset[Kind]:
    """The discards that are right: the best and its equals; empty if nothing is worth ``LEAST``."""
    best = max(worths.values(), default=0)
    if best < LEAST:
        return frozenset()
    return frozenset(kind for kind, worth in worths.items() if 100 * worth >= (100 - EQUAL) * best)


def is_clear(worths: Mapping[Kind, int], variants: Iterable[Mapping[Kind, int]]) -> bool:
    """Whether all other discards are far enough behind, and stay behind in each variant."""
    right = right_kinds(worths)
    best = max(worths.values(), default=0)
    others = [worth for kind, worth in worths.items() if kind not in right]
    if not right or any(100 * worth > (100 - LEAD) * best for worth in others):
        return False
    return all(max(each, key=each.__getitem__) in right for each in variants)


def is_choice(worths: Mapping[Kind, int], tempting: Iterable[Kind], least: int = SENSIBLE) -> bool:
    """Whether one of these discards is not right, but worth at least that percentage of the best."""
    right, best = right_kinds(worths), max(worths.values())
    return any(kind not in right and 100 * worths[kind] >= least * best for kind in tempting)


def closeness(worths: Mapping[Kind, int]) -> int:
    """The difficulty that a small lead of the right discards adds."""
    right, best = right_kinds(worths), max(worths.values())
    second = max((worth for kind, worth in worths.items() if kind not in right), default=0)
    lead = 100 * (best - second) // max(best, 1)
    return max(0, min(MOST_CLOSE, (CLOSE - lead) // CLOSE_STEP))


def credits_of(worths: Mapping[Kind, int]) -> dict[str, float]:
    """The credit of the discards that are not right, by the name of the kind."""
    right, best = right_kinds(worths), max(worths.values())
    return {
        NAMES[kind]: round(worth / best, 2)
        for kind, worth in worths.items()
        if kind not in right and 100 * worth >= best
    }
