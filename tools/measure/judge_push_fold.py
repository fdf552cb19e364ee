"""``make judge-push-fold``: what going on with the hand against a riichi brings, against folding.

Positions come from hands of bots; ``tools.measure.judging`` tells how they are judged.

The question is about one tile: after a push, and after going round, the seat plays on within reason, like the
quick player, which in tenpai goes on and one away takes a limited risk. Folding it discards the safest tile
each time, of equally safe ones what the hand needs least.

What is written is a choice of what was kept, in which no rule of thumb tells the answer (``chosen``).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple

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


GUESSED = 0.65
"""Greatest share that anybody may get right who goes by one of ``LOOKS``, the likeliest answer of each."""
LOOKS: tuple[Callable[[SeatView], int], ...] = (
    lambda view: 0,
    lambda view: shape.shanten_of(view.hand.keys, len(view.hand.melds)),
    lambda view: view.table.live // 10,
    lambda view: len(view.me.pond) // 3,
)
"""Nothing; the steps to tenpai; tens of tiles left; threes of own discards."""


def chosen(kept: Sequence[JudgedPosition]) -> list[JudgedPosition]:
    """Those among which no rule of thumb tells the answer.

    In tenpai pushing is nearly always right, two away folding, early more pushes, late more folds. While one
    look tells too much, a position goes that it tells: of the group that it tells best the one with the
    largest lead.
    """
    left = {found.number: found for found in kept}
    seen = {number: found.moment().view() for number, found in left.items()}
    looks = [{number: look(view) for number, view in seen.items()} for look in LOOKS]
    while True:
        told = max((_told(left, look) for look in looks), key=lambda groups: _share(groups))
        if _share(told) <= GUESSED:
            return sorted(left.values(), key=lambda found: found.number)
        best = max(told, key=lambda group: 2 * len(group.likeliest) - group.all)
        gone = max(best.likeliest, key=lambda found: (found.lead, found.number))
        del left[gone.number]


class _Group(NamedTuple):
    """Positions that look alike: how many, and those with the most frequent answer."""

    all: int
    likeliest: list[JudgedPosition]


def _told(left: Mapping[int, JudgedPosition], look: Mapping[int, int]) -> list[_Group]:
    groups: dict[int, dict[str, list[JudgedPosition]]] = {}
    for number, found in left.items():
        groups.setdefault(look[number], {}).setdefault(found.best.id, []).append(found)
    return [
        _Group(sum(map(len, answers.values())), max(answers.values(), key=len)) for answers in groups.values()
    ]


def _share(groups: Sequence[_Group]) -> float:
    return sum(len(group.likeliest) for group in groups) / sum(group.all for group in groups)


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
