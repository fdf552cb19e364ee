"""Advice about furiten, and the facts that are told at a glance."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ai.bots.registry import make_bot
from ai.reading.furiten_advice import FuritenAdvice, furiten_advice
from ai.reading.outlook import discard_outlooks
from ai.review.hand_review import WinMissed, review
from engine import events as ev
from engine.actions import PASS, Action, ActionKind
from engine.furiten import CauseEnd
from engine.match import Match
from engine.options import options
from engine.rules import TENHOU, WRC, Ruleset
from engine.tiles import TILE_OF
from engine.view import SeatView
from tests.support.ai.seat_views import Position, caused, changed, counted, effect, ways
from tests.support.engine.deals import E, in_words

PINFU = "234m45622p23478s"
"""Waits on 6s and 9s, with pinfu."""


def position(hand: str, moves: str = "", rules: Ruleset = WRC) -> Position:
    """The person deals, an indicator that is in nobody's way."""
    return Position(hand, rules=rules, indicator="1z").play(moves)


def advice(hand: str, moves: str, after: str | None = None) -> FuritenAdvice:
    """Advice for a hand that is furiten, or would be after a discard."""
    found = furiten_advice(position(hand, moves).view, None if after is None else TILE_OF[after])
    assert found is not None, "the hand is not furiten"
    return found


class TestEffects:
    def test_only_on_the_own_turn(self) -> None:
        assert discard_outlooks(position(PINFU, "0: 5z; 1: 1z").view) == ()

    def test_acceptance_or_waits_and_furiten(self) -> None:
        view = position(PINFU, "0: 6s; 1: 1z; 2: 1z; 3: 1z; 0: draws 8s").view
        wide = effect(view, "8s")
        assert (wide.shanten, counted(wide.waits), wide.acceptance) == (0, "6s 3, 9s 4", 7)
        assert caused(wide.furiten) == "discard 6s 1"
        assert not wide.is_free
        narrow = effect(view, "7s")
        assert (narrow.shanten, counted(narrow.waits), narrow.acceptance) == (0, "2p 2, 8s 2", 4)
        assert narrow.is_free
        away = effect(view, "2p")
        assert (away.shanten, away.waits, away.furiten) == (1, (), ())
        assert counted(away.accepts) == ("1p 4, 2p 2, 3p 4, 4p 3, 7p 4, 5s 4, 6s 3, 7s 3, 8s 2, 9s 4")
        assert away.acceptance == 33
        assert not away.is_free


class TestNoFuriten:
    def test_no_advice(self) -> None:
        assert furiten_advice(position(PINFU, "0: 5z; 1: 1z").view) is None
        assert furiten_advice(position(PINFU, "0: 5z; 1: 1z; 2: 1z; 3: 1z; 0: draws 8s").view) is None

    def test_none_before_tenpai(self) -> None:
        view = position("234m456p22p3478s5z", "0: 6s; 1: 1z").view
        assert furiten_advice(view) is None


class TestChangingTheWait:
    def test_a_discard_that_leaves_another_wait(self) -> None:
        found = advice(PINFU, "0: 6s; 1: 1z; 2: 1z; 3: 1z; 0: draws 8s")
        assert caused(found.causes) == "discard 6s 1"
        assert counted(found.waits) == "6s 3, 9s 4"
        first, second, *_ = ways(found)
        assert first == "change-wait 7s -> 2p 2, 8s 2; 3 fewer", "4 tiles to win on instead of 7"
        assert second == "step-back 2p -> 25 of 33"

    def test_after_a_call_too(self) -> None:
        """The pon of 5p leaves 45678s: without one of its ends the hand waits on two other tiles."""
        found = advice("234m45556p45678s", "0: 3s; 1: 5p; 0: pon 5p5p")
        assert caused(found.causes) == "discard 3s 1"
        assert counted(found.waits) == "3s 3, 6s 3, 9s 4"
        assert ways(found)[:4] == [
            "change-wait 4s -> 5s 3, 8s 3",
            "change-wait 8s -> 4s 3, 7s 3",
            "change-wait 5s -> 4s 3",
            "change-wait 7s -> 8s 3",
        ]

    def test_a_wait_that_nothing_is_left_of_is_no_way(self) -> None:
        """All 2p and 8s are out: without 7s the hand would wait on nothing that can come."""
        found = advice(PINFU, "0: 6s; 1: 2p; 2: 1z; 3: 2p; 0: 1z; 1: 8s; 2: 1z; 3: 8s; 0: draws 8s")
        assert not any(way.startswith("change-wait") for way in ways(found))


class TestComplete:
    def test_a_complete_hand_wins_by_tsumo(self) -> None:
        found = advice(PINFU, "0: 6s; 1: 1z; 2: 1z; 3: 1z; 0: draws 9s")
        assert ways(found) == ["tsumo 9s -> "]


class TestTemporary:
    def test_between_turns_it_ends_with_the_own_discard(self) -> None:
        found = advice(PINFU, "0: 5z; 1: 9s; 2: 1z")
        assert caused(found.causes) == "temporary 9s 1"
        assert ways(found) == ["next-discard -> 6s 4, 9s 3"]
        assert found.draws == ()

    def test_on_the_own_turn_any_discard_that_keeps_the_wait(self) -> None:
        found = advice(PINFU, "0: 5z; 1: 9s; 2: 1z; 3: 1z; 0: draws 8s")
        assert ways(found) == [
            "next-discard 8s -> 6s 4, 9s 3; 0 fewer",
            "change-wait 7s -> 2p 2, 8s 2; 3 fewer",
        ]

    def test_a_pass_for_want_of_a_yaku(self) -> None:
        hand = "23499m456p3378s5z"
        found = advice(hand, "0: 1z; 1: 9m; 0: pon 9m9m; 0: 5z; 1: 6s; 2: 1z")
        assert caused(found.causes) == "temporary 6s 2"
        assert ways(found) == ["next-discard -> 6s 3, 9s 4"]
        assert not any(wait.ron for wait in found.ways[0].wait.waits)

    def test_a_kan_that_was_not_robbed(self) -> None:
        moves = "0: 9m; 1: 9s; 2: pon 9s9s; 2: 1z; 3: 1z; 0: 1z; 1: 2z; 2: kakan 9s; 2: draws 3z"
        found = advice(PINFU, moves)
        assert caused(found.causes) == "temporary 9s 0"
        assert ways(found) == ["next-discard -> 6s 4, 9s 0"]

    def test_beside_a_discard_of_ones_own_it_is_not_enough(self) -> None:
        found = advice(PINFU, "0: 6s; 1: 9s; 2: 1z")
        assert caused(found.causes) == "discard 6s 1, temporary 9s 1"
        assert found.ways == ()
        assert [change.split(" ")[0] for change in changed(found.draws)] == ["2p", "7s", "8s"]


class TestRiichi:
    def test_there_is_no_way_out(self) -> None:
        for turn in ("", "; 3: 1z; 0: draws 8s"):
            found = advice(PINFU, f"0: riichi 5z; 1: 9s; 2: 1z{turn}")
            assert {cause.ends for cause in found.causes} == {CauseEnd.HAND_ENDS}
            assert ways(found) == ["tsumo-only -> 6s 4, 9s 3"]
            assert found.draws == ()

    def test_nor_from_the_own_discard_before_it(self) -> None:
        found = advice(PINFU, "0: 6s; 1: 1z; 2: 1z; 3: 1z; 0: riichi 5z; 1: 1z")
        assert caused(found.causes) == "discard 6s 1"
        assert ways(found) == ["tsumo-only -> 6s 3, 9s 4"]

    def test_a_draw_that_wins_still_does(self) -> None:
        found = advice(PINFU, "0: riichi 5z; 1: 9s; 2: 1z; 3: 1z; 0: draws 6s")
        assert [way.split(" ->")[0] for way in ways(found)] == ["tsumo 6s", "tsumo-only"]

    def test_a_draw_let_go(self) -> None:
        found = advice(PINFU, "0: riichi 5z; 1: 1z; 2: 1z; 3: 1z; 0: 9s'")
        assert caused(found.causes) == "discard 9s 2, riichi 9s 0"
        assert [way.split(" ->")[0] for way in ways(found)] == ["tsumo-only"]


class TestBeforeADiscard:
    def test_of_the_hand_that_a_discard_would_leave(self) -> None:
        found = advice(PINFU, "0: 6s; 1: 1z; 2: 1z; 3: 1z; 0: draws 8s", after="8s")
        assert found.ways == ()
        assert changed(found.draws) == ["2p 2 -8s: 7s 3", "7s 3 -8s: 2p 2, 7s 2"], "8s would lie in the pond"


def test_the_live_table_answers_like_the_folded_one() -> None:
    """East throws 6s, which West calls; the engine plays it, and the advice is that of the position above."""
    play = in_words("E 234m45622p23478s, W 66s147m147p12345z, draws 6s9m8s / 6s; W: pon; 5z; 9m")
    found = furiten_advice(play.view(E))
    assert caused(found.causes) == "discard 6s 1"
    assert ways(found)[0] == "change-wait 7s -> 2p 2, 8s 2; 1 fewer"


BOTS = ("hayai", "hayai", "mamori", "takame")
SEAT = 0
HANDS = 3
"""Hands of a game that are looked at."""
DECLINED = (ActionKind.RON, ActionKind.TSUMO, ActionKind.NINE_TERMINALS)
"""What nobody does, so that hands last and many winning tiles pass."""
CALLS = (ActionKind.CHI, ActionKind.PON, ActionKind.OPEN_KAN, ActionKind.CLOSED_KAN)
"""What the seat does not do."""


def played(seed: int, hands: int = HANDS) -> Iterator[tuple[SeatView, list[ev.Event]]]:
    """Positions of a seat that never calls in a game that nobody wins, with the events of the hand so far."""
    match = Match(TENHOU, seed)
    bots = [make_bot(name) for name in BOTS]
    for _ in range(hands):
        while match.acting:
            choices: dict[int, Action] = {}
            for seat in match.acting:
                view = match.round.view(seat)
                chosen = bots[seat].choose(view, options(view))
                if seat == SEAT:
                    yield view, list(match.hand_events)
                    chosen = in_silence(chosen, view, riichi=seed % 3 == 0)
                choices[seat] = declined(view) if chosen.kind in DECLINED else chosen
            match.step(choices)
        if match.standings is not None:
            break
        match.proceed()


def in_silence(action: Action, view: SeatView, *, riichi: bool) -> Action:
    """The action without a call, and without riichi if not allowed."""
    if action.kind is ActionKind.RIICHI and not riichi:
        return Action(ActionKind.DISCARD, action.tile, tsumogiri=action.tsumogiri)
    return declined(view) if action.kind in CALLS else action


def declined(view: SeatView) -> Action:
    """The drawn tile is discarded, or the tile on offer passes."""
    if not view.my_turn:
        return PASS
    assert view.drawn is not None
    return Action(ActionKind.DISCARD, view.drawn, tsumogiri=True)


@pytest.mark.parametrize("seed", [2, 3])
def test_the_turn_of_a_missed_tile_is_its_place_in_the_pond(seed: int) -> None:
    """In the moments of a record as in the furiten line: neither counts the turns of the own seat."""
    hands: dict[str, list[ev.Event]] = {}
    for _, events in played(seed):
        hands[repr(events[0])] = events
    checked = 0
    for events in hands.values():
        for moment in review(TENHOU, SEAT, events, most=100):
            facts, last = moment.facts, events[moment.events - 1]
            if not isinstance(facts, WinMissed) or not isinstance(last, ev.Dahai):
                continue
            discards = [each for each in events[: moment.events] if isinstance(each, ev.Dahai)]
            assert moment.turn == sum(each.actor == facts.seat for each in discards)
            if facts.cause is not None:
                assert facts.cause.turn == moment.turn
            checked += 1
    assert checked
