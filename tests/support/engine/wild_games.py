"""Games by players who call, kan and declare riichi whenever they may, so that everything happens."""

from __future__ import annotations

from msgspec.structs import replace

from engine import events as ev
from engine import shape
from engine.actions import PASS, Action, ActionKind
from engine.dice import Dice
from engine.match import Match
from engine.options import Options
from engine.rules import PRESETS, Length
from engine.tiles import KIND_OF
from tests.support.shared import shared

CHANCES = {
    ActionKind.RON: 95,
    ActionKind.TSUMO: 90,
    ActionKind.RIICHI: 85,
    ActionKind.CLOSED_KAN: 90,
    ActionKind.ADDED_KAN: 90,
    ActionKind.OPEN_KAN: 60,
    ActionKind.NINE_TERMINALS: 60,
    ActionKind.PON: 25,
    ActionKind.CHI: 12,
}
"""Chances in a hundred that what can be done is done."""


def wild_game(rules: str, seed: int, length: Length | None = None) -> tuple[ev.Event, ...]:
    """The record of a whole game, of its usual length or another; the same for the same seed."""
    return shared(f"wild game {rules} {seed} {length}", lambda: _play(rules, seed, length))


def _play(name: str, seed: int, length: Length | None) -> tuple[ev.Event, ...]:
    dice = Dice(1968, seed)
    names = ("Ea st", "Süd", "西", "<&\"'>")
    rules = PRESETS[name]
    match = Match(replace(rules, length=length or rules.length), seed, names, time="2026-11-22T13:05:00Z")
    while match.standings is None:
        if match.acting:
            match.step({seat: choose(match.round.options(seat), dice) for seat in match.acting})
        else:
            match.proceed()
    return tuple(match.events)


def choose(menu: Options, dice: Dice) -> Action:
    for kind, chance in CHANCES.items():
        found = menu.of(kind)
        if found and dice.below(100) < chance:
            return found[dice.below(len(found))]
    if counts := menu.of(ActionKind.COUNT):
        return counts[0]
    discards = menu.of(ActionKind.DISCARD)
    if not discards:
        return PASS
    if dice.below(100) < 8:
        return discards[dice.below(len(discards))]
    hand = menu.view.hand
    left = shape.discards(hand.keys, len(hand.melds))
    return min(discards, key=lambda action: (left[KIND_OF[action.tile or 0]][0], dice.below(100)))
