"""Comments and bookmarks at positions of a record: what they are, and how lines of mjai carry them.

An event of a record in mjai lines may have two fields more, which readers ignore::

    {"type":"dahai","actor":1,"pai":"5m","tsumogiri":false,"comment":"Too early.","bookmark":true}

They belong to the position right after the event. Fields of another type mean nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from engine import events as ev
from engine.events import encode
from engine.wording import one_line

LONGEST_COMMENT = 500
"""The most characters of a comment."""
_CUT = "…"


class Annotation(msgspec.Struct, frozen=True):
    """A comment and a bookmark of somebody at a position."""

    comment: str = ""
    """One line without control characters; empty where nothing was written."""
    bookmark: bool = False

    def __bool__(self) -> bool:
        """Whether there is a comment or a bookmark."""
        return bool(self.comment) or self.bookmark


NOTHING_NOTED = Annotation()
Annotations = Mapping[int, Annotation]
"""The annotations of a game by the index in its record of the event after which they stand."""


def comment_text(text: str) -> str:
    """A text as a comment: in one line, control characters as escapes, cut off where it is too long."""
    told = one_line(text)
    return told if len(told) <= LONGEST_COMMENT else told[: LONGEST_COMMENT - 1].rstrip() + _CUT


_FIELDS = (b'"comment"', b'"bookmark"')


def may_be_annotated(lines: bytes) -> bool:
    """Whether there may be an annotation in these lines of mjai."""
    return any(field in lines for field in _FIELDS)


def read_annotation(line: bytes) -> Annotation:
    """The annotation in a line of mjai; an empty one where there is none."""
    if not may_be_annotated(line):
        return NOTHING_NOTED
    try:
        found: object = msgspec.json.decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return NOTHING_NOTED
    if not isinstance(found, dict):
        return NOTHING_NOTED
    comment = found.get("comment")
    return Annotation(
        comment_text(comment) if isinstance(comment, str) else "", found.get("bookmark") is True
    )


def write_annotated(record: Sequence[ev.Event], annotations: Annotations) -> bytes:
    """The events as lines of mjai, each ended, with their annotations."""
    return b"".join(_line(event, annotations.get(index)) for index, event in enumerate(record))


def _line(event: ev.Event, annotation: Annotation | None) -> bytes:
    line = encode(event)
    if annotation:
        more: dict[str, object] = {"comment": annotation.comment} if annotation.comment else {}
        more |= {"bookmark": True} if annotation.bookmark else {}
        line = line[:-1] + b"," + msgspec.json.encode(more)[1:]
    return line + b"\n"
