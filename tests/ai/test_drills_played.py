"""What happens in a question could have happened at a table."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from ai.drills.generate import KINDS_MADE
from ai.drills.question import DrillKind
from engine import events as ev
from engine.actions import ActionKind
from engine.options import why_not
from engine.records.timeline import timeline
from engine.tiles import COPIES, KIND_OF, TILE_OF, count_kinds
from engine.wall import MAX_KANS
from tests.ai.test_drills_question import made

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


@pytest.mark.parametrize("level", [2, 5])
@pytest.mark.parametrize("kind", KINDS_MADE)
def test_every_own_move_was_legal_and_no_tile_came_twice(kind: DrillKind, level: int) -> None:
    question = made(kind, level)
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
