"""The opening: moves that lead from the deal to the position of a lesson or a scene."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ai.lessons.move_notation import Deed, Move
from ai.lessons.scripted_bot import follow
from engine.actions import PASS, Action, ActionKind, IllegalAction
from engine.match import Match
from engine.options import why_not
from engine.table import Phase
from engine.tiles import NAMES

_KINDS = {
    Deed.RIICHI: ActionKind.RIICHI,
    Deed.CHI: ActionKind.CHI,
    Deed.PON: ActionKind.PON,
    Deed.OPEN_KAN: ActionKind.OPEN_KAN,
    Deed.KAN: ActionKind.CLOSED_KAN,
}


def play_opening(match: Match, moves: Sequence[Move]) -> None:
    """Make these moves, the person at seat 0; whoever is not named lets everything pass.

    Raises IllegalAction, which names the line, the player, and why the move cannot be made.
    """
    for move in moves:
        try:
            _make(match, move)
        except IllegalAction as error:
            raise IllegalAction(f"opening: line {move.line}, {move.side}: {error}") from None


def _make(match: Match, move: Move) -> None:
    """One turn."""
    seat = move.side.steps
    if match.round.table.phase is not Phase.TURN:
        _answer(match, {seat: _action(match, move)} if move.calls else {})
    elif move.calls:
        raise _refusal(match, move)
    if move.deed is Deed.KAN:
        match.step({seat: _action(match, move)})
        _answer(match, {})
    match.step({seat: _action(match, replace(move, deed=None) if move.deed is Deed.KAN else move)})


def _answer(match: Match, call: Mapping[int, Action]) -> None:
    """Call the tile on offer, or let it pass."""
    acting = match.acting
    if call or (acting and match.round.table.phase is not Phase.TURN):
        match.step(dict.fromkeys(acting, PASS) | dict(call))


def let_pass(match: Match) -> None:
    """Let everybody pass what lies there."""
    _answer(match, {})


def _action(match: Match, move: Move) -> Action:
    """What the move does now; raises IllegalAction, which says why, when it cannot."""
    game, seat = match.round, move.side.steps
    action = follow(move, game.view(seat), game.options(seat), exact=True)
    if action is None:
        raise _refusal(match, move)
    return action


def _refusal(match: Match, move: Move) -> IllegalAction:
    """Why the move cannot be made now."""
    kind = _KINDS[move.deed] if move.deed else ActionKind.DISCARD
    tile = move.tiles[0] if move.tiles else move.discard
    refusal = why_not(match.round.view(move.side.steps), kind, None if move.calls else tile)
    why = "not like this" if refusal is None else refusal.why.value
    return IllegalAction(f"no {kind} of {NAMES[tile]}: {why}")
