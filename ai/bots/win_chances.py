"""Chances to win by following the draws: from tenpai, from one away, and from two away.

All are cached, because few rounded values occur. ``unseen`` counts the tiles that may be drawn, ``draws`` the
own draws left, ``threats`` the opponents who are likely tenpai.
"""

from __future__ import annotations

from functools import lru_cache
from math import inf

from ai.bots.tenpai_value import MAX_CHANCE
from ai.reading.safety_reasons import SafetyReason

RATE_OF: dict[SafetyReason, float] = {
    **dict.fromkeys((SafetyReason.LAST_COPY, SafetyReason.YAKUHAI_2, SafetyReason.GUEST_2), 4.7),
    **dict.fromkeys(
        (SafetyReason.YAKUHAI_3, SafetyReason.GUEST_3, SafetyReason.PAIR_19_2, SafetyReason.PAIR_19_3), 3.9
    ),
    **dict.fromkeys((SafetyReason.OPEN_19, SafetyReason.ONE_CHANCE_19, SafetyReason.PASSED_THIS_TURN), 3.1),
    **dict.fromkeys((SafetyReason.SUJI_28, SafetyReason.NO_CHANCE_28), 3.1),
    **dict.fromkeys((SafetyReason.OPEN_28, SafetyReason.ONE_CHANCE_2345678), 2.1),
    **dict.fromkeys((SafetyReason.SUJI_37, SafetyReason.NO_CHANCE_37, SafetyReason.SUJI_456), 2.1),
    **dict.fromkeys((SafetyReason.OPEN_37, SafetyReason.HALF_SUJI_456, SafetyReason.NO_CHANCE_456), 1.7),
    **dict.fromkeys((SafetyReason.DORA_HONOUR,), 1.7),
    **dict.fromkeys((SafetyReason.SIMPLES_OUTSIDE, SafetyReason.NEEDED_YAKUHAI), 3.9),
    **dict.fromkeys((SafetyReason.EARLY_OUTSIDE_19, SafetyReason.RIICHI_SUJI_28), 3.1),
    **dict.fromkeys((SafetyReason.EARLY_OUTSIDE_28, SafetyReason.RIICHI_SUJI_37), 2.1),
    **dict.fromkeys((SafetyReason.RIICHI_SUJI_456, SafetyReason.FLUSH_OTHER), 2.1),
    **dict.fromkeys((SafetyReason.EARLY_OUTSIDE_37, SafetyReason.OUTSIDE_456), 1.7),
    **dict.fromkeys((SafetyReason.FLUSH_SUIT, SafetyReason.FLUSH_SUIT_456), 1.4),
    **dict.fromkeys((SafetyReason.TANKI,), 3.9),
    **dict.fromkeys((SafetyReason.OPEN_456, SafetyReason.DORA_COVERED, SafetyReason.DORA_OPEN), 1.4),
}
"""Rate at which a tile of a wait is drawn or discarded by others, relative to the own draws alone, by how
safe the tile looks to the others: they discard what looks safe, and what they cannot use.

Grounds by the riichi tile, early discards and melds have the rate of tiles without them: they were measured
together."""
MEAN_RATE = 1.9
"""The average of these rates."""
RATE_UNDER_THREAT = 0.8
"""Factor on the rate while the others also defend against another player."""
DAMATEN_FACTOR_UNDER_THREAT = 1.1
"""Like ``DAMATEN_FACTOR``, but under threat: factor on the win chance of a damaten wait."""
CALL_RATE = 1.2
"""Rate at which an open hand gets the tiles it accepts, relative to the own draws alone."""
QUIET_HAZARD = 0.02
"""Chance per turn that another player ends the hand, early in the hand and without a threat."""
LATE_HAZARD = 0.008
"""Increase of that chance with each turn in the later part of the hand."""
LATE = 12
"""Own draws left at which the later part begins."""
THREAT_HAZARD = 0.16
"""That chance with one player who is likely tenpai."""
SEVERAL = 0.7
"""Exponent of the number of such players: the chance grows more slowly than the number."""


def _hazard(draws: int, threats: int) -> float:
    if threats:
        return float(THREAT_HAZARD * threats**SEVERAL)
    return QUIET_HAZARD + LATE_HAZARD * max(0, LATE - draws)


@lru_cache(maxsize=50_000)
def tenpai_chance(weighted: float, unseen: int, draws: int, threats: int) -> float:
    """Chance to win with a wait; ``weighted`` is the number of its tiles, each weighted with its rate."""
    rate = min(weighted * (RATE_UNDER_THREAT if threats else 1.0) / unseen, MAX_CHANCE)
    total, here = 0.0, 1.0
    for turn in range(draws):
        total += here * rate
        here *= (1.0 - rate) * (1.0 - _hazard(draws - turn, threats))
    return total


@lru_cache(maxsize=50_000)
def iishanten_chance(leading_tiles: int, weighted: float, unseen: int, draws: int, threats: int) -> float:
    """Chance to win by drawing one given unseen tile that leads to that wait.

    ``leading_tiles`` is the number of all tiles that lead to tenpai. Drawing any of
    them makes the hand tenpai, so the given tile must be the first of them.
    """
    rate = min(leading_tiles / unseen, MAX_CHANCE)
    total, here = 0.0, 1.0
    for turn in range(draws):
        total += here * tenpai_chance(weighted, unseen, draws - turn - 1, threats)
        here *= (1.0 - rate) * (1.0 - _hazard(draws - turn, threats))
    return total / unseen


TYPICAL_LEADING, TYPICAL_WAIT = 18, 12.0
"""Accepted tiles of an average hand one away from tenpai, and the weighted tiles of the wait it leads to."""


@lru_cache(maxsize=50_000)
def step_chance(leading_tiles: int, unseen: int, draws: int, then: int, threats: int) -> float:
    """Chance to draw one given tile of ``leading_tiles`` that lead from two away to one away.

    It is weighted by how much the hand one away is worth when it is reached, relative to its worth with
    ``then`` draws left.
    """
    rate = min(leading_tiles / unseen, MAX_CHANCE)
    worth = iishanten_chance(TYPICAL_LEADING, TYPICAL_WAIT, unseen, then, threats)
    total, here = 0.0, 1.0
    for turn in range(draws - 1):
        total += here * iishanten_chance(TYPICAL_LEADING, TYPICAL_WAIT, unseen, draws - turn - 1, threats)
        here *= (1.0 - rate) * (1.0 - _hazard(draws - turn, threats))
    return total / worth / unseen if worth else 0.0


@lru_cache(maxsize=50_000)
def tenpai_draw_chance(reaching_tiles: float, unseen: int, draws: int, threats: int) -> float:
    """Chance that the hand is drawn, and that the player is tenpai then.

    ``reaching_tiles`` is the number of tiles that make the hand tenpai, or infinite if it is. A win of the
    player counts as that of an average wait.
    """
    defence = RATE_UNDER_THREAT if threats else 1.0
    win_rate = min(TYPICAL_WAIT * defence / unseen, MAX_CHANCE)
    reach_rate = min(reaching_tiles / unseen, MAX_CHANCE)
    tenpai = float(reaching_tiles == inf)
    away = 1.0 - tenpai
    for turn in range(draws):
        goes_on = 1.0 - _hazard(draws - turn, threats)
        tenpai = (tenpai * (1.0 - win_rate) + away * reach_rate) * goes_on
        away *= (1.0 - reach_rate) * goes_on
    return tenpai
