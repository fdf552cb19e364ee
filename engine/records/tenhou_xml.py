"""Tenhou's XML records (mjlog), read into events.

A flat list of elements: ``GO`` (flags), ``UN`` (names), then for each hand ``INIT``, draws ``T U V W`` and
discards ``D E F G`` of the four seats with the number of the tile, ``N`` for calls, ``REACH`` twice,
``DORA``, and ``AGARI`` or ``RYUUKYOKU``. Points are in hundreds. Everything else (players who leave and
come back, the seed of the walls, …) is passed over.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import unquote

from engine import events as ev
from engine.match import Header
from engine.melds import MeldKind
from engine.records.record_checks import checked_events
from engine.records.recorded_choices import RecordError
from engine.records.recorded_game import THREE_PLAYERS, RecordedGame, RecordedRules
from engine.records.tenhou_melds import decode_meld
from engine.records.tenhou_seats import TenhouSeating
from engine.records.tenhou_xml_results import HUNDRED, read_draw, read_end, read_win, scores_after, together
from engine.records.xml_elements import Attributes, number, numbers, read_elements
from engine.rules import Length
from engine.tiles import MJAI, TILE_OF
from engine.wall import PLAYERS

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
        """Take one element in."""
        if match := _TILE.fullmatch(tag):
            letter, tile = match[1], int(match[2])
            if letter in DRAWS:
                self._draw(self._seats.seat(DRAWS.index(letter)), tile)
            else:
                self._discard(self._seats.seat(DISCARDS.index(letter)), tile)
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
        start = self._own or ev.StartGame(
            names=self._seats.turned(self._names),
            kyoku_first=None if length is None else 0 if length == "south" else PLAYERS,
            aka_flag=self._seats.red,
        )
        facts = RecordedRules(
            rules=start.rules,
            length="hand" if start.length == "hand" else length,
            red_fives=None if self._seats.red else (0, 0, 0),
            open_tanyao=None if flags is None else not flags & NO_OPEN_TANYAO,
        )
        events, wrong = checked_events([start, *self._events])
        if not events:
            raise fault or wrong or RecordError("the record holds no hand")
        fault = wrong or fault
        return RecordedGame(facts, lambda rules: events, fault is None, fault)

    def _go(self, attributes: Attributes) -> None:
        self._flags = number(attributes, "type")
        if self._flags & THREE:
            raise RecordError(THREE_PLAYERS)
        self._seats = TenhouSeating(red=not self._flags & NO_RED)

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
        self._events.append(
            ev.StartKyoku(
                bakaze=MJAI[header.round_wind],
                dora_marker=self._new(indicator),
                kyoku=header.kyoku,
                honba=honba,
                kyotaku=riichi_sticks,
                oya=header.dealer,
                scores=list(self._scores),
                tehais=[[self._new(tile) for tile in tiles] for tiles in hands],
            )
        )

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

    def _draw(self, seat: int, tile: int) -> None:
        self._drawn[seat] = tile
        self._add(ev.Tsumo(seat, self._new(tile)))

    def _discard(self, seat: int, tile: int) -> None:
        self._add(ev.Dahai(seat, self._seats.tile(tile), self._drawn[seat] == tile))
        self._drawn[seat] = None

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
            case MeldKind.CHI:
                self._add(ev.Chi(seat, target, called, own))
            case MeldKind.PON:
                self._add(ev.Pon(seat, target, called, own))
            case MeldKind.OPEN_KAN:
                self._add(ev.Daiminkan(seat, target, called, sorted(own, key=TILE_OF.__getitem__)))
            case MeldKind.ADDED_KAN:
                self._add(ev.Kakan(seat, own[2], [called, *own[:2]]))
            case MeldKind.CLOSED_KAN:
                self._add(ev.Ankan(seat, sorted([called, *own], key=TILE_OF.__getitem__)))

    def _reach(self, attributes: Attributes) -> None:
        seat = self._seats.seat(number(attributes, "who"))
        step = number(attributes, "step")
        if step not in (1, 2):
            raise RecordError(f"riichi has no step {step}")
        self._add(ev.Reach(seat) if step == 1 else ev.ReachAccepted(seat))

    def _dora(self, attributes: Attributes) -> None:
        self._add(ev.Dora(self._new(number(attributes, "hai"))))

    def _agari(self, attributes: Attributes) -> None:
        self._result(read_win(attributes, self._seats), attributes)

    def _ryukyoku(self, attributes: Attributes) -> None:
        self._result(read_draw(attributes, self._seats), attributes)

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
