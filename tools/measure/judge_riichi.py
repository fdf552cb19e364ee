"""``make judge-riichi``: what declaring with a furiten wait brings, against silence and another wait.

Positions come by turns from hands of bots, in which one seat lets wins pass and stays silent, and from hands
made for the purpose; ``tools.measure.judging`` tells how they are judged.

After the choice the seat plays on like a quick player too: in riichi it is locked; in silence it may take a
better wait that it draws, and declare riichi with one that is not furiten, or fold; a wait that was changed
to in silence is never declared.

Numbers from 1,000 on are those of a second search with other quotas: less 1,000 they name its candidates.
"""

from __future__ import annotations

from collections.abc import Collection

from engine.legal import refuse_tsumo
from engine.view import SeatView
from tools.measure import judging
from tools.measure.judging import Judging, Look
from tools.measure.riichi_candidates import SEED, candidate, choices, furiten_discard
from tools.positions.judged_files import RIICHI_FILE

WIDE = 5
"""Tiles left of the furiten wait, from which on a rule of thumb says to declare."""


def _skips(view: SeatView, enough: Collection[str]) -> bool:
    if refuse_tsumo(view) is None and _sort(view, "tsumo") in enough:
        return True
    return all(_sort(view, best) in enough for best in ("declare", "silent", "change"))


def _sort(view: SeatView, best: str) -> str:
    return f"{best}-{'wide' if _tiles(view) >= WIDE else 'thin'}"


def _tiles(view: SeatView) -> int:
    furiten = furiten_discard(view)
    assert furiten is not None
    return furiten.acceptance


QUOTAS: dict[str, int] = {
    "declare-wide": 220,
    "declare-thin": 180,
    "silent-wide": 160,
    "silent-thin": 220,
    "change-wide": 230,
    "change-thin": 130,
    "tsumo-wide": 100,
    "tsumo-thin": 45,
}
"""Positions wanted of each sort: the best choice, and whether many tiles of the furiten wait are left."""

LOOKS: tuple[Look, ...] = (*judging.LOOKS, _tiles)
"""Besides what any position shows: the tiles left of the furiten wait."""

JUDGING = Judging(
    name="riichi",
    version=1,
    seed=SEED,
    file=RIICHI_FILE,
    candidate=candidate,
    choices=choices,
    sort=_sort,
    quotas=QUOTAS,
    needed=tuple(QUOTAS),
    least_choices=2,
    screens=(120, 300),
    sizes=(400, 700, 1_000, 1_500),
    confirmed=120,
    skips=_skips,
    looks=LOOKS,
)

if __name__ == "__main__":
    judging.main(JUDGING, __doc__)
