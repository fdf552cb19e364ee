"""Decisions are taken back in plain lines: at a decision, and at the end of a hand."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from engine.records import read_events
from tests.support.tui.plain_player import ON, Eager, like_eager, play, typing
from tests.support.tui.sessions import folder_at, options, play_on, sit_down
from tests.support.tui.texts import says
from tui.archive.archive import RECORDS
from tui.i18n.texts import t

pytestmark = pytest.mark.usefixtures("quick_disk")


def test_the_last_decision_is_open_again(tmp_path: Path) -> None:
    _, said = play(tmp_path, options(6, undo=True), typing("draw", "undo", "undo"))
    taken = [line for line in said if line.startswith("Taken back: ")]
    assert len(taken) == 1
    assert says(taken[0], "takeback.done")
    after = said[said.index(taken[0]) + 1 :]
    assert after[0].startswith("Hand: "), "the question is put again"
    assert t("takeback.none") in after


def test_a_game_without_it_says_so(tmp_path: Path) -> None:
    _, said = play(tmp_path, options(6), typing("draw", "undo", "u"))
    assert said.count(t("takeback.not-allowed")) == 2


class Wavering(Eager):
    """Takes every third decision back and makes it again, and each hand's last one."""

    def __init__(self) -> None:
        super().__init__()
        self.made = 0
        self.ended = False

    def __call__(self, said: Sequence[str]) -> str:
        if said[-1].startswith(ON):
            self.ended = not self.ended
            return "undo" if self.ended else ""
        if said[0] == t("takeback.none"):
            return ""
        self.made += 1
        if self.made % 4 == 3:
            return "undo"
        return super().__call__(said)


def test_a_whole_game_is_the_same_but_for_the_count(tmp_path: Path) -> None:
    asked = options(9, "wrc", undo=True)
    code, said = play(tmp_path / "plain", asked, Wavering())
    assert code == 0
    folder = folder_at(tmp_path / "session")
    play_on(sit_down(folder, asked), like_eager)
    folder.release()
    (kept,) = (tmp_path / "plain" / RECORDS).iterdir()
    wavered, straight = read_events(kept.read_bytes()), read_events(folder.game.read_bytes())
    assert wavered[1:] == straight[1:]
    count = sum(line.startswith("Taken back: ") for line in said)
    assert count > 3
    assert said[-1] == t("takeback.count", count=count)
    assert f'"takebacks":{count}' in kept.read_text(encoding="utf-8").splitlines()[0]
