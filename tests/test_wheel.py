"""The wheel holds everything, and works away from the repository."""

from __future__ import annotations

import json
import shutil
import sys
import zipfile
from pathlib import Path

import pytest

from engine import __version__
from tests.support.fresh_interpreter import ROOT, run

pytestmark = pytest.mark.slow

PACKAGES = ("engine", "ai", "tui", "assets")
NO_DATA = {".py", ".pyc"}
UNPACKED = {"__pycache__", "pictures"}
"""Left out: what Python makes by itself, and the pictures of the pages."""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from this tree with the build tools at hand."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder)]
    run(build)
    (built,) = folder.glob("furiten-*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that the wheel, and nothing else, is installed into."""
    folder = tmp_path_factory.mktemp("installed")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index"]
    run([*pip, "--target", str(folder), str(wheel)], cwd=folder)
    return folder


def furiten(installed: Path, away: Path, *arguments: str) -> str:
    """What the installed command prints, run in a folder away from the repository."""
    command = shutil.which("furiten", path=installed / "bin")
    assert command is not None
    return run([command, *arguments], cwd=away, PYTHONPATH=str(installed))


def test_the_wheel_holds_every_file_of_the_packages(wheel: Path) -> None:
    packed = set(zipfile.ZipFile(wheel).namelist())
    wanted = {
        path.relative_to(ROOT).as_posix()
        for package in PACKAGES
        for path in (ROOT / package).rglob("*")
        if path.is_file() and UNPACKED.isdisjoint(path.parts)
    }
    assert wanted - packed == set()
    assert any(Path(name).suffix not in NO_DATA for name in packed if name.startswith("assets/"))


def test_the_wheel_holds_nothing_else(wheel: Path) -> None:
    tops = {name.split("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    assert {top for top in tops if not top.endswith((".dist-info", ".data"))} == set(PACKAGES)


def test_the_manual_page_and_completions_are_installed(installed: Path) -> None:
    share = installed / "share"
    there = {path.relative_to(share) for path in share.rglob("*") if path.is_file()}
    wanted = ROOT / "share"
    assert there == {path.relative_to(wanted) for path in wanted.rglob("*") if path.is_file()}


def test_it_runs_away_from_the_repository(installed: Path, tmp_path: Path) -> None:
    where = "import engine, ai, tui, assets; print(*(m.__path__[0] for m in (engine, ai, tui, assets)))"
    paths = run([sys.executable, "-P", "-c", where], cwd=tmp_path, PYTHONPATH=str(installed)).split()
    assert {Path(path).parent for path in paths} == {installed}

    assert furiten(installed, tmp_path, "--version").startswith(f"furiten {__version__} (Python ")
    presets = json.loads(furiten(installed, tmp_path, "rules", "--json"))
    assert "wrc" in {preset["name"] for preset in presets}
