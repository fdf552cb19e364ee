"""How hands end: prints what ``ai/bots/placement_value.py`` assumes of the wins of others and of the dealer.

    FURITEN_DATA=FOLDER python -m tools.measure.hand_ends --table recorded --hands 944
    NODE_PATH=FOLDER/node_modules python -m tools.measure.hand_ends --table majiang --hands 1500

Tables are those of ``tools/measure/tables.py``. Points of wins are those without honba and riichi sticks.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine.round import Round
from tools.measure.tables import Table, hands, hands_asked_for

GROUPS = 5
"""Wins are printed as the means of so many groups of equal size, from cheap to expensive."""


class HandEnd(msgspec.Struct, frozen=True):
    """The end of one hand."""

    wins: tuple[tuple[int, bool, bool], ...]
    """Of each win: its points, whether it is the dealer's, and whether it is a tsumo."""
    dealer_gain: int
    """Points that the dealer won or lost, a riichi stick among them."""
    dealt_again: bool
    """Whether the dealer deals again."""


def end_of(game: Round) -> HandEnd:
    """The end of a hand that is over."""
    outcome, table = game.outcome, game.table
    assert outcome is not None
    dealer = table.dealer
    paid = [win.deltas for win in outcome.wins]
    if outcome.draw is not None:
        paid.append(outcome.draw.deltas)
    bet = table.rules.riichi_bet if table.seats[dealer].riichi_paid else 0
    return HandEnd(
        wins=tuple((win.value, win.winner == dealer, win.tsumo) for win in outcome.wins),
        dealer_gain=sum(deltas[dealer] for deltas in paid) - bet,
        dealt_again=outcome.dealer_stays(dealer),
    )


def played(table: Table, seed: int, number: int) -> list[HandEnd]:
    """The end of each hand of one game; the same for the same numbers."""
    return [end_of(game) for game in hands(table, seed, number, lambda _: None)]


def in_groups(points: Sequence[int]) -> list[int]:
    """The means of groups of equal size, from the lowest."""
    ordered, size = sorted(points), len(points) / GROUPS
    groups = [ordered[round(group * size) : round((group + 1) * size)] for group in range(GROUPS)]
    return [round(sum(group) / len(group)) for group in groups if group]


def another_deal(ends: Sequence[HandEnd]) -> float:
    """Points that it is worth to deal again: what the dealer gains, and gains in further repeats."""
    gain = sum(end.dealer_gain for end in ends) / len(ends)
    return gain / (1.0 - sum(end.dealt_again for end in ends) / len(ends))


def main() -> None:
    """Play as many hands as asked for, and count."""
    ends = hands_asked_for(played, __doc__)
    if not ends:
        return
    wins = [win for end in ends for win in end.wins]
    tsumo = sum(by_tsumo for _, _, by_tsumo in wins)
    drawn = sum(not end.wins for end in ends)
    print(f"# {len(ends)} hands: {tsumo} tsumo, {len(wins) - tsumo} ron, {drawn} drawn")
    for name, dealer in (("WIN_POINTS", False), ("DEALER_WIN_POINTS", True)):
        print(f"{name} = {tuple(in_groups([points for points, whose, _ in wins if whose is dealer]))}")
    print(f"ANOTHER_DEAL = {another_deal(ends):.0f}")


if __name__ == "__main__":
    main()
