"""Whole hands and whole records beside ``riichienv``, whose rules are compiled and driven from Python."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from msgspec.structs import replace

from ai.bot import STYLES, Level, make_bot
from ai.players import Players
from engine.actions import PASS, Action, ActionKind
from engine.match import Match
from engine.records.lines import write_events
from engine.records.reading import read_record
from engine.records.verify import verify_record
from engine.rules import TENHOU, Ruleset
from tests.bench.measure import Absent, Contest, Effort, Peer, Runner, beside, percentile
from tests.bench.rows import Goal, Row

HANDS, RECORDS = 20, 5
ONE_HAND = replace(TENHOU, length="hand")
SLOW_ON_AVERAGE, SLOW_AT_WORST = 10.0, 50.0
"""Milliseconds that a decision of an expert may take: on average, and of a hundred all but one."""


def our_choice(actions: Sequence[Action]) -> Action:
    """Throw the drawn tile, claim nothing."""
    if PASS in actions:
        return PASS
    thrown = [action for action in actions if action.kind is ActionKind.DISCARD]
    return next((action for action in thrown if action.tsumogiri), thrown[-1])


def our_hand(seed: int) -> None:
    """One hand through options and views, in which everybody throws the drawn tile."""
    match = Match(ONE_HAND, seed)
    while match.standings is None:
        if match.acting:
            match.step({seat: our_choice(match.round.options(seat).actions) for seat in match.acting})
        else:
            match.proceed()


def played(names: Sequence[str], seed: int, rules: Ruleset, thinking: list[float] | None = None) -> Match:
    """A finished match of these bots; ``thinking`` gathers the seconds of each decision."""
    match = Match(rules, seed)
    players = Players({seat: make_bot(name) for seat, name in enumerate(names)})
    while match.standings is None:
        if not match.acting:
            match.proceed()
            continue
        choices = {}
        for seat in match.acting:
            start = perf_counter()
            choices[seat] = players.choose(match, seat)
            if thinking is not None:
                thinking.append(perf_counter() - start)
        match.step(choices)
    return match


def bots_of(level: Level) -> list[str]:
    """The three styles in that level, and the first once more."""
    styles = [*STYLES, STYLES[0]]
    return styles if level is Level.REGULAR else [f"{style}:{level}" for style in styles]


def bot_hands(level: Level, seeds: Sequence[int]) -> Runner:
    """A hand of bots of that level."""
    names = bots_of(level)

    def play(seed: int) -> None:
        played(names, seed, ONE_HAND)

    return Runner("furiten", play, seeds)


def games(effort: Effort) -> Iterator[Contest]:
    """Hands with players who throw what they draw, and with our bots."""
    seeds = range(effort.of(HANDS))

    # the walls differ, so there is nothing to compare
    def drawn(goal: Goal) -> Peer | Absent:
        return beside("riichienv", lambda rust: Peer(Runner(rust.NAME, rust.hand, seeds), goal))

    def anything(rust: Any) -> Peer:
        return Peer(Runner("riichienv, at random", rust.random_hand, seeds), Goal(stretch=1))

    ours = Runner("furiten", our_hand, seeds)
    yield Contest("a hand, drawn tiles thrown", ours, [drawn(Goal(1)), beside("riichienv", anything)])
    for level, goal in ((Level.REGULAR, 0.2), (Level.EXPERT, 0.02)):
        yield Contest(f"a hand of {level} bots", bot_hands(level, seeds), [drawn(Goal(goal))])


def thinking(effort: Effort) -> Iterator[Row]:
    """How long experts think for a decision, in milliseconds: on average and at the 99th percentile."""
    times: list[float] = []
    for seed in range(effort.of(HANDS)):
        played(bots_of(Level.EXPERT), seed, ONE_HAND, times)
    mean, worst = 1e3 * sum(times) / len(times), 1e3 * percentile(times, 0.99)
    told = f"{len(times)} times"
    for work, figure, limit in (
        ("an expert's decision, mean", mean, SLOW_ON_AVERAGE),
        ("an expert's decision, 99 of 100", worst, SLOW_AT_WORST),
    ):
        yield Row(work, told, "", figure, 1e3 * min(times), 1e3 * max(times), Goal(limit, at_most=True), "ms")


def verified(data: bytes) -> None:
    """Play a record again with every option of every seat, and compare every event."""
    assert not verify_record(read_record(data)).mismatches


def records(effort: Effort) -> Iterator[Contest]:
    """Whole games of our bots: verified here, followed there."""
    with TemporaryDirectory() as folder:
        contents, paths = [], []
        for seed in range(effort.of(RECORDS)):
            contents.append(write_events(played(bots_of(Level.REGULAR), seed, TENHOU).events))
            paths.append(Path(folder) / f"{seed}.jsonl")
            paths[-1].write_bytes(contents[-1])
        ours = Runner("furiten", verified, contents)

        def follower(rust: Any) -> Peer:
            return Peer(Runner("riichienv, followed", rust.follow, paths), Goal(1))

        yield Contest("a record verified", ours, [beside("riichienv", follower)])
