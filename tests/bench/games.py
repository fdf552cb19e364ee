"""Whole hands and whole records beside ``riichienv``, whose rules are compiled and driven from Python."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import riichienv
from riichienv.agents import RandomAgent

from ai.bot import STYLES, Level, make_bot
from ai.players import Players
from engine.actions import PASS, Action, ActionKind
from engine.match import Match
from engine.records.lines import write_events
from engine.records.reading import read_record
from engine.records.verify import verify_record
from engine.rules import TENHOU, Ruleset
from engine.wall import PLAYERS
from tests.bench.measure import Contest, Effort, Peer, Runner, percentile
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


def peer_choice(observation: Any) -> Any:
    """The same at the other table."""
    actions = observation.legal_actions()
    kinds = riichienv.ActionType
    skip = next((action for action in actions if action.action_type == kinds.PASS), None)
    if skip is not None:
        return skip
    thrown = [action for action in actions if action.action_type == kinds.DISCARD]
    return thrown[-1]


def peer_hand(seed: int) -> None:
    """The same with ``riichienv``."""
    env = riichienv.RiichiEnv(game_mode="4p-red-single", seed=seed)
    observations = env.reset()
    while not env.done():
        observations = env.step({seat: peer_choice(seen) for seat, seen in observations.items()})


def random_hand(seed: int) -> None:
    """A hand with ``riichienv`` in which everybody does anything."""
    env = riichienv.RiichiEnv(game_mode="4p-red-single", seed=seed)
    agent = RandomAgent(seed=seed)
    observations = env.reset()
    while not env.done():
        observations = env.step({seat: agent.act(seen) for seat, seen in observations.items()})


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


def bot_hands(level: Level) -> Runner:
    """A hand of bots of that level."""
    names = bots_of(level)

    def play(seed: int) -> None:
        played(names, seed, ONE_HAND)

    return Runner("furiten", play, range(HANDS))


def games(effort: Effort) -> Iterator[Contest]:
    """Hands with players who throw what they draw, and with our bots."""
    seeds = range(effort.of(HANDS))
    rust = Runner("riichienv (Rust)", peer_hand, seeds)
    random = Runner("riichienv, random play", random_hand, seeds)
    ours = Runner("furiten", our_hand, seeds)
    yield Contest(
        "a hand, drawn tiles thrown", ours, [Peer(rust, Goal(1)), Peer(random, Goal(stretch=1))], _agreed
    )
    for level, goal in ((Level.REGULAR, 0.2), (Level.EXPERT, 0.02)):
        bots = replace(bot_hands(level), items=seeds)
        yield Contest(f"a hand of {level} bots", bots, [Peer(rust, Goal(goal))], _agreed)


def _agreed() -> None:
    """Walls differ, so there is nothing to compare."""


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


def followed(path: Path) -> None:
    """Walk through a record with ``riichienv``, seat by seat, as its options come up."""
    for hand in riichienv.MjaiReplay.from_jsonl(str(path)).take_kyokus():
        for seat in range(PLAYERS):
            for observation, _ in hand.steps(seat, skip_single_action=False):
                observation.legal_actions()


def records(effort: Effort) -> Iterator[Contest]:
    """Whole games of our bots: verified here, followed there."""
    with TemporaryDirectory() as folder:
        contents, paths = [], []
        for seed in range(effort.of(RECORDS)):
            contents.append(write_events(played(bots_of(Level.REGULAR), seed, TENHOU).events))
            paths.append(Path(folder) / f"{seed}.jsonl")
            paths[-1].write_bytes(contents[-1])
        ours = Runner("furiten", verified, contents)
        rust = Runner("riichienv, followed only", followed, paths)
        yield Contest("a record verified", ours, [Peer(rust, Goal(1))], _agreed)
