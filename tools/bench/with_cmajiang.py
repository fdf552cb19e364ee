"""What ``cmajiang`` does: rules and whole games in C++, called from Python."""

from __future__ import annotations

from collections.abc import Sequence

import cmajiang

from engine.tiles import Kind

NAME = "cmajiang (C++)"
SUITS = "mpsz"

shanten = cmajiang.xiangting


def hand(kinds: Sequence[Kind]) -> cmajiang.Shoupai:
    """The same hand as it keeps it."""
    suits = [[kind % 9 + 1 for kind in kinds if kind // 9 == suit] for suit in range(len(SUITS))]
    ranks = ["".join(map(str, suit)) for suit in suits]
    return cmajiang.Shoupai("".join(suit + held for suit, held in zip(SUITS, ranks, strict=True) if held))
