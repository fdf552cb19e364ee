"""Games written as Tenhou's JSON records (the form of tenhou.net/6)."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import quote

import msgspec

from engine import events as ev
from engine.match import Header
from engine.melds import MeldKind
from engine.outcome import DrawReason, DrawResult, WinResult
from engine.records.tenhou_entries import CODE_OF, NOTHING, RIICHI, TSUMOGIRI, Call, write_call
from engine.records.tenhou_export import Exported, exported, rule_words, worth_of
from engine.records.tenhou_json import OWN_KEY
from engine.records.tenhou_names import (
    ALL_NOTEN,
    ALL_TENPAI,
    DOUBLE,
    JSON_DRAWS,
    LIMIT_NUMBER,
    LIMITS,
    WIN,
    YAKU,
    number_of,
)
from engine.records.tenhou_urls import VIEWER
from engine.round import Round
from engine.rules import TENHOU, Ruleset
from engine.tiles import KIND_OF, MJAI, TILE_OF
from engine.wall import PLAYERS

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
    """What a record has besides its hands."""
    each = {f"aka{51 + suit}": count for suit, count in enumerate(game.rules.red_fives)}
    as_tenhou = game.rules.name == TENHOU.name and game.rules.red_fives == TENHOU.red_fives
    reds: dict[str, int] = {"aka": 1} if as_tenhou else {"aka": 0, **each}
    return {
        "title": ["", (game.start.time or "")],
        "name": game.names,
        "rule": {"disp": rule_words(game), **reds},
    }


def _end(game: Exported) -> list[float]:
    """Points and final score of each seat."""
    if game.end is None or game.end.scores is None or game.end.final is None:
        return []
    return [number for pair in zip(game.end.scores, game.end.final, strict=True) for number in pair]


def _codes(names: Sequence[str]) -> list[int]:
    return [CODE_OF[name] for name in names]


def _hand(game: Round) -> list[object]:
    start, *moves = game.events
    assert isinstance(start, ev.StartKyoku)
    outcome = game.outcome
    assert outcome is not None
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
        """Write one move down."""
        match event:
            case ev.Tsumo(actor=seat, pai=name):
                self.takes[seat].append(CODE_OF[name])
            case ev.Reach():
                self._riichi = True
            case ev.Dahai(actor=seat, pai=name, tsumogiri=as_drawn):
                code = TSUMOGIRI if as_drawn else CODE_OF[name]
                self.drops[seat].append(f"{RIICHI}{code}" if self._riichi else code)
                self._riichi = False
            case ev.Chi() | ev.Pon() | ev.Daiminkan():
                self._call(event)
            case ev.Ankan(actor=seat, consumed=own):
                self.drops[seat].append(write_call(Call(MeldKind.CLOSED_KAN, tuple(own), 0)))
            case ev.Kakan(actor=seat, pai=name):
                pon = next(pon for pon in self._pons[seat] if _same_kind(pon.pai, name))
                tiles = (name, pon.pai, *pon.consumed)
                source = (pon.target - seat) % PLAYERS
                self.drops[seat].append(write_call(Call(MeldKind.ADDED_KAN, tiles, source)))

    def _call(self, event: ev.Chi | ev.Pon | ev.Daiminkan) -> None:
        seat = event.actor
        kind = MeldKind.CHI if isinstance(event, ev.Chi) else MeldKind.PON
        if isinstance(event, ev.Pon):
            self._pons[seat].append(event)
        if isinstance(event, ev.Daiminkan):
            kind = MeldKind.OPEN_KAN
            self.drops[seat].append(NOTHING)
        source = (event.target - seat) % PLAYERS
        self.takes[seat].append(write_call(Call(kind, (event.pai, *event.consumed), source)))

    def finish(self) -> None:
        """Where the hand ended on the tile drawn after an open kan, no place is held open for its discard."""
        for drops in self.drops:
            if drops and drops[-1] == NOTHING:
                drops.pop()


def _same_kind(one: str, other: str) -> bool:
    return KIND_OF[TILE_OF[one]] == KIND_OF[TILE_OF[other]]


# -- results -----------------------------------------------------------------------------------------


def _wins(game: Round, wins: Sequence[WinResult]) -> list[object]:
    result: list[object] = [WIN]
    for win in wins:
        liable = win.liable[0] if win.liable else win.winner
        result += [list(win.deltas), [win.winner, win.target, liable, _worth(game, win), *_yaku(game, win)]]
    return result


def _worth(game: Round, win: WinResult) -> str:
    """Such as ``30符4飜7700点``, ``満貫2000-4000点`` or ``20符3飜1300点∀``."""
    score = win.score
    each, east = worth_of(win, game.table.dealer)
    paid = f"{each}点" if east is None else f"{each}-{east}点"
    if win.tsumo and east is None:
        paid += "∀"
    return (LIMITS[LIMIT_NUMBER[score.limit]] if score.limit else f"{score.fu}符{score.han}飜") + paid


def _yaku(game: Round, win: WinResult) -> list[str]:
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
