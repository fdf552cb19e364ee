"""Positions that are made: what comes is what is named, and no win was thrown away."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ai.seat_position import SeatPosition
from engine import events as ev
from engine.legal import refuse_ron, refuse_tsumo
from engine.records.timeline import timeline
from engine.rules import TENHOU, WRC
from engine.tiles import KIND_OF
from engine.wall import Dice
from tools.positions.constructed_positions import Offer, OwnDiscard, offered

WANTED = 8


def some(offer: Offer, thrown: OwnDiscard) -> Iterator[SeatPosition]:
    """A few positions that are made in that way, in riichi."""
    dice, found = Dice(7), 0
    while found < WANTED:
        for moment in offered((TENHOU, WRC)[found % 2], dice, offer, thrown=thrown, riichi=True):
            found += 1
            yield moment


@pytest.mark.parametrize("thrown", OwnDiscard)
def test_no_win_was_thrown_away_before(thrown: OwnDiscard) -> None:
    """Whoever throws a wait does so before the hand is complete, and it is offered no other."""
    for moment in some(Offer.NEAR, thrown):
        *past, last = moment.events
        for position in timeline(moment.rules, past, moment.seat):
            view, event = position.view, position.event
            if view.my_turn and view.drawn is not None:
                assert refuse_tsumo(view) is not None
            elif view.me.riichi_paid and isinstance(event, ev.Dahai):
                assert refuse_ron(view) is not None
        assert isinstance(last, ev.Dahai)


@pytest.mark.parametrize("offer", Offer)
def test_what_comes_is_what_is_named(offer: Offer) -> None:
    for moment in some(offer, OwnDiscard.ANYTHING):
        view = moment.view()
        tile = view.drawn if offer in (Offer.DRAW, Offer.DRAW_NEAR) else view.table.offer
        assert tile is not None
        assert (KIND_OF[tile] in view.waits) is (offer in (Offer.WAIT, Offer.DRAW))
