"""The way out: the discard that leaves furiten with most tiles, where one is strictly best."""

from __future__ import annotations

import pytest

from ai.drills.generate import make_question
from ai.drills.question import Draft, DrillKind
from ai.drills.way_out import BANDS, WayOutAsk, WayOutFacts, ask
from ai.seat_position import SeatPosition
from engine.rules import TENHOU, Ruleset
from engine.tiles import KIND_OF, NAMES
from tests.support.ai.reading_notation import caused, counted
from tests.support.tui.table_positions import Position


def asked(hand: str, moves: str, rules: Ruleset = TENHOU) -> Draft | None:
    position = Position(hand, rules=rules).play(moves)
    return ask(SeatPosition(rules, 0, tuple(position.events)))


def answer(hand: str, moves: str) -> str:
    draft = asked(hand, moves)
    assert draft is not None
    (tile,) = draft.answer[0]
    return tile


def facts(hand: str, moves: str) -> WayOutFacts:
    draft = asked(hand, moves)
    assert draft is not None
    assert isinstance(draft.facts, WayOutFacts)
    return draft.facts


HAND = "345m345s789p1234p"
"""Waits on 1p and 4p; with 5p it can wait on 2p and 5p instead, or on a single tile."""
THROWN = "0: 1p; 1: 9m; 2: 9m; 3: 1z;"


class TestTheAnswer:
    @pytest.mark.claim("F-10")
    def test_of_several_ways_the_one_with_most_tiles(self) -> None:
        assert answer(HAND, f"{THROWN} 0: draws 5p") == "1p"
        found = facts(HAND, f"{THROWN} 0: draws 5p")
        assert [(NAMES[way.tile], counted(way.waits)) for way in found.ways] == [
            ("1p", "2p 3, 5p 3"),
            ("4p", "5p 3"),
        ]
        assert [(NAMES[way.tile], caused(way.furiten)) for way in found.furiten] == [
            ("5p", "discard 1p 1"),
            ("2p", "discard 1p 1"),
        ]

    def test_tiles_that_can_be_seen_do_not_count(self) -> None:
        moves = "0: 1p; 1: 2p; 2: 2p; 3: 9m; 0: 7z; 1: 5p; 2: 9m; 3: 1z; 0: draws 5p"
        assert counted(facts(HAND, moves).ways[0].waits) == "2p 1, 5p 2"

    def test_also_before_the_hand_is_furiten(self) -> None:
        """5p gives the better wait on 3p and 6p, and 6p is thrown."""
        draft = asked("345m345s789p24p99m", "0: 6p; 1: 9p; 2: 9p; 3: 1z; 0: draws 5p")
        assert draft is not None
        assert (draft.answer, draft.ask) == ((frozenset({"5p"}),), WayOutAsk(furiten_now=False))


class TestNotAsked:
    def test_between_two_that_are_equally_good(self) -> None:
        """With a third 2z, 1s and 3s are equal as single tiles."""
        hand, thrown = "123m456p789m13s22z", "0: 2s; 1: 9m; 2: 9p; 3: 1z;"
        assert asked(hand, f"{thrown} 0: draws 2z") is None

    def test_where_the_better_wait_has_no_tile_more(self) -> None:
        """With all of 2p gone there is only 5p, and that either way."""
        moves = "0: 1p; 1: 2p; 2: 2p; 3: 2p; 0: 7z; 1: 9m; 2: 9m; 3: 1z; 0: draws 5p"
        assert asked(HAND, moves) is None

    def test_without_a_furiten_to_leave(self) -> None:
        assert asked(HAND, "0: 7z; 1: 9m; 2: 9m; 3: 1z; 0: draws 5p") is None

    def test_without_a_way(self) -> None:
        assert asked("345m345s789p34p22z", "0: 2p; 1: 9m; 2: 9m; 3: 1z; 0: draws 7z") is None

    def test_when_the_drawn_tile_wins(self) -> None:
        assert asked(HAND, f"{THROWN} 0: draws 4p") is None

    def test_where_a_wait_would_have_no_yaku(self) -> None:
        opened = "0: 1p; 1: 3z; 0: pon 3z3z; 0: 7z; 1: 9m; 2: 9m; 3: 1z; 0: draws 5p"
        assert asked("345m1234p345s33z7z", opened) is None

    def test_in_riichi_or_on_the_turn_of_others(self) -> None:
        assert asked(HAND, "0: riichi 1p; 1: 9m; 2: 9m; 3: 1z; 0: draws 5p") is None
        assert asked(HAND, f"{THROWN} 0: 5p") is None


def test_every_level_keeps_to_its_band_and_the_answer_is_strictly_best() -> None:
    for level, (low, high) in enumerate(BANDS, 1):
        for seed in range(2):
            question = make_question(DrillKind.WAY_OUT, level, seed)
            assert low <= question.difficulty <= high
            assert isinstance(question.facts, WayOutFacts)
            best, *others = question.facts.ways
            assert question.answer == (frozenset({NAMES[best.tile].replace("0", "5")}),)
            assert all(other.acceptance < best.acceptance for other in others)
            assert question.facts.furiten
            assert {option.tile for option in question.parts[0].options} == {
                KIND_OF[tile] for tile in question.view().hand.tiles
            }
