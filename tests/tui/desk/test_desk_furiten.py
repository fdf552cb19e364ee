"""Furiten at the desk: its line, cause and end, marks and waits, winning tiles that pass, and false tsumo."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import astuple

from ai.reading.furiten_advice import MissedWin
from engine import events as ev
from engine.actions import Refusal
from engine.furiten import Cause, CauseEnd, FuritenKind, Passed
from engine.tiles import RED_FIVES
from tests.support.tui.positions import (
    Seated,
    decide,
    furiten_line,
    go_to,
    marked_furiten,
    press,
    told,
)
from tests.support.tui.texts import discard_line, furiten_after
from tui.desk.scene_maker import make_scene
from tui.i18n import t
from tui.i18n import width as cells
from tui.words.furiten_sentences import _GONE, missed_win_reply
from tui.words.names import REASON_WIDTH, Seating

PINFU = "234m45622p23478s"
"""Waits on 6s and 9s, with pinfu."""
LINES = {
    "a discard": (
        "0: 5z; 1: 1z; 2: 1z; 3: 1z; 0: 6s; 1: 1z",
        "discard 6s 0:2 waits-change, tsumo later, changing 8",
    ),
    "a discard that was called away": (
        "0: 6s; 2: pon 6s6s; 2: 1z",
        "discard 6s 0:1 waits-change, tsumo later, changing 8",
    ),
    "of two own discards the first": (
        "0: 6s; 1: 1z; 2: 1z; 3: 1z; 0: 9s; 1: 1z",
        "discard 6s 0:1 waits-change; discard 9s 0:2 waits-change, tsumo later, changing 8",
    ),
    "riichi on a furiten hand": (
        "0: 6s; 1: 1z; 2: 1z; 3: 1z; 0: riichi 5z; 1: 1z",
        "discard 6s 0:1 hand-ends, tsumo later",
    ),
    "after riichi": (
        "0: riichi 5z; 1: 9s; 2: 1z; 3: 1z; 0: draws 1z",
        "riichi 9s 1:1 hand-ends, tsumo later",
    ),
    "a draw let go after riichi": (
        "0: riichi 5z; 1: 1z; 2: 1z; 3: 1z; 0: 9s'; 1: 1z; 2: 2z; 3: 2z; 0: draws 1z",
        "riichi 9s 0:0 hand-ends, tsumo later",
    ),
    "further tiles": (
        "0: riichi 5z; 1: 9s; 2: 6s; 3: 1z; 0: draws 1z",
        "riichi 9s 1:1 hand-ends; riichi 6s 2:1 hand-ends, tsumo later",
    ),
    "the tile that passed first": (
        "0: riichi 5z; 1: 9s; 2: 9s; 3: 1z; 0: draws 1z",
        "riichi 9s 1:1 hand-ends, tsumo later",
    ),
    "the kan that was not robbed": (
        "0: riichi 5z; 1: 9s; 2: pon 9s9s; 2: 1z; 3: 1z; 0: 1z; 1: 2z; 2: kakan 9s; 2: 3z; 3: 3z"
        "; 0: draws 4z",
        "riichi 9s 1:1 hand-ends, tsumo later",
    ),
}


class TestTheLine:
    """Between turns, or once the decision after the pass has been made."""

    @pytest.mark.parametrize("name", LINES)
    def test_it_tells_cause_and_end(self, name: str) -> None:
        moves, line = LINES[name]
        before, draws, tile = moves.partition("; 0: draws ")
        seated = Seated(PINFU).play(before)
        if draws:
            decide(seated, f"0: draws {tile}")
        assert told(seated.desk) == line

    def test_in_riichi_a_tile_that_passed_comes_before_a_draw_let_go_later(self) -> None:
        seated = Seated(PINFU).play("0: riichi 5z; 1: 9s; 2: 1z; 3: 1z")
        desk = seated.offered("0: draws 6s")
        press(desk, "cancel", "cancel")
        assert make_scene(desk).reason == discard_line("6s", t("desk.declines"), t("desk.furiten-keeps"))
        desk.do("confirm")
        seated.play("0: 6s'; 1: 1z; 2: 2z; 3: 2z")
        decide(seated, "0: draws 1z")
        assert told(desk) == "riichi 9s 1:1 hand-ends; riichi 6s 0:0 hand-ends, tsumo later"


class TestTheWayOut:
    """On the own turn the line says what ends it, and what that costs against the present wait."""

    def test_temporary_ends_with_the_discard_that_keeps_the_wait(self) -> None:
        seated = Seated(PINFU).play("0: 5z; 1: 9s; 2: 1p")
        desk = seated.offered("3: 2p")
        assert str(desk.do("pass")) == "pass"
        desk = seated.offered("0: draws 1z")
        assert told(desk) == "temporary 9s 1:1 own-discard, tsumo later, next-discard East 69s 7"
        seated.play("0: 1z")
        assert furiten_line(desk) is None

    def test_where_no_discard_ends_it_the_line_says_so(self) -> None:
        """Complete without a yaku: every discard that keeps tenpai waits on a tile of the pond."""
        desk = Seated("23499m456p33678s").offered(
            "0: 1z; 1: 9m; 0: pon 9m9m; 0: 6s; 1: 1z; 2: 1z; 3: 1z; 0: draws 9s"
        )
        assert told(desk) == "discard 6s 0:2 waits-change, tsumo none, stuck"


class TestTheMark:
    def test_a_discard_that_makes_the_hand_furiten_is_marked_before_it_is_made(self) -> None:
        desk = Seated("23m456p22p234s68s5z").offered("0: 1m; 1: 4z; 2: 9m; 3: 1z; 0: draws 7s")
        assert marked_furiten(desk) == "5z", "the wait would be 1m 4m; other discards leave no tenpai"
        assert make_scene(go_to(desk, "5z")).reason == discard_line("White", furiten_after("1m", "short"))

    def test_where_tenpai_keeps_the_furiten_no_tile_is_marked_and_the_line_says_it(self) -> None:
        """1s and 4s keep tenpai and the wait of which a tile is out; other discards leave no tenpai."""
        desk = Seated("234m45622p23478s").offered("0: 6s; 1: 1z; 2: 1z; 3: 1z; 0: draws 1s")
        assert marked_furiten(desk) == ""
        assert make_scene(desk).reason == discard_line("1s", furiten_after("6s", "keeps"))

    def test_a_discard_that_ends_it_is_not_marked(self) -> None:
        """6s is out; without 7s the hand waits on the pairs 2p and 8s instead."""
        desk = Seated("234m22456p23478s").offered("0: 6s; 1: 1z; 2: 1z; 3: 1z; 0: draws 8s")
        assert furiten_line(desk) is not None
        assert marked_furiten(desk) == "88s"
        go_to(desk, "7s")
        assert make_scene(desk).wait_line == "Discard 7s: tenpai: 2p 2 left, 8s 2 left"
        assert make_scene(desk).reason == ""


class TestWaits:
    def test_left_furiten_and_no_yaku_beside_each(self) -> None:
        desk = Seated("234m45678p99s555z").play("0: 1z; 1: 3p; 2: 6p; 3: 1z").desk
        assert make_scene(desk).wait_line == t(
            "desk.beside", note="furiten", text=t("desk.tenpai", waits="3p 3, 6p 2, 9p 4")
        )
        assert list(map(astuple, make_scene(desk).waits)) == [
            (11, 3, "furiten"),
            (14, 2, "furiten"),
            (17, 4, "furiten"),
        ]

    def test_riichi_is_the_yaku_that_a_closed_hand_lacked(self) -> None:
        desk = Seated("234m456p23478s11z").offered("0: draws 5z")
        assert make_scene(desk).wait_line == "Discard White: tenpai: 6s 4, 9s 4 (ron: no yaku)"
        desk.do("riichi")
        assert make_scene(desk).wait_line == "Discard White: tenpai: 6s 4 left, 9s 4 left"

    def test_the_own_turn_shows_what_the_discard_under_the_cursor_would_leave(self) -> None:
        desk = Seated(PINFU).offered("0: 5z; 1: 1z; 2: 1z; 3: 1z; 0: draws 9p")
        assert make_scene(desk).wait_line == "Discard 9p: tenpai: 6s 4 left, 9s 4 left"
        go_to(desk, "2m")
        assert make_scene(desk).wait_line == f"Discard 2m: {t('desk.shanten', count=1)}"
        assert make_scene(desk).waits == ()

    def test_in_riichi_a_declined_win_is_not_furiten_before_the_tile_is_discarded(self) -> None:
        desk = Seated(PINFU).offered("0: riichi 5z; 1: 1z; 2: 1z; 3: 1z; 0: draws 9s")
        press(desk, "cancel", "cancel")
        assert make_scene(desk).wait_line == t("desk.tenpai", waits="6s 4 left, 9s 3 left")
        assert make_scene(desk).furiten == ()
        assert t("desk.furiten-itself") in make_scene(desk).reason

    def test_a_tile_on_offer_is_still_there(self) -> None:
        desk = Seated("234m456p234s5553z").offered("0: 9m; 1: 3z")
        assert make_scene(desk).wait_line == t("desk.tenpai", waits=f"West 3 left, {t('desk.on-offer')}")
        assert list(map(astuple, make_scene(desk).waits)) == [(29, 3, "1 on offer")]
        desk.event(ev.Tsumo(2, "?"))
        assert make_scene(desk).wait_line == t(
            "desk.tenpai", waits=t("desk.beside", note="furiten", text=t("desk.wait", count=2, tile="West"))
        )

    def test_beside_other_waits_the_tile_on_offer_is_told_apart(self) -> None:
        desk = Seated(PINFU).offered("0: 5z; 1: 9s")
        assert make_scene(desk).wait_line == t(
            "desk.tenpai", waits="6s 4 left, 9s 4 left, 1 of them on offer"
        )

    def test_a_tile_that_cannot_be_won_on_is_gone(self) -> None:
        desk = Seated("234m45699p23499s").offered("0: 5z; 1: 9s")
        assert make_scene(desk).wait_line == t(
            "desk.beside", note="furiten, ron: no yaku", text=t("desk.tenpai", waits="9p 2, 9s 1")
        )

    def test_before_tenpai_it_tells_the_distance(self) -> None:
        desk = Seated("147m258p369s1234z").play("0: draws 1m").desk
        assert make_scene(desk).wait_line is None, "14 tiles, and not the person's decision yet"
        desk.offer()
        assert make_scene(desk).wait_line == f"Discard 1m: {t('desk.shanten', count=6)}"


NO_YAKU = "234m456p23478s11z"
"""Waits on 6s and 9s, with no yaku by ron."""
LET_GO = "temporary 9s 1:1 own-discard, tsumo later, missed 9s passed"
ALREADY = "discard 6s 0:1 waits-change; temporary 9s 1:1 own-discard, tsumo later, missed 9s furiten"
WANT = "temporary 9s 1:1 own-discard, tsumo later, missed 9s no-yaku"


class TestLetGo:
    def test_a_call_instead_lets_it_go_too(self) -> None:
        desk = Seated("234m22456p234s55z").offered("0: 9s; 1: 5z")
        press(desk, "pon", "pon")
        assert told(desk) == "temporary White 1:1 own-discard, tsumo later, missed White passed"

    def test_until_the_next_decision_is_made(self) -> None:
        seated = Seated(PINFU)
        press(seated.offered("0: 5z; 1: 9s"), "pass", "pass")
        seated.play("2: 1z; 3: 1z")
        assert told(seated.desk) == LET_GO
        desk = seated.offered("0: draws 1z")
        assert told(desk) == LET_GO, "the person has not decided yet"
        desk.do("confirm")
        assert told(desk) == "temporary 9s 1:1 own-discard, tsumo later, next-discard East 69s 7"
        seated.play("0: 1z")
        assert furiten_line(desk) is None

    def test_the_own_draw_after_riichi(self) -> None:
        seated = Seated(PINFU).play("0: riichi 5z; 1: 1z; 2: 1z; 3: 1z")
        desk = seated.offered("0: draws 9s")
        press(desk, "cancel", "cancel", "confirm")
        seated.play("0: 9s'")
        assert told(desk) == "riichi 9s 0:0 hand-ends, tsumo later, missed 9s passed"

    def test_a_riichi_tile_has_gone_by_once_the_riichi_is_accepted(self) -> None:
        assert told(Seated(PINFU).play("0: 5z; 1: riichi 9s").desk) == LET_GO


class TestRefused:
    def test_it_stays_until_the_next_decision_is_made(self) -> None:
        seated = Seated(NO_YAKU).play("0: 5z; 1: 9s; 2: 1z; 3: 2z")
        assert told(seated.desk) == WANT
        desk = seated.offered("0: draws 9m")
        assert told(desk) == WANT
        desk.do("confirm")
        seated.play("0: 9m'")
        assert furiten_line(desk) is None

    def test_a_call_offered_on_the_same_tile_does_not_wipe_it_out(self) -> None:
        desk = Seated("234m45699p23499s").offered("0: 5z; 1: 9s")
        assert told(desk) == WANT
        desk.do("pass")
        assert told(desk) == WANT

    def test_on_the_own_turn_the_way_out_is_more_urgent(self) -> None:
        seated = Seated(PINFU).play("0: 6s; 1: 9s; 2: 1z; 3: 2z")
        assert told(seated.desk) == f"{ALREADY}, before discard 6s"
        desk = seated.offered("0: draws 8s")
        assert (
            told(desk)
            == "discard 6s 0:1 waits-change; temporary 9s 1:1 own-discard, tsumo later, change-wait 7s 2p8s 4"
        )


def gone(who: str, tile: str, cost: str, why: str, by: str = "") -> str:
    """The answer to a ron on a tile that is gone; ``by`` is the tile that made the hand furiten before."""
    told = t(f"furiten.gone-{why}", tile=by)
    return t("furiten.gone", who=who, tile=tile, cost=cost, why=told)


class TestAsked:
    """``o`` when there is no tile to claim any more: what became of the last one."""

    @pytest.mark.parametrize(
        ("moves", "sentence"),
        [
            (
                "0: 6s; 1: 9s; 2: 1z",
                gone("Hayai", "9s", f"Furiten {t('furiten.ends-waits-change')}", "discard", by="6s"),
            ),
            (
                "0: riichi 5z; 1: 9s; 2: 6s; 3: 1z",
                gone("Mamori", "6s", "Furiten to the end of the hand", "passed", by="9s"),
            ),
            (
                "0: riichi 5z; 1: 1z; 2: 1z; 3: 1z; 0: 9s'; 1: 1z",
                gone(t("furiten.from-draw"), "9s", "Furiten to the end of the hand", "let-go"),
            ),
        ],
    )
    def test_whatever_the_furiten(self, moves: str, sentence: str) -> None:
        desk = Seated(PINFU).play(moves).desk
        desk.do("ron")
        assert make_scene(desk).reason == sentence

    def test_the_next_decision_wipes_it_away(self) -> None:
        seated = Seated(NO_YAKU)
        seated.play("0: 5z; 1: 9s").desk.do("ron")
        desk = seated.offered("2: 1z; 3: 1z; 0: draws 9m")
        assert make_scene(desk).reason == ""

    @pytest.mark.usefixtures("language")
    def test_every_wording_fits(self) -> None:
        names = Seating(("You", "Longest name", "Longest name", "Longest name"), 0)
        for why in (None, *_GONE):
            for ends in CauseEnd:
                cause = Cause(FuritenKind.RIICHI, RED_FIVES[1], 1, 18, ends, Passed.DISCARD)
                refusal = None if why is None else Refusal(why)
                view: Any = SimpleNamespace(furiten=(cause,))
                sentence = missed_win_reply(MissedWin(cause, refusal), view, names)
                assert cells(sentence) <= REASON_WIDTH, sentence


ROW = 100
OPEN = "23m45622p23478s9p"
"""Chi of 1m leaves it waiting on 6s and 9s, with no yaku at all."""
CALLED = "0: 2z; 1: 9m; 2: 9m; 3: 1m; 0: chi 2m3m; 0: 9p;"


def test_an_open_hand_without_a_yaku_cannot_win_by_tsumo_either() -> None:
    desk = Seated(OPEN).play(f"{CALLED} 1: 9s; 2: 1z").desk
    line = furiten_line(desk, ROW)
    assert line is not None
    assert (told(desk) or "").endswith("tsumo none, missed 9s no-yaku")
    assert t("furiten.tsumo-later") not in line


HALF = "23m45622p34567s9p"
"""Chi of 2s leaves simples that wait on 1m, which has no yaku, and on 4m."""


def test_the_line_names_the_tiles_of_a_tsumo_where_not_every_wait_has_a_yaku() -> None:
    desk = Seated(HALF).play("0: 2z; 1: 9m; 2: 9m; 3: 2s; 0: chi 3s4s; 0: 9p; 1: 1m; 2: 1z").desk
    line = furiten_line(desk, ROW) or ""
    assert (told(desk) or "").endswith("tsumo later, missed 1m no-yaku")
    assert line.endswith(t("furiten.tsumo-on", tiles="4m"))


def test_passing_the_last_tile() -> None:
    seated = Seated(PINFU).play("0: 5z")
    seated.view.table.live = 1
    desk = seated.offered("1: 9s")
    desk.do("right")
    assert "tsumo" not in make_scene(desk).reason
