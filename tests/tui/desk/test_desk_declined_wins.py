"""A win is declined only by a decision that is repeated, with its cost said between, whatever is pressed."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.actions import PASS, Action, ActionKind
from engine.furiten import Ends
from engine.tiles import parse_tile
from tests.support.tui.desk_positions import REDS, Seated, press, prompt
from tui.config.actions import ACTIONS, ActionId, Place
from tui.config.settings import Coach, HintLevel, OnOff, Settings
from tui.desk.desk import Desk
from tui.desk.scene_maker import make_scene
from tui.desk.settings import DEFAULT_SWITCHES, DeskSettings, Switch
from tui.i18n.layout import width as cells
from tui.i18n.texts import choose_language, t
from tui.words.tiles import REASON_WIDTH, tile_word

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


def tells(desk: Desk, ends: Ends) -> bool:
    """Whether the line says when the furiten would end."""
    wordings = (t(f"furiten.ends-{ends.value}"), t(f"furiten.ends-brief-{ends.value}"))
    return any(wording in make_scene(desk).reason for wording in wordings)


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
    coach=st.sampled_from(Coach),
    switches=st.sampled_from([DEFAULT_SWITCHES, DEFAULT_SWITCHES | {Switch.CONFIRM_DISCARD}]),
)
def test_no_sequence_declines_a_win_without_a_warning_before_it(
    position: tuple[str, str],
    inputs: list[ActionId | int | str | Switch],
    hints: HintLevel,
    coach: Coach,
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


@pytest.mark.parametrize("hints", HintLevel)
@pytest.mark.parametrize("key", ["cancel", "pass"])
@pytest.mark.parametrize("position", [TSUMO, RIICHI_TSUMO], ids=["tsumo", "in riichi"])
def test_a_tsumo_by_escape_or_x(position: tuple[str, str], key: str, hints: HintLevel) -> None:
    desk = Seated(position[0], hints=hints).offered(position[1])
    assert desk.do(key) is None
    assert desk.warned
    assert tells(desk, Ends.HAND_ENDS if position is RIICHI_TSUMO else Ends.WAITS_CHANGE)
    assert "tsumo" in prompt(desk)
    assert press(desk, key) is None
    assert not desk.warned
    action = desk.do("confirm")
    assert action is not None
    assert action.kind is ActionKind.DISCARD


def test_a_key_that_replaces_the_warning_forgets_the_first_try() -> None:
    for between in (lambda desk: desk.do("safest"), lambda desk: desk.turn(Switch.AUTO_SORT)):
        desk = Seated(TSUMO[0]).offered(TSUMO[1])
        desk.do("cancel")
        assert desk.warned
        between(desk)
        assert not desk.warned
        assert desk.do("cancel") is None
        assert desk.warned


def test_between_the_two_keys_the_win_is_still_taken() -> None:
    for key in ("confirm", "tsumo"):
        desk = Seated(TSUMO[0]).offered(TSUMO[1])
        press(desk, "cancel")
        assert str(desk.do(key)) == "tsumo 6s"
    desk = Seated(RON[0]).offered(RON[1])
    press(desk, "cancel")
    assert str(desk.do("ron")) == "ron 9s"


@pytest.mark.parametrize("hints", HintLevel)
@pytest.mark.parametrize(
    "keys", [("cancel",), ("pass",), ("pon",), ("right", "confirm"), ("last", "confirm")]
)
def test_a_ron_at_every_level_of_hints(keys: tuple[str, ...], hints: HintLevel) -> None:
    desk = Seated(RON_AND_PON[0], hints=hints).offered(RON_AND_PON[1])
    assert press(desk, *keys) is None
    assert desk.warned
    assert tells(desk, Ends.OWN_DISCARD)
    action = desk.do(keys[-1])
    assert action is not None
    assert action.kind in (ActionKind.PASS, ActionKind.PON)


def test_the_setting_turns_it_off_and_the_coach_on_again() -> None:
    off = DeskSettings.of(Settings(confirm_decline=OnOff.OFF), None)
    assert not off.guards_wins
    assert DeskSettings.of(Settings(), None).guards_wins
    desk = Seated(RON[0], guards_wins=False).offered(RON[1])
    assert desk.do("cancel") == PASS
    desk = Seated(TSUMO[0], guards_wins=False).offered(TSUMO[1])
    press(desk, "cancel")
    assert not desk.warned
    assert str(desk.do("confirm")) == "discard 6s"
    for position in (RON, TSUMO):
        coached = Seated(position[0], guards_wins=False, coach=Coach.ON).offered(position[1])
        coached.do("cancel")
        assert coached.warned, "the coach says it whatever the setting is"


def test_turned_off_between_the_two_keys_the_warning_goes() -> None:
    desk = Seated(RON[0]).offered(RON[1])
    press(desk, "cancel")
    desk.change(replace(desk.settings, guards_wins=False))
    assert not desk.warned
    assert desk.do("cancel") == PASS


@pytest.mark.parametrize("language", ["en", "ja"])
def test_claims_name_the_tile_and_fit_in_the_worst_case(language: str) -> None:
    """All five at once, on a red five, in 80 columns."""
    choose_language(language)
    desk = Seated("34555678p23488m", rules=REDS).offered("0: 9s; 1: 1z; 2: 1z; 3: 0p")
    items = make_scene(desk).prompt
    taking = [ActionId.RON, ActionId.KAN, ActionId.PON, ActionId.CHI]
    assert [item.id for item in items if item.enabled] == [*taking, ActionId.CANCEL]
    taken = sum(cells(item.key) + cells(item.label) + 5 for item in items)
    assert taken <= REASON_WIDTH
    assert all(tile_word(RED_5P) in item.label for item in items[:-1])
