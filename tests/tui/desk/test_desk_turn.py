"""The own turn at the desk: the cursor among the tiles, riichi, kans, and what is greyed and why."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from ai.reading.outlook import Outlook
from engine.actions import ActionKind
from engine.rules import Ruleset
from engine.tiles import NAMES, TILE_OF, format_tiles
from tests.support.tui.desk_positions import (
    TENHOU,
    WRC,
    Seated,
    footer,
    go_to,
    greyed,
    press,
    prompt,
    riichi_marked,
    under_cursor,
)
from tui.config.settings import HintLevel
from tui.desk.decision_options import Mode
from tui.desk.scene_maker import make_scene
from tui.i18n.layout import join_clauses
from tui.i18n.layout import width as cells
from tui.i18n.texts import t
from tui.words.tiles import REASON_WIDTH

PINFU = "234m45622p23478s"
"""Waits on 6s and 9s, with pinfu."""
FAR = "147m258p369s1234z"
NINE_KINDS = "145679m19p19s123z"


def test_the_cursor_stands_on_the_drawn_tile_and_enter_discards_it() -> None:
    desk = Seated(FAR).offered("0: draws 5m")
    assert under_cursor(desk) == "5m"
    assert prompt(desk) == "Enter discard 5m"
    action = desk.do("confirm")
    assert action is not None
    assert str(action) == "discard 5m"
    assert action.tsumogiri
    assert not desk.waiting


def test_arrows_walk_over_all_tiles_and_round_the_ends() -> None:
    desk = Seated(FAR).offered("0: draws 5m")
    seen = []
    for _ in range(14):
        desk.do("right")
        seen.append(under_cursor(desk))
    assert seen == ["1m", "4m", "7m", "2p", "5p", "8p", "3s", "6s", "9s", "1z", "2z", "3z", "4z", "5m"]
    assert press(desk, "left") is None
    assert under_cursor(desk) == "4z"
    assert press(desk, "last") is None
    assert under_cursor(desk) == "5m"
    assert press(desk, "first", "confirm") is not None


def test_a_tile_like_the_drawn_one_is_discarded_out_of_the_hand() -> None:
    desk = Seated(FAR).offered("0: draws 1m")
    action = press(desk, "first", "confirm")
    assert action is not None
    assert (str(action), action.tsumogiri) == ("discard 1m", False)


def test_a_click_chooses_a_tile_and_a_second_one_takes_it() -> None:
    desk = Seated(FAR).offered("0: draws 5m")
    assert desk.click_tile(3) is None
    assert under_cursor(desk) == "2p"
    assert str(desk.click_tile(3)) == "discard 2p"
    assert desk.click_tile(3) is None, "no longer the person's decision"


def test_a_click_beside_the_hand_does_nothing() -> None:
    desk = Seated(FAR).offered("0: draws 5m")
    assert desk.click_tile(14) is None
    assert under_cursor(desk) == "5m"


def test_nothing_can_be_done_while_others_play() -> None:
    desk = Seated(FAR).play("0: 5m; 1: draws 5z").desk
    assert not desk.waiting
    for action in ("confirm", "left", "pass", "riichi", "ron", "form-1", "help"):
        assert desk.do(action) is None
    assert make_scene(desk).cursor is None
    assert make_scene(desk).prompt == ()
    assert footer(desk) == (
        t("desk.foot-watch") + "  ? help  h why  s settings  q quit  l log  : " + t("action.palette")
    )


def test_copies_of_the_tile_under_the_cursor_are_lit() -> None:
    desk = Seated(FAR).offered("0: draws 5m")
    assert make_scene(desk).lit == {4}
    go_to(desk, "1z")
    assert make_scene(desk).lit == {27}


class TestRiichi:
    def test_only_tiles_that_keep_tenpai_can_be_chosen_and_each_shows_its_waits(self) -> None:
        desk = Seated("234m45622p23478s").offered("0: draws 1s")
        assert prompt(desk) == "Enter discard 1s  r riichi"
        assert desk.do("riichi") is None
        assert desk.mode is Mode.RIICHI
        assert greyed(desk) == "234m22456p2378s"
        assert riichi_marked(desk) == "41s"
        assert under_cursor(desk) == "1s"
        assert make_scene(desk).wait_line == "Discard 1s: tenpai: 6s 4 left, 9s 4 left"
        assert desk.do("right") is None
        assert under_cursor(desk) == "4s"
        assert str(desk.do("confirm")) == "riichi 4s"

    def test_the_cursor_moves_to_a_tile_that_keeps_tenpai(self) -> None:
        desk = go_to(Seated(PINFU).offered("0: draws 1s"), "2m")
        desk.do("riichi")
        assert under_cursor(desk) == "1s"

    def test_the_cursor_starts_on_the_best_wait(self) -> None:
        """Two sides are furiten; the closed wait with half as many tiles is not."""
        desk = Seated("356m123456789p9s").offered("0: 7m; 1: 7m; 2: 7m; 3: 7m; 0: draws 9s")
        assert under_cursor(desk) == "9s"
        desk.do("riichi")
        assert under_cursor(desk) == "6m"
        assert str(desk.do("confirm")) == "riichi 6m"

    def test_the_cursor_stays_where_the_player_put_it(self) -> None:
        desk = Seated("356m123456789p9s").offered("0: 7m; 1: 7m; 2: 7m; 3: 7m; 0: draws 9s")
        go_to(desk, "3m").do("riichi")
        assert under_cursor(desk) == "3m"

    def test_the_cursor_stays_on_a_typed_tile(self) -> None:
        desk = Seated("356m123456789p9s").offered("0: 7m; 1: 7m; 2: 7m; 3: 7m; 0: draws 9s")
        assert desk.type_key("3")
        assert desk.type_key("m")
        desk.do("riichi")
        assert under_cursor(desk) == "3m"

    def test_without_hints_the_cursor_stays_too(self) -> None:
        seated = Seated("356m123456789p9s", hints=HintLevel.OFF)
        desk = seated.offered("0: 7m; 1: 7m; 2: 7m; 3: 7m; 0: draws 9s")
        desk.do("riichi")
        assert under_cursor(desk) == "9s"

    def test_all_choices_are_compared_in_the_line(self) -> None:
        desk = Seated("356m123456789p9s").offered("0: 7m; 1: 7m; 2: 7m; 3: 7m; 0: draws 9s")
        desk.do("riichi")
        assert desk.choice is not None
        closed, both = desk.choice.riichi_choices
        assert [each.tile for each in (closed, both)] == [TILE_OF["6m"], TILE_OF["3m"]]
        assert (bool(closed.furiten), bool(both.furiten)) == (False, True)

        def told(choice: Outlook, tile: str, waits: str) -> str:
            points = t("desk.riichi-points", points=choice.win_points[1])
            left = choice.acceptance
            text = t("desk.riichi-full", tile=tile, waits=waits, left=left, points=points)
            return t("desk.riichi-furiten", choice=text) if choice.furiten else text

        chosen = t("desk.riichi-chosen", choice=told(closed, "6m", "4m"))
        compared = join_clauses([chosen, told(both, "3m", "4m 7m")])
        assert make_scene(desk).reason.startswith(t("desk.riichi-compared", choices=compared))

    def test_the_line_fits_however_many_choices_there_are(self) -> None:
        desk = Seated("1112345678999m").offered("0: draws 5m")
        desk.do("riichi")
        assert desk.choice is not None
        assert len(desk.choice.riichi_choices) > 6
        for _ in desk.choice.riichi_choices:
            line = make_scene(desk).reason
            assert cells(line) <= REASON_WIDTH
            tile = under_cursor(desk)
            each = next(each for each in desk.choice.riichi_choices if NAMES[each.tile] == tile)
            chosen = t("desk.riichi-count", tile=tile, left=each.acceptance)
            chosen = t("desk.riichi-furiten", choice=chosen) if each.furiten else chosen
            assert t("desk.riichi-chosen", choice=chosen) in line
            desk.do("right")

    def test_a_greyed_tile_says_why(self) -> None:
        desk = Seated(PINFU).offered("0: draws 1s")
        desk.do("riichi")
        assert desk.click_tile(0) is None
        assert make_scene(desk).reason == t("desk.refused", action="Riichi", reason=t("why.not-tenpai-after"))
        assert desk.click_tile(0) is None
        assert desk.waiting

    def test_escape_leaves_the_choice(self) -> None:
        desk = Seated(PINFU).offered("0: draws 1s")
        assert press(desk, "riichi", "right", "cancel") is None
        assert desk.mode is Mode.TURN
        assert under_cursor(desk) == "1s"
        assert greyed(desk) == ""

    def test_escape_alone_does_nothing_on_the_own_turn(self) -> None:
        desk = Seated(PINFU).offered("0: draws 1s")
        assert desk.do("cancel") is None
        assert desk.waiting

    def test_after_riichi_only_the_drawn_tile(self) -> None:
        desk = Seated(PINFU).offered("0: riichi 5z; 1: 1z; 2: 1z; 3: 1z; 0: draws 9p")
        assert greyed(desk) == "234m22456p23478s"
        go_to(desk, "2m")
        assert make_scene(desk).reason == t(
            "desk.refused", action="Discard", reason=t("why.only-the-drawn-tile")
        )
        assert desk.do("confirm") is None
        assert str(press(desk, "last", "confirm")) == "discard 9p"

    @pytest.mark.parametrize(
        ("moves", "sentence"),
        [
            ("0: draws 9p", t("desk.refused", action="Riichi", reason=t("why.not-tenpai"))),
            (
                "0: 9p; 1: 2z; 0: pon 2z2z; 0: 3s; 1: 1p; 0: draws 9p",
                t("desk.refused", action="Riichi", reason=t("why.hand-open")),
            ),
        ],
    )
    def test_why_not(self, moves: str, sentence: str) -> None:
        desk = Seated("147m258p36s11122z").offered(moves)
        assert desk.do("riichi") is None
        assert make_scene(desk).reason == sentence
        desk.do("left")
        assert make_scene(desk).reason != sentence

    def test_too_few_points_and_too_short_a_wall(self) -> None:
        poor = Seated(PINFU, rules=TENHOU, scores=(900, 33_000, 33_000, 33_100)).offered("0: draws 5z")
        assert prompt(poor) == f"Enter discard White  (r riichi: {t('why.too-few-points', number=1_000)})"
        late = Seated(PINFU, rules=TENHOU)
        late.play("0: draws 5z")
        late.view.table.live = 3
        assert late.desk.offer()
        assert prompt(late.desk) == f"Enter discard White  (r riichi: {t('why.wall-too-short', number=4)})"

    def test_an_open_tenpai_hand_does_not_show_the_riichi_that_nobody_expects(self) -> None:
        desk = Seated("2349m45622p78s55z").offered(
            "0: 1z; 1: 5z; 0: pon 5z5z; 0: 9m; 1: 1m; 2: 1m; 3: 1m; 0: draws 1m"
        )
        assert prompt(desk) == "Enter discard 1m"
        desk.do("riichi")
        assert make_scene(desk).reason == t("desk.refused", action="Riichi", reason=t("why.hand-open"))


class TestAfterACall:
    def test_the_cursor_stands_on_the_last_tile_that_may_go(self) -> None:
        desk = Seated("3456m258p369s123z").offered("0: 9p; 1: 9p; 2: 9p; 3: 6m; 0: chi 4m5m")
        assert greyed(desk) == "36m", "kuikae: the same tile and the other end"
        assert under_cursor(desk) == "3z"
        assert prompt(desk) == "Enter discard West"
        go_to(desk, "3m")
        assert make_scene(desk).reason == t("desk.kuikae", tile="3m")
        assert desk.do("confirm") is None
        assert desk.do("kan") is None
        assert make_scene(desk).reason == t("desk.refused", action="Kan", reason=t("why.no-draw"))


class TestKan:
    def test_one_possibility_is_done_at_once(self) -> None:
        desk = Seated("1111m258p369s123z").offered("0: draws 5m")
        assert prompt(desk) == "Enter discard 5m  k kan"
        action = desk.do("kan")
        assert action is not None
        assert (action.kind, format_tiles(action.consumed)) == (ActionKind.CLOSED_KAN, "1111m")

    def test_several_ask(self) -> None:
        desk = Seated("1111m2222p369s12z").offered("0: draws 5m")
        assert desk.do("kan") is None
        assert prompt(desk) == "1 1111m  2 2222p  Esc back"
        assert make_scene(desk).reason.startswith("Closed kan of 1m. Then: 4 from tenpai")
        desk.do("right")
        assert make_scene(desk).reason.startswith("Closed kan of 2p. Then: 4 from tenpai")
        assert str(desk.do("confirm")) == "closed-kan 2p with 2222p"

    def test_an_added_kan(self) -> None:
        desk = Seated("11m2222p3569s123z").offered(
            "0: 9p; 1: 9p; 2: 1m; 0: pon 1m1m; 0: 3z; 1: 3z; 2: 3z; 3: 3z; 0: draws 1m"
        )
        desk.do("kan")
        assert prompt(desk) == "1 2222p  2 add 1m  Esc back"
        assert str(press(desk, "form-2")).startswith("added-kan 1m")

    def test_escape_leaves_the_choice_and_a_click_on_a_tile_too(self) -> None:
        desk = Seated("1111m2222p369s12z").offered("0: draws 5m")
        press(desk, "kan", "cancel")
        assert desk.mode is Mode.TURN
        press(desk, "kan")
        desk.click_tile(0)
        assert desk.mode is Mode.TURN
        assert under_cursor(desk) == "1m"

    def test_why_not(self) -> None:
        desk = Seated(FAR).offered("0: draws 5m")
        desk.do("kan")
        assert make_scene(desk).reason == t("desk.refused", action="Kan", reason=t("why.no-tiles-for-it"))

    def test_a_kan_that_would_change_a_riichi_is_greyed(self) -> None:
        desk = Seated("2223m456p678s111z").offered("0: riichi 9s; 1: 9p; 2: 9p; 3: 9p; 0: draws 2m")
        assert f"(k kan: {t('why.kan-changes-waits')})" in prompt(desk)
        desk.do("kan")
        assert make_scene(desk).reason == t("desk.refused", action="Kan", reason=t("why.kan-changes-waits"))


class TestTsumo:
    DRAWN = "0: 1z; 1: 2z; 2: 2z; 3: 2z; 0: draws 6s"

    @pytest.mark.parametrize("key", ["confirm", "tsumo"])
    def test_the_cursor_stands_on_the_winning_tile_and_enter_takes_it(self, key: str) -> None:
        desk = Seated(PINFU).offered(self.DRAWN)
        assert under_cursor(desk) == "6s"
        assert prompt(desk) == "Enter tsumo  r riichi  Esc decline"
        assert "Enter" not in footer(desk), "the prompt has it"
        assert str(desk.do(key)) == "tsumo 6s"

    def test_so_does_a_click(self) -> None:
        assert str(Seated(PINFU).offered(self.DRAWN).click_tile(13)) == "tsumo 6s"

    def test_it_says_that_the_hand_is_complete_and_what_letting_it_go_causes(self) -> None:
        scene = make_scene(Seated(PINFU).offered(self.DRAWN))
        assert scene.wait_line == "complete: 6s wins"
        assert scene.waits == ()
        assert scene.reason == t("desk.complete", cost=t("desk.cost-thrown", tile="6s"), key="Esc")

    def test_in_riichi_it_costs_the_hand(self) -> None:
        desk = Seated(PINFU).offered("0: riichi 1z; 1: 2z; 2: 2z; 3: 2z; 0: draws 6s")
        assert prompt(desk) == "Enter tsumo  Esc decline"
        scene = make_scene(desk)
        assert scene.reason == t("desk.complete", cost=t("desk.cost-riichi"), key="Esc")
        assert scene.wait_line == "complete: 6s wins"

    @pytest.mark.parametrize("key", ["confirm", "tsumo"])
    def test_after_escape_enter_discards_and_t_still_wins(self, key: str) -> None:
        desk = Seated(PINFU).offered(self.DRAWN)
        assert press(desk, "cancel", "cancel") is None
        assert prompt(desk) == "Enter discard 6s  t tsumo  r riichi"
        assert make_scene(desk).reason == t(
            "desk.line",
            notes=t("desk.declines") + "; " + t("desk.furiten-itself"),
            start=t("desk.discard", tile="6s"),
        )
        assert str(desk.do(key)) == ("discard 6s" if key == "confirm" else "tsumo 6s")

    def test_another_tile_takes_a_second_enter(self) -> None:
        desk = go_to(Seated(PINFU).offered(self.DRAWN), "2m")
        assert prompt(desk) == "Enter discard 2m  t tsumo  r riichi"
        assert desk.do("confirm") is None
        assert desk.warned
        assert make_scene(desk).reason == t(
            "warning.tsumo-furiten-short",
            ends=t("furiten.ends-brief-waits-change"),
            key="Enter",
            points=3_900,
        )
        assert str(desk.do("confirm")) == "discard 2m"
        assert not desk.warned

    def test_another_key_takes_the_first_enter_back(self) -> None:
        desk = go_to(Seated(PINFU).offered(self.DRAWN), "2m")
        assert press(desk, "confirm", "right", "left") is None
        assert not desk.warned
        assert desk.do("confirm") is None
        assert desk.waiting

    def test_a_change_of_the_settings_leaves_it_where_it_is(self) -> None:
        desk = go_to(Seated(PINFU).offered(self.DRAWN), "2m")
        assert press(desk, "confirm") is None
        said = desk.notice
        desk.change(replace(desk.settings, hints=HintLevel.MARKS))
        assert desk.warned
        assert desk.notice == said
        assert str(desk.do("confirm")) == "discard 2m"

    def test_riichi_instead_is_warned_about_and_escape_comes_back_to_the_win(self) -> None:
        desk = Seated(PINFU).offered(self.DRAWN)
        assert press(desk, "riichi", "confirm") is None
        assert desk.warned
        assert press(desk, "cancel") is None
        assert str(desk.do("confirm")) == "tsumo 6s"

    def test_without_a_yaku_it_is_greyed(self) -> None:
        desk = Seated("23499m456p3378s5z").offered(
            "0: 1z; 1: 9m; 0: pon 9m9m; 0: 5z; 1: 1z; 2: 1z; 3: 1z; 0: draws 6s"
        )
        assert prompt(desk) == f"Enter discard 6s  (t tsumo: {t('why.no-yaku')})"
        desk.do("tsumo")
        assert make_scene(desk).reason == t("desk.refused", action="Tsumo", reason=t("why.no-yaku"))


class TestNineTerminals:
    def test_it_is_offered(self) -> None:
        desk = Seated(NINE_KINDS, rules=TENHOU).offered("0: draws 5m")
        assert prompt(desk) == f"Enter discard 5m  n {t('action.nine-terminals')}"
        assert str(desk.do("nine-terminals")) == "nine-terminals"

    @pytest.mark.parametrize(
        ("hand", "rules", "moves", "reason"),
        [
            (NINE_KINDS, WRC, "0: draws 5m", t("why.not-in-rules")),
            (FAR, TENHOU, "0: draws 5m", t("why.not-nine-kinds", number=9)),
            (
                NINE_KINDS,
                TENHOU,
                "0: 5m; 1: 5m; 2: 5m; 3: 5p; 0: draws 6m",
                t("why.not-first-turn"),
            ),
        ],
    )
    def test_why_not(self, hand: str, rules: Ruleset, moves: str, reason: str) -> None:
        desk = Seated(hand, rules=rules).offered(moves)
        desk.do("nine-terminals")
        assert make_scene(desk).reason == f"Nine terminals: {reason}."


def test_calls_are_refused_on_the_own_turn() -> None:
    desk = Seated(FAR).offered("0: draws 5m")
    for action, word, why in (
        ("chi", "Chi", "no-claim"),
        ("pon", "Pon", "no-claim"),
        ("ron", "Ron", "no-claim"),
        ("pass", "Pass", "nothing-to-pass"),
    ):
        assert desk.do(action) is None
        assert make_scene(desk).reason == f"{word}: {t(f'why.{why}')}."
