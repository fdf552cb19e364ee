"""``python -m tools.measure.proofs``: every proof moment of bot games, looked at by the slow solver.

Half of the games are of beginners and regular bots, half of bots that slip now and then. Each proof is found
again from the events alone (``check_proofs``); one that is not is told, and then the exit code is 1.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from typing import NamedTuple

from ai.bot import Bot
from ai.bots.registry import make_bot
from ai.review.moments import MomentKind, proofs
from ai.worker_pool import map_unordered
from engine.match import Match
from engine.own_rules import ruleset
from engine.records.recorded_game import hands_of
from engine.view import mask
from engine.wall import PLAYERS
from tests.support.ai.bot_games import play_game
from tests.support.ai.reviewed_game import CarelessBot
from tests.support.ai.slow_solver.proof_moments import check_proofs
from tools.measure.opinions import BOTS

RULES: tuple[str, ...] = ("wrc", "tenhou", "ema")


class _Checked(NamedTuple):
    """The proofs of a game by kind, and those that the slow solver refuses."""

    kinds: Counter[MomentKind]
    wrong: list[str]


def check_game(seed: int) -> _Checked:
    """Play the game of that seed, and check its proofs for all seats."""
    rules = ruleset(RULES[seed // 2 % len(RULES)])
    names = [*BOTS[seed % PLAYERS :], *BOTS[: seed % PLAYERS]]
    bots: list[Bot] = [make_bot(name) for name in names]
    if seed % 2:
        bots = [CarelessBot(name, seed + seat) for seat, name in enumerate(names)]
    events = play_game(Match(rules, seed, names), bots)
    found = _Checked(Counter(), [])
    for seat in range(PLAYERS):
        for hand in hands_of([mask(event, seat) for event in events]):
            moments = proofs(rules, seat, hand)
            found.kinds.update(moment.kind for moment in moments)
            try:
                check_proofs(rules, seat, hand.events, hand.first - 1, moments)
            except AssertionError as error:
                found.wrong.append(f"seed {seed} seat {seat} hand {hand.number} {moments}: {error}")
    return found


def main() -> None:
    """Check the games, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--seed", type=int, default=4_100)
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    wanted = parser.parse_args()
    kinds, wrong = Counter[MomentKind](), list[str]()
    for _, found in map_unordered(check_game, range(wanted.seed, wanted.seed + wanted.games), wanted.jobs):
        kinds.update(found.kinds)
        wrong += found.wrong
        for line in found.wrong:
            print(line, flush=True)
    print(f"{wanted.games} games, {kinds.total()} proofs, {len(wrong)} wrong: {dict(kinds)}")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
