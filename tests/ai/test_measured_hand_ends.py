"""The count of how hands end."""

from __future__ import annotations

import pytest

from engine import events as ev
from tools.measure.hand_ends import HandEnd, another_deal, in_groups, played
from tools.measure.tables import Table, hands


def test_the_ends_of_a_game_are_those_of_its_events() -> None:
    starts, wins = [], []
    for game in hands(Table.OWN, 3, 1, lambda _: None):
        starts.append(next(event for event in game.events if isinstance(event, ev.StartKyoku)))
        wins.append(sum(isinstance(event, ev.Hora) for event in game.events))
    ends = played(Table.OWN, 3, 1)
    assert [len(end.wins) for end in ends] == wins
    for start, following, end in zip(starts, starts[1:], ends, strict=False):
        assert end.dealt_again is (following.oya == start.oya)
        assert end.dealer_gain == following.scores[start.oya] - start.scores[start.oya]


def test_another_deal_is_worth_what_the_dealer_gains_and_gains_again() -> None:
    ends = [HandEnd((), 1_200, True), HandEnd((), 0, False)]
    assert another_deal(ends) == pytest.approx(600 + 600 / 2 + 600 / 4 + 600 / 8, rel=0.1)


def test_groups_are_of_equal_size_from_cheap_to_expensive() -> None:
    assert in_groups([9, 1, 8, 2, 7, 3, 6, 4, 5, 5]) == [2, 4, 5, 6, 8]
    assert in_groups([]) == []
