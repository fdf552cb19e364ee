"""What hands are worth: prints ``FITS`` of ``ai/bots/placement_value.py``.

    NODE_PATH=FOLDER/node_modules python -m tools.measure.standing FOLDER/tenhou.json --games 800 --seed 5

Two experts and two majiang-ai (``tools/measure/against.py``) play whole games. Each discard of an
expert, unless it was dealt in with at once, is a sample: the class of the hand that it left, the own draws
left, the win value of the hand, and the points that its seat gained or lost from then to the end of the hand.
For each class

    points = base + per draw * (draws - middle) + slope * win value

is fitted by least squares. Beside it stands what hands of the class brought beyond the present line, with an
interval of 95 % that counts hands. The bots play by the lines of before, and a line changes what is played:
what came of measuring again and again stands in docs/lab/bots.md.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain
from multiprocessing import get_context
from typing import NamedTuple

from ai.bots.expert import ExpertEvaluator
from ai.bots.hand_evaluation import RIICHI_COST, Prospect
from ai.bots.lookahead import Lookahead
from ai.bots.placement_value import IN_RIICHI, MEAN_DRAWS, HandClass, expected_points
from ai.bots.registry import make_bot
from ai.bots.styles import Style
from ai.bots.win_value import WinUtility
from ai.play import Players
from ai.reading.safety import PositionAnalysis
from engine.actions import Action, ActionKind
from engine.hand import Hand
from engine.match import Match
from engine.own_rules import ruleset
from engine.tiles import Kind, Tile
from engine.view import SeatView
from engine.wall import PLAYERS
from tools.measure.against import NAME, LastingProgram, program
from tools.measure.estimate import ratio_of_sums
from tools.measure.open_hands import solved

TABLES = (
    ("hayai:expert", NAME, "mamori:expert", NAME),
    ("takame:expert", NAME, "mamori:expert", NAME),
)
"""They play in turn, and their players take the seats in turn."""
FEWEST = 100
"""A line through fewer samples says nothing."""
_DISCARDS = (ActionKind.DISCARD, ActionKind.RIICHI)
_GAMES_PER_SEED = 1 << 20
"""So far apart lie the walls of two seeds."""


class Sample(NamedTuple):
    """A hand after a discard, and the points that it changed until the end."""

    sort: HandClass
    draws: int
    promise: float
    points: int


class Scribe(ExpertEvaluator):
    """Notes the promise of a hand instead of weighing it; points are points, whatever the scores are."""

    noted: tuple[HandClass, float]

    def __init__(self, position: PositionAnalysis) -> None:
        super().__init__(position, Style(caution=0.0))
        table = position.view.table
        rules = table.rules
        beside = table.honba * rules.counter_points + table.riichi_sticks * rules.riichi_bet
        self._wins = WinUtility(lambda points: points + beside if points > 0 else 0.0, position.dealer)
        self._utility_by_han = self._wins.by_han
        self.lookahead = Lookahead(position, self._wins, RIICHI_COST)

    def evaluate_tenpai(
        self, hand: Hand, waits: tuple[Kind, ...], discard: Tile | None, *, riichi: bool
    ) -> Prospect:
        """As it was declared."""
        ways = self.lookahead.tenpai(hand, waits, discard)
        value = (ways.riichi or 0.0) if riichi else ways.damaten
        return Prospect(self._expected(hand, IN_RIICHI if riichi else 0, value), 0, riichi=riichi)

    def _expected(self, hand: Hand, shanten: int, win_value: float, certainty: float = 1.0) -> float:
        self.noted = self._class_of(hand, shanten), win_value
        return win_value


class _Open(NamedTuple):
    """A sample whose hand is still being played."""

    seat: int
    number: int
    """Of the discard in the seat's pond."""
    score: int
    sort: HandClass
    draws: int
    promise: float


def played(settings: str, seed: int, number: int) -> list[list[Sample]]:
    """The samples of each hand of one game; the same for the same numbers."""
    table = TABLES[number % len(TABLES)]
    names = [table[(seat + number // len(TABLES)) % PLAYERS] for seat in range(PLAYERS)]
    players = Players(
        {
            seat: LastingProgram(program(settings)) if name == NAME else make_bot(name)
            for seat, name in enumerate(names)
        }
    )
    match = Match(ruleset("tenhou"), seed * _GAMES_PER_SEED + number, names)
    found: list[list[Sample]] = []
    while match.standings is None:
        opened: list[_Open] = []
        while match.acting:
            choices = {seat: players.choose(match, seat) for seat in match.acting}
            for seat, action in choices.items():
                view = match.round.view(seat)
                if names[seat] != NAME and action.kind in _DISCARDS and not view.me.riichi:
                    opened.append(_opened(view, action))
            match.step(choices)
        found.append(list(_closed(match, opened)))
        match.proceed()
    players.close(match)
    return found


def _opened(view: SeatView, action: Action) -> _Open:
    assert action.tile is not None
    position = PositionAnalysis(view)
    scribe = Scribe(position)
    scribe.evaluate_discards(
        view.hand, [action.tile], {action.tile} if action.kind is ActionKind.RIICHI else ()
    )
    sort, promise = scribe.noted
    return _Open(view.seat, len(view.me.pond), view.me.score, sort, position.draws, promise)


def _closed(match: Match, opened: Sequence[_Open]) -> Iterator[Sample]:
    """The samples of a hand that is over, but for those that were won on at once."""
    outcome = match.round.outcome
    assert outcome is not None
    seats = match.round.table.seats
    fatal = None
    if outcome.wins and not outcome.wins[0].tsumo:
        loser = outcome.wins[0].target
        fatal = loser, len(seats[loser].pond) - 1
    for each in opened:
        if (each.seat, each.number) != fatal:
            yield Sample(each.sort, each.draws, each.promise, seats[each.seat].score - each.score)


def beyond_line(hands: Sequence[Sequence[Sample]]) -> tuple[float, float]:
    """What samples brought beyond ``FITS``: the mean, and half of its 95 % interval, counted by hands."""
    return ratio_of_sums((len(hand), sum(map(_beyond, hand))) for hand in hands)


def _beyond(sample: Sample) -> float:
    return sample.points - expected_points(sample.sort, sample.draws, sample.promise)


def fitted(samples: Sequence[Sample]) -> list[float]:
    """Base, points per draw and slope by least squares."""
    rows = [(1.0, float(each.draws - MEAN_DRAWS), each.promise) for each in samples]
    squares = [[sum(row[i] * row[j] for row in rows) for j in range(3)] for i in range(3)]
    sides = [sum(row[i] * each.points for row, each in zip(rows, samples, strict=True)) for i in range(3)]
    return solved(squares, sides)


def main() -> None:
    """Measure and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("settings", help="the ruleset as JSON, for majiang.js")
    parser.add_argument("--games", type=int, default=800)
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--jobs", type=int, default=1)
    wanted = parser.parse_args()
    hands: dict[HandClass, list[list[Sample]]] = {}
    with get_context("spawn").Pool(wanted.jobs) as pool:
        games = pool.imap_unordered(partial(played, wanted.settings, wanted.seed), range(wanted.games))
        for hand in chain.from_iterable(games):
            for sort in {sample.sort for sample in hand}:
                hands.setdefault(sort, []).append([sample for sample in hand if sample.sort == sort])
    for sort in sorted(hands):
        samples = list(chain.from_iterable(hands[sort]))
        if len(samples) < FEWEST:
            print(f"{sort}: too few,  # {len(samples)}")
            continue
        base, per_draw, slope = fitted(samples)
        more, half = beyond_line(hands[sort])
        print(
            f"{sort}: LinearFit({base:.0f}, {per_draw:.0f}, {slope:.2f}),  # {len(samples)} in "
            f"{len(hands[sort])} hands, {more:+.0f} ±{half:.0f} beyond the line"
        )


if __name__ == "__main__":
    main()
