"""Can you ron?: the one thing to say to a tile, and where there would be two."""

from __future__ import annotations

from collections import Counter

import pytest

from ai.drills.kinds.ron import RonAnswer, RonAsk, RonFacts, ask
from ai.drills.question import Draft, DrillKind
from engine.actions import Why
from engine.rules import TENHOU, Ruleset
from engine.tiles import NAMES
from tests.support.ai.sample_questions import samples
from tests.support.ai.seat_views import Position
from tests.support.tui.practice_questions import facts_of

HAND = "111m456p789s22z34s"
"""No yaku without riichi; waits on 2s and 5s."""
TANYAO = "234m456p678s22p34s"


def asked(moves: str, hand: str = HAND, rules: Ruleset = TENHOU) -> Draft | None:
    return ask(Position(hand, rules=rules).play(moves).moment)


def answer(moves: str, hand: str = HAND) -> str:
    draft = asked(moves, hand)
    (word,) = draft.answer[0]
    return word


def facts(moves: str, hand: str = HAND) -> RonFacts:
    return facts_of(asked(moves, hand), RonFacts)


class TestTheFourAnswers:
    @pytest.mark.claim("W-01")
    def test_yes_with_what_it_is_worth(self) -> None:
        moves = "0: 8s; 1: 9m; 2: 9m; 3: 1z; 0: 7z; 1: 5s"
        assert answer(moves, TANYAO) == RonAnswer.YES
        score = facts(moves, TANYAO).score
        assert {item.name for item in score.yaku} >= {"pinfu", "tanyao"}

    @pytest.mark.claim("F-03")
    def test_furiten_by_the_other_wait(self) -> None:
        moves = "0: 2s; 1: 9m; 2: 9m; 3: 1z; 0: 7z; 1: 5s"
        assert answer(moves, TANYAO) == RonAnswer.FURITEN
        refusal = facts(moves, TANYAO).refusal
        assert (refusal.why, [NAMES[cause.tile] for cause in refusal.causes]) == (Why.FURITEN, ["2s"])

    def test_no_yaku(self) -> None:
        moves = "0: 7z; 1: 5s"
        assert answer(moves) == RonAnswer.NO_YAKU
        assert facts(moves).refusal is not None

    def test_not_a_wait(self) -> None:
        assert answer("0: 7z; 1: 6s") == RonAnswer.NOT_A_WAIT

    @pytest.mark.claim("F-09")
    def test_a_kan_can_be_robbed_and_is_a_yaku(self) -> None:
        moves = "0: 7z; 1: 2s; 2: pon 2s2s; 2: 1z; 3: 1z; 0: 6z; 1: 9m; 2: kakan 2s"
        draft = asked(moves)
        assert draft.answer == (frozenset({RonAnswer.YES}),)
        assert draft.ask == RonAsk(19, 2, True)


class TestNotAsked:
    def test_for_two_reasons_at_once(self) -> None:
        """Furiten, and no yaku either."""
        assert asked("0: 2s; 1: 9m; 2: 9m; 3: 1z; 0: 7z; 1: 5s") is None

    def test_about_another_tile_while_furiten(self) -> None:
        assert asked("0: 2s; 1: 9m; 2: 9m; 3: 1z; 0: 7z; 1: 6s", TANYAO) is None

    def test_about_a_tile_far_from_every_wait(self) -> None:
        assert asked("0: 7z; 1: 6p") is None
        assert asked("0: 7z; 1: 1z") is None

    def test_about_a_plain_riichi_with_nothing_to_stumble_over(self) -> None:
        assert asked("0: riichi 7z; 1: 5s") is None
        assert asked("0: 8s; 1: 9m; 2: 9m; 3: 1z; 0: riichi 7z; 1: 5s") is not None

    def test_when_the_tile_has_passed(self) -> None:
        """The bet of a riichi is paid only when nobody has won on its tile."""
        assert asked("0: 7z; 1: riichi 5s", TANYAO) is None

    def test_on_the_own_turn(self) -> None:
        assert asked("0: draws 5s") is None


def test_the_answers_are_spread_and_told_with_a_reason() -> None:
    answers: Counter[str] = Counter()
    for question in samples(DrillKind.RON):
        assert question.view().table.offer == question.ask.tile
        assert (question.facts.refusal is None) == (question.answer[0] == {RonAnswer.YES})
        answers.update(question.answer[0])
    assert set(answers) == set(RonAnswer)
    assert max(answers.values()) <= answers.total() / 2
