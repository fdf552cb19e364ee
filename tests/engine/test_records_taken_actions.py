"""What a seat chose, read off a record from its own view: the same as the live round was told."""

from __future__ import annotations

from collections import Counter

import pytest

from engine import events as ev
from engine.actions import Action
from engine.match import Match
from engine.options import options
from engine.records.taken_actions import action_taken
from engine.records.timeline import timeline
from engine.rules import Ruleset, ruleset
from tests.support.engine.random_player import Wanderer
from tests.support.nightly import at_night

Told = dict[tuple[int, int], Action]
"""What each seat chose, by the number of events before it."""


def wandered(rules: Ruleset, seed: int) -> tuple[list[ev.Event], Told]:
    """A game with all that was chosen in it."""
    match, player, told = Match(rules, seed), Wanderer(seed), Told()
    while match.standings is None:
        if match.acting:
            chosen = {seat: player.choose(match.round.options(seat)) for seat in match.acting}
            told |= {(len(match.events), seat): action for seat, action in chosen.items()}
            match.step(chosen)
        else:
            match.proceed()
    return match.events, told


@pytest.mark.parametrize(
    ("name", "seeds"), [("wrc", range(2, 3)), *at_night((name, range(5)) for name in ("tenhou", "wrc"))]
)
def test_the_record_shows_what_was_chosen(name: str, seeds: range) -> None:
    """Only a claim can be hidden: by what another player did with the same tile."""
    rules, seen = ruleset(name), Counter[str]()
    for seed in seeds:
        events, told = wandered(rules, seed)
        for seat in range(4):
            walked = timeline(rules, events, seat)
            for index in walked.decisions(seat):
                position = walked.at(index)
                chosen = told[index + 1, seat]
                following = position.hand.events[index + 2 - position.hand.first :]
                found = action_taken(position.view, following)
                if found is None:
                    assert not position.view.my_turn
                    assert isinstance(following[0], ev.Hora | ev.Chi | ev.Pon | ev.Daiminkan | ev.Ryukyoku)
                    assert ev.actor_of(following[0]) != seat
                    seen["hidden"] += 1
                    continue
                assert found == chosen
                seen[found.kind] += 1
    assert seen["hidden"] < 60
    assert {"discard", "riichi", "tsumo", "ron", "chi", "pon", "open-kan", "closed-kan", "pass"} <= set(seen)


def test_a_record_that_stops_shows_nothing() -> None:
    events, _ = wandered(ruleset("wrc"), 0)
    walked = timeline(ruleset("wrc"), events[:30], 0)
    last = walked.at(walked.decisions(0)[-1])
    assert options(last.view)
    assert action_taken(last.view, []) is None
