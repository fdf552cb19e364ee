"""After a kan, made positions go on as the engine does."""

from __future__ import annotations

import pytest

from ai.drills.continuation import replaced
from engine import events as ev
from engine.dice import Dice
from engine.melds import MeldKind
from engine.rules import PRESETS, Ruleset
from tools.positions.played_positions import Habits, play_hand

KANS = {ev.Ankan: MeldKind.CLOSED_KAN, ev.Daiminkan: MeldKind.OPEN_KAN, ev.Kakan: MeldKind.ADDED_KAN}
HANDS = 6


def after_kans(rules: Ruleset) -> list[tuple[MeldKind, list[ev.Event]]]:
    """Every kan of some hands of bots who call a lot, and the two events that follow it."""
    found = []
    for seed in range(HANDS):
        events = play_hand(rules, Dice(seed), Habits(calls=100), lambda game, event: None).events
        for place, event in enumerate(events):
            if type(event) in KANS:
                found.append((KANS[type(event)], events[place + 1 : place + 3]))
    return found


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_the_replacement_and_its_indicator_come_in_the_order_of_the_engine(rules: Ruleset) -> None:
    compared = 0
    for kan, (first, second) in after_kans(rules):
        drawn, turned = (first, second) if isinstance(first, ev.Tsumo) else (second, first)
        if isinstance(drawn, ev.Tsumo) and isinstance(turned, ev.Dora | ev.Dahai):
            markers = [turned.dora_marker] if isinstance(turned, ev.Dora) else []
            made = replaced(rules, kan, drawn, markers.pop)
            assert made == [first, second][: len(made)]
            assert markers == []
            compared += 1
    assert compared
