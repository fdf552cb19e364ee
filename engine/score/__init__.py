"""What a win is worth: yaku, fu, limits and payments.

It may import ``shape`` and the layers below it. What judges a win is imported when it is first asked for: a
hand begins without it.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.score.evaluate import score, ways_to_count
    from engine.score.points import (
        Payment,
        payment,
        ron_payment,
        said_fu_names,
        tsumo_payments,
        winners_total,
    )
    from engine.score.win import FuItem, NoWin, NoWinReason, Score, Win, YakuItem, YakumanItem
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
    "payment",
    "ron_payment",
    "said_fu_names",
    "score",
    "tsumo_payments",
    "ways_to_count",
    "winners_total",
]

_MODULES = {
    "evaluate": ("score", "ways_to_count"),
    "points": ("Payment", "payment", "ron_payment", "said_fu_names", "tsumo_payments", "winners_total"),
    "win": ("FuItem", "NoWin", "NoWinReason", "Score", "Win", "YakuItem", "YakumanItem"),
    "yaku": ("YAKU_NAMES",),
}


def __getattr__(name: str) -> object:
    """Import the module of a name at its first use (PEP 562)."""
    for module, names in _MODULES.items():
        if name in names:
            globals()[name] = found = getattr(import_module(f"{__name__}.{module}"), name)
            return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
