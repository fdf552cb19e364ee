"""The short code of a position of a record, ``HAND.STEP``, and the command line that opens it again."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from engine.records.timeline import Position, Timeline
from tui.i18n.texts import t

_CODE = re.compile(r"([1-9][0-9]{0,3})\.(0|[1-9][0-9]{0,3})", re.ASCII)
MAX_QUOTE = 20


class BadCode(ValueError):
    """A text is no code, or the record has no such position. The message is one line for the player."""


class PositionCode(NamedTuple):
    """A position of a record: its hand, from 1, and the event in the hand, from 0 for start_kyoku."""

    hand: int
    step: int

    def __str__(self) -> str:
        return f"{self.hand}.{self.step}"


def read_position_code(text: str) -> PositionCode:
    """The code in a text such as ``5.23``; raises BadCode."""
    found = _CODE.fullmatch(text.strip())
    if found is None:
        raise BadCode(t("position-code.bad", code=text[:MAX_QUOTE]))
    return PositionCode(int(found[1]), int(found[2]))


def code_of(position: Position) -> PositionCode:
    """The code of a position."""
    return PositionCode(position.hand.number, position.index + 1 - position.hand.first)


def index_of(line: Timeline, code: PositionCode) -> int:
    """The index in the record of the event of a code; raises BadCode if the record has no such position."""
    if code.hand > len(line.hands):
        raise BadCode(t("position-code.no-hand", code=code, count=len(line.hands)))
    hand = line.hands[code.hand - 1]
    if code.step >= len(hand.events):
        raise BadCode(t("position-code.no-step", code=code, hand=code.hand, last=len(hand.events) - 1))
    return hand.first - 1 + code.step


def command_line(file: Path, code: PositionCode, seat: int | None = None, game: int | None = None) -> str:
    """The command that opens a position again, quoted for the shell: ``furiten replay FILE --at 5.23``.

    ``seat`` is the seat that looks, from 0, and ``game`` the number of the game in the file, from 1; None
    leaves the choice to the command.
    """
    words = ["furiten", "replay", str(file), "--at", str(code)]
    words += [] if seat is None else ["--seat", str(seat)]
    words += [] if game is None else ["--game", str(game)]
    return subprocess.list2cmdline(words) if sys.platform == "win32" else shlex.join(words)
