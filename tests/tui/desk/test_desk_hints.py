"""Help at the desk: the levels of hints, and the coach that stops a choice once."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from ai.coach import Better, Caution, CautionKind
from ai.reading.estimates import AcceptedTile
from ai.reading.safety_reasons import SafetyClass
from engine.actions import ActionKind
from engine.furiten import Cause, CauseEnd, FuritenKind
from engine.tiles import parse_tile
from tests.support.tui.positions import (
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
from tests.support.tui.texts import refusal
from tui.config.actions import BY_ID
from tui.config.settings import HintLevel, OnOff
from tui.desk.choice import Mode
from tui.desk.desk import Desk
from tui.desk.scene_maker import make_scene
from tui.i18n import Language, t
from tui.i18n import width as cells
from tui.words.names import REASON_WIDTH
from tui.words.warnings import warning

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
    def test_what_cannot_be_done_is_not_on_the_prompt(self) -> None:
        assert prompt(at(OFF, NO_YAKU, OPEN)) == "Enter discard 6s"
        assert prompt(at(OFF, "234m45699p23499s", "0: 5z; 1: 9s")) == "p pon 9s  Esc pass"

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
        assert make_scene(desk).reason == refusal("Riichi", "not-tenpai-after")
        assert str(press(desk, "last", "confirm")) == "riichi 1s"

    def test_no_marks_no_lines_no_underlines(self) -> None:
        desk = at(OFF, PINFU, FURITEN_TURN)
        scene = make_scene(desk)
        assert (scene.marks, scene.furiten, scene.wait_line, scene.waits) == ((), (), None, ())
        assert (scene.causes, scene.against, scene.reason) == ((), "", "")

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

    def test_forms_of_a_call_are_still_told_apart(self) -> None:
        desk = at(MARKS, "3467m258p369s123z", "0: 5z; 1: 1z; 2: 1z; 3: 5m")
        desk.do("chi")
        assert make_scene(desk).reason == t("desk.form", action="Chi", own="3m 4m", tile="5m")


class TestChange:
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


FURITEN = "23456m22678p568s"
"""After 4s and 7m: 8s leaves 4s 7s, and 4s was thrown; 5s leaves 7s alone, which is free. No 4s is left."""
THROWN = "0: 4s; 1: 4s'; 2: 4s'; 3: 4s'; 0: draws 7m"
PINFU_LATE = "234m456m22678p45s"
RON = "0: 1z; 1: 6s"


def coached(hand: str, moves: str, **position: object) -> Desk:
    return Seated(hand, coach=OnOff.ON, **position).offered(moves)  # type: ignore[arg-type]


class TestFuritenDiscard:
    def test_a_click_elsewhere_goes_back(self) -> None:
        desk = go_to(coached(FURITEN, THROWN), "8s")
        press(desk, "confirm")
        assert desk.click_tile(0) is None
        assert not desk.warned

    def test_nothing_is_said_without_the_coach(self) -> None:
        desk = go_to(Seated(FURITEN).offered(THROWN), "8s")
        assert str(desk.do("confirm")) == "discard 8s"

    def test_it_speaks_where_hints_are_off(self) -> None:
        desk = go_to(coached(FURITEN, THROWN, hints=HintLevel.OFF), "8s")
        assert desk.do("confirm") is None
        assert make_scene(desk).reason.startswith("Furiten: ")

    def test_turned_off_in_the_middle_of_a_choice(self) -> None:
        desk = go_to(coached(FURITEN, THROWN), "8s")
        press(desk, "confirm")
        desk.change(type(desk.settings)(coach=OnOff.OFF))
        assert not desk.warned
        assert str(go_to(desk, "8s").do("confirm")) == "discard 8s"


class TestRiichi:
    def test_on_a_furiten_wait(self) -> None:
        desk = coached(FURITEN, THROWN)
        desk.do("riichi")
        go_to(desk, "8s")
        assert desk.do("confirm") is None
        said = t(
            "warning.riichi-short",
            better="5s",
            key="Enter",
            why=t("warning.thrown", tile="4s"),
        )
        assert make_scene(desk).reason == said
        action = desk.do("confirm")
        assert action is not None
        assert action.kind is ActionKind.RIICHI


class TestWinsLetGo:
    def test_escape_goes_back_from_another_key(self) -> None:
        desk = coached(PINFU_LATE, RON)
        press(desk, "pass")
        assert desk.do("cancel") is None
        assert not desk.warned
        assert desk.waiting
        assert str(desk.do("ron")) == "ron 6s"

    def test_a_tsumo_given_up_for_a_kan(self) -> None:
        desk = coached("111123m456789p9s", "0: 1z; 1: 2z; 2: 2z; 3: 2z; 0: draws 9s")
        assert desk.do("kan") is None
        assert desk.warned
        assert make_scene(desk).reason == t("warning.tsumo", tile="9s", points=2_100, key="k")
        action = desk.do("kan")
        assert action is not None
        assert action.kind is ActionKind.CLOSED_KAN


REDS_AND_HONOURS = Caution(
    kind=CautionKind.FURITEN,
    tile=parse_tile("0p"),
    waits=tuple(AcceptedTile(kind, 2) for kind in range(9)),
    causes=(Cause(FuritenKind.DISCARD, parse_tile("4z"), 0, 3, CauseEnd.WAITS_CHANGE),),
    better=Better(parse_tile("0s"), (AcceptedTile(3, 2), AcceptedTile(30, 1)), 3),
    points=48_000,
)
"""As long as it can get: nine waits, a red five and honours."""


@pytest.mark.parametrize("kind", CautionKind)
@pytest.mark.parametrize("name", ["confirm", "cancel", "pass"])
@pytest.mark.parametrize("free", [True, False], ids=["better", "nothing better"])
def test_every_line_fits(kind: CautionKind, name: str, free: bool, language: Language) -> None:
    if kind in (CautionKind.LATER, CautionKind.KAN) and not free:
        pytest.skip("there is always something better")
    said = replace(REDS_AND_HONOURS, kind=kind, better=REDS_AND_HONOURS.better if free else None)
    line = warning(said, name)
    assert cells(line) <= REASON_WIDTH, line
    assert {"en": f"{BY_ID[name].key} again", "ja": f"もう一度{BY_ID[name].key}で"}[language] in line
