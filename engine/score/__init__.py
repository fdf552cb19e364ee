"""What a win is worth: yaku, fu, limits and payments.

It may import ``shape`` and the layers below it.
"""

from engine.score.evaluate import has_yaku, score, ways_to_count, wins
from engine.score.points import Payment, payment, ron_payment, tsumo_payments, winners_total
from engine.score.result import FuItem, NoWin, NoWinReason, Score, YakuItem, YakumanItem
from engine.score.win import Win
from engine.score.yaku import YAKU_NAMES

__all__ = [
    "YAKU_NAMES",
    "FuItem",
    "NoWin",
    "NoWinReason",
    "Payment",
    "Score",
    "Win",
    "YakuItem",
    "YakumanItem",
    "has_yaku",
    "payment",
    "ron_payment",
    "score",
    "tsumo_payments",
    "ways_to_count",
    "winners_total",
    "wins",
]
