"""``make judge-push-fold``: what going on with the hand against a riichi brings, against folding.

Positions come from hands of bots; ``tools.measure.judging`` tells how they are judged.

The question is about one tile: after a push, and after going round, the seat plays on within reason, like the
quick player, which in tenpai goes on and one away takes a limited risk. Folding it discards the safest tile
each time, of equally safe ones what the hand needs least.

What is written is a choice of what was kept, in which no rule of thumb tells the answer (``fair_choice``).
"""

from __future__ import annotations

from collections.abc import Collection

from engine import shape
from engine.view import SeatView
from tools.measure import judging
from tools.measure.judging import Judging, Look
from tools.measure.push_fold_candidates import FOLD, PUSH, SEED, candidate, choices
from tools.positions.judged_files import PUSH_FOLD_FILE

EARLY, MIDDLE_OF_HAND = 30, 20
"""Tiles left in the wall, from which on the hand is early, or no longer late."""
TIMES: tuple[str, ...] = ("early", "mid", "late")
QUOTAS: dict[str, int] = {
    f"{best}-{steps}-{time}": number
    for best, steps, numbers in (
        (PUSH, 0, (15, 15, 15)),
        (FOLD, 0, (30, 30, 30)),
        (PUSH, 1, (120, 260, 130)),
        (FOLD, 1, (100, 260, 180)),
        (PUSH, 2, (30, 30, 30)),
        (FOLD, 2, (30, 60, 40)),
    )
    for time, number in zip(TIMES, numbers, strict=True)
}
"""Positions wanted of each sort: the best choice, the steps to tenpai, and the time of the hand."""


def _sort(view: SeatView, best: str) -> str:
    live = view.table.live
    time = TIMES[(live < EARLY) + (live < MIDDLE_OF_HAND)]
    return f"{best}-{steps_to_tenpai(view)}-{time}"


def _skips(view: SeatView, enough: Collection[str]) -> bool:
    return all(_sort(view, best) in enough for best in (PUSH, FOLD))


def steps_to_tenpai(view: SeatView) -> int:
    """Shanten."""
    return shape.shanten_of(view.hand.keys, len(view.hand.melds))


LOOKS: tuple[Look, ...] = (*judging.LOOKS, steps_to_tenpai)

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
    looks=LOOKS,
)

if __name__ == "__main__":
    judging.main(JUDGING, __doc__)
