"""``make judge-riichi``: what declaring with a furiten wait brings, against silence and another wait.

Positions come by turns from hands of bots, in which one seat lets wins pass and stays silent, and from hands
made for the purpose; ``tools.measure.judging`` tells how they are judged.

After the choice the seat plays on like a quick player too: in riichi it is locked; in silence it may take a
better wait that it draws, and declare riichi with one that is not furiten, or fold; a wait that was changed
to in silence is never declared.
"""

from __future__ import annotations

from collections.abc import Collection

from engine.legal.wins import refuse_tsumo
from engine.view import SeatView
from tools.measure import judging
from tools.measure.judging import Judging
from tools.measure.riichi_candidates import SEED, candidate, choices
from tools.positions.judged_files import RIICHI_FILE


def _skips(view: SeatView, enough: Collection[str]) -> bool:
    return "tsumo" in enough and refuse_tsumo(view) is None


def _sort(view: SeatView, best: str) -> str:
    return best


JUDGING = Judging(
    name="riichi",
    version=1,
    seed=SEED,
    file=RIICHI_FILE,
    candidate=candidate,
    choices=choices,
    sort=_sort,
    quotas={"declare": 46, "silent": 24, "change": 40, "tsumo": 12},
    needed=("declare", "silent", "change"),
    least_choices=2,
    screens=(120, 300),
    sizes=(400, 700, 1_000, 1_500),
    confirmed=120,
    skips=_skips,
)

if __name__ == "__main__":
    judging.main(JUDGING, __doc__)
