"""What the desk does by itself: wins, calls left out, discards in riichi; the order of tiles; confirming."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.actions import PASS
from engine.tiles import format_tiles
from tests.support.tui.positions import WRC, Seated, press, prompt, told, under_cursor
from tui.config.settings import OnOff
from tui.desk.desk_settings import DeskSettings, Switch, Switches
from tui.desk.scene_maker import make_scene
from tui.i18n import choose_language, t

PINFU = "234m45622p23478s"
"""Waits on 6s and 9s, with pinfu."""
WIN, CALLS, THROW = Switch.AUTO_WIN, Switch.NO_CALLS, Switch.AUTO_DISCARD
SORT, CONFIRM = Switch.AUTO_SORT, Switch.CONFIRM_DISCARD


def by_itself(hand: str, moves: str, *on: Switch, **position: object) -> str | None:
    """The decision that is made by itself after these moves, None where the person has to decide."""
    seated = Seated(hand, switches=frozenset({SORT, *on}), **position)  # type: ignore[arg-type]
    seated.play(moves)
    action = seated.desk.automatic()
    return None if action is None else str(action)


CLAIM = "0: 5z; 1: 9s"
AROUND = "0: 5z; 1: 1z; 2: 1z; 3: 1z; 0: draws "
RIICHI = "0: riichi 5z; 1: 1z; 2: 1z; 3: 1z; 0: draws "
ROBBED = "0: 5z; 1: 6s; 2: pon 6s6s; 2: 1m; 3: 1z; 0: 1m; 1: 1z; 2: draws 6s; 2: kakan 6s"
PENALISED = replace(WRC, errors="penalised")
TWO_CALLS = "2223m567p45789s1z"
NO_YAKU = "234m45699p23499s"

DECISIONS = {
    "a ron": (PINFU, CLAIM, [WIN], "ron 9s"),
    "no ron without the switch": (PINFU, CLAIM, [], None),
    "a tsumo": (PINFU, f"{AROUND}6s", [WIN], "tsumo 6s"),
    "a tile robbed from a kan": ("234m456p23478s55p", ROBBED, [WIN], "ron 6s"),
    "no win without a yaku": (NO_YAKU, CLAIM, [WIN], None),
    "a chi and a pon are let go": (TWO_CALLS, "0: 5z; 1: 2m", [CALLS], "pass"),
    "a chi is let go": (TWO_CALLS, "0: 5z; 1: 1z; 2: 1z; 3: 6s", [CALLS], "pass"),
    "a chi and a pon are the person's without the switch": (TWO_CALLS, "0: 5z; 1: 2m", [], None),
    "a chi is the person's without the switch": (TWO_CALLS, "0: 5z; 1: 1z; 2: 1z; 3: 6s", [], None),
    "in riichi what does nothing goes": (PINFU, f"{RIICHI}2z", [THROW], "discard 2z"),
    "in riichi nothing goes without the switch": (PINFU, f"{RIICHI}2z", [], None),
    "without riichi nothing goes": (PINFU, f"{AROUND}2z", [THROW], None),
    "a win in riichi is the person's": (PINFU, f"{RIICHI}9s", [THROW], None),
    "a win in riichi with both switches": (PINFU, f"{RIICHI}9s", [THROW, WIN], "tsumo 9s"),
    "a kan in riichi is the person's": ("555m45622p23478s", f"{RIICHI}5m", [THROW], None),
    "a kan that would change the waits is none": ("3334m567p234678s", f"{RIICHI}3m", [THROW], "discard 3m"),
    "to declare riichi is the person's": (PINFU, "0: draws 5z", [THROW, WIN, CALLS], None),
}


@pytest.mark.parametrize("name", DECISIONS)
def test_what_is_decided_by_itself(name: str) -> None:
    hand, moves, on, decision = DECISIONS[name]
    assert by_itself(hand, moves, *on) == decision


@pytest.mark.parametrize(("hand", "moves", "on"), [(NO_YAKU, CLAIM, CALLS), (PINFU, f"{RIICHI}2z", THROW)])
def test_where_errors_are_penalised_what_can_be_one_is_the_persons(hand: str, moves: str, on: Switch) -> None:
    assert by_itself(hand, moves, on, rules=PENALISED) is None


def test_what_cannot_be_won_on_is_told_and_not_won() -> None:
    seated = Seated(PINFU, switches=frozenset({SORT, WIN}))
    seated.play("0: 9s; 1: 6s")
    assert seated.desk.automatic() is None
    assert not seated.desk.offer()
    assert told(seated.desk)
    assert t("log.no-ron", tile="6s", why="furiten") in seated.desk.log


class TestNoCalls:
    def test_a_ron_on_the_same_tile_is_offered_and_the_pon_is_not(self) -> None:
        seated = Seated("234m22456p234s55z", switches=frozenset({SORT, CALLS}))
        desk = seated.offered("0: 9s; 1: 5z")
        assert desk.automatic() is None
        assert prompt(desk) == "o ron White  Esc pass"
        assert desk.do("pon") is None
        assert desk.notice == t("switch.refused")
        assert make_scene(desk).reason == desk.notice
        desk.do("right")
        assert desk.notice == "", "the next key has done away with it"
        desk.do("pon")
        desk.change(DeskSettings(switches=frozenset({SORT})))
        assert desk.notice == "", "and so has a switch"
        assert "p pon" in prompt(desk)

    def test_a_closed_kan_is_offered(self) -> None:
        desk = Seated("2222m567p45789s1z", switches=frozenset({SORT, CALLS})).offered("0: draws 5z")
        assert "k kan" in prompt(desk)

    def test_turned_on_while_a_call_is_offered_it_lets_that_go(self) -> None:
        desk = Seated("22m4567p345789s1z").offered("0: 5z; 1: 2m")
        assert desk.automatic() is None
        desk.turn(CALLS)
        assert desk.automatic() == PASS

    def test_the_coach_still_speaks_against_letting_a_win_go(self) -> None:
        seated = Seated("234m22456p234s55z", switches=frozenset({SORT, CALLS}), coach=OnOff.ON)
        desk = seated.offered("0: 9s; 1: 5z")
        assert desk.do("pass") is None
        assert desk.warned


class TestTheLog:
    def test_it_says_what_was_done_by_itself(self) -> None:
        seated = Seated(PINFU, switches=frozenset({SORT, THROW}))
        seated.play("0: riichi 5z; 1: 1z; 2: 1z; 3: 1z; 0: draws 2z")
        action = seated.desk.automatic()
        assert action is not None
        seated.desk.decide(action, automatic=True)
        seated.play("0: 2z'")
        assert seated.desk.log[-1] == "You: South (auto)"
        assert seated.desk.log[-2] == "You: drew South"
        log = seated.desk.log
        seated.desk.refresh_texts(seated.desk.seating)
        assert seated.desk.log == log, "also when the texts are written again"
        choose_language("ja")
        seated.desk.refresh_texts(seated.desk.seating)
        assert len(seated.desk.log) == len(log)
        assert not set(seated.desk.log) & set(log)

    def test_and_not_of_what_the_person_did(self) -> None:
        seated = Seated(PINFU)
        assert seated.offered("0: draws 2z").do("confirm") is not None
        seated.play("0: 2z'")
        assert seated.desk.log[-1] == "You: South"


class TestTheOrder:
    DEALT = "9s1m5p2z4m1z7s8s9m3p6z6z2m"

    def seated(self) -> Seated:
        return Seated(self.DEALT, switches=frozenset())

    def laid(self, seated: Seated) -> str:
        return " ".join(format_tiles([tile]) for tile in seated.desk.laid.tiles)

    def test_a_tile_thrown_as_drawn_leaves_its_twin_where_it_is(self) -> None:
        seated = self.seated()
        seated.play("0: 9s'")
        assert self.laid(seated) == "9s 1m 5p 2z 4m 1z 7s 8s 9m 3p 6z 6z 2m"

    def test_the_cursor_takes_what_it_stands_on(self) -> None:
        desk = self.seated().offered("0: draws 3m")
        press(desk, "first", "right")
        assert under_cursor(desk) == "1m"
        desk.turn(SORT)
        assert under_cursor(desk) == "1m"
        assert make_scene(desk).cursor == 0
        desk.turn(SORT)
        assert str(desk.do("confirm")) == "discard 1m"


class TestConfirming:
    ON = frozenset({SORT, CONFIRM})
    FIRST = "0: draws 5z"

    def test_another_tile_asks_anew(self) -> None:
        desk = Seated(PINFU, switches=self.ON).offered(self.FIRST)
        assert press(desk, "confirm", "left", "confirm") is None
        assert str(desk.do("confirm")) == "discard 8s"

    def test_two_clicks_wherever_the_cursor_was(self) -> None:
        desk = Seated(PINFU, switches=self.ON).offered(self.FIRST)
        assert desk.click_tile(13) is None
        assert desk.click_tile(0) is None
        assert under_cursor(desk) == "2m"
        assert make_scene(desk).reason == t("switch.confirm", key="Enter", tile="2m")
        assert str(desk.click_tile(0)) == "discard 2m"

    def test_without_it_one_click_on_the_cursor_discards(self) -> None:
        assert str(Seated(PINFU).offered(self.FIRST).click_tile(13)) == "discard 5z"

    def test_in_riichi_there_is_nothing_to_choose(self) -> None:
        moves = "0: riichi 5z; 1: 1z; 2: 1z; 3: 1z; 0: draws 2z"
        assert str(Seated(PINFU, switches=self.ON).offered(moves).do("confirm")) == "discard 2z"


class TestHowLongTheyLast:
    def test_wins_and_calls_are_for_a_hand_the_rest_for_the_game(self) -> None:
        switches = Switches()
        for each in Switch:
            switches.turn(each)
        assert switches.on == {WIN, CALLS, CONFIRM}
        switches.deal()
        assert switches.on == {CONFIRM}

    def test_a_hand_begins_as_the_settings_have_it(self) -> None:
        switches = Switches({WIN, SORT})
        switches.turn(WIN)
        assert WIN not in switches
        switches.deal()
        assert switches.on == {WIN, SORT}

    def test_a_setting_that_is_changed_counts_at_once_and_leaves_the_others(self) -> None:
        seated = Seated(PINFU)
        seated.desk.turn(CALLS)
        seated.desk.change(DeskSettings(42, switches=frozenset({SORT})))
        assert seated.desk.switches.on == {CALLS, SORT}
