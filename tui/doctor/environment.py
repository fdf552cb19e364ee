"""What the environment tells of the terminal: name, colours, letters, size, and what lies between."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Mapping

import msgspec

from tui.system.terminal import DUMB, Colours, colours, is_terminal, is_unicode


class Surroundings(msgspec.Struct, frozen=True):
    """The terminal as the environment describes it."""

    terminal: str
    """Its name, empty where it has none."""
    colours: Colours
    unicode: bool
    """Whether what is written is UTF-8."""
    encoding: str
    width: int
    height: int
    seen: bool
    """Whether standard input and output both are a terminal."""
    dumb: bool
    """Whether it can move its cursor at all."""
    between: tuple[str, ...]
    """What lies between the program and the person: tmux, screen, ssh."""


def surroundings(environment: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Surroundings:
    """Those of this process."""
    size = shutil.get_terminal_size()
    encoding = getattr(sys.stdout, "encoding", None) or ""
    name = environment.get("TERM", "")
    windows = platform == "win32"
    return Surroundings(
        terminal=name or ("Windows" if windows else ""),
        colours=colours(environment, windows=windows),
        unicode=is_unicode(sys.stdout),
        encoding=encoding,
        width=size.columns,
        height=size.lines,
        seen=is_terminal(sys.stdin) and is_terminal(sys.stdout),
        dumb=not windows and name in DUMB,
        between=tuple(_between(environment)),
    )


def _between(environment: Mapping[str, str]) -> list[str]:
    found = [word for word, variable in (("tmux", "TMUX"), ("screen", "STY")) if environment.get(variable)]
    if environment.get("SSH_CONNECTION") or environment.get("SSH_TTY"):
        found.append("ssh")
    return found
