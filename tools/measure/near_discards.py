"""How the discards near a tile change its danger: fits the tables of ``ai.bots.expected_loss``.

Whenever a seat may choose between discards, each opponent who is in riichi, or tenpai with an open hand, and
each number tile that may be discarded make a sample: the deal-in rate of its reason, what lies near it in the
pond of the opponent, and whether the opponent could win on it::

    python -m tools.measure.near_discards --table recorded --hands 944
    NODE_PATH=FOLDER/node_modules python -m tools.measure.near_discards --table majiang --hands 2000 --seed 4

The factors are fitted in turns: each is set so that the tiles with it are won on as often as expected.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from ai.bots.expected_loss import FARTHEST, AdjacentDiscards, near_discards
from ai.reading.measured_tiers import ELSEWHERE_RATES
from ai.reading.safety import Safety
from engine.actions import ActionKind
from engine.round import Round
from engine.tiles import EAST, IS_ORPHAN, KIND_OF
from tools.measure.samples import could_ron, dangerous_waits
from tools.measure.tables import samples_of_hands

_ROUNDS = 40

Group = tuple[object, ...]
"""What a factor belongs to."""


class Sample(NamedTuple):
    """One tile against one opponent."""

    riichi: bool
    rate: float
    groups: tuple[Group, ...]
    won: bool


def look_round(game: Round, found: list[Sample]) -> None:
    """The samples of the seats that may choose between discards."""
    for seat in game.acting:
        tiles = {
            KIND_OF[action.tile]: action.tile
            for action in game.options(seat).of(ActionKind.DISCARD)
            if action.tile is not None
        }
        if len(tiles) < 2:
            continue
        safety = Safety(game.view(seat))
        for opponent in safety.opponents:
            player = game.table.seats[opponent]
            waits = dangerous_waits(game, opponent)
            if not waits or not (player.riichi or any(meld.is_open for meld in player.melds)):
                continue
            place = 0 if player.riichi else 1
            for kind, tile in tiles.items():
                rate = ELSEWHERE_RATES[safety.reason(kind, opponent)][place]
                if kind >= EAST or not rate:
                    continue
                there = near_discards(kind, player.pond)
                some = there.beside is not AdjacentDiscards.NONE or there.two_away
                groups: list[Group] = [("near", there.beside, there.two_away), ("last", there.last)]
                groups.append(("terminal", IS_ORPHAN[kind] and some))
                won = kind in waits and could_ron(game, seat, tile, opponent)
                found.append(Sample(bool(player.riichi), rate, tuple(groups), won))


def fitted(samples: Sequence[Sample]) -> dict[Group, float]:
    """A factor for each group; those for nothing special (last 0, no terminal) are 1."""
    groups = {group for sample in samples for group in sample.groups}
    factors = dict.fromkeys(groups, 1.0)
    for _ in range(_ROUNDS):
        for what in ("near", "last", "terminal"):
            won, expected = dict.fromkeys(groups, 0.0), dict.fromkeys(groups, 0.0)
            for sample in samples:
                here = next(group for group in sample.groups if group[0] == what)
                won[here] += sample.won
                expected[here] += sample.rate * math.prod([factors[group] for group in sample.groups])
            for group in groups:
                if group[0] == what and group not in (("last", 0), ("terminal", False)) and expected[group]:
                    factors[group] *= (won[group] + 0.5) / (expected[group] + 0.5)
    return factors


def surprise(factors: dict[Group, float], samples: Sequence[Sample]) -> float:
    """The mean of -log(chance of what was the case); an unknown group counts 1."""
    lost = 0.0
    for sample in samples:
        chance = sample.rate * math.prod([factors.get(group, 1.0) for group in sample.groups])
        chance = min(max(chance, 1e-4), 0.99)
        lost -= math.log(chance if sample.won else 1.0 - chance)
    return lost / max(len(samples), 1)


def main() -> None:
    """Play as many hands as asked for, and print the factors."""
    by_hand = samples_of_hands(look_round, __doc__)
    for riichi in (True, False):
        halves = [
            [sample for hand in by_hand[start::2] for sample in hand if sample.riichi is riichi]
            for start in (0, 1)
        ]
        samples = halves[0] + halves[1]
        factors = fitted(samples)
        print("riichi" if riichi else "open hands", len(samples), "tiles")
        for beside in AdjacentDiscards:
            two = " ".join(f"{factors.get(('near', beside, away), 1.0):.2f}" for away in (False, True))
            print(f"   {beside.name.lower():8} {two}")
        print(f"   terminal {factors.get(('terminal', True), 1.0):.2f}, last", end=" ")
        print(" ".join(f"{factors.get(('last', gap), 1.0):.2f}" for gap in range(1, FARTHEST + 1)))
        for name, other in (("with", None), ("without", {})):
            found = [
                surprise(fitted(halves[place]) if other is None else other, halves[1 - place])
                for place in (0, 1)
            ]
            print("  ", name, " ".join(f"{value:.5f}" for value in found))


if __name__ == "__main__":
    main()
