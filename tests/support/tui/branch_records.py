"""A record of bots, and decisions in it to play on from."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ai.bots.registry import make_bot
from ai.play import PERSON
from ai.players import Players
from engine import events as ev
from engine.match import Match
from engine.records.timeline import timeline
from engine.rules import TENHOU, Ruleset
from engine.wall import PLAYERS
from tests.support.shared import shared
from tui.play.branch import BranchSource, branch_source

BOTS = ("hayai", PERSON, "takame:novice", "tenpai")


def record(rules: Ruleset = TENHOU, seed: int = 11) -> tuple[ev.Event, ...]:
    """A game of bots; one of them has the name of the player."""
    return shared(f"record of bots: {rules.name} {seed}", lambda: _play(rules, seed))


def _play(rules: Ruleset, seed: int) -> tuple[ev.Event, ...]:
    match = Match(rules, seed, BOTS)
    players = Players({seat: make_bot("hayai" if name == PERSON else name) for seat, name in enumerate(BOTS)})
    while match.standings is None:
        if match.acting:
            match.step({seat: players.choose(match, seat) for seat in match.acting})
        else:
            match.proceed()
    return tuple(match.events)


def sources(
    events: Sequence[ev.Event], rules: Ruleset = TENHOU, count: int = 10, seed: int = 0
) -> list[BranchSource]:
    """Some decisions of a record."""
    found = []
    for seat in range(PLAYERS):
        for index in timeline(rules, events, seat).decisions(seat):
            found.append((index, seat))
    sample = Random(seed).sample(found, min(count, len(found)))
    made = [branch_source(rules, events, index, seat, "game.jsonl") for index, seat in sample]
    assert [source and (source.point.index, source.seat) for source in made] == sample
    return [source for source in made if source is not None]


def early() -> BranchSource:
    """A decision at the beginning of the first hand."""
    return shared("early decision", _find_early)


def _find_early() -> BranchSource:
    seat = 2
    second = timeline(TENHOU, record(), seat).decisions(seat)[1]
    found = branch_source(TENHOU, record(), second, seat, "game.jsonl")
    assert found is not None
    assert found.point.step < 12
    assert found.point.hand.number == 1
    return found
