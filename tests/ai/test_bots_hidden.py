"""Bots know what they see and nothing else: shuffle every hidden tile, and every decision stays the same."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from random import Random

import pytest

from ai.bot import Bot, make_bot
from engine.actions import Action
from engine.hand import Hand
from engine.match import Match
from engine.options import Options, options
from engine.round import Round, tiles_in_play
from engine.rules import ruleset
from engine.view import SeatView
from engine.wall import DEAD_WALL, DEALT, MAX_KANS

BOTS = ("hayai", "mamori", "takame")


def shuffled(game: Round, seat: int, chance: Random) -> Round:
    """The same hand as that seat sees it, with all tiles that it cannot see dealt anew."""
    twin = deepcopy(game)
    tiles = list(twin.wall._tiles)
    dead = len(tiles) - DEAD_WALL
    shown = {dead + MAX_KANS + number for number in range(len(twin.table.indicators))}
    places = [
        place
        for place in (*range(DEALT + twin.wall._drawn, dead), *range(dead + twin.wall._replaced, len(tiles)))
        if place not in shown
    ]
    others = [own for own in twin.own if own.seat != seat]
    hidden = [tiles[place] for place in places] + [tile for own in others for tile in own.hand.tiles]
    chance.shuffle(hidden)
    for place in places:
        tiles[place] = hidden.pop()
    twin.wall._tiles = tuple(tiles)
    for own in others:
        own.hand = Hand([hidden.pop() for _ in own.hand.tiles], own.hand.melds)
    assert not hidden
    assert sorted(tiles_in_play(twin)) == sorted(tiles_in_play(game))
    return twin


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


@pytest.mark.parametrize("name", [*BOTS, "tenpai"])
def test_no_decision_depends_on_what_is_hidden(name: str) -> None:
    counts = [changed_decisions(lambda _: make_bot(name), seed, every=3) for seed in range(10)]
    assert sum(changed for _, changed in counts) == 0
    assert sum(asked for asked, _ in counts) > 200


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
