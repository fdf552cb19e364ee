"""Hands that bots win: hands that are dealt most of a yaku."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.tiles import COPIES
from engine.wall import Dice
from tests.support.nightly import at_night
from tools.positions.kinds.find_count import draft
from tools.positions.won_hands import TOWARDS, most_of


@pytest.mark.parametrize("yaku", ["ittsu", "chiitoitsu", *at_night(["honitsu"])])
def test_a_hand_can_be_drawn_by_its_yaku(yaku: str) -> None:
    """What bots win with most often is riichi and dora; the rest has to be dealt on purpose."""
    dice = Dice(1)
    drafts = (draft(number % 5 + 1, dice, towards=yaku) for number in range(400))
    assert yaku in next(each for each in drafts if each is not None).answer[0]


def test_most_of_each_yaku_can_be_dealt() -> None:
    for yaku in TOWARDS:
        for seed in range(20):
            dealt = Counter(most_of(yaku, Dice(seed)))
            assert 4 <= dealt.total() <= 13
            assert max(dealt.values()) <= COPIES
