"""Games written as Tenhou's records: JSON (the form of tenhou.net/6), URLs of its viewer, and XML (mjlog).

Tenhou's formats hold games of other rulesets too: a viewer shows what was played and paid. The own
start_game in the record names the ruleset, so that it is read back under it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from urllib.parse import quote
from xml.sax.saxutils import quoteattr

import msgspec
from msgspec.structs import replace

from engine import events as ev
from engine.hand import MeldKind
from engine.outcome import DrawReason, DrawResult, Outcome, WinResult
from engine.own_rules import UnknownRuleset, ruleset
from engine.records.recorded_choices import RecordError
from engine.records.recorded_game import hands_of, length_of, player_names
from engine.records.replay import recorded_events, recorded_outcome, replayed
from engine.records.seat_lists import CODE_OF, NOTHING, RIICHI, TSUMOGIRI, Call, write_call
from engine.records.tenhou_json import OWN_KEY, VIEWER
from engine.records.tenhou_names import (
    ALL_NOTEN,
    ALL_TENPAI,
    DOUBLE,
    JSON_DRAWS,
    LIMIT_NUMBER,
    LIMITS,
    WIN,
    XML_DRAWS,
    YAKU,
    number_of,
)
from engine.records.tenhou_xml import (
    DISCARDS,
    DRAWS,
    EAST_AND_SOUTH,
    HUNDRED,
    NO_OPEN_TANYAO,
    NO_RED,
    OWN_ATTRIBUTE,
    RED_IDS,
    ROOT,
    TileMeld,
    encode_meld,
)
from engine.round import Header, Round
from engine.rules import TENHOU, Length, Ruleset
from engine.score import tsumo_payments
from engine.table import Table
from engine.tiles import COPIES, KIND_OF, KINDS, MJAI, TILE_OF, Tile
from engine.wall import PLAYERS
from engine.wording import visible_json

ROOM = {"east": "東", "south": "南", "hand": "東"}
"""How Tenhou names the length of a game; it knows none of a single hand."""


class ExportError(ValueError):
    """A game that a format cannot hold; the message says why."""


class FinishedHand(msgspec.Struct, frozen=True):
    """A hand played to its end, without indicators that its record leaves out."""

    rules: Ruleset
    table: Table
    events: list[ev.Event]
    outcome: Outcome


class Exported(msgspec.Struct, frozen=True):
    """A game ready to be written."""

    start: ev.StartGame
    rules: Ruleset
    hands: tuple[FinishedHand, ...]
    end: ev.EndGame | None

    @property
    def names(self) -> list[str]:
        return list(player_names([self.start]))

    @property
    def length(self) -> Length:
        return length_of(self.start) or "south"


def exported(events: Sequence[ev.Event], rules: Ruleset | None = None) -> Exported:
    """The game of these events, for a Tenhou format; under the ruleset that it names, else Tenhou's.

    Raises ExportError for a game with table rules, and for a hand that is not over or does not replay.
    """
    start = events[0] if events and isinstance(events[0], ev.StartGame) else ev.StartGame()
    if start.table_rules is not None:
        raise ExportError("a game with table rules, where errors are penalised, cannot be a Tenhou record")
    try:
        rules = rules or ruleset(start.rules or TENHOU.name)
        played = replayed(events, rules)
    except (RecordError, UnknownRuleset) as error:
        raise ExportError(f"the game cannot be written: {error}") from None
    if rules.name != (start.rules or TENHOU.name):
        start = replace(start, rules=rules.name, length=rules.length)
    end = events[-1] if isinstance(events[-1], ev.EndGame) else None
    return Exported(start, rules, tuple(_finished(events, played)), end)


def _finished(events: Sequence[ev.Event], played: Sequence[Round]) -> Iterator[FinishedHand]:
    for hand, game in zip(hands_of(events), played, strict=True):
        outcome = recorded_outcome(hand.events, game, complete=True)
        assert outcome is not None
        yield FinishedHand(game.rules, game.table, recorded_events(hand.events, game), outcome)


def rule_words(game: Exported) -> str:
    """The ruleset in the words that a viewer displays: Tenhou's own, or the title of another one."""
    if game.rules.name == TENHOU.name:
        open_tanyao = "喰" if game.rules.open_tanyao else ""
        return f"般{ROOM[game.length]}{open_tanyao}{'赤' if any(game.rules.red_fives) else ''}"
    return f"{game.rules.title} {ROOM[game.length]}"


_UNQUOTED = "-_.!~*'()"
"""What encodeURIComponent leaves as it is, besides letters and digits."""

_WORDS = {reason: word for word, reason in reversed(JSON_DRAWS.items())}
"""The word for each kind of draw; 全員聴牌 and 全員不聴 are draws without payments."""


def write_json(events: Sequence[ev.Event], rules: Ruleset | None = None) -> bytes:
    """The whole game as one file; raises ExportError where the format cannot hold it."""
    game = exported(events, rules)
    record = {**_frame(game), "log": [_hand(hand) for hand in game.hands], OWN_KEY: game.start}
    if scores := _end(game):
        record["sc"] = scores
    return msgspec.json.encode(record) + b"\n"


def write_urls(events: Sequence[ev.Event], rules: Ruleset | None = None) -> list[str]:
    """The URL of each hand, for Tenhou's viewer and editor of single hands; raises ExportError.

    The viewer takes the record as percent-encoded JSON behind ``#json=``, one hand in each.
    """
    game = exported(events, rules)
    return [
        VIEWER + quote(msgspec.json.encode({**_frame(game), "log": [_hand(hand)]}), safe=_UNQUOTED)
        for hand in game.hands
    ]


def _frame(game: Exported) -> dict[str, object]:
    """The record without its hands."""
    each = {f"aka{51 + suit}": count for suit, count in enumerate(game.rules.red_fives)}
    as_tenhou = game.rules.name == TENHOU.name and game.rules.red_fives == TENHOU.red_fives
    reds: dict[str, int] = {"aka": 1} if as_tenhou else {"aka": 0, **each}
    return {
        "title": ["", (game.start.time or "")],
        "name": game.names,
        "rule": {"disp": rule_words(game), **reds},
    }


def _end(game: Exported) -> list[float]:
    if game.end is None or game.end.scores is None or game.end.final is None:
        return []
    return [number for pair in zip(game.end.scores, game.end.final, strict=True) for number in pair]


def _codes(names: Sequence[str]) -> list[int]:
    return [CODE_OF[name] for name in names]


def _hand(game: FinishedHand) -> list[object]:
    start, *moves = game.events
    assert isinstance(start, ev.StartKyoku)
    outcome = game.outcome
    turned = [start.dora_marker, *(event.dora_marker for event in moves if isinstance(event, ev.Dora))]
    ura = max((win.ura_indicators for win in outcome.wins), key=len, default=())
    lists = _Lists()
    for event in moves:
        lists.take(event)
    lists.finish()
    hand: list[object] = [
        [Header.of(start).number, start.honba, start.kyotaku],
        start.scores,
        _codes(turned),
        _codes([MJAI[tile] for tile in ura]),
    ]
    for seat in range(PLAYERS):
        hand += [_codes(start.tehais[seat]), lists.takes[seat], lists.drops[seat]]
    hand.append(_wins(game, outcome.wins) if outcome.draw is None else _draw(outcome.draw))
    return hand


class _Lists:
    """The draws and discards of each seat."""

    def __init__(self) -> None:
        self.takes: list[list[int | str]] = [[] for _ in range(PLAYERS)]
        self.drops: list[list[int | str]] = [[] for _ in range(PLAYERS)]
        self._pons: list[list[ev.Pon]] = [[] for _ in range(PLAYERS)]
        self._riichi = False

    def take(self, event: ev.Event) -> None:
        match event:
            case ev.Tsumo(actor=seat, pai=name):
                self.takes[seat].append(CODE_OF[name])
            case ev.Reach():
                self._riichi = True
            case ev.Dahai(actor=seat, pai=name, tsumogiri=as_drawn):
                code = TSUMOGIRI if as_drawn else CODE_OF[name]
                self.drops[seat].append(f"{RIICHI}{code}" if self._riichi else code)
                self._riichi = False
            case ev.DiscardCall():
                self._call(event)
            case ev.Ankan(actor=seat, consumed=own):
                self.drops[seat].append(write_call(Call(MeldKind.CLOSED_KAN, tuple(own), 0)))
            case ev.Kakan(actor=seat, pai=name):
                pon = next(
                    pon for pon in self._pons[seat] if KIND_OF[TILE_OF[pon.pai]] == KIND_OF[TILE_OF[name]]
                )
                tiles = (name, pon.pai, *pon.consumed)
                source = (pon.target - seat) % PLAYERS
                self.drops[seat].append(write_call(Call(MeldKind.ADDED_KAN, tiles, source)))

    def _call(self, event: ev.DiscardCall) -> None:
        seat = event.actor
        if isinstance(event, ev.Pon):
            self._pons[seat].append(event)
        if event.is_kan:
            self.drops[seat].append(NOTHING)
        source = (event.target - seat) % PLAYERS
        self.takes[seat].append(write_call(Call(event.meld, (event.pai, *event.consumed), source)))

    def finish(self) -> None:
        """Where the hand ended on the tile drawn after an open kan, no place is held open for its discard."""
        for drops in self.drops:
            if drops and drops[-1] == NOTHING:
                drops.pop()


# -- results -----------------------------------------------------------------------------------------


def _wins(game: FinishedHand, wins: Sequence[WinResult]) -> list[object]:
    result: list[object] = [WIN]
    for win in wins:
        liable = win.liable[0] if win.liable else win.winner
        result += [list(win.deltas), [win.winner, win.target, liable, _worth(game, win), *_yaku(game, win)]]
    return result


def _worth(game: FinishedHand, win: WinResult) -> str:
    """Such as ``30符4飜7700点``, ``満貫2000-4000点`` or ``20符3飜1300点∀``."""
    score = win.score
    paid = f"{win.value}点"
    if win.tsumo:
        east, others = tsumo_payments(score.base, win.winner == game.table.dealer)
        paid = f"{others}点∀" if east is None else f"{others}-{east}点"
    return (LIMITS[LIMIT_NUMBER[score.limit]] if score.limit else f"{score.fu}符{score.han}飜") + paid


def _yaku(game: FinishedHand, win: WinResult) -> list[str]:
    """Such as ``立直(1飜)`` and ``国士無双(役満)``, in Tenhou's order."""
    winds = game.table.seat_wind(win.winner), game.table.round_wind
    items = [(number_of(name, *winds), f"{han}飜") for name, han in win.score.yaku]
    for name, units in win.score.yakuman_items:
        items.append((number_of(name, *winds), DOUBLE * (units > 1) + LIMITS[-1]))
    return [f"{YAKU[number][1]}({worth})" for number, worth in sorted(items)]


def _draw(draw: DrawResult) -> list[object]:
    if draw.reason is DrawReason.EXHAUSTIVE and not any(draw.deltas):
        return [ALL_TENPAI if all(draw.tenpai) else ALL_NOTEN]
    if draw.reason.is_abortive:
        return [_WORDS[draw.reason]]
    return [_WORDS[draw.reason], list(draw.deltas)]


_VERSION = "2.3"
_PERSONS = 0x01
"""The flag of a game among people (the flags of rooms are left out)."""
_DRAW_TYPES = {reason: kind for kind, reason in XML_DRAWS.items()}


def write_xml(events: Sequence[ev.Event], rules: Ruleset | None = None) -> bytes:
    """The whole game as one file; raises ExportError where the format cannot hold it."""
    game = exported(events, rules)
    _check(game)
    flags = _PERSONS | (EAST_AND_SOUTH if game.length == "south" else 0)
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

    def __init__(self, game: FinishedHand) -> None:
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
            case ev.DiscardCall() | ev.Ankan() | ev.Kakan():
                return self._call(event)
        return ""

    def _call(self, event: ev.DiscardCall | ev.Ankan | ev.Kakan) -> str:
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
                meld = TileMeld(event.meld, (self._offer, *own), source)
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
