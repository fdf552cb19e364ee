"""Evaluate hands and discards: win chance and value of each yaku plan, minus the expected loss by a deal-in.

A tenpai hand is valued wait by wait, in damaten or riichi, whichever is worth more. Other hands are valued by
their plans for a yaku.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

from ai.bots.placement_value import PlacementValue, placement_value
from ai.bots.styles import Style, points_utility
from ai.bots.win_value import TSUMO_ONLY_FACTOR, URA_FACTOR, WinPoints
from ai.reading.estimates import Remembered, WinChances, accepted_tiles, points_of, usefulness
from ai.reading.safety import PositionAnalysis
from ai.reading.threat import weighed_threats
from ai.reading.yaku_plans import PlannedYaku, YakuPlan, plans
from engine import shape
from engine.actions import Action, ActionKind
from engine.hand import HAND_SIZE, Hand, Meld, MeldKind, forbidden_after
from engine.match import hands_to_come
from engine.shape import Acceptance
from engine.tiles import COPIES, EAST, KIND_OF, KINDS, Kind, Tile
from engine.view import SeatView

RIICHI_COST = 250
"""Points that the bet of a riichi that does not win costs."""
LOCKED_DEAL_IN = 0.15
"""Chance to deal into a threat in the rest of the hand when riichi forbids folding."""
FAIR_WAIT = 3
"""Unseen tiles that win by ron from which tenpai is not given up without a threat."""
FEARED_MELDS = 2
"""Open melds of another player that are a threat."""
UtilityByHan = Remembered[float, float]
Step = tuple[int, int]
"""Shanten of a plan, and the number of unseen tiles that lower it."""
FAR_SHANTEN = 8
_NOTHING: Step = (FAR_SHANTEN, 0)
PLAN_HAN: dict[PlannedYaku, float] = {
    PlannedYaku.CLOSED: 1.7,
    PlannedYaku.YAKUHAI: 0.2,
    PlannedYaku.YAKUHAI_PAIR: 1.2,
    PlannedYaku.TANYAO: 1.2,
    PlannedYaku.HONITSU: 2.2,
    PlannedYaku.TOITOI: 2.2,
}
"""Han of the yaku of a plan, including the average of tsumo, ippatsu and ura dora."""
PLAN_PACE = {PlannedYaku.TANYAO: 0.9, PlannedYaku.HONITSU: 0.7, PlannedYaku.TOITOI: 0.5}
"""Speed of the later steps of plans that can use only some tiles; 1 for all others."""
CLOSED_HONITSU_HAN = 2.5
"""Han that a closed honitsu has more than an open one: its third han, riichi, and ippatsu and ura dora."""

TANYAO_HAN = 0.8
"""Han of tanyao in a closed hand that is no farther from tanyao than from any win."""
CHIITOI_PAIRS, CHIITOI_HAN = 5, 1.2
BETWEEN_TURNS: Kind = -1
"""In place of the discard of a hand of 13 tiles."""
Discard = tuple[Kind, float, int]
"""A discard as plans see it: its kind, the han that it takes along, and the pairs that are left."""


class PlanValues:
    """The values of one plan in one position: of its hand of 13 tiles, or after each discard of 14."""

    def __init__(
        self,
        position: PositionAnalysis,
        utility: UtilityByHan,
        plan: YakuPlan,
        han: float,
        hand: Hand,
        bits: int,
    ) -> None:
        """``utility`` is that of a win by its han, ``bits`` are the tile bits of the unseen tiles."""
        left = position.left
        self.yaku = plan.yaku
        self._han = han
        self._utility = utility
        self._pair_chance = 1.0
        """Chance that any player draws the third tile of the pair that the plan needs as a triplet."""
        if plan.pair is not None:
            miss = 1.0 - left[plan.pair] / max(position.unseen, 1)
            self._pair_chance = float(1.0 - miss ** (2.0 * position.draws))
        pace = PLAN_PACE.get(plan.yaku, 1.0)
        self._chances = position.chances[self.yaku is not PlannedYaku.CLOSED, pace]
        self._closed_chances: WinChances | None = None
        """For a closed honitsu, which can also win without calls."""
        if hand.is_closed and self.yaku is PlannedYaku.HONITSU:
            self._closed_chances = position.chances[False, pace]
        self.simples: PlanValues | None = None
        """For the closed plan: that for tanyao of the same hand."""
        self._steps: dict[Kind, Step]
        """What is left of the plan after the discard of each tile that it can use."""
        self._rest: Step | None = None
        """What is left of the plan after any other discard."""
        if hand.size == HAND_SIZE:
            self._steps = {BETWEEN_TURNS: plan.tiles(left, bits)}
        else:
            self._steps = plan.tiles_after_discards(left, bits)
            if not plan.uses_all(hand):
                self._rest = plan.tiles(left, bits)

    def after(self, kind: Kind) -> Step:
        """What is left of the plan after that discard; far away if the plan needs the tile."""
        return self._steps.get(kind) or self._rest or _NOTHING

    def attacks(self, discards: Iterable[Discard]) -> list[tuple[float, int]]:
        """Value and shanten of the plan after each discard; 0 where it needs the tile, or leaves tenpai."""
        whole, attacks = (0.0, FAR_SHANTEN), []
        if self._rest is not None:
            whole = self._value(self._rest, self._han), self._rest[0]
        for kind, han_lost, pairs in discards:
            step, han = self._steps.get(kind), self._han - han_lost
            if step is None:
                attacks.append(whole)
                continue
            if self.yaku is PlannedYaku.CLOSED:
                if self.simples is not None and self.simples.after(kind)[0] <= step[0]:
                    han += TANYAO_HAN
                if pairs >= CHIITOI_PAIRS:
                    han += CHIITOI_HAN
            attacks.append((self._value(step, han), step[0]))
        return attacks

    def _value(self, step: Step, han: float) -> float:
        if step[0] <= 0:
            return 0.0
        value = self._chances[step] * self._utility[han] * self._pair_chance
        if self._closed_chances is None:
            return value
        return max(value, self._closed_chances[step] * self._utility[han + CLOSED_HONITSU_HAN])


def plan_values(position: PositionAnalysis, utility: UtilityByHan, hand: Hand) -> list[PlanValues]:
    """The values of every plan, by the han of its yaku and of the dora and triplets that it keeps."""
    tile_han, yakuhai = position.tile_han, position.yakuhai
    held = [(KIND_OF[tile], han) for tile in hand.tiles if (han := tile_han[tile])]
    called = sum([yakuhai[meld.first] + sum([tile_han[tile] for tile in meld.tiles]) for meld in hand.melds])
    triplets = 0
    if hand.keys[-1]:
        triplets = sum([yakuhai[kind] for kind in range(EAST, KINDS) if hand.counts[kind] >= 3])
    values, bits = [], shape.tile_bits(position.left)
    for plan in plans(position, hand):
        kept = sum([han for kind, han in held if plan.usable[kind]]) + (triplets if plan.usable[EAST] else 0)
        whole = PLAN_HAN[plan.yaku] + kept + called
        values.append(PlanValues(position, utility, plan, whole, hand, bits))
    if hand.is_closed:
        values[0].simples = next((each for each in values if each.yaku is PlannedYaku.TANYAO), None)
    return values


_MELDS = {ActionKind.CHI: MeldKind.CHI, ActionKind.PON: MeldKind.PON}


def after_call(view: SeatView, call: Action) -> tuple[Hand, frozenset[Kind]]:
    """A copy of the hand with that chi or pon as an open meld, and the kinds that it forbids to discard."""
    assert call.tile is not None
    meld, hand = Meld(_MELDS[call.kind], (call.tile, *call.consumed), view.table.turn), view.hand.copy()
    for tile in call.consumed:
        hand.remove(tile)
    hand.melds.append(meld)
    return hand, forbidden_after(meld, view.rules)


class Prospect(NamedTuple):
    """The expected value of a hand of 13 tiles, as utility: points weighted by the bot's style."""

    attack: float
    shanten: int
    yaku: PlannedYaku | None = None
    """The plan with the highest value; None if no plan leads to a yaku, or if the hand is tenpai."""
    riichi: bool = False
    distance: int = FAR_SHANTEN
    """Shanten to a win with a yaku; 0 only if ``FAIR_WAIT`` unseen tiles or more win by ron."""


class EvaluatedDiscard(NamedTuple):
    """One discard with its value and its costs, all in points."""

    tile: Tile
    prospect: Prospect
    tile_value: float
    """Value of the tile in the hand, which the discard gives up."""
    danger: float
    """Expected loss by a deal-in, times the caution of the style."""

    @property
    def worth(self) -> float:
        """The total by which discards are compared."""
        return self.prospect.attack - self.tile_value - self.danger


NO_PROSPECT = Prospect(0.0, FAR_SHANTEN)

POINTS_PER_USE = 1.0
"""Points for each unit of ``usefulness``; small, it only breaks ties."""
POINTS_PER_YAKUHAI = 6
"""Points for each unseen tile that would pair a yakuhai tile, times the han of its triplet."""
OTHER_PLANS = 0.3
"""Share of the value of all other plans added to the best one, because several plans are better than one."""
FULL_DRAWS = 12
"""Own draws left from which ``EvaluatedDiscard.tile_value`` counts in full; with fewer it shrinks."""


class HandEvaluator:
    """Evaluates hands and discards of one position with the weights of one style, in utility of points."""

    def __init__(self, position: PositionAnalysis, style: Style) -> None:
        self.position = position
        self._last_hand = self._placement()
        """None before the last hand."""
        self.style = style if self._last_hand is None else style.for_the_place()
        self._points_per_dora = self.style.dora_bonus
        self._utility_by_han = self._utilities()

    def evaluate_discards(
        self, hand: Hand, tiles: Sequence[Tile], riichi: Collection[Tile] = ()
    ) -> list[EvaluatedDiscard]:
        """Evaluate these discards of a hand of 14 tiles; ``riichi`` are those that may declare riichi."""
        prospects = self.prospects(hand, tiles, riichi)
        return [self._evaluated(hand, tile, each) for tile, each in zip(tiles, prospects, strict=True)]

    @property
    def calling(self) -> Style:
        """The weights for a call: an open hand has nothing more to keep."""
        return self.style if self.position.view.hand.is_closed else self.style.for_the_place()

    def folds(self, hand: Hand) -> bool:
        """Whether the hand is given up for its style: it is too far from tenpai while somebody threatens."""
        threatened = self.position.tenpai_threats > 0
        return threatened and shape.shanten_of(hand.keys, len(hand.melds)) >= self.style.folds_from

    def safest(self, tiles: Sequence[Tile]) -> list[Tile]:
        """The least dangerous of these tiles."""
        least = min([self.danger(KIND_OF[tile]) for tile in tiles])
        return [tile for tile in tiles if self.danger(KIND_OF[tile]) == least]

    def best_discard(
        self, hand: Hand, tiles: Sequence[Tile], riichi: Collection[Tile] = ()
    ) -> EvaluatedDiscard:
        """The one of these discards with the highest worth that none dominates; of equal ones the first.

        One dominates it that has less ``distance`` and is no more dangerous. Without a threat all are alike,
        and only hands as near as ``Style.direct`` take no step back.
        """
        direct = self.style.direct
        if self.folds(hand):
            tiles = self.safest(tiles)
        left = list(zip(tiles, self.prospects(hand, tiles, riichi), strict=True))
        near = shape.shanten_of(hand.keys, len(hand.melds)) <= direct
        near = near and min([prospect.distance for _, prospect in left]) <= direct
        while True:
            chosen = self._most_worth(hand, left)
            left = [each for each in left if each[1].distance < chosen.prospect.distance]
            if left and weighed_threats(self.position.view, FEARED_MELDS):
                left = [each for each in left if self.danger(KIND_OF[each[0]]) <= chosen.danger]
            elif not near:
                return chosen
            if not left:
                return chosen

    def _most_worth(self, hand: Hand, left: Iterable[tuple[Tile, Prospect]]) -> EvaluatedDiscard:
        """The discard with the highest worth. None is worth more than what it leaves: few are evaluated."""
        chosen: EvaluatedDiscard | None = None
        for tile, prospect in sorted(left, key=lambda each: -each[1].attack):
            if chosen is not None and prospect.attack < chosen.worth:
                break
            choice = self._evaluated(hand, tile, prospect)
            if chosen is None or choice.worth > chosen.worth:
                chosen = choice
        assert chosen is not None
        return chosen

    def _evaluated(self, hand: Hand, tile: Tile, prospect: Prospect) -> EvaluatedDiscard:
        return EvaluatedDiscard(tile, prospect, self._tile_value(hand, tile), self.danger(KIND_OF[tile]))

    def danger(self, kind: Kind) -> float:
        """Expected loss by discarding the kind: points times the caution of the style."""
        cost = self.position.danger(kind)
        if cost and (last := self._last_hand):
            cost = max(self.position.danger_by(kind, lambda each: last.loss(each.points, each.seat)), 0.0)
        return cost * self.style.caution

    def prospects(self, hand: Hand, tiles: Sequence[Tile], riichi: Collection[Tile] = ()) -> list[Prospect]:
        """The values that these discards leave of a hand of 14 tiles."""
        position, counts = self.position, hand.counts
        tile_han, yakuhai = position.tile_han, position.yakuhai
        plans = plan_values(position, self._utility_by_han, hand)
        pairs = shape.pair_count(hand.keys)
        discards: list[Discard] = []
        for tile in tiles:
            kind = KIND_OF[tile]
            broken = yakuhai[kind] if counts[kind] == 3 else 0
            discards.append((kind, tile_han[tile] + broken, pairs - (counts[kind] == 2)))
        if shape.shanten_of(hand.keys, len(hand.melds)) > 0:
            return best_of_plans(plans, discards, [NO_PROSPECT] * len(discards), OTHER_PLANS)
        after = shape.discards(hand.keys, len(hand.melds))
        starts = [self._tenpai(hand, after[KIND_OF[tile]], tile, tile in riichi) for tile in tiles]
        # a hand that can be tenpai now is not broken up to keep several plans
        return best_of_plans(plans, discards, starts, 0.0)

    def _tile_value(self, hand: Hand, tile: Tile) -> float:
        """Value of the tile in the hand, in points; never below 0."""
        position, kind = self.position, KIND_OF[tile]
        per_use, per_safe = self.tastes(hand)
        tile_value = usefulness(kind, hand.counts, position.left) * per_use
        if position.yakuhai[kind]:
            tile_value += position.yakuhai[kind] * position.left[kind] * POINTS_PER_YAKUHAI
        if per_safe:
            tile_value += per_safe * self._safety(kind)
        if position.tile_han[tile]:
            tile_value += position.tile_han[tile] * self._points_per_dora
        return tile_value if position.draws >= FULL_DRAWS else tile_value * (position.draws / FULL_DRAWS)

    def _safety(self, kind: Kind) -> float:
        """How safe a tile looks, 1 at most: by who discarded it, and the copies seen of an honour."""
        view = self.position.view
        ponds = [seat.pond for seat in view.table.seats if seat is not view.me]
        signs = sum(any(KIND_OF[each.tile] == kind for each in pond) for pond in ponds)
        signs += COPIES - self.position.left[kind] if kind >= EAST else 0
        return min(signs / len(ponds), 1.0)

    def tastes(self, hand: Hand) -> tuple[float, float]:
        """Points for each unit of ``usefulness`` of a tile of that hand, and for a safe one."""
        return POINTS_PER_USE, self.style.safe_tiles

    @cached_property
    def waiting(self) -> Prospect:
        """The value of the hand if nothing is called."""
        return self.prospect(self.position.view.hand)

    def may_call(self, choice: EvaluatedDiscard, call: Action) -> bool:
        """Whether the hand after a call has a plan for a yaku, and gives up no fair wait."""
        return choice.prospect.attack > 0 and (self.waiting.distance > 0 or choice.prospect.distance == 0)

    def worth_of_call(self, choice: EvaluatedDiscard, call: Action) -> float:
        """The value after a call and the best discard, as it compares with that of ``waiting``.

        No call is favoured whose nearest hand has no yaku: it would soon be taken a step back.
        """
        bias, prospect = self.calling.call_bias, choice.prospect
        called, _ = after_call(self.position.view, call)
        if prospect.distance > max(1, shape.shanten_of(called.keys, len(called.melds))):
            bias = min(bias, 1.0)
        return prospect.attack * bias - choice.danger

    def prospect(self, hand: Hand) -> Prospect:
        plans = plan_values(self.position, self._utility_by_han, hand)
        start = self._tenpai(hand, shape.acceptance(hand.keys, len(hand.melds)), None, False)
        whole: list[Discard] = [(BETWEEN_TURNS, 0, shape.pair_count(hand.keys))]
        return best_of_plans(plans, whole, [start], OTHER_PLANS)[0]

    def _tenpai(self, hand: Hand, after: Acceptance, discard: Tile | None, riichi: bool) -> Prospect:
        """The value without the discard if that leaves tenpai."""
        shanten, waits = after
        if shanten > 0:
            return NO_PROSPECT
        if discard is not None:
            hand = hand.without(discard)
        tenpai = self.evaluate_tenpai(hand, waits, discard, riichi=riichi)
        won = [each for each in waits if riichi or self._points.mean(hand, (each,), riichi=0, tsumo=False)]
        fair = accepted_tiles(won, self.position.left) >= FAIR_WAIT and not self._furiten(waits, discard)
        return tenpai._replace(distance=0) if fair else tenpai

    def evaluate_tenpai(
        self, hand: Hand, waits: tuple[Kind, ...], discard: Tile | None, *, riichi: bool
    ) -> Prospect:
        """Evaluate a tenpai hand after a discard (None between turns); ``riichi``: it may be declared."""
        position = self.position
        tiles = accepted_tiles(waits, position.left)
        if tiles == 0:
            return Prospect(0.0, 0)
        furiten, chance = self._furiten(waits, discard), position.chances[False, 1.0][0, tiles]
        damaten = self._points.damaten(hand, waits, chance, self.utility, furiten=furiten)
        if not riichi:
            return Prospect(damaten, 0)
        points = self._points.mean(hand, waits, riichi=1, tsumo=False) * URA_FACTOR
        locked = sum(threat.tenpai * threat.points for threat in position.threats) * LOCKED_DEAL_IN
        bet = RIICHI_COST + (0 if self._last_hand is None else self._last_hand.bet_cost())
        chance *= TSUMO_ONLY_FACTOR if furiten else 1.0
        in_riichi = chance * self.utility(points) - (bet + locked) * (1.0 - chance)
        declare = in_riichi * self.style.riichi_bias > damaten
        return Prospect(max(in_riichi, damaten) if declare else damaten, 0, riichi=declare)

    def _furiten(self, waits: Sequence[Kind], discard: Tile | None) -> bool:
        """Whether one of the waits is in the own pond, or is this discard."""
        own = {KIND_OF[each.tile] for each in self.position.view.me.pond}
        return not own.isdisjoint(waits) or (discard is not None and KIND_OF[discard] in waits)

    @cached_property
    def _points(self) -> WinPoints:
        return WinPoints(self.position)

    def _placement(self) -> PlacementValue | None:
        table = self.position.view.table
        if hands_to_come(table.rules, table.number):
            return None
        return placement_value(table, self.position.view.seat)

    def utility(self, points: float) -> float:
        """The utility of a win, in the last hand by the place that it brings."""
        if points <= 0 or self._last_hand is None:
            return points_utility(points, self.style.greed)
        return self._last_hand.gain(points)

    def _utilities(self) -> UtilityByHan:
        """The utility of a win by its han, remembered from decision to decision."""
        if self._last_hand is None:
            return _shared_utilities(self.style.greed, self.position.dealer)
        return UtilityByHan(lambda han: self.utility(points_of(han, self.position.dealer)))


@lru_cache(maxsize=100)
def _shared_utilities(greed: float, dealer: bool) -> UtilityByHan:
    return UtilityByHan(lambda han: points_utility(points_of(han, dealer), greed))


def best_of_plans(
    plans: Sequence[PlanValues], discards: Sequence[Discard], starts: Sequence[Prospect], others: float
) -> list[Prospect]:
    """Prospects after discards: the best plan or the value in tenpai (``starts``), a share of others."""
    found = []
    for start, *row in zip(starts, *[plan.attacks(discards) for plan in plans], strict=True):
        best_plan, nearest = None, FAR_SHANTEN
        total = most = start.attack
        for plan, (attack, shanten) in zip(plans, row, strict=True):
            total += attack
            nearest = min(nearest, shanten)
            if attack > most:
                most, best_plan = attack, (shanten, plan.yaku)
        attack, distance = most + others * (total - most), min(start.distance, max(nearest, 1))
        if best_plan is None:
            found.append(start._replace(attack=attack, distance=distance))
        else:
            found.append(Prospect(attack, *best_plan, False, distance))
    return found
