"""Fresh interpreters that find everything compiled, as they do once a program is installed and has run."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

CACHE = "PYTHONPYCACHEPREFIX"
WRITES_NONE = "PYTHONDONTWRITEBYTECODE"

Variables = Mapping[str, str | None]
"""Variables of the environment that differ there; None unsets one."""


def compiled(folder: Path) -> Variables:
    """Whoever is started with these keeps what he compiles in that folder: the first run fills it."""
    return {CACHE: str(folder), WRITES_NONE: None}


def environment(variables: Variables) -> dict[str, str]:
    """This environment with what differs."""
    return {name: value for name, value in {**os.environ, **variables}.items() if value is not None}
