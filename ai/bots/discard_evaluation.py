"""Weighing discards: the chance to win by each yaku in sight, what that would bring, and what it risks."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from ai.bots.style import Style, appetite
from ai.bots.tenpai_value import TenpaiValue, judge_tenpai
from ai.reading.acceptance import accepted_tiles, usefulness
from ai.reading.seat_reading import PositionAnalysis
from ai.reading.value_estimate import points_of
from ai.reading.yaku_plans import PlannedYaku, YakuPlan, plans
from engine import shape
from engine.hand import Hand
from engine.shape import Acceptance
from engine.tiles import EAST, KIND_OF, Kind, Tile


class Prospect(NamedTuple):
    """What a hand between turns may bring: points as the style feels them."""

    attack: float
    shanten: int
    yaku: PlannedYaku | None = None
    """The plan that promises most, None when there is no way to a yaku or the hand is tenpai."""
    riichi: bool = False


class WeighedDiscard(NamedTuple):
    """One discard, judged."""

    tile: Tile
    prospect: Prospect
    lost: float
    """Points that the tile might still have been good for."""
    danger: float
    """Points that the discard is expected to lose, times caution."""

    @property
    def worth(self) -> float:
        """What decides between discards."""
        return self.prospect.attack - self.lost - self.danger


class PlanEstimate(NamedTuple):
    """A plan with its numbers for the hand at the moment."""

    plan: YakuPlan
    han: float
    """Han that the plan would bring with all tiles that serve it."""
    pace: float
    """How fast its later steps are."""
    luck: float
    """Chance that the pair which it needs as a triplet becomes one; 1 without such a pair."""


PlanCourse = tuple[PlanEstimate, float, Acceptance]
"""A line after a discard: the han that it would bring then, and the hand's shanten and acceptance."""

FAR = 8
NOTHING = Prospect(0.0, FAR)

PLAN_HAN: dict[PlannedYaku, float] = {
    PlannedYaku.CLOSED: 1.7,
    PlannedYaku.YAKUHAI: 0.2,
    PlannedYaku.YAKUHAI_PAIR: 1.2,
    PlannedYaku.TANYAO: 1.2,
    PlannedYaku.HONITSU: 2.2,
    PlannedYaku.TOITOI: 2.2,
}
"""Han that the yaku of a plan brings, with the little that usually comes on top (tsumo, ippatsu, ura)."""
PACE: dict[PlannedYaku, float] = {PlannedYaku.TANYAO: 0.9, PlannedYaku.HONITSU: 0.7, PlannedYaku.TOITOI: 0.5}
"""How fast the later steps of a plan are that can use only some tiles."""
CLOSED_FLUSH_HAN = 2.5
"""What a flush is worth more when it stays closed: its own third han, riichi and what comes with it."""
SIMPLES_HAN = 0.8
"""All simples come with a closed hand that is on the way there anyway."""
PAIRS_OF_SEVEN_PAIRS = 5
SEVEN_PAIRS_HAN = 1.2
LOST_PER_USE = 1.0
"""Points for each use that a tile could still be put to: little, to decide between equals."""
LOST_PER_YAKUHAI = 6
"""Points for each tile left that would pair a lone honour that is worth a han as a triplet."""
OTHER_PLANS = 0.3
"""What a plan adds that is not the best one: a hand with several ways to win is better than with one."""
LONG_HAND = 12
"""Draws from which on a tile's uses count in full."""


class Judge:
    """Weighs the discards of hands in one position, in one style."""

    def __init__(self, position: PositionAnalysis, style: Style) -> None:
        self.position = position
        self.style = style
        self._felt = _Felt(self)

    # -- discards ------------------------------------------------------------------------------------

    def weigh(self, hand: Hand, tiles: Iterable[Tile], riichi: Collection[Tile] = ()) -> list[WeighedDiscard]:
        """Judge each of these discards of a hand with 14 tiles; ``riichi`` may be declared with some."""
        lines = [(line, line.plan.discards(), _unserved(hand, line.plan)) for line in self._lines(hand)]
        hand = hand.copy()  # the one that was given belongs to the game
        pairs = _pairs(hand)
        # a hand that can be tenpai now is not broken up for the sake of having several ways
        tenpai = any(found[0] <= 0 for _, by_kind, _ in lines for found in by_kind.values())
        others = 0.0 if tenpai else OTHER_PLANS
        choices = []
        for tile in tiles:
            kind = KIND_OF[tile]
            han_lost = self._han_lost(hand, tile)
            after = [
                (line, line.han - han_lost, by_kind[kind])
                if line.plan.serves[kind]
                else (line, line.han, unserved)
                for line, by_kind, unserved in lines
                if kind != line.plan.pair
            ]
            hand.remove(tile)
            prospect = self._best(hand, after, pairs - (hand.counts[kind] == 1), others, tile, tile in riichi)
            hand.add(tile)
            choices.append(WeighedDiscard(tile, prospect, self._lost(hand, tile), self.danger(kind)))
        return choices

    def danger(self, kind: Kind) -> float:
        """Points that discarding the kind is expected to lose, as the style feels them."""
        return self.position.danger(kind) * self.style.caution

    def _lost(self, hand: Hand, tile: Tile) -> float:
        """What the tile might still become, in points."""
        position, kind = self.position, KIND_OF[tile]
        lost = usefulness(kind, hand.counts, position.left) * LOST_PER_USE
        lost += position.yakuhai[kind] * position.left[kind] * LOST_PER_YAKUHAI
        lost += position.tile_han[tile] * self.style.keep_dora
        return lost * min(1.0, position.draws / LONG_HAND)

    def _han_lost(self, hand: Hand, tile: Tile) -> float:
        """Han that go with a tile that serves a plan."""
        kind = KIND_OF[tile]
        broken = self.position.yakuhai[kind] if hand.counts[kind] == 3 else 0
        return self.position.tile_han[tile] + broken

    # -- hands between turns -------------------------------------------------------------------------

    def prospect(self, hand: Hand) -> Prospect:
        """What a hand with 13 tiles may bring."""
        courses = [(line, line.han, line.plan.as_it_stands()) for line in self._lines(hand)]
        return self._best(hand, courses, _pairs(hand), OTHER_PLANS)

    def _best(
        self,
        hand: Hand,
        courses: list[PlanCourse],
        pairs: int,
        others: float,
        discard: Tile | None = None,
        riichi: bool = False,
    ) -> Prospect:
        """The plan that promises most, and some of the ``others``; tenpai is scored wait by wait instead."""
        most, nearest, yaku, declared = NOTHING
        away = min([found[0] for _, _, found in courses], default=0)
        if away <= 0 and (waits := shape.waits(hand.keys, len(hand.melds))):
            judged = self.judge_tenpai(hand, waits, discard, riichi=riichi)
            most, nearest, declared = judged.attack, 0, judged.riichi
        total = most
        simple = min(
            [found[0] for line, _, found in courses if line.plan.yaku is PlannedYaku.TANYAO], default=FAR
        )
        for line, han, (shanten, accepts) in courses:
            if shanten > 0:
                tiles = accepted_tiles(accepts, self.position.left)
                if line.plan.yaku is PlannedYaku.CLOSED:
                    if simple <= shanten:
                        han += SIMPLES_HAN
                    if pairs >= PAIRS_OF_SEVEN_PAIRS:
                        han += SEVEN_PAIRS_HAN
                    attack = self._closed(shanten, tiles, han)
                else:
                    attack = self._open(line, shanten, tiles, han, hand)
                total += attack
                if attack > most:
                    most, nearest, yaku, declared = attack, shanten, line.plan.yaku, False
        return Prospect(most + others * (total - most), nearest, yaku, declared)

    def _closed(self, shanten: int, tiles: int, han: float, pace: float = 1.0) -> float:
        """What a plan is expected to bring for which nothing is called."""
        return self.position.chance(shanten, tiles, False, pace) * self._felt[han] + self.style.patience

    def _open(self, line: PlanEstimate, shanten: int, tiles: int, han: float, hand: Hand) -> float:
        """What a plan is expected to bring that may call."""
        promise = self.position.chance(shanten, tiles, True, line.pace) * self._felt[han] * line.luck
        if line.plan.yaku is PlannedYaku.HONITSU and hand.is_closed:
            return max(promise, self._closed(shanten, tiles, han + CLOSED_FLUSH_HAN, line.pace))
        return promise

    def judge_tenpai(
        self, hand: Hand, waits: tuple[Kind, ...], discard: Tile | None, *, riichi: bool
    ) -> TenpaiValue:
        """Judge a tenpai hand after a discard (None between turns); ``riichi``: it may be declared."""
        return judge_tenpai(self.position, self.style, hand, waits, discard, riichi)

    def feel(self, points: float) -> float:
        """What a win of so many points feels like."""
        return appetite(points, self.style.greed)

    def _pon_chance(self, kind: Kind) -> float:
        """Chance that another tile of a pair comes in the draws of all players that are left."""
        miss = 1.0 - self.position.left[kind] / max(self.position.unseen, 1)
        return float(1.0 - miss ** (2.0 * self.position.draws))

    def _lines(self, hand: Hand) -> list[PlanEstimate]:
        """Every plan of the hand with its han: of the plan, and of the dora and triplets that it keeps."""
        position = self.position
        held = [(KIND_OF[tile], han) for tile in hand.tiles if (han := position.tile_han[tile])]
        called = sum(
            position.yakuhai[meld.first] + sum(map(position.tile_han.__getitem__, meld.tiles))
            for meld in hand.melds
        )
        honours = zip(hand.counts[EAST:], position.yakuhai[EAST:], strict=True)
        triplets = sum([yakuhai for count, yakuhai in honours if count >= 3])
        lines = []
        for plan in plans(position, hand):
            serves, yaku = plan.serves, plan.yaku
            kept = sum([han for kind, han in held if serves[kind]]) + (triplets if serves[EAST] else 0)
            luck = 1.0 if plan.pair is None else self._pon_chance(plan.pair)
            lines.append(PlanEstimate(plan, PLAN_HAN[yaku] + kept + called, PACE.get(yaku, 1.0), luck))
        return lines


class _Felt(dict[float, float]):
    """What a win of so many han feels like; few numbers of han are asked for again and again."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge

    def __missing__(self, han: float) -> float:
        judge = self._judge
        self[han] = felt = judge.feel(points_of(han, judge.position.dealer))
        return felt


def _pairs(hand: Hand) -> int:
    """Kinds of which the hand holds two or more."""
    return sum([count >= 2 for count in hand.counts])


def _unserved(hand: Hand, plan: YakuPlan) -> Acceptance:
    """Shanten and acceptance after the discard of a tile that does not serve the plan, if there is one."""
    return (FAR, ()) if plan.serves_all(hand) else plan.as_it_stands()


def best(choices: Iterable[WeighedDiscard]) -> WeighedDiscard:
    """The discard to make; of equal ones the first."""
    return max(choices, key=lambda choice: choice.worth)
