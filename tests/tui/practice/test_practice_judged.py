"""Questions about judged positions: what they say holds, is short, and gives nothing away."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from ai.drills.question import LEVELS, DrillKind, Question
from engine.dice import Dice
from engine.rules import PRESETS, TENHOU, Ruleset
from tests.support.ai.sample_questions import sample, samples
from tests.support.ai.slow_solver.story import tell
from tests.support.tui.claims.recording import spoken
from tests.support.tui.claims.registry import judged
from tests.support.tui.practice_questions import QUESTIONS
from tools.positions.judged_files import PUSH_FOLD_FILE, RIICHI_FILE
from tools.positions.judged_selection import material, selected
from tools.positions.kinds import push_fold, riichi
from tui.i18n.texts import t
from tui.practice.explain import explain

KINDS = (DrillKind.RIICHI, DrillKind.PUSH_FOLD)
FORMS = {DrillKind.RIICHI: riichi.FORMS, DrillKind.PUSH_FOLD: push_fold.FORMS}
FILES = {DrillKind.RIICHI: RIICHI_FILE, DrillKind.PUSH_FOLD: PUSH_FOLD_FILE}
LONGEST = 700
"""Letters of an explanation."""
LONGEST_WHY = 140


@pytest.mark.parametrize("kind", KINDS)
def test_an_explanation_begins_with_the_reason_and_is_short(kind: DrillKind) -> None:
    for question in samples(kind):
        why, *details = explain(question, question.answer).sentences
        assert len(why) <= LONGEST_WHY, why
        assert len(why) + sum(map(len, details)) <= LONGEST


def test_small_lies_are_found() -> None:
    question = QUESTIONS[DrillKind.PUSH_FOLD]()
    told = {"mean": 410, "other": -1_120, "won": 31, "dealt": 19}
    why = "drill.push-fold.why-push"
    assert wrong(question, lambda: t(why, **told)) == []
    for name, value in told.items():
        assert wrong(question, lambda name=name, value=value: t(why, **{**told, name: value + 1})), name
    assert wrong(question, lambda: t("drill.push-fold.why-fold", **told))
    assert wrong(question, lambda: t("drill.push-fold.danger", name="Mamori", tile="4p", rate="0.1"))
    assert wrong(question, lambda: t("drill.push-fold.safe", name="Mamori", tile="4p"))
    assert wrong(question, lambda: t("drill.judged.how", hands=301))
    declared = QUESTIONS[DrillKind.RIICHI]()
    lift = "drill.riichi.why-declare"
    assert wrong(declared, lambda: t(lift, riichi=8_000, silent=7_900, count=4))
    assert wrong(declared, lambda: t("drill.riichi.waits", tile="4p", waits="2p 5p", count=6))


def wrong(question: Question, told: Callable[[], str]) -> list[str]:
    """What is found wrong with a sentence about a question."""
    story = tell(question.rules, question.seat, question.events)
    return list(judged(spoken(told), question, story))


@pytest.mark.parametrize("number_guessed", [2_000, pytest.param(20_000, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("fixed", [None, TENHOU])
@pytest.mark.parametrize("kind", KINDS)
def test_level_ruleset_and_choices_do_not_tell_the_answer(
    kind: DrillKind, fixed: Ruleset | None, number_guessed: int
) -> None:
    """Whoever learns the most frequent answer of each form from one half guesses the other half with it."""
    learnt: dict[object, Counter[str]] = {}
    right = chance = asked = 0.0
    for number in range(number_guessed):
        level = LEVELS[number % len(LEVELS)]
        found = selected(FILES[kind], FORMS[kind], level, Dice(number), fixed)
        offered = sorted(choice.id for choice in found.position.choices)
        form, answer = (level, found.rules, *offered), found.position.best.id
        if number < number_guessed // 2:
            learnt.setdefault(form, Counter())[answer] += 1
            continue
        guess = learnt[form].most_common(1)[0][0] if form in learnt else offered[0]
        right, chance, asked = right + (guess == answer), chance + 1 / len(offered), asked + 1
    assert right / asked <= chance / asked + 0.05


@pytest.mark.parametrize("kind", KINDS)
def test_every_preset_has_questions(kind: DrillKind) -> None:
    for rules in PRESETS:
        assert material(FILES[kind], FORMS[kind], rules)
        assert sample(kind, 3, 5, rules).rules.name == rules
