"""What no regular bot does: give up a fair tenpai, step back without need, or forget the places.

Each position of a hand is asked in three colours: a case stands for its kind.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy

import pytest

from engine import shape
from engine.actions import Action, ActionKind, move_event
from engine.tiles import NAMES
from engine.view import SeatView
from tests.ai.test_bots_choices import RIICHI, SAFE
from tests.support.ai.seat_views import LEFT, ME, calls, choice, seat_view

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
