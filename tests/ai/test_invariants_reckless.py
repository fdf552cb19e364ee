"""Reckless players reach what sensible bots avoid: many kans, odd calls; the invariants hold there too."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from msgspec.structs import replace

from ai.bots.registry import make_bot
from ai.invariants import Invariants
from engine.actions import Action, ActionKind
from engine.match import Match
from engine.options import Options
from engine.rules import PRESETS, Length, Ruleset
from engine.view import SeatView
from tests.support.nightly import at_night

KANS = (ActionKind.OPEN_KAN, ActionKind.ADDED_KAN, ActionKind.CLOSED_KAN)


class Reckless:
    """Declares every kan, often calls pon, sometimes does anything at all, and is otherwise hayai."""

    name = "reckless"

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.sense = make_bot("hayai")

    def choose(self, view: SeatView, options: Options) -> Action:
        kans = [action for action in options.actions if action.kind in KANS]
        pons = options.of(ActionKind.PON)
        if kans:
            return self.chance.choice(kans)
        if pons and self.chance.random() < 0.5:
            return pons[0]
        if self.chance.random() < 0.05:
            return self.chance.choice(options.actions)
        return self.sense.choose(view, options)


@pytest.mark.parametrize("length", ["hand", *at_night(["east"])])
@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_invariants_hold_in_reckless_games(rules: Ruleset, length: Length) -> None:
    seen: Counter[ActionKind] = Counter()
    check = Invariants()
    match = Match(replace(rules, length=length), 5, watch=check)
    player = Reckless(Random(rules.name))
    while match.standings is None:
        while match.acting:
            check.decision(match.round)
            menus = {seat: match.round.options(seat) for seat in match.acting}
            choices = {seat: player.choose(menu.view, menu) for seat, menu in menus.items()}
            seen.update(action.kind for action in choices.values())
            match.step(choices)
        check.decision(match.round)
        match.proceed()
    assert check.events > 50
    if length == "east":
        assert sum(seen[kind] for kind in KANS) >= 1
        assert seen[ActionKind.PON] >= 5
        assert check.events > 200
