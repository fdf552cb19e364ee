"""How likely an open hand is tenpai: fits ``open_tenpai`` of ``ai.reading.threat``.

Whenever a seat is about to discard, each opponent with an open hand is a sample: what the model looks at (the
melds, the turn, the last discards), and whether the opponent is tenpai::

    NODE_PATH=FOLDER/node_modules python -m tools.measure.open_hands --hands 2000 --seed 4 --table majiang

The weights are those of a logistic regression, by Newton's method. Half of the hands say how well the weights
of the other half foretell them: the mean of -log(chance of what was the case), for all weights and for the
turn and the melds alone.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from ai.reading.threat import MOST_TSUMOGIRI, last_discards
from engine.round import Round
from engine.table import Phase
from engine.tenpai import tenpai_waits
from tools.measure.tables import samples_of_hands

LAST_TURN = 15
"""The turn at which the slope ends."""
_MELDS = (1, 2, 3)
_ROUNDS = 15
_NAMES = ("start 1", "start 2", "start 3", "turn 1", "turn 2", "turn 3", "tsumogiri", "terminal", "simple")
_SIGNS = 3
"""So many of the last weights are left out for the comparison."""

Sample = tuple[tuple[float, ...], bool]
"""The numbers that the weights belong to, and whether the hand is tenpai."""


def look_round(game: Round, found: list[Sample]) -> None:
    """The open hands that the seat which has to discard sees."""
    table = game.table
    if table.phase is not Phase.TURN:
        return
    for seat, player in enumerate(table.seats):
        melds, open_ = len(player.melds), any(meld.is_open for meld in player.melds)
        if seat == table.turn or player.riichi or not open_ or melds not in _MELDS:
            continue
        own, turn = game.own[seat], min(len(player.pond), LAST_TURN)
        run, terminal, simple = last_discards(player.pond)
        numbers = [
            *(float(melds == each) for each in _MELDS),
            *(float(turn * (melds == each)) for each in _MELDS),
            *(float(min(run, MOST_TSUMOGIRI)), float(terminal), float(simple)),
        ]
        found.append((tuple(numbers), bool(tenpai_waits(own.hand, table.rules, own.waits))))


def chance(weights: Sequence[float], numbers: Sequence[float]) -> float:
    """The chance of tenpai by these weights."""
    return 1.0 / (1.0 + math.exp(-sum([a * b for a, b in zip(weights, numbers, strict=True)])))


def fitted(samples: Sequence[Sample]) -> list[float]:
    """The weights that make these samples likeliest."""
    size = len(samples[0][0])
    weights = [0.0] * size
    for _ in range(_ROUNDS):
        slope = [0.0] * size
        bend = [[1e-6 * (row == column) for column in range(size)] for row in range(size)]
        for numbers, tenpai in samples:
            found = chance(weights, numbers)
            used = [place for place, number in enumerate(numbers) if number]
            for row in used:
                slope[row] += (tenpai - found) * numbers[row]
                for column in used:
                    bend[row][column] += found * (1.0 - found) * numbers[row] * numbers[column]
        weights = [weight + step for weight, step in zip(weights, solved(bend, slope), strict=True)]
    return weights


def solved(matrix: Sequence[Sequence[float]], sides: Sequence[float]) -> list[float]:
    """The solution of linear equations with a positive matrix, by elimination."""
    rows = [[*row, side] for row, side in zip(matrix, sides, strict=True)]
    for place, row in enumerate(rows):
        for below in rows[place + 1 :]:
            factor = below[place] / row[place]
            below[place:] = [a - factor * b for a, b in zip(below[place:], row[place:], strict=True)]
    found = [0.0] * len(rows)
    for place in reversed(range(len(rows))):
        known = sum([rows[place][column] * found[column] for column in range(place + 1, len(rows))])
        found[place] = (rows[place][-1] - known) / rows[place][place]
    return found


def surprise(weights: Sequence[float], samples: Sequence[Sample]) -> float:
    """The mean of -log(chance of what was the case)."""
    lost = 0.0
    for numbers, tenpai in samples:
        found = chance(weights, numbers)
        lost -= math.log(max(found if tenpai else 1.0 - found, 1e-9))
    return lost / len(samples)


def main() -> None:
    """Play as many hands as asked for, and print the weights."""
    by_hand = samples_of_hands(look_round, __doc__)
    halves = [[sample for hand in by_hand[start::2] for sample in hand] for start in (0, 1)]
    samples = halves[0] + halves[1]
    for name, weight in zip(_NAMES, fitted(samples), strict=True):
        print(f"{name:10} {weight:+.2f}")
    bare = [[(numbers[:-_SIGNS], tenpai) for numbers, tenpai in half] for half in halves]
    for what, (one, other) in (("all", halves), ("melds and turn", bare)):
        print(f"{what:15} {surprise(fitted(one), other):.4f} {surprise(fitted(other), one):.4f}")
    print(f"{len(samples)} samples, {len(by_hand)} hands")


if __name__ == "__main__":
    main()
