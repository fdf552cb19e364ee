"""The novice level: the regular evaluation with the blind spots of a beginner.

A novice looks only at his own hand. He does not count the tiles in the ponds, so he waits for tiles that are
gone. He folds against riichi only late in the hand, and the only safe tiles he knows are that player's own
discards. He declares riichi whenever he may, and calls without regard to the value of the open hand.
"""

from __future__ import annotations

from ai.bots.discard_evaluation import RegularEvaluator
from ai.bots.style import Style
from ai.bots.styled_bot import StyledBot
from ai.reading.position_analysis import PositionAnalysis
from engine.tiles import COPIES, KIND_OF, KINDS, Kind
from engine.view import SeatView

LATE = 5
"""A novice considers folding when at most this many own draws are left."""
DISCARD_COST = 1_200
"""Expected loss, in points, that he then assigns to every tile he does not know to be safe."""


class NoviceEvaluator(RegularEvaluator):
    """Evaluates the own hand without the ponds."""

    def __init__(self, position: PositionAnalysis, style: Style) -> None:
        hand = position.view.hand
        position.left = [COPIES - hand.holds(kind) for kind in range(KINDS)]
        position.threats = ()  # win chances ignore all opponents
        super().__init__(position, style)
        table = position.view.table
        self._riichi_ponds = [
            {KIND_OF[discard.tile] for discard in seat.pond}
            for number, seat in enumerate(table.seats)
            if seat.riichi and number != position.view.seat
        ]

    def danger(self, kind: Kind) -> float:
        """A constant for each player in riichi who has not discarded the tile; 0 early in the hand."""
        if self.position.draws > LATE:
            return 0.0
        return self.style.caution * DISCARD_COST * sum(kind not in pond for pond in self._riichi_ponds)


class NoviceBot(StyledBot):
    """Plays by the weights of a style with the novice's evaluation."""

    def evaluator(self, view: SeatView) -> RegularEvaluator:
        """The novice's evaluator for that view."""
        return NoviceEvaluator(PositionAnalysis(view), self.style)
