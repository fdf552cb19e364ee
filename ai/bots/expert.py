"""The expert level: the plans of the regular bots, weighed by what such hands really bring.

An expert follows every draw up to tenpai, counts points by what they do to the place at the end, and compares
hands of different sorts by what they were measured to be worth.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from ai.bots.calls import open_hands
from ai.bots.discard_evaluation import Judge, Prospect, WeighedDiscard
from ai.bots.expected_points import FARTHEST, IN_RIICHI, NO_YAKU, HandClass, expected_points
from ai.bots.lookahead import Foresight
from ai.bots.placement_value import Race
from ai.bots.style import Style, appetite
from ai.bots.styled_bot import StyledBot
from ai.bots.suji_count import pressure, two_sided_left
from ai.bots.tenpai_value import LOCKED_DEAL_IN, RIICHI_COST, TenpaiValue
from ai.reading.measured_tiers import DEAL_IN
from ai.reading.seat_reading import PositionAnalysis
from ai.reading.threat import Threat
from ai.reading.yaku_plans import PlannedYaku
from engine import shape
from engine.actions import PASS, Action
from engine.hand import Hand
from engine.options import Options
from engine.shape import Acceptance
from engine.tiles import KIND_OF, Kind, Tile
from engine.view import SeatView

FOLLOWED = 4
"""Discards that are looked at closely: the best at first sight."""
PLAN_SHARE = 0.5
"""What is left, one away from tenpai, of the promise of a plan for which no draw is followed up."""


class ExpertJudge(Judge):
    """Weighs discards and calls in points by the end of the hand."""

    def __init__(self, position: PositionAnalysis, style: Style) -> None:
        super().__init__(position, style)
        table = position.view.table
        self._pressures: dict[int, float] = {}
        self.race = Race(table, position.view.seat)
        self._honba = table.honba * table.rules.counter_points
        self._extra = self._honba + table.riichi_sticks * table.rules.riichi_bet
        locked = sum(threat.tenpai * self._paid_to(threat) for threat in position.threats)
        self.foresight = Foresight(position, self.feel, RIICHI_COST + LOCKED_DEAL_IN * style.caution * locked)

    # -- points --------------------------------------------------------------------------------------

    def feel(self, points: float) -> float:
        """What a win feels like, with the honba and riichi sticks that come with it."""
        if points <= 0:
            return 0.0
        gained = self.race.gain(points + self._extra)
        return appetite(gained, self.style.greed) if gained > 0 else gained

    def danger(self, kind: Kind) -> float:
        """What discarding the kind is expected to lose."""
        position = self.position
        lost = 0.0
        for threat in position.threats:
            chance = threat.tenpai * DEAL_IN[position.safety.tier(kind, threat.seat)]
            lost += chance * self._pressure(threat.seat) * self._paid_to(threat)
        return lost * self.style.caution

    def _pressure(self, opponent: int) -> float:
        """How many times as dangerous as on average tiles are against that player."""
        if opponent not in self._pressures:
            position = self.position
            self._pressures[opponent] = pressure(two_sided_left(position.safety, position.left, opponent))
        return self._pressures[opponent]

    def _paid_to(self, threat: Threat) -> float:
        """What dealing into that hand costs."""
        return self.race.loss(threat.points + self._honba, threat.seat)

    # -- hands ---------------------------------------------------------------------------------------

    def weigh(self, hand: Hand, tiles: Iterable[Tile], riichi: Collection[Tile] = ()) -> list[WeighedDiscard]:
        """Judge the discards at first sight, then those that look best closely, and return these."""
        found = shape.discards(hand.keys, len(hand.melds))
        choices = {choice.tile: choice for choice in super().weigh(hand, tiles, riichi)}
        first = [self._judged(hand, choice, found[KIND_OF[choice.tile]]) for choice in choices.values()]
        first.sort(key=lambda choice: -choice.worth)
        rest = hand.copy()
        closely = []
        for choice in first[:FOLLOWED]:
            rest.remove(choice.tile)
            seen = choices[choice.tile].prospect
            prospect = self._followed(rest, seen, found[KIND_OF[choice.tile]], choice.tile)
            rest.add(choice.tile)
            closely.append(choice._replace(prospect=prospect))
        return closely

    def prospect(self, hand: Hand) -> Prospect:
        """What a hand with 13 tiles may bring."""
        seen = super().prospect(hand)
        return self._followed(hand, seen, shape.acceptance(hand.keys, len(hand.melds)), None)

    def judge_tenpai(
        self, hand: Hand, waits: tuple[Kind, ...], discard: Tile | None, *, riichi: bool
    ) -> TenpaiValue:
        """Silence or riichi, whichever promises more; ``attack`` is that promise."""
        ways = self.foresight.tenpai(hand, waits, discard)
        if riichi and ways.riichi is not None and ways.riichi * self.style.riichi_bias > ways.silent:
            return TenpaiValue(ways.riichi, True)
        return TenpaiValue(ways.silent, False)

    def _judged(self, hand: Hand, choice: WeighedDiscard, after: Acceptance) -> WeighedDiscard:
        """A discard at first sight."""
        prospect = choice.prospect
        if after[0] == 1:
            prospect = prospect._replace(attack=prospect.attack * PLAN_SHARE)
        return choice._replace(prospect=self._worth(hand, prospect, after[0]))

    def _followed(self, hand: Hand, seen: Prospect, after: Acceptance, discard: Tile | None) -> Prospect:
        """A hand looked at closely: one away from tenpai, every draw is followed up."""
        shanten, accepts = after
        promise = seen.attack
        if shanten == 1:
            promise = self.foresight.near(hand, accepts, discard)
            if hand.is_closed and seen.yaku is not PlannedYaku.CLOSED:
                promise = max(promise, seen.attack * PLAN_SHARE)
        return self._worth(hand, seen._replace(attack=promise), shanten)

    def _worth(self, hand: Hand, prospect: Prospect, shanten: int) -> Prospect:
        """The prospect in points by the end of the hand, instead of its promise."""
        place = IN_RIICHI if prospect.riichi else shanten
        return prospect._replace(
            attack=self._standing(self._sort(hand, place), prospect.attack), shanten=shanten
        )

    def _sort(self, hand: Hand, place: int) -> HandClass:
        return HandClass(self.position.tenpai_threats > 0, hand.is_closed, min(place, FARTHEST))

    def _standing(self, sort: HandClass, promise: float) -> float:
        worth = expected_points(sort, self.position.draws, promise)
        return worth + self.style.patience if sort.closed else worth


class ExpertBot(StyledBot):
    """Plays by weights, with an expert's judgement."""

    def judge(self, view: SeatView) -> Judge:
        """How an expert weighs what is seen."""
        return ExpertJudge(PositionAnalysis(view), self.style)

    def claim(self, judge: Judge, options: Options) -> Action:
        """Call when that makes a better hand, by points; pass otherwise."""
        calls = [
            (choice, action)
            for choice, action in open_hands(judge, options)
            if choice.prospect.attack > NO_YAKU
        ]
        if not calls:
            return PASS
        choice, action = max(calls, key=lambda call: call[0].worth)
        gained = choice.prospect.attack - choice.danger + self.style.eagerness
        return action if gained > judge.prospect(judge.position.view.hand).attack else PASS
