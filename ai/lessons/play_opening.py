"""Play the opening: the moves that lead from the deal to the position of a lesson or a scene."""

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
    """Make these moves, with the player at seat 0; all other seats pass on every tile.

    Raises IllegalAction with the line, the seat, and the reason why the move is illegal.
    """
    for move in moves:
        try:
            _make(match, move)
        except IllegalAction as error:
            raise IllegalAction(f"opening: line {move.line}, {move.side}: {error}") from None


def _make(match: Match, move: Move) -> None:
    """Play one turn."""
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
    """Call the tile on offer, or pass on it."""
    acting = match.acting
    if call or (acting and match.round.table.phase is not Phase.TURN):
        match.step(dict.fromkeys(acting, PASS) | dict(call))


def let_pass(match: Match) -> None:
    """All seats pass on the tile on offer."""
    _answer(match, {})


def _action(match: Match, move: Move) -> Action:
    """The action of the move; raises IllegalAction with the reason if there is none."""
    game, seat = match.round, move.side.steps
    action = follow(move, game.view(seat), game.options(seat), exact=True)
    if action is None:
        raise _refusal(match, move)
    return action


def _refusal(match: Match, move: Move) -> IllegalAction:
    """The reason why the move is illegal now."""
    kind = _KINDS[move.deed] if move.deed else ActionKind.DISCARD
    tile = move.tiles[0] if move.tiles else move.discard
    refusal = why_not(match.round.view(move.side.steps), kind, None if move.calls else tile)
    why = "not like this" if refusal is None else refusal.why.value
    return IllegalAction(f"no {kind} of {NAMES[tile]}: {why}")
