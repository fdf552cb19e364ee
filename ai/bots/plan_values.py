"""The value of one yaku plan of a hand, and what each discard leaves of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ai.bots.style import Style
from ai.reading.acceptance import WinChances
from ai.reading.position_analysis import PositionAnalysis
from ai.reading.yaku_plans import PlannedYaku, YakuPlan, plans
from engine.hand import Hand
from engine.tiles import EAST, KIND_OF, KINDS, Kind

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
PLAN_PACE: dict[PlannedYaku, float] = {
    PlannedYaku.TANYAO: 0.9,
    PlannedYaku.HONITSU: 0.7,
    PlannedYaku.TOITOI: 0.5,
}
"""Speed of the later steps of plans that can use only some tiles; 1 for all others."""
CLOSED_HONITSU_HAN = 2.5
"""Han that a closed honitsu has more than an open one: its third han, riichi, and ippatsu and ura dora."""

TANYAO_HAN = 0.8
"""Han of tanyao in a closed hand that is no farther from tanyao than from any win."""
CHIITOI_PAIRS = 5
CHIITOI_HAN = 1.2


def _pon_chance(position: PositionAnalysis, kind: Kind) -> float:
    """Chance that a tile completing the pair to a triplet is drawn in this hand, by any player."""
    miss = 1.0 - position.left[kind] / max(position.unseen, 1)
    return float(1.0 - miss ** (2.0 * position.draws))


BETWEEN_TURNS: Kind = -1
"""In place of the discard of a hand of 13 tiles."""
Discard = tuple[Kind, float, int]
"""A discard as far as plans ask: its kind, the han that a plan loses with the
tile if it could use it, and the number of kinds of which two or more are left."""


class PlanValues:
    """The values of one plan in one position: of its hand of 13 tiles, or after each discard of 14."""

    __slots__ = (
        *("_chances", "_closed_chances", "_pair_chance", "_plan", "_style", "_utility"),
        *("han", "rest", "steps", "yaku"),
    )

    def __init__(
        self,
        position: PositionAnalysis,
        style: Style,
        utility: Mapping[float, float],
        plan: YakuPlan,
        han: float,
        closed: bool,
    ) -> None:
        """``utility`` is that of a win, by its han; ``closed`` says whether the hand is."""
        self.yaku = plan.yaku
        self.han = han
        """Han of a win by the plan with all usable tiles of the hand."""
        self._plan = plan
        pace = PLAN_PACE.get(plan.yaku, 1.0)
        self._pair_chance = 1.0 if plan.pair is None else _pon_chance(position, plan.pair)
        """Chance that the pair it needs as a triplet becomes one."""
        self._style = style
        self._utility = utility
        self._chances = position.chances[self.yaku is not PlannedYaku.CLOSED, pace]
        self._closed_chances: WinChances | None = None
        """For a closed honitsu, which can also win without calls."""
        if closed and self.yaku is PlannedYaku.HONITSU:
            self._closed_chances = position.chances[False, pace]
        self.steps: dict[Kind, Step] = {}
        """What is left of the plan after the discard of each tile that it can use."""
        self.rest: Step | None = None
        """What is left after any other discard: all of the plan."""

    def look_at_discards(self, hand: Hand, left: Sequence[int], tile_bits: int) -> None:
        """Find what each discard of 14 tiles leaves. ``left`` are the unseen tiles, ``tile_bits`` theirs."""
        self.steps = self._plan.tiles_after_discards(left, tile_bits)
        if not self._plan.uses_all(hand):
            self.rest = self._plan.tiles(left, tile_bits)

    def look_at_hand(self, left: Sequence[int], tile_bits: int) -> None:
        """Find what a hand of 13 tiles has of the plan."""
        self.steps = {BETWEEN_TURNS: self._plan.tiles(left, tile_bits)}

    def after(self, kind: Kind) -> Step:
        """What that discard leaves of the plan."""
        return self.steps.get(kind) or self.rest or _NOTHING

    def allows(self, kind: Kind) -> bool:
        """Whether the plan can do without the tile: only the pair that is to be a triplet has to stay."""
        return self.rest is not None or kind in self.steps

    def tenpai(self) -> bool:
        """Whether a discard of a tile that the plan can use leaves it tenpai."""
        return any([shanten <= 0 for shanten, _ in self.steps.values()])  # noqa: C419

    def attacks(self, discards: Iterable[Discard]) -> list[float | None]:
        """The value of the plan after each discard; None where it needs the tile, or is tenpai.

        A tenpai hand is not valued by its plans.
        """
        steps, chances, utility, pair_chance = self.steps, self._chances, self._utility, self._pair_chance
        han, may_call_only = self.han, self._closed_chances is None
        rest = None if self.rest is None or self.rest[0] <= 0 else self._value(self.rest, han)
        attacks: list[float | None] = []
        for kind, han_lost, _ in discards:
            step = steps.get(kind)
            if step is None:
                attacks.append(rest)
            elif step[0] <= 0:
                attacks.append(None)
            elif may_call_only:
                # as in ``_value``, without a call: this is asked some thirty times in a decision
                attacks.append(chances[step] * utility[han - han_lost] * pair_chance)
            else:
                attacks.append(self._value(step, han - han_lost))
        return attacks

    def _value(self, step: Step, han: float) -> float:
        """The value of the plan at that step and with that many han."""
        value = self._chances[step] * self._utility[han] * self._pair_chance
        if self._closed_chances is None:
            return value
        closed = self._closed_chances[step] * self._utility[han + CLOSED_HONITSU_HAN]
        return max(value, closed + self._style.closed_bonus)

    def attack_bound(self, left: Sequence[int], tile_bits: int) -> float:
        """No discard of an open hand of 14 tiles leaves the plan a higher value than this, but for rounding.

        A discard leaves no more han. It leaves the same shanten with no more tiles than all 14 accept, or one
        shanten more with at most every tile that the plan can use.
        """
        shanten, tiles = self._plan.tiles(left, tile_bits)
        usable = (tile_bits & self._plan.usable_bits).bit_count()
        return max(self._value((shanten, tiles), self.han), self._value((shanten + 1, usable), self.han))


class ClosedValues(PlanValues):
    """The values of the plan that stays closed."""

    __slots__ = ("simples",)

    simples: PlanValues | None
    """The plan for tanyao of the same hand."""

    def attacks(self, discards: Iterable[Discard]) -> list[float | None]:
        """As above; a hand that is as near to tanyao, or has five pairs, wins more."""
        simples, bonus = self.simples, self._style.closed_bonus
        attacks: list[float | None] = []
        for kind, han_lost, pairs in discards:
            step = self.steps[kind]
            if step[0] <= 0:
                attacks.append(None)
                continue
            han = self.han - han_lost
            if simples is not None and simples.after(kind)[0] <= step[0]:
                han += TANYAO_HAN
            if pairs >= CHIITOI_PAIRS:
                han += CHIITOI_HAN
            attacks.append(self._chances[step] * self._utility[han] + bonus)
        return attacks


def plan_values(
    position: PositionAnalysis, style: Style, utility: Mapping[float, float], hand: Hand
) -> list[PlanValues]:
    """Every plan of the hand, its values yet to be found; ``utility`` is that of a win, by its han.

    The han of a plan are those of its yaku, and of the dora and triplets that it keeps.
    """
    closed = hand.is_closed
    tile_han, yakuhai = position.tile_han, position.yakuhai
    held = [(KIND_OF[tile], han) for tile in hand.tiles if (han := tile_han[tile])]
    called = sum([yakuhai[meld.first] + sum([tile_han[tile] for tile in meld.tiles]) for meld in hand.melds])
    triplets = 0
    if hand.keys[-1]:
        triplets = sum([yakuhai[kind] for kind in range(EAST, KINDS) if hand.counts[kind] >= 3])
    values: list[PlanValues] = []
    simples = None
    for plan in plans(position, hand):
        yaku, usable = plan.yaku, plan.usable
        kept = sum([han for kind, han in held if usable[kind]]) + (triplets if usable[EAST] else 0)
        maker = ClosedValues if yaku is PlannedYaku.CLOSED else PlanValues
        value = maker(position, style, utility, plan, PLAN_HAN[yaku] + kept + called, closed)
        values.append(value)
        if yaku is PlannedYaku.TANYAO:
            simples = value
    if values and isinstance(values[0], ClosedValues):
        values[0].simples = simples
    return values
