"""Plain lines with what can be done by itself: commands turn it on and off, and what was done is said."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from tests.support.tui.plain_player import ON, Eager, offered, play, typing
from tests.support.tui.sessions import folder_at, options
from tests.support.tui.texts import says
from tui.archive.archive import RECORDS
from tui.config.settings import OnOff, SettingsFile
from tui.i18n.texts import t
from tui.words.tiles import join

WINNING = 416
"""The seed of a hand that is won with riichi by somebody who throws what he draws."""

pytestmark = pytest.mark.usefixtures("quick_disk")


def chosen(path: Path, *names: str) -> Path:
    """That folder with these automatic settings turned on, and the others off."""
    file = SettingsFile(folder_at(path).path)
    off = dict.fromkeys(("auto_win", "no_calls", "auto_discard"), OnOff.OFF)
    file.change(msgspec.structs.replace(file.values, **off | dict.fromkeys(names, OnOff.ON)))
    return path


def record(path: Path) -> bytes:
    """The one record in a folder."""
    (kept,) = (path / RECORDS).iterdir()
    return kept.read_bytes()


class Asked(Eager):
    """Takes wins, passes calls and throws what it drew; notes what it is offered."""

    def __init__(self) -> None:
        super().__init__()
        self.offers: list[str] = []

    def _choice(self, can: Sequence[str]) -> str:
        self.offers += can
        return super()._choice(can)


def played(path: Path, *names: str) -> tuple[list[str], list[str]]:
    """A hand with these settings: what the person was offered, and what was said."""
    asked = Asked()
    code, said = play(chosen(path, *names), options(WINNING), asked)
    assert code == 0
    return asked.offers, said


def test_the_same_game_with_fewer_questions(tmp_path: Path) -> None:
    """The person lets calls go, takes wins and throws in riichi what came: so does the program."""
    offers, _ = played(tmp_path / "all")
    fewer, said = played(tmp_path / "few", "auto_win", "no_calls", "auto_discard")
    assert record(tmp_path / "few") == record(tmp_path / "all")
    named = [{offer.split()[0] for offer in each} for each in (offers, fewer)]
    assert named[0] - named[1] == {"draw", "pass", "ron"}, "draw alone is offered in riichi"
    thrown = [line for line in said if line.startswith("You: ") and line.endswith("(auto)")]
    assert len(thrown) == 9
    assert says(thrown[-1], "log.ron", name="You")
    assert said[said.index(thrown[-1]) + 1].startswith("You: ron on ")


def test_commands_turn_them(tmp_path: Path) -> None:
    lines = ["no-calls", "state", "no-calls", "auto-win", "quit"]
    _, said = play(tmp_path, options(7), typing(*lines))
    assert t("switch.turned.no-calls-on") in said
    assert t("switch.state", switches=join(["auto-discard", "no-calls"])) in said
    assert t("switch.turned.no-calls-off") in said
    assert t("switch.turned.auto-win-on") in said


def test_what_is_turned_on_decides_the_question_that_stands_there(tmp_path: Path) -> None:
    drawing = Eager()
    turned = False

    def typist(said: Sequence[str]) -> str:
        nonlocal turned
        if not turned and "pass" in offered(said):
            turned = True
            return "no-calls"
        return drawing(said)

    code, said = play(tmp_path, options(7), typist)
    assert code == 0
    after = said[said.index(t("switch.turned.no-calls-on")) :]
    claims = [line for line in after[: after.index(ON)] if line.startswith("You can: ") and "pass" in line]
    assert all("ron" in line for line in claims)
