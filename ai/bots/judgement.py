"""Weighing discards: the chance to win by each yaku in sight, what that would bring, and what it risks."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from ai.bots.style import Style, appetite
from ai.bots.tenpai import Tenpai, judge_tenpai
from ai.reading.efficiency import accepted_tiles, usefulness, win_chance
from ai.reading.plans import Plan, Yaku, plans
from ai.reading.position import Position
from ai.reading.value import points_of
from engine import shape
from engine.hand import Hand
from engine.shape import Accepted
from engine.tiles import EAST, KIND_OF, Kind, Tile


class Prospect(NamedTuple):
    """What a hand between turns may bring: points as the style feels them."""

    attack: float
    shanten: int
    yaku: Yaku | None = None
    """The plan that promises most, None when there is no way to a yaku or the hand is tenpai."""
    riichi: bool = False


class Choice(NamedTuple):
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


class Line(NamedTuple):
    """A plan with its numbers for the hand at the moment: a discard changes some of them."""

    plan: Plan
    han: float
    """Han that the plan would bring with all tiles that serve it."""
    found: Accepted


FAR = 8
NOTHING = Prospect(0.0, FAR)

PLAN_HAN: dict[Yaku, float] = {
    Yaku.CLOSED: 1.7,
    Yaku.YAKUHAI: 0.2,
    Yaku.YAKUHAI_PAIR: 1.2,
    Yaku.TANYAO: 1.2,
    Yaku.HONITSU: 2.2,
    Yaku.TOITOI: 2.2,
}
"""Han that the yaku of a plan brings, with the little that usually comes on top (tsumo, ippatsu, ura)."""
PACE: dict[Yaku, float] = {Yaku.TANYAO: 0.9, Yaku.HONITSU: 0.7, Yaku.TOITOI: 0.5}
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

    def __init__(self, position: Position, style: Style) -> None:
        self.position = position
        self.style = style

    # -- discards ------------------------------------------------------------------------------------

    def weigh(self, hand: Hand, tiles: Iterable[Tile], riichi: Collection[Tile] = ()) -> list[Choice]:
        """Judge each of these discards of a hand with 14 tiles; ``riichi`` may be declared with some."""
        lines = [
            (plan, self._held_han(hand, plan), plan.discards(), _unserved(hand, plan))
            for plan in plans(self.position, hand)
        ]
        hand = hand.copy()  # the one that was given belongs to the game
        pairs = sum(1 for count in hand.counts if count >= 2)
        # a hand that can be tenpai now is not broken up for the sake of having several ways
        tenpai = any(found[0] <= 0 for _, _, by_kind, _ in lines for found in by_kind.values())
        others = 0.0 if tenpai else OTHER_PLANS
        choices = []
        for tile in tiles:
            kind = KIND_OF[tile]
            after = [
                Line(plan, han - self._han_lost(hand, tile), by_kind[kind])
                if plan.serves[kind]
                else Line(plan, han, stands)
                for plan, han, by_kind, stands in lines
                if kind != plan.pair
            ]
            hand.remove(tile)
            prospect = self._best(hand, after, pairs - (hand.counts[kind] == 1), others, tile, tile in riichi)
            hand.add(tile)
            choices.append(Choice(tile, prospect, self._lost(hand, tile), self.danger(kind)))
        return choices

    def danger(self, kind: Kind) -> float:
        """Points that discarding the kind is expected to lose, as the style feels them."""
        return self.position.danger(kind) * self.style.caution

    def _lost(self, hand: Hand, tile: Tile) -> float:
        """What the tile might still become, in points."""
        position, kind = self.position, KIND_OF[tile]
        lost = usefulness(kind, hand.counts, position.left) * LOST_PER_USE
        lost += position.yakuhai[kind] * position.left[kind] * LOST_PER_YAKUHAI
        lost += position.tile_han(tile) * self.style.keep_dora
        return lost * min(1.0, position.draws / LONG_HAND)

    def _han_lost(self, hand: Hand, tile: Tile) -> float:
        """Han that go with a tile that serves a plan."""
        kind = KIND_OF[tile]
        broken = self.position.yakuhai[kind] if hand.counts[kind] == 3 else 0
        return self.position.tile_han(tile) + broken

    # -- hands between turns -------------------------------------------------------------------------

    def prospect(self, hand: Hand) -> Prospect:
        """What a hand with 13 tiles may bring."""
        lines = [
            Line(plan, self._held_han(hand, plan), plan.as_it_stands()) for plan in plans(self.position, hand)
        ]
        return self._best(hand, lines, sum(1 for count in hand.counts if count >= 2), OTHER_PLANS)

    def _best(
        self,
        hand: Hand,
        lines: list[Line],
        pairs: int,
        others: float,
        discard: Tile | None = None,
        riichi: bool = False,
    ) -> Prospect:
        """The plan that promises most, and some of the ``others``; tenpai is scored wait by wait instead."""
        best = NOTHING
        if not lines or min([line.found[0] for line in lines]) <= 0:
            waits = shape.waits(hand.keys, len(hand.melds))
            if waits:
                judged = self.judge_tenpai(hand, waits, discard, riichi=riichi)
                best = Prospect(judged.attack, 0, None, judged.riichi)
        total = best.attack
        simple = next((line.found[0] for line in lines if line.plan.yaku is Yaku.TANYAO), FAR)
        for line in lines:
            shanten = line.found[0]
            if shanten > 0:
                attack = self._promise(line, hand.is_closed, simple, pairs)
                total += attack
                if attack > best.attack:
                    best = Prospect(attack, shanten, line.plan.yaku)
        return best._replace(attack=best.attack + others * (total - best.attack))

    def _promise(self, line: Line, closed: bool, simple: int, pairs: int) -> float:
        """What following a plan is expected to bring."""
        plan, han, (shanten, accepts) = line
        tiles = accepted_tiles(accepts, self.position.left)
        if plan.yaku is Yaku.CLOSED:
            if simple <= shanten:
                han += SIMPLES_HAN
            if pairs >= PAIRS_OF_SEVEN_PAIRS:
                han += SEVEN_PAIRS_HAN
            return self._expected(shanten, tiles, han, calls=False) + self.style.patience
        pace = PACE.get(plan.yaku, 1.0)
        promise = self._expected(shanten, tiles, han, calls=True, pace=pace)
        if plan.pair is not None:
            promise *= self._pon_chance(plan.pair)
        if plan.yaku is Yaku.HONITSU and closed:
            alone = self._expected(shanten, tiles, han + CLOSED_FLUSH_HAN, calls=False, pace=pace)
            promise = max(promise, alone + self.style.patience)
        return promise

    def _expected(self, shanten: int, tiles: int, han: float, *, calls: bool, pace: float = 1.0) -> float:
        """Chance to win times what the win feels worth."""
        position = self.position
        chance = win_chance(
            shanten,
            tiles,
            position.unseen,
            position.draws,
            calls=calls,
            threats=position.tenpai_threats,
            pace=pace,
        )
        return chance * self.feel(points_of(han, position.dealer))

    def judge_tenpai(
        self, hand: Hand, waits: tuple[Kind, ...], discard: Tile | None, *, riichi: bool
    ) -> Tenpai:
        """Judge a tenpai hand after a discard (None between turns); ``riichi``: it may be declared."""
        return judge_tenpai(self.position, self.style, hand, waits, discard, riichi)

    def feel(self, points: float) -> float:
        """What a win of so many points feels like."""
        return appetite(points, self.style.greed)

    def _pon_chance(self, kind: Kind) -> float:
        """Chance that another tile of a pair comes in the draws of all players that are left."""
        miss = 1.0 - self.position.left[kind] / max(self.position.unseen, 1)
        return float(1.0 - miss ** (2.0 * self.position.draws))

    def _held_han(self, hand: Hand, plan: Plan) -> float:
        """Han of the plan, and of the dora and triplets of honours that it keeps."""
        position = self.position
        serves = plan.serves
        han = PLAN_HAN[plan.yaku]
        han += sum([position.tile_han(tile) for tile in hand.tiles if serves[KIND_OF[tile]]])
        for meld in hand.melds:
            han += position.yakuhai[meld.first] + sum(map(position.tile_han, meld.tiles))
        if serves[EAST]:
            han += sum(
                position.yakuhai[kind] for kind in range(EAST, len(hand.counts)) if hand.counts[kind] >= 3
            )
        return han


def _unserved(hand: Hand, plan: Plan) -> Accepted:
    """Shanten and acceptance after the discard of a tile that does not serve the plan, if there is one."""
    if any(count and not serves for count, serves in zip(hand.counts, plan.serves, strict=True)):
        return plan.as_it_stands()
    return FAR, ()


def best(choices: Iterable[Choice]) -> Choice:
    """The discard to make; of equal ones the first."""
    return max(choices, key=lambda choice: choice.worth)
