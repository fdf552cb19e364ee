"""Value hands up to two away from tenpai: follow every draw and every call that brings the hand closer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from ai.bots.tenpai_value import DAMATEN_FACTOR, MAX_CHANCE, TSUMO_ONLY_FACTOR
from ai.bots.two_away import TwoAway, hand_code, tenpai_discards
from ai.bots.uncertain_points import riichi_utility
from ai.bots.win_chances import (
    DAMATEN_FACTOR_UNDER_THREAT,
    MEAN_RATE,
    RATE_OF,
    iishanten_chance,
    tenpai_chance,
)
from ai.bots.win_points import WinPoints, reds_of
from ai.reading.position_analysis import PositionAnalysis
from engine.hand import Hand
from engine.legal.calls import NEIGHBOURS
from engine.legal.riichi import points_for_riichi
from engine.melds import MOST_MELDS, Meld, MeldKind
from engine.tiles import KIND_OF, KINDS, Kind, Tile
from engine.wall import PLAYERS

_UNSEEN_STEP = 4
"""Unseen tiles are rounded down to multiples of this, for the cache."""
_TILES_PER_UNIT = 2
"""Weighted tiles of a wait are rounded to 1/2, for the cache."""


class TenpaiWorth(NamedTuple):
    """The value of a tenpai hand in damaten and in riichi, in points."""

    damaten: float
    riichi: float | None
    """None if riichi cannot be declared."""


class _Step(NamedTuple):
    """A tile that brings a hand closer, by a draw or a call."""

    tiles: float
    """Unseen tiles that do, weighted by how often they come relative to the own draws alone."""
    wait: float
    """Weighted tiles of the wait that a hand one away then has."""
    worth: float
    """Of a win, or of the hand that is then one away."""


class _Rates(dict[Kind, float]):
    """How often a tile of a kind that is waited on comes, relative to the own draws alone."""

    def __init__(self, position: PositionAnalysis) -> None:
        self._position = position

    def __missing__(self, kind: Kind) -> float:
        position = self._position
        rate = RATE_OF.get(position.safety.reason(kind, position.view.seat), MEAN_RATE)
        self[kind] = rate = rate if position.left[kind] else 0.0
        return rate


class Lookahead:
    """Values hands of one position by lookahead.

    ``utility`` maps points to the player's utility; ``risk`` is the cost of a riichi that does not win.
    """

    def __init__(self, position: PositionAnalysis, utility: Callable[[float], float], risk: float) -> None:
        view = position.view
        self._position = position
        self._utility = utility
        self._risk = risk
        self._unseen = max(position.unseen // _UNSEEN_STEP, 1) * _UNSEEN_STEP
        self._threats = position.tenpai_threats
        self._pond = frozenset(KIND_OF[discard.tile] for discard in view.me.pond)
        self._may_declare = points_for_riichi(view.rules, view.me.score)
        self._points = WinPoints(position)
        self._left = position.left
        self._rates = _Rates(position)
        self._weighted: dict[tuple[Kind, ...], float] = {}
        self._worths: dict[tuple[object, ...], float] = {}
        self._in_riichi: dict[float, float] = {}
        self._waits: dict[tuple[object, ...], tuple[float, float]] = {}
        self._values: dict[tuple[object, ...], float] = {}
        self._two_away: TwoAway | None = None

    # -- tenpai --------------------------------------------------------------------------------------

    def tenpai(self, hand: Hand, waits: tuple[Kind, ...], discard: Tile | None) -> TenpaiWorth:
        """The value of a tenpai hand after a discard (None between turns)."""
        draws, threats = self._position.draws, self._threats
        furiten = self._furiten(waits, None if discard is None else KIND_OF[discard])
        chance = tenpai_chance(self._weighted_tiles(waits), self._unseen, draws, threats)
        points = self._points
        damaten = self._utility(points.mean(hand, waits, riichi=0, tsumo=furiten))
        if furiten:
            chance *= TSUMO_ONLY_FACTOR
            damaten *= chance
        else:
            damaten *= min(chance * (DAMATEN_FACTOR_UNDER_THREAT if threats else DAMATEN_FACTOR), MAX_CHANCE)
            if hand.is_closed:
                drawn = points.mean(hand, waits, riichi=0, tsumo=True)
                damaten = max(damaten, chance * TSUMO_ONLY_FACTOR * self._utility(drawn))
        if not (hand.is_closed and self._may_declare):
            return TenpaiWorth(damaten, None)
        declared = self._declared(points.mean(hand, waits, riichi=1, tsumo=furiten))
        return TenpaiWorth(damaten, chance * declared - (1.0 - chance) * self._risk)

    # -- one and two away ----------------------------------------------------------------------------

    def iishanten(self, hand: Hand, accepts: Sequence[Kind], discard: Tile | None) -> float:
        """The value of a hand one away from tenpai."""
        return self._one_away(hand.copy(), accepts, _kind(discard), self._position.draws)

    def ryanshanten(self, hand: Hand, accepts: Sequence[Kind]) -> float:
        """The value of a hand two away from tenpai."""
        if self._two_away is None:
            self._two_away = TwoAway(self._position, self._utility, self._rates, self._unseen)
        return self._two_away.value(hand, accepts)

    def _one_away(self, hand: Hand, accepts: Sequence[Kind], discarded: Kind | None, draws: int) -> float:
        """The sum over accepted draws and calls, each with its best wait."""
        key = (*hand.keys, *hand.melds, len(reds_of(hand)), draws)
        if key not in self._values:
            self._values[key] = self._follow_draws(hand, accepts, discarded, draws)
        return self._values[key]

    def _follow_draws(self, hand: Hand, accepts: Sequence[Kind], discarded: Kind | None, draws: int) -> float:
        steps = []
        for kind in accepts:
            if self._left[kind]:
                hand.add(kind)
                weighted, worth = self._best_wait(hand, kind, discarded, draws)
                hand.remove(kind)
                if worth > 0.0:
                    steps.append(_Step(self._left[kind], weighted, worth))
        leading = float(sum([self._left[kind] for kind in accepts]))
        total = self._sum(steps, leading, draws)
        calls = []
        for rate, called in self._calls(hand, accepts):
            weighted, worth = self._best_wait(called, None, discarded, draws)
            if worth * tenpai_chance(weighted, self._unseen, draws, self._threats) > total:
                calls.append(_Step(rate, weighted, worth))
        if not calls:
            return total
        return max(total, self._sum(steps + calls, leading + sum([call.tiles for call in calls]), draws))

    def _sum(self, steps: Sequence[_Step], leading: float, draws: int) -> float:
        unseen, threats, tiles = self._unseen, self._threats, max(1, round(leading))
        return sum(
            [
                step.tiles * step.worth * iishanten_chance(tiles, step.wait, unseen, draws, threats)
                for step in steps
            ]
        )

    def _best_wait(
        self, hand: Hand, drawn: Kind | None, discarded: Kind | None, draws: int
    ) -> tuple[float, float]:
        """Weighted tiles and utility of the most valuable tenpai that a discard from 14 tiles leaves."""
        key = (*hand.keys, *hand.melds, len(hand.tiles), drawn, draws)
        found = self._waits.get(key)
        if found is None:
            found = self._waits[key] = self._find_wait(hand, drawn, discarded, draws)
        return found

    def _find_wait(
        self, hand: Hand, drawn: Kind | None, discarded: Kind | None, draws: int
    ) -> tuple[float, float]:
        highest, found = 0.0, (0.0, 0.0)
        for kind, waits, _ in tenpai_discards(hand_code(hand.keys, len(hand.melds))):
            weighted = self._weighted_tiles(waits, drawn)
            if weighted <= 0:
                continue
            furiten = self._furiten(waits, kind) or (discarded is not None and discarded in waits)
            tile = _plain(hand, kind)
            hand.remove(tile)
            worth = self._win_utility(hand, waits, furiten=furiten) * (TSUMO_ONLY_FACTOR if furiten else 1.0)
            hand.add(tile)
            value = worth * tenpai_chance(weighted, self._unseen, draws, self._threats)
            if value > highest:
                highest, found = value, (weighted, worth)
        return found

    # -- calls ---------------------------------------------------------------------------------------

    def _calls(self, hand: Hand, accepts: Sequence[Kind]) -> Iterator[tuple[float, Hand]]:
        """Each chi and pon of an accepted kind: how often it comes, and the hand of 14 tiles after it."""
        if len(hand.melds) == MOST_MELDS:
            return
        counts = hand.counts
        for kind in accepts:
            # others discard the tile so much more often than it is drawn
            rate = (self._rates[kind] - 1.0) * self._left[kind]
            if rate <= 0.0:
                continue
            if counts[kind] >= 2:
                yield rate, _with_meld(hand, MeldKind.PON, kind, (kind, kind))
            for low, high in NEIGHBOURS[kind]:
                if counts[low] and counts[high]:
                    yield rate / (PLAYERS - 1), _with_meld(hand, MeldKind.CHI, kind, (low, high))

    # -- parts ---------------------------------------------------------------------------------------

    def _weighted_tiles(self, waits: tuple[Kind, ...], drawn: Kind | None = None) -> float:
        """The number of tiles of a wait, each weighted with its rate; one of the drawn kind is subtracted."""
        weighted = self._weighted.get(waits)
        if weighted is None:
            left, rates = self._left, self._rates
            weighted = self._weighted[waits] = sum([left[kind] * rates[kind] for kind in waits])
        if drawn is not None and drawn in waits:
            weighted -= self._rates[drawn]
        return round(weighted * _TILES_PER_UNIT) / _TILES_PER_UNIT

    def _furiten(self, waits: Sequence[Kind], discarded: Kind | None) -> bool:
        return discarded in waits or not self._pond.isdisjoint(waits)

    def _win_utility(self, hand: Hand, waits: tuple[Kind, ...], *, furiten: bool) -> float:
        """The utility of a win, in riichi if possible: by ron, or by tsumo if the hand is furiten."""
        key = (*hand.keys, len(reds_of(hand)), furiten, *hand.melds)
        if key not in self._worths:
            riichi = hand.is_closed and self._may_declare
            points = self._points.mean(hand, waits, riichi=int(riichi), tsumo=furiten)
            self._worths[key] = self._declared(points) if riichi else self._utility(points)
        return self._worths[key]

    def _declared(self, points: float) -> float:
        """The utility of a win in riichi, by its points without luck."""
        if points not in self._in_riichi:
            self._in_riichi[points] = riichi_utility(points, self._position.dealer, self._utility)
        return self._in_riichi[points]


def _kind(tile: Tile | None) -> Kind | None:
    return None if tile is None else KIND_OF[tile]


def _plain(hand: Hand, kind: Kind) -> Tile:
    """A tile of the kind, a plain five before a red one."""
    return kind if kind in hand.tiles else next(tile for tile in hand.tiles if KIND_OF[tile] == kind)


def _with_meld(hand: Hand, meld: MeldKind, kind: Kind, others: tuple[Kind, Kind]) -> Hand:
    """A copy of the hand that has called the kind; red fives go into the meld."""
    twin = hand.copy()
    tiles: list[Tile] = [kind]
    for other in others:
        tile = next((tile for tile in twin.tiles if tile >= KINDS and KIND_OF[tile] == other), other)
        twin.remove(tile)
        tiles.append(tile)
    twin.melds.append(Meld(meld, tuple(tiles)))
    return twin
