"""Choose positions for "push or fold" among those that were judged (``tools.positions.judged_selection``).

Suits and dragons are exchanged at random.
"""

from __future__ import annotations

from ai.drills.kinds.push_fold import FOLD, PUSH, WORDS, ask
from ai.drills.question import Draft
from engine.rules import Ruleset
from engine.wall import Dice
from tools.positions.judged_files import PUSH_FOLD_FILE
from tools.positions.judged_selection import Form, in_other_tiles, selected

FORMS: tuple[Form, ...] = ((PUSH, FOLD), WORDS)
"""The choices of a question."""


def draft(level: int, dice: Dice, fixed: Ruleset | None = None) -> Draft:
    """A judged position of that level, with other tiles. Raises NoQuestion if the ruleset has none."""
    found = selected(PUSH_FOLD_FILE, FORMS, level, dice, fixed)
    return ask(*in_other_tiles(found, dice))
