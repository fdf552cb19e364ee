"""Weighing discards: the chance to win by each yaku in sight, what that win would bring, and what it risks."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from ai.bots.style import Style, appetite
from ai.reading.efficiency import accepted_tiles, usefulness, win_chance
from ai.reading.plans import Plan, Yaku, plans
from ai.reading.position import Position
from ai.reading.value import points_of
from engine import shape
from engine.hand import Hand
from engine.melds import MeldKind
from engine.score import Score, Win, score, winners_total
from engine.shape import Accepted
from engine.tiles import EAST, KIND_OF, Kind, Tile, is_red


class Choice(NamedTuple):
    """One discard, judged."""

    tile: Tile
    attack: float
    """Points that the hand is expected to win afterwards, as the style feels them."""
    danger: float
    """Points that the discard is expected to lose, times caution."""
    shanten: int
    riichi: bool = False
    yaku: Yaku | None = None
    """The plan that promises most, None when there is no way to a yaku."""

    @property
    def worth(self) -> float:
        """What decides between discards."""
        return self.attack - self.danger


class Prospect(NamedTuple):
    """What a hand between turns may bring."""

    attack: float
    shanten: int
    yaku: Yaku | None = None
    riichi: bool = False


NOTHING = Prospect(0.0, 8)

PLAN_HAN = {
    Yaku.CLOSED: 1.7,
    Yaku.YAKUHAI: 0.2,
    Yaku.YAKUHAI_PAIR: 1.2,
    Yaku.TANYAO: 1.2,
    Yaku.HONITSU: 2.2,
    Yaku.TOITOI: 2.2,
}
"""Han that the yaku of a plan brings, with the little that usually comes on top (tsumo, ippatsu, ura)."""
CLOSED_BONUS = 1.5
"""Riichi and what comes with it, for a plan that need not call; a closed flush has one han more by itself."""
PAIRS_OF_A_SEVEN_PAIRS_HAND = 5
SEVEN_PAIRS_HAN = 1.2
RIICHI_RISK = 250
"""Points that a riichi is expected to lose: the bet, and the freedom to fold."""
SILENT_REACH = 1.25
"""A wait that nobody is warned of is met more often."""
FURITEN_REACH = 0.45
"""A wait that can only be drawn is met less often."""
URA = 1.15
"""What ura dora and ippatsu add to a riichi hand on average."""


class Judge:
    """Weighs the discards of hands in one position, in one style."""

    def __init__(self, position: Position, style: Style) -> None:
        self.position = position
        self.style = style

    # -- discards ------------------------------------------------------------------------------------

    def weigh(self, hand: Hand, tiles: Iterable[Tile], riichi: Collection[Tile] = ()) -> list[Choice]:
        """Judge each of these discards of a hand with 14 tiles; ``riichi`` may be declared with some."""
        lines = [(plan, plan.discards(), plan.as_it_stands) for plan in plans(self.position, hand)]
        pairs = sum(1 for count in hand.counts if count >= 2)
        choices = []
        for tile in tiles:
            kind = KIND_OF[tile]
            found: list[tuple[Plan, Accepted]] = []
            for plan, by_kind, as_it_stands in lines:
                if plan.serves[kind] and kind != plan.pair:
                    found.append((plan, by_kind[kind]))
                elif kind != plan.pair:
                    found.append((plan, as_it_stands()))
            hand.remove(tile)
            prospect = self._best(hand, found, pairs - (hand.counts[kind] == 1), tile, tile in riichi)
            hand.add(tile)
            choices.append(self._choice(hand, tile, prospect))
        return choices

    def _choice(self, hand: Hand, tile: Tile, prospect: Prospect) -> Choice:
        kind = KIND_OF[tile]
        lost = usefulness(kind, hand.counts, self.position.left) * 1.5
        lost += self.position.yakuhai[kind] * self.position.left[kind] * 6
        lost += self.position.tile_han(tile) * self.style.keep_dora
        return Choice(
            tile,
            prospect.attack - lost * min(1.0, self.position.draws / 12),
            self.position.danger(kind) * self.style.caution,
            prospect.shanten,
            prospect.riichi,
            prospect.yaku,
        )

    # -- hands between turns -------------------------------------------------------------------------

    def prospect(self, hand: Hand) -> Prospect:
        """What a hand with 13 tiles may bring."""
        found = [(plan, plan.as_it_stands()) for plan in plans(self.position, hand)]
        pairs = sum(1 for count in hand.counts if count >= 2)
        return self._best(hand, found, pairs, None, False)

    def _best(
        self, hand: Hand, found: list[tuple[Plan, Accepted]], pairs: int, discard: Tile | None, riichi: bool
    ) -> Prospect:
        """The plan that promises most; a hand that is tenpai is scored wait by wait instead."""
        best = NOTHING
        nearest = min((accepted[0] for _, accepted in found), default=8)
        if nearest <= 0 or not found:
            keys, melds = hand.keys, len(hand.melds)
            waits = shape.waits(keys, melds)
            if waits:
                best = self._tenpai(hand, waits, discard, riichi)
        simple = next((accepted[0] for plan, accepted in found if plan.yaku is Yaku.TANYAO), 8)
        for plan, (shanten, accepts) in found:
            if shanten <= 0:
                continue
            this = self._promise(hand, plan, shanten, accepts, simple, pairs)
            if this > best.attack:
                best = Prospect(this, shanten, plan.yaku)
        return best

    def _promise(
        self, hand: Hand, plan: Plan, shanten: int, accepts: tuple[Kind, ...], simple: int, pairs: int
    ) -> float:
        """What following a plan is expected to bring."""
        position = self.position
        han = PLAN_HAN[plan.yaku] + self._held_han(hand, plan)
        tiles = accepted_tiles(accepts, position.left)
        threats = position.tenpai_threats
        if plan.yaku is Yaku.CLOSED:
            if simple <= shanten:
                han += 0.8
            if pairs >= PAIRS_OF_A_SEVEN_PAIRS_HAND:
                han += SEVEN_PAIRS_HAN
            chance = win_chance(shanten, tiles, position.unseen, position.draws, calls=False, threats=threats)
            return self._feel(chance, han) + self.style.patience
        chance = win_chance(shanten, tiles, position.unseen, position.draws, calls=True, threats=threats)
        if plan.pair is not None:
            chance *= self._pon_chance(plan.pair)
        best = self._feel(chance, han)
        if plan.yaku is Yaku.HONITSU and hand.is_closed:
            chance = win_chance(shanten, tiles, position.unseen, position.draws, calls=False, threats=threats)
            best = max(best, self._feel(chance, han + CLOSED_BONUS + 1) + self.style.patience)
        return best

    def _feel(self, chance: float, han: float) -> float:
        return chance * appetite(points_of(han, self.position.dealer), self.style.greed)

    def _pon_chance(self, kind: Kind) -> float:
        """Chance to see another tile of a pair in the draws of all players that are left."""
        miss = 1.0 - self.position.left[kind] / max(self.position.unseen, 1)
        return float(1.0 - miss ** (2.0 * self.position.draws))

    def _held_han(self, hand: Hand, plan: Plan) -> float:
        """Dora and triplets of honours that the plan will keep."""
        position = self.position
        han = 0.0
        for tile in hand.tiles:
            kind = KIND_OF[tile]
            if plan.serves[kind]:
                han += position.dora[kind] + is_red(tile)
        for meld in hand.melds:
            han += position.yakuhai[meld.first]
            for tile in meld.tiles:
                han += position.dora[KIND_OF[tile]] + is_red(tile)
        if plan.serves[EAST]:
            for kind in range(EAST, len(hand.counts)):
                if hand.counts[kind] >= 3:
                    han += position.yakuhai[kind]
        return han

    # -- tenpai --------------------------------------------------------------------------------------

    def _tenpai(self, hand: Hand, waits: tuple[Kind, ...], discard: Tile | None, riichi: bool) -> Prospect:
        """What a tenpai hand may bring, silent or in riichi."""
        position, style = self.position, self.style
        tiles = accepted_tiles(waits, position.left)
        if tiles == 0:
            return NOTHING
        ponds = {KIND_OF[tile.tile] for tile in position.view.me.pond}
        if discard is not None:
            ponds.add(KIND_OF[discard])
        furiten = not ponds.isdisjoint(waits)
        threats = position.tenpai_threats
        chance = win_chance(0, tiles, position.unseen, position.draws, calls=False, threats=threats)
        if furiten:
            chance *= FURITEN_REACH
        silent = self._silent(hand, waits, chance, furiten)
        if not riichi:
            return Prospect(silent, 0, Yaku.CLOSED if hand.is_closed else None)
        points = self._mean_points(hand, waits, riichi=1, tsumo=False) * URA
        loud = chance * appetite(points, style.greed) - RIICHI_RISK * (1.0 - chance)
        if loud * style.riichi_bias > silent:
            return Prospect(max(loud, silent), 0, Yaku.CLOSED, riichi=True)
        return Prospect(silent, 0, Yaku.CLOSED)

    def _silent(self, hand: Hand, waits: tuple[Kind, ...], chance: float, furiten: bool) -> float:
        """Expected points of a tenpai hand that does not declare riichi."""
        greed = self.style.greed
        best = 0.0
        if not furiten:
            points = self._mean_points(hand, waits, riichi=0, tsumo=False)
            best = min(chance * SILENT_REACH, 0.95) * appetite(points, greed)
        if hand.is_closed or furiten:
            points = self._mean_points(hand, waits, riichi=0, tsumo=True)
            drawn = chance if furiten else chance * FURITEN_REACH
            best = max(best, drawn * appetite(points, greed))
        return best

    def _mean_points(self, hand: Hand, waits: tuple[Kind, ...], *, riichi: int, tsumo: bool) -> float:
        """Points of a win, averaged over the tiles of the waits that are left; 0 for those without a yaku."""
        position = self.position
        total = tiles = 0
        for wait in waits:
            left = position.left[wait]
            if left:
                tiles += left
                total += left * self._points(hand, wait, riichi, tsumo)
        return total / tiles if tiles else 0.0

    def _points(self, hand: Hand, wait: Kind, riichi: int, tsumo: bool) -> int:
        view = self.position.view
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
                counters=view.table.counters,
                rules=view.rules,
            )
        )
        if not isinstance(found, Score):
            return 0
        return winners_total(found.base, self.position.dealer, tsumo)


def best(choices: Iterable[Choice]) -> Choice:
    """The discard to make; of equal ones the first."""
    return max(choices, key=lambda choice: choice.worth)


