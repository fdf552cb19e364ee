"""The expert level: the plans of the regular bots, valued by the measured results of similar hands.

An expert looks ahead through every draw that leads to tenpai, values points by their effect on the final
placement, and compares hands of different classes by their measured results (``expected_points``).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from math import inf

from ai.bots.expected_loss import ExpectedLoss
from ai.bots.hand_evaluation import (
    RIICHI_COST,
    EvaluatedDiscard,
    HandEvaluator,
    Prospect,
    TenpaiValue,
    UtilityByHan,
    best,
)
from ai.bots.lookahead import Lookahead
from ai.bots.placement_value import (
    IN_RIICHI,
    MAX_SHANTEN,
    HandClass,
    PlacementValue,
    cannot_win,
    expected_points,
    win_value_for,
)
from ai.bots.styled_bot import StyledBot, open_hands
from ai.bots.styles import Style, points_utility
from ai.bots.win_value import CALL_RATE, FAR_EXTRA_HAN, han_utility, tenpai_draw_chance
from ai.reading.estimates import accepted_tiles
from ai.reading.position_analysis import PositionAnalysis
from ai.reading.yaku_plans import PlannedYaku
from engine import shape
from engine.actions import PASS, Action
from engine.hand import Hand
from engine.options import Options
from engine.shape import Acceptance
from engine.tiles import KIND_OF, Kind, Tile
from engine.view import SeatView

FAR = 2
"""A hand that is no nearer to tenpai than this is far away."""
OPENED_FAR: dict[PlannedYaku, float] = {
    PlannedYaku.YAKUHAI: 450,
    PlannedYaku.YAKUHAI_PAIR: 250,
    PlannedYaku.HONITSU: 250,
    PlannedYaku.TANYAO: 100,
}
"""Points of the call that opens a hand far from tenpai, by its yaku: if it brings the hand closer, or leaves
it no farther than ``FAR``.

Measured: hands were played on with the call and without it (``tools/measure/choices.py``, docs/bots.md)."""
OPENED_ONE_AWAY = -900
"""Points of that call for a hand that is one away already: it could declare riichi soon."""
OPENED_TENPAI = -700
"""Points of that call if it makes the hand tenpai."""
LOOKAHEAD_DISCARDS = 4
"""The number of the best discards that are evaluated with lookahead."""
PLAN_FACTOR = 0.5
"""Factor for the value of a plan, one away from tenpai, that is estimated without lookahead."""
LOCKED_DEAL_IN = 0.07
"""Chance to deal into a threat in the rest of the hand, by the tiles that riichi forbids to hold back."""
USUAL_BET_COST = 890
"""Cost of the stick that the lines of riichi contain: about that at the even scores of the start."""
FOLDING_OTHERS = 400
"""Points that riichi gains besides the own win, because others fold."""
BACKWARD = 500
"""Points by which a discard that takes the hand farther from tenpai must be better, without a threat: hands
at different distances are compared only roughly, and detours cost wins."""
POINTS_PER_TILE = 15
"""Points for each tile that a discard leaves accepted, ``FAR`` or more away and without a threat; nearer,
every draw is followed."""
CALM_POINTS_PER_USE = 7.0
"""Points for each unit of ``usefulness`` of a hand that is not tenpai, without a threat. Draws that improve a
hand without bringing it closer are not followed; this is what a tile is worth to them (docs/bots.md)."""
MOST_SHARE = 2.0
"""The most by which scores multiply points in the last hand. Points for speed grow with what a win changes,
points for dora with what an expensive win changes more (``PlacementValue``). A leader then wants any win."""
CALLING_FACTOR = 0.9
"""Factor for the value of a plan two away, for a closed hand that would call."""
TWO_AWAY_FACTOR = 1.75
"""Factor for the value found by lookahead two away from tenpai, which makes it as large as that of a plan."""
OPEN_TWO_AWAY_FACTOR = 1.5
"""That factor for open hands."""


class ExpertEvaluator(HandEvaluator):
    """Evaluates discards and calls in points won or lost by the end of the hand."""

    def __init__(self, position: PositionAnalysis, style: Style) -> None:
        super().__init__(position, style)
        table = position.view.table
        self.placement = PlacementValue(table, position.view.seat)
        self._for_speed = self._for_value = 1.0
        if self.placement.last_hand:
            self._for_speed = min(max(self.placement.share, 0.0), MOST_SHARE)
            self._for_value = min(self.placement.value_share, MOST_SHARE)
        self._tenpai_at_draw = self.placement.tenpai_at_draw()
        self._loss = ExpectedLoss(position, self.placement)
        bet = RIICHI_COST + self.placement.bet_cost() - USUAL_BET_COST
        locked = LOCKED_DEAL_IN * style.caution * self._loss.of_all_threats()
        self.lookahead = Lookahead(position, self.utility, bet + locked)

    # -- points --------------------------------------------------------------------------------------

    def utility(self, points: float) -> float:
        """The utility of a win, including honba and riichi sticks."""
        if points <= 0:
            return 0.0
        gained = self.placement.gain(points)
        return points_utility(gained, self.style.greed) if gained > 0 else gained

    def _utilities(self) -> dict[float, float]:
        dealer = self.position.dealer
        return UtilityByHan(lambda han: han_utility(han, FAR_EXTRA_HAN, dealer, self.utility))

    def danger(self, kind: Kind) -> float:
        return self._loss.of(kind) * self.style.caution

    # -- hands ---------------------------------------------------------------------------------------

    def evaluate_discards(
        self, hand: Hand, tiles: Iterable[Tile], riichi: Collection[Tile] = ()
    ) -> list[EvaluatedDiscard]:
        """Evaluate all discards by their plans, then the best ones with lookahead, and return only these."""
        found = shape.discards(hand.keys, len(hand.melds))
        choices = {choice.tile: choice for choice in super().evaluate_discards(hand, tiles, riichi)}
        slower = self.slower(found)
        by_plan = sorted(
            (
                self._without_lookahead(hand, choice, found[KIND_OF[choice.tile]])
                for choice in choices.values()
            ),
            key=lambda choice: slower[KIND_OF[choice.tile]] - choice.worth,
        )
        rest = hand.copy()
        evaluated = []
        for choice in by_plan[:LOOKAHEAD_DISCARDS]:
            rest.remove(choice.tile)
            planned, kind = choices[choice.tile].prospect, KIND_OF[choice.tile]
            prospect = self._with_lookahead(rest, planned, found[kind], choice.tile)
            prospect = prospect._replace(attack=prospect.attack - slower[kind])
            rest.add(choice.tile)
            evaluated.append(choice._replace(prospect=prospect))
        return evaluated

    def best_discard(
        self, hand: Hand, tiles: Iterable[Tile], riichi: Collection[Tile] = ()
    ) -> EvaluatedDiscard:
        return best(self.evaluate_discards(hand, tiles, riichi))

    def slower(self, found: Mapping[Kind, Acceptance]) -> dict[Kind, float]:
        """Points that a discard is marked down by for being slower than the fastest; 0 under a threat.

        ``found`` is what each leaves (``shape.discards``). They are a rule of thumb, not expected points.
        """
        if self.position.tenpai_threats:
            return dict.fromkeys(found, 0.0)
        left = self.position.left
        nearest = min(shanten for shanten, _ in found.values())
        tiles = {kind: accepted_tiles(accepts, left) for kind, (_, accepts) in found.items()}
        most = max(tiles[kind] for kind, (shanten, _) in found.items() if shanten == nearest)
        backward = self._for_speed * BACKWARD
        per_tile = self._for_speed * POINTS_PER_TILE if nearest >= FAR else 0.0
        return {
            kind: backward if shanten > nearest else per_tile * float(most - tiles[kind])
            for kind, (shanten, _) in found.items()
        }

    def _points_per_use(self, hand: Hand) -> float:
        calm = not self.position.tenpai_threats
        if calm and shape.shanten_of(hand.keys, len(hand.melds)) > 0:
            return self._for_speed * CALM_POINTS_PER_USE
        return super()._points_per_use(hand)

    def _points_per_dora(self) -> float:
        return self._for_value * super()._points_per_dora()

    def opening(self, hand: Hand, prospect: Prospect) -> float:
        """Points that the call which opens a hand brings beyond its value, at these scores."""
        points = _opening_points(hand, prospect)
        return points * (self._for_speed if points > 0 else self._for_value)

    def prospect(self, hand: Hand) -> Prospect:
        planned = super().prospect(hand)
        return self._with_lookahead(hand, planned, shape.acceptance(hand.keys, len(hand.melds)), None)

    def evaluate_tenpai(
        self, hand: Hand, waits: tuple[Kind, ...], discard: Tile | None, *, riichi: bool
    ) -> TenpaiValue:
        """Damaten or riichi, whichever is worth more; ``attack`` is that value."""
        worth = self.lookahead.tenpai(hand, waits, discard)
        if riichi and worth.riichi is not None:
            if worth.riichi * self.style.riichi_bias + FOLDING_OTHERS > worth.damaten:
                return TenpaiValue(worth.riichi, True)
            return TenpaiValue(max(worth.damaten, self._damaten_for(hand, worth.riichi)), False)
        return TenpaiValue(worth.damaten, False)

    def _damaten_for(self, hand: Hand, in_riichi: float) -> float:
        """The win value at which damaten has the expected points of riichi.

        Who may declare and does not has a hand that is worth no less. The line of damaten does not say so:
        most hands that it was measured on could not declare.
        """
        draws, share = self.position.draws, self.placement.share
        points = expected_points(self._hand_class(hand, IN_RIICHI), draws, in_riichi, share)
        return win_value_for(self._hand_class(hand, 0), draws, points, share)

    def _without_lookahead(self, hand: Hand, choice: EvaluatedDiscard, after: Acceptance) -> EvaluatedDiscard:
        prospect = choice.prospect
        if after[0] == 1:
            prospect = prospect._replace(attack=prospect.attack * PLAN_FACTOR)
        worth = self._in_expected_points(hand, prospect, after)
        return EvaluatedDiscard(choice.tile, worth, choice.tile_value, choice.danger)

    def _with_lookahead(
        self, hand: Hand, planned: Prospect, after: Acceptance, discard: Tile | None
    ) -> Prospect:
        """A hand valued with lookahead if it is one or two away from tenpai."""
        shanten, accepts = after
        win_value = planned.attack
        calls = hand.is_closed and planned.yaku is not PlannedYaku.CLOSED
        if shanten == 2:
            factor = TWO_AWAY_FACTOR if hand.is_closed else OPEN_TWO_AWAY_FACTOR
            win_value = factor * self.lookahead.ryanshanten(hand, accepts)
            if calls:
                win_value = max(win_value, planned.attack * CALLING_FACTOR)
        elif shanten == 1:
            win_value = self.lookahead.iishanten(hand, accepts, discard)
            if calls:
                win_value = max(win_value, planned.attack * PLAN_FACTOR)
        return self._in_expected_points(hand, planned._replace(attack=win_value), after)

    def _in_expected_points(self, hand: Hand, prospect: Prospect, after: Acceptance) -> Prospect:
        """The prospect with its value converted to expected points by the end of the hand."""
        shanten = after[0]
        shanten_class = IN_RIICHI if prospect.riichi else shanten
        attack = self._expected(self._hand_class(hand, shanten_class), prospect.attack)
        if shanten <= 1:
            attack += self._tenpai_at_draw * self._tenpai_draw_chance(hand, after)
        return Prospect(attack, shanten, prospect.yaku, prospect.riichi)

    def _tenpai_draw_chance(self, hand: Hand, after: Acceptance) -> float:
        """Chance that the hand is drawn, with this one tenpai by then; it is so or one away."""
        position, (shanten, accepts) = self.position, after
        tiles = float(accepted_tiles(accepts, position.left)) if shanten else inf
        reach = 1.0 if hand.is_closed else CALL_RATE
        return tenpai_draw_chance(
            tiles * reach, max(position.unseen, 1), position.draws, position.tenpai_threats
        )

    def _hand_class(self, hand: Hand, shanten_class: int) -> HandClass:
        return HandClass(self.position.tenpai_threats > 0, hand.is_closed, min(shanten_class, MAX_SHANTEN))

    def _expected(self, hand_class: HandClass, win_value: float) -> float:
        return expected_points(hand_class, self.position.draws, win_value, self.placement.share)


def _opening_points(hand: Hand, prospect: Prospect) -> float:
    """Points for the call that opens ``hand`` and leaves ``prospect``, not yet scaled for the last hand."""
    before, after = shape.shanten_of(hand.keys), prospect.shanten
    if before <= 1:
        return OPENED_ONE_AWAY if after else OPENED_TENPAI
    if prospect.yaku is None or (after >= before and after > FAR):
        return 0.0
    return OPENED_FAR.get(prospect.yaku, 0.0)


class ExpertBot(StyledBot):
    """Plays by the weights of a style with the expert's evaluation."""

    def evaluator(self, view: SeatView) -> HandEvaluator:
        return ExpertEvaluator(PositionAnalysis(view), self.style)

    def claim(self, evaluator: HandEvaluator, options: Options) -> Action:
        """Call if the hand is then worth more points, else pass."""
        calls = [call for call in open_hands(evaluator, options) if self.may_win(evaluator, call[0])]
        if not calls:
            return PASS
        choice, action = max(calls, key=lambda call: call[0].worth)
        waiting = evaluator.prospect(evaluator.position.view.hand).attack
        return action if self.worth_of_call(evaluator, choice) > waiting else PASS

    def may_win(self, evaluator: HandEvaluator, choice: EvaluatedDiscard) -> bool:
        """Whether the hand after a call is worth more than one that cannot win."""
        assert isinstance(evaluator, ExpertEvaluator)
        position, share = evaluator.position, evaluator.placement.share
        return choice.prospect.attack > cannot_win(position.tenpai_threats > 0, position.draws, share)

    def worth_of_call(self, evaluator: HandEvaluator, choice: EvaluatedDiscard) -> float:
        """Points of the hand after a call and the best discard, as they compare with those of a pass."""
        worth = choice.prospect.attack - choice.danger + self.style.call_bonus
        hand = evaluator.position.view.hand
        assert isinstance(evaluator, ExpertEvaluator)
        return worth + evaluator.opening(hand, choice.prospect) if hand.is_closed else worth
