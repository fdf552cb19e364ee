"""How often players who look tenpai are: what the turns in ``ai.reading.tenpai_estimate`` are taken from.

Bots play with all hands known. Whenever a seat is about to discard, each opponent out of riichi is a sample:
the level that the seat reads, and whether the opponent is tenpai. The samples of a hand make one cluster::

    python -m tests.measure.looks --hands 3000 --seed 1
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator

from ai.bots.registry import make_bot
from ai.reading.tenpai_estimate import Likelihood, tenpai_estimates
from engine.match import Match
from engine.round import Round
from engine.rules import PRESETS
from engine.table import Phase
from engine.tenpai import tenpai_waits
from engine.wall import PLAYERS
from tests.measure.estimate import Sums

BOTS = ("hayai", "mamori", "takame")
RULES = ("tenhou", "wrc")
LEVELS = (Likelihood.LIKELY, Likelihood.POSSIBLE, None)

Seen = Counter[tuple[Likelihood | None, bool]]
"""Samples by level and whether the player was tenpai."""


def hands(seed: int) -> Iterator[Seen]:
    """The samples of one hand after the other, of games without end."""
    number = 0
    while True:
        match = Match(PRESETS[RULES[number % len(RULES)]], seed * 1_000_000 + number)
        bots = [make_bot(BOTS[(seat + number) % len(BOTS)]) for seat in range(PLAYERS)]
        number += 1
        while match.standings is None:
            seen: Seen = Counter()
            while match.acting:
                look_round(match.round, seen)
                menus = {seat: match.round.options(seat) for seat in match.acting}
                match.step({seat: bots[seat].choose(menu.view, menu) for seat, menu in menus.items()})
            yield seen
            match.proceed()


def look_round(game: Round, seen: Seen) -> None:
    """Count what the seat that has to discard reads of the others."""
    table = game.table
    if table.phase is not Phase.TURN:
        return
    levels = {look.seat: look.level for look in tenpai_estimates(game.view(table.turn))}
    for seat, player in enumerate(table.seats):
        if seat != table.turn and not player.riichi:
            own = game.own[seat]
            seen[levels.get(seat), bool(tenpai_waits(own.hand, table.rules, own.waits))] += 1


def main() -> None:
    """Play as many hands as asked for and print one line for each level."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.measure.looks", description="Who looks tenpai, and is."
    )
    parser.add_argument("--hands", type=int, default=3_000)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    counted = [seen for seen, _ in zip(hands(wanted.seed), range(wanted.hands), strict=False)]
    print(f"{wanted.hands} hands, seed {wanted.seed}: level, players seen, tenpai, 95 % interval")
    for level in LEVELS:
        sums = Sums.of((seen[level, True] + seen[level, False], seen[level, True]) for seen in counted)
        low, high = sums.interval
        name = level.value if level else "neither"
        print(f"{name:10}{sums.tiles:10,}{sums.rate:8.1%}   {low:.1%} to {high:.1%}")


if __name__ == "__main__":
    main()
