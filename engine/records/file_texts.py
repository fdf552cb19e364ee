"""The texts in a file of records, and JSON among them: where it is broken, how many of its hands are whole.

A file is plain, gzip, or a zip of several; in UTF-8 or UTF-16. The bytes are not trusted: nothing is unpacked
further than a file may be large.
"""

from __future__ import annotations

import codecs
import re
import zlib
from collections.abc import Iterator
from io import BytesIO
from typing import NamedTuple, TypeGuard

import msgspec

from engine import events as ev
from engine.records.recorded_choices import NoRecordError, RecordError
from engine.wording import one_line

MOST_BYTES = 64 << 20
"""No file is read that is larger, packed or unpacked: some thousand games."""
MOST_MEMBERS = 1_000
"""No gzip file is put together from more parts, and no zip file holds more files."""

_GZIP, _ZIP = b"\x1f\x8b", b"PK\x03\x04"
_GZIP_WINDOW = 16 + zlib.MAX_WBITS
_CHUNK = 1 << 16
"""Bytes unpacked at a time: what is left after a part of the file is copied."""
_ZEROS = re.compile(rb"\0+")
"""What may stand behind a part of a gzip file."""
_ENCODING = re.compile(r"(\A\s*<\?xml[^>]*?)\s+encoding=[\"'][^\"']*[\"']")
_MARK = b"\xef\xbb\xbf"
_SHOWN = 40
"""So many letters of the name of a file in a zip file are shown."""


class Unpacked(NamedTuple):
    """One text: its name in a zip file, else empty; its bytes; and the error where it is cut."""

    name: str
    text: bytes
    cut: RecordError | None


def unpacked(data: bytes) -> list[Unpacked]:
    """The texts in the content of a file, at least one; raises RecordError."""
    if len(data) > MOST_BYTES:
        raise RecordError(f"the file is larger than {MOST_BYTES >> 20} MB")
    if not data.startswith(_ZIP):
        return [_text("", data)]
    found, room = [], MOST_BYTES
    for name, content in _members(data):
        found.append(_text(name, content))
        room -= len(found[-1].text)
        if room < 0:
            raise _too_large()
    if not found:
        raise RecordError("the zip file holds no file")
    return found


def _text(name: str, data: bytes) -> Unpacked:
    text, cut = _gunzipped(data) if data.startswith(_GZIP) else (data, None)
    return Unpacked(name, _as_utf8(text).removeprefix(_MARK), cut)


def _too_large() -> RecordError:
    return RecordError(f"unpacked it is larger than {MOST_BYTES >> 20} MB")


def _is_hidden(name: str) -> bool:
    """Whether it is a file that a system adds, such as ``__MACOSX/._a``."""
    return any(part.startswith((".", "__")) for part in name.split("/"))


def _members(data: bytes) -> Iterator[tuple[str, bytes]]:
    """The files of a zip file with their names. Raises RecordError; one that is too large ends it."""
    from zipfile import BadZipFile, ZipFile  # few records are packed so: the start of a game does without

    try:
        with ZipFile(BytesIO(data)) as packed:
            members = [each for each in packed.infolist() if not (each.is_dir() or _is_hidden(each.filename))]
            if len(members) > MOST_MEMBERS:
                raise RecordError(f"the zip file holds more than {MOST_MEMBERS:,} files")
            for member in members:
                with packed.open(member) as source:
                    content = source.read(MOST_BYTES + 1)
                if len(content) > MOST_BYTES:
                    raise _too_large()
                yield one_line(member.filename)[:_SHOWN], content
    except RecordError:
        raise
    except (
        BadZipFile,
        zlib.error,
        EOFError,
        NotImplementedError,
        OSError,
        RuntimeError,
        ValueError,
    ) as error:
        # a password and an unknown way to pack are RuntimeError and NotImplementedError
        raise RecordError(f"the zip file is broken: {one_line(str(error))}") from None


_WIDE = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"} | {
    mark.encode(form): form for form in ("utf-16-le", "utf-16-be") for mark in ("{", "[", "<")
}
"""How a text in UTF-16 begins, with its mark or with the first character of a record."""


def _as_utf8(data: bytes) -> bytes:
    """A text in UTF-16, as editors on Windows save it; XML then names no encoding.

    Half a character at a cut end is left out.
    """
    form = _WIDE.get(data[:2])
    if form is None:
        return data
    try:
        text = data[: len(data) // 2 * 2].decode(form).removeprefix("\ufeff")
    except UnicodeDecodeError:
        return data
    return _ENCODING.sub(r"\1", text, count=1).encode()


def _gunzipped(data: bytes) -> tuple[bytes, RecordError | None]:
    """The content of gzip members one after the other, and the error when the last one is cut.

    A bomb is not unpacked to its end. Raises RecordError.
    """
    content, at, members = bytearray(), 0, 0
    while at < len(data):
        if members == MOST_MEMBERS:
            raise RecordError(f"the gzip file has more than {MOST_MEMBERS:,} parts")
        members += 1
        at, whole = _unpack_member(data, at, content)
        if not whole:
            return bytes(content), RecordError("the gzip file is cut")
        padding = _ZEROS.match(data, at)
        at = at if padding is None else padding.end()
    return bytes(content), None


def _unpack_member(data: bytes, at: int, content: bytearray) -> tuple[int, bool]:
    """Unpack the part of a gzip file that begins there; where it ends, and whether it is whole.

    Raises RecordError.
    """
    unpacker = zlib.decompressobj(_GZIP_WINDOW)
    try:
        while at < len(data) and not unpacker.eof:
            chunk = data[at : at + _CHUNK]
            content += unpacker.decompress(chunk, MOST_BYTES + 1 - len(content))
            if len(content) > MOST_BYTES:
                raise _too_large()
            at += len(chunk) - len(unpacker.unused_data)
    except zlib.error as error:
        raise RecordError(f"the gzip file is broken: {error}") from None
    return at, unpacker.eof


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
