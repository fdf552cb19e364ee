"""How made positions go on: what must still come is not turned over as an indicator."""

from __future__ import annotations

import pytest

from ai.drills.continuation import Continuation, replaced
from engine import events as ev
from engine.hand import MeldKind
from engine.rules import PRESETS, TENHOU, Ruleset
from engine.tiles import COPIES, KIND_OF, TILE_OF, count_kinds, parse_tile
from engine.wall import Dice
from tests.support.tui.positions import Position
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


WAIT = KIND_OF[parse_tile("5s")]


@pytest.mark.parametrize("seed", range(30))
def test_no_indicator_is_of_a_kind_that_is_kept(seed: int) -> None:
    position = Position("123m456p789s22z34s", rules=TENHOU).play("0: 9m; 1: 9p; 2: 1m; 3: 1z; 0: 7z")
    onward = Continuation(TENHOU, 0, position.events, Dice(seed), keep=[WAIT])
    before = sum(KIND_OF[tile] == WAIT for tile in onward._unseen)
    assert onward.kan()
    onward.draw()
    turned = [event for event in onward.events if isinstance(event, ev.Dora)]
    assert len(turned) == 1
    assert KIND_OF[TILE_OF[turned[0].dora_marker]] != WAIT
    assert sum(KIND_OF[tile] == WAIT for tile in onward._unseen) == before


def accepted(onward: Continuation) -> list[int]:
    return [place for place, event in enumerate(onward.events) if isinstance(event, ev.ReachAccepted)]


def test_a_riichi_tile_that_passes_is_accepted_once_before_the_next_draw() -> None:
    position = Position("123m456p789s22z34s", rules=TENHOU).play("0: 7z; 1: riichi 9p")
    declared = position.events[:-1]
    onward = Continuation(TENHOU, 0, declared, Dice(1))
    onward.turn()
    assert accepted(onward) == [len(declared)]
    assert isinstance(onward.events[len(declared) + 1], ev.Tsumo)
    onward.up_to(1)
    assert accepted(onward) == [len(declared)]
    onward = Continuation(TENHOU, 0, position.events, Dice(1))
    onward.up_to(1)
    assert accepted(onward) == [len(declared)]


def test_everybody_has_a_turn_in_order_and_no_tile_comes_twice() -> None:
    position = Position("123m456p789s22z34s", rules=TENHOU).play("0: 7z")
    onward = Continuation(TENHOU, 0, position.events, Dice(2), keep=[WAIT])
    assert onward.holds(WAIT)
    onward.up_to(0)
    assert KIND_OF[onward.draw(WAIT)] == WAIT
    thrown = [event for event in onward.events if isinstance(event, ev.Dahai)]
    assert [event.actor for event in thrown] == [0, 1, 2, 3]
    assert all(KIND_OF[TILE_OF[event.pai]] != WAIT for event in thrown)
    assert max(count_kinds(onward.view.visible())) <= COPIES
