"""A bot under orders plays as itself once the hand that they are for is over."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from ai.bots.registry import make_bot
from ai.lessons.lesson_game import ScriptedBot, follow
from ai.lessons.lesson_notation import parse_moves
from ai.play import Pending, Play
from engine.actions import Action, ActionKind
from engine.match import Match
from engine.options import Options
from engine.rules import ruleset
from engine.view import SeatView

ORDERS = parse_moves("\n".join(f"right {kind}z" for kind in range(1, 8)))


class Watched(ScriptedBot):
    """Notes in which hand an order could have been followed, and whether it was."""

    def __init__(self, start: int) -> None:
        super().__init__(make_bot("tsumogiri"), ORDERS, start)
        self.followed: set[int] = set()

    def choose(self, view: SeatView, options: Options) -> Action:
        action = super().choose(view, options)
        turn = len(view.me.pond) - self._start
        if view.my_turn and 0 <= turn < len(ORDERS):
            order = follow(ORDERS[turn], view, options)
            if order is not None and not order.tsumogiri and order == action:
                self.followed.add(view.table.kyoku)
        return action


@pytest.mark.parametrize("start", [0, 3])
def test_orders_end_with_their_hand(start: int) -> None:
    rules = replace(ruleset("tenhou"), length="east")
    bots = [Watched(start) for _ in range(3)]
    play = Play(Match(rules, 5, ("you", "a", "b", "c")), 0, dict(enumerate(bots, 1)))
    while play.pending is not Pending.GAME_OVER:
        match play.pending:
            case Pending.BOTS:
                play.advance()
            case Pending.HAND_OVER:
                play.proceed()
            case Pending.PERSON:
                thrown = play.options.of(ActionKind.DISCARD) or play.options.of(ActionKind.PASS)
                play.choose(thrown[-1])
    assert play.match.header.kyoku > 1
    assert set.union(*(bot.followed for bot in bots)) == {1}
