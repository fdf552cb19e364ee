"""How this copy of furiten was installed, what ``furiten serve`` needs besides, and versions."""

from __future__ import annotations

import re
import sys
from contextlib import suppress
from enum import Enum, auto
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from engine import __version__
from tui.system.terminal import PROGRAM

ON_INDEX = False
"""Whether a package index has furiten. ``recipes/release.py`` turns it.

Until then whoever takes the name there could run code on the machines of those who ask for it: no page and
no text may name it.
"""
EXTRA = "web"
WEB_PACKAGES = ("aiohttp", "textual-serve")
"""The packages of the extra. ``pyproject.toml`` alone knows which versions."""
PIPX_FILE, UV_TOOL_FILE = "pipx_metadata.json", "uv-receipt.toml"
"""The files that pipx and ``uv tool`` leave in each environment, wherever they keep them."""

_UV_CACHE = re.compile(r"(?:archive|environments)-v\d+")
"""The folder of uv's cache in which ``uvx`` makes its environments."""
_SAFE_ON_WINDOWS = re.compile(r"[\w@+=:./\\-]+")


class Way(Enum):
    """A way of installing, as far as the line that adds packages differs."""

    CLONE = auto()
    PIPX = auto()
    UV_TOOL = auto()
    UVX = auto()
    PIP = auto()


def way_of(prefix: Path, module: Path) -> Way:
    """How the environment with this prefix got furiten, of which this is a module of ``tui.system``.

    An environment of a tool comes before a clone: it may run the clone itself (``pipx install --editable``).
    """
    # Environments of `pipx run` have the file too; pipx cannot add to them.
    if (prefix / PIPX_FILE).is_file() and prefix.parent.name == "venvs":
        return Way.PIPX
    if (prefix / UV_TOOL_FILE).is_file():
        return Way.UV_TOOL
    if any(map(_UV_CACHE.fullmatch, prefix.parts)):
        return Way.UVX
    return Way.CLONE if (module.parents[2] / "pyproject.toml").is_file() else Way.PIP


def web_line() -> str:
    """The command line that adds the extra to this copy; only a released furiten is asked of an index."""
    prefix, module = Path(sys.prefix), Path(__file__)
    match way_of(prefix, module):
        case Way.PIPX:
            words = ["pipx", "inject", prefix.name, *_requirements()]
        case Way.UV_TOOL if source := _source():
            # What `uv pip` adds is lost at the next `uv tool upgrade`, and this is not.
            words = ["uv", "tool", "install", "--force", source]
        case Way.UVX:
            words = ["uvx", "--from", _source() or f".[{EXTRA}]", PROGRAM, "serve"]
        case Way.CLONE:
            words = [*_installer(), "--editable", _with_extra(module.parents[2])]
        case _:
            words = [*_installer(), *_requirements()]
    return " ".join(map(_quoted, words))


def source_address() -> str:
    """The address of the program's source, as its metadata has it; without metadata, empty."""
    from importlib.metadata import PackageNotFoundError, metadata

    try:
        told = metadata(PROGRAM).get_all("Project-URL") or []
    except PackageNotFoundError:
        return ""
    named = dict(line.split(", ", 1) for line in told if ", " in line)
    return str(named.get("Source", ""))


def _requirements() -> list[str]:
    """The packages of the extra with the versions that the metadata allows; without metadata, their names."""
    from importlib.metadata import PackageNotFoundError, requires

    try:
        told = requires(PROGRAM) or []
    except PackageNotFoundError:
        told = []
    marked = (requirement.partition(";") for requirement in told)
    extra = re.compile(rf"extra\s*==\s*['\"]{EXTRA}['\"]")
    return [name.strip() for name, _, marker in marked if extra.search(marker)] or list(WEB_PACKAGES)


def _source() -> str:
    """The source of this copy, with the extra: a folder or an address. Empty if it is not known."""
    import json
    from importlib.metadata import PackageNotFoundError, distribution
    from urllib.parse import urlsplit
    from urllib.request import url2pathname

    try:
        told = json.loads(distribution(PROGRAM).read_text("direct_url.json") or "{}")
    except PackageNotFoundError:
        return ""
    if "url" not in told:
        return f"{PROGRAM}[{EXTRA}]" if ON_INDEX else ""
    url = str(told["url"])
    if "dir_info" in told:
        folder = Path(url2pathname(urlsplit(url).path))
        return _with_extra(folder) if folder.is_dir() else ""
    if "vcs_info" in told:
        revision = told["vcs_info"].get("requested_revision")
        url = f"{told['vcs_info']['vcs']}+{url}{f'@{revision}' if revision else ''}"
    return f"{PROGRAM}[{EXTRA}] @ {url}"


def _installer() -> list[str]:
    """The command that installs into this environment. Those that uv makes have no pip."""
    from importlib.util import find_spec

    python = _python()
    if find_spec("pip") is None:
        return ["uv", "pip", "install", "--python", python]
    return [python, "-m", "pip", "install"]


def _python() -> str:
    """The running interpreter, from the current folder on if it lies below that."""
    python, here = Path(sys.executable or "python"), _here()
    # In the current folder itself it would be a name alone, which shells look for elsewhere.
    return str(python.relative_to(here) if here and here in python.parent.parents else python)


def _with_extra(folder: Path) -> str:
    """A folder with the extra: a dot, or the whole path, because another could be the name of a package."""
    return f"{'.' if folder == _here() else folder}[{EXTRA}]"


def _here() -> Path | None:
    """The current folder, unless it is gone."""
    try:
        return Path.cwd()
    except OSError:
        return None


def _quoted(word: str) -> str:
    if sys.platform == "win32":
        return word if _SAFE_ON_WINDOWS.fullmatch(word) else f'"{word}"'
    from shlex import quote

    return quote(word)


TESTED_TEXTUAL = "8.2.8"
"""The newest version of Textual that this version is tested with."""


def versions() -> str:
    """One line, such as ``furiten 0.1.0 (Python 3.11.7, Textual 8.2.8)``; without Textual it is left out."""
    return f"{PROGRAM} {__version__} ({', '.join(_below())})"


def _below() -> list[str]:
    """Python, and Textual as its metadata tells it: importing it takes too long for one line."""
    below = [f"Python {'.'.join(map(str, sys.version_info[:3]))}"]
    with suppress(PackageNotFoundError):
        below.append(f"Textual {version('textual')}")
    return below


def newer_textual() -> str:
    """The version of Textual if it is newer than the tested one, else an empty string."""
    with suppress(PackageNotFoundError):
        if _release(found := version("textual")) > _release(TESTED_TEXTUAL):
            return found
    return ""


def _release(text: str) -> tuple[int, ...]:
    """The numbers of a version without what follows them: ``9.0.0rc1`` is (9, 0, 0)."""
    numbers = re.match(r"[0-9]+(?:[.][0-9]+)*", text)
    return tuple(map(int, numbers[0].split("."))) if numbers else ()
