"""Baseline bots for comparison: one discards what it draws, the other only aims for riichi."""

from __future__ import annotations

from ai.bot import default_action
from ai.reading.acceptance import accepted_tiles
from engine import shape
from engine.actions import Action, ActionKind
from engine.options import Options
from engine.tiles import KIND_OF, is_red
from engine.view import SeatView

_WINS = (ActionKind.TSUMO, ActionKind.RON)


def _win(options: Options) -> Action | None:
    return next((action for action in options.actions if action.kind in _WINS), None)


class TsumogiriBot:
    """Discards the drawn tile; takes every win."""

    name = "tsumogiri"

    def choose(self, view: SeatView, options: Options) -> Action:
        """A win, else the drawn tile, else a pass."""
        return _win(options) or default_action(view, options)


class TenpaiBot:
    """Takes the fastest way to a closed tenpai, declares riichi as soon as possible; never calls or folds."""

    name = "tenpai"

    def choose(self, view: SeatView, options: Options) -> Action:
        """A win, else riichi, else the discard with the lowest shanten and the most tiles accepted."""
        if win := _win(options):
            return win
        if not view.my_turn:
            return default_action(view, options)
        found = shape.discards(view.hand.keys, len(view.hand.melds))
        left = view.left()

        def speed(action: Action) -> tuple[int, int, bool, bool]:
            assert action.tile is not None
            shanten, accepts = found[KIND_OF[action.tile]]
            return -shanten, accepted_tiles(accepts, left), not is_red(action.tile), action.tsumogiri

        return max(options.of(ActionKind.RIICHI) or options.of(ActionKind.DISCARD), key=speed)
