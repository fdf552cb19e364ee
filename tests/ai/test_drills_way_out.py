"""The way out: the discards that stay tenpai with the most to win, some of them furiten."""

from __future__ import annotations

import pytest

from ai.drills.kinds.way_out import DRILL, WayOutAsk, WayOutFacts, ask
from ai.drills.question import Draft, DrillKind, DrillTheme, Question, credit
from engine.rules import TENHOU, Ruleset
from engine.tiles import KIND_OF, NAMES
from tests.support.ai.sample_questions import samples
from tests.support.ai.seat_views import Position
from tests.support.tui.practice_questions import facts_of


def asked(hand: str, moves: str, rules: Ruleset = TENHOU) -> Draft | None:
    return ask(Position(hand, rules=rules).play(moves).moment)


def facts(draft: Draft | None) -> WayOutFacts:
    return facts_of(draft, WayOutFacts)


HAND = "1234789p678s111z"
"""Waits on 1p and 4p; with 5p it can wait on 2p and 5p instead, or on a single tile."""
THROWN = "0: 1p; 1: 9m; 2: 9m; 3: 1z;"


class TestTheAnswer:
    @pytest.mark.claim("F-10")
    def test_of_several_ways_the_one_with_most_to_win(self) -> None:
        draft = asked(HAND, f"{THROWN} 0: draws 5p")
        assert draft.answer == (frozenset({"1p"}),)
        found = [
            (
                NAMES[each.kind],
                {NAMES[wait.kind]: wait.left for wait in each.hand.waits},
                bool(each.hand.furiten),
            )
            for each in facts(draft).choices
        ]
        assert found == [
            ("1p", {"2p": 3, "5p": 3}, False),
            ("1z", {"3p": 2, "6p": 4}, False),
            ("5p", {"1p": 2, "4p": 3}, True),
            ("4p", {"5p": 3}, False),
            ("2p", {"1p": 2}, True),
        ]
        assert NAMES[facts(draft).tempting] == "5p"
        assert draft.ask == WayOutAsk(furiten_now=True)

    def test_other_discards_get_their_share(self) -> None:
        draft = asked(HAND, f"{THROWN} 0: draws 5p")
        assert draft is not None
        assert credit(draft, [{"1p"}]) == 1 > credit(draft, [{"5p"}]) > credit(draft, [{"4p"}]) > 0

    def test_tiles_that_can_be_seen_do_not_count(self) -> None:
        moves = "0: 1p; 1: 2p; 2: 9m; 3: 9m; 0: 7z; 1: 9s; 2: 9m; 3: 1z; 0: draws 5p"
        assert [wait.left for wait in facts(asked(HAND, moves)).choices[0].hand.waits] == [2, 3]

    def test_also_before_the_hand_is_furiten(self) -> None:
        """5s gives the wider wait on 7s and 8s, and 8s is in the pond."""
        moves = "0: 8s; 1: 9m; 2: 9m; 3: 1z; 0: 7z; 1: 2p; 2: 3z; 3: 9p; 0: 9m; 1: 2z; 2: 1p; 3: 4z"
        draft = asked("111m678p1115799s", f"{moves}; 0: draws 9s")
        assert (draft.answer, draft.ask) == ((frozenset({"7s"}),), WayOutAsk(furiten_now=False))

    def test_points_count_and_are_those_with_riichi(self) -> None:
        best = facts(asked(HAND, f"{THROWN} 0: draws 5p")).choices[0].hand
        assert best.declared.ron_points == (12_000, 12_000) > (best.ron_points or ())


class TestNotAsked:
    def test_with_one_discard_free_of_furiten(self) -> None:
        """24p with 5p: 2p would wait on 3p and 6p, in furiten; only 5p is free."""
        assert asked("345m345s789p24p99m", "0: 6p; 1: 9p; 2: 9p; 3: 1z; 0: draws 5p") is None

    def test_where_a_discard_that_breaks_tenpai_is_about_as_good(self) -> None:
        """Early in the hand, 9p keeps 345m, 345s and 34p together."""
        assert asked("345m345s789p1234p", f"{THROWN} 0: draws 5p") is None

    def test_without_a_furiten_to_leave(self) -> None:
        assert asked(HAND, "0: 7z; 1: 9m; 2: 9m; 3: 1z; 0: draws 5p") is None

    def test_when_the_drawn_tile_wins(self) -> None:
        assert asked(HAND, f"{THROWN} 0: draws 4p") is None

    def test_where_a_wait_would_have_no_yaku(self) -> None:
        opened = "0: 1p; 1: 3z; 0: pon 3z3z; 0: 7z; 1: 9m; 2: 9m; 3: 1z; 0: draws 5p"
        assert asked("345m1234p345s33z7z", opened) is None

    def test_in_riichi_or_on_the_turn_of_others(self) -> None:
        assert asked(HAND, "0: riichi 1p; 1: 9m; 2: 9m; 3: 1z; 0: draws 5p") is None
        assert asked(HAND, f"{THROWN} 0: 5p") is None


def check(question: Question) -> None:
    """It has a choice, and furiten decides."""
    assert DRILL.bands[question.level - 1][0] <= question.difficulty <= DRILL.bands[question.level - 1][1]
    found = facts(question)
    free = {each.hand.wait_kinds for each in found.choices if not each.hand.furiten}
    assert len(free) >= 2
    assert any(each.hand.furiten for each in found.choices)
    assert NAMES[found.tempting] not in question.answer[0]
    assert all(wait.ron and wait.tsumo for each in found.choices for wait in each.hand.declared.waits)
    tiles = {option.tile for option in question.parts[0].options}
    assert tiles == {KIND_OF[tile] for tile in question.view().hand.tiles}


def widest_is_right(question: Question) -> bool:
    return (
        NAMES[max(facts(question).choices, key=lambda each: each.hand.acceptance).kind] in question.answer[0]
    )


def test_every_question_has_a_choice_and_furiten_decides() -> None:
    """A furiten wait may be right, and the widest wait wrong. ``make drills-check`` asks thousands."""
    found = samples(DrillKind.WAY_OUT)
    for question in found:
        check(question)
    assert {question.themes[0] is DrillTheme.FURITEN_WAIT for question in found} == {True, False}
    assert set(map(widest_is_right, found)) == {True, False}
