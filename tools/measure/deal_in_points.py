"""What deal-ins cost: fits the lines of ``ai.bots.expected_loss``.

Whenever a seat is about to discard, each tile that an opponent in riichi, or tenpai with an open hand, could
win on is a sample: what the line looks at, and the points of the win, with the ura dora of the wall::

    NODE_PATH=FOLDER/node_modules python -m tools.measure.deal_in_points --table majiang --hands 3000 --seed 8

A dealer's points are divided by 1.5. Tiles count by their unseen copies. The lines are those of the least
squares; the intervals count hands.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from ai.bots.expected_loss import features_of, hidden_dora
from ai.reading.estimates import DEALER_SHARE, dora_hans
from engine.legal import win_at
from engine.round import Round
from engine.score import Score, score, winners_total
from engine.table import Phase
from engine.tenpai import tenpai_waits
from engine.tiles import Kind, Tile
from tools.measure.open_hands import solved
from tools.measure.tables import samples_of_hands

_NAMES = ("base", "han", "more han", "dora", "dora tile", "one meld", "three melds")


class Sample(NamedTuple):
    """One tile that an opponent waits on."""

    riichi: bool
    features: tuple[float, ...]
    """What the line looks at (``features_of``)."""
    copies: int
    points: float


def look_round(game: Round, found: list[Sample]) -> None:
    """The hands that the seat which has to discard would deal into."""
    table = game.table
    if table.phase is not Phase.TURN:
        return
    view = game.view(table.turn)
    left, dora = view.left(), dora_hans(table.indicators).of_kind
    hidden = hidden_dora(view, dora, left)
    for seat, player in enumerate(table.seats):
        if seat == table.turn or not (player.riichi or any(meld.is_open for meld in player.melds)):
            continue
        own = game.own[seat]
        for kind in tenpai_waits(own.hand, table.rules, own.waits):
            points = _points(game, seat, kind)
            if left[kind] and points:
                features = features_of(table, seat, hidden, dora_tile=dora[kind] > 0)
                found.append(Sample(bool(player.riichi), features, left[kind], points))


def _points(game: Round, seat: int, kind: Kind) -> float:
    """Points of a win by ron, as those of a player who is not the dealer; 0 without a yaku."""
    table = game.table
    found = score(win_at(table, seat, game.own[seat].hand, kind, tsumo=False, ura=_ura(game, seat)))
    if not isinstance(found, Score):
        return 0.0
    dealer = seat == table.dealer
    return winners_total(found.base, dealer, tsumo=False) / (DEALER_SHARE if dealer else 1.0)


def _ura(game: Round, seat: int) -> tuple[Tile, ...]:
    if not game.table.seats[seat].riichi:
        return ()
    return tuple(game.wall.ura_indicator(number) for number in range(len(game.table.indicators)))


def fitted(by_hand: Sequence[Sequence[Sample]]) -> list[tuple[float, float]]:
    """The weights of the features, each with half of its 95 % interval; 0 for one that no sample has."""
    size = len(_NAMES)
    squares = [[1e-6 * (row == column) for column in range(size)] for row in range(size)]
    sides = [0.0] * size
    for hand in by_hand:
        for sample in hand:
            for row, feature in enumerate(sample.features):
                sides[row] += sample.copies * feature * sample.points
                for column, other in enumerate(sample.features):
                    squares[row][column] += sample.copies * feature * other
    weights = solved([list(row) for row in squares], sides)
    pulls = [_pull(weights, hand) for hand in by_hand]
    found = []
    for place, weight in enumerate(weights):
        unit = [float(each == place) for each in range(size)]
        inverse = solved([list(row) for row in squares], unit)
        variance = sum([sum([a * b for a, b in zip(inverse, pull, strict=True)]) ** 2 for pull in pulls])
        found.append((weight, 1.96 * math.sqrt(variance)))
    return found


def _pull(weights: Sequence[float], hand: Sequence[Sample]) -> list[float]:
    """How the samples of one hand pull on each weight."""
    pull = [0.0] * len(weights)
    for sample in hand:
        rest = sample.points - sum([a * b for a, b in zip(weights, sample.features, strict=True)])
        for place, feature in enumerate(sample.features):
            pull[place] += sample.copies * feature * rest
    return pull


def main() -> None:
    """Play as many hands as asked for, and print the lines."""
    by_hand = samples_of_hands(look_round, __doc__)
    for riichi in (True, False):
        hands = [[sample for sample in hand if sample.riichi is riichi] for hand in by_hand]
        tiles = sum(map(len, hands))
        print("riichi" if riichi else "open hands", f"{tiles} tiles, {sum(map(bool, hands))} hands")
        if tiles:
            for name, (weight, half) in zip(_NAMES, fitted(hands), strict=True):
                print(f"   {name:12} {weight:+6.0f} ±{half:.0f}")


if __name__ == "__main__":
    main()
