"""Random choices with weights."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from engine.rules import PRESETS, Ruleset
from engine.wall import Dice

_T = TypeVar("_T")


def weighted_choice(shares: Mapping[_T, int], dice: Dice) -> _T | None:
    """One of these, each with its percentage; None for the rest if they add up to less than 100."""
    throw = dice.below(100)
    for thing, share in shares.items():
        throw -= share
        if throw < 0:
            return thing
    return None


def any_rules(dice: Dice, fixed: Ruleset | None = None) -> Ruleset:
    """One of the presets, or the one that is fixed; the dice are used alike in both cases."""
    drawn = list(PRESETS.values())[dice.below(len(PRESETS))]
    return drawn if fixed is None else fixed
