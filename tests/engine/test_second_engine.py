"""Our menus and results against a second engine, decision by decision, under Tenhou's rules.

FURITEN_HANDS asks the slow test for more hands than its usual ones (thousands take some minutes).
"""

from __future__ import annotations

import os
import random

import pytest

from tests.support.engine.second_engine import Comparison, compare, with_nine_terminals

HANDS = int(os.environ.get("FURITEN_HANDS", "60"))
FEW = 3
APART = 1_000
"""The other engine deals a game's later hands from the seeds that follow: neighbours would share them."""
MENUS = {"dahai", "reach", "hora", "chi", "pon", "daiminkan", "ankan", "kakan", "ryukyoku", "none"}
EVENTS = {
    *("start_kyoku", "tsumo", "dahai", "chi", "pon", "daiminkan", "ankan", "kakan", "dora"),
    *("reach", "reach_accepted", "tsumo win", "ron", "ryukyoku"),
}


def compared(hands: int) -> Comparison:
    """So many hands, all menus and results of which are equal in both engines."""
    found = Comparison()
    chance = random.Random(2)
    seed = with_nine_terminals(0)
    while found.hands < hands and not found.differences:
        compare(seed, chance, found)
        seed += APART
    assert found.differences == []
    assert found.menus > 100 * hands
    return found


def test_a_few_hands_equal_those_of_a_second_engine() -> None:
    assert compared(FEW).hands >= FEW


@pytest.mark.nightly
def test_every_menu_and_every_result_equals_that_of_a_second_engine() -> None:
    found = compared(HANDS)
    # the comparison is worth something only if everything was offered, and was done
    assert MENUS - set(found.kinds) == set()
    assert EVENTS - set(found.events) == set()
