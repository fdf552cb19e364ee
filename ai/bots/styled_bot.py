"""The bots with a style: the order of their decisions, and the regular and the novice level."""

from __future__ import annotations

from ai.bot import default_action, is_spoken
from ai.bots.hand_evaluation import EvaluatedDiscard, HandEvaluator, after_call
from ai.bots.placement_value import placement_value
from ai.bots.styles import Style
from ai.reading.furiten_advice import win_points
from ai.reading.safety import PositionAnalysis
from engine import shape
from engine.actions import OWN_KANS, PASS, WINS, Action, ActionKind
from engine.hand import POWERS, SUIT_OF, Hand
from engine.match import hands_to_come
from engine.options import Options
from engine.tiles import COPIES, KIND_OF, KINDS, ORPHANS, SORT_KEY, Kind, Tile
from engine.view import SeatView


def good_kan(position: PositionAnalysis, options: Options) -> Action | None:
    """A closed or added kan after which the hand is as near and accepts as many kinds, or None.

    None against a riichi, which could gain by the new dora; an added kan only near tenpai, without a threat.
    """
    kans = [action for action in options.actions if action.kind in OWN_KANS]
    if not kans or position.riichi_threat:
        return None
    view, hand = position.view, position.view.hand
    best = min(
        (shanten, -len(accepts)) for shanten, accepts in shape.discards(hand.keys, len(hand.melds)).values()
    )
    for action in kans:
        assert action.tile is not None
        kind, closed, keys = KIND_OF[action.tile], action.kind is ActionKind.CLOSED_KAN, list(hand.keys)
        if not closed and (position.threats or best[0] > 1):
            continue
        keys[SUIT_OF[kind]] -= POWERS[kind] * (COPIES if closed else 1)
        shanten, accepts = shape.acceptance(keys, len(hand.melds) + closed)
        if view.me.riichi or (shanten, -len(accepts)) <= best:
            return action
    return None


def open_hands(evaluator: HandEvaluator, options: Options) -> list[tuple[EvaluatedDiscard, Action]]:
    """Each chi and pon with the best discard after it."""
    found = []
    for action in (*options.of(ActionKind.PON), *options.of(ActionKind.CHI)):
        hand, forbidden = after_call(evaluator.position.view, action)
        tiles = sorted({tile for tile in hand.tiles if KIND_OF[tile] not in forbidden})
        found.append((evaluator.best_discard(hand, tiles), action))
    return found


ORPHANS_WORTH_PLAYING = 11
"""With this many kinds of terminals and honours no redeal is declared."""


class StyledBot:
    """Plays by the weights of a style, at the regular level; subclasses may override a decision."""

    def __init__(self, name: str, style: Style) -> None:
        self.name = name
        self.style = style

    def choose(self, view: SeatView, options: Options) -> Action:
        """Choose what needs no judgement, such as a win; in the last hand pass one that costs a place."""
        action = settled(view, options)
        if action is not None and not self.passes(view, action):
            return action
        evaluator = self.evaluator(view)
        return self.turn(evaluator, options) if view.my_turn else self.claim(evaluator, options)

    def passes(self, view: SeatView, win: Action) -> bool:
        """Whether the last hand's win is better passed. In riichi none is: its ura dora are not known."""
        if win.kind not in WINS or hands_to_come(view.rules, view.table.number) or view.me.riichi:
            return False
        assert win.tile is not None
        tsumo = win.kind is ActionKind.TSUMO
        points = win_points(view, win.tile, tsumo=tsumo)
        assert points is not None
        placement = placement_value(view.table, view.seat)
        return placement.better_passed(points, None if tsumo else view.table.turn)

    def evaluator(self, view: SeatView) -> HandEvaluator:
        return HandEvaluator(PositionAnalysis(view), self.style)

    def claim(self, evaluator: HandEvaluator, options: Options) -> Action:
        """The chi or pon that is worth more than a pass, or a pass: always if the hand is folded."""
        if evaluator.folds(evaluator.position.view.hand):
            return PASS
        calls = [each for each in open_hands(evaluator, options) if evaluator.may_call(*each)]
        if not calls:
            return PASS
        choice, call = max(calls, key=lambda each: each[0].worth)
        return call if evaluator.worth_of_call(choice, call) > evaluator.waiting.attack else PASS

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


LATE = 5
"""A novice considers folding when at most this many own draws are left."""
DISCARD_COST = 1_200
"""Expected loss, in points, that he then assigns to every tile he does not know to be safe."""


class NoviceEvaluator(HandEvaluator):
    """Sees neither ponds nor scores."""

    def __init__(self, position: PositionAnalysis, style: Style) -> None:
        hand = position.view.hand
        position.left = [COPIES - hand.holds(kind) for kind in range(KINDS)]
        position.threats = ()  # win chances ignore all opponents
        super().__init__(position, style)
        ponds = [
            seat.pond for seat in position.view.table.seats if seat.riichi and seat is not position.view.me
        ]
        self._riichi_ponds = [{KIND_OF[discard.tile] for discard in pond} for pond in ponds]

    def worth_of_call(self, choice: EvaluatedDiscard, call: Action) -> float:
        return choice.prospect.attack * self.style.call_bias - choice.danger

    def _placement(self) -> None:
        return None

    def danger(self, kind: Kind) -> float:
        """A constant for each player in riichi who has not discarded the tile; 0 early in the hand."""
        if self.position.draws > LATE:
            return 0.0
        return self.style.caution * DISCARD_COST * sum(kind not in pond for pond in self._riichi_ponds)


class NoviceBot(StyledBot):
    """Plays by the weights of a style with the blind spots of a beginner (docs/bots.md)."""

    def passes(self, view: SeatView, win: Action) -> bool:
        return False

    def evaluator(self, view: SeatView) -> HandEvaluator:
        return NoviceEvaluator(PositionAnalysis(view), self.style)
