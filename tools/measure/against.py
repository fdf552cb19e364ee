"""Play our bots against an external program for long, and print what each gained, with intervals.

    NODE_PATH=FOLDER/node_modules python -m tools.measure.against FOLDER/tenhou.json --games 2000 --seed 3 \\
        --bots hayai:expert,majiang,majiang,majiang

``majiang`` is the player of @kobalab/majiang-ai behind ``majiang.js``. The games are those of ``furiten
arena`` with the same seed: only the programs are started once for all games of a process, because starting
them takes longer than playing. ``--out`` keeps a line for each game, and games that have one are not played
again; two such files of the same seed are compared wall by wall with ``--than``.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterable, Sequence
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import msgspec

import ai.arena.contest as arena
from ai.arena.contest import Contest, ContestCount
from ai.bot import Bot
from ai.bots import registry
from ai.mjai.external import ExternalBot, LineProcess
from ai.mjai.messages import Message
from engine.match import Match
from engine.own_rules import ruleset
from engine.wall import PLAYERS

NAME = "majiang"
_SCRIPT = Path(__file__).with_name("majiang.js")
_CENT = 100


def program(settings: str, node: str = "") -> str:
    """The command of majiang-ai with the ruleset in that file."""
    return f"mjai:node {node} {_SCRIPT} {settings}"


class LastingProgram(ExternalBot):
    """An external program that plays one game after another."""

    idle: list[LineProcess] = []  # noqa: RUF012 - one list for all games of this process

    def _started(self, seat: int) -> LineProcess:
        if not self.idle:
            return super()._started(seat)
        self._transcript.rewind()
        return self.idle.pop()

    def close(self) -> None:
        """Tell the program the end of the game, and keep it for the next one."""
        process, self._process = self._process, None
        self._closed = True
        if process is not None:
            for message in self._transcript.take_unsent():
                process.send(msgspec.json.encode({**message, "can_act": False}))
            self.idle.append(process)

    def _send(self, process: LineProcess, messages: Sequence[Message]) -> None:
        """Say of all that is past when the program is asked that it need not be thought of."""
        last = max([place for place, each in enumerate(messages) if each["type"] != "dora"], default=0)
        super()._send(process, [{**each, "past": True} for each in messages[:last]] + list(messages[last:]))


class Played(msgspec.Struct):
    """What a deal of four games came to; ``points`` and ``places`` are of each game, by name."""

    deal: int
    count: ContestCount
    points: dict[str, list[int]]
    places: dict[str, list[int]]


def play(bots: tuple[str, ...], rules: str, seed: int, command: str, deal: int) -> Played:
    """Play the four games of a deal."""
    rows: dict[str, list[tuple[int, int]]] = {name: [] for name in bots}

    def make(name: str, *, external: bool = False) -> Bot:
        return LastingProgram(command) if name == NAME else registry.make_bot(name, external=external)

    def counted(count: ContestCount, match: Match, seats: Sequence[arena.Tally]) -> None:
        arena_tally(count, match, seats)
        assert match.standings is not None
        for standing in match.standings:
            rows[match.names[standing.seat]].append((standing.points, standing.place))

    arena_tally = arena.tally_game
    setattr(arena, "make_bot", make)  # noqa: B010  what the module imported is replaced
    arena.tally_game = counted
    try:
        count = arena.play_deal(Contest(bots, PLAYERS * (deal + 1), seed, ruleset(rules)), deal)
    finally:
        setattr(arena, "make_bot", registry.make_bot)  # noqa: B010
        arena.tally_game = arena_tally
    return Played(
        deal,
        count,
        {name: [points for points, _ in found] for name, found in rows.items()},
        {name: [place for _, place in found] for name, found in rows.items()},
    )


def report(deals: Iterable[Played], rules: str) -> None:
    """Print the rates of each bot, and the points that it gained a game, without uma."""
    total, gained = ContestCount(), dict[str, list[float]]()
    start = ruleset(rules).start_points
    for deal in deals:
        total.add(deal.count)
        for name, points in deal.points.items():
            gained.setdefault(name, []).append(sum(points) / len(points) - start)
    print(f"{total.games} games, {total.hands} hands, {total.drawn / max(total.hands, 1):.1%} drawn")
    for name, tally in total.bots.items():
        found = tally.summary()
        print(
            f"{name:15} place {found['mean_place']:.3f} ±{found['place_ci95']:.3f} win {found['win']:.1%} "
            f"deal-in {found['deal_in']:.1%} riichi {found['riichi']:.1%} call {found['call']:.1%} "
            f"tenpai {found['tenpai_at_draw']:.1%} points {found['mean_win']} ms {found['ms_per_decision']} "
            f"p99 {found['p99_ms']} gained {interval(gained[name])} {tally.faults or ''}"
        )


def interval(values: Sequence[float], digits: int = 0) -> str:
    """Mean and half the 95 % interval."""
    mean = sum(values) / len(values)
    spread = sum((value - mean) ** 2 for value in values) / max(len(values) - 1, 1)
    half = 1.96 * math.sqrt(spread / len(values))
    return f"{mean:+.{digits}f} ±{half:.{digits}f}"


def compare(new: dict[int, Played], old: dict[int, Played]) -> None:
    """Print how much more each bot, by its seat in the list, gained than another did on the same walls."""
    both = sorted(new.keys() & old.keys())
    if not both:
        return
    for now, before in zip(new[both[0]].points, old[both[0]].points, strict=True):
        points = [mean(new[deal].points[now]) - mean(old[deal].points[before]) for deal in both]
        places = [_CENT * (mean(new[deal].places[now]) - mean(old[deal].places[before])) for deal in both]
        print(
            f"{now} than {before}: points {interval(points)}, place/100 {interval(places)}, {len(both)} deals"
        )


def mean(values: Sequence[int]) -> float:
    """The arithmetic mean."""
    return sum(values) / len(values)


def read(path: Path | None) -> dict[int, Played]:
    """The deals of a file, by number."""
    if path is None or not path.is_file():
        return {}
    lines = path.read_bytes().splitlines()
    return {deal.deal: deal for deal in (msgspec.json.decode(line, type=Played) for line in lines)}


def main() -> None:
    """Play, and print the report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("settings", help="the ruleset as JSON, for majiang.js")
    parser.add_argument("--bots", required=True)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("--rules", default="tenhou")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--node", default="")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--than", type=Path)
    wanted = parser.parse_args()
    bots = registry.split_bots(wanted.bots)
    command = program(wanted.settings, wanted.node)
    done = read(wanted.out)
    todo = [deal for deal in range(wanted.games // PLAYERS) if deal not in done]
    with get_context("spawn").Pool(wanted.jobs) as pool:
        for played in pool.imap_unordered(partial(play, bots, wanted.rules, wanted.seed, command), todo):
            done[played.deal] = played
            if wanted.out:
                with wanted.out.open("ab") as file:
                    file.write(msgspec.json.encode(played) + b"\n")
    report(done.values(), wanted.rules)
    compare(done, read(wanted.than))


if __name__ == "__main__":
    main()
