"""The plan of the house is checked, not hoped for: who may import whom.

Each check runs in a fresh interpreter, because the one that runs the tests has long since loaded everything.
"""

from __future__ import annotations

import sys

import pytest

from tests.fresh import loaded_after, run

IMPORT_ALL = """
import importlib, pkgutil
for name in {packages!r}:
    package = importlib.import_module(name)
    for module in pkgutil.walk_packages(package.__path__, name + "."):
        importlib.import_module(module.name)
"""


@pytest.mark.parametrize(
    ("packages", "allowed"),
    [(["engine"], {"engine", "msgspec"}), (["engine", "ai"], {"engine", "ai", "msgspec"})],
    ids=["engine", "ai"],
)
def test_rules_and_thought_import_the_standard_library_and_msgspec_only(
    packages: list[str], allowed: set[str]
) -> None:
    at_rest = loaded_after("import msgspec")
    loaded = loaded_after(IMPORT_ALL.format(packages=packages))
    # another name of the main module, which multiprocessing gives it
    foreign = loaded - at_rest - allowed - {"__mp_main__"}
    assert {name for name in foreign if name not in sys.stdlib_module_names} == set()
    assert set(packages) <= loaded


def test_import_contracts_hold() -> None:
    """The contracts of pyproject.toml: rooms above rooms, and the floors inside the engine."""
    lint = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    assert "0 broken" in run([sys.executable, "-c", lint, "--no-cache"])
