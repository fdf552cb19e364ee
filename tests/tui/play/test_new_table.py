"""What a new table loads: the first picture does not wait for what is needed later."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.support.fresh_interpreter import run

TABLE = """
import sys
from pathlib import Path
import tui.shell.launch
from tui.play.options import PlayOptions
from tui.play.save import SaveFolder
from tui.play.start import open_for_play
session, _ = open_for_play(SaveFolder(Path(sys.argv[1])), PlayOptions(seed=42))
session.view, session.options, session.history()
print(*sys.modules)
"""
LATER = {
    "ai.bots.styled_bot",
    "ai.coach",
    "engine.called_wins",
    "engine.records.resumed_game",
    "engine.score.evaluate",
}


@pytest.mark.nightly
def test_a_new_table_loads_no_bot_and_nothing_that_judges_a_win(tmp_path: Path) -> None:
    loaded = set(run([sys.executable, "-c", TABLE, str(tmp_path)]).split())
    assert "tui.screens.game.game" in loaded
    assert loaded & LATER == set()
