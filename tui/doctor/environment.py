"""Describe the terminal from the environment: name, colours, encoding, size, multiplexers."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Mapping

import msgspec

from tui.system.terminal import DUMB_TERMINALS, ColourDepth, colour_depth, is_terminal, is_unicode


class TerminalEnvironment(msgspec.Struct, frozen=True):
    """The terminal as the environment describes it."""

    terminal: str
    """Its name, or empty."""
    colours: ColourDepth
    unicode: bool
    """Whether the output encoding is UTF-8."""
    encoding: str
    width: int
    height: int
    seen: bool
    """Whether standard input and output are both a terminal."""
    dumb: bool
    """Whether it cannot move its cursor."""
    between: tuple[str, ...]
    """Programs between this one and the user's terminal: tmux, screen, ssh."""


def terminal_environment(
    environment: Mapping[str, str] = os.environ, platform: str = sys.platform
) -> TerminalEnvironment:
    """Describe the terminal of this process."""
    size = shutil.get_terminal_size()
    encoding = getattr(sys.stdout, "encoding", None) or ""
    name = environment.get("TERM", "")
    windows = platform == "win32"
    return TerminalEnvironment(
        terminal=name or ("Windows" if windows else ""),
        colours=colour_depth(environment, windows=windows),
        unicode=is_unicode(sys.stdout),
        encoding=encoding,
        width=size.columns,
        height=size.lines,
        seen=is_terminal(sys.stdin) and is_terminal(sys.stdout),
        dumb=not windows and name in DUMB_TERMINALS,
        between=tuple(_between(environment)),
    )


def _between(environment: Mapping[str, str]) -> list[str]:
    found = [word for word, variable in (("tmux", "TMUX"), ("screen", "STY")) if environment.get(variable)]
    if environment.get("SSH_CONNECTION") or environment.get("SSH_TTY"):
        found.append("ssh")
    return found
