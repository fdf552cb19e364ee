"""JSON in the file of a record: what it is, where it is broken, and how many of its hands are whole."""

from __future__ import annotations

import re
from typing import NamedTuple, TypeGuard

import msgspec

from engine import events as ev
from engine.records.recorded_choices import NoRecordError, RecordError
from engine.wording import one_line

THREE_PLAYER_EVENTS = ("nukidora", "kita")
IGNORED_EVENTS = ("none", "hello")
TYPES = (*THREE_PLAYER_EVENTS, *IGNORED_EVENTS, *(each.__struct_config__.tag for each in ev.EVENTS))
"""The types of lines of mjai."""
SHOWN = 24
"""So many characters of a name are shown in a message …"""
_SHOWN_KEYS = 4
"""… and so many of the keys."""
_PLACE = re.compile(r"\(byte (\d+)\)")
"""Where msgspec (0.19) says that JSON is broken; it says nothing where JSON is cut."""


def decoded(text: bytes) -> object:
    """The value, None when it is no JSON."""
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


def is_tenhou(value: object) -> TypeGuard[dict[str, object]]:
    """Whether it has the form of a Tenhou record."""
    return isinstance(value, dict) and "log" in value


def single_value(text: bytes, most: int) -> object:
    """The Tenhou record or the listed events that the whole text is.

    None if the text is no JSON, or may be lines of mjai.

    Raises RecordError if it is JSON of another program, or larger than ``most`` bytes.
    """
    if not text.startswith((b"{", b"[")):
        return None
    if len(text) > most:
        if _is_json(text):
            raise RecordError(f"JSON, but a single record is larger than {most >> 20} MB")
        return None
    value = decoded(text)
    if value is None or is_tenhou(value) or listed_events(value):
        return value
    if isinstance(value, dict) and b"\n" not in text and value.get("type") in TYPES:
        return None
    raise no_record(value)


def listed_events(value: object) -> list[object]:
    """The events in a JSON list of them, or in a report that holds such a list; empty if there is none."""
    if isinstance(value, dict) and "type" not in value:
        value = next((each for each in value.values() if _is_events(each)), None)
    return value if _is_events(value) else []


def _is_events(value: object) -> TypeGuard[list[object]]:
    return isinstance(value, list) and any(
        isinstance(each, dict) and each.get("type") == "start_kyoku" for each in value
    )


def no_record(value: object) -> RecordError:
    """The error for valid JSON that is no record."""
    match value:
        case dict():
            what = _keys(list(value))
        case list():
            what = "it is a list"
        case _:
            what = "it is a single value"
    return NoRecordError(f"JSON, but not a record furiten reads ({what})")


def broken_json(text: bytes) -> RecordError:
    """The error for JSON that is broken or cut, with the line at which it is."""
    line = text.count(b"\n", 0, _fault(text)) + 1
    return RecordError(f"line {line}: broken or cut JSON")


def _keys(names: list[str]) -> str:
    if not names:
        return "it has no keys"
    named = ", ".join(f"'{one_line(name[:SHOWN])}'" for name in names[:_SHOWN_KEYS])
    more = ", …" if len(names) > _SHOWN_KEYS else ""
    return f"it has the {'key' if len(names) == 1 else 'keys'} {named}{more}"


def _is_json(text: bytes) -> bool:
    """Whether it is one JSON value. Nothing of it is kept, so it may be large."""
    try:
        msgspec.json.decode(text, type=msgspec.Raw)
    except (msgspec.DecodeError, RecursionError):
        return False
    return True


def _fault(text: bytes) -> int:
    """The byte at which JSON is broken: its end if it is cut, its beginning if it is nested too deeply."""
    try:
        msgspec.json.decode(text, type=msgspec.Raw)
        text.decode()
    except msgspec.DecodeError as error:
        place = _PLACE.search(str(error))
        return int(place[1]) if place else len(text)
    except UnicodeDecodeError as error:
        return error.start
    except RecursionError:
        pass
    return 0


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
