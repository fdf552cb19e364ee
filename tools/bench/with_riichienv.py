"""What ``riichienv`` does: a whole engine in Rust, driven from Python."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import riichienv
from riichienv.agents import RandomAgent

from engine.hand import MeldKind
from engine.score import Win
from engine.tiles import COPIES, EAST, Kind
from engine.wall import PLAYERS
from tools.bench.hands import Spread

NAME = "riichienv (Rust)"
MELDS = {MeldKind.CHI: riichienv.MeldType.Chi, MeldKind.PON: riichienv.MeldType.Pon}
RED = (16, 52, 88)
"""Numbers that are red fives there: only the fourth of a hand is one here."""
WINDS = (riichienv.Wind.East, riichienv.Wind.South, riichienv.Wind.West, riichienv.Wind.North)

shanten = riichienv.calculate_shanten


def waits(hand: list[int]) -> tuple[Kind, ...]:
    """Waits, of tile numbers."""
    return tuple(sorted(tile // COPIES for tile in riichienv.HandEvaluator(hand).get_waits()))


def win(win: Win) -> tuple[Any, ...]:
    """The arguments that it takes for that win: tiles without the winning one."""
    spread = Spread(win)
    melds = [
        riichienv.Meld(MELDS[meld.kind], tiles, True)
        for meld, tiles in zip(win.melds, spread.melds, strict=True)
    ]
    conditions = riichienv.Conditions(
        tsumo=win.tsumo,
        riichi=bool(win.riichi),
        player_wind=WINDS[win.seat_wind - EAST],
        round_wind=WINDS[win.round_wind - EAST],
    )
    concealed = [tile for tile in spread.concealed if tile != spread.winning]
    return concealed, melds, spread.winning, spread.dora, conditions


def score(arguments: tuple[Any, ...]) -> Any:
    """Its answer."""
    concealed, melds, winning, dora, conditions = arguments
    return riichienv.HandEvaluator(concealed, melds).calc(winning, dora, conditions)


def red_fives(arguments: tuple[Any, ...]) -> int:
    """How many tiles of these arguments are red there, and ordinary ones here."""
    concealed, melds = arguments[:2]
    tiles = [concealed, *(meld.tiles for meld in melds)]
    return sum(group.count(five) for group in tiles for five in RED)


def throw(observation: Any) -> Any:
    """Throw the drawn tile, claim nothing."""
    actions = observation.legal_actions()
    kinds = riichienv.ActionType
    skip = next((action for action in actions if action.action_type == kinds.PASS), None)
    if skip is not None:
        return skip
    thrown = [action for action in actions if action.action_type == kinds.DISCARD]
    return thrown[-1]


def hand(seed: int) -> None:
    """A hand in which everybody throws the drawn tile."""
    env = riichienv.RiichiEnv(game_mode="4p-red-single", seed=seed)
    observations = env.reset()
    while not env.done():
        observations = env.step({seat: throw(seen) for seat, seen in observations.items()})


def random_hand(seed: int) -> None:
    """A hand in which everybody does anything."""
    env = riichienv.RiichiEnv(game_mode="4p-red-single", seed=seed)
    agent = RandomAgent(seed=seed)
    observations = env.reset()
    while not env.done():
        observations = env.step({seat: agent.act(seen) for seat, seen in observations.items()})


def follow(path: Path) -> None:
    """Walk through a record, seat by seat, as its options come up."""
    for hand in riichienv.MjaiReplay.from_jsonl(str(path)).take_kyokus():
        for seat in range(PLAYERS):
            for observation, _ in hand.steps(seat, skip_single_action=False):
                observation.legal_actions()
