"""The events of every question are the beginning of a hand that can be played."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from engine import events as ev
from engine.dice import Dice
from engine.hand import Hand
from engine.rules import TENHOU
from engine.tiles import parse_tiles
from tests.support.ai.legal_beginning import Impossible, beginning
from tests.support.tui.positions import Position
from tools.positions.position_builder import Course, NoRoom, build_position


def test_a_plan_that_is_too_long_for_the_wall_is_refused() -> None:
    """Nineteen own turns and those of the others between them need 73 tiles; the wall has 70."""
    hand = Hand(parse_tiles("123m456p789s22z34s"))
    with pytest.raises(NoRoom):
        build_position(TENHOU, Dice(1), hand, Course(turns=19))
    for seed in range(40):
        seat, events = build_position(TENHOU, Dice(seed), hand, Course(turns=17))
        assert sum(isinstance(event, ev.Tsumo) for event in events) < 70
        beginning(TENHOU, seat, events)


# -- impossible beginnings -----------------------------------------------------------------------------


def played(moves: str, hand: str = "123m456p789s113z4s") -> list[ev.Event]:
    return Position(hand, rules=TENHOU).play(moves).events


GOOD = "0: 3z; 1: 9m; 2: riichi 9p; 3: 1z; 0: pon 1z1z; 0: 4s; 1: 9m"


def test_a_possible_beginning() -> None:
    assert beginning(TENHOU, 0, played(GOOD)).events


def test_a_riichi_tile_that_could_be_claimed_and_was_not() -> None:
    """The bet that is paid shows that the seat has passed."""
    events = played("0: 3z; 1: 9m; 2: riichi 1z", "123m456p789s1134z")
    assert isinstance(events[-1], ev.ReachAccepted)
    assert beginning(TENHOU, 0, events).events


def swap(events: Sequence[ev.Event], first: int, second: int) -> list[ev.Event]:
    changed = list(events)
    changed[first], changed[second] = changed[second], changed[first]
    return changed


def without(events: Sequence[ev.Event], kind: type[ev.Event]) -> list[ev.Event]:
    place = next(place for place, event in enumerate(events) if isinstance(event, kind))
    return [*events[:place], *events[place + 1 :]]


IMPOSSIBLE: dict[str, Callable[[], list[ev.Event]]] = {
    "a player is passed over": lambda: played("0: 3z; 2: 9m"),
    "a fifth tile": lambda: played("0: 3z; 1: 3m; 2: 3m; 3: 3m; 0: 1z; 1: 3m"),
    "the bet of a riichi is not paid": lambda: without(played(GOOD), ev.ReachAccepted),
    "riichi with an open hand": lambda: played(f"{GOOD}; 2: 8s'; 3: 1m; 0: riichi 2m"),
    "a discard that is not held": lambda: swap(played("0: 3z; 1: 9m; 2: 1m; 3: 8s"), 3, 5),
    "a discard out of the hand after riichi": lambda: played(f"{GOOD}; 2: 8s"),
    "a pon of one's own discard": lambda: [
        *played("0: 3z"),
        ev.Pon(0, 0, "W", ["W", "W"]),
    ],
    "kuikae": lambda: played("0: 3z; 3: 3s; 0: chi 4s5s; 0: 3s", "123m456p78s113z345s"),
    "four winds": lambda: played("0: 1z; 1: 1z; 2: 1z; 3: 1z; 0: 2z", "123m456p789s123z4s"),
    "an indicator without a kan": lambda: played("0: 3z; dora 3p; 1: 9m"),
    "a kan without an indicator": lambda: without(
        played("0: ankan 1z1z1z1z; dora 9p; 0: 3z", "123m456p789s111z3z"), ev.Dora
    ),
    "a discard that is the drawn tile by its flag alone": lambda: played("0: draws 5m; 0: 3z'"),
    "71 draws": lambda: played(turns(71)),
}


def turns(number: int) -> str:
    """So many turns, in which everybody discards what is drawn; the last tile of the wall is the 70th."""
    return "; ".join(f"{turn % 4}: {_FREE[turn // 4]}'" for turn in range(number))


_FREE = [
    "1p",
    "2p",
    "7p",
    "8p",
    "9p",
    "1s",
    "2s",
    "3s",
    "2z",
    "4z",
    "5z",
    "6z",
    "7z",
    "4m",
    "6m",
    "7m",
    "8m",
    "9m",
]
"""Kinds of which the hand holds no tile."""


@pytest.mark.parametrize("what", IMPOSSIBLE)
def test_what_no_hand_begins_with(what: str) -> None:
    with pytest.raises(Impossible):
        beginning(TENHOU, 0, IMPOSSIBLE[what]())


def test_the_end_of_the_wall_is_possible() -> None:
    assert beginning(TENHOU, 0, played(turns(69))).outcome is None
    assert beginning(TENHOU, 0, played(turns(70))).outcome is not None
