"""Which tests run a line, and how long they take: measured by running them once under coverage."""

from __future__ import annotations

import hashlib
import json
import shutil
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from pathlib import Path

import pytest
from coverage import Coverage, CoverageData

from tools.mutants.copies import Copy
from tools.mutants.faults import Fault
from tools.mutants.mutants_plugin import SHARED
from tools.quick.imports import is_named_for


class Notes:
    """What a run of the tests noted. Tests that failed in it are unknown here."""

    def __init__(self, folder: Path) -> None:
        self._effort: dict[str, float] = {}
        self._seconds: dict[str, float] = {}
        self._making: dict[str, float] = {}
        """Processor seconds to make a thing that tests share."""
        uses: defaultdict[str, set[str]] = defaultdict(set)
        for part in folder.glob("noted-*.json"):
            noted = json.loads(part.read_text(encoding="utf-8"))
            for test, (effort, seconds) in noted["tests"].items():
                self._effort[test], self._seconds[test] = effort, seconds
            self._making |= noted["making"]
            for context, names in noted["uses"].items():
                uses[context].update(names)
        self._needs = {test: _all_of(test, uses) for test in self._seconds}
        """By test: the shared things that have to be made for it."""
        self._data = CoverageData(str(folder / "lines"))
        self._data.read()
        self._known: dict[str, dict[int, list[str]]] = {}

    def __len__(self) -> int:
        return len(self._seconds)

    def tests(self, fault: Fault, effort: float) -> list[str]:
        """Tests that run the line of a fault, those about its module first, up to so many processor seconds.

        A line that belongs to no test (a constant, which is set at the import) counts as run by the tests
        that run anything of its module or are named for it; if there are none, by all.
        """
        lines = self._lines(fault.path)
        found = self._passed(lines.get(fault.line, ())) or self._passed(lines.get(fault.statement, ()))
        if not found:
            named = {test for test in self._seconds if _distance(fault.path, test) == 0}
            found = named | self._passed(test for tests in lines.values() for test in tests)
        order = self._in_order(fault.path, found or set(self._seconds))
        until = accumulate(self._efforts(order))
        return [test for test, total in zip(order, until, strict=True) if total <= effort] or order[:1]

    def _efforts(self, tests: Iterable[str]) -> Iterator[float]:
        """Processor seconds of each in turn: the first that needs a shared thing makes it."""
        made: set[str] = set()
        for test in tests:
            new = self._needs[test] - made
            made |= new
            yield self._effort[test] + sum(self._making.get(name, 0.0) for name in new)

    def seconds(self, tests: Sequence[str]) -> float:
        """How long these tests take together when nothing that they share is there."""
        needed = {name for test in tests for name in self._needs[test]}
        making = sum(self._making.get(name, 0.0) for name in needed)
        return making + sum(self._seconds[test] for test in tests)

    def _lines(self, path: str) -> dict[int, list[str]]:
        if path not in self._known:
            self._known[path] = self._data.contexts_by_lineno(path)
        return self._known[path]

    def _passed(self, contexts: Iterable[str]) -> set[str]:
        """The tests that pass among these, and those that need what is shared among these."""
        asked = set(contexts)
        things = {context for context in asked if context.startswith(SHARED)}
        users = {test for test, needs in self._needs.items() if needs & things} if things else set()
        return users | {test for test in asked if test in self._seconds}

    def _in_order(self, path: str, tests: set[str]) -> list[str]:
        """Tests named for the module, those of its room, the rest; each quickest first.

        The rows of one parametrized test take turns with other tests, since they notice much the same.
        """
        rows: Counter[str] = Counter()
        order: list[tuple[int, int, float, str]] = []
        for test in sorted(tests, key=self._effort.__getitem__):
            function = test.partition("[")[0]
            rows[function] += 1
            order.append((_distance(path, test), rows[function], self._effort[test], test))
        return [test for *_, test in sorted(order)]


def _all_of(context: str, uses: Mapping[str, set[str]]) -> set[str]:
    """What a test uses, and what that uses itself."""
    found: set[str] = set()
    waiting = [context]
    while waiting:
        new = uses.get(waiting.pop(), set()) - found
        found |= new
        waiting += new
    return found


def _distance(path: str, test: str) -> int:
    """0 when the file of a test is named for the module, more the further its folder is from the room."""
    place, module = Path(test.partition("::")[0]), Path(path)
    if is_named_for(place, module):
        return 0
    shared = {*module.parent.parts} & {*place.parent.parts}
    return 1 + len(module.parent.parts) - len(shared)


def measured(root: Path, copy: Copy, tests: Sequence[str], kept: Path, jobs: int) -> Notes:
    """Notes about these tests: those kept in a folder if nothing has changed since, else new ones.

    Raises:
        RuntimeError: pytest could not run these tests.
    """
    digest = _digest(root, tests)
    same = kept / "digest.txt"
    if not same.exists() or same.read_text(encoding="utf-8") != digest:
        shutil.rmtree(kept, ignore_errors=True)
        kept.mkdir(parents=True)
        if (code := copy.notes(tests, kept, jobs)) not in {pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED}:
            raise RuntimeError(f"pytest could not run {' '.join(tests)}: it ended with {code}")
        Coverage(data_file=kept / "lines", config_file=False).combine([str(kept)])
        same.write_text(digest, encoding="utf-8")
    return Notes(kept)


def _digest(root: Path, tests: Sequence[str]) -> str:
    """Changes with every file of the project that is under a folder of Python files."""
    digest = hashlib.sha256("\n".join([sys.version, *tests]).encode())
    for path in sorted(root.glob("[!.]*/**/*")):
        if path.is_file() and "__pycache__" not in path.parts:
            digest.update(path.relative_to(root).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()
