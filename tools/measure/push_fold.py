"""``make judge-push-fold``: what going on with the hand against a riichi brings, against folding.

Positions come from hands of bots; ``tools.measure.judging`` tells how they are judged.

The question is about one tile: after a push, and after going round, the seat plays on within reason, like the
quick player, which in tenpai goes on and one away takes a limited risk. Folding it discards the safest tile
each time, of equally safe ones what the hand needs least.

What is written is a choice of what was kept (``chosen``): in tenpai pushing is nearly always right, and two
away folding, so most positions are one away.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ai.drills.judged_positions import JudgedPosition
from engine import shape
from engine.view import SeatView
from tools.measure import judging
from tools.measure.judging import Judging
from tools.measure.push_fold_candidates import FOLD, MIDDLE, PUSH, SEED, candidate, choices
from tools.positions.judged_files import PUSH_FOLD_FILE

QUOTAS: dict[str, int] = {
    "push-0": 100,
    "middle-0": 60,
    "fold-0": 140,
    "push-1": 350,
    "middle-1": 100,
    "fold-1": 350,
    "push-2": 140,
    "middle-2": 40,
    "fold-2": 60,
}
"""Positions wanted of each sort: the best choice, and the steps to tenpai."""


def _sort(view: SeatView, best: str) -> str:
    return f"{best}-{shape.shanten_of(view.hand.keys, len(view.hand.melds))}"


def _skips(view: SeatView, enough: Collection[str]) -> bool:
    return all(_sort(view, best) in enough for best in (PUSH, MIDDLE, FOLD))


MORE = 1.15
"""So many times as many pushes as folds one away, at most."""
PLAIN = 0.2
"""Positions with the plain answer in tenpai, and two away, for each one that is one away, at most."""


def chosen(kept: Sequence[JudgedPosition]) -> list[JudgedPosition]:
    """So many of each sort that the steps to tenpai do not tell the answer.

    One away about as many pushes as folds; all that is rare; of pushes in tenpai and folds two away those in
    which the lead is smallest.
    """
    sorts: dict[str, list[JudgedPosition]] = {sort: [] for sort in QUOTAS}
    for found in kept:
        sorts[_sort(found.moment().view(), found.best.id)].append(found)
    pushed, folded, middle = (sorts[f"{best}-1"] for best in (PUSH, FOLD, MIDDLE))
    near = [*pushed[: round(MORE * len(folded))], *folded[: round(MORE * len(pushed))], *middle]
    rare = [each for sort in ("fold-0", "middle-0", "push-2", "middle-2") for each in sorts[sort]]
    plain = [
        each
        for sort in ("push-0", "fold-2")
        for each in sorted(sorts[sort], key=lambda found: found.lead)[: round(PLAIN * len(near))]
    ]
    return sorted([*near, *rare, *plain], key=lambda found: found.number)


JUDGING = Judging(
    name="push-fold",
    version=2,
    seed=SEED,
    file=PUSH_FOLD_FILE,
    candidate=candidate,
    choices=choices,
    sort=_sort,
    quotas=QUOTAS,
    needed=tuple(QUOTAS),
    least_choices=2,
    screens=(60, 150),
    sizes=(300, 500, 800),
    confirmed=150,
    skips=_skips,
    chosen=chosen,
)

if __name__ == "__main__":
    judging.main(JUDGING, __doc__)
