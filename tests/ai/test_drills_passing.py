"""Take it or leave it: what letting a tile pass brings, and what that means for the next one."""

from __future__ import annotations

import pytest

from ai.drills.kinds.passing import (
    NO,
    YES,
    Continuation,
    PassingAsked,
    PassResult,
    TileTiming,
    ask,
    replaced,
)
from ai.drills.question import Draft
from ai.seat_position import SeatPosition
from engine import events as ev
from engine.actions import Why
from engine.furiten import CauseEnd
from engine.hand import MeldKind
from engine.rules import PRESETS, TENHOU, Ruleset
from engine.tiles import COPIES, KIND_OF, NAMES, TILE_OF, count_kinds, parse_tile
from engine.wall import Dice
from tests.support.ai.seat_views import Position
from tests.support.tui.practice_questions import words_of
from tools.positions.kinds.find_passing import drawn_then
from tools.positions.onward import Onward
from tools.positions.played_positions import Habits, play_hand

HAND = "234m456p678s22p34s"
"""Waits on 2s and 5s, all simples with either."""
ONE_YAKU = "222m456p678s33p23s"
"""Waits on 1s, which is worth nothing without riichi, and 4s."""
START = "0: 8s; 1: 9m; 2: 9m; 3: 1z; 0: 7z;"
RIICHI = "0: 8s; 1: 9m; 2: 9m; 3: 1z; 0: riichi 7z;"


def asked(moves: str, when: TileTiming, hand: str = HAND) -> Draft | None:
    moment = Position(hand, rules=TENHOU).play(moves).moment
    return drawn(moment, when, wins=True) or drawn(moment, when, wins=False)


def drawn(moment: SeatPosition, when: TileTiming, *, wins: bool) -> Draft | None:
    then = drawn_then(moment, when, Dice(1), wins=wins)
    return None if then is None else ask(moment, then)


def words(moves: str, when: TileTiming) -> list[str]:
    """The answers to the two parts."""
    return words_of(asked(moves, when))


@pytest.mark.claim("F-07")
class TestBeforeRiichi:
    def test_temporary_until_the_own_discard(self) -> None:
        assert words(f"{START} 1: 5s", TileTiming.NEXT) == [PassResult.TEMPORARY, NO]
        assert words(f"{START} 1: 5s", TileTiming.AFTER_DISCARD) == [PassResult.TEMPORARY, YES]

    @pytest.mark.claim("F-01")
    def test_a_draw_wins_all_the_same(self) -> None:
        assert words(f"{START} 1: 5s", TileTiming.DRAWN) == [PassResult.TEMPORARY, YES]

    def test_a_tile_that_is_no_wait_brings_nothing(self) -> None:
        assert words(f"{START} 1: 8s", TileTiming.NEXT) == [PassResult.NOTHING, YES]

    @pytest.mark.claim("F-11")
    def test_a_winning_draw_that_is_thrown(self) -> None:
        moves = f"{START} 1: 9m; 2: 9m; 3: 1z; 0: draws 5s"
        assert words(moves, TileTiming.AFTER_DISCARD) == [PassResult.DISCARD, NO]
        assert words(moves, TileTiming.DRAWN) == [PassResult.DISCARD, YES]
        draft = asked(moves, TileTiming.AFTER_DISCARD)
        assert [cause.ends for cause in draft.facts.then] == [CauseEnd.WAITS_CHANGE]


class TestADrawnTile:
    """Furiten does not matter to it, but a yaku does, and that it completes the hand."""

    OPEN = "0: 9m; 1: 2m; 0: pon 2m2m; 0: 7z; 1: 4s"

    def drawn(self, hand: str, moves: str, *, wins: bool) -> tuple[str, str]:
        position = Position(hand).play(moves).moment
        draft = drawn(position, TileTiming.DRAWN, wins=wins)
        assert draft.answer[1] == {YES if wins else NO}
        refusal = draft.facts.refusal
        return NAMES[draft.ask.then.tile], "" if refusal is None else refusal.why.value

    def test_an_open_hand_has_no_menzen_tsumo(self) -> None:
        assert self.drawn("22m456p678s33p23s7z", self.OPEN, wins=False) == ("1s", Why.NO_YAKU)

    def test_a_closed_hand_draws_a_tile_that_is_no_wait(self) -> None:
        assert self.drawn(HAND, f"{RIICHI} 1: 5s", wins=False)[1] == Why.NOT_COMPLETE

    def test_it_is_another_tile_than_the_one_that_passed(self) -> None:
        assert self.drawn(HAND, f"{RIICHI} 1: 5s", wins=True) == ("2s", "")


class TestNotAsked:
    def test_when_the_seat_itself_is_next(self) -> None:
        assert asked(f"{START} 1: 9m; 2: 9m; 3: 5s", TileTiming.NEXT) is None
        assert asked(f"{START} 1: 9m; 2: 9m; 3: 5s", TileTiming.AFTER_DISCARD) is not None

    def test_a_tile_far_from_the_waits(self) -> None:
        assert asked(f"{START} 1: 9m", TileTiming.NEXT) is None

    def test_an_own_draw_in_riichi(self) -> None:
        """Thrown, it brings riichi furiten and discard furiten at once: two answers would be right."""
        moves = f"{RIICHI} 1: 9m; 2: 9m; 3: 1z; 0: draws 5s"
        assert asked(moves, TileTiming.AFTER_DISCARD) is None

    def test_once_the_tile_has_passed(self) -> None:
        assert asked(f"{START} 1: riichi 5s", TileTiming.NEXT) is None

    def test_when_no_tile_that_wins_is_left(self) -> None:
        """All 4s are gone, and 1s is worth nothing."""
        gone = "0: 4s'; 1: 4s; 2: 4s; 3: 4s; 0: 7z; 1: 1s"
        assert asked(gone, TileTiming.AFTER_DISCARD, ONE_YAKU) is None


class TestTheNextTile:
    def asked(self, moves: str, tile: str, when: TileTiming) -> Draft | None:
        position = Position(HAND).play(moves).moment
        return ask(position, PassingAsked(when, tile))

    def test_one_that_is_not_there_cannot_come(self) -> None:
        assert self.asked("0: 8s; 1: 9m; 2: 9m; 3: 1z; 0: 0s; 1: 2s", "0s", TileTiming.NEXT) is None

    def test_one_that_does_not_win_asks_nothing(self) -> None:
        assert self.asked(f"{START} 1: 2s", "9m", TileTiming.NEXT) is None
        assert self.asked(f"{START} 1: 2s", "2s", TileTiming.DRAWN) is None, "it has just passed"


# -- how made positions go on ------------------------------------------------------------------------


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
    onward = Onward(TENHOU, 0, position.events, Dice(seed), keep=[WAIT])
    before = sum(KIND_OF[tile] == WAIT for tile in onward._unseen)
    assert onward.kan()
    onward.turn()
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
    onward = Onward(TENHOU, 0, position.events, Dice(2), keep=[WAIT])
    assert onward.holds(WAIT)
    onward.up_to(0)
    assert KIND_OF[onward.draw(WAIT)] == WAIT
    thrown = [event for event in onward.events if isinstance(event, ev.Dahai)]
    assert [event.actor for event in thrown] == [0, 1, 2, 3]
    assert all(KIND_OF[TILE_OF[event.pai]] != WAIT for event in thrown)
    assert max(count_kinds(onward.view.visible())) <= COPIES
