"""How many han luck adds to a win in riichi: prints ``EXTRA_HAN`` of ``ai/bots/uncertain_points.py``.

    NODE_PATH=FOLDER/node_modules python -m tests.measure.extra_han FOLDER/tenhou.json --hands 1500 --jobs 2

Four majiang-ai (``tests/measure/against.py``) play the first hand of so many games. Luck is tsumo, ippatsu
and ura dora.
"""

from __future__ import annotations

import argparse
from collections import Counter
from functools import partial
from multiprocessing import get_context

from engine.match import Match
from engine.rules import ruleset
from engine.score import Score
from engine.score.yaku import URA_DORA
from engine.wall import PLAYERS
from tests.measure.against import NAME
from tests.measure.choices import players_of

LUCK = ("menzen-tsumo", "ippatsu", URA_DORA)
MOST = 3
"""So many han and more are one group."""
_GAMES_PER_SEED = 1 << 20
"""So far apart lie the walls of two seeds."""


def extra_han(score: Score) -> int:
    """The han of a win that come of luck."""
    return sum(item.han for item in score.yaku if item.name in LUCK)


def played(settings: str, seed: int, number: int) -> list[int]:
    """The han of luck of the wins in riichi in one hand; the same for the same numbers."""
    names = [NAME] * PLAYERS
    match = Match(ruleset("tenhou"), seed * _GAMES_PER_SEED + number, names)
    players = players_of(names, settings)
    while match.acting:
        match.step({seat: players.choose(match, seat) for seat in match.acting})
    players.close(match)
    outcome, seats = match.round.outcome, match.round.table.seats
    assert outcome is not None
    wins = [win for win in outcome.wins if seats[win.winner].riichi and not win.score.yakuman]
    return [extra_han(win.score) for win in wins]


def main() -> None:
    """Play and count."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("settings", help="the ruleset as JSON, for majiang.js")
    parser.add_argument("--hands", type=int, default=1500)
    parser.add_argument("--seed", type=int, default=37)
    parser.add_argument("--jobs", type=int, default=1)
    wanted = parser.parse_args()
    counted: Counter[int] = Counter()
    with get_context("spawn").Pool(wanted.jobs) as pool:
        hands = partial(played, wanted.settings, wanted.seed)
        for wins in pool.imap_unordered(hands, range(wanted.hands), chunksize=8):
            counted.update(min(each, MOST) for each in wins)
    total = counted.total()
    chances = ", ".join(f"{counted[extra] / max(total, 1):.2f}" for extra in range(MOST + 1))
    print(f"EXTRA_HAN = ({chances})  # {total} wins")


if __name__ == "__main__":
    main()
