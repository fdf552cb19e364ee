"""Any record, known by its content: mjai lines, Tenhou JSON, Tenhou XML, each also gzip.

The bytes are not trusted: whatever is wrong with them ends in one RecordError.
"""

from __future__ import annotations

import zlib
from typing import Any, get_args

import msgspec

from engine import events as ev
from engine.records.record_checks import check_events
from engine.records.recorded_choices import RecordError
from engine.records.recorded_game import THREE_PLAYERS, Format, Record, RecordedGame, RecordedRules
from engine.records.tenhou_json import read_json
from engine.records.tenhou_xml import read_xml
from engine.rules import TENHOU, Length
from engine.wall import PLAYERS

MOST_BYTES = 64 << 20
"""No file is read that is larger, packed or unpacked: some thousand games."""
MOST_GAME = 4 << 20
"""No single Tenhou record is larger; they take some ten thousand bytes."""
MOST_LINE = 1 << 16
"""No line of mjai is longer; a hand dealt takes some hundred bytes."""

_GZIP = b"\x1f\x8b"
_GZIP_WINDOW = 16 + zlib.MAX_WBITS
_MARK = b"\xef\xbb\xbf"
_BLANK = b" \t\r\n"
_THREE_PLAYER_EVENTS = ("nukidora", "kita")
_IGNORED_EVENTS = ("none", "hello")
_FREE_FORMS = {"seed": int | str | None, "time": str | None}
"""Fields of start_game that other programs write in forms of their own."""


def read_record(data: bytes) -> Record:
    """The games of a file; raises RecordError with one line that says what is wrong."""
    if len(data) > MOST_BYTES:
        raise RecordError(f"the file is larger than {MOST_BYTES >> 20} MB")
    text = (_unpacked(data) if data.startswith(_GZIP) else data).removeprefix(_MARK).strip(_BLANK)
    if not text:
        raise RecordError("the file is empty")
    if text.startswith(b"<"):
        return Record(Format.TENHOU_XML, (_checked(read_xml(_sized(text))),))
    if not text.startswith(b"{"):
        raise RecordError("neither mjai lines nor a Tenhou record: it begins with neither '{' nor '<'")
    whole = _json(text) if len(text) <= MOST_GAME else None
    if _is_tenhou(whole):
        return Record(Format.TENHOU_JSON, (read_json(whole),))
    lines = text.split(b"\n")
    if len(lines[0]) <= MOST_GAME and _is_tenhou(_json(lines[0])):
        return Record(Format.TENHOU_JSON, _json_games(lines))
    return Record(Format.MJAI, _mjai_games(lines))


def _is_tenhou(value: Any) -> bool:
    return isinstance(value, dict) and "log" in value


def _json_games(lines: list[bytes]) -> tuple[RecordedGame, ...]:
    """A Tenhou record on each line."""
    games = []
    for number, line in enumerate(lines, 1):
        if line.strip(_BLANK):
            try:
                games.append(read_json(_json(_sized(line))))
            except RecordError as error:
                raise RecordError(f"line {number}: {error}") from None
    return tuple(games)


def _sized(text: bytes) -> bytes:
    if len(text) > MOST_GAME:
        raise RecordError(f"a single record is larger than {MOST_GAME >> 20} MB")
    return text


def _unpacked(data: bytes) -> bytes:
    """What gzip packed, several members one after the other; a bomb is not unpacked to its end."""
    parts: list[bytes] = []
    size = 0
    try:
        while data:
            unpacker = zlib.decompressobj(_GZIP_WINDOW)
            part = unpacker.decompress(data, MOST_BYTES + 1 - size)
            size += len(part)
            if size > MOST_BYTES:
                raise RecordError(f"unpacked it is larger than {MOST_BYTES >> 20} MB")
            if not unpacker.eof:
                raise RecordError("the gzip file is cut")
            parts.append(part)
            data = unpacker.unused_data.lstrip(b"\0")
    except zlib.error as error:
        raise RecordError(f"the gzip file is broken: {error}") from None
    return b"".join(parts)


def _json(text: bytes) -> Any:
    """The decoded value, None when it is no JSON."""
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


def _checked(game: RecordedGame) -> RecordedGame:
    check_events(game.events_under(TENHOU))
    return game


# -- mjai --------------------------------------------------------------------------------------------


def _mjai_games(lines: list[bytes]) -> tuple[RecordedGame, ...]:
    games: list[list[ev.Event]] = []
    for number, line in enumerate(lines, 1):
        try:
            event = _mjai_event(line)
        except (RecordError, ev.EventError) as error:
            raise RecordError(f"line {number}: {error}") from None
        if event is None:
            continue
        if isinstance(event, ev.StartGame) or not games or isinstance(games[-1][-1], ev.EndGame):
            games.append([])
        games[-1].append(event)
    if not games:
        raise RecordError("the record holds no event")
    return tuple(map(_mjai_game, games))


def _mjai_event(line: bytes) -> ev.Event | None:
    """The event of a line; None for a blank one and for what is no part of a game."""
    if len(line) > MOST_LINE:
        raise RecordError(f"it is longer than {MOST_LINE:,} bytes")
    if not line.strip(_BLANK):
        return None
    try:
        return ev.decode(line)
    except (ev.EventError, RecursionError):
        return _odd_event(line)


def _odd_event(line: bytes) -> ev.Event | None:
    """An event that is not quite as ours are, read where it does no harm."""
    found = _json(line)
    if not isinstance(found, dict):
        raise RecordError("broken or cut JSON")
    kind = found.get("type")
    if kind in _THREE_PLAYER_EVENTS:
        raise RecordError(THREE_PLAYERS)
    if kind in _IGNORED_EVENTS:
        return None
    if kind == "start_game":
        known = {name: value for name, value in found.items() if _is_known(name, value)}
        return ev.decode(msgspec.json.encode(known))
    return ev.decode(line)


def _is_known(name: str, value: Any) -> bool:
    return name not in _FREE_FORMS or isinstance(value, _FREE_FORMS[name])


def _mjai_game(events: list[ev.Event]) -> RecordedGame:
    start = events[0] if isinstance(events[0], ev.StartGame) else ev.StartGame()
    if len(start.names) == PLAYERS - 1:
        raise RecordError(THREE_PLAYERS)
    check_events(events)
    whole = not isinstance(events[0], ev.StartGame) or isinstance(events[-1], ev.EndGame)
    return RecordedGame(_mjai_facts(start), lambda rules: events, whole)


def _mjai_facts(start: ev.StartGame) -> RecordedRules:
    length: Length | None = None
    for each in get_args(Length):
        if start.length == each:
            length = each
    if length is None and start.kyoku_first is not None:
        length = "east" if start.kyoku_first else "south"
    reds = (0, 0, 0) if start.aka_flag is False else None
    return RecordedRules(start.rules, length, reds, chombo=start.table_rules)
