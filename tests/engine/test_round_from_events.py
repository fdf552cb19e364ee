"""A hand told by its events is the hand that was played, at every decision."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.dice import Dice
from engine.round import Header, Round
from engine.rules import PRESETS
from engine.tiles import EAST
from engine.wall import PLAYERS, seeded_wall
from tests.support.engine.wild_games import round_state, wild_choice
from tests.support.nightly import at_night


@pytest.mark.parametrize("seeds", [range(6, 7), *at_night([range(12)])], ids=["one", "twelve"])
@pytest.mark.parametrize("rules", PRESETS)
def test_it_is_the_hand_that_was_played(rules: str, seeds: range) -> None:
    ruleset = PRESETS[rules]
    kans = 0
    for seed in seeds:
        dice = Dice(seed)
        wall = seeded_wall(ruleset, seed, EAST, 1, 0)
        game = Round(ruleset, Header(0, 0, 0, (ruleset.start_points,) * PLAYERS), wall)
        while game.outcome is None:
            told = Round.from_events(ruleset, game.wall.dealt_again(), game.events)
            assert round_state(told) == round_state(game)
            game.step({seat: wild_choice(game.options(seat), dice) for seat in game.acting})
        kans += len(game.table.kans)
    assert kans


def test_it_goes_on_like_the_other_and_watches_no_more() -> None:
    ruleset = PRESETS["tenhou"]
    game = Round(ruleset, Header(0, 0, 0, (25_000,) * PLAYERS), seeded_wall(ruleset, 1, EAST, 1, 0))
    for _ in range(9):
        game.step({seat: wild_choice(game.options(seat), Dice(1)) for seat in game.acting})
    seen: list[ev.Event] = []
    told = Round.from_events(
        ruleset, game.wall.dealt_again(), game.events, lambda _, event: seen.append(event)
    )
    assert seen == game.events
    while game.outcome is None:
        chosen = {seat: game.options(seat).actions[0] for seat in game.acting}
        assert game.step(chosen) == told.step(chosen)
    assert len(seen) < len(game.events)


def test_another_wall_is_refused() -> None:
    ruleset = PRESETS["tenhou"]
    game = Round(ruleset, Header(0, 0, 0, (25_000,) * PLAYERS), seeded_wall(ruleset, 1, EAST, 1, 0))
    game.step({game.acting[0]: game.options(game.acting[0]).actions[-1]})
    with pytest.raises(ValueError, match="other tiles"):
        Round.from_events(ruleset, seeded_wall(ruleset, 2, EAST, 1, 0), game.events)
    with pytest.raises(ValueError, match="start_kyoku"):
        Round.from_events(ruleset, game.wall.dealt_again(), game.events[1:])
