"""Whole games of other programs run through the live engine without a difference."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from replaying import replay

from engine.rules import TENHOU

DATA = os.environ.get("FURITEN_DATA")


@pytest.mark.skipif(not DATA, reason="FURITEN_DATA names no folder with recorded games")
@pytest.mark.parametrize("folder", ["games", "games-rare"])
def test_recorded_games_replay_without_a_difference(folder: str) -> None:
    paths = sorted(Path(DATA or "", folder).glob("*.mjson.gz"))
    assert len(paths) > 50
    found = [line for path in paths for line in replay(path, TENHOU)]
    assert found == []
