"""Mean points of a win on the waits of a hand; the points of each win are kept from turn to turn."""

from __future__ import annotations

from collections.abc import Sequence

from ai.reading.position_analysis import PositionAnalysis
from engine.hand import Hand
from engine.rules import Ruleset
from engine.score import Score, Win, score, winners_total
from engine.tiles import KINDS, Kind, Tile

_MOST_KEPT = 100_000
"""Wins that are kept; a full memory is emptied."""

_Table = tuple[Ruleset, int, Kind, Kind, tuple[Tile, ...], bool]
_Form = tuple[object, ...]
_kept: dict[_Table, dict[_Form, int]] = {}
"""Points by everything that they depend on: the table, then the hand."""


class WinPoints:
    """Points of wins at one table: the dora, the winds and the rules are those of the position."""

    def __init__(self, position: PositionAnalysis) -> None:
        view = position.view
        self._view = view
        self._dealer = position.dealer
        self._left = position.left
        self._indicators = tuple(view.table.indicators)
        table = (
            view.rules,
            view.table.honba,
            view.seat_wind,
            view.table.round_wind,
            self._indicators,
            position.dealer,
        )
        if table not in _kept and sum(map(len, _kept.values())) > _MOST_KEPT:
            _kept.clear()
        self._points_of = _kept.setdefault(table, {})

    def mean(
        self, hand: Hand, waits: Sequence[Kind], *, riichi: int, tsumo: bool, drawn: Kind | None = None
    ) -> float:
        """Mean points over the unseen tiles of the waits; a wait without a yaku counts 0.

        ``drawn`` is a kind of which the hand has taken a tile that is still counted as unseen.
        """
        total = tiles = 0
        reds = reds_of(hand)
        form = (*hand.keys, reds, *hand.melds, riichi, tsumo)
        points_of = self._points_of
        for wait in waits:
            if (left := self._left[wait] - (wait == drawn)) > 0:
                tiles += left
                key = (wait, *form)
                points = points_of.get(key)
                if points is None:
                    if len(points_of) >= _MOST_KEPT:
                        points_of.clear()
                    points = points_of[key] = self._points(hand, wait, riichi, tsumo)
                total += left * points
        return total / tiles if tiles else 0.0

    def _points(self, hand: Hand, wait: Kind, riichi: int, tsumo: bool) -> int:
        """Points of a win on that tile without yaku of luck such as ippatsu; 0 without a yaku."""
        view = self._view
        found = score(
            Win(
                tiles=(*hand.tiles, wait),
                melds=tuple(hand.melds),
                winning_tile=wait,
                tsumo=tsumo,
                seat_wind=view.seat_wind,
                round_wind=view.table.round_wind,
                riichi=riichi,
                dora_indicators=self._indicators,
                honba=view.table.honba,
                rules=view.rules,
            )
        )
        return winners_total(found.base, self._dealer, tsumo) if isinstance(found, Score) else 0


def reds_of(hand: Hand) -> tuple[Tile, ...]:
    """The concealed red fives; most hands have none."""
    tiles = hand.tiles
    return () if max(tiles) < KINDS else tuple([tile for tile in tiles if tile >= KINDS])
