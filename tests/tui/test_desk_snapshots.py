"""Pictures of what the desk says: each kind of furiten, and each kind of choice, at the three sizes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import PurePath

import pytest

from tests.tui.desk_positions import TENHOU, Seated, furiten_line, go_to, press
from tests.tui.test_table_snapshots import SIZES, Picture
from tui.desk import Desk

SnapCompare = Callable[..., bool | PurePath]

RYANMEN = "234m45622p23478s"
"""Waits on 6s and 9s, with pinfu."""
OPENING = "0: 6s; 1: 4z; 2: 9m; 3: 1z; 0: 7z; 1: 2m; 2: 1p'; 3: 9p;"


def discard_furiten() -> Desk:
    """6s lies in the own pond, Mamori is in riichi, and 9m would be safe."""
    return Seated(RYANMEN).offered(f"{OPENING} 0: 3z; 1: 8m; 2: riichi 5p; 3: 9m; 0: draws 9m")


def temporary_furiten() -> Desk:
    """Hayai's 9s passed; a pon is on offer while it lasts."""
    return Seated(RYANMEN).offered("0: 5z; 1: 9s; 2: 2p")


def riichi_furiten() -> Desk:
    """In riichi, and Takame's 6s passed."""
    return Seated(RYANMEN).offered(
        f"{OPENING.replace('6s', '5z')} 0: riichi 3z; 1: 8m; 2: 1m; 3: 6s; 0: draws 1p"
    )


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
    "discard-furiten": discard_furiten,
    "temporary-furiten": temporary_furiten,
    "riichi-furiten": riichi_furiten,
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
    desk = SITUATIONS[situation]()
    kind, _, rest = situation.partition("-")
    if rest == "furiten":
        assert (furiten_line(desk) or "").startswith(kind), "the picture does not show what it is named for"
    assert snap_compare(Picture(desk.scene()), terminal_size=size)
