"""What no regular bot does: give up a fair tenpai, step back without need, or forget the places.

Each position of a hand is asked in three colours: a case stands for its kind.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy

import pytest

from engine import shape
from engine.actions import PASS, Action, ActionKind, move_event
from engine.rules import WRC
from engine.tiles import NAMES
from engine.view import SeatView
from tests.ai.test_bots_expert import LAST
from tests.ai.test_bots_hand_evaluation import CALM, RIICHI, SAFE, WITH_EXPERTS, discard
from tests.support.ai.seat_views import ACROSS, LEFT, ME, RIGHT, calls, choice, seat_view

STYLES = pytest.mark.parametrize("name", ["hayai", "mamori", "takame"])
COLOURS = pytest.mark.parametrize("colours", ["mps", "psm", "smp"])


def in_colours(colours: str, *texts: str) -> list[str]:
    """These tiles with characters, circles and bamboos exchanged."""
    return [text.translate(str.maketrans("mps", colours)) for text in texts]


def shanten_after(view: SeatView, action: Action) -> int:
    """Shanten after a discard, with riichi or without."""
    assert action.kind in (ActionKind.DISCARD, ActionKind.RIICHI)
    assert action.tile is not None
    return shape.shanten_of(view.hand.without(action.tile).keys, len(view.hand.melds))


# -- tenpai, and one away ------------------------------------------------------------------------------

NEAR = [
    pytest.param("11567m23569p155z", "2s", "1s", ["555z 1z", "123p 9p"], 0, id="beside a lone dora"),
    pytest.param("123567m99p45s11z9s", "8s", "3z", ["111z 9s"], 0, id="beside a pair"),
    pytest.param("4m45p33678s23m155z", None, "3z", ["123m 1z", "555z"], 0, id="right after a call"),
    pytest.param("123m35p567s678p88s", "2m", "1m", [], 0, id="closed, beside a dora"),
    pytest.param("234m34p567s678p88s", "4z", "3z", [], 0, id="closed and two-sided"),
    pytest.param("6m4458p56779s555z", "7m", "3z", [], 1, id="one away"),
]


@COLOURS
@STYLES
@pytest.mark.parametrize(("hand", "draws", "dora", "melds", "shanten"), NEAR)
def test_no_step_back_is_taken_without_a_threat(
    name: str, colours: str, hand: str, draws: str | None, dora: str, melds: Sequence[str], shanten: int
) -> None:
    """``melds`` are called tiles with the discard after each."""
    hand, dora, *melds = in_colours(colours, hand, dora, *melds)
    past = []
    for meld, thrown in (text.split() if " " in text else (text, "") for text in melds):
        events = calls(ME, meld, throws=thrown or "1z")
        past.append(events if thrown else events[:-1])
    drawn = None if draws is None else in_colours(colours, draws)[0]
    view = seat_view(hand, draws=drawn, dora=dora, past=past, dealer=ME if "111z 9" in str(melds) else LEFT)
    assert shanten_after(view, choice(name, view)) == shanten


@COLOURS
@STYLES
def test_a_call_into_tenpai_is_kept_by_the_discard(name: str, colours: str) -> None:
    hand, thrown, offered = in_colours(colours, "23m45p678s99s1z55z9m", "9m", "4m")
    view = seat_view(hand, offered=offered, past=[calls(ME, "555z", throws=thrown)])
    call = choice(name, view)
    assert call.kind is ActionKind.CHI
    after = deepcopy(view)
    after.apply(move_event(ME, call, view.table.turn))
    assert shanten_after(after, choice(name, after)) == 0


@COLOURS
@pytest.mark.parametrize("rest", ["66p45s88s4z2p", "44p67s55s3z8p"])
def test_speed_is_no_call_whose_nearest_hand_has_no_yaku(colours: str, rest: str) -> None:
    """One away after the call, but with 7p 8p 9p for no yaku: the fast bot calls beside 6p 7p 8p alone."""
    made = []
    for sequence in ("789p", "678p"):
        hand, offered = in_colours(colours, f"34m{sequence}{rest}", "5m")
        made.append(choice("hayai", seat_view(hand, offered=offered, dora="1z", past=CALM)).kind)
    assert made == [ActionKind.PASS, ActionKind.CHI]


@STYLES
def test_no_call_breaks_a_tenpai(name: str) -> None:
    """All simples on 3m and 6p; after 6m 7m 8m neither 5m nor 8m may go, and the wait is lost."""
    view = seat_view("33678m345s66p67s1z", offered="8m", past=[calls(ME, "867s", throws="1z")])
    assert view.waits
    assert choice(name, view) == PASS


# -- against a riichi ----------------------------------------------------------------------------------


@STYLES
@pytest.mark.parametrize(
    ("hand", "drawn", "nearest"),
    [("345m34p567s678p99s", "6m", 0), ("345m34p567s68p699s", "6m", 1), ("345m3499p567s68p6s", "2s", 1)],
)
def test_of_tiles_as_safe_the_one_that_costs_least_is_thrown(
    name: str, hand: str, drawn: str, nearest: int
) -> None:
    """The drawn tile is safe against the riichi, as a pair of 9s or 9p is that the hand needs."""
    view = seat_view(hand, draws=drawn, past=RIICHI)
    action = choice(name, view)
    assert action.tile is not None
    assert (NAMES[action.tile] in SAFE, shanten_after(view, action)) == (True, nearest)


# -- places --------------------------------------------------------------------------------------------

AHEAD = {ME: 47_000, RIGHT: 25_000, ACROSS: 20_000, LEFT: 8_000}
BEHIND = {ME: 14_000, RIGHT: 40_000, ACROSS: 30_000, LEFT: 16_000}
HOPELESS = {ME: 2_000, RIGHT: 45_000, ACROSS: 39_000, LEFT: 14_000}
CLOSE = {ME: 29_000, RIGHT: 29_500, ACROSS: 24_000, LEFT: 17_500}


@WITH_EXPERTS
@pytest.mark.parametrize("hand", ["234m34p567s678p88s", "234m35p567s678p88s"])
def test_the_leader_of_the_last_hand_stays_silent_and_the_last_declares(name: str, hand: str) -> None:
    """All simples: the leader wins without riichi, the last one needs its han to be third."""
    silent = choice(name, seat_view(hand, draws="4z", past=CALM, scores=AHEAD, rules=LAST))
    loud = choice(name, seat_view(hand, draws="4z", past=CALM, scores=BEHIND, rules=LAST))
    assert (str(silent), str(loud)) == ("discard 4z", "riichi 4z")


@WITH_EXPERTS
def test_the_leader_of_the_first_hand_declares(name: str) -> None:
    view = seat_view("234m34p567s678p88s", draws="4z", past=CALM, scores=AHEAD, rules=WRC)
    assert str(choice(name, view)) == "riichi 4z"


@STYLES
def test_a_cheap_call_of_the_last_hand_has_to_win_a_place(name: str) -> None:
    """1,000 points make the second the first, and leave the last one last."""
    hand = "22m34p567s678m35s6s"
    for scores, kind in ((CLOSE, ActionKind.CHI), (HOPELESS, ActionKind.PASS)):
        view = seat_view(hand, offered="2p", past=CALM, scores=scores, rules=LAST)
        assert choice(name, view).kind is kind


# -- what the styles want ------------------------------------------------------------------------------


@pytest.mark.parametrize("level", ["regular", "expert"])
def test_the_guard_gives_up_a_dear_hand_two_away_at_the_first_riichi(level: str) -> None:
    """Two away with five dora: the others keep what they need, the guard throws 6m, which is safe."""
    view = seat_view("02367m2468p0468s", draws="5m", dora="2m", past=RIICHI)
    assert shape.shanten_of(view.hand.keys, len(view.hand.melds)) == 2
    thrown = {name: discard(choice(f"{name}:{level}", view)) for name in ("hayai", "mamori", "takame")}
    assert {name for name, tile in thrown.items() if tile in SAFE} == {"mamori"}
