"""Files of games: their names, the time in them, and which version of the program wrote one."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import msgspec

from engine.match import FORMAT
from tui.i18n.texts import t

LAST_FORMAT = 9_999
"""No version of the program writes a higher one: such a file is not ours."""
LONGEST_QUOTE = 20

DATE, DATE_WIDTH = "%Y-%m-%d-%H%M", 15
"""How the name of a record begins: when it was put here, in local time."""


class Unreadable(Exception):
    """A file of events that this version cannot read; the message is for the player."""


class NewerFormat(Unreadable):
    """A file that a later version of the program wrote, in this format."""

    def __init__(self, written: int) -> None:
        super().__init__(t("save.newer", written=written, known=FORMAT))
        self.written = written


class _Format(msgspec.Struct):
    """The part of the first line that any version of the program can read."""

    format: Any = None


def check_format(line: bytes) -> None:
    """Refuse another version's file by its first line: the other lines may hold anything.

    A line that names no format passes. Raises Unreadable.
    """
    try:
        written = msgspec.json.decode(line, type=_Format).format
    except msgspec.MsgspecError:
        return
    if written is None or (type(written) is int and written == FORMAT):
        return
    if type(written) is int and FORMAT < written <= LAST_FORMAT:
        raise NewerFormat(written)
    quoted = msgspec.json.encode(written).decode()
    raise Unreadable(t("save.no-format", written=quoted[:LONGEST_QUOTE]))


def numbered(stem: str, number: int) -> str:
    """The name of the first file of that stem, or of a further one."""
    return f"{stem}.jsonl" if number == 1 else f"{stem}-{number}.jsonl"


def record_time(moment: datetime) -> str:
    """A moment as ``start_game`` tells it; one without a time zone is local."""
    return moment.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
