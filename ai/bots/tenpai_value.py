"""Score a tenpai hand wait by wait, and choose between damaten and riichi by expected value."""

from __future__ import annotations

from typing import NamedTuple

from ai.bots.style import Style, points_utility
from ai.reading.acceptance import accepted_tiles
from ai.reading.position_analysis import PositionAnalysis
from engine.hand import Hand
from engine.score import Score, Win, score, winners_total
from engine.tiles import KIND_OF, Kind, Tile

RIICHI_COST = 250
"""Expected cost, in points, of the bet of a riichi that does not win."""
LOCKED_DEAL_IN = 0.12
"""Chance to deal into a threat in the rest of the hand when riichi forbids folding."""
DAMATEN_FACTOR = 1.25
"""Factor on the win chance of a damaten wait, because the others do not defend against it."""
TSUMO_ONLY_FACTOR = 0.45
"""Factor on the win chance of a wait that can win only by tsumo."""
MAX_CHANCE = 0.95
"""The upper bound of any win chance."""
URA_FACTOR = 1.15
"""Factor on the points of a riichi hand for ura dora and ippatsu, on average."""


class TenpaiValue(NamedTuple):
    """The expected value of a tenpai hand, and whether riichi is declared for it."""

    attack: float
    riichi: bool


def evaluate_tenpai(
    position: PositionAnalysis,
    style: Style,
    hand: Hand,
    waits: tuple[Kind, ...],
    discard: Tile | None,
    riichi: bool,
) -> TenpaiValue:
    """Evaluate a hand with these waits after a discard (None between turns).

    ``riichi`` says whether it may be declared.
    """
    tiles = accepted_tiles(waits, position.left)
    if tiles == 0:
        return TenpaiValue(0.0, False)
    pond = {KIND_OF[tile.tile] for tile in position.view.me.pond}
    if discard is not None:
        pond.add(KIND_OF[discard])
    furiten = not pond.isdisjoint(waits)
    chance = position.chances[False, 1.0][0, tiles]
    if furiten:
        chance *= TSUMO_ONLY_FACTOR
    damaten = _damaten(position, style, hand, waits, chance, furiten)
    if not riichi:
        return TenpaiValue(damaten, False)
    points = mean_points(position, hand, waits, riichi=1, tsumo=False) * URA_FACTOR
    locked = sum(threat.tenpai * threat.points for threat in position.threats) * LOCKED_DEAL_IN
    risk = RIICHI_COST + locked * style.caution
    in_riichi = chance * points_utility(points, style.greed) - risk * (1.0 - chance)
    return (
        TenpaiValue(max(in_riichi, damaten), True)
        if in_riichi * style.riichi_bias > damaten
        else TenpaiValue(damaten, False)
    )


def _damaten(
    position: PositionAnalysis,
    style: Style,
    hand: Hand,
    waits: tuple[Kind, ...],
    chance: float,
    furiten: bool,
) -> float:
    """Expected value of a tenpai hand in damaten: by ron and tsumo, or by tsumo only, whichever is more."""
    ron = 0.0
    if not furiten:
        points = mean_points(position, hand, waits, riichi=0, tsumo=False)
        ron = min(chance * DAMATEN_FACTOR, MAX_CHANCE) * points_utility(points, style.greed)
    if not hand.is_closed and not furiten:
        return ron
    points = mean_points(position, hand, waits, riichi=0, tsumo=True)
    drawn = chance if furiten else chance * TSUMO_ONLY_FACTOR
    return max(ron, drawn * points_utility(points, style.greed))


def mean_points(
    position: PositionAnalysis, hand: Hand, waits: tuple[Kind, ...], *, riichi: int, tsumo: bool
) -> float:
    """Mean points of a win over the unseen tiles of the waits; a wait without a yaku counts 0."""
    total = tiles = 0
    for wait in waits:
        if left := position.left[wait]:
            tiles += left
            total += left * _points(position, hand, wait, riichi, tsumo)
    return total / tiles if tiles else 0.0


def _points(position: PositionAnalysis, hand: Hand, wait: Kind, riichi: int, tsumo: bool) -> int:
    """Points of a win on that tile without yaku of luck such as ippatsu; 0 without a yaku."""
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
