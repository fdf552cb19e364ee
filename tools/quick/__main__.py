"""``make quick``: style, types, and the tests nearest to what was changed, in some seconds.

Changed is what is not committed, or what differs from ``BASE`` (``make quick BASE=main``). A test is near
when few imports lead from it to a changed file. The nearest are run, as many as fit into the time; how many
more reach the change is told, and ``make test`` runs them. What tests take is known from earlier runs on this
machine.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from tools.quick.imports import distances, importers, is_named_for

ROOT = Path(__file__).parents[2]
SECONDS = ROOT / ".pytest_cache" / "v" / "furiten" / "seconds"
"""What the tests of each file took, written by ``tests/conftest.py``."""
UNKNOWN = 1.0
"""Seconds for the tests of a file that were never run here."""
START = 0.1
"""Seconds that a file takes besides its tests."""
BESIDE: Mapping[str, tuple[str, ...]] = {
    "assets/texts": ("tests/tui/i18n", "tests/tui/words"),
    "assets/scenes": ("tests/tui/demo",),
    "assets/lessons": (
        "tests/ai/test_lessons_files.py",
        "tests/ai/test_lessons_lines.py",
        "tests/tui/lessons",
    ),
    "assets/drills": ("tests/ai/test_drills_judged.py",),
    "assets/claims": ("tests/test_claims.py",),
    "assets/glossary": ("tests/tui/words",),
    "docs": ("tests/test_docs.py",),
    "docs/decisions": ("tests/test_private_names.py",),
    "README.md": ("tests/test_docs.py",),
    "CONTRIBUTING.md": ("tests/test_docs.py",),
    "recipes": ("tests/test_packaging.py",),
    "share": ("tests/test_packaging.py",),
    "pyproject.toml": ("tests/test_packaging.py", "tests/test_architecture.py"),
    ".github": ("tests/test_packaging.py",),
}
"""Tests of files that are not imported."""


def main() -> int:
    """Run it all; 0 if all of it passes."""
    options = _arguments()
    changed = changed_files(options.base)
    modules = [path for path in changed if path.suffix == ".py"]
    if not changed:
        print("Nothing has changed.")
        return 0
    started = [_start(command) for command in _checks(modules)]
    reached = nearest(changed, distances(modules, importers(ROOT)))
    chosen = fitting(reached, _known(), options.seconds * (os.cpu_count() or 1))
    left = len(reached) - len(chosen)
    more = f"; {left} more reach it, and make test runs them" if left else ""
    print(f"{len(changed)} changed, tests of {len(chosen)} files{more}.", flush=True)
    codes = [_pytest(chosen)] if chosen else []
    for process in started:
        output = process.communicate()[0]
        if process.returncode:
            print(output)
        codes.append(process.returncode)
    return max(codes)


def changed_files(base: str) -> list[Path]:
    """The files that differ from a revision or are new, and are still there."""
    differing = _git("diff", "--name-only", "-z", base)
    new = _git("ls-files", "--others", "--exclude-standard", "-z")
    names = dict.fromkeys((*differing.split("\0"), *new.split("\0")))
    return [Path(name) for name in names if name and (ROOT / name).exists()]


def nearest(changed: Sequence[Path], far: Mapping[Path, int]) -> list[Path]:
    """The files of tests that the changed files reach, the nearest first."""
    found = {path: (distance, path) for path, distance in far.items() if is_test(path)}
    for path in changed:
        for test in filter(partial(is_named_for, module=path), list(found)):
            found[test] = min(found[test], (1, test))
        for beginning, tests in BESIDE.items():
            if path.is_relative_to(beginning):
                for test in (each for name in tests for each in _tests_in(ROOT / name)):
                    found[test] = min(found.get(test, (1, test)), (1, test))
    return sorted(found, key=found.__getitem__)


def fitting(reached: Sequence[Path], seconds: Mapping[str, float], most: float) -> list[Path]:
    """The nearest of these files whose tests take so many seconds together; what does not fit is left out."""
    chosen: list[Path] = []
    for path in reached:
        costs = START + seconds.get(path.as_posix(), UNKNOWN)
        if costs <= most:
            most -= costs
            chosen.append(path)
    return chosen


def is_test(path: Path) -> bool:
    """Whether pytest finds tests in a file of that name."""
    return path.parts[0] == "tests" and path.name.startswith("test_")


def _tests_in(place: Path) -> list[Path]:
    files = sorted(place.rglob("test_*.py")) if place.is_dir() else [place]
    return [path.relative_to(ROOT) for path in files if path.exists()]


def _checks(modules: Sequence[Path]) -> list[list[str]]:
    names = [path.as_posix() for path in modules]
    style = [["ruff", "check", *names], ["ruff", "format", "--check", *names]] if names else []
    typed = any(path.parts[0] in ("furiten", "engine", "ai", "tui") for path in modules)
    return [*style, *([["mypy", "--strict"]] if typed else [])]


def _start(command: Sequence[str]) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", *command],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )


def _pytest(files: Sequence[Path]) -> int:
    workers = min(os.cpu_count() or 1, len(files))
    parallel = ["-n", str(workers), "--dist", "worksteal"] if workers > 1 else ["-n", "0"]
    command = [sys.executable, "-m", "pytest", "-m", "not nightly", *parallel, *map(str, files)]
    code = subprocess.run(command, cwd=ROOT, check=False).returncode
    return 0 if code == 5 else code  # 5: all of these tests are nightly


def _known() -> dict[str, float]:
    try:
        found: dict[str, float] = json.loads(SECONDS.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found


def _git(*arguments: str) -> str:
    return subprocess.run(
        ["git", *arguments], cwd=ROOT, check=True, capture_output=True, encoding="utf-8"
    ).stdout


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make quick", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--base", default="HEAD", help="the revision to compare with; HEAD when left out")
    parser.add_argument(
        "--seconds", type=float, default=6.0, help="for tests, on each processor; 6 if left out"
    )
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
