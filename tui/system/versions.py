"""The versions of furiten and of what it runs on, as a report of a fault needs them."""

from __future__ import annotations

import re
import sys
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version

from engine import __version__
from tui.system.output import PROGRAM

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
