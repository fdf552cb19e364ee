"""Mistakes in games of bots, as practice asks about them; a game is reviewed once in a run of the tests."""

from __future__ import annotations

from ai.review.game_review import review_game
from ai.review.moments import ReviewedMoment
from engine.rules import PRESETS
from tests.support.engine.wild_games import wild_game
from tests.support.shared import shared
from tests.support.tui.practice_answers import NOON
from tui.practice.own_mistakes import OwnGame

Reviewed = tuple[OwnGame, tuple[ReviewedMoment, ...]]
"""A game as one seat saw it, and the moments of its review."""


def reviewed(seat: int, rules: str, seed: int) -> Reviewed:
    """The review of a game for one seat."""
    return shared(f"reviewed {rules} {seed} {seat}", lambda: _reviewed(seat, rules, seed))


def _reviewed(seat: int, rules: str, seed: int) -> Reviewed:
    events = wild_game(rules, seed)
    game = OwnGame(PRESETS[rules], events, seat, ("you", "hayai", "mamori", "takame"), NOON)
    return game, tuple(review_game(game.rules, events, seat).moments)
