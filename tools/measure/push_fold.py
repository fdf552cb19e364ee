"""``make judge-push-fold``: what going on with the hand against a riichi brings, against folding.

Positions come from hands of bots; ``tools.measure.judging`` tells how they are judged.

After the choice the seat plays on by its plan. Pushing it discards what the hand needs least, whatever the
danger: in tenpai always, short of it while enough draws are left. Folding it discards the safest tile each
time, of equally safe ones what the hand needs least. Going round it plays on like the quick player, which
takes a limited risk one away from tenpai.
"""

from __future__ import annotations

from collections.abc import Collection

from engine import shape
from engine.view import SeatView
from tools.measure import judging
from tools.measure.judging import Judging
from tools.measure.push_fold_candidates import FOLD, MIDDLE, PUSH, SEED, candidate, choices
from tools.positions.judged_files import PUSH_FOLD_FILE

QUOTAS: dict[str, int] = {
    "push-0": 36,
    "push-1": 40,
    "push-2": 12,
    "middle-0": 10,
    "middle-1": 30,
    "middle-2": 15,
    "fold-0": 30,
    "fold-1": 36,
    "fold-2": 20,
}
"""Positions wanted of each sort: the best choice, and the steps to tenpai."""


def _sort(view: SeatView, best: str) -> str:
    return f"{best}-{shape.shanten_of(view.hand.keys, len(view.hand.melds))}"


def _skips(view: SeatView, enough: Collection[str]) -> bool:
    return all(_sort(view, best) in enough for best in (PUSH, MIDDLE, FOLD))


JUDGING = Judging(
    name="push-fold",
    version=1,
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
    confirmed=80,
    skips=_skips,
)

if __name__ == "__main__":
    judging.main(JUDGING, __doc__)
