"""Random games under every ruleset: whatever happens, what must hold holds."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.events import decode, encode
from engine.round import Round
from engine.rules import PRESETS, Ruleset
from engine.view import SeatView, mask
from tests.support.engine.deals import Watch, state
from tests.support.engine.random_player import wander
from tests.support.nightly import at_night


@pytest.mark.parametrize("seeds", [range(1), *at_night([range(1, 6)])], ids=["one", "five"])
@pytest.mark.parametrize("rules", PRESETS.values(), ids=lambda rules: rules.name)
def test_everything_holds_after_every_step(rules: Ruleset, seeds: range) -> None:
    seen: Counter[str] = Counter()
    for seed in seeds:
        watch: Watch | None = None
        hand: Round | None = None
        for match in wander(rules, seed):
            if match.round is not hand:
                hand = match.round
                watch = Watch(hand)
            elif watch is not None:
                watch.check()
            if hand.outcome is not None and match.standings is None:
                rebuilt_views_agree(hand)
                seen.update(type(event).__name__ for event in hand.events)
        assert match.standings is not None
        assert sum(standing.points for standing in match.standings) <= 4 * rules.start_points
        assert [decode(encode(event)) for event in match.events] == match.events
    # the wanderers did get around
    assert {"Chi", "Pon", "Reach", "ReachAccepted", "Dora", "Hora"} <= set(seen)
    assert seen["Ankan"] + seen["Kakan"] + seen["Daiminkan"] > len(seeds)


def rebuilt_views_agree(hand: Round) -> None:
    """A view folded anew from the masked events is the live one."""
    for seat in range(4):
        view = SeatView.from_events(hand.rules, seat, [mask(event, seat) for event in hand.events])
        assert state(view) == state(hand.view(seat))
