"""Pictures in a terminal: whether it shows them as text, and the commands that send and delete them.

The protocol is kitty's graphics protocol with Unicode placeholders: a picture is sent once under a number,
and appears wherever a cell names it (``tui.drawing.solid_tiles``). Terminals that know the protocol but
not the placeholders answer that all is well and paint boxes, so name and version decide. Nothing is asked
where no variable hints at such a terminal, and elsewhere nothing is ever sent.
"""

from __future__ import annotations

import os
import re
import zlib
from binascii import b2a_base64
from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

import msgspec

from tui.system.dialogue import Dialogue, opened
from tui.system.terminal import ColourDepth, TerminalEnvironment, is_served, terminal_environment


class Cell(NamedTuple):
    """The size of a terminal's cell in pixels."""

    width: int
    height: int


class NoGraphics(StrEnum):
    """Why there are no pictures."""

    TERMINAL = "terminal"
    """It is not one of those that show them, or did not answer."""
    COLOURS = "colours"
    """The number of a picture is a colour of 24 bits."""
    REMOTE = "remote"
    """Pictures are too much for a slow connection."""
    RECORDED = "recorded"
    """A program that records the terminal could not show them again."""
    TMUX = "tmux"
    """It passes nothing on, or no colours of 24 bits, or there is no such terminal around it."""


class Graphics(msgspec.Struct, frozen=True):
    """How this terminal shows pictures."""

    terminal: str
    """Its name and version, as it tells them."""
    cell: Cell
    tmux: bool = False
    """Whether commands have to be passed on by tmux."""

    def picture(self, number: int, size: Cell, cells: tuple[int, int], pixels: bytes) -> str:
        """The commands that send a picture: its size, the columns and rows it fills, four bytes a pixel."""
        data = b2a_base64(zlib.compress(pixels, 9), newline=False).decode()
        place = f"a=T,U=1,c={cells[0]},r={cells[1]},i={number}"
        first = f"{place},f=32,o=z,s={size.width},v={size.height},q=2,"
        parts = [data[at : at + _MOST] for at in range(0, len(data), _MOST)]
        return "".join(
            self._command(f"{'' if at else first}m={int(at < len(parts) - 1)};{part}")
            for at, part in enumerate(parts)
        )

    def deleted(self, number: int) -> str:
        return self._command(f"a=d,d=I,i={number},q=2")

    def _command(self, text: str) -> str:
        command = f"\x1b_G{text}\x1b\\"
        return _PASSED.format(command.replace("\x1b", "\x1b\x1b")) if self.tmux else command


_MOST = 4096
"""The most characters of one command."""
_PASSED = "\x1bPtmux;{}\x1b\\"
_QUESTION = "\x1b[>q\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\\x1b[16t\x1b[c"
"""Name and version, graphics, the size of a cell; and what every terminal answers, as the end."""
_END = r"\x1b\[\?[\d;]*c"
_OK, _CELL = "\x1b_Gi=31;OK\x1b\\", r"\x1b\[6;(\d+);(\d+)t"
_NAME = r"(kitty|ghostty)[( ](\d+)\.(\d+)"
_LEAST = {"kitty": (0, 28), "ghostty": (1, 0)}
"""The first versions with placeholders."""
_TERMS = ("-kitty", "-ghostty")
"""How the values of TERM end: hints, and inside tmux all its colours. They alone never decide."""
_PASSING = ("on", "all", "1")
_HINTS = ("KITTY_WINDOW_ID", "GHOSTTY_RESOURCES_DIR")
_RECORDERS = ("ASCIINEMA_REC", "ASCIINEMA_SESSION")
_USUAL = Cell(10, 20)
"""Where a terminal does not tell the size of its cells."""
_TOLD = "\t".join(
    f"#{{{name}}}"
    for name in (
        "client_termtype",
        "allow-passthrough",
        "client_termname",
        "client_termfeatures",
        "client_cell_width",
        "client_cell_height",
    )
)
SECONDS = 2.0
"""For which tmux and the terminal may think: a busy kitty has taken more than half a second."""


def find_graphics() -> Graphics | NoGraphics:
    """How the terminal of this process shows pictures, or why not. Nobody else may read it meanwhile."""
    around = terminal_environment()
    hindrance = hindered(around, os.environ)
    if hindrance is not None:
        return hindrance
    if _inside_tmux(around):
        return told_by_tmux(_tmux())
    with opened(SECONDS) as terminal:
        return NoGraphics.TERMINAL if terminal is None else asked(terminal)


def hindered(around: TerminalEnvironment, environment: Mapping[str, str]) -> NoGraphics | None:
    """Why pictures are not even asked for, or None."""
    hints = around.terminal.endswith(_TERMS) or any(map(environment.get, _HINTS))
    if not around.seen or around.dumb or is_served() or "screen" in around.between:
        return NoGraphics.TERMINAL
    if not (hints or _inside_tmux(around)):
        return NoGraphics.TERMINAL
    if around.colours is not ColourDepth.TRUE:
        return NoGraphics.COLOURS
    if "ssh" in around.between:
        return NoGraphics.REMOTE
    return NoGraphics.RECORDED if any(map(environment.get, _RECORDERS)) else None


def _inside_tmux(around: TerminalEnvironment) -> bool:
    """Whether tmux draws the terminal: a window that was opened from inside tmux only has its variable."""
    return "tmux" in around.between and around.terminal.startswith(("tmux", "screen"))


def asked(terminal: Dialogue) -> Graphics | NoGraphics:
    """The graphics that the terminal's answer promises, or why there are none."""
    answer = terminal.ask(_QUESTION, re.compile(_END))
    if answer is None or _OK not in answer.string or (name := _known(answer.string)) is None:
        return NoGraphics.TERMINAL
    size = re.search(_CELL, answer.string)
    return Graphics(name, Cell(int(size[2]), int(size[1])) if size else _USUAL)


def told_by_tmux(told: str) -> Graphics | NoGraphics:
    """The graphics of the terminal around tmux, by tmux's answer in the form of ``_TOLD``."""
    kind, passes, term, features, *size = (*told.rstrip("\n").split("\t"), *[""] * 6)[:6]
    name = _known(kind)
    coloured = term.endswith(_TERMS) or "RGB" in features.split(",")
    if name is None or passes not in _PASSING or not coloured:
        return NoGraphics.TMUX
    cell = Cell(*map(int, size)) if all(map(str.isdecimal, size)) else _USUAL
    return Graphics(name, cell if all(cell) else _USUAL, tmux=True)


def _known(answer: str) -> str | None:
    """The name and the version in an answer, if such a terminal has placeholders."""
    found = re.search(_NAME, answer)
    if found is None or (int(found[2]), int(found[3])) < _LEAST[found[1]]:
        return None
    return f"{found[1]} {found[2]}.{found[3]}"


def _tmux() -> str:
    import subprocess

    command = ["tmux", "display-message", "-p", _TOLD]
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=SECONDS)
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.decode(errors="replace")
