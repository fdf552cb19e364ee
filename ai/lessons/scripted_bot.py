"""A scripted bot: it follows the orders of a lesson for some turns, then plays as the wrapped bot."""

from __future__ import annotations

from collections.abc import Sequence

from ai.bot import Bot, default_action, is_spoken
from ai.bots.registry import make_bot
from ai.lessons.move_notation import Deed, Move, RelativeSeat
from engine.actions import PASS, Action, ActionKind
from engine.options import Options
from engine.tiles import KIND_OF
from engine.view import SeatView

_ALWAYS = (ActionKind.RON, ActionKind.TSUMO)
"""Actions that are always taken."""
_KANS = (ActionKind.CLOSED_KAN, ActionKind.ADDED_KAN)


class ScriptedBot:
    """Follows one order per turn, counted by its own discards; the wrapped bot replaces illegal orders.

    It takes every win, and while it has orders it makes no other calls.
    """

    def __init__(self, bot: Bot, orders: Sequence[Move], start: int) -> None:
        """``start`` is the number of own discards before the first order."""
        self._bot, self._orders, self._start = bot, tuple(orders), start
        self._hand: tuple[int, ...] | None = None
        """The hand of the orders: round wind, number and honba."""

    @property
    def name(self) -> str:
        """The name of the wrapped bot."""
        return self._bot.name

    def choose(self, view: SeatView, options: Options) -> Action:
        """A win, the truth about it or about tenpai, else the ordered action or the wrapped bot's choice."""
        if is_spoken(options):
            return default_action(view, options)
        for action in options.actions:
            if action.kind in _ALWAYS:
                return action
        order = self._order(view)
        if order is None:
            return self._bot.choose(view, options)
        ordered = follow(order, view, options)
        if ordered is None:
            return self._bot.choose(view, options) if view.my_turn else PASS
        return ordered

    def _order(self, view: SeatView) -> Move | None:
        """The order for this turn, or None; there are no orders after that hand."""
        hand = (view.table.round_wind, view.table.kyoku, view.table.honba)
        if self._hand is None:
            self._hand = hand
        turn = len(view.me.pond) - self._start
        told = hand == self._hand and 0 <= turn < len(self._orders)
        return self._orders[turn] if told else None


def scripted_bots(names: Sequence[str], opening: Sequence[Move], orders: Sequence[Move]) -> dict[int, Bot]:
    """Scripted bots by these names on the right, across and on the left of seat 0.

    Raises UnknownBot.
    """
    bots: dict[int, Bot] = {}
    for side, name in zip((RelativeSeat.RIGHT, RelativeSeat.ACROSS, RelativeSeat.LEFT), names, strict=True):
        own = [order for order in orders if order.side is side]
        start = sum(move.side is side for move in opening)
        bots[side.steps] = ScriptedBot(make_bot(name), own, start)
    return bots


def follow(move: Move, view: SeatView, options: Options, *, exact: bool = False) -> Action | None:
    """The next action of a move: its call, its kan, or its discard; None if it is not possible.

    ``exact`` distinguishes tsumogiri from discarding an equal tile of the hand.
    """
    if not view.my_turn:
        return _call(move, options) if move.calls else None
    if move.deed is Deed.KAN:
        kan = next((each for kind in _KANS for each in options.of(kind) if _same(each, move)), None)
        if kan is not None:
            return kan
    kind = ActionKind.RIICHI if move.deed is Deed.RIICHI else ActionKind.DISCARD
    fitting = [action for action in options.of(kind) if action.tile == move.discard]
    if exact:
        fitting = [action for action in fitting if action.tsumogiri == move.as_drawn]
    return max(fitting, key=lambda action: action.tsumogiri, default=None)


def _call(move: Move, options: Options) -> Action | None:
    if move.deed is Deed.CHI:
        forms = [each for each in options.of(ActionKind.CHI) if sorted(each.consumed) == sorted(move.tiles)]
    else:
        kind = ActionKind.PON if move.deed is Deed.PON else ActionKind.OPEN_KAN
        forms = [each for each in options.of(kind) if _same(each, move)]
    return forms[0] if forms else None


def _same(action: Action, move: Move) -> bool:
    return action.tile is not None and KIND_OF[action.tile] == KIND_OF[move.tiles[0]]
