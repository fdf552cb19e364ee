"""Records of Mahjong Soul as the known converters write them: Tenhou's JSON form with words of their own.

The converters are downloadlogs, tensoul and tensoul-py (Equim-chan/tensoul, unStatiK/tensoul-py-ng). Besides
the words, in Japanese or in English, three things in their records are not what was played:

- a double yakuman is written as one ``役満``;
- of several wins on a discard each has the honba, and the first has the riichi stick of a riichi whose tile
  was won on, which was never paid;
- a closed kan of fives has the red five once, however many of them the game has.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec.structs import replace

from engine import events as ev
from engine.hand import MeldKind
from engine.outcome import DrawReason
from engine.records.seat_lists import Call, Discard, Drop, SeatwiseHand
from engine.round import Header
from engine.rules import MAHJONG_SOUL, Length
from engine.tiles import KIND_OF, TILE_OF

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


def length_in(disp: str) -> Length | None:
    """The length of the game that the words for its rules name."""
    return "south" if _SOUTH.search(disp) else "east" if _EAST.search(disp) else None


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
