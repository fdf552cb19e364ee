"""Is a message in words? What Python and this program call their own things says nothing to a reader."""

from __future__ import annotations

import re

_INSIDE = re.compile(
    r"""
    \b[A-Z]\w*\((?:\w+=|'|\)|\d)       # Header(number=1, …), ZeroDivisionError('7'), KeyError(3)
    | <[\w.]+(?:\ object\ at|:)         # <engine.round.Round object at 0x7f…>, <Phase.TURN: 'turn'>
    | \b[A-Z]\w*Error\b | \bTraceback\b | \bNoneType\b | \[Errno
    | \b(?:engine|ai|tui)\.[a-z_]+      # a module
    | \b(?:True|False|None)\b           # true, false, null in a record
    | not\ in\ list | out\ of\ range | unhashable | has\ no\ attribute
    | \[\( | \(\d+,                     # a tuple
    """,
    re.VERBOSE,
)


def inside_words(message: str) -> list[str]:
    """The parts of a message that only somebody who reads the program understands."""
    return [match[0] for match in _INSIDE.finditer(message)]
