"""Yaku that a winning hand nearly has: the wrong ones among those that are offered."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.melds import MeldKind
from engine.score import Score, Win
from engine.score.yaku import AKA_DORA, DORA, URA_DORA
from engine.shape import Form
from engine.tiles import EAST, IS_ORPHAN, KIND_OF, WHITE, Kind

MINDED, NEAR, USUAL, SELDOM = 4, 3, 2, 1
"""How likely somebody is to count a yaku that is not there."""
FEW_ORPHANS, FEW_OTHERS, FEW_SIMPLES = 3, 4, 4


class _Shape:
    """What the checks look at: groups, kinds and the way of winning."""

    def __init__(self, win: Win, value: Score) -> None:
        self.win, self.reading = win, value.reading
        self.closed = not any(meld.is_open for meld in win.melds)
        tiles = [*win.tiles, *(tile for meld in win.melds for tile in meld.tiles)]
        self.kinds = [KIND_OF[tile] for tile in tiles]
        self.standard = value.reading.form is Form.STANDARD
        self.runs: list[Kind] = [group.first for group in value.reading.groups if group.is_sequence]
        self.runs += [meld.first for meld in win.melds if meld.kind is MeldKind.CHI]
        self.triplets: list[Kind] = [group.first for group in value.reading.groups if not group.is_sequence]
        self.triplets += [meld.first for meld in win.melds if meld.kind is not MeldKind.CHI]

    @property
    def orphans(self) -> int:
        return sum(IS_ORPHAN[kind] for kind in self.kinds)

    def outside(self) -> int:
        """Groups with a terminal or an honour."""
        runs = sum(first % 9 in (0, 6) for first in self.runs)
        return runs + sum(IS_ORPHAN[kind] for kind in self.triplets)

    def off_suit(self) -> int:
        """Tiles outside the longest suit, honours left out."""
        suits = [sum(kind // 9 == suit for kind in self.kinds if kind < EAST) for suit in range(3)]
        return sum(suits) - max(suits)

    def same_in_suits(self, firsts: list[Kind]) -> int:
        """The most suits in which there is a group of the same number."""
        numbers = {first % 9 for first in firsts if first < EAST}
        return max((sum(number + 9 * suit in firsts for suit in range(3)) for number in numbers), default=0)

    def straight(self) -> int:
        """The most of 123, 456 and 789 in one suit."""
        return max(sum(9 * suit + step in self.runs for step in (0, 3, 6)) for suit in range(3))

    def twins(self) -> bool:
        return len(set(self.runs)) < len(self.runs)

    def held(self, kind: Kind) -> int:
        return self.kinds.count(kind)

    def dragon(self, number: int) -> int:
        """How likely a dragon is counted."""
        return MINDED if self.held(WHITE + number) else 0


def _pinfu(s: _Shape) -> int:
    return MINDED if s.standard and len(s.runs) == 4 else SELDOM if len(s.runs) == 3 else 0


def _tanyao(s: _Shape) -> int:
    return MINDED if not s.orphans else NEAR if s.orphans <= FEW_ORPHANS else 0


def _menzen(s: _Shape) -> int:
    return MINDED if s.win.tsumo and not s.closed else USUAL if s.closed and not s.win.tsumo else 0


def _sanankou(s: _Shape) -> int:
    return MINDED if len(s.triplets) >= 3 else SELDOM if len(s.triplets) == 2 else 0


def _chiitoitsu(s: _Shape) -> int:
    return MINDED if s.standard and s.closed and s.twins() else 0


_CHECKS: Mapping[str, Callable[[_Shape], int]] = {
    "riichi": lambda s: USUAL if s.closed and not s.win.riichi else 0,
    "double-riichi": lambda s: USUAL if s.win.riichi else 0,
    "ippatsu": lambda s: USUAL if s.win.riichi else 0,
    "menzen-tsumo": _menzen,
    "pinfu": _pinfu,
    "tanyao": _tanyao,
    "iipeikou": lambda s: MINDED if s.twins() else 0,
    "seat-wind": lambda s: NEAR if s.held(s.win.seat_wind) else 0,
    "round-wind": lambda s: NEAR if s.held(s.win.round_wind) else 0,
    "haku": lambda s: s.dragon(0),
    "hatsu": lambda s: s.dragon(1),
    "chun": lambda s: s.dragon(2),
    "rinshan": lambda s: SELDOM if s.win.tsumo and any(meld.is_kan for meld in s.win.melds) else 0,
    "chiitoitsu": _chiitoitsu,
    "sanshoku-doujun": lambda s: NEAR if s.same_in_suits(s.runs) == 2 else 0,
    "sanshoku-doukou": lambda s: NEAR if s.same_in_suits(s.triplets) == 2 else 0,
    "ittsu": lambda s: NEAR if s.straight() == 2 else 0,
    "chanta": lambda s: NEAR if s.outside() >= 3 else 0,
    "junchan": lambda s: USUAL if s.outside() >= 3 else 0,
    "toitoi": lambda s: NEAR if len(s.triplets) >= 2 else 0,
    "sanankou": _sanankou,
    "sankantsu": lambda s: NEAR if sum(meld.is_kan for meld in s.win.melds) == 2 else 0,
    "honroutou": lambda s: NEAR if len(s.kinds) - s.orphans <= FEW_SIMPLES else 0,
    "shousangen": lambda s: NEAR if sum(s.held(kind) > 1 for kind in range(WHITE, WHITE + 3)) == 2 else 0,
    "honitsu": lambda s: NEAR if s.off_suit() <= FEW_OTHERS else 0,
    "chinitsu": lambda s: USUAL if not s.off_suit() else 0,
    DORA: lambda s: USUAL,
    AKA_DORA: lambda s: USUAL if any(s.win.rules.red_fives) else 0,
    URA_DORA: lambda s: USUAL if s.win.riichi and s.win.rules.ura_dora else 0,
    "haitei": lambda s: SELDOM if s.win.tsumo else 0,
    "houtei": lambda s: 0 if s.win.tsumo else SELDOM,
}


def wrong_yaku(win: Win, value: Score) -> dict[str, int]:
    """Yaku and dora that a win has not, those that somebody may count, and how likely that is."""
    shape, right = _Shape(win, value), {item.name for item in value.yaku}
    if "double-riichi" in right:
        right.add("riichi")
    found = {name: check(shape) for name, check in _CHECKS.items() if name not in right}
    return {name: weight for name, weight in found.items() if weight}
