"""Games that bots play for tests: step by step, a hand, a game."""

from __future__ import annotations

from collections.abc import Sequence

from ai.bot import Bot
from ai.play import Players
from engine.events import Event
from engine.match import Match


def take_step(match: Match, bots: Sequence[Bot]) -> None:
    """All who act choose, the bots by seat, before anything is carried out."""
    menus = {seat: match.round.options(seat) for seat in match.acting}
    match.step({seat: bots[seat].choose(menu.view, menu) for seat, menu in menus.items()})


def play_hand(match: Match, bots: Sequence[Bot]) -> None:
    """Play to the end of the hand."""
    while match.acting:
        take_step(match, bots)


def play_game(match: Match, bots: Sequence[Bot]) -> list[Event]:
    """Play to the end of the game; returns its record."""
    while match.standings is None:
        play_hand(match, bots)
        match.proceed()
    return match.events


def play(players: Players, match: Match) -> list[Event]:
    """The same with players of whom some may be programs, which leave in the end."""
    try:
        while match.standings is None:
            while match.acting:
                match.step({seat: players.choose(match, seat) for seat in match.acting})
            match.proceed()
    finally:
        players.close(match if match.standings is not None else None)
    return match.events
