"""Positions that are made: what comes to the hand, what lies in its pond, and that no win was thrown away."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ai.seat_position import SeatPosition
from engine import events as ev
from engine.dice import Dice
from engine.furiten import FuritenKind
from engine.legal import refuse_ron, refuse_tsumo
from engine.records.timeline import timeline
from engine.rules import TENHOU, WRC
from engine.tiles import COPIES, KIND_OF, NAMES, count_kinds
from tools.positions.constructed_positions import Offer, OwnDiscard, offered
from tools.positions.played_positions import Habits, moments, other_draws

WANTED = 8


def some(offer: Offer, thrown: OwnDiscard = OwnDiscard.ANYTHING, **how: int) -> list[SeatPosition]:
    """A few positions that are made in that way."""
    return list(_some(offer, thrown, **how))


def _some(offer: Offer, thrown: OwnDiscard, **how: int) -> Iterator[SeatPosition]:
    dice, found = Dice(7), 0
    while found < WANTED:
        for moment in offered((TENHOU, WRC)[found % 2], dice, offer, thrown=thrown, **how):  # type: ignore[arg-type]
            found += 1
            yield moment


class TestWhatComes:
    @pytest.mark.parametrize("riichi", [False, True])
    def test_a_wait_that_somebody_throws(self, riichi: bool) -> None:
        for moment in some(Offer.WAIT, riichi=riichi):
            view = moment.view()
            assert view.table.turn != view.seat
            assert view.own.passing is not None
            assert bool(view.me.riichi_paid) == riichi

    def test_a_tile_near_a_wait(self) -> None:
        for moment in some(Offer.NEAR):
            view = moment.view()
            assert view.table.offer is not None
            kind = KIND_OF[view.table.offer]
            assert kind not in view.waits
            assert min(abs(kind - wait) for wait in view.waits) <= 3

    def test_a_wait_that_is_drawn(self) -> None:
        for moment in some(Offer.DRAW):
            view = moment.view()
            assert view.drawn is not None
            assert KIND_OF[view.drawn] in view.waits

    def test_a_wait_that_has_gone_by(self) -> None:
        for moment in some(Offer.WAIT, passes=True):
            view = moment.view()
            assert view.own.passing is None
            assert [cause.kind for cause in view.furiten] == [FuritenKind.TEMPORARY]

    def test_a_hand_with_melds(self) -> None:
        assert all(len(moment.view().hand.melds) == 2 for moment in some(Offer.WAIT, melds=2))


class TestWhatLiesInThePond:
    def test_a_wait(self) -> None:
        for moment in some(Offer.WAIT, OwnDiscard.WAIT):
            assert {cause.kind for cause in moment.view().furiten} == {FuritenKind.DISCARD}

    def test_a_tile_three_away_from_a_wait(self) -> None:
        for moment in some(Offer.NEAR, OwnDiscard.SUJI):
            view = moment.view()
            ranks = [(KIND_OF[tile.tile], wait) for tile in view.me.pond for wait in view.waits]
            assert any(abs(kind - wait) == 3 and kind // 9 == wait // 9 for kind, wait in ranks)
            assert view.furiten == ()

    @pytest.mark.parametrize("thrown", OwnDiscard)
    def test_no_win_was_thrown_away_before(self, thrown: OwnDiscard) -> None:
        """Whoever throws a wait does so before the hand is complete, and it is offered no other."""
        for moment in some(Offer.NEAR, thrown, riichi=True):
            *past, last = moment.events
            for position in timeline(moment.rules, past, moment.seat):
                view, event = position.view, position.event
                if view.my_turn and view.drawn is not None:
                    assert refuse_tsumo(view) is not None
                elif view.me.riichi_paid and isinstance(event, ev.Dahai):
                    assert refuse_ron(view) is not None
            assert isinstance(last, ev.Dahai)


class TestOtherDraws:
    def test_each_kind_once_and_only_where_it_fits(self) -> None:
        dice = Dice(3)
        moment = next(
            found
            for _ in range(9)
            for found in moments(TENHOU, dice, Habits(passes=100), lambda view: view.drawn is not None)
            if len(found.events) > 40
        )
        left = moment.view().left()
        found = list(other_draws(moment, dice, lambda hand, thrown, left: True))
        drawn = [other.view().drawn for other in found]
        kinds = [KIND_OF[tile] for tile in drawn if tile is not None]
        assert len(kinds) == len(set(kinds)) == len(found)
        original = moment.view().drawn
        assert original is not None
        assert set(kinds) == {kind for kind, copies in enumerate(left) if copies} | {KIND_OF[original]}
        for other in found:
            assert other.events[:-1] == moment.events[:-1]
            assert max(count_kinds(other.view().visible())) <= COPIES
        fitting = other_draws(moment, dice, lambda hand, thrown, left: NAMES[KIND_OF[hand.tiles[-1]]] == "5p")
        assert len(list(fitting)) == (NAMES.index("5p") in kinds)

    def test_what_is_told_of_the_hand(self) -> None:
        dice = Dice(4)
        moment = next(moments(TENHOU, dice, Habits(), lambda view: view.drawn is not None))

        def fits(hand: object, thrown: frozenset[int], left: list[int]) -> bool:
            told.append((thrown, left.copy()))
            return True

        told: list[tuple[frozenset[int], list[int]]] = []
        for other in other_draws(moment, dice, fits):
            view = other.view()
            thrown, left = told[-1]
            assert thrown == {KIND_OF[discard.tile] for discard in view.me.pond}
            assert left == view.left()
