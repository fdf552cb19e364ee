"""Kuikae: what may not be discarded after a call."""

from __future__ import annotations

from engine.melds import Meld, MeldKind
from engine.rules import Ruleset
from engine.tiles import KIND_OF, Kind


def forbidden_after(meld: Meld, rules: Ruleset) -> frozenset[Kind]:
    """Kinds that may not be discarded after calling this chi or pon (kuikae), red fives as plain ones."""
    called = KIND_OF[meld.tiles[0]]
    kinds = set() if rules.kuikae_same else {called}
    if meld.kind is MeldKind.CHI and not rules.kuikae_other_end:
        if called == meld.first and called % 9 <= 5:
            kinds.add(called + 3)
        elif called == meld.first + 2 and called % 9 >= 3:
            kinds.add(called - 3)
    return frozenset(kinds)
