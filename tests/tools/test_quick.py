"""``make quick``: which tests a change reaches, and in which order they are run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support.fresh_interpreter import ROOT
from tools.quick.__main__ import BESIDE, UNKNOWN, fitting, nearest
from tools.quick.imports import distances, importers, is_named_for

FILES = {
    "engine/__init__.py": "",
    "engine/tiles.py": "",
    "engine/hand.py": "from engine import tiles\nfrom engine.tiles import (\n    ONE,\n    TWO,\n)\n",
    "ai/bot.py": "def think():\n    from engine.hand import Hand\n",
    "ai/other.py": "import msgspec\n",
    "tests/engine/test_hand.py": "import engine.hand\n",
    "tests/engine/test_tiles.py": "",
    "tests/ai/test_bot.py": "from ai.bot import think as thinks\n",
    "tests/ai/test_other.py": "from ai import other\n",
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def test_imports_are_followed_wherever_they_stand(root: Path) -> None:
    far = distances([Path("engine/tiles.py")], importers(root))
    assert {path.as_posix(): distance for path, distance in far.items()} == {
        "engine/tiles.py": 0,
        "engine/hand.py": 1,
        "ai/bot.py": 2,
        "tests/engine/test_hand.py": 2,
        "tests/ai/test_bot.py": 3,
    }
    assert nearest([Path("engine/tiles.py")], far) == [
        Path("tests/engine/test_hand.py"),
        Path("tests/ai/test_bot.py"),
    ]


def test_tests_named_for_a_module_are_near() -> None:
    assert is_named_for(Path("tests/ai/test_drills_count.py"), Path("ai/drills/kinds/count.py"))
    assert is_named_for(Path("tests/engine/test_furiten.py"), Path("engine/furiten.py"))
    assert not is_named_for(Path("tests/ai/test_drills_furiten.py"), Path("engine/furiten.py"))
    far = {Path("tests/ai/test_bot.py"): 5, Path("tests/ai/test_other.py"): 2}
    assert nearest([Path("ai/bot.py")], far)[0] == Path("tests/ai/test_bot.py")


def test_as_many_as_fit_the_nearest_first() -> None:
    a, b, c, d = map(Path, "abcd")
    known = {"a": 2.0, "b": 9.0, "c": 1.0}
    assert fitting([a, b, c], known, 5.0) == [a, c]
    assert fitting([a, b, c, d], known, 100.0) == [a, b, c, d]
    assert fitting([d], known, UNKNOWN) == []


def test_the_real_project_is_read() -> None:
    far = distances([Path("engine/furiten.py")], importers(ROOT))
    assert far[Path("engine/view.py")] == 1
    assert Path("tests/engine/test_furiten.py") in far


@pytest.mark.parametrize("beginning", BESIDE)
def test_what_is_not_imported_has_tests_that_exist(beginning: str) -> None:
    assert (ROOT / beginning).exists()
    assert all((ROOT / name).exists() for name in BESIDE[beginning])


def test_the_help_names_every_target() -> None:
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = re.findall(r"^([a-z-]+):", text, re.MULTILINE)
    assert {"play", "quick", "test", "nightly", "sample", "help"} <= set(targets)
    assert targets == re.findall(r"^([a-z-]+):.*  ## \S", text, re.MULTILINE)
