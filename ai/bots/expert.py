"""The expert level: hands valued by lookahead, in points won or lost by the end of the hand.

Points count by their effect on the final placement, and hands of different classes are compared by their
measured results (``expected_points``). What is worth nearly as much is decided by taste (``Style``).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from math import inf

from ai.bots.expected_loss import ExpectedLoss
from ai.bots.hand_evaluation import RIICHI_COST, EvaluatedDiscard, HandEvaluator, Prospect, UtilityByHan
from ai.bots.lookahead import MOST_FOLLOWED, Lookahead
from ai.bots.placement_value import (
    IN_RIICHI,
    MAX_SHANTEN,
    HandClass,
    PlacementValue,
    cannot_win,
    expected_points,
    placement_value,
)
from ai.bots.styled_bot import StyledBot
from ai.bots.styles import Style, points_utility
from ai.bots.win_value import CALL_RATE, WinUtility, tenpai_draw_chance
from ai.reading.estimates import accepted_tiles
from ai.reading.safety import PositionAnalysis
from engine import shape
from engine.actions import Action
from engine.hand import Hand
from engine.shape import Acceptance
from engine.tiles import KIND_OF, Kind, Tile
from engine.view import SeatView

LOCKED_DEAL_IN = 0.07
"""Chance to deal into a threat in the rest of the hand, by the tiles that riichi forbids to hold back."""
USUAL_BET_COST = 890
"""Cost of the stick that the lines of riichi contain: about that at the even scores of the start."""
FOLDING_OTHERS = 900
"""Points that riichi gains besides the own win, because others fold. Against a threat a fair wait alone has
them, if it is worth its bet."""
BACKWARD = 500
"""Points by which a discard that takes the hand farther from tenpai must be better, without a threat: hands
at different distances are compared only roughly, and detours cost wins."""
POINTS_PER_USE = 7.0
"""Points for each unit of ``usefulness`` of a hand that is not tenpai, without a threat. Draws that improve a
hand without bringing it closer are not followed; this is what a tile is worth to them (docs/lab/bots.md)."""
POINTS_PER_TILE = 15.0
"""Points for each tile that a discard leaves accepted, far from tenpai."""
MOST_SHARE = 2.0
"""The most by which scores multiply points in the last hand. Points for speed grow with what a win changes,
points for dora with what an expensive win changes more (``PlacementValue``). A leader then wants any win."""


@lru_cache(maxsize=64)
def _wins(placement: PlacementValue, greed: float) -> WinUtility:
    def of_points(points: float) -> float:
        gained = placement.gain(points) if points > 0 else 0.0
        return points_utility(gained, greed) if gained > 0 else gained

    return WinUtility(of_points, placement.dealer)


class ExpertEvaluator(HandEvaluator):
    """Values are points won or lost by the end of the hand."""

    def __init__(self, position: PositionAnalysis, style: Style) -> None:
        self.placement = placement_value(position.view.table, position.view.seat)
        self._wins = _wins(self.placement, style.greed)
        super().__init__(position, style)
        self._for_speed = 1.0
        if self.placement.last_hand:
            self._for_speed = min(max(self.placement.share, 0.0), MOST_SHARE)
            self._points_per_dora *= min(self.placement.value_share, MOST_SHARE)
        self._tenpai_at_draw = self.placement.tenpai_at_draw()
        self._loss = ExpectedLoss(position, self.placement)
        bet = RIICHI_COST + self.placement.bet_cost() - self.placement.share * USUAL_BET_COST
        locked = LOCKED_DEAL_IN * style.caution * self._loss.of_all_threats()
        self.lookahead = Lookahead(position, self._wins, bet + locked)

    def utility(self, points: float) -> float:
        return self._wins.of_points(points)

    def _utilities(self) -> UtilityByHan:
        return self._wins.by_han

    def danger(self, kind: Kind) -> float:
        return max(self._loss.of(kind), 0.0) * self.style.caution

    def prospects(self, hand: Hand, tiles: Sequence[Tile], riichi: Collection[Tile] = ()) -> list[Prospect]:
        """In points: by lookahead if the hand is near after the discard, else by plans."""
        found = shape.discards(hand.keys, len(hand.melds))
        far = [tile for tile in tiles if found[KIND_OF[tile]][0] > MOST_FOLLOWED]
        planned = dict(zip(far, super().prospects(hand, far), strict=True)) if far else {}
        slower, values = self.slower(found), []
        for tile in tiles:
            kind, rest = KIND_OF[tile], hand.without(tile)
            value = self._in_points(rest, planned.get(tile), found[kind], tile, riichi=tile in riichi)
            values.append(value._replace(attack=value.attack - slower[kind]))
        return values

    def slower(self, found: Mapping[Kind, Acceptance]) -> dict[Kind, float]:
        """By how many points, a rule of thumb, each of ``shape.discards`` is too slow; 0 under a threat."""
        if self.position.tenpai_threats:
            return dict.fromkeys(found, 0.0)
        left = self.position.left
        nearest = min(shanten for shanten, _ in found.values())
        tiles = {kind: accepted_tiles(accepts, left) for kind, (_, accepts) in found.items()}
        most = max(tiles[kind] for kind, (shanten, _) in found.items() if shanten == nearest)
        # nearer, every draw is followed
        per_tile = POINTS_PER_TILE if nearest >= MOST_FOLLOWED else 0.0
        return {
            kind: self._for_speed * (BACKWARD if shanten > nearest else per_tile * (most - tiles[kind]))
            for kind, (shanten, _) in found.items()
        }

    def tastes(self, hand: Hand) -> tuple[float, float]:
        """They count by what a win does, while nobody threatens and the hand cannot be tenpai."""
        shanten = shape.shanten_of(hand.keys, len(hand.melds))
        if self.position.tenpai_threats or shanten <= 0:
            return super().tastes(hand)[0], 0.0
        safe = self.style.safe_tiles if shanten >= MOST_FOLLOWED else 0.0
        return self._for_speed * POINTS_PER_USE, self._for_speed * safe

    def prospect(self, hand: Hand) -> Prospect:
        after = shape.acceptance(hand.keys, len(hand.melds))
        planned = super().prospect(hand) if after[0] > MOST_FOLLOWED else None
        return self._in_points(hand, planned, after, None, riichi=False)

    def _in_points(
        self, hand: Hand, planned: Prospect | None, after: Acceptance, discard: Tile | None, *, riichi: bool
    ) -> Prospect:
        """The expected points of a hand; ``planned`` is its best plan if it is not followed."""
        position, (shanten, accepts) = self.position, after
        if shanten <= 0:
            waits = shape.waits(hand.keys, len(hand.melds))
            found = self.evaluate_tenpai(hand, waits, discard, riichi=riichi)
        elif planned is not None:
            found = Prospect(self._expected(hand, shanten, planned.attack), shanten, planned.yaku)
        else:
            win_value = self.lookahead.value(hand, after, discard)
            found = Prospect(self._expected(hand, shanten, win_value), shanten)
        if shanten <= 1:
            tiles = inf
            if shanten == 1:
                tiles = accepted_tiles(accepts, position.left) * (1.0 if hand.is_closed else CALL_RATE)
            unseen, draws, threats = max(position.unseen, 1), position.draws, position.tenpai_threats
            at_draw = self._tenpai_at_draw * tenpai_draw_chance(tiles, unseen, draws, threats)
            found = found._replace(attack=found.attack + at_draw)
        return found

    def evaluate_tenpai(
        self, hand: Hand, waits: tuple[Kind, ...], discard: Tile | None, *, riichi: bool
    ) -> Prospect:
        """Most hands by which damaten was measured could not declare.

        So riichi has to win more and to gain more, and a hand that may declare is worth no less in silence.
        """
        worth = self.lookahead.tenpai(hand, waits, discard)
        silent = self._expected(hand, 0, worth.damaten)
        if not riichi or worth.riichi is None:
            return Prospect(silent, 0)
        declared = self._expected(hand, IN_RIICHI, worth.riichi, worth.certainty)
        fair = worth.certainty == 1.0 and worth.riichi > 0 and not self._furiten(waits, discard)
        folding = self._for_speed * FOLDING_OTHERS if fair or not self.position.tenpai_threats else 0.0
        if worth.riichi + folding > worth.damaten and declared > silent:
            return Prospect(declared, 0, riichi=True)
        return Prospect(max(declared, silent), 0)

    def _expected(self, hand: Hand, shanten: int, win_value: float, certainty: float = 1.0) -> float:
        """``expected_points`` of a hand; ``shanten`` may be ``IN_RIICHI``."""
        hand_class, draws = self._class_of(hand, shanten), self.position.draws
        return expected_points(hand_class, draws, win_value, self.placement.share, certainty)

    def _class_of(self, hand: Hand, shanten: int) -> HandClass:
        return HandClass(self.position.tenpai_threats > 0, hand.is_closed, min(shanten, MAX_SHANTEN))

    def may_call(self, choice: EvaluatedDiscard, call: Action) -> bool:
        """Whether the hand is then worth more than one that cannot win. Far away yakuhai alone opens it."""
        position = self.position
        if position.view.hand.is_closed and choice.prospect.shanten > MOST_FOLLOWED:
            assert call.tile is not None
            if not position.yakuhai[KIND_OF[call.tile]]:
                return False
        floor = cannot_win(position.tenpai_threats > 0, position.draws, self.placement.share)
        return choice.prospect.attack > floor

    def worth_of_call(self, choice: EvaluatedDiscard, call: Action) -> float:
        return choice.prospect.attack - choice.danger + self.calling.call_bonus


class ExpertBot(StyledBot):
    """Plays by the weights of a style with the expert's evaluation."""

    def evaluator(self, view: SeatView) -> ExpertEvaluator:
        return ExpertEvaluator(PositionAnalysis(view), self.style)
