"""The way out: what counts besides furiten, and where nothing is asked. The slow solver finds the answers."""

from __future__ import annotations

from ai.drills.kinds.way_out import WayOutFacts, ask
from ai.drills.question import Draft
from engine.rules import TENHOU
from tests.support.ai.seat_views import Position
from tests.support.tui.practice_questions import facts_of


def asked(hand: str, moves: str) -> Draft | None:
    return ask(Position(hand, rules=TENHOU).play(moves).moment)


def facts(draft: Draft | None) -> WayOutFacts:
    return facts_of(draft, WayOutFacts)


HAND = "1234789p678s111z"
"""Waits on 1p and 4p; with 5p it can wait on 2p and 5p instead, or on a single tile."""
THROWN = "0: 1p; 1: 9m; 2: 9m; 3: 1z;"


class TestTheAnswer:
    def test_tiles_that_can_be_seen_do_not_count(self) -> None:
        moves = "0: 1p; 1: 2p; 2: 9m; 3: 9m; 0: 7z; 1: 9s; 2: 9m; 3: 1z; 0: draws 5p"
        assert [wait.left for wait in facts(asked(HAND, moves)).choices[0].hand.waits] == [2, 3]

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
