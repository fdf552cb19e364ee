"""Offers at the desk: where the cursor stands, what a pass costs, forms of calls, and wins declined twice."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.actions import PASS, Action, ActionKind
from engine.tiles import TILE_OF, parse_tile
from tests.support.tui.positions import REDS, Seated, go_to, press, prompt, under_cursor
from tests.support.tui.texts import refusal
from tui.config.actions import ACTIONS, ActionId, Place
from tui.config.settings import HintLevel, OnOff
from tui.desk.choice import Mode
from tui.desk.desk import Desk
from tui.desk.desk_settings import DEFAULT_SWITCHES, Switch
from tui.desk.scene_maker import make_scene
from tui.i18n import join_sentences, t
from tui.i18n import width as cells
from tui.play.play_options import FIRST_TOURNAMENT
from tui.words.hand_sentences import call_lines, hand_wordings
from tui.words.names import REASON_WIDTH, tile_word
from tui.words.safety_sentences import safety_sentences

PINFU = "234m45622p23478s"
"""Waits on 6s and 9s, with pinfu."""
ROUND = "0: 5z; 1: 1z; 2: 1z; "


def test_arrows_walk_over_the_buttons_and_round_the_ends() -> None:
    desk = Seated("2223m567p45789s1z").offered(ROUND + "3: 2m")
    assert prompt(desk) == "k kan 2m  p pon 2m  Esc pass"
    seen = []
    for _ in range(4):
        desk.do("left")
        seen.append(under_cursor(desk))
    assert seen == ["[p]", "[k]", "[Esc]", "[p]"]
    pon = t("desk.form", action="Pon", own="2m 2m", tile="2m")
    then = t("desk.after-near-none-short", count=1, left=25)
    assert make_scene(desk).reason == t("desk.call-then", action=pon, tile="East", hand=then)
    assert str(desk.do("confirm")) == "pon 2m with 22m"


def test_a_call_says_which_wait_it_leaves_and_what_it_is_worth() -> None:
    desk = Seated("234m45622p23478s").offered("0: 5z; 1: 9m; 2: 2p")
    points = t("desk.riichi-range", least=1_500, most=2_900)
    now = t("desk.after-points", waits="6s 9s", left=8, points=points)
    assert make_scene(desk).reason == t("desk.pass-keeps", hand=now), "the cursor is on the pass"
    desk.do("left")
    chosen = make_scene(desk).reason
    pon = t("desk.form", action="Pon", own="2p 2p", tile="2p")
    wait = t("desk.after-points", waits="8s", left=3, points="1,500")
    assert chosen == t("desk.call-then", action=pon, tile="7s", hand=wait)


def test_a_kan_that_costs_the_tenpai_says_so_on_its_key() -> None:
    desk = Seated("234m567p99p66668s").offered("0: draws 1z")
    assert (
        f"k {t('desk.why-label', action=t('desk.kan-label', tile='6s'), reason=t('desk.effects.breaks'))}"
        in prompt(desk)
    )


def test_a_kan_on_the_own_turn_is_described_while_the_cursor_is_on_its_tile() -> None:
    seated = Seated("234m567p3399p666s")
    desk = seated.offered("0: draws 6s")
    (kan,) = desk.hints.calls
    lines = call_lines(kan, t("desk.form-closed", tile="6s"))
    shown = make_scene(desk).reason
    assert shown in lines
    assert t("desk.effects.riichi") in shown
    assert all(t(f"desk.effects.{name}") in lines[0] for name in ("riichi", "dora"))
    explainer = desk.tile_explainer()
    assert explainer is not None
    for stop in explainer.stops:
        sections = explainer.page(stop).sections
        (told,) = (each for each in sections if each.title == t("panel.head.kan-leaves"))
        assert told.items[0].text.startswith(hand_wordings(kan.hand)[0])
        assert told.items[0].text[-1].isalnum(), "no comma before nothing"
        of_kan = stop is not None and desk.laid.tiles[stop] == TILE_OF["6s"]
        assert (told is sections[0]) is of_kan, "other tiles tell of themselves first"
    desk.do("first")
    assert make_scene(desk).reason not in lines


def test_a_kan_hides_neither_the_danger_of_its_tile_nor_what_the_discard_declines() -> None:
    desk = Seated("234m567p3399p666s").offered("0: 9s; 1: riichi 4m; 2: 7p; 3: 8p; 0: draws 6s")
    go_to(desk, "6s")
    shown, kan = make_scene(desk).reason, t("desk.form-closed", tile="6s")
    danger = safety_sentences(desk.hints.against_each(TILE_OF["6s"]), desk.seating)
    discard = t("desk.discard", tile="6s")
    assert any(shown.startswith(t("desk.line", start=discard, notes=each)) for each in danger)
    assert cells(shown) <= REASON_WIDTH
    assert shown not in call_lines(desk.hints.calls[0], kan)
    explainer = desk.tile_explainer()
    assert explainer is not None
    titles = [each.title for each in explainer.page(desk.choice.place).sections]
    assert titles[:2] == [t("panel.head.safety"), t("panel.head.kan-leaves")]

    complete = Seated("234m567p99p33345s", guards_wins=False).offered(f"{ROUND}3: 1z; 0: draws 3s")
    go_to(complete, "3s")
    assert t("desk.declines") in make_scene(complete).reason


def test_a_click_on_a_tile_answers_no_claim() -> None:
    desk = Seated("2223m567p45789s1z").offered(ROUND + "3: 2m")
    assert desk.click_tile(0) is None


class TestPassingAWin:
    def test_the_cost_is_told_while_the_cursor_stands_on_ron(self) -> None:
        desk = Seated(PINFU).offered("0: 5z; 1: 9s")
        assert make_scene(desk).reason == t("desk.ron", cost=t("desk.cost"), tile="9s")

    def test_and_on_pass(self) -> None:
        desk = Seated(PINFU).offered("0: 5z; 1: 9s")
        desk.do("right")
        passed = t("desk.pass-win", cost=t("desk.cost"), tile="9s")
        reason = join_sentences([passed, t("panel.hand.tsumo")])
        assert make_scene(desk).reason == reason

    def test_a_call_instead_lets_it_go_too(self) -> None:
        desk = Seated("234m22456p234s55z").offered("0: 9s; 1: 5z")
        assert prompt(desk) == "o ron White  p pon White  Esc pass"
        desk.do("right")
        assert make_scene(desk).reason == t(
            "desk.line", notes=t("desk.lets-win-go"), start=t("desk.call", action="Pon", tile="White")
        )

    def test_a_shape_without_a_yaku_says_what_a_pass_causes(self) -> None:
        desk = Seated("234m45699p23499s").offered("0: 5z; 1: 9s")
        assert prompt(desk) == f"(o ron 9s: {t('why.no-yaku')})  p pon 9s  Esc pass"
        assert under_cursor(desk) == "[Esc]"
        reason = t("desk.pass-shape", cost=t("desk.cost"), tile="9s")
        assert make_scene(desk).reason == reason
        assert desk.do("ron") is None
        assert make_scene(desk).reason == refusal("Ron", "no-yaku")
        desk.do("left")
        assert under_cursor(desk) == "[p]"
        (call,) = (each for each in desk.hints.calls if each.action.kind is ActionKind.PON)
        pon = t("desk.form", action="Pon", own="9s 9s", tile="9s")
        assert make_scene(desk).reason in call_lines(call, pon), "what the call leaves is told all the same"


class TestFuritenAtAClaim:
    def test_a_pass_brings_no_shorter_furiten(self) -> None:
        desk = Seated("22456m555p23456s").offered("0: 1s; 1: 1z; 2: 1z; 3: 4s")
        assert under_cursor(desk) == "[Esc]"
        assert make_scene(desk).reason == t("desk.pass-furiten", tile="4s")

    def test_a_tile_that_is_no_wait_does_not_hide_it(self) -> None:
        desk = Seated("22456m555p23456s").offered("0: 1s; 1: 1z; 2: 1z; 3: 2m")
        desk.do("ron")
        assert make_scene(desk).reason == (
            t(
                "desk.refused",
                action="Ron",
                reason=t("why.waits-elsewhere", tiles="1s 4s 7s")
                + t("furiten.anyway", clause=t("furiten.clause-discard", tile="1s")),
            )
        )


class TestForms:
    def test_a_number_without_a_form_does_nothing(self) -> None:
        desk = Seated("3467m258p369s123z").offered(ROUND + "3: 5m")
        assert press(desk, "form-1", "chi", "form-4") is None
        assert desk.mode is Mode.FORM

    def test_escape_leaves_the_forms_and_not_the_claim(self) -> None:
        desk = Seated("3467m258p369s123z").offered(ROUND + "3: 5m")
        assert press(desk, "chi", "right", "cancel") is None
        assert desk.mode is Mode.CLAIM
        assert under_cursor(desk) == "[c]"
        assert desk.do("cancel") == PASS


def test_the_last_tile_can_only_be_won_on() -> None:
    seated = Seated("2223m567p45789s1z")
    seated.play(ROUND)
    seated.view.table.live = 1
    seated.play("3: 2m")
    assert not seated.desk.offer()


def test_a_call_that_leaves_nothing_to_discard_is_greyed() -> None:
    """Chi of 6m with 4m 5m would leave two 6m, and neither may go (kuikae)."""
    desk = Seated("4566m112233p111z").offered(
        "0: 9s; 1: 1p; 0: pon 1p1p; 0: 1z; 1: 2p; 0: pon 2p2p; 0: 1z; 1: 3p; 0: pon 3p3p; 0: 1z; 3: 6m"
    )
    assert prompt(desk) == f"(o ron 6m: {t('why.no-yaku')})  p pon 6m  (c chi 6m)  Esc pass"
    desk.do("chi")
    assert make_scene(desk).reason == refusal("Chi", "no-legal-discard")


RON = ("234m45622p23478s", "0: 5z; 1: 9s")
RIICHI_RON = ("234m45622p23478s", "0: riichi 5z; 1: 9s")
RON_AND_PON = ("234m22456p234s55z", "0: 9s; 1: 5z")
RON_AND_CHI = ("234m45622p23478s", "0: 5z; 1: 1z; 2: 1z; 3: 9s")
TSUMO = ("234m45622p23478s", "0: 1z; 1: 2z; 2: 2z; 3: 2z; 0: draws 6s")
RIICHI_TSUMO = ("234m45622p23478s", "0: riichi 1z; 1: 2z; 2: 2z; 3: 2z; 0: draws 6s")
TSUMO_AND_KAN = ("111123m456789p9s", "0: 1z; 1: 2z; 2: 2z; 3: 2z; 0: draws 9s")
WINS = [RON, RIICHI_RON, RON_AND_PON, RON_AND_CHI, TSUMO, RIICHI_TSUMO, TSUMO_AND_KAN]
RED_5P = parse_tile("0p")
DECIDING = [action.id for action in ACTIONS if Place.CHOICE in action.places]
WON = (ActionKind.TSUMO, ActionKind.RON)

INPUTS = st.one_of(
    st.sampled_from(DECIDING),
    st.integers(0, 13),
    st.sampled_from(["1", "5", "0", "m", "p", "s", "z"]),
    st.sampled_from([Switch.CONFIRM_DISCARD, Switch.AUTO_SORT, Switch.NO_CALLS]),
)
"""A named action, a click on a tile, a part of a typed tile, or a switch."""


def do(desk: Desk, what: ActionId | int | str | Switch) -> Action | None:
    match what:
        case ActionId():
            return desk.do(what)
        case Switch():
            desk.turn(what)
            return None
        case int():
            return desk.click_tile(what)
        case _:
            desk.type_key(what)
            return None


@settings(deadline=None)
@given(
    position=st.sampled_from(WINS),
    inputs=st.lists(INPUTS, max_size=12),
    hints=st.sampled_from(HintLevel),
    coach=st.sampled_from(OnOff),
    switches=st.sampled_from([DEFAULT_SWITCHES, DEFAULT_SWITCHES | {Switch.CONFIRM_DISCARD}]),
)
def test_no_sequence_declines_a_win_without_a_warning_before_it(
    position: tuple[str, str],
    inputs: list[ActionId | int | str | Switch],
    hints: HintLevel,
    coach: OnOff,
    switches: frozenset[Switch],
) -> None:
    hand, moves = position
    desk = Seated(hand, hints=hints, coach=coach, switches=switches).offered(moves)
    warned = False
    for what in inputs:
        action = do(desk, what)
        if action is not None:
            assert action.kind in WON or warned, f"{action} by {what} alone"
            return
        # once a tsumo was declined by its key twice, the discard itself takes one
        warned |= desk.warned
        if desk.warned:
            assert desk.notice


def test_a_key_that_replaces_the_warning_forgets_the_first_try() -> None:
    for between in (lambda desk: desk.do("safest"), lambda desk: desk.turn(Switch.AUTO_SORT)):
        desk = Seated(TSUMO[0]).offered(TSUMO[1])
        desk.do("cancel")
        assert desk.warned
        between(desk)
        assert not desk.warned
        assert desk.do("cancel") is None
        assert desk.warned


def test_turned_off_between_the_two_keys_the_warning_goes() -> None:
    desk = Seated(RON[0]).offered(RON[1])
    press(desk, "cancel")
    desk.change(replace(desk.settings, guards_wins=False))
    assert not desk.warned
    assert desk.do("cancel") == PASS


@pytest.mark.usefixtures("language")
def test_claims_name_the_tile_and_fit_in_the_worst_case() -> None:
    """All five at once, on a red five, in 80 columns."""
    desk = Seated("34555678p23488m", rules=REDS).offered("0: 9s; 1: 1z; 2: 1z; 3: 0p")
    items = make_scene(desk).prompt
    taking = [ActionId.RON, ActionId.KAN, ActionId.PON, ActionId.CHI]
    assert [item.id for item in items if item.enabled] == [*taking, ActionId.CANCEL]
    taken = sum(cells(item.key) + cells(item.label) + 5 for item in items)
    assert taken <= REASON_WIDTH
    assert all(tile_word(RED_5P) in item.label for item in items[:-1])


class TestNothingIsOffered:
    """By table rules calls, riichi and wins are said, possible or not."""

    def at_table(self, hand: str, moves: str) -> Desk:
        return Seated(hand, steps=FIRST_TOURNAMENT).offered(moves)

    def test_a_call_of_one_form_is_made_and_one_of_several_asks_which(self) -> None:
        assert str(self.at_table("22m4567p345789s1z", ROUND + "3: 2m").do("pon")) == "pon 2m with 22m"
        desk = self.at_table("3467m258p369s123z", ROUND + "3: 5m")
        assert desk.do("chi") is None
        assert desk.mode is Mode.FORM
        assert desk.choice is not None
        assert len(desk.choice.forms) == 3

    def test_riichi_asks_for_its_tile_even_if_one_alone_is_right(self) -> None:
        desk = self.at_table("123m456p789s1123z", "0: draws 4z")
        assert desk.do("riichi") is None
        assert desk.mode is Mode.RIICHI

    def test_a_win_is_shown_or_taken_back_next(self) -> None:
        desk = self.at_table(PINFU, "0: 5z; 1: 9s")
        assert desk.do("ron") is None
        assert desk.choice is not None
        assert [each.kind for each in desk.choice.forms] == [ActionKind.RON, ActionKind.WITHDRAWN_WIN]

    def test_a_call_without_its_tiles_is_an_error(self) -> None:
        action = self.at_table("22m4567p345789s1z", ROUND + "3: 9p").do("pon")
        assert isinstance(action, Action)
        assert (action.kind, action.consumed) == (ActionKind.PON, ())

    def test_what_is_no_error_either_is_refused_with_its_reason(self) -> None:
        desk = self.at_table("22m4567p345789s1z", "0: draws 1z")
        assert press(desk, "pon") is None
        assert desk.notice == refusal("Pon", "no-claim")
