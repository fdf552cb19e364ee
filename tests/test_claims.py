"""Every rule of the source documents is shown by a test, and every mark names one of them.

The marks are read off the source text of the tests, so that a test that is skipped today counts too.
"""

from __future__ import annotations

import ast
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

TESTS = Path(__file__).parent
BOOK = tomllib.loads((TESTS.parent / "assets" / "claims" / "en.toml").read_text(encoding="utf-8"))
CLAIMS = BOOK["claims"]


def marks(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Claim and test of each ``@pytest.mark.claim`` on a test, or on the class it stands in."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            for decorator in node.decorator_list:
                if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "pytest.mark.claim":
                    for argument in decorator.args:
                        yield ast.literal_eval(argument), node.name


@cache
def shown() -> dict[str, list[str]]:
    """The tests that show each claim."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(TESTS.rglob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        for claim, test in marks(ast.parse(text)) if "mark.claim(" in text else ():
            found[claim].append(f"{path.relative_to(TESTS)}::{test}")
    return found


def test_every_claim_is_shown() -> None:
    assert sorted(set(CLAIMS) - set(shown())) == []


def test_every_mark_names_a_claim() -> None:
    assert {claim: tests for claim, tests in shown().items() if claim not in CLAIMS} == {}


def test_only_tests_are_marked() -> None:
    """A mark on a helper shows nothing."""
    names = {test.rpartition("::")[2] for tests in shown().values() for test in tests}
    assert {name for name in names if not name.startswith(("test_", "Test"))} == set()


def test_every_claim_says_something_and_where_it_is_from() -> None:
    assert len(CLAIMS) > 60
    for claim, entry in CLAIMS.items():
        assert set(entry) == {"says", "source"}, claim
        assert entry["says"].endswith((".", ".)")), claim
        assert entry["source"], claim
        assert set(entry["source"]) <= set(BOOK["sources"]), claim
