"""Random choices with weights."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from engine.dice import Dice
from engine.rules import PRESETS, Ruleset

_T = TypeVar("_T")


def weighted_choice(shares: Mapping[_T, int], dice: Dice) -> _T | None:
    """One of these, each with its percentage; None for the rest if they add up to less than 100."""
    throw = dice.below(100)
    for thing, share in shares.items():
        throw -= share
        if throw < 0:
            return thing
    return None


def any_rules(dice: Dice) -> Ruleset:
    """One of the presets."""
    return list(PRESETS.values())[dice.below(len(PRESETS))]
