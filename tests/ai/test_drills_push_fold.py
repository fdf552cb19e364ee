"""Push or fold: the data are what they say they are, and the questions keep to them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache

import pytest

from ai.drills.judged_positions import JudgedChoice, JudgedPosition
from ai.drills.kinds.push_fold import FOLD, MIDDLE, PUSH, ask
from ai.drills.question import LEVELS, Draft, DrillKind, Question, credit
from ai.reading.threat import in_riichi
from ai.rollouts.paired import Stance
from engine import shape
from engine.actions import ActionKind
from engine.options import options
from engine.rules import PRESETS
from engine.tiles import KIND_OF, TILE_OF
from tests.support.ai.sample_questions import check_lead, played_again, sample
from tests.support.ai.slow_solver.judged import push_fold
from tests.support.ai.slow_solver.story import Ambiguous, tell
from tools.measure.push_fold import JUDGING
from tools.positions.judged_files import PUSH_FOLD_FILE, action_of, judged
from tools.positions.kinds.push_fold import FORMS

HEAD, POSITIONS = judged(PUSH_FOLD_FILE)


def by_id(found: JudgedPosition) -> dict[str, JudgedChoice]:
    return {choice.id: choice for choice in found.choices}


@cache
def drafted(place: int) -> Draft:
    """The question about a position, made once."""
    return ask(POSITIONS[place].moment(), POSITIONS[place].asked())


def named(place: int) -> Question:
    return Question.of(DrillKind.PUSH_FOLD, 1, 0, "push-1-2222", drafted(place))


# -- the data ----------------------------------------------------------------------------------------


def test_there_are_enough_and_no_two_are_alike() -> None:
    own = {found.number: found for found in POSITIONS}
    assert len(own) >= 60
    assert HEAD.kept == len(own) < HEAD.judged < HEAD.candidates
    assert HEAD.version == JUDGING.version
    hands = {tuple(found.moment().view().hand.sorted()) for found in own.values()}
    assert len(hands) == len(own)
    assert len({(found.number, found.rules) for found in POSITIONS}) == len(POSITIONS)


def test_pushing_and_folding_are_best_near_tenpai_and_in_it() -> None:
    """So that the distance from tenpai does not tell the answer."""
    best = Counter((found.best.id, steps(found) == 0) for found in POSITIONS)
    least = {(PUSH, True): 10, (PUSH, False): 10, (FOLD, True): 1, (FOLD, False): 10}
    assert all(best[sort] >= number for sort, number in least.items()), best


def steps(found: JudgedPosition) -> int:
    hand = found.moment().view().hand
    return shape.shanten_of(hand.keys, len(hand.melds))


def test_the_positions_are_of_many_sorts() -> None:
    views = [found.moment().view() for found in POSITIONS]
    assert {0, 1, 2} <= set(map(steps, POSITIONS))
    assert {1, 2} <= {len(in_riichi(view)) for view in views}
    assert any(view.hand.melds for view in views)
    assert sum(view.seat == view.table.dealer for view in views) >= 5
    assert {found.rules for found in POSITIONS} == set(PRESETS)


def test_every_choice_was_one_of_the_candidate_and_means_what_it_is_called() -> None:
    for found in POSITIONS:
        view, played = found.moment().view(), by_id(found)
        assert {PUSH, FOLD} <= set(played) <= {PUSH, MIDDLE, FOLD}
        for choice in found.choices:
            action = action_of(view, choice)
            assert action in options(view).actions
        stances = {PUSH: Stance.PUSH, MIDDLE: Stance.REASON, FOLD: Stance.FOLD}
        assert all(choice.stance is stances[choice.id] for choice in found.choices)
        tiles = {KIND_OF[TILE_OF[choice.tile]] for choice in found.choices}
        assert len(tiles) == len(found.choices)
        assert played[FOLD].action is ActionKind.DISCARD


def test_the_best_choice_stands_apart() -> None:
    for found in POSITIONS:
        assert found.hands >= 150
        check_lead(found)


def test_a_judgement_can_be_repeated() -> None:
    """The same deals are played in the same way; the kept points are those of the players at that time."""
    found = POSITIONS[0]
    assert played_again(found) == played_again(found)


# -- the questions -----------------------------------------------------------------------------------


@pytest.mark.parametrize("step", [6, pytest.param(1, marks=pytest.mark.nightly)])
def test_the_slow_solver_agrees(step: int) -> None:
    for place in range(0, len(POSITIONS), step):
        question = named(place)
        story = tell(question.rules, question.seat, question.events)
        assert push_fold(question, story) == question.answer


def test_the_slow_solver_can_disagree() -> None:
    question = named(0)
    story = tell(question.rules, question.seat, question.events)
    for asked in (
        replace(question.ask, push=question.ask.fold),  # type: ignore[attr-defined,call-arg]
        replace(question.ask, fold=question.ask.push),  # type: ignore[attr-defined,call-arg]
        replace(question.ask, against=()),  # type: ignore[call-arg]
    ):
        with pytest.raises(Ambiguous):
            push_fold(replace(question, ask=asked), story)


@pytest.mark.parametrize("level", LEVELS)
def test_a_question_is_one_of_the_file(level: int) -> None:
    for place in range(6):
        question = sample(DrillKind.PUSH_FOLD, level, place)
        assert tuple(option.id for option in question.parts[0].options) in FORMS
        assert question.themes
        story = tell(question.rules, question.seat, question.events)
        assert push_fold(question, story) == question.answer


def test_a_wrong_choice_gets_the_share_of_the_points_that_it_brings() -> None:
    for place in range(0, len(POSITIONS), 5):
        question = named(place)
        best, *others = POSITIONS[place].choices
        assert credit(question, [{best.id}]) == 1
        for choice in others:
            got = credit(question, [{choice.id}])
            assert 0 <= got < 1
            if best.points.mean > 0:
                assert got == pytest.approx(max(0, choice.points.mean) / best.points.mean)
