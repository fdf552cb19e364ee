"""Hands that bots win: other indicators, and hands that are dealt most of a yaku."""

from __future__ import annotations

from collections import Counter

import pytest

from ai.drills.kinds.count import (
    FU,
    PAYMENTS,
    POINTS,
    YAKU,
    CountFacts,
)
from ai.drills.question import LEVELS, DrillKind
from engine.dice import Dice
from engine.own_rules import ruleset
from engine.tiles import COPIES, all_tiles
from tests.support.ai.legal_beginning import beginning
from tests.support.nightly import at_night
from tools.positions.generate import make_question
from tools.positions.kinds.find_count import draft
from tools.positions.played_positions import Habits
from tools.positions.won_hands import TOWARDS, WonHand, most_of, won_hand

TENHOU = ruleset("tenhou")


def a_won_hand(seed: int = 0) -> WonHand:
    return next(
        found
        for dice in map(Dice, range(seed, seed + 100))
        if (found := won_hand(TENHOU, dice, Habits())) is not None
    )


def test_what_is_undrawn_is_seen_by_nobody() -> None:
    """Each tile that could be the indicator is in no hand, no pond and no other indicator."""
    for seed in (0, 7, 13):
        found = a_won_hand(seed)
        view = found.position.view()
        seen = Counter((*view.hand.tiles, *view.table.indicators, *found.ura))
        seen.update(tile.tile for seat in view.table.seats for tile in seat.pond)
        assert not seen + Counter(found.undrawn) - Counter(all_tiles(TENHOU.red_fives))
        for tile in dict.fromkeys(found.undrawn):
            assert found.with_indicator(tile).view().table.indicators == [tile, *view.table.indicators[1:]]
        beginning(TENHOU, found.position.seat, found.with_indicator(found.undrawn[0]).events)


def test_another_indicator_changes_the_dora_alone() -> None:
    found = a_won_hand()
    before = found.position.view()
    after = found.with_indicator(found.undrawn[0]).view()
    assert (after.hand.tiles, after.waits, after.furiten) == (before.hand.tiles, before.waits, before.furiten)


@pytest.mark.nightly
def test_no_points_are_right_much_more_often_than_others() -> None:
    """Of hands with fu to add up, whatever their level."""
    right = Counter[int]()
    for question in (make_question(DrillKind.COUNT, level, seed) for level in LEVELS for seed in range(20)):
        assert isinstance(question.facts, CountFacts)
        if len(question.parts) == len((YAKU, FU, POINTS, PAYMENTS)):
            right[question.facts.win.score.base] += 1
    assert len(right) >= 5
    assert max(right.values()) <= right.total() * 0.4


@pytest.mark.parametrize("yaku", ["ittsu", "chiitoitsu", *at_night(["honitsu"])])
def test_a_hand_can_be_drawn_by_its_yaku(yaku: str) -> None:
    """What bots win with most often is riichi and dora; the rest has to be dealt on purpose."""
    dice = Dice(1)
    drafts = (draft(number % 5 + 1, dice, towards=yaku) for number in range(400))
    found = next(each for each in drafts if each is not None)
    assert yaku in found.answer[0]


def test_most_of_each_yaku_can_be_dealt() -> None:
    for yaku in TOWARDS:
        for seed in range(20):
            dealt = Counter(most_of(yaku, Dice(seed)))
            assert 4 <= dealt.total() <= 13
            assert max(dealt.values()) <= COPIES
