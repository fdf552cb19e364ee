"""What the other choice would have brought: play hands on from where an expert could have done otherwise.

    NODE_PATH=FOLDER/node_modules python -m tests.measure.choices FOLDER/tenhou.json --games 400 --seed 5

Experts and majiang-ai (``tests/measure/against.py``) play whole games. Where an expert is nearly undecided,
the hand is played on from a copy in which it makes the other choice, on the same wall and with the same
players: a call in place of a pass and the other way round, and a discard that leaves another distance to
tenpai. The difference of the two ends, less what the expert expected it to be, is a sample. Its mean is what
the expert does not see: the values of ``OPENING`` and ``BACKWARD`` in ``ai/bots/expert.py``.
"""

from __future__ import annotations

import argparse
import copy
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from multiprocessing import get_context
from typing import NamedTuple

from ai.bot import Bot
from ai.bots.calls import open_hands
from ai.bots.expected_points import NO_YAKU_POINTS
from ai.bots.expert import ExpertBot
from ai.bots.registry import make_bot
from ai.bots.styled_bot import discardable, settled
from ai.players import Players
from engine import shape
from engine.actions import PASS, Action, ActionKind
from engine.match import Match
from engine.options import Options
from engine.rules import ruleset
from engine.view import SeatView
from engine.wall import PLAYERS
from tests.measure.against import NAME, LastingProgram, interval, program

TABLE = ("hayai:expert", NAME, "takame:expert", NAME)
"""They take the seats in turn."""
CALL_MARGIN = 500
"""Points by which a call may differ from a pass to be a sample."""
DISCARD_MARGIN = 900
"""The same for two discards."""
FEWEST = 25
"""Fewer samples say nothing."""
_GAMES_PER_SEED = 1 << 20
"""So far apart lie the walls of two seeds."""
_CALLS = (ActionKind.CHI, ActionKind.PON)

Sort = tuple[object, ...]
"""What samples have in common."""


class Other(NamedTuple):
    """Another choice that an expert could have made."""

    sort: Sort
    action: Action
    expected: float
    """By how many points the expert expects it to be better; below 0 if worse."""
    towards: int
    """1 if the other choice is the call, or the discard that goes back; -1 if the expert's own is."""


class Sample(NamedTuple):
    """What a call, or going back, brought more than the expert expected."""

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


def others(bot: Bot, view: SeatView, options: Options, chosen: Action) -> Iterator[Other]:
    """The other choices of a decision in which the expert was nearly undecided."""
    if not isinstance(bot, ExpertBot) or view.me.riichi or settled(view, options):
        return
    if not view.my_turn:
        yield from _calls(bot, view, options, chosen)
    elif chosen.kind is ActionKind.DISCARD:
        yield from _distances(bot, view, options, chosen)


def _calls(bot: ExpertBot, view: SeatView, options: Options, chosen: Action) -> Iterator[Other]:
    evaluator = bot.evaluator(view)
    calls = open_hands(evaluator, options)
    if not calls or chosen.kind not in (*_CALLS, ActionKind.PASS):
        return
    choice, action = max(calls, key=lambda call: call[0].worth)
    margin = bot.worth_of_call(evaluator, choice) - evaluator.prospect(view.hand).attack
    if choice.prospect.attack <= NO_YAKU_POINTS or abs(margin) > CALL_MARGIN:
        return
    before = shape.shanten_of(view.hand.keys, len(view.hand.melds))
    openness = "closed" if view.hand.is_closed else "open"
    sort = ("call", openness, before, choice.prospect.shanten, str(choice.prospect.yaku))
    if chosen.kind in _CALLS:
        yield Other(sort, PASS, -margin, -1)
    else:
        yield Other(sort, action, margin, 1)


def _distances(bot: ExpertBot, view: SeatView, options: Options, chosen: Action) -> Iterator[Other]:
    evaluator = bot.evaluator(view)
    if evaluator.position.threats:
        return
    choices = sorted(
        evaluator.evaluate_discards(view.hand, discardable(options)), key=lambda choice: -choice.worth
    )
    best = choices[0]
    other = next((each for each in choices if each.prospect.shanten != best.prospect.shanten), None)
    if best.tile != chosen.tile or other is None or best.worth - other.worth > DISCARD_MARGIN:
        return
    nearest = min(best.prospect.shanten, other.prospect.shanten)
    back = 1 if other.prospect.shanten > best.prospect.shanten else -1
    action = next(each for each in options.of(ActionKind.DISCARD) if each.tile == other.tile)
    sort = ("back", "closed" if view.hand.is_closed else "open", nearest)
    yield Other(sort, action, other.worth - best.worth, back)


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


def played(settings: str, seed: int, number: int) -> list[Sample]:
    """The samples of one game; the same for the same numbers."""
    names = [TABLE[(seat + number) % PLAYERS] for seat in range(PLAYERS)]
    players = players_of(names, settings)
    match = Match(ruleset("tenhou"), seed * _GAMES_PER_SEED + number, names)
    found: list[Sample] = []
    while match.standings is None:
        open_: list[tuple[int, Other, int]] = []
        while match.acting:
            choices = {seat: players.choose(match, seat) for seat in match.acting}
            for seat, action in choices.items():
                view, menu = match.round.view(seat), match.round.options(seat)
                for other in others(players.bots[seat], view, menu, action):
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
    wanted = parser.parse_args()
    samples: dict[Sort, list[float]] = {}
    with get_context("spawn").Pool(wanted.jobs) as pool:
        for game in pool.imap_unordered(partial(played, wanted.settings, wanted.seed), range(wanted.games)):
            for sample in game:
                samples.setdefault(sample.sort, []).append(sample.points)
    for sort in sorted(samples, key=str):
        if len(samples[sort]) >= FEWEST:
            print(f"{' '.join(map(str, sort)):40} {len(samples[sort]):6} {interval(samples[sort])}")


if __name__ == "__main__":
    main()
