"""Questions that are made: correct, of their level, under the ruleset that is named, the same each time."""

from __future__ import annotations

import pytest

from ai.drills.question import LEVELS, DrillKind, NoQuestion
from engine.rules import PRESETS
from tests.support.nightly import part_always
from tools.measure.question_problems import problem
from tools.positions.generate import make_question
from tools.positions.judged import FILES

SOON = [kind for kind in [*DrillKind][::2] if kind is not DrillKind.FOLD]
PRESET_OF = dict(zip(SOON, tuple(PRESETS) * len(SOON), strict=False))
"""A ruleset for some kinds, another for each; all of them with all kinds are for the night."""
LEVEL_OF = {kind: 3 if kind is DrillKind.FOLD else 5 for kind in DrillKind}
"""A level whose questions under those rulesets are soon made."""
FIXED = part_always(((kind, rules) for kind in DrillKind for rules in PRESETS), PRESET_OF.items())


@pytest.mark.parametrize(("kind", "rules"), FIXED)
def test_a_ruleset_can_be_fixed(kind: DrillKind, rules: str) -> None:
    try:
        question = make_question(kind, LEVEL_OF[kind], 4, rules)
    except NoQuestion:
        assert kind in FILES
        return
    assert question.rules.name == rules
    assert problem(question) is None


def test_other_seeds_and_levels_are_other_questions() -> None:
    questions = [make_question(DrillKind.WAITS, level, seed) for level in LEVELS for seed in range(5)]
    assert len({str(question.events) for question in questions}) == len(questions)
    assert make_question(DrillKind.WAITS, 2, 3) == make_question(DrillKind.WAITS, 2, 3)


def test_there_is_no_question_of_another_level() -> None:
    for level, seed in ((0, 1), (6, 1), (1, -1)):
        with pytest.raises(ValueError, match="no question"):
            make_question(DrillKind.WAITS, level, seed)
