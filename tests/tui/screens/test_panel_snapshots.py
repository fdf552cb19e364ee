"""Pictures of the kinds of panels that no scene has, at two sizes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path, PurePath

import pytest

from tests.support.nightly import one_in
from tests.support.tui.panel_app import AskedApp
from tests.support.tui.panel_positions import ASKED
from tests.tui.screens.test_app_snapshots import keys

SnapCompare = Callable[..., bool | PurePath]

SCENES = ("against-a-riichi", "passing-a-win")
"""These are scenes, and pictured with them."""

SIZES = ((80, 24), (120, 40))


@pytest.fixture(autouse=True)
def _plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("TEXTUAL_THEME", raising=False)


@pytest.mark.parametrize(("name", "size"), one_in(5, [each for each in ASKED if each not in SCENES], SIZES))
def test_panel(snap_compare: SnapCompare, tmp_path: Path, name: str, size: tuple[int, int]) -> None:
    app = AskedApp(tmp_path, *ASKED[name]())
    assert snap_compare(app, terminal_size=size, run_before=keys())


def test_the_end_of_a_long_panel(snap_compare: SnapCompare, tmp_path: Path) -> None:
    app = AskedApp(tmp_path, *ASKED["out-of-furiten"]())
    assert snap_compare(app, run_before=keys(*["pagedown"] * 3))


@pytest.mark.parametrize(
    "size",
    [pytest.param(SIZES[0], id="80x24"), pytest.param(SIZES[1], id="120x40", marks=pytest.mark.nightly)],
)
def test_the_glossary_over_a_panel(snap_compare: SnapCompare, tmp_path: Path, size: tuple[int, int]) -> None:
    app = AskedApp(tmp_path, *ASKED["against-a-riichi"]())
    assert snap_compare(app, terminal_size=size, run_before=keys("g", "down", "right"))
