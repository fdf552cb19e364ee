"""Tenhou's XML records (mjlog), read into events.

A flat list of elements: ``GO`` (flags), ``UN`` (names), then for each hand ``INIT``, draws ``T U V W`` and
discards ``D E F G`` of the four seats with the number of the tile, ``N`` for calls, ``REACH`` twice,
``DORA``, and ``AGARI`` or ``RYUUKYOKU``. Points are in hundreds. Everything else (players who leave and
come back, the seed of the walls, …) is passed over.

Tiles are numbered 0–135, four in a row for each kind, and a meld is one number of 16 bits. Its two lowest
bits say from whom the tile was called: 1 the next player, 2 the one across, 3 the one before, 0 none. Bit 2
marks a chi, bit 3 a pon, bit 4 an added kan; with none of them it is an open or closed kan, but for bit 5
alone, which sets a north aside in three-player games.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeVar
from urllib.parse import unquote
from xml.parsers import expat

import msgspec

from engine import events as ev
from engine.hand import MeldKind
from engine.outcome import DrawReason
from engine.records.recorded_choices import RecordError
from engine.records.recorded_game import (
    THREE_PLAYERS,
    Format,
    RecordedGame,
    RecordedRules,
    checked_events,
    foreign_start,
)
from engine.records.tenhou_names import XML_DRAWS, YAKU, sorted_yaku
from engine.results import YAKUMAN_HAN
from engine.round import Header
from engine.rules import Length
from engine.tiles import COPIES, EAST, KINDS, MJAI, RED_OF, TILE_OF
from engine.wall import PLAYERS
from engine.wording import counted

Attributes = Mapping[str, str]
_SHOWN = 40
"""So much of a broken value is shown in a message."""


def read_elements(data: bytes, root: str, take: Callable[[str, Attributes], None]) -> None:
    """Hand every element below the root to ``take``, in order.

    Raises RecordError, with the number of the element that ``take`` refused. A document type is an error, so
    that no file can define entities.
    """
    parser = expat.ParserCreate()
    count = 0

    def refuse(*_: object) -> None:
        raise RecordError("a document type or an entity has no place in a record")

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal count
        count += 1
        if count > 1:
            try:
                take(tag, attributes)
            except RecordError as error:
                raise RecordError(f"element {count} <{tag[:_SHOWN]}>: {error}") from None
        elif tag != root:
            raise RecordError(f"<{tag[:_SHOWN]}> is not the root of a record ({root})")

    parser.StartDoctypeDeclHandler = refuse
    parser.EntityDeclHandler = refuse
    parser.StartElementHandler = start
    try:
        parser.Parse(_TWICE.sub(rb"\1", _BARE.sub(b"&amp;", data)), True)
    except RecordError:
        raise
    except expat.ExpatError as error:
        raise RecordError(f"broken or cut XML: {error}") from None
    except (LookupError, ValueError) as error:
        # the parser knows no encodings of several bytes besides UTF-8 and UTF-16
        raise RecordError(f"XML in an unknown encoding: {error}") from None


_THOUSAND = 1000
_LOBBY_POINTS, _LOBBY_UMA = slice(4, 7), slice(21, 33)
"""Where the rules of a lobby have points and uma, as far as records with them show it."""


def lobby_points(csrule: str) -> tuple[tuple[int, int, int, int] | None, int | None]:
    """The uma and the points that final scores count from, as far as the rules of a lobby say one thing.

    The uma of the second to fourth place stands there in thousands four times, the points three times. Where
    they differ, what they are for is not known, and nothing is taken.
    """
    fields = csrule.split(",")
    blocks = {tuple(fields[_LOBBY_UMA][place : place + 3]) for place in range(0, 12, 3)}
    points = set(fields[_LOBBY_POINTS])
    try:
        (places,) = [[_whole(each) for each in block] for block in blocks]
        second, third, fourth = (_THOUSAND * each for each in places)
    except ValueError:
        return None, None
    uma = (-second - third - fourth, second, third, fourth)
    told = points.pop() if len(points) == 1 else ""
    return uma, _whole(told) if told.isdecimal() else None


# Tenhou's own viewer reads texts that are no XML: old names hold a bare ``&``, and thirteen records of 2010
# have ``owari`` twice in the last element.
_BARE = re.compile(rb"&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[0-9a-fA-F]{1,6});)")
_TWICE = re.compile(rb"""(\sowari=(?:"[^"<>]*"|'[^'<>]*')[^<>]*?)\sowari=(?:"[^"<>]*"|'[^'<>]*')""")


def numbers(attributes: Attributes, name: str) -> list[int]:
    """A list of whole numbers with commas between; empty when the attribute is missing."""
    text = attributes.get(name, "")
    try:
        return [_whole(part) for part in text.split(",")] if text else []
    except ValueError:
        raise RecordError(f"{name}='{text[:_SHOWN]}' is not a list of whole numbers") from None


def number(attributes: Attributes, name: str) -> int:
    """One whole number."""
    found = numbers(attributes, name)
    if len(found) != 1:
        raise RecordError(f"{name} is missing or not one number")
    return found[0]


def decimals(attributes: Attributes, name: str) -> list[float]:
    """A list of numbers that may have decimals; empty when the attribute is missing."""
    text = attributes.get(name, "")
    try:
        return [float(part) for part in text.split(",")] if text else []
    except ValueError:
        raise RecordError(f"{name}='{text[:_SHOWN]}' is not a list of numbers") from None


def _whole(text: str) -> int:
    if len(text) > _SHOWN:
        raise ValueError
    return int(text)


RED_IDS = {COPIES * kind: red for kind, red in RED_OF.items()}
"""The number of each red five among the 136 tiles, and the tile."""

_T = TypeVar("_T")


class TenhouSeating(msgspec.Struct, frozen=True):
    """``first`` is the number in the file of the seat that deals first, which is our seat 0.

    ``red`` says whether the game has red fives.
    """

    first: int = 0
    red: bool = True

    def seat(self, number: int) -> int:
        """Our number of a seat; raises RecordError."""
        if not 0 <= number < PLAYERS:
            raise RecordError(f"there is no seat {number}")
        return (number - self.first) % PLAYERS

    def turned(self, values: list[_T]) -> list[_T]:
        """Values by the file's seats, put into the order of ours."""
        return values[self.first :] + values[: self.first]

    def tile(self, number: int) -> str:
        """The name of a numbered tile; raises RecordError."""
        if not 0 <= number < KINDS * COPIES:
            raise RecordError(f"there is no tile {number}")
        return MJAI[RED_IDS[number] if self.red and number in RED_IDS else number // COPIES]


_SOURCE, _CHI, _PON, _ADDED, _NORTH = 0b11, 1 << 2, 1 << 3, 1 << 4, 1 << 5
_RUNS = 7
"""Sequences in a suit."""
_SUIT = 9


class TileMeld(NamedTuple):
    """A meld of numbered tiles.

    ``tiles`` holds the called tile first; an added kan the pon, then the tile added. ``source`` counts seats
    from the owner on, 0 for a closed kan.
    """

    kind: MeldKind
    tiles: tuple[int, ...]
    source: int


def decode_meld(code: int) -> TileMeld:
    """The meld of a number; raises RecordError when it is none."""
    if not 0 <= code < 1 << 16:
        raise RecordError(f"{code} is not the number of a meld")
    source = code & _SOURCE
    if code & _CHI:
        pattern, called = divmod(code >> 10, 3)
        suit, rank = divmod(pattern, _RUNS)
        first = suit * _SUIT + rank
        if first >= EAST:
            raise RecordError(f"{code} is not the number of a meld")
        tiles = [(first + step) * COPIES + (code >> 3 + 2 * step & 0b11) for step in range(3)]
        return TileMeld(MeldKind.CHI, (tiles.pop(called), *tiles), source)
    if code & (_PON | _ADDED):
        kind, called = divmod(code >> 9, 3)
        if kind >= KINDS or not source:
            raise RecordError(f"{code} is not the number of a meld")
        tiles = [kind * COPIES + copy for copy in range(COPIES)]
        fourth = tiles.pop(code >> 5 & 0b11)
        tiles.insert(0, tiles.pop(called))
        if code & _PON:
            return TileMeld(MeldKind.PON, tuple(tiles), source)
        return TileMeld(MeldKind.ADDED_KAN, (*tiles, fourth), source)
    if code & _NORTH:
        raise RecordError(THREE_PLAYERS)
    called = code >> 8
    kind = called // COPIES
    if kind >= KINDS:
        raise RecordError(f"{code} is not the number of a meld")
    others = [kind * COPIES + copy for copy in range(COPIES) if kind * COPIES + copy != called]
    return TileMeld(MeldKind.OPEN_KAN if source else MeldKind.CLOSED_KAN, (called, *others), source)


def encode_meld(meld: TileMeld) -> int:
    """The number of a meld."""
    called = meld.tiles[0]
    if meld.kind is MeldKind.CHI:
        tiles = sorted(meld.tiles)
        suit, rank = divmod(tiles[0] // COPIES, _SUIT)
        copies = sum((tile % COPIES) << 3 + 2 * step for step, tile in enumerate(tiles))
        return ((suit * _RUNS + rank) * 3 + tiles.index(called)) << 10 | copies | _CHI | meld.source
    if meld.kind in (MeldKind.PON, MeldKind.ADDED_KAN):
        pon = sorted(meld.tiles[:3])
        kind = called // COPIES
        fourth = next(copy for copy in range(COPIES) if kind * COPIES + copy not in pon)
        mark = _PON if meld.kind is MeldKind.PON else _ADDED
        return (kind * 3 + pon.index(called)) << 9 | fourth << 5 | mark | meld.source
    return called << 8 | meld.source


HUNDRED = 100
"""Points are written in hundreds."""
_MOST = 1e9
_PAIRS = 2 * PLAYERS


def read_end(attributes: Attributes, seats: TenhouSeating) -> ev.EndGame | None:
    """The ``owari`` of the last result: points and final scores, in decimals."""
    found = decimals(attributes, "owari")
    if not found:
        return None
    if len(found) < _PAIRS or any(not abs(each) < _MOST for each in found):
        raise RecordError(f"owari has {counted(len(found), 'entry', 'entries')}, not {_PAIRS}")
    points, final = seats.turned(found[:_PAIRS:2]), seats.turned(found[1:_PAIRS:2])
    return ev.EndGame(
        scores=[round(HUNDRED * each) for each in points],
        # where chips are played for, they are counted into the final scores
        final=final if len(found) == _PAIRS else None,
    )


def scores_after(attributes: Attributes, seats: TenhouSeating) -> list[int]:
    """Points of each seat once this result is paid."""
    pairs = numbers(attributes, "sc")
    return seats.turned([HUNDRED * (pairs[place] + pairs[place + 1]) for place in range(0, _PAIRS, 2)])


def together(results: list[ev.Hora | ev.Ryukyoku]) -> list[ev.Hora | ev.Ryukyoku]:
    """The results of one hand as events: several players with nagashi mangan have a RYUUKYOKU each."""
    draws = [result for result in results if isinstance(result, ev.Ryukyoku)]
    if len(draws) <= 1 and (not draws or len(results) == 1):
        return results
    if len(draws) < len(results) or any(draw.reason != DrawReason.NAGASHI_MANGAN for draw in draws):
        raise RecordError("a hand has two results")
    total = [sum(gained) for gained in zip(*(draw.deltas or () for draw in draws), strict=True)]
    return [ev.Ryukyoku(deltas=total, reason=draws[0].reason, tenpais=draws[0].tenpais)]


def _deltas(attributes: Attributes, seats: TenhouSeating) -> list[int]:
    """Points gained by each seat. Rooms that play with chips write more numbers behind."""
    pairs = numbers(attributes, "sc")[:_PAIRS]
    if len(pairs) != _PAIRS:
        raise RecordError(f"sc has {counted(len(pairs), 'entry', 'entries')}, not {_PAIRS}")
    return seats.turned([HUNDRED * gained for gained in pairs[1::2]])


ROOT = "mjloggm"
OWN_ATTRIBUTE = "furiten"
"""Attribute of ``SHUFFLE`` that holds the start_game of a game played here."""

NO_RED, NO_OPEN_TANYAO, EAST_AND_SOUTH, THREE = 0x02, 0x04, 0x08, 0x10
"""Flags in the ``type`` of ``GO``."""

DRAWS, DISCARDS = "TUVW", "DEFG"
"""The letters of the four seats."""
_TILE = re.compile(rf"([{DRAWS}{DISCARDS}])(\d{{1,3}})")
_SEED = 6
"""Entries of an INIT's seed: hand, honba, riichi sticks, two dice, indicator."""


def read_xml(data: bytes) -> RecordedGame:
    """The game of one file, as far as it can be read; raises RecordError when no hand can."""
    reader = _Reader()
    fault: RecordError | None = None
    try:
        read_elements(data, ROOT, reader.take)
    except RecordError as error:
        fault = error
    return reader.game(fault)


class _Reader:
    """Takes the elements one by one."""

    def __init__(self) -> None:
        self._names = [""] * PLAYERS
        self._own: ev.StartGame | None = None
        self._flags: int | None = None
        self._uma: tuple[int, int, int, int] | None = None
        self._return_points: int | None = None
        self._seats = TenhouSeating()
        self._events: list[ev.Event] = []
        self._drawn: list[int | None] = [None] * PLAYERS
        self._scores: list[int] | None = None
        """Points at the start or end of the hand being read, None between hands."""
        self._seen: set[int] = set()
        """Numbers of the tiles that were dealt, drawn or turned in the hand."""
        self._results: list[ev.Hora | ev.Ryukyoku] = []
        self._end: ev.EndGame | None = None

    def take(self, tag: str, attributes: Attributes) -> None:
        if match := _TILE.fullmatch(tag):
            letter, tile = match[1], int(match[2])
            if letter in DRAWS:
                seat = self._seats.seat(DRAWS.index(letter))
                self._drawn[seat] = tile
                self._add(ev.Tsumo(seat, self._new(tile)))
            else:
                seat = self._seats.seat(DISCARDS.index(letter))
                self._add(ev.Dahai(seat, self._seats.tile(tile), self._drawn[seat] == tile))
                self._drawn[seat] = None
        elif tag in _ELEMENTS:
            _ELEMENTS[tag](self, attributes)

    def game(self, fault: RecordError | None = None) -> RecordedGame:
        """The game that was read; ``fault`` is what was wrong after it. Raises RecordError without a hand."""
        try:
            self._finish_hand()
        except RecordError as error:
            fault = fault or error
        if self._end is not None:
            self._events.append(self._end)
        flags = self._flags
        length: Length | None = None if flags is None else "south" if flags & EAST_AND_SOUTH else "east"
        names = self._seats.turned(self._names)
        start = self._own or foreign_start(names, length, red_fives=self._seats.red)
        facts = RecordedRules(
            rules=start.rules,
            length="hand" if start.length == "hand" else length,
            red_fives=None if self._seats.red else (0, 0, 0),
            open_tanyao=None if flags is None else not flags & NO_OPEN_TANYAO,
            uma=self._uma,
            return_points=self._return_points,
        )
        events, wrong = checked_events([start, *self._events])
        if not events:
            raise fault or wrong or RecordError("the record holds no hand")
        fault = wrong or fault
        return RecordedGame(facts, lambda rules: events, fault is None, fault, format=Format.TENHOU_XML)

    def _go(self, attributes: Attributes) -> None:
        self._flags = number(attributes, "type")
        if self._flags & THREE:
            raise RecordError(THREE_PLAYERS)
        self._seats = TenhouSeating(red=not self._flags & NO_RED)
        self._uma, self._return_points = lobby_points(attributes.get("csrule", ""))

    def _un(self, attributes: Attributes) -> None:
        """Names at the start; a single one when a player comes back."""
        for seat in range(PLAYERS):
            if attributes.get(f"n{seat}"):
                self._names[seat] = unquote(attributes[f"n{seat}"], errors="replace")

    def _shuffle(self, attributes: Attributes) -> None:
        if OWN_ATTRIBUTE not in attributes:
            return
        try:
            start = ev.decode(attributes[OWN_ATTRIBUTE])
        except ev.EventError as error:
            raise RecordError(str(error)) from None
        if not isinstance(start, ev.StartGame):
            raise RecordError(f"{OWN_ATTRIBUTE} holds no start_game")
        self._own = start

    # -- a hand --------------------------------------------------------------------------------------

    def _init(self, attributes: Attributes) -> None:
        self._finish_hand()
        seed, ten = numbers(attributes, "seed"), numbers(attributes, "ten")
        if len(seed) != _SEED or len(ten) < PLAYERS:
            raise RecordError("seed or ten is missing or too short")
        if not attributes.get(f"hai{PLAYERS - 1}"):
            raise RecordError(THREE_PLAYERS)
        hand, honba, riichi_sticks, _, _, indicator = seed
        if not 0 <= hand < PLAYERS**2:
            raise RecordError(f"there is no hand {hand}")
        dealer = TenhouSeating().seat(number(attributes, "oya"))
        self._seats = TenhouSeating((dealer - hand) % PLAYERS, self._seats.red)
        self._scores = self._seats.turned([HUNDRED * each for each in ten[:PLAYERS]])
        self._drawn = [None] * PLAYERS
        self._seen = set()
        header = Header(hand, honba, riichi_sticks, tuple(self._scores))
        hands = self._seats.turned([numbers(attributes, f"hai{seat}") for seat in range(PLAYERS)])
        dora_marker = self._new(indicator)
        self._events.append(header.start(dora_marker, [map(self._new, tiles) for tiles in hands]))

    def _add(self, event: ev.Event) -> None:
        if self._scores is None or self._results:
            raise RecordError("it is outside of a hand")
        self._events.append(event)

    def _new(self, tile: int) -> str:
        """The name of a tile that appears; there is only one of each number."""
        if tile in self._seen:
            raise RecordError(f"tile {tile} appears twice")
        self._seen.add(tile)
        return self._seats.tile(tile)

    def _call(self, attributes: Attributes) -> None:
        seat = self._seats.seat(number(attributes, "who"))
        kind, tiles, source = decode_meld(number(attributes, "m"))
        called, *own = (self._seats.tile(tile) for tile in tiles)
        if kind is not MeldKind.CHI:
            # the order of the numbers means nothing; ours has the red five last
            own[:2] = sorted(own[:2], key=TILE_OF.__getitem__)
        target = (seat + source) % PLAYERS
        self._drawn[seat] = None
        match kind:
            case MeldKind.ADDED_KAN:
                self._add(ev.Kakan(seat, own[2], [called, *own[:2]]))
            case MeldKind.CLOSED_KAN:
                self._add(ev.Ankan(seat, sorted([called, *own], key=TILE_OF.__getitem__)))
            case MeldKind.OPEN_KAN:
                self._add(ev.Daiminkan(seat, target, called, sorted(own, key=TILE_OF.__getitem__)))
            case _:
                self._add(ev.CALLS[kind](seat, target, called, own))

    def _reach(self, attributes: Attributes) -> None:
        seat = self._seats.seat(number(attributes, "who"))
        step = number(attributes, "step")
        if step not in (1, 2):
            raise RecordError(f"riichi has no step {step}")
        self._add(ev.Reach(seat) if step == 1 else ev.ReachAccepted(seat))

    def _dora(self, attributes: Attributes) -> None:
        self._add(ev.Dora(self._new(number(attributes, "hai"))))

    def _agari(self, attributes: Attributes) -> None:
        worth = numbers(attributes, "ten")
        if len(worth) != 3:
            raise RecordError(f"ten has {counted(len(worth), 'entry', 'entries')}, not 3")
        yakuman = numbers(attributes, "yakuman")
        pairs = numbers(attributes, "yaku")
        named = yakuman or pairs[::2]
        if any(not 0 <= each < len(YAKU) for each in named) or (not yakuman and len(pairs) % 2):
            raise RecordError("it names a yaku that does not exist")
        han = [YAKUMAN_HAN] * len(yakuman) if yakuman else pairs[1::2]
        yaku = sorted_yaku((YAKU[each][0], value) for each, value in zip(named, han, strict=True))
        self._result(
            ev.Hora(
                actor=self._seats.seat(number(attributes, "who")),
                target=self._seats.seat(number(attributes, "fromWho")),
                deltas=_deltas(attributes, self._seats),
                ura_markers=[self._seats.tile(tile) for tile in numbers(attributes, "doraHaiUra")],
                pai=self._seats.tile(number(attributes, "machi")),
                yaku=yaku or None,
                han=sum(han) if named else None,
                fu=None if yakuman else worth[0],
                yakuman=len(yakuman),
                points=worth[1],
            ),
            attributes,
        )

    def _ryukyoku(self, attributes: Attributes) -> None:
        # players in tenpai show their hands, and so does one who declares nine terminals
        kind = attributes.get("type", "")
        if kind not in XML_DRAWS:
            raise RecordError(f"'{kind[:20]}' is no kind of draw")
        reason = XML_DRAWS[kind]
        shown = self._seats.turned([bool(attributes.get(f"hai{seat}")) for seat in range(PLAYERS)])
        judged = not reason.is_abortive or reason is DrawReason.FOUR_RIICHI
        declared = reason is DrawReason.NINE_TERMINALS and any(shown)
        self._result(
            ev.Ryukyoku(
                deltas=_deltas(attributes, self._seats),
                reason=reason.value,
                tenpais=[judged and each for each in shown],
                actor=shown.index(True) if declared else None,
            ),
            attributes,
        )

    def _result(self, result: ev.Hora | ev.Ryukyoku, attributes: Attributes) -> None:
        if self._scores is None:
            raise RecordError("it is outside of a hand")
        self._results.append(result)
        self._scores = scores_after(attributes, self._seats)
        self._end = read_end(attributes, self._seats)

    def _finish_hand(self) -> None:
        if self._scores is None:
            return
        if not self._results:
            raise RecordError("the hand has no result: the record is cut")
        self._events += together(self._results)
        self._events.append(ev.EndKyoku(scores=self._scores))
        self._results, self._scores = [], None


_ELEMENTS: dict[str, Callable[[_Reader, Attributes], None]] = {
    "GO": _Reader._go,
    "UN": _Reader._un,
    "SHUFFLE": _Reader._shuffle,
    "INIT": _Reader._init,
    "N": _Reader._call,
    "REACH": _Reader._reach,
    "DORA": _Reader._dora,
    "AGARI": _Reader._agari,
    "RYUUKYOKU": _Reader._ryukyoku,
}
