"""A bot under orders: it does what a lesson says for some turns, then plays as itself."""

from __future__ import annotations

from collections.abc import Sequence

from ai.bot import Bot
from ai.bots.registry import make_bot
from ai.lessons.move_notation import Deed, Move, RelativeSeat
from engine.actions import PASS, Action, ActionKind
from engine.options import Options
from engine.tiles import KIND_OF
from engine.view import SeatView

_ALWAYS = (ActionKind.RON, ActionKind.TSUMO, ActionKind.TENPAI)
"""What every bot does whenever it can; tenpai is declared where errors are penalised."""
_KANS = (ActionKind.CLOSED_KAN, ActionKind.ADDED_KAN)


class ScriptedBot:
    """Follows one order a turn, counted by its own discards; what is not legal is left to the bot itself.

    It always wins where it can, and as long as it has orders it calls nothing else.
    """

    def __init__(self, bot: Bot, orders: Sequence[Move], start: int) -> None:
        """``start`` is how many tiles lay in the pond when the orders began."""
        self._bot, self._orders, self._start = bot, tuple(orders), start
        self._hand: tuple[int, ...] | None = None
        """The hand that the orders are for."""

    @property
    def name(self) -> str:
        """What the bot is called at the table."""
        return self._bot.name

    def choose(self, view: SeatView, options: Options) -> Action:
        """A win, else what the order says, else what the bot chooses."""
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
        """What it is told to do this turn; nothing once that hand is over."""
        hand = (view.table.round_wind, view.table.kyoku, view.table.honba)
        if self._hand is None:
            self._hand = hand
        turn = len(view.me.pond) - self._start
        told = hand == self._hand and 0 <= turn < len(self._orders)
        return self._orders[turn] if told else None


def scripted_bots(names: Sequence[str], opening: Sequence[Move], orders: Sequence[Move]) -> dict[int, Bot]:
    """The bots of these names on the right, across and on the left of seat 0, each under its orders.

    Raises UnknownBot.
    """
    bots: dict[int, Bot] = {}
    for side, name in zip((RelativeSeat.RIGHT, RelativeSeat.ACROSS, RelativeSeat.LEFT), names, strict=True):
        own = [order for order in orders if order.side is side]
        start = sum(move.side is side for move in opening)
        bots[side.steps] = ScriptedBot(make_bot(name), own, start)
    return bots


def follow(move: Move, view: SeatView, options: Options, *, exact: bool = False) -> Action | None:
    """The action of a move that comes now: its call, its kan, or its discard; None when it is not possible.

    ``exact`` tells a discard out of the hand from one of the same tile as it was drawn.
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
