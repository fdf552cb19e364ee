"""The levels of hints at the desk: off, marks, full, and the change from one to another in mid-choice."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from ai.reading.safety_classes import SafetyClass
from tests.support.tui.desk_positions import (
    Seated,
    classed,
    go_to,
    greyed,
    marked_furiten,
    press,
    prompt,
    riichi_marked,
    told,
    under_cursor,
)
from tui.config.settings import HintLevel, MarksWhen
from tui.desk.decision_options import Mode
from tui.desk.desk import Desk
from tui.desk.scene_maker import make_scene
from tui.i18n.texts import t

PINFU = "234m45622p23478s"
"""Waits on 6s and 9s, with pinfu."""
NO_YAKU = "23499m456p3378s5z"
FURITEN_TURN = "0: 6s; 1: 4z; 2: riichi 2m; 3: 1z; 0: draws 1s"
KUIKAE = "0: 9p; 1: 9p; 2: 9p; 3: 6m; 0: chi 4m5m"
OPEN = "0: 1z; 1: 9m; 0: pon 9m9m; 0: 5z; 1: 1z; 2: 1z; 3: 1z; 0: draws 6s"
OFF, MARKS, FULL = HintLevel


def at(level: HintLevel, hand: str, moves: str, **more: object) -> Desk:
    return Seated(hand, hints=level, **more).offered(moves)  # type: ignore[arg-type]


def switch(desk: Desk, level: HintLevel) -> Desk:
    desk.change(replace(desk.settings, hints=level))
    return desk


class TestOff:
    def test_legal_wins_and_calls_are_offered(self) -> None:
        assert prompt(at(OFF, PINFU, "0: 5z; 1: 9s")) == "o ron 9s  Esc pass"
        assert (
            prompt(at(OFF, "2223m567p45789s1z", "0: 5z; 1: 1z; 2: 1z; 3: 2m"))
            == "k kan 2m  p pon 2m  Esc pass"
        )
        assert prompt(at(OFF, PINFU, "0: draws 1s")) == "Enter discard 1s  r riichi"
        desk = at(OFF, PINFU, "0: 1z; 1: 2z; 2: 2z; 3: 2z; 0: draws 6s")
        assert prompt(desk) == "Enter tsumo  r riichi  Esc decline"

    def test_what_cannot_be_done_is_not_on_the_prompt(self) -> None:
        assert prompt(at(OFF, NO_YAKU, OPEN)) == "Enter discard 6s"
        assert prompt(at(OFF, "234m45699p23499s", "0: 5z; 1: 9s")) == "p pon 9s  Esc pass"

    @pytest.mark.parametrize(
        ("key", "reason"),
        [
            ("tsumo", t("desk.refused", action="Tsumo", reason=t("why.no-yaku"))),
            ("riichi", t("desk.refused", action="Riichi", reason=t("why.hand-open"))),
        ],
    )
    def test_why_comes_with_the_key(self, key: str, reason: str) -> None:
        desk = at(OFF, NO_YAKU, OPEN)
        assert make_scene(desk).reason == ""
        assert desk.do(key) is None
        assert make_scene(desk).reason == reason

    def test_tiles_that_may_not_go_are_not_greyed_either(self) -> None:
        desk = at(OFF, "3456m258p369s123z", KUIKAE)
        assert greyed(desk) == ""
        go_to(desk, "3m")
        assert prompt(desk) == "Enter discard 3m"
        assert make_scene(desk).reason == ""
        assert desk.do("confirm") is None
        assert make_scene(desk).reason == t("desk.kuikae", tile="3m")

    def test_the_cursor_does_not_keep_off_them(self) -> None:
        hand, moves = "147m12358p12456s", "0: 9p; 1: 9p; 2: 9p; 3: 6s; 0: chi 4s5s"
        assert under_cursor(at(FULL, hand, moves)) == "2s"
        assert under_cursor(at(OFF, hand, moves)) == "6s"

    def test_in_riichi_nothing_says_what_can_be_thrown(self) -> None:
        desk = go_to(at(OFF, PINFU, "0: draws 1s"), "2m")
        desk.do("riichi")
        assert desk.mode is Mode.RIICHI
        assert (under_cursor(desk), greyed(desk), make_scene(desk).marks) == ("2m", "", ())
        assert make_scene(desk).reason == ""
        assert desk.do("confirm") is None
        assert make_scene(desk).reason == t("desk.refused", action="Riichi", reason=t("why.not-tenpai-after"))
        assert str(press(desk, "last", "confirm")) == "riichi 1s"

    def test_no_marks_no_lines_no_underlines(self) -> None:
        desk = at(OFF, PINFU, FURITEN_TURN)
        scene = make_scene(desk)
        assert (scene.marks, scene.furiten, scene.wait_line, scene.waits) == ((), (), None, ())
        assert (scene.causes, scene.against, scene.reason) == ((), "", "")

    def test_a_win_is_named_and_nothing_more(self) -> None:
        assert make_scene(at(OFF, PINFU, "0: 5z; 1: 9s")).reason == ""
        desk = at(OFF, PINFU, "0: 1z; 1: 2z; 2: 2z; 3: 2z; 0: draws 6s")
        assert (make_scene(desk).reason, make_scene(desk).wait_line) == ("", None)

    def test_a_slip_of_the_finger_does_not_decline_a_tsumo(self) -> None:
        desk = go_to(at(OFF, PINFU, "0: 1z; 1: 2z; 2: 2z; 3: 2z; 0: draws 6s"), "2m")
        assert desk.do("confirm") is None
        assert make_scene(desk).reason == t(
            "warning.tsumo-furiten-short",
            ends=t("furiten.ends-brief-waits-change"),
            key="Enter",
            points=3_900,
        )

    def test_the_log_tells_what_all_could_hear(self) -> None:
        desk = Seated(PINFU, hints=OFF).play("0: 6s; 1: 9s").desk
        assert desk.log[-1] == "Hayai: 9s"
        assert switch(desk, FULL).log[-1] == t("log.no-ron", tile="9s", why="furiten")


class TestMarks:
    def test_everything_but_sentences(self) -> None:
        desk = at(MARKS, PINFU, FURITEN_TURN)
        scene = make_scene(desk)
        assert classed(desk, SafetyClass.CANNOT_LOSE) == "2m"
        assert marked_furiten(desk) == "", "every discard that keeps tenpai keeps the furiten"
        assert " step-back 7s " in (told(desk) or "")
        assert scene.wait_line == "Discard 1s: tenpai: 6s 3, 9s 4 (furiten)"
        assert len(scene.causes) == 1
        assert scene.reason == ""

    def test_what_cannot_be_done_is_greyed_and_says_why(self) -> None:
        desk = at(MARKS, "3456m258p369s123z", KUIKAE)
        assert greyed(desk) == "36m"
        assert (make_scene(desk).wait_line or "").endswith(" from tenpai")
        go_to(desk, "3m")
        assert make_scene(desk).reason == t("desk.kuikae", tile="3m")
        assert make_scene(desk).wait_line is None
        assert f"(t tsumo: {t('why.no-yaku')})" in prompt(at(MARKS, NO_YAKU, OPEN))

    def test_no_word_on_what_a_pass_costs(self) -> None:
        desk = at(MARKS, PINFU, "0: 5z; 1: 9s")
        assert make_scene(desk).reason == ""
        desk.do("right")
        assert make_scene(desk).reason == ""
        desk = at(MARKS, "234m22456p234s55z", "0: 9s; 1: 5z")
        desk.do("right")
        assert make_scene(desk).reason == ""
        desk = at(MARKS, PINFU, "0: 1z; 1: 2z; 2: 2z; 3: 2z; 0: draws 6s")
        assert make_scene(desk).reason == ""
        press(desk, "cancel", "cancel")
        assert make_scene(desk).reason == ""

    def test_forms_of_a_call_are_still_told_apart(self) -> None:
        desk = at(MARKS, "3467m258p369s123z", "0: 5z; 1: 1z; 2: 1z; 3: 5m")
        desk.do("chi")
        assert make_scene(desk).reason == t("desk.form", action="Chi", own="3m 4m", tile="5m")


class TestChange:
    def test_in_the_middle_of_a_turn(self) -> None:
        desk = go_to(at(FULL, PINFU, FURITEN_TURN), "4s")
        switch(desk, OFF)
        assert (under_cursor(desk), make_scene(desk).marks, make_scene(desk).reason) == (
            "4s",
            (),
            "",
        )
        switch(desk, MARKS)
        assert marked_furiten(desk) == ""
        switch(desk, FULL)
        assert make_scene(desk).reason.startswith(f"Discard 4s: {t('desk.furiten-keeps')}")

    def test_at_a_claim_the_cursor_stays_on_its_button(self) -> None:
        desk = at(FULL, "234m45699p23499s", "0: 5z; 1: 9s")
        assert prompt(desk) == f"(o ron 9s: {t('why.no-yaku')})  p pon 9s  Esc pass"
        desk.do("left")
        assert under_cursor(desk) == "[p]"
        assert prompt(switch(desk, OFF)) == "p pon 9s  Esc pass"
        assert under_cursor(desk) == "[p]"
        switch(desk, FULL)
        assert under_cursor(desk) == "[p]"

    def test_in_the_choice_of_a_riichi_it_leaves_what_is_greyed_now(self) -> None:
        desk = go_to(at(OFF, PINFU, "0: draws 1s"), "2m")
        desk.do("riichi")
        switch(desk, MARKS)
        assert (under_cursor(desk), riichi_marked(desk)) == ("1s", "41s")

    def test_among_forms(self) -> None:
        desk = at(FULL, "3467m258p369s123z", "0: 5z; 1: 1z; 2: 1z; 3: 5m")
        press(desk, "chi", "right")
        switch(desk, OFF)
        assert under_cursor(desk) == "[2]"
        press(desk, "cancel")
        assert under_cursor(desk) == "[c]"

    def test_while_others_play(self) -> None:
        desk = Seated(PINFU).play("0: 6s; 1: 1z").desk
        assert make_scene(desk).furiten
        assert make_scene(switch(desk, OFF)).furiten == ()

    def test_of_the_marks_alone(self) -> None:
        desk = at(FULL, PINFU, FURITEN_TURN)
        desk.change(replace(desk.settings, marks=MarksWhen.NEVER))
        assert classed(desk, SafetyClass.CANNOT_LOSE) == ""
        desk.change(replace(desk.settings, marks=MarksWhen.ALWAYS))
        assert classed(desk, SafetyClass.CANNOT_LOSE) == "2m"
