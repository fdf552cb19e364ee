"""Tenhou's JSON records (the form of tenhou.net/6), of Mahjong Soul too, and out of URLs of the viewer.

A hand is a list: header, points, indicators, ura indicators, then for each seat its tiles, draws and
discards, and the result. Each seat has its own lists of draws and discards; ``seat_lists`` finds the order.

Records of Mahjong Soul come from converters: downloadlogs, tensoul and tensoul-py (Equim-chan/tensoul,
unStatiK/tensoul-py-ng). Besides the words, in Japanese or in English, three things are not what was played:

- a double yakuman is written as one ``役満``;
- of several wins on a discard each has the honba, and the first has the riichi stick of a riichi whose tile
  was won on, which was never paid;
- a closed kan of fives has the red five once, however many of them the game has.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import unquote

import msgspec
from msgspec.structs import replace

from engine import events as ev
from engine.hand import MeldKind
from engine.outcome import DrawReason
from engine.records.recorded_choices import RecordError
from engine.records.recorded_game import (
    THREE_PLAYERS,
    Format,
    RecordedGame,
    RecordedRules,
    check_events,
    foreign_start,
)
from engine.records.seat_lists import (
    Call,
    Discard,
    Drop,
    SeatLists,
    SeatwiseHand,
    arrange,
    read_drop,
    read_take,
    read_tile,
    shown,
)
from engine.records.tenhou_names import ALL_NOTEN, ALL_TENPAI, JSON_DRAWS, UNKNOWN_RESULT, WIN, recorded_worth
from engine.round import Header
from engine.rules import MAHJONG_SOUL, Length, Ruleset
from engine.tiles import KIND_OF, TILE_OF
from engine.wall import PLAYERS

VIEWER = "https://tenhou.net/6/#json="
"""What the URL of a hand begins with."""
_RECORD = re.compile(rb"(?:#|%23)json(?:=|%3D)", re.IGNORECASE)
"""What stands before the record, whichever of the viewers the URL is for; the URL itself may be encoded."""
_URL = re.compile(rb"https?://|(?!<mjlog|<\?xml)[^{]{0,2000}?" + _RECORD.pattern, re.IGNORECASE)
_ENDS = re.compile(rb"[\s<>\"`]")
"""What ends a URL in a text. What else stands behind it, as in ``[name](URL)``, is behind the last brace."""
_PLACE = re.compile(r"&t[sw]=[^}]*\Z")
"""Behind the record a URL may name the hand to show, or the seat."""
_MOST_ENCODED = 3
"""A URL is percent-encoded once more for each program that it went through; some viewers not at all."""


def is_url(text: bytes) -> bool:
    """Whether a text begins with an address of a viewer, or some words with one."""
    return _URL.match(text) is not None


def records_in_urls(text: bytes) -> list[bytes]:
    """The JSON in each URL, whatever words stand around; raises RecordError with the line of another URL."""
    records: list[bytes] = []
    for number, line in enumerate(text.split(b"\n"), 1):
        _, *found = _RECORD.split(line.strip())
        if not found and line.strip().startswith((b"http://", b"https://")):
            raise RecordError(f"line {number}: the URL holds no record: it has no '#json='")
        records += [_decoded(record).encode() for record in found]
    return records


def _decoded(record: bytes) -> str:
    """The JSON of a record that stands in a URL."""
    if not record.startswith(b"{"):
        record = _ENDS.split(record, 1)[0]
    text = record.decode(errors="replace")
    for _ in range(_MOST_ENCODED):
        if text.startswith("{"):
            break
        text = unquote(text)
    return _PLACE.sub("", text[: text.rfind("}") + 1] or text)


OWN_KEY = "furiten"
"""Key that holds the start_game of a game played here."""

_HAND_ENTRIES = 4 + 3 * PLAYERS + 1
_MOST_TURNS = 100
"""No seat draws or discards more often in a hand."""
_MOST = 10**9
_RULE = re.compile(r"(?:四)?(?:般|上|特上?|鳳|若銀|琥珀|孔雀|技能)?(?:東|南)(喰)?(?:赤)?(?:速|光)?")
"""Tenhou's own names of rules; only there a missing 喰 means that open tanyao is off."""
_THREE = re.compile(r"三|サンマ|3(?!\d)|three-player", re.IGNORECASE)


def read_json(game: Any) -> RecordedGame:
    """The game of one decoded JSON object; raises RecordError."""
    if isinstance(game, dict) and isinstance(game.get("log"), dict):
        # the answer of a converter, with the record in it
        game = game["log"]
    if not isinstance(game, dict) or not isinstance(game.get("log"), list):
        raise RecordError("a JSON record of Tenhou's form has a list 'log'")
    rule: dict[str, Any] = game["rule"] if isinstance(game.get("rule"), dict) else {}
    names = list(map(_text, _list(game.get("name", [""] * PLAYERS), "name")))
    disp = _text(rule.get("disp"))
    if len(names) == PLAYERS - 1 or _THREE.match(disp):
        raise RecordError(THREE_PLAYERS)
    converted = OWN_KEY not in game and is_mahjong_soul(disp, game.get("ref"))
    hands, fault = _read_hands(game["log"], converted=converted)
    own = _own_start(game)
    facts = _facts(rule, disp, own, converted=converted)
    reds = facts.red_fives is None or any(facts.red_fives)
    start = own or foreign_start(names, facts.length, red_fives=reds)
    end = _read_end(game)

    def events_under(rules: Ruleset) -> Iterator[ev.Event]:
        yield start
        for number, hand in enumerate(hands, 1):
            try:
                yield from arrange(hand, rules)
            except RecordError as error:
                raise RecordError(f"hand {number}: {error}") from None
        if end is not None and fault is None:
            yield end

    return RecordedGame(facts, events_under, fault is None, fault, format=Format.TENHOU_JSON)


def _read_hands(log: list[Any], *, converted: bool) -> tuple[list[SeatwiseHand], RecordError | None]:
    """The hands up to one that is cut or wrong, and what is wrong; raises RecordError when there is none."""
    hands: list[SeatwiseHand] = []
    fault = None
    for number, entries in enumerate(log, 1):
        try:
            hand = _read_hand(entries, converted=converted)
            hands.append(as_played(hand) if converted else hand)
            if not hand.results:
                raise RecordError("it has no result: the record is cut")
        except RecordError as error:
            fault = RecordError(f"hand {number}: {error}")
            break
    if not hands:
        raise fault or RecordError("the record holds no hand")
    return hands, fault


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _own_start(game: dict[str, Any]) -> ev.StartGame | None:
    if OWN_KEY not in game:
        return None
    try:
        start = ev.decode(msgspec.json.encode(game[OWN_KEY]))
    except ev.EventError as error:
        raise RecordError(str(error)) from None
    if not isinstance(start, ev.StartGame):
        raise RecordError(f"'{OWN_KEY}' holds no start_game")
    return start


def _facts(rule: dict[str, Any], disp: str, own: ev.StartGame | None, *, converted: bool) -> RecordedRules:
    """The length, red fives and open tanyao that title and rule state."""
    length: Length | None = "south" if _SOUTH.search(disp) else "east" if _EAST.search(disp) else None
    if own is not None and own.length == "hand":
        length = "hand"
    named = _RULE.fullmatch(disp)
    rules = own.rules if own is not None else MAHJONG_SOUL.name if converted else None
    return RecordedRules(rules, length, _red_fives(rule), named[1] is not None if named else None)


def _red_fives(rule: dict[str, Any]) -> tuple[int, int, int] | None:
    """``aka`` for all suits, or ``aka51`` to ``aka53`` for each."""
    each = [rule.get(f"aka{code}") for code in (51, 52, 53)]
    if all(isinstance(count, int) and 0 <= count <= 4 for count in each):
        return each[0], each[1], each[2]  # type: ignore[return-value]
    if isinstance(rule.get("aka"), int):
        return (1, 1, 1) if rule["aka"] else (0, 0, 0)
    return None


def _list(value: Any, what: str, size: int | None = None) -> list[Any]:
    if not isinstance(value, list) or (size is not None and len(value) != size):
        raise RecordError(f"{what} is not a list" + (f" of {size} entries" if size is not None else ""))
    return value


def _numbers(value: Any, what: str, size: int) -> list[int]:
    for each in _list(value, what, size):
        if not isinstance(each, int) or isinstance(each, bool) or not -_MOST < each < _MOST:
            raise RecordError(f"{what} holds something else than numbers")
    return list(value)


def _read_hand(hand: Any, *, converted: bool) -> SeatwiseHand:
    entries = _list(hand, "the hand")
    if len(entries) == _HAND_ENTRIES - 1:
        entries = [*entries, [UNKNOWN_RESULT]]
    _list(entries, "the hand", _HAND_ENTRIES)
    number, honba, riichi_sticks = _numbers(entries[0], "the header", 3)
    seats = [entries[4 + 3 * seat : 7 + 3 * seat] for seat in range(PLAYERS)]
    if all(seat[0] for seat in seats[:-1]) and not seats[-1][0]:
        raise RecordError(THREE_PLAYERS)
    if not 0 <= number < PLAYERS**2:
        raise RecordError(f"there is no hand {number}")
    indicators = [read_tile(each) for each in _list(entries[2], "the list of dora indicators")]
    if not indicators:
        raise RecordError("there is no dora indicator")
    scores = _numbers(entries[1], "the list of points", PLAYERS)
    header = Header(number, honba, riichi_sticks, tuple(scores))
    hands = [[read_tile(each) for each in _list(seat[0], "a hand")] for seat in seats]
    start = header.start(indicators[0], hands)
    takes = [_list(seat[1], "a list of draws") for seat in seats]
    drops = [_list(seat[2], "a list of discards") for seat in seats]
    if any(len(entries) > _MOST_TURNS for entries in (*takes, *drops)):
        raise RecordError("a seat has more turns than a hand can have")
    lists = SeatLists(
        header.dealer,
        [list(map(read_take, each)) for each in takes],
        [list(map(read_drop, each)) for each in drops],
    )
    ura = [read_tile(each) for each in _list(entries[3], "the list of ura indicators")]
    results = _read_results(entries[-1], converted=converted)
    check_events([start, *results])
    return SeatwiseHand(start, indicators, ura, lists, results)


# -- results -----------------------------------------------------------------------------------------


def _read_results(result: Any, *, converted: bool) -> list[ev.Hora | ev.Ryukyoku]:
    word, *rest = _list(result, "the result") or [None]
    if word == UNKNOWN_RESULT:
        return []
    if word == WIN:
        if not rest or len(rest) % 2:
            raise RecordError("a win needs points and a description")
        pairs = zip(rest[::2], rest[1::2], strict=True)
        return [_read_win(deltas, detail, converted=converted) for deltas, detail in pairs]
    draws = JSON_DRAWS | DRAW_WORDS
    if not isinstance(word, str) or word not in draws:
        raise RecordError(f"{shown(word)} is no result of a hand")
    reason = draws[word]
    gains = [_numbers(each, "the list of points", PLAYERS) for each in rest]
    deltas = [sum(gained) for gained in zip(*gains, strict=True)] if gains else [0] * PLAYERS
    return [ev.Ryukyoku(deltas=deltas, reason=reason.value, tenpais=_tenpais(word, reason, deltas))]


def _tenpais(word: str, reason: DrawReason, deltas: Sequence[int]) -> list[bool] | None:
    """The seats that were tenpai, where the word or the points say so."""
    if reason.is_abortive:
        return [reason is DrawReason.FOUR_RIICHI] * PLAYERS
    if word in (ALL_TENPAI, ALL_NOTEN):
        return [word == ALL_TENPAI] * PLAYERS
    if reason is DrawReason.EXHAUSTIVE and any(deltas):
        return [gained > 0 for gained in deltas]
    return None


def _read_win(deltas: Any, detail: Any, *, converted: bool) -> ev.Hora:
    detail = _list(detail, "the description of a win")
    if len(detail) < 3 or not all(isinstance(text, str) for text in detail[3:]):
        raise RecordError("the description of a win needs three seats, and texts behind them")
    winner, target, _ = _numbers(detail[:3], "the description of a win", 3)
    doubles = DOUBLE_YAKUMAN if converted else ()
    # some converters write the seats alone
    worth, *items = detail[3:] or [""]
    recorded = recorded_worth(worth, items, YAKU_WORDS, doubles)
    return ev.Hora(
        actor=winner,
        target=target,
        deltas=_numbers(deltas, "the list of points", PLAYERS),
        yaku=recorded.yaku,
        han=recorded.han,
        fu=recorded.fu,
        yakuman=recorded.yakuman,
        points=recorded.points,
    )


def _read_end(game: dict[str, Any]) -> ev.EndGame | None:
    """``sc``: points and final score of each seat; where chips are played for, they follow.

    Some old records have an empty list.
    """
    found = game.get("sc")
    if found is None or found == []:
        return None
    if (
        not isinstance(found, list)
        or len(found) < 2 * PLAYERS
        or not all(isinstance(each, int | float) and abs(each) < _MOST for each in found)
    ):
        raise RecordError(f"'sc' is not a list of {2 * PLAYERS} numbers")
    chips = len(found) > 2 * PLAYERS
    return ev.EndGame(
        scores=[round(each) for each in found[: 2 * PLAYERS : 2]],
        final=None if chips else [float(each) for each in found[1 : 2 * PLAYERS : 2]],
    )


# -- Mahjong Soul ------------------------------------------------------------------------------------

_ROOM = re.compile(
    r"の間|之间|之間|友人戦|友人战|友人戰|大会戦|大会战|雀魂|mahjong ?soul|majsoul|friendly|tourn?ament"
    r"|(?:bronze|silver|gold|jade|throne) room",
    re.IGNORECASE,
)
_GAME_ID = re.compile(r"\d{6}-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", re.IGNORECASE)
"""The form of a game's id in ``ref``: a date and a UUID."""
_SOUTH = re.compile(r"南|south", re.IGNORECASE)
_EAST = re.compile(r"東|东|east", re.IGNORECASE)

DOUBLE_YAKUMAN = MAHJONG_SOUL.double_yakuman

YAKU_WORDS: dict[str, str] = {
    "役牌:自風牌": "seat-wind",
    "役牌:場風牌": "round-wind",
    "ダブル立直": "double-riichi",
    "国士無双十三面待ち": "kokushi-13",
    "Fully Concealed Hand": "menzen-tsumo",
    "Riichi": "riichi",
    "Robbing a Kan": "chankan",
    "After a Kan": "rinshan",
    "Under the Sea": "haitei",
    "Under the River": "houtei",
    "White Dragon": "haku",
    "Green Dragon": "hatsu",
    "Red Dragon": "chun",
    "Seat Wind": "seat-wind",
    "Prevalent Wind": "round-wind",
    "All Simples": "tanyao",
    "Pure Double Sequence": "iipeikou",
    "Pinfu": "pinfu",
    "Half Outside Hand": "chanta",
    "Pure Straight": "ittsu",
    "Mixed Triple Sequence": "sanshoku-doujun",
    "Double Riichi": "double-riichi",
    "Triple Triplets": "sanshoku-doukou",
    "Three Quads": "sankantsu",
    "All Triplets": "toitoi",
    "Three Concealed Triplets": "sanankou",
    "Little Three Dragons": "shousangen",
    "All Terminals and Honors": "honroutou",
    "Seven Pairs": "chiitoitsu",
    "Fully Outside Hand": "junchan",
    "Half Flush": "honitsu",
    "Twice Pure Double Sequence": "ryanpeikou",
    "Full Flush": "chinitsu",
    "Ippatsu": "ippatsu",
    "Dora": "dora",
    "Red Five": "aka-dora",
    "Ura Dora": "ura-dora",
    "Blessing of Heaven": "tenhou",
    "Blessing of Earth": "chiihou",
    "Big Three Dragons": "daisangen",
    "Four Concealed Triplets": "suuankou",
    "All Honors": "tsuuiisou",
    "All Green": "ryuuiisou",
    "All Terminals": "chinroutou",
    "Thirteen Orphans": "kokushi",
    "Four Little Winds": "shousuushi",
    "Four Quads": "suukantsu",
    "Nine Gates": "chuuren",
    "True Nine Gates": "junsei-chuuren",
    "Single-wait Four Concealed Triplets": "suuankou-tanki",
    "Thirteen-wait Thirteen Orphans": "kokushi-13",
    "Four Big Winds": "daisuushi",
}
"""The words of yaku that differ from Tenhou's, with our names."""

DRAW_WORDS: dict[str, DrawReason] = {
    "四開槓": DrawReason.FOUR_KANS,
    "三家和": DrawReason.TRIPLE_RON,
    "Ryuukyoku": DrawReason.EXHAUSTIVE,
    "Exhaustive Draw": DrawReason.EXHAUSTIVE,
    "All tempai": DrawReason.EXHAUSTIVE,
    "All noten": DrawReason.EXHAUSTIVE,
    "Nagashi Mangan": DrawReason.NAGASHI_MANGAN,
    "Mangan at Draw": DrawReason.NAGASHI_MANGAN,
    "Suukaikan": DrawReason.FOUR_KANS,
    "Four Kan Abortion": DrawReason.FOUR_KANS,
    "Sanchahou": DrawReason.TRIPLE_RON,
    "Three Ron Abortion": DrawReason.TRIPLE_RON,
    "Kyuushu Kyuuhai": DrawReason.NINE_TERMINALS,
    "Nine Terminal Abortion": DrawReason.NINE_TERMINALS,
    "Suufon Renda": DrawReason.FOUR_WINDS,
    "Four Wind Abortion": DrawReason.FOUR_WINDS,
    "Suucha Riichi": DrawReason.FOUR_RIICHI,
    "Four Riichi Abortion": DrawReason.FOUR_RIICHI,
}
"""The words for a drawn hand that differ from Tenhou's."""


def is_mahjong_soul(disp: str, ref: object) -> bool:
    """Whether a JSON record is one of Mahjong Soul: by the words for its rules, or by its ``ref``."""
    return bool(_ROOM.search(disp)) or (isinstance(ref, str) and bool(_GAME_ID.fullmatch(ref)))


def as_played(hand: SeatwiseHand) -> SeatwiseHand:
    """The hand without what the converters make of it."""
    drops = [
        [_with_own_reds(drop, _received(hand, seat)) for drop in drops]
        for seat, drops in enumerate(hand.lists.drops)
    ]
    lists = replace(hand.lists, drops=drops)
    return replace(hand, lists=lists, results=_paid_once(replace(hand, lists=lists)))


def _received(hand: SeatwiseHand, seat: int) -> list[str]:
    """The tiles that a seat was dealt and drew."""
    drawn = [take for take in hand.lists.takes[seat] if isinstance(take, str)]
    return [*hand.start.tehais[seat], *drawn]


def _with_own_reds(drop: Drop, received: Sequence[str]) -> Drop:
    """A closed kan with the four tiles of its kind that the seat received."""
    if not isinstance(drop, Call) or drop.kind is not MeldKind.CLOSED_KAN:
        return drop
    kind = KIND_OF[TILE_OF[drop.tiles[0]]]
    tiles = tuple(name for name in received if KIND_OF[TILE_OF[name]] == kind)
    return drop._replace(tiles=tiles) if len(tiles) == len(drop.tiles) else drop


def _paid_once(hand: SeatwiseHand) -> list[ev.Hora | ev.Ryukyoku]:
    """The results with honba and riichi sticks paid once."""
    wins = [result for result in hand.results if isinstance(result, ev.Hora)]
    if len(wins) < len(hand.results) or not wins or wins[0].actor == wins[0].target:
        return hand.results
    honba = MAHJONG_SOUL.counter_points * Header.of(hand.start).honba
    first, *others = wins
    declared = hand.lists.drops[first.target][-1:]
    unpaid = any(isinstance(drop, Discard) and drop.riichi for drop in declared)
    if unpaid and sum(first.deltas or ()) > MAHJONG_SOUL.riichi_bet * _sticks(hand):
        first = _moved(first, -MAHJONG_SOUL.riichi_bet, 0)
    return [first, *(_moved(win, -honba, honba) if _has_honba(win, honba) else win for win in others)]


def _sticks(hand: SeatwiseHand) -> int:
    """The riichi sticks on the table when the tile of the last riichi is won on."""
    every = [drop for drops in hand.lists.drops for drop in drops]
    declared = sum(isinstance(drop, Discard) and drop.riichi for drop in every)
    return hand.start.kyotaku + declared - 1


def _has_honba(win: ev.Hora, honba: int) -> bool:
    return win.deltas is not None and win.points is not None and win.deltas[win.actor] == win.points + honba


def _moved(win: ev.Hora, to_winner: int, to_payer: int) -> ev.Hora:
    deltas = list(win.deltas or ())
    deltas[win.actor] += to_winner
    deltas[win.target] += to_payer
    return replace(win, deltas=deltas)
