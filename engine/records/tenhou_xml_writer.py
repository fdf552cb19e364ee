"""Games written as Tenhou's XML records (mjlog)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from urllib.parse import quote
from xml.sax.saxutils import quoteattr

from engine import events as ev
from engine.match import Header
from engine.melds import MeldKind
from engine.outcome import DrawResult, WinResult
from engine.records.tenhou_export import Exported, ExportError, exported, length_of
from engine.records.tenhou_melds import TileMeld, encode_meld
from engine.records.tenhou_names import LIMIT_NUMBER, XML_DRAWS, number_of
from engine.records.tenhou_seats import RED_IDS
from engine.records.tenhou_xml import (
    DISCARDS,
    DRAWS,
    EAST_AND_SOUTH,
    NO_OPEN_TANYAO,
    NO_RED,
    OWN_ATTRIBUTE,
    ROOT,
)
from engine.records.tenhou_xml_results import HUNDRED
from engine.round import Round
from engine.rules import TENHOU, Ruleset
from engine.tiles import COPIES, KINDS, MJAI, TILE_OF, Tile
from engine.wall import PLAYERS
from engine.wording import visible_json

_VERSION = "2.3"
_PERSONS = 0x01
"""The flag of a game among people (the flags of rooms are left out)."""
_DRAW_TYPES = {reason: kind for kind, reason in XML_DRAWS.items()}


def write_xml(events: Sequence[ev.Event], rules: Ruleset | None = None) -> bytes:
    """The whole game as one file; raises ExportError where the format cannot hold it."""
    game = exported(events, rules)
    _check(game)
    flags = _PERSONS | (EAST_AND_SOUTH if length_of(game.start) == "south" else 0)
    flags |= 0 if any(game.rules.red_fives) else NO_RED
    flags |= 0 if game.rules.open_tanyao else NO_OPEN_TANYAO
    names = {f"n{seat}": quote(name) for seat, name in enumerate(game.names)}
    lines = [
        _element("SHUFFLE", seed="", ref="", **{OWN_ATTRIBUTE: visible_json(ev.encode(game.start).decode())}),
        _element("GO", type=flags, lobby=0),
        _element("UN", **names, dan="0,0,0,0", rate="1500.00,1500.00,1500.00,1500.00", sx="M,M,M,M"),
        _element("TAIKYOKU", oya=0),
    ]
    for hand in game.hands[:-1]:
        lines += _HandWriter(hand).lines("")
    lines += _HandWriter(game.hands[-1]).lines(_owari(game))
    return "\n".join([f'<{ROOT} ver="{_VERSION}">', *lines, f"</{ROOT}>", ""]).encode()


def _check(game: Exported) -> None:
    """Raise ExportError for what has no number in this format."""
    if game.rules.red_fives not in ((0, 0, 0), TENHOU.red_fives):
        raise ExportError(
            f"{sum(game.rules.red_fives)} red fives cannot be in a Tenhou XML record, which has 3"
        )
    for number, hand in enumerate(game.hands, 1):
        wins = () if hand.outcome is None else hand.outcome.wins
        doubles = [name for win in wins for name, units in win.score.yakuman_items if units > 1]
        if doubles:
            raise ExportError(
                f"hand {number}: {doubles[0]} counts twice, which a Tenhou XML record cannot hold"
            )


def _element(tag: str, **attributes: object) -> str:
    parts = [tag, *(f"{name}={quoteattr(str(value))}" for name, value in attributes.items())]
    return f"<{' '.join(parts)}/>"


def _listed(numbers: Iterable[int]) -> str:
    return ",".join(map(str, numbers))


def _owari(game: Exported) -> str:
    """Points in hundreds and final scores in decimals, by seat."""
    end = game.end
    if end is None or end.scores is None or end.final is None:
        return ""
    pairs = zip(end.scores, end.final, strict=True)
    return ",".join(f"{points // HUNDRED},{final}" for points, final in pairs)


class _HandWriter:
    """Writes one hand; each tile gets a number of its own as it appears."""

    def __init__(self, game: Round) -> None:
        start = game.events[0]
        assert isinstance(start, ev.StartKyoku)
        self._game = game
        self._start = start
        self._free: dict[Tile, list[int]] = {}
        for number in range(KINDS * COPIES):
            red = RED_IDS.get(number) if any(game.rules.red_fives) else None
            self._free.setdefault(number // COPIES if red is None else red, []).append(number)
        self._tile_of = {number: tile for tile, copies in self._free.items() for number in copies}
        self._hands = [[self._new(name) for name in hand] for hand in start.tehais]
        self._melds: list[list[TileMeld]] = [[] for _ in range(PLAYERS)]
        self._scores = list(start.scores)
        self._indicators = [self._new(start.dora_marker)]
        self._ura: list[int] = []
        self._drawn: int | None = None
        self._offer = 0
        """The number of the tile that was discarded or added last."""

    def lines(self, owari: str) -> list[str]:
        """The elements of the hand; ``owari`` goes to the last result."""
        start = self._start
        number = Header.of(start).number
        hands = {f"hai{seat}": _listed(hand) for seat, hand in enumerate(self._hands)}
        seed = _listed([number, start.honba, start.kyotaku, 0, 0, self._indicators[0]])
        ten = _listed(score // HUNDRED for score in start.scores)
        lines = [_element("INIT", seed=seed, ten=ten, oya=start.oya, **hands)]
        lines += [line for event in self._game.events[1:] if (line := self._move(event))]
        outcome = self._game.outcome
        assert outcome is not None
        results = [("AGARI", self._win(win)) for win in outcome.wins]
        if outcome.draw is not None:
            results.append(("RYUUKYOKU", self._draw(outcome.draw)))
        if owari:
            results[-1][1]["owari"] = owari
        return lines + [_element(tag, **attributes) for tag, attributes in results]

    # -- numbers of tiles ----------------------------------------------------------------------------

    def _new(self, name: str) -> int:
        return self._free[TILE_OF[name]].pop(0)

    def _own(self, seat: int, name: str, *, spare: int | None = None) -> int:
        """Take a tile of that name out of the hand; the spared one only when there is no other."""
        copies = [number for number in self._hands[seat] if self._tile_of[number] == TILE_OF[name]]
        number = next((each for each in copies if each != spare), copies[0])
        self._hands[seat].remove(number)
        return number

    # -- moves ---------------------------------------------------------------------------------------

    def _move(self, event: ev.Event) -> str:
        match event:
            case ev.Tsumo(actor=seat, pai=name):
                self._drawn = self._new(name)
                self._hands[seat].append(self._drawn)
                return f"<{DRAWS[seat]}{self._drawn}/>"
            case ev.Dahai(actor=seat, pai=name, tsumogiri=as_drawn):
                if as_drawn and self._drawn is not None:
                    self._hands[seat].remove(self._drawn)
                    self._offer = self._drawn
                else:
                    self._offer = self._own(seat, name, spare=self._drawn)
                self._drawn = None
                return f"<{DISCARDS[seat]}{self._offer}/>"
            case ev.Reach(actor=seat):
                return _element("REACH", who=seat, step=1)
            case ev.ReachAccepted(actor=seat):
                self._scores[seat] -= self._game.rules.riichi_bet
                ten = _listed(score // HUNDRED for score in self._scores)
                return _element("REACH", who=seat, ten=ten, step=2)
            case ev.Dora(dora_marker=name):
                self._indicators.append(self._new(name))
                return _element("DORA", hai=self._indicators[-1])
            case ev.Chi() | ev.Pon() | ev.Daiminkan() | ev.Ankan() | ev.Kakan():
                return self._call(event)
        return ""

    def _call(self, event: ev.Chi | ev.Pon | ev.Daiminkan | ev.Ankan | ev.Kakan) -> str:
        seat = event.actor
        if isinstance(event, ev.Kakan):
            self._offer = self._own(seat, event.pai)
            place, pon = next(
                (place, meld)
                for place, meld in enumerate(self._melds[seat])
                if meld.kind is MeldKind.PON and meld.tiles[0] // COPIES == self._offer // COPIES
            )
            meld = TileMeld(MeldKind.ADDED_KAN, (*pon.tiles, self._offer), pon.source)
            self._melds[seat][place] = meld
        else:
            own = [self._own(seat, name) for name in event.consumed]
            if isinstance(event, ev.Ankan):
                self._offer = own[0]
                meld = TileMeld(MeldKind.CLOSED_KAN, tuple(own), 0)
            else:
                source = (event.target - seat) % PLAYERS
                meld = TileMeld(_CALLS[type(event)], (self._offer, *own), source)
            self._melds[seat].append(meld)
        return _element("N", who=seat, m=encode_meld(meld))

    # -- results -------------------------------------------------------------------------------------

    def _paid(self, deltas: Sequence[int]) -> str:
        """Points before in hundreds, and what each seat gains; counted in for the next result."""
        pairs = [
            (score // HUNDRED, gained // HUNDRED) for score, gained in zip(self._scores, deltas, strict=True)
        ]
        self._scores = [score + gained for score, gained in zip(self._scores, deltas, strict=True)]
        return _listed(number for pair in pairs for number in pair)

    def _win(self, win: WinResult) -> dict[str, object]:
        seat, table, value = win.winner, self._game.table, win.score
        tile = self._drawn if win.tsumo and self._drawn is not None else self._offer
        hand = sorted({*self._hands[seat], tile})
        attributes: dict[str, object] = {"ba": f"{table.honba},{win.riichi_sticks}", "hai": _listed(hand)}
        if self._melds[seat]:
            attributes["m"] = _listed(encode_meld(meld) for meld in reversed(self._melds[seat]))
        limit = LIMIT_NUMBER[value.limit] if value.limit else 0
        attributes |= {"machi": tile, "ten": f"{value.fu or 0},{win.value},{limit}"}
        winds = table.seat_wind(seat), table.round_wind
        if value.yakuman:
            attributes["yakuman"] = _listed(number_of(name, *winds) for name, _ in value.yakuman_items)
        else:
            items = sorted((number_of(name, *winds), han) for name, han in value.yaku)
            attributes["yaku"] = _listed(number for item in items for number in item)
        attributes["doraHai"] = _listed(self._indicators)
        if win.ura_indicators:
            known = len(self._ura)
            self._ura += [self._new(MJAI[ura]) for ura in win.ura_indicators[known:]]
            attributes["doraHaiUra"] = _listed(self._ura)
        attributes |= {"who": seat, "fromWho": win.target}
        if win.liable:
            attributes["paoWho"] = win.liable[0]
        attributes["sc"] = self._paid(win.deltas)
        return attributes

    def _draw(self, draw: DrawResult) -> dict[str, object]:
        table = self._game.table
        attributes: dict[str, object] = {}
        if _DRAW_TYPES[draw.reason]:
            attributes["type"] = _DRAW_TYPES[draw.reason]
        attributes |= {"ba": f"{table.honba},{table.riichi_sticks}", "sc": self._paid(draw.deltas)}
        for seat in range(PLAYERS):
            if draw.tenpai[seat] or seat == draw.declarer:
                attributes[f"hai{seat}"] = _listed(sorted(self._hands[seat]))
        return attributes


_CALLS: dict[type[ev.Event], MeldKind] = {
    ev.Chi: MeldKind.CHI,
    ev.Pon: MeldKind.PON,
    ev.Daiminkan: MeldKind.OPEN_KAN,
}
