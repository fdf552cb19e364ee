"""``make judge-riichi``: what declaring with a furiten wait brings, against silence and another wait.

Positions come by turns from hands of bots, in which one seat lets wins pass and stays silent, and from hands
made for the purpose. Each is judged in three steps:

- *Screening*: a few deals of the hidden tiles, more while it may still be worth it, tell which change is the
  best one, and how many deals it would take to be certain. They count for nothing else.
- *Judging*: that many fresh deals, fixed beforehand. Every choice is played with the same ones, and a
  position is kept when the best choice is ahead of each other one by LEAST_LEAD points on average, and the
  99 % interval of each lead is clear of zero. The intervals that are shown are those of 95 %; among the
  hundreds of positions that are judged a few would pass at 95 % by luck.
- *Confirming*: so far all hands were played by quick players (``ai.rollouts.guard``). With other deals the
  bots that people play against take the three other seats. Where they say for certain, at 95 %, that another
  choice is better, the position is not kept.

After the choice the seat plays on like a quick player too: in riichi it is locked; in silence it may take a
better wait that it draws, and declare riichi with one that is not furiten, or fold; a wait that was changed
to in silence is never declared.

A candidate follows from its number, a judgement from the position, the seed and the number of deals that are
kept with it. A run that was broken off goes on where its log ends. In the end what was kept is written to the
assets. The positions that stand there were found while sources, sizes and quotas were still being set: a run
from the start finds others.
"""

from __future__ import annotations

import argparse
import math
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from statistics import fmean

import msgspec

from ai.bot import Bot
from ai.bots.registry import make_bot
from ai.drills.compact_events import write
from ai.drills.judged_positions import FILE, Head, JudgedChoice, JudgedPosition
from ai.rollouts.guard import Guard
from ai.rollouts.hidden_tiles import NoDeal
from ai.rollouts.paired import PairedRollouts, Variation
from ai.rollouts.point_sample import Z_99, sample
from ai.seat_position import SeatPosition
from engine.legal.wins import refuse_tsumo
from engine.tiles import MJAI
from engine.wall import PLAYERS
from tests.measure.riichi_candidates import SEED, Option, candidate, choices
from tests.support.fresh_interpreter import ROOT

VERSION = 1
ASSET = ROOT.joinpath("assets", *FILE)
LOG = ROOT / "build" / "judged-riichi.jsonl"

LEAST_LEAD = 150
"""Points; less is not worth knowing."""
PROBES = 40
"""Deals that tell which of several changes is the best."""
SCREENS: tuple[int, ...] = (120, 300)
"""Deals that a position is screened with, the larger number if the smaller leaves hope."""
SIZES: tuple[int, ...] = (400, 700, 1_000, 1_500)
"""Deals that a position is judged with."""
CONFIRMED = 120
"""Deals that the bots play which people play against."""
HOUSE: tuple[str, ...] = ("hayai", "mamori", "takame")
POWER = 1.0
"""Standard errors more than needed: so certain it should be that a sample will do."""
BATCH = 32
"""Candidates that are looked at with the same wishes."""
FIRST = 4
"""Results that are kept of each choice."""
QUOTAS: dict[str, int] = {"declare": 46, "silent": 24, "change": 40, "tsumo": 12}
"""Positions wanted with each choice as the best."""
LEAST_CHOICES = 3
"""Where the drawn tile wins there is hardly ever a change: the hand goes on waiting for what is thrown."""


# -- judging -------------------------------------------------------------------------------------------


class Table(PairedRollouts):
    """One position and its options. The seat plays on quickly, in silence if the option says so."""

    def __init__(
        self,
        moment: SeatPosition,
        seed: int,
        compared: Sequence[Option],
        others: Sequence[Bot] = (Guard(),) * 3,
    ) -> None:
        variations = []
        for option in compared:
            around = [Guard(silent=option.silent), *others]
            players = [around[(seat - moment.seat) % PLAYERS] for seat in range(PLAYERS)]
            variations.append(Variation(option.action, players))
        super().__init__(moment, variations, seed)
        self.compared = list(compared)

    def keep(self, places: Iterable[int]) -> None:
        """Forget the options but these."""
        kept = list(places)
        super().keep(kept)
        self.compared = [self.compared[place] for place in kept]


def screened(moment: SeatPosition, seed: int, enough: Collection[str]) -> tuple[list[Option], int] | str:
    """The choices to judge, the best first, and how many deals that takes; or why it is not worth it.

    ``enough`` are choices of which no more are wanted as the best.
    """
    table = Table(moment, seed, choices(moment.view()))
    if len({option.id for option in table.compared}) < LEAST_CHOICES:
        return "no choice"
    table.play(PROBES)
    table.keep(_best_of_each(table))
    for deals in SCREENS:
        table.play(deals)
        if table.compared[table.order()[0]].id in enough:
            return "enough"
        needed = 0.0
        for lead, deviation in table.leads():
            if lead + deviation / math.sqrt(deals) < LEAST_LEAD:
                return "undecided"
            needed = max(needed, ((Z_99 + POWER) * deviation / max(lead, LEAST_LEAD)) ** 2)
        if needed <= SIZES[0]:
            break
    size = next((size for size in SIZES if needed <= size), None)
    return "undecided" if size is None else ([table.compared[place] for place in table.order()], size)


def _best_of_each(table: Table) -> Iterator[int]:
    """The best choice of each name."""
    seen: set[str] = set()
    for place in table.order():
        if table.compared[place].id not in seen:
            seen.add(table.compared[place].id)
            yield place


def judge(
    number: int, moment: SeatPosition, compared: Sequence[Option], deals: int, seed: int
) -> JudgedPosition:
    """Play the choices with fresh deals; the best comes first."""
    table = Table(moment, seed, compared)
    table.play(deals)
    best, *others = table.order()
    return JudgedPosition(
        number=number,
        rules=moment.rules.name,
        seat=moment.seat,
        events=write(moment.seat, moment.events),
        choices=(_choice(table, best, None), *(_choice(table, place, best) for place in others)),
        hands=deals,
        seed=seed,
    )


def _choice(table: Table, place: int, best: int | None) -> JudgedChoice:
    option, points, results = table.compared[place], table.points(place), table.results[place]
    assert option.action.tile is not None
    sure = None if best is None else table.difference(best, place, Z_99)
    return JudgedChoice(
        id=option.id,
        action=option.action.kind,
        tile=MJAI[option.action.tile],
        tsumogiri=option.action.tsumogiri,
        silent=option.silent,
        points=sample(points),
        behind=None if best is None else table.difference(best, place),
        behind_99=None if sure is None else (sure.low, sure.high),
        won=round(fmean(played.won for played in results), 3),
        dealt_in=round(fmean(played.dealt_in for played in results), 3),
        first=tuple(points[:FIRST]),
    )


def confirmed(found: JudgedPosition, compared: Sequence[Option]) -> JudgedPosition | None:
    """The position with the leads that the bots of the house find; None where they say otherwise."""
    table = Table(found.moment(), -found.number - 1, compared, [make_bot(name) for name in HOUSE])
    table.play(CONFIRMED)
    by_id = {option.id: table.points(place) for place, option in enumerate(table.compared)}
    told = [found.best]
    for choice in found.choices[1:]:
        lead = sample([a - b for a, b in zip(by_id[found.best.id], by_id[choice.id], strict=True)])
        if lead.high < 0:
            return None
        told.append(msgspec.structs.replace(choice, house=lead))
    return msgspec.structs.replace(found, choices=tuple(told))


def stands_apart(found: JudgedPosition) -> bool:
    """Whether the best choice is certain, and worth knowing."""
    behind = [(choice.behind, choice.behind_99) for choice in found.choices[1:]]
    return all(lead and sure and lead.mean >= LEAST_LEAD and sure[0] > 0 for lead, sure in behind)


# -- the run -------------------------------------------------------------------------------------------


class Line(msgspec.Struct, omit_defaults=True):
    """What became of a candidate."""

    number: int
    fate: str
    judged: JudgedPosition | None = None

    @property
    def kept(self) -> JudgedPosition | None:
        """The position, if it was kept."""
        return self.judged if self.fate == "kept" else None


def look(number: int, have: Counter[str]) -> Line:
    """Screen and judge one candidate; ``have`` are the positions kept so far by their best choice."""
    enough = {id for id, quota in QUOTAS.items() if have[id] >= quota}
    moment = candidate(number)
    if moment is None:
        return Line(number, "none")
    if "tsumo" in enough and refuse_tsumo(moment.view()) is None:
        return Line(number, "enough")
    try:
        found = screened(moment, 2 * number, enough)
        if isinstance(found, str):
            return Line(number, found)
        done = judge(number, moment, *found, 2 * number + 1)
        if not stands_apart(done):
            return Line(number, "doubtful", done)
        sure = confirmed(done, found[0])
        return Line(number, "disputed", done) if sure is None else Line(number, "kept", sure)
    except NoDeal:
        return Line(number, "no deal")


def run(log: Path, until: int, jobs: int) -> list[Line]:
    """Look at one batch of candidates after the other until there are enough, from where the log ends.

    What is wanted is settled before each batch, so that the number of processes changes nothing.
    """
    lines = [msgspec.json.decode(line, type=Line) for line in log.read_bytes().splitlines()]
    with log.open("ab") as stream, get_context("spawn").Pool(jobs) as pool:
        while len(lines) < until:
            start = len(lines) // BATCH * BATCH
            have = Counter(line.kept.best.id for line in lines[:start] if line.kept)
            if all(have[id] >= quota for id, quota in QUOTAS.items() if id != "tsumo"):
                break
            batch = range(len(lines), min(start + BATCH, until))
            for line in pool.imap(partial(look, have=have), batch):
                lines.append(line)
                stream.write(msgspec.json.encode(line) + b"\n")
                stream.flush()
                print(line.number, line.fate, line.judged.best.id if line.judged else "", flush=True)
    return lines


def save(lines: Sequence[Line]) -> None:
    """Write the positions that were kept."""
    fates = Counter(line.fate for line in lines)
    kept = [line.kept for line in lines if line.kept]
    head = Head(
        version=VERSION,
        bots=f"{Guard.name} (ai/rollouts/guard.py), confirmed by {', '.join(HOUSE)}",
        seed=SEED,
        candidates=len(lines) - fates["none"],
        judged=fates["kept"] + fates["doubtful"] + fates["disputed"],
        kept=len(kept),
    )
    ASSET.parent.mkdir(exist_ok=True)
    ASSET.write_bytes(b"".join(msgspec.json.encode(line) + b"\n" for line in (head, *kept)))


def main() -> None:
    """Judge positions and write them."""
    parser = argparse.ArgumentParser(prog="make judge-riichi ARGS=", description=__doc__)
    parser.add_argument("--log", type=Path, default=LOG, help="what was found so far")
    parser.add_argument("--until", type=int, default=10_000, help="candidates to look at, at most")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    wanted = parser.parse_args()
    wanted.log.parent.mkdir(exist_ok=True)
    wanted.log.touch()
    save(run(wanted.log, wanted.until, wanted.jobs))


if __name__ == "__main__":
    main()
