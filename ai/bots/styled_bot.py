"""Base class of the bots with a style: the order of their decisions."""

from __future__ import annotations

from ai.bot import default_action, is_spoken
from ai.bots.calls import best_call
from ai.bots.discard_evaluation import EvaluatedDiscard, HandEvaluator, RegularEvaluator
from ai.bots.kan_choice import good_kan
from ai.bots.style import Style
from ai.reading.position_analysis import PositionAnalysis
from engine.actions import PASS, Action, ActionKind
from engine.hand import Hand
from engine.options import Options
from engine.tiles import ORPHANS, SORT_KEY, Tile
from engine.view import SeatView

WINS = (ActionKind.TSUMO, ActionKind.RON)
ORPHANS_WORTH_PLAYING = 11
"""With this many kinds of terminals and honours, play for thirteen orphans instead of declaring a redeal."""


class StyledBot:
    """Plays by the weights of a style; subclasses set ``name`` and ``style`` and may override a decision."""

    name = "styled"
    style = Style()

    def choose(self, view: SeatView, options: Options) -> Action:
        """Win if possible, else the action with the highest value."""
        if action := settled(view, options):
            return action
        evaluator = self.evaluator(view)
        return self.turn(evaluator, options) if view.my_turn else self.claim(evaluator, options)

    def evaluator(self, view: SeatView) -> HandEvaluator:
        """The evaluator for that view."""
        return RegularEvaluator(PositionAnalysis(view), self.style)

    def claim(self, evaluator: HandEvaluator, options: Options) -> Action:
        """Call the discard or pass."""
        return best_call(evaluator, options) or PASS

    def turn(self, evaluator: HandEvaluator, options: Options) -> Action:
        """A redeal for nine terminals, a kan, riichi or a discard."""
        hand = evaluator.position.view.hand
        if new_deal := redeal(hand, options):
            return new_deal
        if kan := good_kan(evaluator.position, options):
            return kan
        riichi = {action.tile for action in options.of(ActionKind.RIICHI) if action.tile is not None}
        choice = evaluator.best_discard(hand, discardable(options), riichi)
        return self.carry_out(choice, options)

    def carry_out(self, choice: EvaluatedDiscard, options: Options) -> Action:
        """The action for a chosen discard; of two equal tiles the drawn one."""
        kind = ActionKind.RIICHI if choice.prospect.riichi else ActionKind.DISCARD
        fitting = [action for action in options.of(kind) if action.tile == choice.tile]
        return max(fitting, key=lambda action: action.tsumogiri)


def settled(view: SeatView, options: Options) -> Action | None:
    """The action that needs no judgement (a win, the only one, a word at the end of a hand), or None."""
    if is_spoken(options):
        return default_action(view, options)
    for action in options.actions:
        if action.kind in WINS:
            return action
    return options.actions[0] if len(options.actions) == 1 else None


def redeal(hand: Hand, options: Options) -> Action | None:
    """The redeal for nine terminals, unless the hand is close to thirteen orphans."""
    new_deal = options.of(ActionKind.NINE_TERMINALS)
    if not new_deal:
        return None
    orphans = sum(1 for kind in ORPHANS if hand.counts[kind])
    return new_deal[0] if orphans < ORPHANS_WORTH_PLAYING else None


def discardable(options: Options) -> list[Tile]:
    """The distinct tiles that may be discarded, a plain five before the red one."""
    tiles = {action.tile for action in options.of(ActionKind.DISCARD) if action.tile is not None}
    return sorted(tiles, key=lambda tile: (SORT_KEY[tile] | 1, tile))
