"""A winning tile that passes: the furiten line says so at once, why it was not won on, and what that did."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from ai.reading.missed_wins import MissedWin
from engine import events as ev
from engine.actions import Refusal
from engine.furiten import Cause, Ends, FuritenKind, Passed
from engine.tiles import RED_FIVES
from tests.support.tui.desk_positions import TENHOU, WRC, Seated, furiten_line, press, told
from tui.config.settings import HintLevel
from tui.desk.scene_maker import make_scene
from tui.i18n.texts import t
from tui.words.furiten import _GONE, missed_win_reply
from tui.words.seating import Seating
from tui.words.tiles import REASON_WIDTH

PINFU = "234m45622p23478s"
"""Waits on 6s and 9s, with pinfu."""
NO_YAKU = "234m456p23478s11z"
"""Waits on 6s and 9s, with no yaku by ron."""
WIDE = 82
LET_GO = "temporary 9s 1:1 own-discard, tsumo later, missed 9s passed"
ALREADY = "discard 6s 0:1 waits-change; temporary 9s 1:1 own-discard, tsumo later, missed 9s furiten"
RIICHI_ALREADY = "riichi 9s 1:1 hand-ends; riichi 6s 2:1 hand-ends, tsumo later, missed 6s furiten"
WANT = "temporary 9s 1:1 own-discard, tsumo later, missed 9s no-yaku"


class TestLetGo:
    def test_nothing_while_it_can_still_be_won_on(self) -> None:
        desk = Seated(PINFU).offered("0: 5z; 1: 9s")
        assert furiten_line(desk) is None
        assert make_scene(desk).causes == ()

    def test_at_once_with_the_pass(self) -> None:
        desk = Seated(PINFU).offered("0: 5z; 1: 9s")
        press(desk, "pass", "pass")
        assert told(desk) == LET_GO

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

    def test_a_decision_about_another_tile_counts_as_one(self) -> None:
        seated = Seated(PINFU)
        press(seated.offered("0: 5z; 1: 9s"), "pass", "pass")
        desk = seated.offered("2: 2p")
        assert told(desk) == LET_GO
        desk.do("pass")
        assert told(desk) == "temporary 9s 1:1 own-discard, tsumo later"

    def test_after_riichi_it_costs_the_hand(self) -> None:
        desk = Seated(PINFU).offered("0: riichi 5z; 1: 9s")
        press(desk, "pass", "pass")
        assert told(desk) == "riichi 9s 1:1 hand-ends, tsumo later, missed 9s passed"

    def test_the_own_draw_after_riichi(self) -> None:
        seated = Seated(PINFU).play("0: riichi 5z; 1: 1z; 2: 1z; 3: 1z")
        desk = seated.offered("0: draws 9s")
        press(desk, "cancel", "cancel", "confirm")
        seated.play("0: 9s'")
        assert told(desk) == "riichi 9s 0:0 hand-ends, tsumo later, missed 9s passed"

    def test_an_added_kan_that_was_not_robbed(self) -> None:
        seated = Seated(PINFU).play("0: 9m; 1: 9s; 2: pon 9s9s; 2: 1z; 3: 1z; 0: 1z; 1: 2z")
        press(seated.offered("2: kakan 9s"), "pass", "pass")
        assert told(seated.desk) == "temporary 9s 2:0 own-discard, tsumo later, missed 9s passed"
        assert [(cause.kind, cause.seat) for cause in make_scene(seated.desk).causes] == [
            (FuritenKind.TEMPORARY, 2)
        ]

    def test_a_closed_kan_under_thirteen_orphans(self) -> None:
        seated = Seated("19m19p19s1234567z", rules=replace(WRC, orphans_rob_closed_kan=True))
        press(seated.offered("0: 5m; 1: 5m; 2: ankan 1s1s1s1s"), "pass", "pass")
        assert told(seated.desk) == "temporary 1s 2:0 own-discard, tsumo later, missed 1s passed"

    def test_a_game_taken_up_again_tells_it_too(self) -> None:
        """The events of the past come without anybody being asked."""
        assert told(Seated(PINFU).play("0: 5z; 1: 9s; 2: 1z").desk) == LET_GO

    def test_a_riichi_tile_has_gone_by_once_the_riichi_is_accepted(self) -> None:
        assert told(Seated(PINFU).play("0: 5z; 1: riichi 9s").desk) == LET_GO


class TestRefused:
    def test_for_want_of_a_yaku_at_once(self) -> None:
        seated = Seated(NO_YAKU).play("0: 5z; 1: 9s")
        assert not seated.desk.offer(), "nobody asks"
        assert told(seated.desk) == WANT
        assert seated.desk.log[-1] == t("log.no-ron", tile="9s", why="no yaku")

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

    def test_furiten_already(self) -> None:
        seated = Seated(PINFU).play("0: 6s; 1: 9s")
        assert told(seated.desk) == f"{ALREADY}, before discard 6s"
        assert seated.desk.log[-1] == t("log.no-ron", tile="9s", why="furiten")

    def test_after_riichi_a_second_one(self) -> None:
        desk = Seated(PINFU).play("0: riichi 5z; 1: 9s; 2: 6s").desk
        assert told(desk) == f"{RIICHI_ALREADY}, before riichi 9s"

    def test_on_the_own_turn_the_way_out_is_more_urgent(self) -> None:
        seated = Seated(PINFU).play("0: 6s; 1: 9s; 2: 1z; 3: 2z")
        assert told(seated.desk) == f"{ALREADY}, before discard 6s"
        desk = seated.offered("0: draws 8s")
        assert (
            told(desk)
            == "discard 6s 0:1 waits-change; temporary 9s 1:1 own-discard, tsumo later, change-wait 7s 2p8s 4"
        )

    def test_two_han_needed(self) -> None:
        """Pinfu alone is one han."""
        seated = Seated(PINFU, rules=replace(TENHOU, two_han_minimum_from=5), honba=5)
        seated.play("0: 5z; 1: 9s")
        assert told(seated.desk) == "temporary 9s 1:1 own-discard, tsumo later, missed 9s two-han-minimum"


class TestItsEnd:
    def test_a_call_ends_it_where_the_rules_say_so(self) -> None:
        rules = replace(WRC, calls_end_temporary_furiten=True)
        seated = Seated(NO_YAKU, rules=rules).play("0: 5z; 1: 9s; 2: 1p")
        assert told(seated.desk) == WANT
        seated.play("3: pon 1p1p")
        assert furiten_line(seated.desk) is None

    def test_a_new_hand_forgets_it(self) -> None:
        seated = Seated(NO_YAKU).play("0: 5z; 1: 9s")
        seated.desk.event(Seated("147m258p369s1234z").desk_start)
        assert furiten_line(seated.desk) is None

    def test_so_does_a_win_of_somebody_else(self) -> None:
        seated = Seated(NO_YAKU).play("0: 5z; 1: 9s")
        seated.desk.event(ev.Hora(actor=3, target=1, deltas=[0, -3900, 0, 3900], points=3900))
        assert furiten_line(seated.desk) is None

    @pytest.mark.parametrize("level", [HintLevel.MARKS, HintLevel.FULL])
    def test_it_stands_at_each_level_that_shows_furiten(self, level: HintLevel) -> None:
        assert told(Seated(NO_YAKU, hints=level).play("0: 5z; 1: 9s").desk) == WANT

    def test_and_with_hints_off_nowhere(self) -> None:
        desk = Seated(NO_YAKU, hints=HintLevel.OFF).play("0: 5z; 1: 9s").desk
        assert furiten_line(desk) is None
        assert make_scene(desk).reason == ""
        assert desk.log[-1] == "Hayai: 9s"


class TestAsked:
    """``o`` when there is no tile to claim any more: what became of the last one."""

    ASKED = t(
        "furiten.gone",
        cost="Furiten until your next discard",
        tile="9s",
        who="Hayai",
        why=t("furiten.gone-no-yaku"),
    )

    @pytest.mark.parametrize("level", HintLevel)
    def test_at_once_though_nothing_is_to_be_decided(self, level: HintLevel) -> None:
        desk = Seated(NO_YAKU, hints=level).play("0: 5z; 1: 9s").desk
        assert not desk.offer()
        assert make_scene(desk).reason == "", "the reason comes only after the key is pressed"
        assert desk.do("ron") is None
        assert make_scene(desk).reason == self.ASKED

    @pytest.mark.parametrize("level", HintLevel)
    def test_and_on_the_own_turn_until_the_own_discard(self, level: HintLevel) -> None:
        seated = Seated(NO_YAKU, hints=level)
        desk = seated.offered("0: 5z; 1: 9s; 2: 1z; 3: 1z; 0: draws 9m")
        desk.do("ron")
        assert make_scene(desk).reason == self.ASKED
        seated.play("0: 9m'; 1: 9m; 2: 9m; 3: 9m")
        seated.offered("0: draws 2z").do("ron")
        assert make_scene(desk).reason == t("desk.refused", action="Ron", reason=t("why.no-claim"))

    def test_a_win_that_was_let_go(self) -> None:
        seated = Seated(PINFU, hints=HintLevel.OFF)
        press(seated.offered("0: 5z; 1: 9s"), "pass", "pass")
        desk = seated.offered("2: 2p")
        desk.do("pass")
        assert not desk.waiting
        desk.do("ron")
        assert make_scene(desk).reason == (
            t(
                "furiten.gone",
                cost="Furiten until your next discard",
                tile="9s",
                who="Hayai",
                why=t("furiten.gone-let-go"),
            )
        )

    @pytest.mark.parametrize(
        ("moves", "sentence"),
        [
            (
                "0: 6s; 1: 9s; 2: 1z",
                t(
                    "furiten.gone",
                    cost=f"Furiten {t('furiten.ends-waits-change')}",
                    tile="9s",
                    who="Hayai",
                    why=t("furiten.gone-discard", tile="6s"),
                ),
            ),
            (
                "0: riichi 5z; 1: 9s; 2: 6s; 3: 1z",
                t(
                    "furiten.gone",
                    cost="Furiten to the end of the hand",
                    tile="6s",
                    who="Mamori",
                    why=t("furiten.gone-passed", tile="9s"),
                ),
            ),
            (
                "0: riichi 5z; 1: 1z; 2: 1z; 3: 1z; 0: 9s'; 1: 1z",
                t(
                    "furiten.gone",
                    cost="Furiten to the end of the hand",
                    tile="9s",
                    who=t("furiten.from-draw"),
                    why=t("furiten.gone-let-go"),
                ),
            ),
        ],
    )
    def test_whatever_the_furiten(self, moves: str, sentence: str) -> None:
        desk = Seated(PINFU).play(moves).desk
        desk.do("ron")
        assert make_scene(desk).reason == sentence

    def test_nothing_has_passed(self) -> None:
        desk = Seated(PINFU).play("0: 5z; 1: 1z").desk
        desk.do("ron")
        assert make_scene(desk).reason == t(
            "desk.refused", action="Ron", reason=t("why.waits-elsewhere", tiles="6s 9s")
        )
        desk.do("pon")
        assert make_scene(desk).reason == t(
            "desk.refused", action="Ron", reason=t("why.waits-elsewhere", tiles="6s 9s")
        ), "other keys mean nothing now"

    def test_the_next_decision_wipes_it_away(self) -> None:
        seated = Seated(NO_YAKU)
        seated.play("0: 5z; 1: 9s").desk.do("ron")
        desk = seated.offered("2: 1z; 3: 1z; 0: draws 9m")
        assert make_scene(desk).reason == ""

    def test_every_wording_fits(self) -> None:
        names = Seating(("You", "Longest name", "Longest name", "Longest name"), 0)
        for why in (None, *_GONE):
            for ends in Ends:
                cause = Cause(FuritenKind.RIICHI, RED_FIVES[1], 1, 18, ends, Passed.DISCARD)
                refusal = None if why is None else Refusal(why)
                view: Any = SimpleNamespace(furiten=(cause,))
                sentence = missed_win_reply(MissedWin(cause, refusal), view, names)
                assert len(sentence) <= REASON_WIDTH, sentence
