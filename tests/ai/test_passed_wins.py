"""What letting a tile pass does: on offer, just passed, or drawn by oneself."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from ai.reading.furiten_advice import PassEffect, passing
from engine.actions import Why
from engine.furiten import Passed
from engine.rules import WRC, Ruleset
from engine.tiles import NAMES
from tests.support.ai.seat_views import Position, caused
from tests.support.engine.deals import N, deal

PINFU = "234m45622p23478s"
"""Waits on 6s and 9s, with pinfu."""
OPEN = "23499m456p3378s5z"
"""After a pon of 9m it waits on 6s and 9s without a yaku."""
ORPHANS = "19m19p19s123456z1z"
"""Waits on 7z for thirteen orphans."""
ROBBED = replace(WRC, orphans_rob_closed_kan=True)
REDS = replace(WRC, red_fives=(1, 1, 1))


def effect(hand: str, moves: str, rules: Ruleset = WRC) -> PassEffect:
    found = passing(Position(hand, rules=rules, indicator="1z").play(moves).view)
    assert found is not None, "there is nothing to pass"
    return found


def told(effect: PassEffect) -> str:
    """The tile, and the furiten that passing it brings: ``9s: temporary, own-discard``."""
    cause = "nothing" if effect.cause is None else f"{effect.kind}, {effect.cause.ends}"
    return f"{NAMES[effect.tile]}: {cause}"


class TestOnOffer:
    def test_a_win_that_may_be_taken(self) -> None:
        found = effect(PINFU, "0: 5z; 1: 9s")
        assert told(found) == "9s: temporary, own-discard"
        assert (found.completes, found.can_win, found.refusal) == (True, True, None)
        assert (found.own, found.passed, found.already) == (False, False, ())
        assert (found.cause.seat, found.cause.turn, found.cause.passed) == (1, 1, Passed.DISCARD)

    def test_after_riichi_it_lasts(self) -> None:
        found = effect(PINFU, "0: riichi 5z; 1: 9s")
        assert told(found) == "9s: riichi, hand-ends"
        assert found.can_win

    def test_for_want_of_a_yaku(self) -> None:
        found = effect(OPEN, "0: 1z; 1: 9m; 0: pon 9m9m; 0: 5z; 1: 6s")
        assert told(found) == "6s: temporary, own-discard"
        assert (found.completes, found.can_win) == (True, False)
        assert found.refusal.why is Why.NO_YAKU

    def test_a_hand_that_is_furiten_already(self) -> None:
        found = effect(PINFU, "0: 6s; 1: 9s")
        assert (told(found), found.can_win) == ("9s: temporary, own-discard", False)
        assert caused(found.already) == "discard 6s 1"
        assert (found.refusal.why, found.refusal.causes) == (Why.FURITEN, found.already)

    def test_a_second_tile_in_the_same_turn(self) -> None:
        found = effect(PINFU, "0: 5z; 1: 9s; 2: 6s")
        assert (told(found), found.can_win) == ("6s: temporary, own-discard", False)
        assert caused(found.already) == "temporary 9s 1"

    def test_a_tile_that_completes_nothing(self) -> None:
        found = effect(PINFU, "0: 5z; 1: 1s")
        assert (told(found), found.completes, found.can_win) == ("1s: nothing", False, False)
        assert found.refusal.why is Why.NOT_COMPLETE

    def test_a_red_five_is_a_five(self) -> None:
        assert told(effect("234m22678p23467s", "0: 1z; 1: 0s", REDS)) == "0s: temporary, own-discard"

    def test_the_own_discard_is_nothing_to_pass(self) -> None:
        assert passing(Position(PINFU, rules=WRC).play("0: 5z").view) is None

    def test_before_the_first_discard(self) -> None:
        assert passing(Position(PINFU, rules=WRC).view) is None


class TestKans:
    ADDED = "0: 9m; 1: 9s; 2: pon 9s9s; 2: 1z; 3: 1z; 0: 1z; 1: 2z; 2: kakan 9s"

    def test_an_added_kan_may_be_robbed(self) -> None:
        found = effect(PINFU, self.ADDED)
        assert (told(found), found.can_win) == ("9s: temporary, own-discard", True)
        assert found.cause.passed is Passed.KAN

    def test_an_added_kan_passed(self) -> None:
        found = effect(PINFU, f"{self.ADDED}; 2: draws 3z")
        assert (told(found), found.passed, found.can_win) == ("9s: temporary, own-discard", True, None)

    def test_the_discard_after_it_is_another_tile(self) -> None:
        found = effect(PINFU, f"{self.ADDED}; 2: draws 3z; 2: 3z")
        assert (told(found), found.passed) == ("3z: nothing", False)
        assert caused(found.already) == "temporary 9s 0"
        assert passing(Position(PINFU, rules=WRC).play(f"{self.ADDED}; 2: 3z; 3: draws 1m").view) is None

    @pytest.mark.parametrize(("rules", "brings"), [(ROBBED, "temporary, own-discard"), (WRC, "nothing")])
    def test_a_closed_kan_only_for_thirteen_orphans(self, rules: Ruleset, brings: str) -> None:
        found = effect(ORPHANS, "0: 9m; 1: ankan 7z7z7z7z", rules)
        assert (told(found), found.completes) == (f"7z: {brings}", True)
        assert found.can_win is rules.orphans_rob_closed_kan
        assert told(effect("123m456p789s1117z", "0: 9m; 1: ankan 7z7z7z7z", rules)) == "7z: nothing"

    def test_a_closed_kan_before_any_discard(self) -> None:
        view = Position(ORPHANS, dealer=1, rules=ROBBED).play("1: ankan 7z7z7z7z; 1: draws 9m").view
        found = passing(view)
        assert found is not None
        assert told(found) == "7z: temporary, own-discard"

    def test_a_closed_kan_passed(self) -> None:
        found = effect(ORPHANS, "0: 9m; 1: ankan 7z7z7z7z; 1: draws 9m", ROBBED)
        assert (told(found), found.passed) == ("7z: temporary, own-discard", True)


class TestJustPassed:
    def test_when_the_next_player_has_drawn(self) -> None:
        found = effect(PINFU, "0: 5z; 1: 9s; 2: draws 1z")
        assert told(found) == "9s: temporary, own-discard"
        assert (found.passed, found.completes, found.can_win, found.refusal) == (True, True, None, None)

    def test_when_another_player_has_called_it(self) -> None:
        found = effect(PINFU, "0: 5z; 1: 9s; 2: pon 9s9s")
        assert (told(found), found.passed) == ("9s: temporary, own-discard", True)

    def test_it_is_told_apart_from_what_was_there_before(self) -> None:
        found = effect(PINFU, "0: 6s; 1: 9s; 2: draws 1z")
        assert caused(found.already) == "discard 6s 1"

    def test_not_when_another_tile_has_passed_since(self) -> None:
        view = Position(PINFU, rules=WRC).play("0: 5z; 1: 9s; 2: 1z; 3: draws 1z").view
        assert passing(view) is None
        assert caused(view.furiten) == "temporary 9s 1"

    def test_not_when_it_completed_nothing(self) -> None:
        assert passing(Position(PINFU, rules=WRC).play("0: 5z; 1: 1s; 2: draws 1z").view) is None


class TestOwnDraw:
    def test_in_riichi(self) -> None:
        found = effect(PINFU, "0: riichi 5z; 1: 1z; 2: 1z; 3: 1z; 0: draws 9s")
        assert told(found) == "9s: riichi, hand-ends"
        assert (found.own, found.can_win) == (True, True)
        assert (found.cause.passed, found.cause.turn) == (Passed.DRAW, 0)

    def test_the_engine_then_says_the_same(self) -> None:
        position = Position(PINFU, rules=WRC).play("0: riichi 5z; 1: 1z; 2: 1z; 3: 1z; 0: draws 9s")
        foretold = passing(position.view)
        view = position.play("0: 9s'").view
        found = passing(view)
        assert (found.own, found.passed, found.already) == (True, True, ())
        assert found.cause == foretold.cause
        assert found.cause in view.furiten

    def test_out_of_riichi_passing_alone_does_nothing(self) -> None:
        found = effect(PINFU, "0: 5z; 1: 1z; 2: 1z; 3: 1z; 0: draws 9s")
        assert (told(found), found.own, found.can_win) == ("9s: nothing", True, True)

    def test_without_a_yaku(self) -> None:
        found = effect(OPEN, "0: 1z; 1: 9m; 0: pon 9m9m; 0: 5z; 1: 1z; 2: 1z; 3: 1z; 0: draws 6s")
        assert (told(found), found.can_win) == ("6s: nothing", False)
        assert found.refusal.why is Why.NO_YAKU

    def test_a_draw_that_completes_nothing(self) -> None:
        view = Position(PINFU, rules=WRC).play("0: riichi 5z; 1: 1z; 2: 1z; 3: 1z; 0: draws 1s").view
        assert passing(view) is None


def test_what_is_foretold_is_what_the_game_then_holds() -> None:
    """North lets 9s of East pass in a real deal: first on offer, then passed, then over with a discard."""
    play = deal(north=PINFU, draws="9s1z2z3z").discard("9s")
    offered = passing(play.view(N))
    assert told(offered) == "9s: temporary, own-discard"
    play.everybody_passes()
    gone = passing(play.view(N))
    assert (gone.cause, gone.passed) == (offered.cause, True)
    assert play.furiten(N) == (offered.cause,)
    play.discard("1z", "2z", "3z")
    assert play.furiten(N) == ()
