"""Play late hands on from scores that games arrive at: far more of them than whole games would give.

    NODE_PATH=FOLDER/node_modules python -m tools.measure.late_hands FOLDER/tenhou.json \\
        --bot mamori:expert --hand 7 --games 300 --starts 6000 --out NEW.json --than OLD.json

First one bot and three majiang-ai (``tools/measure/against.py``) play whole games, of which the scores at
the beginning of a hand are kept (``--hand``: 7 is South 4). From these scores games are played to their end,
each on a wall of its own and four times, with the bot in each seat: one that plays no better than majiang-ai
has a mean place of 2.5. ``--scores`` keeps the scores in a file, and uses those of a file that is there.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import msgspec

from engine.match import Match, order
from engine.own_rules import ruleset
from engine.round import Header
from engine.wall import PLAYERS
from tools.measure.against import NAME, interval
from tools.measure.choices import players_of

RULES = "tenhou"
_GAMES_PER_SEED = 1 << 20
"""So far apart lie the walls of two seeds."""
_STARTS = _GAMES_PER_SEED // 2
"""From here on lie the walls of games that are played on."""


class Ending(msgspec.Struct, frozen=True):
    """A game that was played on: from which start, and what came of it for the bot."""

    start: int
    seat: int
    before: int
    """The place at the start."""
    place: int
    points: int
    """Points won or lost from the start to the end."""


def scores_of(settings: str, bot: str, seed: int, hand: int, game: int) -> Header | None:
    """What the hand of that number begins with in one game; None if the game ends before."""
    names = [bot if seat == game % PLAYERS else NAME for seat in range(PLAYERS)]
    match = Match(ruleset(RULES), seed * _GAMES_PER_SEED + game, names)
    headers = _play(match, names, settings)
    return next((header for header in headers if header.number == hand), None)


def played_on(settings: str, bot: str, seed: int, job: tuple[int, int, Header]) -> Ending:
    """Play one game on to its end, with the bot in one seat."""
    start, seat, header = job
    names = [bot if each == seat else NAME for each in range(PLAYERS)]
    match = Match(ruleset(RULES), seed * _GAMES_PER_SEED + _STARTS + start, names, first=header)
    _play(match, names, settings)
    assert match.standings is not None
    standing = next(each for each in match.standings if each.seat == seat)
    before = order(header.scores).index(seat) + 1
    return Ending(start, seat, before, standing.place, standing.points - header.scores[seat])


def _play(match: Match, names: Sequence[str], settings: str) -> list[Header]:
    """Play to the end of the game; what each of its hands began with."""
    players = players_of(names, settings)
    headers = []
    while match.standings is None:
        headers.append(match.header)
        while match.acting:
            match.step({seat: players.choose(match, seat) for seat in match.acting})
        match.proceed()
    players.close(match)
    return headers


def by_start(endings: Sequence[Ending], values: Sequence[float]) -> list[float]:
    """The mean of each start, whose four games lie on one wall."""
    sums: dict[int, list[float]] = {}
    for ending, value in zip(endings, values, strict=True):
        sums.setdefault(ending.start, []).append(value)
    return [sum(each) / len(each) for each in sums.values()]


def report(what: str, endings: Sequence[Ending], places: Sequence[float], points: Sequence[float]) -> None:
    """Print means with intervals, and the mean by the place at the start."""
    of_place = []
    for before in range(1, PLAYERS + 1):
        rows = [place for ending, place in zip(endings, places, strict=True) if ending.before == before]
        of_place.append(f"{sum(rows) / max(len(rows), 1):+.3f}")
    print(
        f"{what}: {len(endings)} games, place {interval(by_start(endings, places), 4)}, "
        f"points {interval(by_start(endings, points))}, place by start {' '.join(of_place)}"
    )


def compare(new: Sequence[Ending], old: Sequence[Ending]) -> None:
    """Print how the endings differ from others of the same starts."""
    known = {(ending.start, ending.seat): ending for ending in old}
    both = [ending for ending in new if (ending.start, ending.seat) in known]
    before = [known[ending.start, ending.seat] for ending in both]
    places = [float(now.place - then.place) for now, then in zip(both, before, strict=True)]
    points = [float(now.points - then.points) for now, then in zip(both, before, strict=True)]
    if both:
        report("more than the other", both, places, points)


def main() -> None:
    """Play, and print the report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("settings", help="the ruleset as JSON, for majiang.js")
    parser.add_argument("--bot", required=True)
    parser.add_argument("--hand", type=int, default=7)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--starts", type=int, default=6000, help="games that are played on")
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--scores", type=Path)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--than", type=Path)
    wanted = parser.parse_args()
    with get_context("spawn").Pool(wanted.jobs) as pool:
        if wanted.scores and wanted.scores.is_file():
            headers = msgspec.json.decode(wanted.scores.read_bytes(), type=list[Header])
        else:
            one = partial(scores_of, wanted.settings, wanted.bot, wanted.seed, wanted.hand)
            headers = [header for header in pool.imap(one, range(wanted.games)) if header is not None]
        if not headers:
            sys.exit(f"no game came to hand {wanted.hand}")
        if wanted.scores:
            wanted.scores.write_bytes(msgspec.json.encode(headers))
        jobs = [
            (start, seat, headers[start % len(headers)])
            for start in range(wanted.starts // PLAYERS)
            for seat in range(PLAYERS)
        ]
        endings = pool.map(partial(played_on, wanted.settings, wanted.bot, wanted.seed), jobs, chunksize=8)
    if wanted.out:
        wanted.out.write_bytes(msgspec.json.encode(endings))
    places, points = [float(each.place) for each in endings], [float(each.points) for each in endings]
    report(wanted.bot, endings, places, points)
    if wanted.than:
        compare(endings, msgspec.json.decode(wanted.than.read_bytes(), type=list[Ending]))


if __name__ == "__main__":
    main()
