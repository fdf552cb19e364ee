"""Pictures of a guided game: the coach's word before a discard, and the moments of the hand."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path, PurePath

import pytest
from textual.pilot import Pilot

from tests.tui.fingers import press, takes_keys, until
from tests.tui.guided_app import guided_app
from tests.tui.test_app_guided import TO_THE_CHOICE
from tui.screens.moments import MomentsScreen

SnapCompare = Callable[..., bool | PurePath]

pytestmark = pytest.mark.usefixtures("quick_disk")


@pytest.fixture(autouse=True)
def _plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("TEXTUAL_THEME", raising=False)


def test_a_warning(snap_compare: SnapCompare, tmp_path: Path) -> None:
    async def warned(pilot: Pilot[int]) -> None:
        await press(pilot, *TO_THE_CHOICE, "enter")
        await until(lambda: takes_keys(pilot.app))  # type: ignore[arg-type]

    assert snap_compare(guided_app(tmp_path), terminal_size=(80, 24), run_before=warned)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["80x24", "120x40"])
def test_moments(snap_compare: SnapCompare, tmp_path: Path, size: tuple[int, int]) -> None:
    async def looked_back(pilot: Pilot[int]) -> None:
        await press(pilot, *TO_THE_CHOICE, "enter", "enter", "enter", "enter")
        await until(lambda: isinstance(pilot.app.screen, MomentsScreen) and takes_keys(pilot.app))  # type: ignore[arg-type]

    assert snap_compare(guided_app(tmp_path), terminal_size=size, run_before=looked_back)
