"""Pictures of what the desk says at each kind of choice, at the three sizes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import PurePath

import pytest

from tests.tui.desk_positions import TENHOU, Seated, go_to, press
from tests.tui.test_table_snapshots import SIZES, Picture
from tui.desk import Desk

SnapCompare = Callable[..., bool | PurePath]

RYANMEN = "234m45622p23478s"
"""Waits on 6s and 9s, with pinfu."""


def passing_a_win() -> Desk:
    """The cursor stands on Pass: what that would cause."""
    desk = Seated(RYANMEN).offered("0: 5z; 1: 9s")
    press(desk, "right")
    return desk


def a_discard_that_makes_furiten() -> Desk:
    """1s keeps tenpai, but 6s has been thrown."""
    return go_to(Seated(RYANMEN).offered("0: 6s; 1: 4z; 2: 9m; 3: 1z; 0: draws 1s"), "1s")


def which_chi() -> Desk:
    """Three ways to take 5m, one of them with the red five of another suit left alone."""
    desk = Seated("34567m0p3479s12z5z", rules=TENHOU).offered("0: 5z; 1: 1m; 2: 9p; 3: 5m")
    press(desk, "chi")
    return desk


def which_riichi() -> Desk:
    """Only tiles that keep tenpai can be chosen."""
    desk = Seated(RYANMEN).offered("0: 5z; 1: 4z; 2: 9m; 3: 1z; 0: draws 1s")
    press(desk, "riichi")
    return desk


def taking_a_tsumo() -> Desk:
    """The drawn 6s wins: Enter takes it, Esc lets it go."""
    return Seated(RYANMEN).offered("0: 5z; 1: 4z; 2: 9m; 3: 1z; 0: draws 6s")


SITUATIONS: dict[str, Callable[[], Desk]] = {
    "passing-a-win": passing_a_win,
    "a-discard-that-makes-furiten": a_discard_that_makes_furiten,
    "which-chi": which_chi,
    "which-riichi": which_riichi,
    "taking-a-tsumo": taking_a_tsumo,
}


@pytest.fixture(autouse=True)
def _plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("TEXTUAL_THEME", raising=False)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("situation", SITUATIONS)
def test_what_the_desk_says(snap_compare: SnapCompare, situation: str, size: tuple[int, int]) -> None:
    assert snap_compare(Picture(SITUATIONS[situation]().scene()), terminal_size=size)
