"""Where the entries of a settings file stand: line numbers for messages, all of a file in one pass."""

from __future__ import annotations

import re

_ENTRY = re.compile(r"""\[?\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=.\]]+))\s*[=.\]]""")
"""A name at the beginning of a line: of an entry, or of a table in brackets."""
_IN_TABLE = re.compile(r"""(?:^|[\s.{,"'])([^\s.{,"'=]+)["']?\s*=""")
"""A name anywhere in a line: tables may be written inline."""


def first_lines(text: str) -> dict[str, int]:
    """The line number, from 1, at which each entry or table first stands."""
    found: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if (entry := _ENTRY.match(line.lstrip())) is not None:
            found.setdefault(next(name for name in entry.groups() if name is not None), number)
    return found


def lines_in_table(text: str, begins: int) -> dict[str, int]:
    """The line number at which each entry of the table first stands that begins at that line.

    Comments are ignored.
    """
    found: dict[str, int] = {}
    for number, line in enumerate(text.splitlines()[begins - 1 :], begins):
        for entry in _IN_TABLE.finditer(line.partition("#")[0]):
            found.setdefault(entry[1], number)
    return found
