"""The score of complete hands beside other libraries: yaku, han, fu, points."""

from __future__ import annotations

from typing import Any

import riichienv
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.meld import Meld as PeerMeld

from engine.melds import MeldKind
from engine.score import Score, Win, score
from engine.tiles import COPIES, EAST, Kind
from tests.bench.hands import ids, wins
from tests.bench.measure import Contest, Peer, Runner
from tests.bench.rows import Goal

PEER_RULES = OptionalRules(has_open_tanyao=True, has_double_yakuman=False)
PEER_MELDS = {MeldKind.CHI: PeerMeld.CHI, MeldKind.PON: PeerMeld.PON}
RUST_MELDS = {MeldKind.CHI: riichienv.MeldType.Chi, MeldKind.PON: riichienv.MeldType.Pon}
RED = (16, 52, 88)
"""Numbers that are red fives to ``riichienv``: only the fourth of a hand is one here."""
WINDS = (riichienv.Wind.East, riichienv.Wind.South, riichienv.Wind.West, riichienv.Wind.North)


class Spread:
    """The tiles of a win as numbers 0-135: the concealed ones, each meld, and the winning tile."""

    def __init__(self, win: Win) -> None:
        left = ids(sorted([*win.tiles, *(tile for meld in win.melds for tile in meld.tiles)]))

        def take(kind: Kind) -> int:
            return left.pop(next(place for place, number in enumerate(left) if number // COPIES == kind))

        self.melds = [[take(tile) for tile in meld.tiles] for meld in win.melds]
        self.winning = next(number for number in left if number // COPIES == win.winning_tile)
        self.concealed = left
        self.dora = [COPIES * tile for tile in win.dora_indicators]


def peer_win(win: Win) -> dict[str, Any]:
    """The arguments that ``mahjong`` takes for the same win."""
    spread = Spread(win)
    kinds = [PEER_MELDS[meld.kind] for meld in win.melds]
    melds = [PeerMeld(kind, tiles) for kind, tiles in zip(kinds, spread.melds, strict=True)]
    config = HandConfig(
        is_tsumo=win.tsumo,
        is_riichi=bool(win.riichi),
        player_wind=win.seat_wind,
        round_wind=win.round_wind,
        options=PEER_RULES,
    )
    return {
        "tiles": sorted([*spread.concealed, *(tile for meld in spread.melds for tile in meld)]),
        "win_tile": spread.winning,
        "melds": melds,
        "dora_indicators": spread.dora,
        "config": config,
    }


def peer_score(arguments: dict[str, Any]) -> Any:
    """The answer of ``mahjong``."""
    return HandCalculator.estimate_hand_value(**arguments)


def rust_win(win: Win) -> tuple[Any, ...]:
    """The arguments that ``riichienv`` takes for the same win: tiles without the winning one."""
    spread = Spread(win)
    melds = [
        riichienv.Meld(RUST_MELDS[meld.kind], tiles, True)
        for meld, tiles in zip(win.melds, spread.melds, strict=True)
    ]
    conditions = riichienv.Conditions(
        tsumo=win.tsumo,
        riichi=bool(win.riichi),
        player_wind=WINDS[win.seat_wind - EAST],
        round_wind=WINDS[win.round_wind - EAST],
    )
    concealed = [tile for tile in spread.concealed if tile != spread.winning]
    return concealed, melds, spread.winning, spread.dora, conditions


def rust_score(arguments: tuple[Any, ...]) -> Any:
    """The answer of ``riichienv``."""
    concealed, melds, winning, dora, conditions = arguments
    return riichienv.HandEvaluator(concealed, melds).calc(winning, dora, conditions)


def scoring(number: int) -> Contest:
    """Yaku, han, fu and points of complete hands, with melds and without."""
    hands = wins(number)
    theirs = [peer_win(win) for win in hands]
    rusts = [rust_win(win) for win in hands]

    def check() -> None:
        for win, arguments, rust in zip(hands, theirs, rusts, strict=True):
            mine, other, third = score(win), peer_score(arguments), rust_score(rust)
            if not isinstance(mine, Score):
                assert other.error, win
            elif not mine.yakuman:
                assert (mine.han, mine.fu) == (other.han, other.fu), win
                red = sum(rust[0].count(five) for five in RED) + sum(
                    tiles.tiles.count(five) for tiles in rust[1] for five in RED
                )
                assert (mine.han, mine.fu) == (third.han - red, third.fu), win

    mahjong = Runner("mahjong", peer_score, theirs)
    rust = Runner("riichienv (Rust)", rust_score, rusts)
    peers = [Peer(mahjong, Goal(4, 7)), Peer(rust, Goal(stretch=0.5))]
    return Contest("scoring a complete hand", Runner("furiten", score, hands), peers, check)
