"""Isomorphs: other tiles, the same question, and an answer that a slow solver finds as well."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest

from ai.drills.drill import Exchange
from ai.drills.kinds.fold import FoldCourse
from ai.drills.kinds.furiten import ask
from ai.drills.kinds.push_fold import PushFoldFacts
from ai.drills.kinds.riichi import RiichiFacts
from ai.drills.library import ISOMORPHS, exchange_of, exchanged_question, read_library_code
from ai.drills.question import LEVELS, DrillKind, Question
from ai.drills.themes import DrillTheme
from ai.seat_position import SeatPosition
from engine.rules import TENHOU
from engine.tiles import DORA_OF, EAST, KIND_OF, KINDS, RED_FIVES, WHITE, is_red
from tests.support.ai.legal_beginning import of_question
from tests.support.ai.sample_questions import holds, in_form, of_each_level, sample
from tests.support.ai.slow_solver.answers import slow_answer
from tests.support.tui.table_positions import Position

NUMBERS = range(1, ISOMORPHS + 1)
FEW = (1, 2, 8, 23, ISOMORPHS)
"""Numbers that are tried always, one with each level; the ranks are mirrored in some of them."""
JUDGED = (DrillKind.RIICHI, DrillKind.PUSH_FOLD)
SUITS_ALONE = next(number for number in NUMBERS if not exchange_of(number).mirrored)
"""A form in which the ranks are as they were."""


def used(question: Question, found: Question, number: int) -> Exchange:
    """How the tiles of the hand were exchanged."""
    exchange = exchange_of(number)
    assert sorted(map(exchange.tile, question.view().hand.tiles)) == sorted(found.view().hand.tiles)
    return exchange


def others_of(ids: Iterable[str], exchange: Exchange) -> frozenset[str]:
    return frozenset(exchange.id(id) for id in ids)


def has_other_tiles(question: Question, number: int) -> bool:
    """Whether the question can be asked in that form; everything about it is checked."""
    if not holds(question, number):
        return False
    found = in_form(question, number)
    assert read_library_code(found.code) == read_library_code(question.code)._replace(form=number)
    assert slow_answer(found) == found.answer, found.code
    of_question(found)
    exchange = used(question, found, number)
    assert tuple(others_of(ids, exchange) for ids in question.answer) == found.answer
    for before, after in zip(question.parts, found.parts, strict=True):
        offered = others_of((option.id for option in before.options), exchange)
        assert offered == {option.id for option in after.options}
    return True


class TestTiles:
    def test_each_number_is_another_exchange(self) -> None:
        found = {tuple(map(exchange_of(number).tile, range(37))) for number in NUMBERS}
        assert len(found) == ISOMORPHS == 35
        assert tuple(range(37)) not in found
        assert exchange_of(ISOMORPHS + 1) == exchange_of(1)

    @pytest.mark.parametrize("number", NUMBERS)
    def test_it_is_one_to_one_and_keeps_what_rules_are_about(self, number: int) -> None:
        exchange = exchange_of(number)
        tiles = [exchange.tile(tile) for tile in range(37)]
        assert sorted(tiles) == list(range(37))
        for tile, other in enumerate(tiles):
            assert is_red(tile) is is_red(other)
            assert KIND_OF[other] == exchange.tile(KIND_OF[tile])
            assert (tile >= WHITE and not is_red(tile)) is (other >= WHITE and not is_red(other))
        assert tiles[EAST:WHITE] == list(range(EAST, WHITE))
        for low in (kind for kind in range(EAST) if kind % 9 < 8):
            assert {tiles[low + 1] - tiles[low]} <= {1, -1}

    @pytest.mark.parametrize("number", NUMBERS)
    def test_an_indicator_shows_the_exchanged_dora(self, number: int) -> None:
        exchange = exchange_of(number)
        for tile in (*range(KINDS), *RED_FIVES):
            shown = DORA_OF[KIND_OF[exchange.indicator(tile)]]
            assert shown == exchange.tile(DORA_OF[KIND_OF[tile]])

    def test_ids_of_options(self) -> None:
        mirrored = Exchange((1, 2, 0), 1, True)
        ids = {"3m": "7p", "0s": "0m", "1z": "1z", "5z": "6z", "7z": "5z", "23m": "78p", "none": "none"}
        assert {id: mirrored.id(id) for id in ids} == ids


class TestQuestions:
    @pytest.mark.parametrize("kind", DrillKind)
    def test_the_answer_is_the_exchanged_one_and_right(self, kind: DrillKind) -> None:
        """The slow solver knows the events alone; a hand of all other tiles is possible, too."""
        others = sum(map(has_other_tiles, of_each_level(kind), FEW))
        # a judged hand near ryuuiisou keeps its picture
        assert others >= (1 if kind in JUDGED else 4)

    @pytest.mark.nightly
    @pytest.mark.parametrize("level", LEVELS)
    @pytest.mark.parametrize("kind", DrillKind)
    def test_so_it_is_with_every_number(self, kind: DrillKind, level: int) -> None:
        others = sum(has_other_tiles(sample(kind, level), number) for number in NUMBERS)
        assert others >= (0.0 if kind in JUDGED else 0.5) * len(NUMBERS)

    @pytest.mark.parametrize("kind", JUDGED)
    def test_judged_positions_keep_their_figures_and_ranks(self, kind: DrillKind) -> None:
        for question in of_each_level(kind):
            if not holds(question, SUITS_ALONE):
                continue
            found = in_form(question, SUITS_ALONE)
            assert isinstance(question.facts, RiichiFacts | PushFoldFacts)
            assert isinstance(found.facts, RiichiFacts | PushFoldFacts)
            before, after = question.facts, found.facts
            assert [each.points for each in before.choices] == [each.points for each in after.choices]
            assert (before.hands, question.partial) == (after.hands, found.partial)
            ranks = [
                sorted(KIND_OF[tile] % 9 for tile in each.view().hand.tiles if KIND_OF[tile] < EAST)
                for each in (question, found)
            ]
            assert ranks[0] == ranks[1]
            assert exchanged_question(question, Exchange(mirrored=True)) is None


def test_a_folded_hand_deals_in_with_the_same_tiles() -> None:
    for question in of_each_level(DrillKind.FOLD):
        if not holds(question, 2):
            continue
        found = in_form(question, 2)
        exchange = used(question, found, 2)
        before, after = question.course, found.course
        assert isinstance(before, FoldCourse)
        assert isinstance(after, FoldCourse)
        for kind in sorted({KIND_OF[tile] for tile in question.view().hand.tiles}):
            winners = [win.rival.seat for win in before.wins([kind])]
            assert [win.rival.seat for win in after.wins([exchange.tile(kind)])] == winners
        for rival, other in zip(before.rivals, after.rivals, strict=True):
            assert sorted(map(exchange.tile, rival.tiles)) == sorted(other.tiles)
            assert sorted(map(exchange.tile, rival.waits)) == sorted(other.waits)
            assert (rival.seat, rival.furiten, rival.joined) == (other.seat, other.furiten, other.joined)


HAND = "123m456p789s22z34s"
"""Waits on 2s and 5s once 7z is discarded."""


def furiten(indicator: str, moves: str, hand: str = HAND) -> Question:
    position = Position(hand, indicator=indicator).play(moves)
    draft = ask(SeatPosition(TENHOU, 0, tuple(position.events)))
    assert draft is not None
    return Question.of(DrillKind.FURITEN, 1, 0, "furiten-1-2222", draft)


class TestWhereItCannot:
    MOVES = "0: 5s; 1: 9m; 2: 9m; 3: 1z; 0: 7z"
    MIRROR = Exchange(mirrored=True)

    def test_an_indicator_that_would_be_a_fifth_tile(self) -> None:
        """Four 5p are visible; 3p shows 4p, which becomes 6p, which a fifth 5p would have to show."""
        moves = "0: 5s; 1: 5p; 2: 5p; 3: 0p; 0: 7z"
        question = furiten("3p", moves)
        assert exchanged_question(question, self.MIRROR) is None
        assert exchanged_question(furiten("4p", moves), self.MIRROR) is not None

    def test_another_answer_is_not_asked(self) -> None:
        question = furiten("3p", self.MOVES)
        wrong = replace(question, answer=(frozenset({"none"}), frozenset(), frozenset()))
        assert exchanged_question(question, self.MIRROR) is not None
        assert exchanged_question(wrong, self.MIRROR) is None

    def test_another_idea_is_not_asked(self) -> None:
        question = furiten("3p", self.MOVES)
        assert exchanged_question(replace(question, themes=(DrillTheme.SUJI,)), self.MIRROR) is None

    def test_a_chi_is_told_in_ascending_order(self) -> None:
        question = furiten("3p", "0: 5s; 1: 9m; 2: 6p; 3: chi 7p8p; 3: 1z; 0: 7z")
        found = exchanged_question(question, self.MIRROR)
        assert found is not None
        (chi,) = (event for event in found.events if hasattr(event, "consumed"))
        assert (chi.pai, chi.consumed) == ("4p", ["2p", "3p"])
