"""A tenpai hand, scored wait by wait: silent or in riichi, and what each is expected to bring."""

from __future__ import annotations

from typing import NamedTuple

from ai.bots.style import Style, appetite
from ai.reading.acceptance import accepted_tiles
from ai.reading.seat_reading import PositionAnalysis
from engine.hand import Hand
from engine.score import Score, Win, score, winners_total
from engine.tiles import KIND_OF, Kind, Tile

RIICHI_COST = 250
"""Points that a riichi which does not win is expected to lose: the bet, or a part of it."""
LOCKED_DEAL_IN = 0.12
"""Chance to deal into a threat in the rest of the hand when there is no folding any more."""
SILENT_REACH = 1.25
"""A wait that nobody is warned of is met more often."""
DRAWN_REACH = 0.45
"""A wait that can only be drawn, not won from a discard, is met less often."""
MOST = 0.95
"""No win is surer than this."""
URA = 1.15
"""What ura dora and ippatsu add to a riichi hand on average."""


class TenpaiValue(NamedTuple):
    """What a tenpai hand is expected to bring, and whether by riichi."""

    attack: float
    riichi: bool


def judge_tenpai(
    position: PositionAnalysis,
    style: Style,
    hand: Hand,
    waits: tuple[Kind, ...],
    discard: Tile | None,
    riichi: bool,
) -> TenpaiValue:
    """Judge a hand with these waits after a discard (None between turns); ``riichi``: it may be declared."""
    tiles = accepted_tiles(waits, position.left)
    if tiles == 0:
        return TenpaiValue(0.0, False)
    pond = {KIND_OF[tile.tile] for tile in position.view.me.pond}
    if discard is not None:
        pond.add(KIND_OF[discard])
    furiten = not pond.isdisjoint(waits)
    chance = position.chance(0, tiles, False, 1.0)
    if furiten:
        chance *= DRAWN_REACH
    silent = _silent(position, style, hand, waits, chance, furiten)
    if not riichi:
        return TenpaiValue(silent, False)
    points = mean_points(position, hand, waits, riichi=1, tsumo=False) * URA
    locked = sum(threat.tenpai * threat.points for threat in position.threats) * LOCKED_DEAL_IN
    risk = RIICHI_COST + locked * style.caution
    loud = chance * appetite(points, style.greed) - risk * (1.0 - chance)
    return (
        TenpaiValue(max(loud, silent), True)
        if loud * style.riichi_bias > silent
        else TenpaiValue(silent, False)
    )


def _silent(
    position: PositionAnalysis,
    style: Style,
    hand: Hand,
    waits: tuple[Kind, ...],
    chance: float,
    furiten: bool,
) -> float:
    """Expected points of a tenpai hand that does not declare riichi: won from anybody, or only drawn."""
    ron = 0.0
    if not furiten:
        points = mean_points(position, hand, waits, riichi=0, tsumo=False)
        ron = min(chance * SILENT_REACH, MOST) * appetite(points, style.greed)
    if not hand.is_closed and not furiten:
        return ron
    points = mean_points(position, hand, waits, riichi=0, tsumo=True)
    drawn = chance if furiten else chance * DRAWN_REACH
    return max(ron, drawn * appetite(points, style.greed))


def mean_points(
    position: PositionAnalysis, hand: Hand, waits: tuple[Kind, ...], *, riichi: int, tsumo: bool
) -> float:
    """Points of a win, averaged over the tiles of the waits that are left; 0 for those without a yaku."""
    total = tiles = 0
    for wait in waits:
        if left := position.left[wait]:
            tiles += left
            total += left * _points(position, hand, wait, riichi, tsumo)
    return total / tiles if tiles else 0.0


def _points(position: PositionAnalysis, hand: Hand, wait: Kind, riichi: int, tsumo: bool) -> int:
    """Points of a win on that tile, luck such as ippatsu left out; 0 without a yaku."""
    view = position.view
    found = score(
        Win(
            tiles=(*hand.tiles, wait),
            melds=tuple(hand.melds),
            winning_tile=wait,
            tsumo=tsumo,
            seat_wind=view.seat_wind,
            round_wind=view.table.round_wind,
            riichi=riichi,
            dora_indicators=tuple(view.table.indicators),
            honba=view.table.honba,
            rules=view.rules,
        )
    )
    return winners_total(found.base, position.dealer, tsumo) if isinstance(found, Score) else 0
