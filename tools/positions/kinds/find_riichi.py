"""Choose positions for "furiten riichi" among those that were judged (``tools.positions.judged_selection``).

Suits and dragons are exchanged at random.
"""

from __future__ import annotations

from ai.drills.kinds.riichi import CHANGE, DECLARE, SILENT, TSUMO, ask
from ai.drills.question import Draft
from engine.rules import Ruleset
from engine.wall import Dice
from tools.positions.judged_files import RIICHI_FILE
from tools.positions.judged_selection import Form, in_other_tiles, selected

FORMS: tuple[Form, ...] = (
    *((DECLARE, SILENT), (DECLARE, CHANGE)),
    *((DECLARE, SILENT, CHANGE), (DECLARE, TSUMO)),
)
"""The choices of a question.

Where the drawn tile wins there is rarely a change, because after most discards the hand still waits on it,
and silence is never best.
"""


def draft(level: int, dice: Dice, fixed: Ruleset | None = None) -> Draft:
    """A judged position of that level, with other tiles. Raises NoQuestion if the ruleset has none."""
    found = selected(RIICHI_FILE, FORMS, level, dice, fixed)
    return ask(*in_other_tiles(found, dice))
