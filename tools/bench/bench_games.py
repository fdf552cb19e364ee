"""Whole hands and whole records beside ``riichienv``, whose rules are compiled and driven from Python."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any

from msgspec.structs import replace

from ai.bot import Level
from ai.bots.registry import STYLES, make_bot
from ai.play import Players
from ai.statistics.game_counts import count_game
from engine.actions import PASS, Action, ActionKind
from engine.match import Match
from engine.records import write_events
from engine.records.read_file import read_record
from engine.records.verify import verify_record
from engine.rules import TENHOU, Ruleset
from tools.bench.bench_rows import NO_GOAL, Goal, Row
from tools.bench.measure import Absent, Contest, Effort, Peer, Runner, Work, beside, percentile
from tui.archive.game_entries import read_match

HANDS, RECORDS, COUNTED = 20, 5, 3
NEVER_PLAYED, NEW_TO_THINKERS, NEVER_COUNTED = 1_000, 2_000, 3_000
"""First seeds of hands and games that no other row plays."""
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


def bot_hands(level: Level, seeds: Sequence[int], *, unseen: bool) -> Runner:
    """A hand of bots of that level."""
    names = bots_of(level)

    def play(seed: int) -> None:
        played(names, seed, ONE_HAND)

    return Runner("furiten", play, seeds, unseen)


def drawn_thrown(seeds: Sequence[int], goal: Goal) -> Peer | Absent:
    """Hands in which everybody throws the drawn tile; the walls differ, so there is nothing to compare."""
    return beside("riichienv", lambda rust: Peer(Runner(rust.NAME, rust.hand, seeds), goal))


def simple_hands(title: str, seeds: Sequence[int]) -> Contest:
    """Players who throw what they draw."""

    def anything(rust: Any) -> Peer:
        return Peer(Runner("riichienv, at random", rust.random_hand, seeds), Goal(stretch=1))

    ours = Runner("furiten", our_hand, seeds)
    return Contest(title, ours, [drawn_thrown(seeds, Goal(1)), beside("riichienv", anything)])


def hands_of_bots(title: str, number: int, level: Level, rounds: int, goal: Goal) -> Contest:
    """Our bots beside players who throw what they draw, in hands that were never played before."""
    new = range(NEVER_PLAYED, NEVER_PLAYED + number * (rounds + 1))
    return Contest(title, bot_hands(level, new, unseen=True), [drawn_thrown(range(number), goal)])


def warm_hands_of_bots(title: str, number: int, level: Level) -> Contest:
    """The same with the same hands in every round: they are remembered from the round before."""
    seeds = range(number)
    return Contest(title, bot_hands(level, seeds, unseen=False), [drawn_thrown(seeds, NO_GOAL)])


def games(effort: Effort, folder: Path) -> Iterator[Work]:
    """Hands with players who throw what they draw, and with our bots; whole records, kept in that folder."""
    number = effort.of(HANDS)
    yield Work("a hand, drawn tiles thrown", partial(simple_hands, seeds=range(number)))
    for level, goal in ((Level.REGULAR, Goal(0.25)), (Level.EXPERT, Goal(0.04))):
        title = f"a hand of {level} bots"
        new = partial(hands_of_bots, number=number, level=level, rounds=effort.rounds, goal=goal)
        yield Work(f"{title}, unseen", new)
        yield Work(f"{title}, warm", partial(warm_hands_of_bots, number=number, level=level))
    yield Work("a record verified", partial(records, number=effort.of(RECORDS), folder=folder))
    number = effort.of(COUNTED) * (effort.rounds + 1)
    yield Work("a record counted, unseen", partial(counted_records, number=number, folder=folder))


def thinking(effort: Effort) -> Iterator[Row]:
    """How long experts think for a decision, in milliseconds: on average and at the 99th percentile.

    Their hands were never played before.
    """
    times: list[float] = []
    for seed in range(NEW_TO_THINKERS, NEW_TO_THINKERS + effort.of(HANDS)):
        played(bots_of(Level.EXPERT), seed, ONE_HAND, times)
    mean, worst = 1e3 * sum(times) / len(times), 1e3 * percentile(times, 0.99)
    told = f"{len(times)} times"
    for work, figure, limit in (
        ("an expert's decision, mean", mean, SLOW_ON_AVERAGE),
        ("an expert's decision, 99 of 100", worst, SLOW_AT_WORST),
    ):
        yield Row(work, told, "", figure, 1e3 * min(times), 1e3 * max(times), Goal(limit, at_most=True), "ms")


def verified(path: Path) -> None:
    """Play a record again, judge every move, and compare every event."""
    assert not verify_record(read_record(path.read_bytes())).mismatches


def counted(path: Path) -> None:
    """Read a record and count it, as the index of the archive does."""
    match = read_match(path, path.read_bytes(), 0.0)
    assert count_game(match.events, match.rules)


def recorded(seeds: Iterable[int], folder: Path) -> list[Path]:
    """The files of whole games of our bots."""
    paths = []
    for seed in seeds:
        paths.append(folder / f"{seed}.jsonl")
        paths[-1].write_bytes(write_events(played(bots_of(Level.REGULAR), seed, TENHOU).events))
    return paths


def followed(paths: Sequence[Path], goal: Goal, *, unseen: bool = False) -> Peer | Absent:
    """Records read and played again, without a word about them."""
    name = "riichienv, followed"
    return beside("riichienv", lambda rust: Peer(Runner(name, rust.follow, paths, unseen), goal))


def records(title: str, number: int, folder: Path) -> Contest:
    """Whole games of our bots: verified here, followed there."""
    paths = recorded(range(number), folder)
    return Contest(title, Runner("furiten", verified, paths), [followed(paths, Goal(1))])


def counted_records(title: str, number: int, folder: Path) -> Contest:
    """Whole games that were never read before: counted for the index here, followed there."""
    paths = recorded(range(NEVER_COUNTED, NEVER_COUNTED + number), folder)
    ours = Runner("furiten", counted, paths, unseen=True)
    return Contest(title, ours, [followed(paths, Goal(1.5), unseen=True)])
