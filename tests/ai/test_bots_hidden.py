"""Bots know what they see and nothing else: shuffle every hidden tile, and every decision stays the same."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from ai.bot import Bot
from ai.bots.registry import make_bot
from engine.actions import Action
from engine.match import Match
from engine.options import Options, options
from engine.round import Round
from engine.rules import ruleset
from engine.view import SeatView
from tests.support.ai.hidden_tiles import shuffled
from tests.support.nightly import at_night

BOTS = ("hayai", "mamori", "takame")


def changed_decisions(maker: Callable[[Round], Bot], seed: int, every: int) -> tuple[int, int]:
    """Play a hand with three bots; how many of the decisions looked at change when hidden tiles do."""
    chance = Random(seed)
    match = Match(ruleset("tenhou"), seed)
    seats = [make_bot(BOTS[(seat + seed) % 3]) for seat in range(4)]
    asked = changed = decisions = 0
    while match.acting:
        choices: dict[int, Action] = {}
        for seat in match.acting:
            menu = match.round.options(seat)
            choices[seat] = seats[seat].choose(menu.view, menu)
            decisions += 1
            if decisions % every == 0 and len(menu.actions) > 1:
                twin = shuffled(match.round, seat, chance)
                here = maker(match.round).choose(menu.view, menu)
                there = maker(twin).choose(twin.view(seat), options(twin.view(seat)))
                asked += 1
                changed += here != there
        match.step(choices)
    return asked, changed


@pytest.mark.parametrize("seeds", [range(1), *at_night([range(1, 6)])], ids=["one", "five"])
@pytest.mark.parametrize("name", ["hayai:expert", "mamori:novice", "hayai:beginner", "mamori:beginner"])
def test_no_level_looks_at_what_is_hidden(name: str, seeds: range) -> None:
    counts = [changed_decisions(lambda _: make_bot(name), seed, every=3) for seed in seeds]
    assert sum(changed for _, changed in counts) == 0
    assert sum(asked for asked, _ in counts) > 15 * len(seeds)


@pytest.mark.parametrize("seeds", [range(2), *at_night([range(2, 16)])], ids=["two", "fourteen"])
@pytest.mark.parametrize("name", [*BOTS, "tenpai", "shanten"])
def test_no_decision_depends_on_what_is_hidden(name: str, seeds: range) -> None:
    counts = [changed_decisions(lambda _: make_bot(name), seed, every=3) for seed in seeds]
    assert sum(changed for _, changed in counts) == 0
    assert sum(asked for asked, _ in counts) > 15 * len(seeds)


class Peeker:
    """A cheat, to show that the test would catch one: it discards what the next player holds most of."""

    name = "peeker"

    def __init__(self, game: Round) -> None:
        self.game = game

    def choose(self, view: SeatView, options: Options) -> Action:
        held = self.game.own[(view.seat + 1) % 4].hand
        return max(options.actions, key=lambda action: held.tiles.count(action.tile or 0))


def test_a_bot_that_peeks_is_caught() -> None:
    asked, changed = changed_decisions(Peeker, 1, every=6)
    assert changed > asked // 4
