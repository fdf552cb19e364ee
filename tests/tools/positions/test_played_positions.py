"""What happens in a question could have happened at a table."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from ai.drills.question import LEVELS, DrillKind
from engine import events as ev
from engine.actions import ActionKind
from engine.dice import Dice
from engine.options import why_not
from engine.records.timeline import timeline
from engine.rules import TENHOU
from engine.tiles import COPIES, KIND_OF, TILE_OF, count_kinds
from engine.wall import MAX_KANS
from tests.support.ai.sample_questions import sample
from tools.positions.played_positions import Habits, deal_hand, play_hand

CALLS = {
    ev.Chi: ActionKind.CHI,
    ev.Pon: ActionKind.PON,
    ev.Daiminkan: ActionKind.OPEN_KAN,
    ev.Ankan: ActionKind.CLOSED_KAN,
}


def own_move(event: ev.Event, seat: int) -> tuple[ActionKind, int | None] | None:
    """What the seat did, riichi left out, and the tile that the engine has to be asked about."""
    if getattr(event, "actor", None) != seat:
        return None
    match event:
        case ev.Dahai(pai=pai):
            return ActionKind.DISCARD, TILE_OF[pai]
        case ev.Kakan(pai=pai):
            return ActionKind.ADDED_KAN, TILE_OF[pai]
        case ev.Ankan(consumed=consumed):
            return ActionKind.CLOSED_KAN, KIND_OF[TILE_OF[consumed[0]]]
    return (CALLS[type(event)], None) if type(event) in CALLS else None


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("kind", DrillKind)
def test_every_own_move_was_legal_and_no_tile_came_twice(kind: DrillKind, level: int) -> None:
    question = sample(kind, level)
    walk = timeline(question.rules, question.events, question.seat)
    for position, (event, following) in zip(walk, pairwise([*question.events[1:], None]), strict=False):
        view = position.view
        if isinstance(event, ev.Reach) and event.actor == question.seat:
            assert isinstance(following, ev.Dahai)
            assert why_not(view, ActionKind.RIICHI, TILE_OF[following.pai]) is None, (question.code, event)
        elif not view.me.riichi or view.me.riichi_paid:
            move = own_move(event, question.seat)
            assert move is None or why_not(view, *move) is None, (question.code, event)
    view = question.view()
    seen = view.visible()
    assert max(count_kinds(seen)) <= COPIES
    reds = Counter(tile for tile in seen if KIND_OF[tile] != tile)
    assert all(reds[red] <= most for red, most in zip((34, 35, 36), question.rules.red_fives, strict=True))
    assert view.table.live >= 0
    assert len(view.table.kans) <= MAX_KANS
    concealed = [seat.concealed + 3 * len(seat.melds) for seat in view.table.seats]
    assert sorted(concealed) in ([13, 13, 13, 13], [13, 13, 13, 14])


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
