"""Games of bots, hand by hand, for those who measure what happens in them."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from multiprocessing import get_context
from typing import TypeVar

from ai.bots.registry import make_bot, split_bots
from engine.actions import Action
from engine.match import Match
from engine.rules import DEFAULT
from engine.view import SeatView
from engine.wall import PLAYERS

Made = TypeVar("Made")

_GAMES_PER_SEED = 1 << 20
"""So far apart lie the walls of two seeds."""


def hands(
    table: Sequence[str], seed: int, number: int, decided: Callable[[Match, SeatView, Action], None]
) -> Iterator[Match]:
    """Play one game; yields the match whenever a hand is over. The same for the same numbers.

    The bots of the table take the seats in turn, from game to game. ``decided`` is told each decision before
    it is carried out.
    """
    names = [table[(seat + number) % PLAYERS] for seat in range(PLAYERS)]
    bots = [make_bot(name) for name in names]
    match = Match(DEFAULT, seed * _GAMES_PER_SEED + number, names)
    while match.standings is None:
        while match.acting:
            choices = {}
            for seat in match.acting:
                view = match.round.view(seat)
                choices[seat] = bots[seat].choose(view, match.round.options(seat))
                decided(match, view, choices[seat])
            match.step(choices)
        yield match
        match.proceed()


def asked_for(
    played: Callable[[Sequence[str], int, int], Made], about: str | None, games: int, seed: int, bots: str
) -> Iterator[Made]:
    """What ``played`` makes of each game that the command line asks for, by bots, seed and number."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bots", default=bots, help="the four bots, which take the seats in turn")
    parser.add_argument("--games", type=int, default=games)
    parser.add_argument("--seed", type=int, default=seed)
    parser.add_argument("--jobs", type=int, default=1)
    wanted = parser.parse_args()
    with get_context("spawn").Pool(wanted.jobs) as pool:
        one = partial(played, split_bots(wanted.bots), wanted.seed)
        yield from pool.imap(one, range(wanted.games))
