"""Any record, known by its content (or the code of a hand), whole or as far as it can be read.

The bytes are not trusted: whatever is wrong with them ends in one RecordError.

``verify`` holds a record against the rules; replay, review, statistics and export show what was played, and a
record that stops in the middle is shown to where it stops.
"""

from __future__ import annotations

import os
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from itertools import islice, pairwise
from typing import Any, BinaryIO, TypeVar

import msgspec
from msgspec.structs import replace

from engine import events as ev
from engine.outcome import DrawReason
from engine.records.annotations import Annotation, Annotations, may_be_annotated, read_annotation
from engine.records.dialects import in_our_words, is_foreign, with_bets, with_header, with_true_flags
from engine.records.file_texts import (
    IGNORED_EVENTS,
    MOST_BYTES,
    SHOWN,
    THREE_PLAYER_EVENTS,
    TYPES,
    broken_json,
    decoded,
    is_tenhou,
    listed_events,
    no_record,
    single_value,
    unpacked,
    whole_hands,
)
from engine.records.recorded_choices import NoRecordError, RecordError
from engine.records.recorded_game import (
    CODE_START,
    TENHOU_FORMATS,
    THREE_PLAYERS,
    Record,
    RecordedGame,
    RecordedHand,
    RecordedRules,
    check_seen_tiles,
    checked_events,
    is_code,
    recorded_wall,
    shown_seats,
)
from engine.records.tenhou_json import is_url, read_json, records_in_urls
from engine.records.tenhou_xml import read_xml
from engine.records.timeline import Timeline, timeline
from engine.records.verify import rounded_up
from engine.rules import Offence, Penalty, Ruleset
from engine.score.yaku import YAKU_NAMES
from engine.wall import PLAYERS
from engine.wording import counted, one_line

MOST_GAME = 4 << 20
"""No single Tenhou record is larger; they take some ten thousand bytes."""
MOST_LINES = 1 << 21
"""No file has more lines of mjai: a thousand games have half as many."""
MOST_GAMES = 10_000
"""No file has more games: so many fill it."""
MOST_EVENTS = 20_000
"""No game of mjai is longer; a long one has some two thousand events."""
MOST_LINE = 1 << 16
"""No line of mjai is longer; a hand dealt takes some hundred bytes."""

_Game = TypeVar("_Game")
_LINE = re.compile(rb"[^ \t\r\n][^\n]*")
_BLANK = b" \t\r\n"
_START = b"start_game"
_FREE_FORMS = {"seed": int | str | None, "time": str | None}
"""Fields of start_game that other programs write in forms of their own."""


def shown_name(file: str | os.PathLike[str]) -> str:
    """The file as a message names it: a code by its beginning."""
    name = one_line(os.fspath(file))
    return f"{name[:SHOWN]}…" if is_code(file) or is_url(os.fsencode(file)) else name


STANDARD_INPUT = "-"
"""What stands for the standard input in place of a file."""


def file_bytes(file: str | os.PathLike[str]) -> bytes:
    """The content of a file for the functions below; raises OSError.

    The code of a hand or the address of a viewer may stand in place of a file, and ``-`` for the standard
    input. Of a file that is too large only so much is loaded that they refuse it.
    """
    if os.fspath(file) == STANDARD_INPUT:
        return _whole(sys.stdin.buffer)
    if is_code(file) or (is_url(os.fsencode(file)) and not os.path.lexists(file)):
        return os.fsencode(file)
    with open(file, "rb") as source:
        return source.read(MOST_BYTES + 1)


@cache
def _whole(stream: BinaryIO) -> bytes:
    """The bytes of a stream: they are there only once, and other processes do not have them."""
    return stream.read(MOST_BYTES + 1)


def read_record(data: bytes) -> Record:
    """The games of a file; raises RecordError with one line that says what is wrong."""
    record = read_whole_parts(data)
    if record.faults:
        raise record.faults[0]
    return record


def read_whole_parts(data: bytes) -> Record:
    """The games of a file as far as they can be read; raises RecordError when no hand can."""
    records: list[Record] = []
    faults: list[RecordError] = []
    others: list[RecordError] = []
    """Of files beside the records, such as a note."""
    for packed in unpacked(data):
        try:
            records.append(_of_text(packed.text, packed.cut))
            faults += [_named(packed.name, fault) for fault in records[-1].faults]
        except RecordError as error:
            (others if isinstance(error, NoRecordError) else faults).append(_named(packed.name, error))
    if not records:
        raise [*faults, *others][0]
    games = _bounded(game for record in records for game in record.games)
    return Record(tuple(games), tuple(faults))


def _named(name: str, fault: RecordError) -> RecordError:
    """The fault with the name of its file in a zip file."""
    return RecordError(f"{name}: {fault}") if name else fault


def _of_text(text: bytes, cut: RecordError | None) -> Record:
    """The games of one unpacked file."""
    text = text.rstrip(_BLANK)
    if not text:
        raise cut or RecordError("the file is empty")
    try:
        found = _games(text)
        games = tuple(game for game in found if isinstance(game, RecordedGame))
        faults = [game.fault if isinstance(game, RecordedGame) else game for game in found]
        named = tuple(fault for fault in faults if fault is not None)
        if not games:
            raise named[0] if named else RecordError("the record holds no event")
        record = Record(games, named)
    except RecordError as error:
        raise cut or error from None
    return record if cut is None else replace(record, faults=(cut, *record.faults))


def _games(text: bytes) -> list[RecordedGame | RecordError]:
    """The games of a text, which may begin with blank lines: they count where a line is named."""
    begun = text.lstrip(_BLANK)
    if is_url(begun):
        return _url_games(text)
    if begun.startswith(b"<"):
        return [read_xml(_sized(begun))]
    if begun.startswith(CODE_START.encode()):
        return _code_games(text)
    whole = single_value(begun, MOST_GAME)
    if is_tenhou(whole):
        return [read_json(whole)]
    if events := listed_events(whole):
        text = begun = b"\n".join(map(msgspec.json.encode, events))
    if not begun.startswith(b"{") and not isinstance(decoded(begun.partition(b"\n")[0][:MOST_LINE]), list):
        raise NoRecordError("neither mjai lines nor a Tenhou record: it begins with neither '{' nor '<'")
    _, first = next(_numbered(text))
    value = decoded(first) if len(first) <= MOST_GAME else None
    if is_tenhou(value):
        return _bounded(_json_game(number, line) for number, line in _numbered(text))
    # a line that is a value of its own does not begin a larger one
    if value is None and len(begun) <= MOST_GAME and (found := whole_hands(begun)):
        game = read_json(found.record)
        fault = game.fault or RecordError(f"broken or cut JSON after {counted(found.hands, 'hand')}")
        return [replace(game, whole=False, fault=fault)]
    games = _bounded(map(_mjai_game, _mjai_parts(text)))
    if not any(isinstance(game, RecordedGame) for game in games) and _is_broken_value(text):
        raise broken_json(text)
    return games


def _is_broken_value(text: bytes) -> bool:
    """Whether it is one value in several lines, none of which says anything alone."""
    lines = [line for _, line in islice(_numbered(text), 2)]
    return len(lines) > 1 and not any(isinstance(decoded(line[:MOST_LINE]), dict) for line in lines)


def _tenhou(text: bytes) -> dict[str, Any]:
    """The Tenhou record that the text is; raises RecordError."""
    value = decoded(_sized(text))
    if value is None:
        raise RecordError("broken or cut JSON")
    if not is_tenhou(value):
        raise no_record(value)
    return value


def _numbered(text: bytes) -> Iterator[tuple[int, bytes]]:
    """The lines that are not blank, with their numbers from 1. Raises RecordError when there are too many."""
    number, end = 1, 0
    for count, match in enumerate(_LINE.finditer(text)):
        if count == MOST_LINES:
            raise RecordError(f"it has more than {MOST_LINES:,} lines")
        number += text.count(b"\n", end, match.start())
        end = match.end()
        yield number, match[0]


def _bounded(games: Iterable[_Game]) -> list[_Game]:
    """The games; raises RecordError when there are too many."""
    found = list(islice(games, MOST_GAMES + 1))
    if len(found) > MOST_GAMES:
        raise RecordError(f"it has more than {MOST_GAMES:,} games")
    return found


def _json_game(number: int, line: bytes) -> RecordedGame | RecordError:
    try:
        game = read_json(_tenhou(line))
    except RecordError as error:
        return RecordError(f"line {number}: {error}")
    return game if game.fault is None else replace(game, fault=RecordError(f"line {number}: {game.fault}"))


def _code_games(text: bytes) -> list[RecordedGame | RecordError]:
    """The games of one hand each whose codes stand in the lines."""
    from engine.records.hand_code import read_code  # it plays the hand: other records load no live round

    def game(number: int, line: bytes) -> RecordedGame | RecordError:
        try:
            return read_code(line.rstrip(_BLANK).decode("ascii", "replace"))
        except RecordError as error:
            return RecordError(f"line {number}: {error}" if several else str(error))

    several = b"\n" in text
    return _bounded(game(number, line) for number, line in _numbered(text))


def _url_games(text: bytes) -> list[RecordedGame | RecordError]:
    """The games of URLs of Tenhou's viewer: hands of the same players that follow each other are one game."""
    games: list[dict[str, Any]] = []
    for number, record in enumerate(records_in_urls(text), 1):
        try:
            value = _tenhou(record)
        except RecordError as error:
            raise RecordError(f"URL {number}: {error}") from None
        if not isinstance(value["log"], list):
            raise RecordError(f"URL {number}: a JSON record of Tenhou's form has a list 'log'")
        if games and _same_table(games[-1], value):
            games[-1]["log"] += value["log"]
        else:
            games.append(value)
    return _bounded(read_json(game) for game in games)


def _same_table(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether a hand may follow those of the other: the same players and rules, and a later hand."""
    if any(one.get(name) != other.get(name) for name in ("title", "name", "rule")):
        return False
    try:
        return list(one["log"][-1][0][:2]) < list(other["log"][0][0][:2])
    except (LookupError, TypeError):
        return False


def _sized(text: bytes) -> bytes:
    if len(text) > MOST_GAME:
        raise RecordError(f"a single record is larger than {MOST_GAME >> 20} MB")
    return text


# -- mjai --------------------------------------------------------------------------------------------


class _Lines(msgspec.Struct):
    """The events of one game with their annotations, and what is wrong with the line after them."""

    events: list[ev.Event] = msgspec.field(default_factory=list)
    fault: RecordError | None = None
    annotations: dict[int, Annotation] = msgspec.field(default_factory=dict)
    passed_over: Counter[str] = msgspec.field(default_factory=Counter)
    """The types of lines that are no part of a game, and how often each was there."""

    @property
    def begun(self) -> bool:
        return bool(self.events) or self.fault is not None

    @property
    def over(self) -> bool:
        """Whether what follows belongs to another game."""
        return bool(self.events) and isinstance(self.events[-1], ev.EndGame)


def _mjai_parts(text: bytes) -> Iterator[_Lines]:
    """The lines of each game. After a line that cannot be read its game is passed over up to the next."""
    if (events := _plain_lines(text)) is not None:
        begins = [place for place, event in enumerate(events) if type(event) is ev.StartGame]
        begins += [place + 1 for place, event in enumerate(events) if type(event) is ev.EndGame]
        places = sorted({0, *begins, len(events)})
        if all(last - first <= MOST_EVENTS for first, last in pairwise(places)):
            yield from (_Lines(events[first:last]) for first, last in pairwise(places))
            return
    game = _Lines()
    for number, line in _event_lines(text):
        if game.fault is not None and _START not in line:
            continue
        if game.over:
            yield game
            game = _Lines()
        event, fault = None, None
        try:
            event = _mjai_event(line, game)
        except (RecordError, ev.EventError) as error:
            fault = RecordError(f"line {number}: {error}")
        if event is None and fault is None:
            continue
        if isinstance(event, ev.StartGame) and game.begun:
            yield game
            game = _Lines()
        if len(game.events) == MOST_EVENTS and fault is None:
            fault = RecordError(f"line {number}: a game has more than {MOST_EVENTS:,} events")
            event = None
        if game.fault is None:
            game.fault = fault
            if event is not None:
                if annotation := read_annotation(line):
                    game.annotations[len(game.events)] = annotation
                game.events.append(event)
    if game.begun:
        yield game


def _plain_lines(text: bytes) -> list[ev.Event] | None:
    """The events of lines of which each is one of ours and nothing else; None if any may be more."""
    count = text.count(b"\n") + 1
    # so each line is a value of its own: within a value no brace opens after one that closes
    if (
        count > MOST_LINES
        or text.count(_START) > MOST_GAMES
        or text[:1] != b"{"
        or text.count(b"}\n{") != count - 1
    ):
        return None
    if max(map(len, text.split(b"\n"))) > MOST_LINE or may_be_annotated(text) or is_foreign(text):
        return None
    try:
        events = ev.decode_lines(text)
    except ev.EventError:
        return None
    return events if len(events) == count else None


def _event_lines(text: bytes) -> Iterator[tuple[int, bytes]]:
    """The lines with their numbers; a line that is a list holds several events, as bots are sent them."""
    for number, line in _numbered(text):
        several = decoded(line) if line.startswith(b"[") and len(line) <= MOST_LINE else None
        if isinstance(several, list):
            yield from ((number, msgspec.json.encode(each)) for each in several)
        else:
            yield number, line


def _mjai_event(line: bytes, game: _Lines) -> ev.Event | None:
    """The event of a line; None for what is no part of a game."""
    if len(line) > MOST_LINE:
        raise RecordError(f"it is longer than {MOST_LINE:,} bytes")
    if not is_foreign(line):
        with suppress(ev.EventError):
            return ev.decode(line)
    # not quite as ours are: read where it does no harm
    found = decoded(line)
    if not isinstance(found, dict):
        raise RecordError("broken or cut JSON")
    kind = found.get("type")
    if not isinstance(kind, str):
        raise no_record(found)
    if kind in THREE_PLAYER_EVENTS:
        raise RecordError(THREE_PLAYERS)
    if kind in IGNORED_EVENTS:
        return None
    if kind not in TYPES:
        game.passed_over[kind] += 1
        return None
    if kind == "start_game":
        found = {name: value for name, value in found.items() if _is_known(name, value)}
        if isinstance(names := found.get("names"), list):
            found["names"] = [name if isinstance(name, str) else "" for name in names]
    elif kind == "start_kyoku":
        found = with_header(found, game.events)
    return ev.decode(msgspec.json.encode(in_our_words(found)))


def _is_known(name: str, value: Any) -> bool:
    if name == "branch":
        try:
            msgspec.convert(value, ev.BranchOrigin)
        except msgspec.ValidationError:
            return False
        return True
    return name not in _FREE_FORMS or isinstance(value, _FREE_FORMS[name])


def _mjai_game(part: _Lines) -> RecordedGame | RecordError:
    events, fault = part.events, part.fault
    if not events:
        return fault or RecordError("the record holds no event")
    start = events[0] if isinstance(events[0], ev.StartGame) else ev.StartGame()
    if len(start.names) == PLAYERS - 1:
        return RecordError(THREE_PLAYERS)
    kept, wrong = checked_events(events)
    if not kept:
        return (fault if len(events) == 1 else None) or wrong or RecordError("the record holds no hand")
    annotations = part.annotations
    if len(paid := with_bets(kept)) > len(kept):
        # bets come in between: a comment stays at its event
        places = [place for place, event in enumerate(paid) if not isinstance(event, ev.ReachAccepted)]
        annotations = {places[place]: each for place, each in annotations.items() if place < len(places)}
    kept = with_true_flags(paid)
    whole = not isinstance(kept[0], ev.StartGame) or isinstance(kept[-1], ev.EndGame)
    return RecordedGame(
        RecordedRules.of(start),
        lambda rules: kept,
        whole,
        wrong or fault,
        annotations,
        tuple(sorted(part.passed_over.items())),
    )


_UNPLAYABLE = (ValueError, LookupError, AssertionError)
"""What folding raises over events that contradict each other: a tile discarded that nobody held, a pon of
a tile that was not offered."""
_REASONS, _OFFENCES, _PENALTIES = frozenset(DrawReason), frozenset(Offence), frozenset(Penalty)


class ReadableGame(msgspec.Struct, frozen=True):
    """One game of a file, ready for ``timeline(game.rules, game.events)``."""

    rules: Ruleset
    """The ruleset that was asked for, else the record's own, else ``tenhou``; with the record's length."""
    events: list[ev.Event]
    """From start_game on, where the record has one. Each hand begins with its start_kyoku; the last one may
    stop in the middle. Every position can be folded, and its options asked."""
    cut: str | None = None
    """Where the record stops before the game is over, or holds what cannot be played, in one line; None for
    a game that is whole."""
    annotations: Annotations = msgspec.field(default_factory=dict)
    """The comments and bookmarks that the record holds."""


def games_of(data: bytes, rules: str | None = None) -> tuple[ReadableGame, ...]:
    """The games of a file with that content: mjai lines, Tenhou JSON or Tenhou XML, each also gzip.

    ``rules`` is the name of a ruleset to read them under. What is whole is kept of a file that is cut or
    damaged: the lines, hands and events before that place. Raises RecordError, in one line, when no hand can
    be read, and UnknownRuleset for ``rules``.
    """
    record = read_whole_parts(data)
    games, faults = [], []
    for game in record.games:
        try:
            games.append(_readable(game, rules))
        except RecordError as error:
            faults.append(error)
    if not games:
        raise faults[0]
    return tuple(games)


def _readable(game: RecordedGame, name: str | None) -> ReadableGame:
    rules = game.facts.ruleset(name)
    events: list[ev.Event] = []
    fault: RecordError | None = None
    try:
        for number, event in enumerate(game.events_under(rules), 1):
            events.append(_in_known_words(event, number))
    except RecordError as error:
        fault = error
    if fault is None and game.format in TENHOU_FORMATS:
        rules = rounded_up(rules, events)
    playable, wrong = _playable(rules, events)
    fault = wrong or fault or game.fault
    if not any(isinstance(event, ev.StartKyoku) for event in playable):
        raise fault or RecordError("the record holds no hand")
    if fault is None and not game.whole:
        fault = RecordError("the record is cut: it ends before the game does")
    return ReadableGame(rules, playable, None if fault is None else str(fault), game.annotations)


def _in_known_words(event: ev.Event, number: int) -> ev.Event:
    """The event without words that only another program knows; raises RecordError for an unknown foul."""
    match event:
        case ev.Hora(yaku=[*items]) if any(name not in YAKU_NAMES for name, _ in items):
            return replace(event, yaku=None)
        case ev.Ryukyoku(reason=str(reason)) if reason not in _REASONS:
            return replace(event, reason=None)
        case ev.Foul(offence=offence, penalty=penalty):
            if offence not in _OFFENCES or penalty not in _PENALTIES:
                raise RecordError("it is no foul of the rules", number)
    return event


def _playable(rules: Ruleset, events: list[ev.Event]) -> tuple[list[ev.Event], RecordError | None]:
    """The events before the first that cannot be folded, and what is wrong with that one."""
    seats = shown_seats(events)
    if not seats:
        return [], RecordError("the record shows no hand from the first deal to the last")
    whole = len(seats) == PLAYERS
    seen = [timeline(rules, events)] if whole else [timeline(rules, events, seat) for seat in seats]
    check = recorded_wall if whole else check_seen_tiles
    for hand in seen[0].hands:
        try:
            check(rules, hand.events)
        except RecordError as error:
            return events[: hand.first - 1], RecordError(f"hand {hand.number}: {error}")
        stop = min(_stop(line, line.hands[hand.number - 1]) for line in seen)
        if stop < hand.indexes.stop:
            what = f"it cannot be played after event {stop}"
            return events[:stop], RecordError(f"hand {hand.number}: {what}")
    return events, None


def _stop(walked: Timeline, hand: RecordedHand) -> int:
    """The number of events of the record that can be folded, up to those of this hand."""
    count = hand.first - 1
    with suppress(*_UNPLAYABLE):
        for position in walked.walk(hand):
            count = position.index + 1
    return count
