"""Thousands of drawn hands, scored as `mahjong` and `riichienv` score them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

import pytest
import riichienv
from mahjong.hand_calculating.hand_config import OptionalRules
from msgspec.structs import replace

from engine.hand import MeldKind
from engine.rules import MAHJONG_SOUL, TENHOU
from engine.score import YAKU_NAMES, NoWin, Win, score, winners_total
from engine.score.yaku import RENHOU
from engine.tiles import EAST, KIND_OF, NAMES, ORPHANS, RED_OF, Tile, format_tiles, is_red
from tests.support.engine.mahjong_package import BY_MAHJONG, estimate
from tests.support.engine.random_wins import draw_wins

RULES = replace(TENHOU, double_yakuman=MAHJONG_SOUL.double_yakuman)
HANDS = 12_000
FEW = 800
LEAST = 20
"""Every yaku turns up so often (renhou differs from program to program and has tests of its own)."""

ONE_IN_TEN = 0.1
# fmt: off
BY_RIICHIENV = (
    "menzen-tsumo", "riichi", "chankan", "rinshan", "haitei", "houtei", "haku", "hatsu", "chun",
    "seat-wind", "round-wind", "tanyao", "iipeikou", "pinfu", "chanta", "ittsu", "sanshoku-doujun",
    "double-riichi", "sanshoku-doukou", "sankantsu", "toitoi", "sanankou", "shousangen", "honroutou",
    "chiitoitsu", "junchan", "honitsu", "ryanpeikou", "chinitsu", "ippatsu", "dora", "aka-dora",
    "ura-dora", "nuki-dora", "tenhou", "chiihou", "daisangen", "suuankou", "tsuuiisou", "ryuuiisou",
    "chinroutou", "kokushi", "shousuushi", "suukantsu", "chuuren", "-", "junsei-chuuren",
    "suuankou-tanki", "kokushi-13", "daisuushi",
)
# fmt: on
"""The yaku of `riichienv` by their number, from 1."""


class Worth(NamedTuple):
    """What all three programs say about a win; None for fu of a yakuman."""

    yaku: tuple[tuple[str, int], ...]
    fu: int | None
    total: int


def our_worth(win: Win) -> Worth | str:
    worth = score(win)
    if isinstance(worth, NoWin):
        return worth.reason.value
    yaku = [(item.name, 13 * item.value) for item in worth.yakuman_items] or [*worth.yaku]
    return Worth(
        tuple(sorted(tuple(item) for item in yaku)),
        worth.fu,
        winners_total(worth.base, win.seat_wind == EAST, win.tsumo),
    )


class Numbered:
    """Hands out the numbers 0 to 135 that `riichienv` knows tiles by."""

    def __init__(self) -> None:
        self.next = [1 if kind in RED_OF else 0 for kind in range(34)]

    def __call__(self, tile: Tile) -> int:
        kind = KIND_OF[tile]
        if is_red(tile):
            return 4 * kind
        self.next[kind] += 1
        return 4 * kind + (self.next[kind] - 1) % 4

    def all(self, tiles: Iterable[Tile]) -> list[int]:
        return [self(tile) for tile in tiles]


OPTIONS = OptionalRules(has_open_tanyao=True, has_aka_dora=True)
FORMS = {
    MeldKind.CHI: "Chi",
    MeldKind.PON: "Pon",
    MeldKind.OPEN_KAN: "Daiminkan",
    MeldKind.ADDED_KAN: "Kakan",
    MeldKind.CLOSED_KAN: "Ankan",
}


def named(tiles: Iterable[Tile]) -> list[str]:
    return [NAMES[tile] for tile in tiles]


def mahjong_worth(win: Win) -> Worth | str:
    *concealed, won = named(win.tiles)
    result = estimate(
        concealed,
        won,
        [(FORMS[meld.kind], named(meld.tiles)) for meld in win.melds],
        OPTIONS,
        dora=named(win.dora_indicators),
        ura=named(win.ura_indicators),
        is_tsumo=win.tsumo,
        is_riichi=win.riichi == 1,
        is_daburu_riichi=win.riichi == 2,
        is_ippatsu=win.ippatsu,
        is_rinshan=win.rinshan,
        is_chankan=win.chankan,
        is_haitei=win.last_tile and win.tsumo,
        is_houtei=win.last_tile and not win.tsumo,
        is_tenhou=win.first_turn and win.seat_wind == EAST,
        is_chiihou=win.first_turn and win.seat_wind != EAST,
        player_wind=win.seat_wind,
        round_wind=win.round_wind,
    )
    if result.error:
        return {"hand_not_winning": "not complete", "no_yaku": "no yaku"}[result.error]
    closed = not result.is_open_hand
    yaku = [(BY_MAHJONG[item.name], item.han_closed if closed else item.han_open) for item in result.yaku]
    yakuman = any(item.is_yakuman for item in result.yaku)
    cost = result.cost
    total = cost["main"] + 2 * cost["additional"] if win.tsumo else cost["main"]
    return Worth(tuple(sorted(yaku)), None if yakuman else result.fu, total)


def riichienv_worth(win: Win) -> Worth | str:
    """It guesses from their number whether the winning tile is among the tiles, wrongly with two kans.

    Given the hand without that tile it guesses right.
    """
    number = Numbered()
    *concealed, winning = number.all(win.tiles)
    melds = [
        riichienv.Meld(
            getattr(riichienv.MeldType, FORMS[meld.kind]), sorted(number.all(meld.tiles)), meld.is_open
        )
        for meld in win.melds
    ]
    conditions = riichienv.Conditions(
        tsumo=win.tsumo,
        riichi=win.riichi == 1,
        double_riichi=win.riichi == 2,
        ippatsu=win.ippatsu,
        haitei=win.last_tile and win.tsumo,
        houtei=win.last_tile and not win.tsumo,
        rinshan=win.rinshan,
        chankan=win.chankan,
        tsumo_first_turn=win.first_turn,
        player_wind=win.seat_wind - EAST,
        round_wind=win.round_wind - EAST,
    )
    result = riichienv.HandEvaluator(concealed, melds).calc(
        winning, number.all(win.dora_indicators), conditions, number.all(win.ura_indicators)
    )
    if not result.is_win:
        return "no yaku" if result.has_win_shape else "not complete"
    names = tuple(sorted(BY_RIICHIENV[number - 1] for number in set(result.yaku)))
    return Worth(
        tuple((name, 0) for name in names), None if result.yakuman else result.fu, received(win, result)
    )


def received(win: Win, result: riichienv.WinResult) -> int:
    """All that the winner receives."""
    if not win.tsumo:
        return int(result.ron_agari)
    if win.seat_wind == EAST:
        return 3 * int(result.tsumo_agari_ko)
    return int(result.tsumo_agari_oya) + 2 * int(result.tsumo_agari_ko)


def without_han(worth: Worth | str) -> Worth | str:
    """The same with names of yaku alone: all that `riichienv` tells of them."""
    if isinstance(worth, str):
        return worth
    return worth._replace(yaku=tuple((name, 0) for name, _ in worth.yaku))


def is_kokushi_by_tenhou(win: Win) -> bool:
    """`riichienv` takes any thirteen orphans of a tenhou for the thirteen-sided wait."""
    return (
        win.first_turn and win.seat_wind == EAST and set(map(KIND_OF.__getitem__, win.tiles)) == set(ORPHANS)
    )


def describe(win: Win) -> str:
    """The hand in notation, with all that is not as usual."""
    flags = {
        name: value
        for name, value in win._asdict().items()
        if value and name not in ("tiles", "melds", "rules")
    }
    return f"{format_tiles(sorted(win.tiles))} {' '.join(map(str, win.melds))} {flags}"


def compared(hands: int) -> Counter[str]:
    """How many of so many hands have each yaku, or no worth: the three scorers agree on each."""
    seen: Counter[str] = Counter()
    for win in draw_wins(20, hands, RULES):
        ours = our_worth(win)
        assert ours == mahjong_worth(win), describe(win)
        if not is_kokushi_by_tenhou(win):
            assert without_han(ours) == riichienv_worth(win), describe(win)
        seen.update([ours] if isinstance(ours, str) else [name for name, _ in ours.yaku])
    return seen


def test_mahjong_and_riichienv_agree_on_some_hands() -> None:
    assert len(compared(FEW)) > 20


@pytest.mark.nightly
def test_mahjong_and_riichienv_agree_on_hands_with_every_yaku() -> None:
    seen = compared(HANDS)
    assert {name: seen[name] for name in YAKU_NAMES if seen[name] < LEAST} == {RENHOU: 0}
    assert seen["not complete"] >= LEAST
    assert seen["no yaku"] >= LEAST
    assert seen["not complete"] + seen["no yaku"] >= HANDS * ONE_IN_TEN
