"""What is counted: hands with all tiles known, and what each possible discard would have led to.

Whenever a seat may choose between discards, each opponent who is tenpai and whose hand is not dead, and each
kind that may be discarded, make one sample: the ground on which the seat judges the tile, and whether the
opponent could ron it, which the engine is asked.
"""

from __future__ import annotations

from collections import Counter
from copy import copy
from dataclasses import dataclass, field
from enum import StrEnum

from ai.reading.safety import DangerFactor, Safety
from ai.reading.safety_reasons import SafetyReason, Tier
from engine.actions import ActionKind
from engine.options import why_not
from engine.round import Round
from engine.table import Phase
from engine.tenpai import tenpai_waits
from engine.tiles import KIND_OF, NAMES, Kind, Tile
from engine.view import SeatView
from tools.measure.looks import Seen, look_round
from tools.measure.tables import Table, hands


class Stage(StrEnum):
    """How many two-sided waits are left against the opponent."""

    MANY = "many"
    """12 or more."""
    SOME = "some"
    """8 to 11."""
    FEW = "few"
    """5 to 7."""
    LAST = "last"
    """Fewer than 5."""


_FROM = ((Stage.MANY, 12), (Stage.SOME, 8), (Stage.FEW, 5), (Stage.LAST, 0))
Case = tuple[SafetyReason, bool, Stage]
"""A ground, whether the opponent is in riichi, and how many two-sided waits are left."""


def stage_of(two_sided: float) -> Stage:
    """The stage with that many two-sided waits left, halves rounded up."""
    return next(stage for stage, least in _FROM if two_sided + 0.5 >= least)


PARTS = 1_000_000
"""Fractions are counted in millionths: integers are the same on every machine."""


@dataclass(slots=True)
class HandCount:
    """The samples of one hand: tiles, and those of them that could be won on."""

    name: str
    tiles: Counter[Case] = field(default_factory=Counter)
    wins: Counter[Case] = field(default_factory=Counter)
    factors: Counter[Case] = field(default_factory=Counter)
    """The sum of the factors by which few two-sided waits left raise the chance, in millionths."""
    chances: Counter[tuple[Tier, bool]] = field(default_factory=Counter)
    """The sum of the chances to deal in that the program reckons with, in millionths, by tier …"""
    tier_tiles: Counter[tuple[Tier, bool]] = field(default_factory=Counter)
    tier_wins: Counter[tuple[Tier, bool]] = field(default_factory=Counter)
    """… with the tiles, and those that could be won on."""
    alarm_tiles: Counter[tuple[DangerFactor, Case]] = field(default_factory=Counter)
    alarm_wins: Counter[tuple[DangerFactor, Case]] = field(default_factory=Counter)
    looks: Seen = field(default_factory=Counter)
    """Who looked tenpai, and was."""
    broken: list[str] = field(default_factory=list)
    """Tiles of the top tier that could have been won on, in words; there must be none."""


def measured_game(table: Table, seed: int, number: int) -> list[HandCount]:
    """Play one game of the measurement and count its hands; the same for the same numbers."""
    counts = [HandCount(f"game {number}, hand 1")]

    def count(game: Round) -> None:
        look_round(game, counts[-1].looks)
        for seat in game.acting:
            _count(game, seat, counts[-1])

    for _ in hands(table, seed, number, count):
        counts.append(HandCount(f"game {number}, hand {len(counts) + 1}"))
    return counts[:-1]


def _count(game: Round, seat: int, count: HandCount) -> None:
    """Count the samples of one decision, if it is one between discards."""
    menu = game.options(seat)
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
        known = safety.evidence(opponent)
        stage, factor = stage_of(known.two_sided), round(PARTS * known.multiplier)
        for kind, tile in tiles.items():
            found = safety.against(kind, opponent)
            won = kind in waits and could_ron(game, seat, tile, opponent)
            case = found.reason, riichi, stage
            count.tiles[case] += 1
            count.wins[case] += won
            count.factors[case] += factor
            count.chances[found.tier, riichi] += round(PARTS * found.chance)
            count.tier_tiles[found.tier, riichi] += 1
            count.tier_wins[found.tier, riichi] += won
            for alarm in found.danger_factors:
                count.alarm_tiles[alarm, case] += 1
                count.alarm_wins[alarm, case] += won
            if won and found.cannot_lose:
                count.broken.append(
                    f"{count.name} ({game.rules.name}), event {len(game.events)}: "
                    f"seat {seat} may discard {NAMES[tile]}, {found.reason} against seat {opponent}, "
                    f"who could win on it"
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
