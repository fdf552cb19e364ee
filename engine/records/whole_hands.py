"""What is whole in a Tenhou JSON record that was cut: its hands up to there."""

from __future__ import annotations

import re
from typing import NamedTuple

import msgspec

_TOKEN = re.compile(rb'"(?:[^"\\]|\\.)*"|[\[\]{}]', re.DOTALL)
"""A text, or a bracket; an open text at the end is none."""
_CLOSED = {b"]": b"[", b"}": b"{"}
_IN_LOG = [b"{", b"["]
"""What is open after a hand: the record and its list of hands."""


class WholeHands(NamedTuple):
    """``record`` is the decoded JSON with the first ``hands`` hands alone."""

    record: object
    hands: int


def whole_hands(text: bytes) -> WholeHands | None:
    """The record up to the last hand that is whole; None when there is none."""
    opened: list[bytes] = []
    end = count = 0
    for match in _TOKEN.finditer(text):
        token = match[0]
        if token in _CLOSED.values():
            opened.append(token)
        elif token in _CLOSED:
            if not opened or opened.pop() != _CLOSED[token]:
                break
            if opened == _IN_LOG:
                end, count = match.end(), count + 1
    try:
        found = msgspec.json.decode(text[:end] + b"]}") if end else None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    return WholeHands(found, count) if isinstance(found, dict) and "log" in found else None
