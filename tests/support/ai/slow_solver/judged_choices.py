"""What playing choices out has shown, checked for sense: the points of each, and the lead of the best one."""

from __future__ import annotations

from collections.abc import Sequence

from ai.drills.judged_positions import JudgedChoice
from tests.support.ai.slow_solver.hand import Ambiguous


def best_beyond_doubt(choices: Sequence[JudgedChoice]) -> str:
    """The choice with most points; raises Ambiguous where its lead over another one is not beyond doubt."""
    ordered = sorted(choices, key=lambda choice: -choice.points.mean)
    best, *others = ordered
    for choice in others:
        lead, sure = choice.behind, choice.behind_99
        if lead is None or sure is None or not 0 < sure[0] <= lead.low <= lead.mean <= lead.high <= sure[1]:
            raise Ambiguous(f"{best.id} is not beyond doubt better than {choice.id}")
        if abs(best.points.mean - choice.points.mean - lead.mean) > 1:
            raise Ambiguous("the points and the lead do not fit together")
    return best.id
