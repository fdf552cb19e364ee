"""Random players, for games that should reach every corner of the rules."""

from __future__ import annotations

from collections.abc import Iterator

from engine.actions import Action, ActionKind
from engine.dice import Dice
from engine.match import Match
from engine.options import Options
from engine.rules import Ruleset

EAGER: dict[ActionKind, int] = {
    ActionKind.RON: 70,
    ActionKind.TSUMO: 80,
    ActionKind.RIICHI: 80,
    ActionKind.CLOSED_KAN: 90,
    ActionKind.ADDED_KAN: 90,
    ActionKind.OPEN_KAN: 80,
    ActionKind.PON: 25,
    ActionKind.CHI: 10,
    ActionKind.NINE_TERMINALS: 30,
}
"""How often, in a hundred, each is chosen when it is possible."""


class Wanderer:
    """Takes rare chances readily, keeps tenpai hands together, and otherwise discards at random."""

    def __init__(self, seed: int) -> None:
        self.dice = Dice(seed)

    def choose(self, menu: Options) -> Action:
        for kind, chance in EAGER.items():
            found = menu.of(kind)
            if found and self.dice.below(100) < chance:
                return found[self.dice.below(len(found))]
        rest = menu.of(ActionKind.PASS) or menu.of(ActionKind.DISCARD)
        if len(rest) > 1 and menu.view.waits and self.dice.below(100) < 90:
            return rest[-1]
        pairs = [each for each in rest if menu.view.hand.counts[(each.tile or 0) % 34] < 2]
        pool = pairs or list(rest)
        return pool[self.dice.below(len(pool))]


def wander(rules: Ruleset, seed: int) -> Iterator[Match]:
    """A whole game of four wanderers; yields after each step."""
    match = Match(rules, seed)
    player = Wanderer(seed)
    yield match
    while match.standings is None:
        if match.acting:
            match.step({seat: player.choose(match.round.options(seat)) for seat in match.acting})
        else:
            match.proceed()
        yield match
