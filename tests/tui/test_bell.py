"""The bell: once for each time that somebody may have looked away, at the table and in plain lines."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from engine import events as ev
from tests.tui.plain_talk import PROMPTS, Eager, play
from tests.tui.table_talk import folder_at, options
from tui.config.settings import SettingsFile, Switched
from tui.play.bell import Bell

OTHERS = ev.Dahai(1, "E", tsumogiri=True)
OWN = ev.Dahai(0, "E", tsumogiri=True)


def test_it_rings_when_a_game_is_opened() -> None:
    assert Bell(0).asked()


def test_it_rings_once_where_others_have_played_since() -> None:
    bell = Bell(0)
    bell.asked()
    bell.event(OTHERS)
    assert bell.asked()
    assert not bell.asked()


@pytest.mark.parametrize("event", [OWN, ev.Tsumo(0, "E"), ev.Pon(0, 1, "E", ["E", "E"]), ev.Dora("E")])
def test_not_after_what_the_person_did(event: ev.Event) -> None:
    bell = Bell(0)
    bell.asked()
    bell.event(event)
    assert not bell.asked()


@pytest.mark.usefixtures("quick_disk")
@pytest.mark.parametrize("chosen", Switched)
def test_in_plain_lines_it_is_heard_before_the_question(tmp_path: Path, chosen: Switched) -> None:
    file = SettingsFile(folder_at(tmp_path).path)
    file.change(msgspec.structs.replace(file.values, bell=chosen))
    eager, rung, asked = Eager(), 0, 0

    def typist(said: list[str]) -> str:
        nonlocal rung, asked
        rung += sum(line.count("\a") for line in said)
        asked += said[-1] in PROMPTS[:2]
        return eager([line.replace("\a", "") for line in said])

    assert play(tmp_path, options(3), typist)[0] == 0  # type: ignore[arg-type]
    assert (asked // 2 < rung <= asked) if chosen is Switched.ON else rung == 0
