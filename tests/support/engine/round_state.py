"""Everything that a hand in progress is, for comparison."""

from __future__ import annotations

from engine.round import Round


def round_state(game: Round) -> dict[str, object]:
    """The public state, the four hands, what may be done, and the wall."""
    return {
        **vars(game.table),
        "own": [own.state() for own in game.own],
        "events": game.events,
        "menus": {seat: game.options(seat).actions for seat in game.acting},
        "wall": game.wall.rest(),
        "owed": game._owed_dora if game.rules.kan_dora else 0,
    }
