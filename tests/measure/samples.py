"""What is counted: hands of bots with all hands known, and what each possible discard would have led to.

Whenever a seat may choose between discards, each opponent who is tenpai and whose hand is not dead, and each
kind that may be discarded, make one sample: the ground on which the seat judges the tile, and whether the
opponent could ron it, which the engine is asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import dataclass, field

from ai.bot import Bot
from ai.bots.registry import make_bot
from ai.reading.safety import DangerFactor, Safety, SafetyReason
from engine.actions import Action, ActionKind
from engine.match import Match
from engine.options import Options, why_not
from engine.round import Round
from engine.rules import PRESETS
from engine.table import Phase
from engine.tenpai import tenpai_waits
from engine.tiles import KIND_OF, NAMES, Kind, Tile
from engine.view import SeatView
from engine.wall import PLAYERS

BOTS = ("hayai", "mamori", "takame")
"""They take the four seats in turn, one seat further every second game."""
RULES = ("tenhou", "wrc")
"""Rulesets of the games, in turn."""
_GAMES_PER_SEED = 1 << 20
"""So far apart lie the walls of two seeds."""


Case = tuple[SafetyReason, bool]
"""A ground, and whether the opponent is in riichi."""


@dataclass(slots=True)
class HandCount:
    """The samples of one hand: tiles, and those of them that could be won on."""

    name: str
    tiles: Counter[Case] = field(default_factory=Counter)
    wins: Counter[Case] = field(default_factory=Counter)
    alarm_tiles: Counter[tuple[DangerFactor, Case]] = field(default_factory=Counter)
    alarm_wins: Counter[tuple[DangerFactor, Case]] = field(default_factory=Counter)
    broken: list[str] = field(default_factory=list)
    """Tiles of the top tier that could have been won on, in words; there must be none."""


def measured_game(seed: int, number: int) -> list[HandCount]:
    """Play one game of the measurement and count its hands; the same for the same numbers."""
    rules = RULES[number % len(RULES)]
    names = [BOTS[(seat + number // len(RULES)) % len(BOTS)] for seat in range(PLAYERS)]
    bots: list[Bot] = [make_bot(name) for name in names]
    match = Match(PRESETS[rules], seed * _GAMES_PER_SEED + number, names)
    return list(counted(match, lambda seat, menu: bots[seat].choose(menu.view, menu), f"game {number}"))


def counted(match: Match, choose: Callable[[int, Options], Action], name: str) -> Iterator[HandCount]:
    """Play a match to its end and count each of its hands."""
    while match.standings is None:
        count = HandCount(f"{name} ({match.round.rules.name}), {match.header}")
        while match.acting:
            choices = {}
            for seat in match.acting:
                menu = match.round.options(seat)
                _count(match.round, seat, menu, count)
                choices[seat] = choose(seat, menu)
            match.step(choices)
        yield count
        match.proceed()


def _count(game: Round, seat: int, menu: Options, count: HandCount) -> None:
    """Count the samples of one decision, if it is one between discards."""
    tiles = {
        KIND_OF[action.tile]: action.tile for action in menu.of(ActionKind.DISCARD) if action.tile is not None
    }
    if len(tiles) < 2:
        return
    safety = Safety(game.view(seat))
    for opponent in safety.opponents:
        waits = dangerous_waits(game, opponent)
        if not waits:
            continue
        riichi = bool(game.table.seats[opponent].riichi)
        for kind, tile in tiles.items():
            found = safety.against(kind, opponent)
            won = kind in waits and could_ron(game, seat, tile, opponent)
            case = found.reason, riichi
            count.tiles[case] += 1
            count.wins[case] += won
            for alarm in found.danger_factors:
                count.alarm_tiles[alarm, case] += 1
                count.alarm_wins[alarm, case] += won
            if won and found.cannot_lose:
                count.broken.append(
                    f"{count.name}, event {len(game.events)}: seat {seat} may discard {NAMES[tile]}, "
                    f"{found.reason} against seat {opponent}, who could win on it"
                )


def dangerous_waits(game: Round, opponent: int) -> tuple[Kind, ...]:
    """What a player waits on between turns; nothing when noten or with a dead hand."""
    if game.table.seats[opponent].dead:
        return ()
    own = game.own[opponent]
    return tenpai_waits(own.hand, game.rules, own.waits)


def could_ron(game: Round, seat: int, tile: Tile, opponent: int) -> bool:
    """Whether an opponent could win on a tile that the seat would discard now."""
    table = copy(game.table)
    table.phase, table.turn, table.offer = Phase.CLAIM, seat, tile
    return why_not(SeatView(opponent, table, game.own[opponent]), ActionKind.RON) is None
