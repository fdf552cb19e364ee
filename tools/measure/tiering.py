"""From rows to tiers: rows that the measurement cannot tell apart are one tier."""

from __future__ import annotations

from collections.abc import Mapping

from ai.reading.safety_reasons import SAFE_REASONS, SafetyReason
from tools.measure.estimate import Sums


def tiers_of(rows: Mapping[SafetyReason, Sums]) -> list[list[SafetyReason]]:
    """The tiers, the safest first, each with its grounds in the order of their rates.

    The first tier holds the grounds that cannot lose. The others are sorted by rate; from the lowest up, a
    ground whose 95 % interval overlaps that of the one before it joins its tier, else it begins the next.
    """
    tiers = [[each for each in SafetyReason if each in SAFE_REASONS]]
    measured = [each for each in SafetyReason if each not in SAFE_REASONS]
    before: SafetyReason | None = None
    for each in sorted(measured, key=lambda reason: (rows[reason].rate, reason.value)):
        if before is not None and rows[each].overlaps(rows[before]):
            tiers[-1].append(each)
        else:
            tiers.append([each])
        before = each
    return tiers
