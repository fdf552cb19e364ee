"""Published rates of people, which count as much as each table of games.

``RIICHI`` is from all 1,300,316 riichi of 171,650 games in the top room of Tenhou in 2019: how often a tile
with that ground is among the waits at the moment of the riichi (koba::blog, 16 January 2021,
blog.kobalab.net/entry/2021/01/16/130716). The discarder is not asked there: tiles that nobody sees are those
that none of the ponds shows.
"""

from __future__ import annotations

from ai.reading.safety_reasons import SafetyReason

RIICHI: dict[SafetyReason, float] = {
    SafetyReason.GUEST_2: 0.0211,
    SafetyReason.YAKUHAI_2: 0.0211,
    SafetyReason.GUEST_3: 0.0429,
    SafetyReason.YAKUHAI_3: 0.0429,
    SafetyReason.SUJI_28: 0.0350,
    SafetyReason.SUJI_37: 0.0462,
    SafetyReason.SUJI_456: 0.0281,
    SafetyReason.HALF_SUJI_456: 0.0710,
    SafetyReason.OPEN_19: 0.0665,
    SafetyReason.OPEN_28: 0.0772,
    SafetyReason.OPEN_37: 0.0842,
    SafetyReason.OPEN_456: 0.1156,
}
"""By ground, when the riichi is declared."""
AT_RIICHI = 0.72
"""The factor by the suji left at that moment: its mean over 1,059 riichi of our bots and recorded games."""


def standard(reason: SafetyReason) -> float | None:
    """The rate against a player in riichi at an average number of suji left; None if none is known."""
    rate = RIICHI.get(reason)
    return None if rate is None else rate / AT_RIICHI
