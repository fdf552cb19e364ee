"""The novice level: the regular judgement with the blind spots of somebody who has just learnt the rules.

A novice looks at the own hand. What lies in the ponds he does not count, so that he waits for tiles that are
gone; a riichi frightens him only late, and the one safe tile that he knows then is what that player has
discarded. He declares riichi whenever he may and never wonders what a hand is worth when it is open.
"""

from __future__ import annotations

from ai.bots.discard_evaluation import Judge
from ai.bots.style import Style
from ai.bots.styled_bot import StyledBot
from ai.reading.seat_reading import PositionAnalysis
from engine.tiles import COPIES, KIND_OF, KINDS, Kind
from engine.view import SeatView

LATE = 5
"""Own draws to come from which on a novice thinks of folding."""
FRIGHT = 1_200
"""Points that a tile which may lose then costs, whichever it is."""


class NoviceJudge(Judge):
    """Weighs what the own hand shows."""

    def __init__(self, position: PositionAnalysis, style: Style) -> None:
        super().__init__(position, style)
        hand = position.view.hand
        position.left = [COPIES - hand.holds(kind) for kind in range(KINDS)]
        position.threats = ()  # nobody is reckoned with when chances are weighed
        table = position.view.table
        self._riichi_ponds = [
            {KIND_OF[discard.tile] for discard in seat.pond}
            for number, seat in enumerate(table.seats)
            if seat.riichi and number != position.view.seat
        ]

    def danger(self, kind: Kind) -> float:
        """The same for every tile that a player in riichi has not discarded, and only late."""
        if self.position.draws > LATE:
            return 0.0
        return self.style.caution * FRIGHT * sum(kind not in pond for pond in self._riichi_ponds)


class NoviceBot(StyledBot):
    """Plays by weights, with a novice's judgement."""

    def judge(self, view: SeatView) -> Judge:
        """How a novice weighs what he sees."""
        return NoviceJudge(PositionAnalysis(view), self.style)
