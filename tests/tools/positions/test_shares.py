"""How often each answer is drawn: nobody can guess it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import pytest

from ai.drills.kinds.passing import OFFERED, PassResult, Source, TileTiming
from ai.drills.question import LEVELS, NONE, DrillKind
from engine.furiten import FuritenKind
from engine.rules import PRESETS, Ruleset
from tests.support.ai.sample_questions import samples
from tests.support.ai.slow_solver.story import tell
from tools.positions.kinds import find_furiten, find_kan, find_passing, find_ron

MARGIN = 5
"""Points above chance that a guesser of the form may get."""
SPREAD = 2
"""Points by which equal shares may differ, since they are whole numbers."""


def assert_even(shares: Iterable[float], margin: float = SPREAD) -> None:
    """Shares in percent, none of which is more than the margin above an equal one."""
    found = list(shares)
    assert sum(found) == pytest.approx(100)
    assert max(found) <= 100 / len(found) + margin


def test_each_kind_of_furiten_is_as_frequent_and_so_is_each_end() -> None:
    shares = find_furiten.SHARES
    assert_even(shares.values())
    asked = 100 - shares[NONE]
    locked = shares[FuritenKind.DISCARD] * find_furiten.LOCKED / 100
    ends = (
        shares[FuritenKind.TEMPORARY],
        shares[FuritenKind.RIICHI] + locked,
        shares[FuritenKind.DISCARD] - locked,
    )
    assert_even(100 * end / asked for end in ends)


@pytest.mark.parametrize("kan_added", [False, True])
def test_each_answer_to_ron_is_as_frequent(kan_added: bool) -> None:
    assert_even((find_ron.KAN_SHARES if kan_added else find_ron.SHARES).values())


@pytest.mark.parametrize("source", Source)
class TestPassing:
    def test_each_effect_that_is_offered_is_as_frequent(self, source: Source) -> None:
        found: Counter[PassResult] = Counter()
        for goal, share in find_passing.GOALS[source].items():
            found[goal.brings] += share
        assert set(found) == set(OFFERED[source])
        assert_even(found.values())

    def test_yes_and_no_are_as_frequent_with_each_timing(self, source: Source) -> None:
        for when in TileTiming:
            found: Counter[bool] = Counter()
            for goal, share in find_passing.GOALS[source].items():
                found[goal.wins] += share * (goal.when is when)
            if found.total():
                assert_even(100 * share / found.total() for share in (found[True], found[False]))


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
@pytest.mark.parametrize("level", LEVELS)
def test_each_answer_about_a_kan_is_as_frequent(rules: Ruleset, level: int) -> None:
    """Those that are possible are drawn alike."""
    offered = find_kan.OFFERED[level - 1]
    possible = [answer for answer in offered if find_kan._possible(answer, rules)]
    assert 100 / len(possible) <= 100 / len(offered) + MARGIN
    assert len(possible) >= 2


def test_the_discards_told_with_the_question_say_nothing() -> None:
    for question in samples(DrillKind.FURITEN):
        story = tell(question.rules, question.seat, question.events)
        last = story.pond(question.seat)[-1].heard
        assert sum(laid.heard > last for laid in story.laid) in find_furiten.GO_AROUND
