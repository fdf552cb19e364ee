"""Making questions "waits": hands, the play that leads to them, and levels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial

import pytest

from ai.drills.kinds.waits import DRILL, WaitsFacts
from ai.drills.question import DrillKind
from engine import shape
from engine.dice import Dice
from engine.hand import Hand
from engine.rules import TENHOU, WRC, Ruleset
from engine.table import Phase
from engine.tiles import (
    COPIES,
    KIND_OF,
    ORPHANS,
    RED_FIVES,
    Kind,
    count_kinds,
)
from engine.view import SeatView
from tests.support.ai.slow_solver.story import tell
from tools.positions import random_tenpai as hands
from tools.positions.generate import make_question
from tools.positions.position_builder import Course, build_position


@pytest.mark.parametrize("level", range(1, 6))
def test_a_level_keeps_to_its_band(level: int) -> None:
    low, high = DRILL.bands[level - 1]
    for seed in range(12):
        question = make_question(DrillKind.WAITS, level, seed)
        assert isinstance(question.facts, WaitsFacts)
        assert low <= question.difficulty <= high
        left = question.view().left()
        assert all(wait.left == left[wait.kind] for wait in question.facts.waits)


def test_sometimes_every_tile_of_a_wait_is_gone_and_it_is_one_all_the_same() -> None:
    found = [make_question(DrillKind.WAITS, 3, seed) for seed in range(25)]
    gone = [each for each in found if any(wait.left == 0 for wait in _facts(each.facts).waits)]
    assert len(gone) > 2


def _facts(facts: object) -> WaitsFacts:
    assert isinstance(facts, WaitsFacts)
    return facts


class TestStages:
    """A staged course of play is one that could have happened."""

    @pytest.mark.parametrize("seed", range(60))
    def test_it_ends_with_the_hand_and_nothing_out_of_place(self, seed: int) -> None:
        dice = Dice(seed)
        wanted = hands.grouped(50, seed % 3, (WRC, TENHOU)[seed % 2], dice)
        while wanted is None:
            wanted = hands.grouped(50, seed % 3, (WRC, TENHOU)[seed % 2], dice)
        course = Course(turns=3 + seed % 9, late=seed % 6)
        rules = (WRC, TENHOU)[seed % 2]
        seat, events = build_position(rules, dice, wanted, course)
        view = SeatView.from_events(rules, seat, events)
        assert view.hand.sorted() == wanted.sorted()
        assert [meld.tiles for meld in view.hand.melds] == [meld.tiles for meld in wanted.melds]
        assert min(view.left()) >= 0
        assert view.table.phase is Phase.CLAIM
        assert len(view.me.pond) >= course.turns
        assert tell(rules, seat, events).concealed, "the slow story follows it too"
        self._turns_in_order(view)

    def _turns_in_order(self, view: SeatView) -> None:
        """Nobody has thrown more often than the calls and the dealer's lead allow."""
        lengths = [len(seat.pond) for seat in view.table.seats]
        calls = sum(len(seat.melds) for seat in view.table.seats)
        assert max(lengths) - min(lengths) <= 1 + calls


class TestRandomHands:
    """Each maker of hands keeps what its name promises."""

    def some(self, make: Callable[[Ruleset, Dice], Hand | None]) -> list[Hand]:
        made = (make(TENHOU, Dice(seed)) for seed in range(60))
        found = [each for each in made if each is not None]
        assert len(found) >= 10
        for each in found:
            tiles = [*each.tiles, *(tile for meld in each.melds for tile in meld.tiles)]
            assert len(each.tiles) + 3 * len(each.melds) == 13
            assert max(count_kinds(tiles)) <= COPIES
            assert all(
                tiles.count(red) <= most for red, most in zip(RED_FIVES, TENHOU.red_fives, strict=True)
            )
        return found

    def waits(self, made: Hand) -> Sequence[Kind]:
        return shape.waits(made.keys, len(made.melds))

    @pytest.mark.parametrize(("thirteen", "waits"), [(True, 13), (False, 1)])
    def test_orphans(self, thirteen: bool, waits: int) -> None:
        for made in self.some(partial(hands.orphans, thirteen)):
            assert set(self.waits(made)) <= set(ORPHANS)
            assert len(self.waits(made)) == waits

    def test_seven_pairs(self) -> None:
        for made in self.some(hands.seven_pairs):
            assert sorted(made.counts, reverse=True)[:8] == [2, 2, 2, 2, 2, 2, 1, 0]
            assert self.waits(made)

    @pytest.mark.parametrize("melded", [0, 2])
    def test_four_groups_and_a_pair_less_a_tile(self, melded: int) -> None:
        for made in self.some(partial(hands.grouped, 50, melded)):
            assert len(made.melds) == melded
            assert self.waits(made)

    def test_all_of_one_suit(self) -> None:
        for made in self.some(partial(hands.grouped, 100, 0)):
            assert len({KIND_OF[tile] // 9 for tile in made.tiles}) == 1
        for made in self.some(hands.one_suit):
            assert len({KIND_OF[tile] // 9 for tile in made.tiles}) == 1

    def test_ten_of_one_suit(self) -> None:
        found = self.some(hands.ten_of_suit)
        for made in found:
            suits = Counter(KIND_OF[tile] // 9 for tile in made.tiles)
            assert max(suits.values()) >= 10
        assert {len(made.melds) for made in found} == {0, 1}

    def test_a_fifth_tile(self) -> None:
        for made in self.some(partial(hands.fifth, 50)):
            assert any(made.holds(kind) == COPIES for kind in self.waits(made))
