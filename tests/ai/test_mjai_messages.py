"""Every action in mjai's words and back, red fives included; and what is no action is refused."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from ai.bots.registry import make_bot
from ai.mjai.messages import InvalidAnswer, match_action, match_riichi_discard, to_messages
from engine import events as ev
from engine.actions import Action, ActionKind
from engine.match import Match
from engine.options import options
from engine.rules import TENHOU
from engine.tiles import parse_tile, parse_tiles
from engine.view import SeatView
from tests.support.ai.seat_views import ACROSS, LEFT, ME, seat_view

PON_OF_RED = [
    ev.Tsumo(LEFT, "?"),
    ev.Dahai(LEFT, "5p", False),
    ev.Pon(ME, LEFT, "5p", ["5p", "5pr"]),
    ev.Dahai(ME, "9s", False),
]

CALLS = {kind for kind in ActionKind if kind.value.endswith("kan")} | {ActionKind.CHI, ActionKind.PON}
WORDLESS = {
    ActionKind.TENPAI,
    ActionKind.NOTEN,
    ActionKind.WITHDRAWN_WIN,
    ActionKind.COUNT,
    ActionKind.CHALLENGE,
}

ROWS = {
    "the drawn tile": (
        {"hand": "123m456p789s1234z", "draws": "0m"},
        Action(ActionKind.DISCARD, parse_tile("0m"), tsumogiri=True),
        [{"type": "dahai", "actor": 0, "pai": "5mr", "tsumogiri": True}],
    ),
    "a tile of the hand": (
        {"hand": "123m456p789s1234z", "draws": "0m"},
        Action(ActionKind.DISCARD, parse_tile("2z")),
        [{"type": "dahai", "actor": 0, "pai": "S", "tsumogiri": False}],
    ),
    "riichi": (
        {"hand": "123m456p78s11z777z", "draws": "0s", "dora": "9m"},
        Action(ActionKind.RIICHI, parse_tile("0s"), tsumogiri=True),
        [
            {"type": "reach", "actor": 0},
            {"type": "dahai", "actor": 0, "pai": "5sr", "tsumogiri": True},
        ],
    ),
    "tsumo": (
        {"hand": "123m456p78s11z777z", "draws": "9s"},
        Action(ActionKind.TSUMO, parse_tile("9s")),
        [{"type": "hora", "actor": 0, "target": 0, "pai": "9s"}],
    ),
    "ron": (
        {"hand": "123m46p789s11z777z", "offered": "0p", "by": ACROSS},
        Action(ActionKind.RON, parse_tile("0p")),
        [{"type": "hora", "actor": 0, "target": 2, "pai": "5pr"}],
    ),
    "chi with a red five": (
        {"hand": "056m19p19s123456z", "offered": "7m"},
        Action(ActionKind.CHI, parse_tile("7m"), parse_tiles("06m")),
        [{"type": "chi", "actor": 0, "target": 3, "pai": "7m", "consumed": ["5mr", "6m"]}],
    ),
    "pon with a red five": (
        {"hand": "055m19p19s123456z", "offered": "5m", "by": ACROSS},
        Action(ActionKind.PON, parse_tile("5m"), parse_tiles("05m")),
        [{"type": "pon", "actor": 0, "target": 2, "pai": "5m", "consumed": ["5mr", "5m"]}],
    ),
    "an open kan": (
        {"hand": "055m19p19s123456z", "offered": "5m", "by": ACROSS},
        Action(ActionKind.OPEN_KAN, parse_tile("5m"), parse_tiles("055m")),
        [{"type": "daiminkan", "actor": 0, "target": 2, "pai": "5m", "consumed": ["5mr", "5m", "5m"]}],
    ),
    "an added kan": (
        {"hand": "05p19m19s1234567z", "draws": "5p", "past": [PON_OF_RED]},
        Action(ActionKind.ADDED_KAN, parse_tile("5p"), parse_tiles("550p")),
        [{"type": "kakan", "actor": 0, "pai": "5p", "consumed": ["5p", "5p", "5pr"]}],
    ),
    "a closed kan": (
        {"hand": "055s19m19p123456z", "draws": "5s"},
        Action(ActionKind.CLOSED_KAN, parse_tile("5s"), parse_tiles("0555s")),
        [{"type": "ankan", "actor": 0, "consumed": ["5sr", "5s", "5s", "5s"]}],
    ),
    "nine terminals": (
        {"hand": "19m19p19s1234z222m", "draws": "5z"},
        Action(ActionKind.NINE_TERMINALS),
        [{"type": "ryukyoku", "actor": 0, "reason": "kyuushu_kyuuhai"}],
    ),
    "pass": (
        {"hand": "055m19p19s123456z", "offered": "5m"},
        Action(ActionKind.PASS),
        [{"type": "none"}],
    ),
}


def alike(one: Action, other: Action) -> bool:
    return one._replace(consumed=tuple(sorted(one.consumed))) == other._replace(
        consumed=tuple(sorted(other.consumed))
    )


@pytest.mark.parametrize(("position", "action", "spelled"), ROWS.values(), ids=ROWS)
def test_an_action_in_mjai(position: dict[str, Any], action: Action, spelled: list[dict[str, Any]]) -> None:
    view = seat_view(**position)
    (legal,) = (each for each in options(view).actions if alike(each, action))
    said = to_messages(view, legal)
    for message in [*said, *spelled]:
        if "consumed" in message:
            message["consumed"].sort()
    assert said == spelled
    assert understood(view, spelled) == legal


def understood(view: SeatView, said: list[dict[str, Any]]) -> Action:
    menu = options(view)
    action = match_action(view, menu.actions, said[0])
    return match_riichi_discard(view, menu.of(ActionKind.RIICHI), said[1]) if len(said) > 1 else action


def test_all_that_mjai_has_words_for_stands_above() -> None:
    assert {action.kind for _, action, _ in ROWS.values()} == set(ActionKind) - WORDLESS
    view = seat_view("123m456p789s1234z", draws="1z")
    for kind in WORDLESS:
        with pytest.raises(ValueError, match="no word"):
            to_messages(view, Action(kind))


def test_every_action_of_many_hands_comes_back() -> None:
    """Players who head for riichi, but now and then call or kan as it comes."""
    chance, kinds, player = Random(7), Counter[ActionKind](), make_bot("tenpai")
    for seed in range(12):
        match = Match(TENHOU, seed)
        while match.acting:
            chosen = {}
            for seat in match.acting:
                menu = match.round.options(seat)
                for action in menu.actions:
                    assert understood(menu.view, to_messages(menu.view, action)) == action
                kinds.update(action.kind for action in menu.actions)
                odd = [each for each in menu.actions if each.kind in CALLS]
                takes = odd and chance.random() < 0.3
                chosen[seat] = chance.choice(odd) if takes else player.choose(menu.view, menu)
            match.step(chosen)
    seldom = {ActionKind.CLOSED_KAN, ActionKind.NINE_TERMINALS}
    assert set(kinds) >= set(ActionKind) - WORDLESS - seldom


# -- answers that are not exact --------------------------------------------------------------------------

TURN = {"hand": "1123m456p789s123z", "draws": "1m"}
CLAIM = {"hand": "3467m19p19s12345z", "offered": "5m"}


@pytest.mark.parametrize(
    ("position", "answer", "complaint"),
    [
        (TURN, {"type": "none"}, "may not be done"),
        (TURN, {"type": "dahai", "actor": 1, "pai": "1m", "tsumogiri": True}, "may not be done"),
        (TURN, {"type": "dahai", "actor": 0, "pai": "9m", "tsumogiri": True}, "may not be done"),
        (TURN, {"type": "dahai", "actor": 0, "pai": "?", "tsumogiri": True}, "may not be done"),
        (TURN, {"type": "dahai", "actor": 0, "pai": None}, "may not be done"),
        (TURN, {"type": "dahai", "actor": True, "pai": "2m"}, "may not be done"),
        (TURN, {"type": "dahai", "actor": 0}, "several"),
        (TURN, {"type": "reach", "actor": 0}, "may not be done"),
        (TURN, {"type": "hora", "actor": 0, "target": 0}, "may not be done"),
        (TURN, {"type": "ryukyoku"}, "may not be done"),
        (TURN, {"type": ["dahai"], "pai": "1m"}, "may not be done"),
        (CLAIM, {"type": "chi", "actor": 0, "target": 3, "pai": "5m"}, "several"),
        (CLAIM, {"type": "chi", "actor": 0, "target": 3, "pai": "5m", "consumed": ["6m", "8m"]}, "may not"),
        (CLAIM, {"type": "chi", "actor": 0, "target": 3, "pai": "5m", "consumed": [6, None]}, "may not"),
        (CLAIM, {"type": "chi", "actor": 0, "target": 2, "consumed": ["4m", "6m"]}, "may not"),
        (CLAIM, {"type": "pon", "actor": 0, "target": 3, "pai": "5m", "consumed": ["5m", "5m"]}, "may not"),
        (CLAIM, {"type": "dahai", "actor": 0, "pai": "4m", "tsumogiri": False}, "may not"),
    ],
)
def test_what_is_not_possible_or_not_clear_is_refused(
    position: dict[str, Any], answer: dict[str, Any], complaint: str
) -> None:
    view = seat_view(**position)
    with pytest.raises(InvalidAnswer, match=complaint):
        match_action(view, options(view).actions, answer)


@pytest.mark.parametrize(
    ("position", "answer", "action"),
    [
        # which of two alike is thrown counts; of one that is only there once it cannot
        (TURN, {"type": "dahai", "actor": 0, "pai": "1m", "tsumogiri": True}, "discard 1m drawn"),
        (TURN, {"type": "dahai", "actor": 0, "pai": "1m", "tsumogiri": False}, "discard 1m"),
        (TURN, {"type": "dahai", "pai": "2m", "tsumogiri": True, "meta": {"q": [1]}}, "discard 2m"),
        (CLAIM, {"type": "chi", "actor": 0, "consumed": ["6m", "4m"]}, "chi 5m with 46m"),
        (CLAIM, {"type": "none", "actor": 0}, "pass"),
    ],
)
def test_what_is_clear_all_the_same_is_taken(
    position: dict[str, Any], answer: dict[str, Any], action: str
) -> None:
    view = seat_view(**position)
    found = match_action(view, options(view).actions, answer)
    assert f"{found}{' drawn' * found.tsumogiri}" == action
