"""What a game loads when it begins, and what only when it is needed."""

from __future__ import annotations

import sys
from importlib.util import find_spec

from tests.support.fresh_interpreter import run

LATER = (
    "fouls",
    "furiten",
    "outcome",
    "results",
    "score.evaluate",
    "score.points",
    "score.win",
    "score.yaku",
    "shape.hand_readings",
)
"""The end of a hand and of a game, what only hands in tenpai need, the value of a win, and errors."""


def _loaded(code: str) -> list[str]:
    told = f"{code}\nprint(*(name for name in {LATER} if 'engine.' + name in sys.modules))"
    return run([sys.executable, "-c", f"import sys\n{told}"]).split()


def test_a_game_begins_without_what_it_needs_later() -> None:
    assert all(find_spec(f"engine.{name}") for name in LATER)
    assert _loaded("import engine.match") == []


def test_what_is_loaded_later_is_there_when_it_is_asked_for() -> None:
    assert set(_loaded("from engine.score import score, ron_payment, YAKU_NAMES")) >= {
        "score.evaluate",
        "score.yaku",
    }
    assert _loaded("from engine.shape import readings, Form") == ["shape.hand_readings"]


def test_a_name_that_is_nowhere_is_an_error() -> None:
    for package in ("score", "shape"):
        code = f"import engine.{package} as p\ntry: p.nothing\nexcept AttributeError as e: print(e)"
        found = run([sys.executable, "-c", code]).strip()
        assert found == f"module 'engine.{package}' has no attribute 'nothing'"
