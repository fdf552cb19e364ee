"""Pictures of every kind of panel and of the glossary, at two sizes, with and without colours."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path, PurePath

import pytest

from tests.tui.asked_app import AskedApp
from tests.tui.asked_positions import ASKED
from tests.tui.table_talk import folder_at
from tests.tui.test_app_snapshots import keys
from tui.app import FuritenApp

SnapCompare = Callable[..., bool | PurePath]

sizes = pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["80x24", "120x40"])


@pytest.fixture(autouse=True)
def _plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("TEXTUAL_THEME", raising=False)


@sizes
@pytest.mark.parametrize("name", ASKED)
def test_panel(snap_compare: SnapCompare, tmp_path: Path, name: str, size: tuple[int, int]) -> None:
    app = AskedApp(tmp_path, *ASKED[name]())
    assert snap_compare(app, terminal_size=size, run_before=keys())


@sizes
@pytest.mark.parametrize("name", ["against-a-riichi", "choosing-a-riichi", "a-call"])
def test_panel_without_colour(
    snap_compare: SnapCompare,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    size: tuple[int, int],
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = AskedApp(tmp_path, *ASKED[name]())
    assert snap_compare(app, terminal_size=size, run_before=keys())


def test_the_end_of_a_long_panel(snap_compare: SnapCompare, tmp_path: Path) -> None:
    app = AskedApp(tmp_path, *ASKED["out-of-furiten"]())
    assert snap_compare(app, run_before=keys(*["pagedown"] * 3))


@sizes
def test_the_glossary_over_a_panel(snap_compare: SnapCompare, tmp_path: Path, size: tuple[int, int]) -> None:
    app = AskedApp(tmp_path, *ASKED["against-a-riichi"]())
    assert snap_compare(app, terminal_size=size, run_before=keys("g", "down", "right"))


@sizes
def test_the_glossary(snap_compare: SnapCompare, tmp_path: Path, size: tuple[int, int]) -> None:
    app = FuritenApp(folder_at(tmp_path))
    assert snap_compare(app, terminal_size=size, run_before=keys("g", "f", "f", "pagedown"))


def test_the_glossary_without_colour_and_without_kanji(
    snap_compare: SnapCompare, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("FURITEN_GLYPHS", "ascii")
    app = FuritenApp(folder_at(tmp_path))
    assert snap_compare(app, run_before=keys("g", "s", "right"))
