"""How the wheel differs from the repository: it leaves one name at the top of an environment, ``furiten``.

The repository has ``engine``, ``ai``, ``tui`` and ``assets`` at its top. In an environment that others
share, such names collide. So in the wheel they lie under ``furiten/`` (``sources`` in
``pyproject.toml``), and every import of them begins with ``furiten``: ``from engine.tiles import …``
becomes ``from furiten.engine.tiles import …``.

A start that puts the folder ``furiten/`` on the path would need no other imports, but the names would be
generic still. Where another ``engine`` is imported first, the wrong one would be found. In a program
that uses the engine as a library, ours would hide its own. A type checker would find neither. Imports
that say where they point need nothing at the start and nothing in worker processes, and
``furiten.engine`` has its types.

Nothing but the beginnings of imports changes, so lines keep their numbers. Names in strings do not
change: code that loads a module by name, or finds a file, starts from ``__package__`` or ``__file__``
(``tests/test_wheel.py``).

The description on the page of an index is the README with whole addresses: relative ones lead nowhere there.
"""

from __future__ import annotations

import ast
import re
import shutil
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

TOP = "furiten"
MOVED = ("engine", "ai", "tui", "assets")
"""The packages that lie under ``TOP`` in the wheel."""


class UnmovableImport(ValueError):
    """An import that would fail once its package lies under ``TOP``; the message says where it is."""


class MovedImports(BuildHookInterface[BuilderConfig]):
    """Put moved copies of the modules in the place of the modules themselves."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the copies. An editable installation is the repository as it is."""
        if version == "editable":
            return
        self._copies = Path(tempfile.mkdtemp(prefix="furiten-wheel-"))
        for file in self.build_config.builder.recurse_selected_project_files():
            if not file.relative_path.endswith(".py"):
                continue
            copy = self._copies / file.relative_path
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(moved(Path(file.path).read_bytes(), file.relative_path))
            build_data["force_include"][str(copy)] = file.relative_path

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the copies."""
        if version != "editable":
            shutil.rmtree(self._copies, ignore_errors=True)


def moved(source: bytes, name: str = "<module>") -> bytes:
    """The source of a module as the wheel has it. Raises UnmovableImport for ``import engine.tiles``."""
    lines = source.splitlines(keepends=True)
    for node in ast.walk(ast.parse(source, name)):
        if isinstance(node, ast.Import):
            _check(node, name)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and _moves(node.module):
            start = node.col_offset
            line = lines[node.lineno - 1]
            before, after = line[:start], line[start:]
            lines[node.lineno - 1] = before + after.replace(b"from ", f"from {TOP}.".encode(), 1)
    return b"".join(lines)


def _check(node: ast.Import, name: str) -> None:
    for alias in node.names:
        if _moves(alias.name):
            raise UnmovableImport(f"{name}:{node.lineno}: write 'from … import', not 'import {alias.name}'")


def _moves(module: str | None) -> bool:
    return module is not None and module.partition(".")[0] in MOVED


# -- the description -------------------------------------------------------------------------------------

_LINK = re.compile(r"(?P<picture>!?)\[(?P<text>[^]]*)\]\((?P<address>[^)\s]+)\)")
"""A link or picture of Markdown."""
_WHOLE = re.compile(r"[a-z]+:|#")
"""How an address begins that is not a path in the repository."""


class DescriptionHook(MetadataHookInterface):
    """Make the description of the README: its addresses are those of the tag of this version."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the field ``readme``."""
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        text = with_whole_addresses(text, metadata["urls"]["Source"], metadata["version"])
        metadata["readme"] = {"content-type": "text/markdown", "text": text}


def with_whole_addresses(text: str, source: str, version: str) -> str:
    """The text with paths turned into addresses of the repository, which is at ``source`` on GitHub."""
    files = source.replace("https://github.com/", "https://raw.githubusercontent.com/", 1)

    def whole(link: re.Match[str]) -> str:
        picture, words, address = link.group("picture", "text", "address")
        if _WHOLE.match(address) is None:
            address = f"{files}/v{version}/{address}" if picture else f"{source}/blob/v{version}/{address}"
        return f"{picture}[{words}]({address})"

    return _LINK.sub(whole, text)
