"""Play on from a position of a record: with the recorded moves played again, the branch is the record."""

from __future__ import annotations

import gzip
import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from engine import events as ev
from engine.actions import PASS, Action
from engine.match import Match
from engine.options import Options
from engine.records import write_events
from engine.records.read_file import read_record
from engine.records.recorded_choices import RecordError, choices, ruled
from engine.records.replay import filled_in
from engine.records.resumed_game import (
    BranchPoint,
    BranchTerms,
    branch_off,
    branch_point,
    is_whole_wall_known,
    resume,
    take_back,
    wall_as_it_was,
)
from engine.records.timeline import Timeline, timeline
from engine.records.verify import verify_record
from engine.rules import EMA, PRESETS, TENHOU, Ruleset
from engine.tiles import MJAI
from engine.view import mask
from engine.wall import PLAYERS, Dice
from tests.support.engine import wild_games
from tests.support.engine.deals import state
from tests.support.engine.wild_games import play_out
from tests.support.nightly import at_night, part_always

DATA = os.environ.get("FURITEN_DATA")
EMA_TABLE = wild_games.table_rules(EMA, 1)
CHANGED = replace(TENHOU, red_fives=(1, 0, 1), open_tanyao=False)
TABLES = part_always((*PRESETS.values(), CHANGED, EMA_TABLE), (CHANGED, EMA_TABLE))
NAMES = ("a", "you", "c", "d")
ALL_TABLES = pytest.mark.parametrize("rules", TABLES, ids=lambda rules: f"{rules.name}-{rules.errors}")
SEED = 3


@cache
def played(rules: Ruleset, seed: int) -> Match:
    """A game of players who do anything."""
    return play_out(Match(rules, seed), *anything(rules, seed))


def anything(rules: Ruleset, seed: int) -> tuple[Callable[[Options], Action], Dice | None]:
    """How players choose who do anything, and, where they err, a referee."""
    dice = Dice(seed)
    if rules.errors == "penalised":
        return lambda menu: wild_games.choose(menu, dice), dice
    return wild_games.wild(seed), None


def decisions(line: Timeline, random: Random, most: int) -> list[tuple[int, int]]:
    """Some decisions of a record: indexes and seats."""
    found = [(index, seat) for seat in range(PLAYERS) for index in line.decisions(seat)]
    return random.sample(found, min(most, len(found)))


def branched(
    rules: Ruleset, events: list[ev.Event], point: BranchPoint, seed: int = 5, **terms: object
) -> Match:
    wall = wall_as_it_was(rules, events, point.hand, Dice(seed))
    return branch_off(rules, point, wall, replace(BranchTerms(NAMES, seed), **terms))


def play_again(match: Match, told: list[ev.Event]) -> None:
    """Play the recorded choices of the hand, or of several, to the end of the game."""
    told = [event for event in told if not event.follows_by_rule]
    while match.standings is None:
        if not match.acting:
            match.proceed()
            continue
        used = sum(not event.follows_by_rule for event in match.events[1:])
        if not ruled(match, told[used:]):
            chosen = choices(match.round, told[used : used + 8])
            assert chosen is not None
            match.step(chosen)


@ALL_TABLES
@pytest.mark.parametrize(("seed", "sample"), [(SEED, 3), *at_night((seed, 40) for seed in range(3))])
def test_recorded_moves_make_the_recorded_hand(rules: Ruleset, seed: int, sample: int) -> None:
    events = played(rules, seed).events
    for index, seat in decisions(timeline(rules, events), Random(seed), sample):
        point = branch_point(events, index, seat)
        match = branched(rules, events, point)
        assert match.hand_events == events[point.hand.first - 1 : index + 1]
        assert seat in match.acting
        play_again(match, [*point.hand.events, ev.EndKyoku()])
        assert match.events[1:-1] == [*point.hand.events, point.hand.end]
        last = point.hand.number == timeline(rules, events).hands[-1].number
        assert (match.events[-1].scores is not None) == last


@pytest.mark.parametrize("sample", [1, *at_night([12])])
@pytest.mark.parametrize("rules", part_always(PRESETS.values(), [TENHOU, EMA]), ids=lambda rules: rules.name)
def test_recorded_moves_make_the_rest_of_the_game(rules: Ruleset, sample: int) -> None:
    whole = played(rules, SEED)
    events = whole.events
    for index, seat in decisions(timeline(rules, events), Random(sample), sample):
        point = branch_point(events, index, seat)
        match = branched(rules, events, point, whole.seed, ends="game")
        play_again(match, events[point.hand.first - 1 :])
        assert match.events[1:] == events[point.hand.first - 1 :]


@ALL_TABLES
@pytest.mark.parametrize(
    ("ends", "seed", "sample"),
    [("hand", SEED, 1), ("game", SEED, 1), *at_night(("game", seed, 8) for seed in (1, 2))],
)
def test_branch_verifies_and_resumes_anywhere(rules: Ruleset, ends: str, seed: int, sample: int) -> None:
    events = played(rules, seed).events
    random = Random(seed)
    for index, seat in decisions(timeline(rules, events), random, sample):
        point = branch_point(events, index, seat)
        match = branched(rules, events, point, ends=ends, file="game.jsonl")
        play_out(match, anything(rules, index)[0])
        data = write_events(match.events)
        record = read_record(data)
        report = verify_record(record)
        assert report.mismatches == []
        assert record.games[0].facts.ruleset() == rules
        assert resume(match.events).match.events == match.events
        cut = random.randrange(2 + match.branch.given if match.branch else 1, len(match.events))
        again = resume(match.events[:cut])
        assert again.match.events[: again.used] == match.events[: again.used]


def test_stopped_game_must_not_go_on_and_other_ends_are_compared() -> None:
    events = played(TENHOU, SEED).events
    line = timeline(TENHOU, events)
    point = branch_point(events, line.decisions(0)[0], 0)
    match = branched(TENHOU, events, point)
    play_again(match, [*point.hand.events, ev.EndKyoku()])
    wrong = [*match.events[:-1], ev.EndGame(scores=[1, 2, 3, 4])]
    assert not verify_record(read_record(write_events(wrong))).ok
    start = match.events[0]
    assert isinstance(start, ev.StartGame)
    without = [replace(start, branch=None), *match.events[1:]]
    assert not verify_record(read_record(write_events(without))).ok


def test_wall_of_a_game_of_this_program_is_known_whole() -> None:
    whole = played(TENHOU, SEED)
    random = Random(2)
    for index, seat in decisions(timeline(TENHOU, whole.events), random, 6):
        point = branch_point(whole.events, index, seat)
        assert is_whole_wall_known(TENHOU, whole.events, point.hand)
        first, second = (branched(TENHOU, whole.events, point, seed) for seed in (1, 2))
        assert first.round.wall.tiles == second.round.wall.tiles
        # a branch of the branch has the wall of the branch
        again = branch_point(first.events, len(first.events) - 1, seat)
        assert branched(TENHOU, first.events, again, 3).round.wall.tiles == first.round.wall.tiles


def test_unknown_tiles_are_dealt_by_the_seed() -> None:
    events = [
        replace(event, seed=None, format=None) if isinstance(event, ev.StartGame) else event
        for event in played(TENHOU, SEED).events
    ]
    point = branch_point(events, timeline(TENHOU, events).decisions(2)[5], 2)
    assert not is_whole_wall_known(TENHOU, events, point.hand)
    one, same, other = (branched(TENHOU, events, point, seed).round.wall.tiles for seed in (1, 1, 2))
    assert one == same != other
    assert sorted(one) == sorted(other)


def test_nothing_is_taken_back_before_the_branch() -> None:
    events = played(TENHOU, SEED).events
    for index, seat in decisions(timeline(TENHOU, events), Random(4), 6):
        point = branch_point(events, index, seat)
        match = branched(TENHOU, events, point)
        assert take_back(match, seat) is None
        menus = {each: match.round.options(each) for each in match.acting}
        match.step({each: menu.actions[0] if each == seat else PASS for each, menu in menus.items()})
        back = take_back(match, seat, lambda menu: True)
        assert back.match.events[1:] == match.events[1 : match.played_from]
        assert back.action == menus[seat].actions[0]


def test_point_must_be_a_decision() -> None:
    events = played(TENHOU, SEED).events
    line = timeline(TENHOU, events)
    index = next(index for index in line.indexes if index not in line.decisions(1))
    with pytest.raises(RecordError):
        branched(TENHOU, events, branch_point(events, index, 1))
    with pytest.raises(IndexError):
        branch_point(events, 0, 1)


@pytest.mark.parametrize("broken", [["1m"] * 136, [], ["?"] * 136])
def test_wrong_wall_is_refused(broken: list[str]) -> None:
    events = played(TENHOU, SEED).events
    point = branch_point(events, timeline(TENHOU, events).decisions(1)[0], 1)
    match = branched(TENHOU, events, point)
    assert match.branch is not None
    start = match.events[0]
    assert isinstance(start, ev.StartGame)
    wrong = replace(start, branch=replace(match.branch, wall=broken))
    with pytest.raises(RecordError):
        resume([wrong, *match.events[1:]])


def test_branch_is_masked_and_another_program_may_mean_something_else_by_it() -> None:
    events = played(TENHOU, SEED).events
    point = branch_point(events, timeline(TENHOU, events).decisions(1)[0], 1)
    match = branched(TENHOU, events, point)
    masked = mask(match.events[0], 1)
    assert masked.branch is None
    lines = write_events(match.events).split(b"\n")
    lines[0] = b'{"type":"start_game","names":["a","b","c","d"],"branch":"main"}'
    (game,) = read_record(b"\n".join(lines)).games
    assert game.events()[1:] == match.events[1:]


@pytest.mark.skipif(DATA is None, reason="FURITEN_DATA names no folder of recorded games")
def test_branches_of_shared_records() -> None:
    random = Random(7)
    for path in random.sample(sorted(Path(str(DATA)).glob("games*/*.mjson.gz")), 12):
        (game,) = read_record(gzip.decompress(path.read_bytes())).games
        rules = game.facts.ruleset()
        events = game.events()
        whole = filled_in(rules, events)
        for index, seat in decisions(timeline(rules, whole), random, 4):
            point = branch_point(whole, index, seat)
            match = branched(rules, whole, point)
            play_again(match, [*point.hand.events, ev.EndKyoku()])
            assert match.events[1:-2] == point.hand.events
            assert verify_record(read_record(write_events(match.events))).ok
            shown = [MJAI[tile] for tile in match.round.wall.tiles[:52]]
            assert sorted(shown) == sorted(tile for hand in point.hand.start.tehais for tile in hand)
        for index, seat in decisions(timeline(rules, events), random, 4):
            point = branch_point(events, index, seat)
            match = branched(rules, events, point)
            seen = timeline(rules, events, seat).at(index).view
            assert repr(state(match.round.view(seat))) == repr(state(seen))
