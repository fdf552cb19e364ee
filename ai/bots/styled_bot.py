"""A bot of some style: the order in which decisions are made."""

from __future__ import annotations

from ai.bots.calls import best_call
from ai.bots.discard_evaluation import Judge, WeighedDiscard, best
from ai.bots.kan_choice import good_kan
from ai.bots.style import Style
from ai.reading.seat_reading import PositionAnalysis
from engine.actions import PASS, Action, ActionKind
from engine.options import Options
from engine.tiles import ORPHANS, SORT_KEY, Tile
from engine.view import SeatView

_WINS = (ActionKind.TSUMO, ActionKind.RON)
ORPHANS_WORTH_PLAYING = 11
"""Kinds of terminals and honours from which on thirteen orphans are tried instead of a new deal."""


class StyledBot:
    """Plays by weights; a bot of its own sets ``name`` and ``style`` and may replace a rule."""

    name = "styled"
    style = Style()

    def choose(self, view: SeatView, options: Options) -> Action:
        """Win if possible; else the action that promises most."""
        for action in options.actions:
            if action.kind in _WINS:
                return action
        if len(options.actions) == 1:
            return options.actions[0]
        judge = self.judge(view)
        return self.turn(judge, options) if view.my_turn else self.claim(judge, options)

    def judge(self, view: SeatView) -> Judge:
        """How the bot weighs what it sees."""
        return Judge(PositionAnalysis(view), self.style)

    def claim(self, judge: Judge, options: Options) -> Action:
        """Call the discard or pass."""
        return best_call(judge, options) or PASS

    def turn(self, judge: Judge, options: Options) -> Action:
        """A new deal, a kan, riichi or a discard."""
        hand = judge.position.view.hand
        orphans = sum(1 for kind in ORPHANS if hand.counts[kind])
        if orphans < ORPHANS_WORTH_PLAYING and (new_deal := options.of(ActionKind.NINE_TERMINALS)):
            return new_deal[0]
        if kan := good_kan(judge.position, options):
            return kan
        riichi = {action.tile for action in options.of(ActionKind.RIICHI) if action.tile is not None}
        choice = best(judge.weigh(hand, discardable(options), riichi))
        return self.carry_out(choice, options)

    def carry_out(self, choice: WeighedDiscard, options: Options) -> Action:
        """The action for a chosen discard: the tile just drawn rather than the same one out of the hand."""
        kind = ActionKind.RIICHI if choice.prospect.riichi else ActionKind.DISCARD
        fitting = [action for action in options.of(kind) if action.tile == choice.tile]
        return max(fitting, key=lambda action: action.tsumogiri)


def discardable(options: Options) -> list[Tile]:
    """The different tiles that may be discarded, a plain five before the red one."""
    tiles = {action.tile for action in options.of(ActionKind.DISCARD) if action.tile is not None}
    return sorted(tiles, key=lambda tile: (SORT_KEY[tile] | 1, tile))
