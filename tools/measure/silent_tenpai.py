"""``python -m tools.measure.silent_tenpai --table own``: how often a closed hand without riichi is tenpai.

One hand is counted for each discard of a player, with each opponent who is closed and not in riichi, by the
number of discards of that opponent. docs/lab/review.md has the results.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from engine import shape
from engine.round import Round
from engine.table import Phase
from engine.wall import PLAYERS
from tools.measure.tables import samples_of_hands


class ClosedHand(NamedTuple):
    """A closed hand of an opponent without riichi."""

    turn: int
    """Its discards so far."""
    tenpai: bool


def look(game: Round, samples: list[ClosedHand]) -> None:
    """Add what the player who discards next cannot see."""
    table = game.table
    if table.phase is not Phase.TURN:
        return
    for seat, player in enumerate(table.seats):
        hand = game.own[seat].hand
        if seat != table.turn and hand.is_closed and not player.riichi:
            tenpai = shape.shanten_of(hand.keys, len(hand.melds)) == 0
            samples.append(ClosedHand(len(player.pond), tenpai))


def main() -> None:
    """Print the share of hands in tenpai by turn."""
    hands, tenpai = Counter[int](), Counter[int]()
    played = samples_of_hands(look, __doc__)
    for sample in (sample for hand in played for sample in hand):
        hands[sample.turn] += 1
        tenpai[sample.turn] += sample.tenpai
    print(f"{len(played)} hands, {PLAYERS} players")
    for turn in sorted(hands):
        print(f"{turn:2} {hands[turn]:7} {tenpai[turn]:6} {tenpai[turn] / hands[turn]:.4f}")


if __name__ == "__main__":
    main()
