"""Can you ron?: tiles that are no wait, and those to which there would be two things to say."""

from __future__ import annotations

from collections import Counter

from ai.drills.kinds.ron import RonAnswer, ask
from ai.drills.question import Draft, DrillKind
from engine.rules import TENHOU
from tests.support.ai.sample_questions import samples
from tests.support.ai.seat_views import Position

HAND = "111m456p789s22z34s"
"""No yaku without riichi; waits on 2s and 5s."""
TANYAO = "234m456p678s22p34s"


def asked(moves: str, hand: str = HAND) -> Draft | None:
    return ask(Position(hand, rules=TENHOU).play(moves).moment)


def test_a_tile_that_is_no_wait_has_an_answer_of_its_own() -> None:
    draft = asked("0: 7z; 1: 6s")
    assert draft.answer == (frozenset({RonAnswer.NOT_A_WAIT}),)


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
