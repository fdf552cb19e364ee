"""Who imports whom in this project, read off the source text: all imports count, wherever they stand."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

PACKAGES = ("furiten", "engine", "ai", "tui", "tools", "tests")

_FROM = re.compile(r"^\s*from ([\w.]+) import (\([^)]*\)|[^\n#]*)", re.MULTILINE)
_IMPORT = re.compile(r"^\s*import ([\w., ]+)", re.MULTILINE)


def importers(root: Path) -> dict[Path, set[Path]]:
    """For each module of the project the files that import it; paths are relative to the root."""
    files = {
        _module(path): path
        for package in PACKAGES
        for path in sorted(each.relative_to(root) for each in (root / package).rglob("*.py"))
    }
    found: dict[Path, set[Path]] = {path: set() for path in files.values()}
    for path in files.values():
        for name in _imported((root / path).read_text(encoding="utf-8"), files):
            found[files[name]].add(path)
    return found


def distances(changed: Iterable[Path], importers: Mapping[Path, set[Path]]) -> dict[Path, int]:
    """The files that reach a changed one, and over how many imports at least; a changed one is 0."""
    found = {path: 0 for path in changed if path in importers}
    waiting = deque(found)
    while waiting:
        path = waiting.popleft()
        for other in importers[path] - found.keys():
            found[other] = found[path] + 1
            waiting.append(other)
    return found


def is_named_for(test: Path, module: Path) -> bool:
    """Whether a file of tests is in the room of a module and has its name."""
    named = {*test.stem.split("_")} - {"test"}
    words = {word for part in module.with_suffix("").parts for word in part.split("_")}
    same_room = {*module.parent.parts} & {*test.parent.parts}
    return bool(same_room) and (named <= words or named >= {*module.stem.split("_")})


def _module(path: Path) -> str:
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] in ("__init__", "__main__") else parts)


def _imported(source: str, modules: Mapping[str, Path]) -> Iterator[str]:
    for match in _IMPORT.finditer(source):
        names = (name.split(" as ")[0].strip() for name in match[1].split(","))
        yield from (name for name in names if name in modules)
    for match in _FROM.finditer(source):
        for name in re.findall(r"(\w+)(?: as \w+)?", match[2]):
            inside = f"{match[1]}.{name}"
            if inside in modules or match[1] in modules:
                yield inside if inside in modules else match[1]
