"""What the other choice would have brought: play hands on from where an expert could have done otherwise.

    NODE_PATH=FOLDER/node_modules python -m tools.measure.choices FOLDER/tenhou.json --games 400 --seed 5

Experts and majiang-ai (``tools/measure/against.py``) play whole games. Where an expert is nearly undecided,
the hand is played on from a copy in which it makes the other choice, on the same wall and with the same
players. The difference of the two ends, less what the expert expected it to be, is a sample; the mean of the
samples is what the expert does not see. For each of these choices the first is compared with the second:

* ``call``: a call and a pass, by openness, and shanten before and after,
* ``riichi``: riichi and silence, with a threat or without (``FOLDING_OTHERS``),
* ``back``: a discard that leaves the hand farther from tenpai and one that does not (``BACKWARD``),
* ``dora``: keeping a dora and discarding it (``Style.dora_bonus``),
* ``speed``: a discard that leaves more tiles accepted at the same distance and one that leaves fewer, by how
  many (``POINTS_PER_TILE``),
* ``push``: the discard with the best hand and the safest one, by what threatens (a riichi, an open hand that
  is likely tenpai or not) and the shanten of the first.
"""

from __future__ import annotations

import argparse
import copy
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from multiprocessing import get_context
from typing import NamedTuple

from ai.bot import Bot
from ai.bots.expert import ExpertBot, ExpertEvaluator
from ai.bots.hand_evaluation import EvaluatedDiscard
from ai.bots.registry import make_bot
from ai.bots.styled_bot import discardable, open_hands, settled
from ai.play import Players
from ai.reading.estimates import accepted_tiles
from engine import shape
from engine.actions import PASS, Action, ActionKind
from engine.match import Match
from engine.options import Options
from engine.own_rules import ruleset
from engine.tiles import KIND_OF, Kind
from engine.view import SeatView
from engine.wall import PLAYERS
from tools.measure.against import NAME, LastingProgram, interval, program

TABLE = ("hayai:expert", NAME, "takame:expert", NAME)
"""They take the seats in turn."""
CALL_MARGIN = 500
"""Points by which a call may differ from a pass to be a sample."""
DISCARD_MARGIN = 900
"""The same for two discards, and for riichi and silence."""
RISK_MARGIN = 300
"""The same for two discards when somebody threatens."""
_SURE = 1_000
"""Factor on these margins that takes every decision in."""
LEAST_RISK = 60
"""Points by which the danger of two discards must differ."""
MORE_TILES = (3, 5, 8)
"""From how many tiles more a discard is the faster one, and where the next groups of such samples begin."""
FEWEST = 25
"""Fewer samples say nothing."""
_GAMES_PER_SEED = 1 << 20
"""So far apart lie the walls of two seeds."""
_CALLS = (ActionKind.CHI, ActionKind.PON)
_DISCARDS = (ActionKind.DISCARD, ActionKind.RIICHI)

Sort = tuple[object, ...]
"""What samples have in common."""


class OtherChoice(NamedTuple):
    """Another choice that an expert could have made."""

    sort: Sort
    action: Action
    expected: float
    """By how many points the expert expects it to be better; below 0 if worse."""
    towards: int
    """1 if the other choice is the first of the two that are compared, -1 if the expert's own is."""


class Sample(NamedTuple):
    """What the first of two choices brought more than the expert expected."""

    sort: Sort
    points: float


class _Branch:
    """A hand that goes on from a copy, as far as players look at a match."""

    def __init__(self, match: Match) -> None:
        self._start = match.events[0]
        self.round = copy.deepcopy(match.round)

    @property
    def events(self) -> Sequence[object]:
        return [self._start, *self.round.events]


def others(
    bot: Bot, view: SeatView, options: Options, chosen: Action, wide: float = 1.0
) -> Iterator[OtherChoice]:
    """Other choices where the expert was nearly undecided; ``wide`` scales the margins for that."""
    if not isinstance(bot, ExpertBot) or view.me.riichi or settled(view, options):
        return
    if not view.my_turn:
        yield from _calls(bot, view, options, chosen, wide)
    elif chosen.kind in _DISCARDS:
        yield from _discards(bot, view, options, chosen, wide)


def _calls(
    bot: ExpertBot, view: SeatView, options: Options, chosen: Action, wide: float
) -> Iterator[OtherChoice]:
    evaluator = bot.evaluator(view)
    calls = open_hands(evaluator, options)
    if not calls or chosen.kind not in (*_CALLS, ActionKind.PASS):
        return
    choice, action = max(calls, key=lambda call: call[0].worth)
    margin = evaluator.worth_of_call(choice, action) - evaluator.waiting.attack
    if not evaluator.may_call(choice, action) or abs(margin) > wide * CALL_MARGIN:
        return
    before = shape.shanten_of(view.hand.keys, len(view.hand.melds))
    openness = "closed" if view.hand.is_closed else "open"
    sort = ("call", openness, before, choice.prospect.shanten)
    if chosen.kind in _CALLS:
        yield OtherChoice(sort, PASS, -margin, -1)
    else:
        yield OtherChoice(sort, action, margin, 1)


def _discards(
    bot: ExpertBot, view: SeatView, options: Options, chosen: Action, wide: float
) -> Iterator[OtherChoice]:
    evaluator = bot.evaluator(view)
    riichi = {each.tile for each in options.of(ActionKind.RIICHI) if each.tile is not None}
    tiles = discardable(options)
    choices = sorted(evaluator.evaluate_discards(view.hand, tiles, riichi), key=lambda choice: -choice.worth)
    if choices[0].tile != chosen.tile:
        return
    if chosen.tile in riichi:
        yield from _riichi(evaluator, options, chosen, wide)
    threatened = bool(evaluator.position.threats)
    for sort, other, towards in _push(evaluator, choices) if threatened else _calm(evaluator, choices):
        margin = choices[0].worth - other.worth
        if margin <= wide * (RISK_MARGIN if threatened else DISCARD_MARGIN):
            yield OtherChoice(sort, bot.carry_out(other, options), -margin, towards)


def _riichi(
    evaluator: ExpertEvaluator, options: Options, chosen: Action, wide: float
) -> Iterator[OtherChoice]:
    """The same discard with riichi or without."""
    assert chosen.tile is not None
    hand = evaluator.position.view.hand.copy()
    hand.remove(chosen.tile)
    worth = evaluator.lookahead.tenpai(hand, shape.waits(hand.keys, len(hand.melds)), chosen.tile)
    if worth.riichi is None or abs(more := worth.riichi - worth.damaten) > wide * DISCARD_MARGIN:
        return
    sort = ("riichi", "threatened" if evaluator.position.tenpai_threats else "calm")
    silent = chosen.kind is ActionKind.DISCARD
    wanted = ActionKind.RIICHI if silent else ActionKind.DISCARD
    action = next(each for each in options.of(wanted) if each.tile == chosen.tile)
    yield OtherChoice(sort, action, more if silent else -more, 1 if silent else -1)


def _push(
    evaluator: ExpertEvaluator, choices: Sequence[EvaluatedDiscard]
) -> Iterator[tuple[Sort, EvaluatedDiscard, int]]:
    """The safest discard in place of one that pushes, or the other way round."""
    seats = evaluator.position.view.table.seats
    riichi = any(seats[threat.seat].riichi for threat in evaluator.position.threats)
    against = "riichi" if riichi else "likely" if evaluator.position.tenpai_threats else "unlikely"
    best = choices[0]
    safest = min(choices, key=lambda choice: choice.danger)
    boldest = max(choices, key=lambda choice: choice.prospect.attack - choice.tile_value)
    for other, towards in ((safest, -1), (boldest, 1)):
        if towards * (other.danger - best.danger) > LEAST_RISK:
            pushing = boldest if towards == 1 else best
            yield ("push", against, pushing.prospect.shanten), other, towards


def _calm(
    evaluator: ExpertEvaluator, choices: Sequence[EvaluatedDiscard]
) -> Iterator[tuple[Sort, EvaluatedDiscard, int]]:
    """The best discard that leaves another distance, and the best that keeps more or fewer dora."""
    best, han = choices[0], evaluator.position.tile_han
    openness = "closed" if evaluator.position.view.hand.is_closed else "open"
    for other in choices:
        if other.prospect.shanten != best.prospect.shanten:
            nearest = min(best.prospect.shanten, other.prospect.shanten)
            yield ("back", openness, nearest), other, 1 if other.prospect.shanten > nearest else -1
            break
    for other in choices:
        if han[other.tile] != han[best.tile]:
            yield ("dora", openness), other, 1 if han[other.tile] < han[best.tile] else -1
            break
    tiles = _accepted(evaluator)
    for other in choices:
        more = tiles[KIND_OF[other.tile]] - tiles[KIND_OF[best.tile]]
        if other.prospect.shanten == best.prospect.shanten > 0 and abs(more) >= MORE_TILES[0]:
            group = max(least for least in MORE_TILES if abs(more) >= least)
            yield ("speed", openness, best.prospect.shanten, group), other, 1 if more > 0 else -1
            break


def _accepted(evaluator: ExpertEvaluator) -> dict[Kind, int]:
    """How many tiles bring the hand closer after each discard."""
    hand, left = evaluator.position.view.hand, evaluator.position.left
    found = shape.discards(hand.keys, len(hand.melds))
    return {kind: accepted_tiles(accepts, left) for kind, (_, accepts) in found.items()}


def players_of(names: Sequence[str], settings: str) -> Players:
    """The players of a table, majiang-ai among them."""
    return Players(
        {
            seat: LastingProgram(program(settings)) if name == NAME else make_bot(name)
            for seat, name in enumerate(names)
        }
    )


def played_on(match: Match, names: Sequence[str], settings: str, choices: Mapping[int, Action]) -> list[int]:
    """The scores at the end of the hand if these choices are made now; the match is not changed."""
    branch, players = _Branch(match), players_of(names, settings)
    branch.round.step(choices)
    while branch.round.acting:
        branch.round.step({seat: players.choose(branch, seat) for seat in branch.round.acting})  # type: ignore[arg-type]
    players.close()
    return [seat.score for seat in branch.round.table.seats]


def played(settings: str, seed: int, only: tuple[str, ...], wide: float, number: int) -> list[Sample]:
    """The samples of one game whose sort begins with one of these; the same for the same numbers."""
    names = [TABLE[(seat + number) % PLAYERS] for seat in range(PLAYERS)]
    players = players_of(names, settings)
    match = Match(ruleset("tenhou"), seed * _GAMES_PER_SEED + number, names)
    found: list[Sample] = []
    while match.standings is None:
        open_: list[tuple[int, OtherChoice, int]] = []
        while match.acting:
            choices = {seat: players.choose(match, seat) for seat in match.acting}
            for seat, action in choices.items():
                view, menu = match.round.view(seat), match.round.options(seat)
                for other in others(players.bots[seat], view, menu, action, wide):
                    if not " ".join(map(str, other.sort)).startswith(only):
                        continue
                    ends = played_on(match, names, settings, {**choices, seat: other.action})
                    open_.append((seat, other, ends[seat]))
            match.step(choices)
        seats = match.round.table.seats
        for seat, other, points in open_:
            more = points - seats[seat].score - other.expected
            found.append(Sample(other.sort, other.towards * more))
        match.proceed()
    players.close(match)
    return found


def main() -> None:
    """Measure and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("settings", help="the ruleset as JSON, for majiang.js")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--only", default="", help="only sorts that begin so: 'call,speed open'")
    parser.add_argument("--sure", action="store_true", help="also where the expert is not undecided")
    wanted = parser.parse_args()
    wide = _SURE if wanted.sure else 1.0
    samples: dict[Sort, list[float]] = {}
    with get_context("spawn").Pool(wanted.jobs) as pool:
        games = partial(played, wanted.settings, wanted.seed, tuple(wanted.only.split(",")), wide)
        for game in pool.imap_unordered(games, range(wanted.games)):
            for sample in game:
                samples.setdefault(sample.sort, []).append(sample.points)
    for sort in sorted(samples, key=str):
        if len(samples[sort]) >= FEWEST:
            print(f"{' '.join(map(str, sort)):40} {len(samples[sort]):6} {interval(samples[sort])}")


if __name__ == "__main__":
    main()
