"""What the call that opens a hand brings beyond its value.

Measured: hands were played on with the call and without it (``tools/measure/choices.py``, docs/bots.md).
"""

from __future__ import annotations

from ai.bots.discard_evaluation import Prospect
from ai.reading.yaku_plans import PlannedYaku
from engine import shape
from engine.hand import Hand

FAR = 2
"""A hand that is no nearer to tenpai than this is far away."""
BY_YAKU: dict[PlannedYaku, float] = {
    PlannedYaku.YAKUHAI: 450,
    PlannedYaku.YAKUHAI_PAIR: 250,
    PlannedYaku.HONITSU: 250,
    PlannedYaku.TANYAO: 100,
}
"""Points of the call that opens a hand far from tenpai, by its yaku: if it brings the hand closer, or leaves
it no farther than ``FAR``."""
NEAR = -900
"""The same for a hand that is one away already: it could declare riichi soon."""
TENPAI = -700
"""The same if the call makes it tenpai."""


def opening_points(hand: Hand, prospect: Prospect) -> float:
    """Points for the call that opens ``hand`` and leaves ``prospect``, not yet scaled for the last hand."""
    before, after = shape.shanten_of(hand.keys), prospect.shanten
    if before <= 1:
        return NEAR if after else TENPAI
    if prospect.yaku is None or (after >= before and after > FAR):
        return 0.0
    return BY_YAKU.get(prospect.yaku, 0.0)
