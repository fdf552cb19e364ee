"""What happens in a question could have happened at a table."""

from __future__ import annotations

from engine import events as ev
from engine.dice import Dice
from engine.rules import TENHOU
from tools.positions.played_positions import Habits, deal_hand, play_hand


def test_a_hand_is_dealt_as_at_the_beginning_of_a_round() -> None:
    dealers = set()
    for seed in range(12):
        start = deal_hand(TENHOU, Dice(seed), lambda game, event: None).events[0]
        assert isinstance(start, ev.StartKyoku)
        assert (start.kyoku, start.honba, start.kyotaku) == (start.oya + 1, 0, 0)
        assert start.scores == [TENHOU.start_points] * 4
        assert start.bakaze in ("E", "S")
        dealers.add(start.oya)
    assert dealers == {0, 1, 2, 3}


def test_players_do_as_they_are_wont_to() -> None:
    """Those who pass every win never win, and those who call whenever they may call more."""

    def events(habits: Habits) -> list[ev.Event]:
        return [
            event
            for seed in range(6)
            for event in play_hand(TENHOU, Dice(seed), habits, lambda game, event: None).events
        ]

    def number(habits: Habits, *kinds: type[ev.Event]) -> int:
        return sum(isinstance(event, kinds) for event in events(habits))

    assert number(Habits(), ev.Hora) > 0
    assert number(Habits(passes=100), ev.Hora) < number(Habits(), ev.Hora)
    assert number(Habits(passes=100, declines=100), ev.Hora) == 0
    assert number(Habits(silent=100), ev.Reach) == 0 < number(Habits(), ev.Reach)
    assert number(Habits(calls=100), ev.Pon) > number(Habits(), ev.Pon)
