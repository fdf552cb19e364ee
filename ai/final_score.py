"""The final score that the end of a hand leads to, for hands that are measured in placement.

In the last two hands of a game, and in its extra hands, points of the hand alone say little: a leader who
folds loses some and wins the game. What counts there is the final score: points and uma, by the ruleset.

If the game is over it is exact, but for chombo that are taken off at the end. Else it is expected: points
as they stand, and the uma of each place by its chance. The chances are those by which expert bots value
placements (``ai.bots.placement_value``): the difference to each other player changes by the same normal
distribution. Half of its variance is the seat's own, so the chances of the places come from the seat's own
shift, and from the others' around it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from statistics import NormalDist

from ai.bots.placement_value import deviation, with_another_deal
from engine.match import final_points, hands_to_come, next_header, prizes, standings
from engine.round import Header, Round
from engine.rules import Ruleset
from engine.wall import PLAYERS

_NORMAL = NormalDist()
_STEPS = 25
_SHIFTS = tuple(_NORMAL.inv_cdf((step + 0.5) / _STEPS) for step in range(_STEPS))
"""Own shifts of equal chance, in standard deviations."""


def counts_placement(rules: Ruleset, number: int) -> bool:
    """Whether the hand of that number (East 1 is 0) is one of the last two, or an extra one."""
    return hands_to_come(rules, number) <= 1


def final_score(game: Round, seat: int) -> int | None:
    """The final score of a seat after a hand that is over, in points; None before the last two hands."""
    rules, table, outcome = game.rules, game.table, game.outcome
    assert outcome is not None
    if not counts_placement(rules, table.number):
        return None
    scores = [player.score for player in table.seats]
    header = Header(table.number, table.honba, table.riichi_sticks, tuple(scores))
    ranked = standings(rules, scores, table.riichi_sticks)
    following = next_header(rules, header, outcome, scores, table.riichi_sticks)
    if following is None:
        return round(1_000 * next(each.final for each in ranked if each.seat == seat))
    likely: Sequence[float] = scores
    if following.number == table.number:  # the dealer deals again
        likely = with_another_deal(scores, table.dealer)
    ahead = tuple(likely[each] - likely[seat] for each in range(PLAYERS) if each != seat)
    chances = place_chances(ahead, hands_to_come(rules, following.number) + 1)
    added = sum(map(math.prod, zip(chances, prizes(rules), strict=True)))
    return round(1_000 * final_points(rules, likely[seat], added))


@lru_cache(maxsize=1 << 12)
def place_chances(ahead: Sequence[float], hands: int) -> tuple[float, ...]:
    """The chance of each place, given the points the others are ahead and the hands to come."""
    spread = deviation(hands)
    total = [0.0] * (len(ahead) + 1)
    for shift in _SHIFTS:
        found = [1.0]
        for points in ahead:
            chance = _NORMAL.cdf(math.sqrt(2) * points / spread - shift)
            found = [
                stays * (1 - chance) + behind * chance
                for stays, behind in zip([*found, 0.0], [0.0, *found], strict=True)
            ]
        total = [sum(each) for each in zip(total, found, strict=True)]
    return tuple(each / _STEPS for each in total)
