"""Questions that are made: correct, of their level, under the ruleset that is named, the same each time."""

from __future__ import annotations

import pytest

from ai.drills.question import LEVELS, DrillKind, NoQuestion
from engine import events as ev
from engine.hand import Hand
from engine.rules import PRESETS, TENHOU
from engine.tiles import parse_tiles
from engine.wall import Dice
from tests.support.ai.legal_beginning import beginning
from tests.support.nightly import part_always
from tools.measure.question_problems import problem
from tools.positions.generate import make_question
from tools.positions.judged import FILES
from tools.positions.position_builder import Course, NoRoom, build_position

SOON = [kind for kind in [*DrillKind][::4] if kind is not DrillKind.FOLD]
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


def test_a_plan_that_is_too_long_for_the_wall_is_refused() -> None:
    """Nineteen own turns and those of the others between them need 73 tiles; the wall has 70."""
    hand = Hand(parse_tiles("123m456p789s22z34s"))
    with pytest.raises(NoRoom):
        build_position(TENHOU, Dice(1), hand, Course(turns=19))
    for seed in range(40):
        seat, events = build_position(TENHOU, Dice(seed), hand, Course(turns=17))
        assert sum(isinstance(event, ev.Tsumo) for event in events) < 70
        beginning(TENHOU, seat, events)
