"""Positions judged by play: which choice brings most, by how much, and how certain that is.

``make judge-riichi`` and ``make judge-push-fold`` find their candidates each in its own way. A candidate is
judged in four steps:

- *Screening*: a few deals of the hidden tiles, more while it may still be worth it, tell which variation of
  each choice is the best one, and how many deals it would take to be certain. They count for nothing else.
- *Judging*: that many fresh deals, fixed beforehand. Every choice is played with the same ones, and a
  position is kept when the best choice is ahead of each other one by LEAST_LEAD points on average, and the
  99 % interval of each lead is clear of zero. The intervals that are shown are those of 95 %; among the
  hundreds of positions that are judged a few would pass at 95 % by luck.
- *Confirming*: so far all hands were played by quick players (``tools.measure.guard``). With other deals the
  bots that people play against take the three other seats. Where another choice is better on average there,
  the position is not kept: both must agree.
- *Other presets*, with ``--elsewhere``: what was kept is judged with fresh deals under every other preset
  under which it can come about as well. Where the same choice is best beyond doubt it can be asked under that
  preset too.

A candidate follows from its number, a judgement from the position, the seed and the number of deals that are
kept with it. A run that was broken off goes on where its log ends. In the end what was kept is written to the
assets. The positions that stand there were found while sources, sizes and quotas were still being set: a run
from the start finds others.
"""

from __future__ import annotations

import argparse
import math
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from statistics import fmean, stdev
from typing import NamedTuple

import msgspec

from ai.bot import Bot
from ai.bots.registry import make_bot
from ai.drills.compact_events import write
from ai.drills.judged_positions import JudgedChoice
from ai.rollouts import Z_95, Z_99, NoDeal, PairedRollouts, PlayedHand, PointSample, Stance, Variation, sample
from ai.seat_position import SeatPosition
from engine import events as ev
from engine.actions import Action
from engine.rules import PRESETS, Ruleset
from engine.tiles import COPIES, KIND_OF, MJAI, RED_FIVES
from engine.view import SeatView
from engine.wall import PLAYERS
from tests.support.fresh_interpreter import ROOT
from tools.measure.guard import Guard
from tools.positions.judged_files import Head, JudgedPosition, action_of

LEAST_LEAD = 150
"""Points; less is not worth knowing."""
PROBES = 40
"""Deals that tell which of several variations of a choice is the best."""
ELSEWHERE = 150
"""Least deals that a position is judged with under another preset."""
HOUSE: tuple[str, ...] = ("hayai", "mamori", "takame")
POWER = 1.0
"""Standard errors more than needed: so certain it should be that a sample will do."""
BATCH = 32
"""Candidates that are looked at with the same wishes."""
FIRST = 4
"""Results that are kept of each choice."""


@dataclass(frozen=True, slots=True)
class Option:
    """A choice that can be played: the action, and how the seat plays on."""

    id: str
    action: Action
    silent: bool = False
    """Whether the seat keeps from riichi ever after."""
    stance: Stance = Stance.REASON
    """What it does against a riichi."""


Look = Callable[[SeatView], int]
"""One thing that a player may look at to guess an answer."""


def nothing(view: SeatView) -> int:
    """Who always answers the same looks at nothing."""
    return 0


def tens_left(view: SeatView) -> int:
    """Tens of tiles left in the wall."""
    return view.table.live // 10


def own_discards(view: SeatView) -> int:
    """Threes of own discards."""
    return len(view.me.pond) // 3


LOOKS: tuple[Look, ...] = (nothing, tens_left, own_discards)
"""What any position shows. Functions of a module, for other processes."""


@dataclass(frozen=True, slots=True)
class Judging:
    """What is judged, and how thoroughly. Its functions are those of a module, for other processes."""

    name: str
    version: int
    """One more whenever hands may be played otherwise than before."""
    seed: int
    file: tuple[str, ...]
    """The path in the assets."""
    candidate: Callable[[int], SeatPosition | None]
    """The position of that number; None when the number gives none."""
    choices: Callable[[SeatView], list[Option]]
    """All that is compared; several variations of a choice may be among them."""
    sort: Callable[[SeatView, str], str]
    """The sort of a position in which that choice is the best."""
    quotas: Mapping[str, int]
    """Positions wanted of each sort."""
    needed: Collection[str]
    """Sorts whose quota must be filled before the run ends."""
    least_choices: int
    screens: tuple[int, ...]
    """Deals that a position is screened with, the larger number if the smaller leaves hope."""
    sizes: tuple[int, ...]
    """Deals that a position is judged with."""
    confirmed: int
    """Deals that the bots play which people play against."""
    skips: Callable[[SeatView, Collection[str]], bool]
    """Whether a candidate is passed over, of some sorts no more being wanted."""
    looks: tuple[Look, ...] = LOOKS
    """No one of these may tell the answer of those that are written."""

    @property
    def asset(self) -> Path:
        """The file that is written."""
        return ROOT.joinpath("assets", *self.file)

    @property
    def log(self) -> Path:
        """What was found so far."""
        return ROOT / "build" / f"judged-{self.name}.jsonl"


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
            around = [Guard(silent=option.silent, stance=option.stance), *others]
            players = [around[(seat - moment.seat) % PLAYERS] for seat in range(PLAYERS)]
            variations.append(Variation(option.action, players))
        # positions were judged before hidden hands could be tenpai in silence: deals stay comparable
        super().__init__(moment, variations, seed, silent=False)
        self.compared = list(compared)
        self.results: list[list[PlayedHand]] = [[] for _ in variations]
        """What each option brought, deal by deal."""

    def play(self, deals: int) -> None:
        """Play each choice until it has been played with so many deals. Raises NoDeal."""
        for number in range(len(self.results[0]), deals):
            for results, played in zip(self.results, self.play_deal(number), strict=True):
                results.append(played)

    def points(self, place: int) -> list[int]:
        """What a choice brought, deal by deal."""
        return [played.points for played in self.results[place]]

    def difference(self, better: int, other: int, z: float = Z_95) -> PointSample:
        """By how much one choice was ahead of another with the same deals."""
        return sample(self._ahead(better, other), z)

    def order(self) -> list[int]:
        """The choices, the best first."""
        return sorted(range(len(self.variations)), key=lambda place: -fmean(self.points(place)))

    def keep(self, places: Iterable[int]) -> None:
        """Forget the options but these."""
        kept = list(places)
        self.compared = [self.compared[place] for place in kept]
        self.variations = [self.variations[place] for place in kept]
        self.results = [self.results[place] for place in kept]

    def leads(self) -> Iterator[tuple[float, float]]:
        """Lead of the best choice over each other one, and the standard deviation of one deal."""
        best, *others = self.order()
        for place in others:
            ahead = self._ahead(best, place)
            yield fmean(ahead), stdev(ahead)

    def _ahead(self, better: int, other: int) -> list[int]:
        return [a - b for a, b in zip(self.points(better), self.points(other), strict=True)]


def screened(
    judging: Judging, moment: SeatPosition, seed: int, enough: Collection[str]
) -> tuple[list[Option], int] | str:
    """The choices to judge, the best first, and how many deals that takes; or why it is not worth it.

    ``enough`` are sorts of which no more are wanted.
    """
    table = Table(moment, seed, judging.choices(moment.view()))
    if len({option.id for option in table.compared}) < judging.least_choices:
        return "no choice"
    table.play(PROBES)
    table.keep(_best_of_each(table))
    for deals in judging.screens:
        table.play(deals)
        if judging.sort(moment.view(), table.compared[table.order()[0]].id) in enough:
            return "enough"
        needed = 0.0
        for lead, deviation in table.leads():
            if lead + deviation / math.sqrt(deals) < LEAST_LEAD:
                return "undecided"
            needed = max(needed, ((Z_99 + POWER) * deviation / max(lead, LEAST_LEAD)) ** 2)
        if needed <= judging.sizes[0]:
            break
    size = next((size for size in judging.sizes if needed <= size), None)
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
        stance=option.stance,
        points=sample(points),
        behind=None if best is None else table.difference(best, place),
        behind_99=None if sure is None else (sure.low, sure.high),
        won=round(fmean(played.won for played in results), 3),
        dealt_in=round(fmean(played.dealt_in for played in results), 3),
        first=tuple(points[:FIRST]),
    )


def confirmed(found: JudgedPosition, compared: Sequence[Option], deals: int) -> JudgedPosition | None:
    """The position with the leads that the bots of the house find; None where they say otherwise."""
    table = Table(found.moment(), -found.number - 1, compared, [make_bot(name) for name in HOUSE])
    table.play(deals)
    by_id = {option.id: table.points(place) for place, option in enumerate(table.compared)}
    told = [found.best]
    for choice in found.choices[1:]:
        lead = sample([a - b for a, b in zip(by_id[found.best.id], by_id[choice.id], strict=True)])
        if lead.mean <= 0:
            return None
        told.append(msgspec.structs.replace(choice, house=lead))
    return msgspec.structs.replace(found, choices=tuple(told))


def stands_apart(found: JudgedPosition) -> bool:
    """Whether the best choice is certain, and worth knowing."""
    behind = [(choice.behind, choice.behind_99) for choice in found.choices[1:]]
    return all(lead and sure and lead.mean >= LEAST_LEAD and sure[0] > 0 for lead, sure in behind)


# -- other presets -------------------------------------------------------------------------------------


def under(rules: Ruleset, moment: SeatPosition) -> SeatPosition | None:
    """The same tiles under another preset; None where they cannot lie like that, or a kan was made.

    All begin with the points of that preset. A plain five is always possible while a red one is hidden; an
    indicator after a kan may have to be turned at another time.
    """
    start, *others = moment.events
    assert isinstance(start, ev.StartKyoku)
    if any(event.is_kan for event in others):
        return None
    if len(set(start.scores)) != 1 or not _has_tiles(rules, moment.view()):
        return None
    start = msgspec.structs.replace(start, scores=[rules.start_points] * PLAYERS)
    return SeatPosition(rules, moment.seat, (start, *others))


def _has_tiles(rules: Ruleset, view: SeatView) -> bool:
    """Whether so many red and plain fives are in the set."""
    seen = Counter(view.visible())
    return all(
        seen[red] <= reds and seen[KIND_OF[red]] <= COPIES - reds
        for red, reds in zip(RED_FIVES, rules.red_fives, strict=True)
    )


class Elsewhere(msgspec.Struct):
    """What a position that was kept is under other presets."""

    number: int
    judged: tuple[JudgedPosition, ...]


def elsewhere(found: JudgedPosition) -> Elsewhere:
    """The position under every other preset under which the same choice is best beyond doubt."""
    return Elsewhere(found.number, tuple(_elsewhere(found)))


def _elsewhere(found: JudgedPosition) -> Iterator[JudgedPosition]:
    for number, rules in enumerate(PRESETS.values(), 1):
        moment = None if rules.name == found.rules else under(rules, found.moment())
        if moment is None:
            continue
        try:
            compared = replayed(found, moment.view())
            other = judge(found.number, moment, compared, _enough(found), found.seed * BATCH + number)
        except (NoDeal, ValueError):
            continue
        if other.best.id == found.best.id and stands_apart(other):
            yield other


def _enough(found: JudgedPosition) -> int:
    """Deals after which the leads that were found would be certain again, at least ELSEWHERE."""
    needed = ELSEWHERE
    for choice in found.choices[1:]:
        assert choice.behind is not None
        error = (choice.behind.high - choice.behind.low) / 2 / Z_95
        needed = max(needed, math.ceil(found.hands * ((Z_99 + POWER) * error / choice.behind.mean) ** 2))
    return min(needed, found.hands)


def replayed(found: JudgedPosition, view: SeatView) -> list[Option]:
    """The choices of a judged position, to be played again. Raises ValueError if one is not legal."""
    return [
        Option(choice.id, action_of(view, choice), choice.silent, choice.stance) for choice in found.choices
    ]


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


def look(number: int, judging: Judging, have: Counter[str]) -> Line:
    """Screen and judge one candidate; ``have`` are the positions kept so far by their sort."""
    enough = {id for id, quota in judging.quotas.items() if have[id] >= quota}
    moment = judging.candidate(number)
    if moment is None:
        return Line(number, "none")
    if judging.skips(moment.view(), enough):
        return Line(number, "enough")
    try:
        found = screened(judging, moment, 2 * number, enough)
        if isinstance(found, str):
            return Line(number, found)
        done = judge(number, moment, *found, 2 * number + 1)
        if not stands_apart(done):
            return Line(number, "doubtful", done)
        sure = confirmed(done, found[0], judging.confirmed)
        return Line(number, "disputed", done) if sure is None else Line(number, "kept", sure)
    except NoDeal:
        return Line(number, "no deal")


def run(judging: Judging, log: Path, until: int, jobs: int) -> list[Line]:
    """Look at one batch of candidates after the other until there are enough, from where the log ends.

    What is wanted is settled before each batch, so that the number of processes changes nothing.
    """
    lines = [msgspec.json.decode(line, type=Line) for line in log.read_bytes().splitlines()]
    with log.open("ab") as stream, get_context("spawn").Pool(jobs) as pool:
        while len(lines) < until:
            start = len(lines) // BATCH * BATCH
            kept = [line.kept for line in lines[:start] if line.kept]
            have = Counter(judging.sort(found.moment().view(), found.best.id) for found in kept)
            if all(have[id] >= judging.quotas[id] for id in judging.needed):
                break
            batch = range(len(lines), min(start + BATCH, until))
            for line in pool.imap(partial(look, judging=judging, have=have), batch):
                lines.append(line)
                stream.write(msgspec.json.encode(line) + b"\n")
                stream.flush()
                print(line.number, line.fate, line.judged.best.id if line.judged else "", flush=True)
    return lines


def spread(kept: Sequence[JudgedPosition], log: Path, jobs: int) -> list[Elsewhere]:
    """Judge what was kept under the other presets, from where the log ends."""
    done = [msgspec.json.decode(line, type=Elsewhere) for line in log.read_bytes().splitlines()]
    numbers = {each.number for each in done}
    todo = [found for found in kept if found.number not in numbers]
    with log.open("ab") as stream, get_context("spawn").Pool(jobs) as pool:
        for each in pool.imap(elsewhere, todo):
            done.append(each)
            stream.write(msgspec.json.encode(each) + b"\n")
            stream.flush()
            print(each.number, *(found.rules for found in each.judged), flush=True)
    return done


GUESSED = 0.65
"""Greatest share that anybody may get right who looks at one thing alone."""


def fair_choice(kept: Sequence[JudgedPosition], compared: Sequence[Look]) -> list[JudgedPosition]:
    """Those among which no rule of thumb tells the answer.

    In tenpai pushing is nearly always right, two away folding, early more pushes, late more folds. While one
    look tells too much, a position goes that it tells: of the group that it tells best the one with the
    largest lead.
    """
    left = {found.number: found for found in kept}
    seen = {number: found.moment().view() for number, found in left.items()}
    looks = [{number: look(view) for number, view in seen.items()} for look in compared]
    while True:
        told = max((_told(left, look) for look in looks), key=lambda groups: _share(groups))
        if _share(told) <= GUESSED:
            break
        best = max(told, key=lambda group: 2 * len(group.likeliest) - group.all)
        gone = max(best.likeliest, key=lambda found: (found.lead, found.number))
        del left[gone.number]
    return sorted(left.values(), key=lambda found: found.number)


class _Group(NamedTuple):
    """Positions that look alike: how many, and those with the most frequent answer."""

    all: int
    likeliest: list[JudgedPosition]


def _told(left: Mapping[int, JudgedPosition], look: Mapping[int, int]) -> list[_Group]:
    groups: dict[int, dict[str, list[JudgedPosition]]] = {}
    for number, found in left.items():
        groups.setdefault(look[number], {}).setdefault(found.best.id, []).append(found)
    return [
        _Group(sum(map(len, answers.values())), max(answers.values(), key=len)) for answers in groups.values()
    ]


def _share(groups: Sequence[_Group]) -> float:
    return sum(len(group.likeliest) for group in groups) / sum(group.all for group in groups)


def save(judging: Judging, lines: Sequence[Line], others: Sequence[Elsewhere]) -> None:
    """Write the positions that were kept, and what they are under other presets."""
    fates = Counter(line.fate for line in lines)
    there = {each.number: each.judged for each in others}
    own = fair_choice([line.kept for line in lines if line.kept], judging.looks)
    kept = [each for found in own for each in _known(found, there.get(found.number))]
    head = Head(
        version=judging.version,
        bots=f"{Guard.name} (tools/measure/guard.py), confirmed by {', '.join(HOUSE)}",
        seed=judging.seed,
        candidates=len(lines) - fates["none"],
        judged=fates["kept"] + fates["doubtful"] + fates["disputed"],
        kept=len(own),
    )
    judging.asset.parent.mkdir(exist_ok=True)
    judging.asset.write_bytes(b"".join(msgspec.json.encode(line) + b"\n" for line in (head, *kept)))


def _known(found: JudgedPosition, others: Sequence[JudgedPosition] | None) -> Iterator[JudgedPosition]:
    """The position under each preset as it is written; ``others`` is None if one alone was tried."""
    for each in (found, *(others or ())):
        yield msgspec.structs.replace(each, everywhere=others is not None)


def main(judging: Judging, description: str | None) -> None:
    """Judge positions and write them."""
    parser = argparse.ArgumentParser(prog=f"make judge-{judging.name} ARGS=", description=description)
    parser.add_argument("--log", type=Path, default=judging.log, help="what was found so far")
    parser.add_argument("--until", type=int, default=10_000, help="candidates to look at, at most")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--elsewhere", action="store_true", help="judge them under the other presets too")
    wanted = parser.parse_args()
    wanted.log.parent.mkdir(exist_ok=True)
    wanted.log.touch()
    presets = wanted.log.with_suffix(".presets.jsonl")
    presets.touch()
    lines = run(judging, wanted.log, wanted.until, wanted.jobs)
    kept = [line.kept for line in lines if line.kept] if wanted.elsewhere else []
    save(judging, lines, spread(kept, presets, wanted.jobs))
