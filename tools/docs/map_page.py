"""The list of ``docs/map.md``: every file of the program, each with the first line of its docstring."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from tests.support.fresh_interpreter import ROOT
from tools.docs.page_part import WrittenPage

DOCSTRING = re.compile(r'"""(.*?)"""', re.DOTALL)
"""At the head of a module."""
PACKAGES = ("furiten", "engine", "ai", "tui")


def files() -> list[Path]:
    """Every module of the program by its path, those of a folder together; packages are described above."""
    found = [file for package in PACKAGES for file in (ROOT / package).rglob("*.py")]
    return sorted(
        (file for file in found if file.name != "__init__.py"),
        key=lambda file: (PACKAGES.index(file.relative_to(ROOT).parts[0]), file.parent, file.name),
    )


def lists() -> Iterator[str]:
    """A list for each folder."""
    for folder, modules in groupby(files(), lambda file: file.parent):
        yield f"### {folder.relative_to(ROOT).as_posix()}/\n"
        yield from (f"- `{module.name}`: {_about(module)}" for module in modules)
        yield ""


def _about(module: Path) -> str:
    told = DOCSTRING.match(module.read_text(encoding="utf-8"))
    assert told is not None, module
    return " ".join(told[1].split("\n\n")[0].split()).replace("``", "`").replace("<", "&lt;")


MAP = WrittenPage("map", "files", lambda: "\n".join(lists()))

if __name__ == "__main__":
    MAP.write()
