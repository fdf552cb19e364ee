"""The bell: once for each time that somebody may have looked away, at the table and in plain lines."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from engine import events as ev
from tests.support.tui.desk_positions import Seated
from tests.support.tui.plain_player import PROMPTS, Eager, play
from tests.support.tui.sessions import folder_at, options
from tui.config.settings import OnOff, SettingsFile

HAND = "123456789m123p1z"
OTHERS = "1: 9s; 2: 9s; 3: 9s"


def test_it_rings_when_a_game_is_opened() -> None:
    assert Seated(HAND).offered("0: draws 2z").rings_bell


def test_it_rings_once_where_others_have_played_since() -> None:
    seated = Seated(HAND)
    seated.offered("0: draws 2z")
    desk = seated.offered(f"0: 2z'; {OTHERS}; 0: draws 2z")
    assert desk.rings_bell
    desk.offer()
    assert not desk.rings_bell


def test_not_after_what_the_player_did() -> None:
    """A call leads to a discard of the same player, who sits before the screen."""
    seated = Seated("123456m123p55z99s")
    seated.offered("0: 9s; 1: 5z")
    assert not seated.offered("0: pon 5z5z").rings_bell


def test_not_at_the_deal_after_a_last_discard_of_the_player() -> None:
    """Nobody causes an exhaustive draw: it is no sign that others have played."""
    seated = Seated(HAND)
    seated.offered("0: draws 2z")
    seated.play("0: 2z'")
    for event in (ev.Ryukyoku(reason="exhaustive"), ev.EndKyoku(), seated.desk_start):
        seated.desk.event(event)
    assert not seated.offered("0: draws 2z").rings_bell


@pytest.mark.usefixtures("quick_disk")
@pytest.mark.parametrize("chosen", OnOff)
def test_in_plain_lines_it_is_heard_before_the_question(tmp_path: Path, chosen: OnOff) -> None:
    file = SettingsFile(folder_at(tmp_path).path)
    file.change(msgspec.structs.replace(file.values, bell=chosen))
    eager, rung, asked = Eager(), 0, 0

    def typist(said: list[str]) -> str:
        nonlocal rung, asked
        rung += sum(line.count("\a") for line in said)
        asked += said[-1] in PROMPTS[:2]
        return eager([line.replace("\a", "") for line in said])

    assert play(tmp_path, options(3), typist)[0] == 0  # type: ignore[arg-type]
    assert (asked // 2 < rung <= asked) if chosen is OnOff.ON else rung == 0
