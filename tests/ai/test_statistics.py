"""Statistics of hands: live and from a record they are the same; real records agree with a plain count."""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from ai.arena.contest import Contest
from ai.arena.game import play_deal
from ai.bots.registry import make_bot
from ai.players import Players
from ai.statistics.hand_stats import HandStats, count_hand, count_record
from engine.match import Match
from engine.offences import Offence
from engine.records import RecordError, read_events
from engine.rules import EMA, TENHOU
from tests.support.engine.erring_players import table_rules

DATA = os.environ.get("FURITEN_DATA")
BOTS = ("hayai", "mamori", "takame", "tenpai")
DOUBLE_RON = 9
"""The seed of a hand that two bots win with the same tile."""


def test_a_record_gives_the_figures_that_were_counted_live(tmp_path: Path) -> None:
    rules = replace(TENHOU, length="hand")
    count = play_deal(Contest(BOTS, 4, 6, rules, log_dir=tmp_path), 0)
    found = {name: HandStats() for name in BOTS}
    for rotation, path in enumerate(sorted(tmp_path.iterdir())):
        for seat, stats in enumerate(count_record(read_events(path.read_bytes()), rules)):
            found[BOTS[(seat + rotation) % 4]].add(stats)
    assert found == {name: tally.stats for name, tally in count.bots.items()}
    assert sum(stats.hands for stats in found.values()) == 4 * count.hands


def test_a_double_ron_is_two_wins_and_one_deal_in() -> None:
    match = Match(replace(TENHOU, length="hand"), DOUBLE_RON)
    players = Players({seat: make_bot("tenpai") for seat in range(4)})
    while match.acting:
        match.step({seat: players.choose(match, seat) for seat in match.acting})
    stats = [HandStats() for _ in range(4)]
    count_hand(match.round, stats)
    assert [each.wins for each in stats] == [1, 0, 1, 0]
    assert [each.deal_ins for each in stats] == [0, 1, 0, 0]
    assert [each.points for each in stats] == [3_900, 0, 2_600, 0]


def test_a_hand_that_a_chombo_ends_is_not_counted() -> None:
    match = Match(table_rules(EMA, 1), 7)
    match.foul(match.acting[0], Offence.UNPLAYABLE)
    stats = [HandStats() for _ in range(4)]
    count_hand(match.round, stats)
    assert stats == [HandStats()] * 4


def test_a_record_that_is_cut_is_refused() -> None:
    match = Match(TENHOU, 1)
    with pytest.raises(RecordError):
        count_record(match.events, TENHOU)


# -- real records, counted without the engine ------------------------------------------------------------


def hands_of(lines: list[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    starts = [number for number, line in enumerate(lines) if line["type"] == "start_kyoku"]
    for first, last in zip(starts, [*starts[1:], len(lines)], strict=True):
        yield lines[first:last]


def plain_count(hand: list[dict[str, Any]]) -> dict[int, dict[str, int]]:
    """What each seat did in a hand, read off the lines of its record."""
    found = {seat: dict.fromkeys(HandStats.__struct_fields__, 0) for seat in range(4)}
    sticks, honba = hand[0]["kyotaku"], hand[0]["honba"]
    wins = [line for line in hand if line["type"] == "hora"]
    types = [(line["type"], line.get("actor")) for line in hand]
    for seat, stats in found.items():
        stats["hands"] = 1
        stats["riichi"] = int(("reach", seat) in types)
        stats["calls"] = int(any((kind, seat) in types for kind in ("chi", "pon", "daiminkan")))
    sticks += sum(kind == "reach_accepted" for kind, _ in types)
    for win in wins:
        found[win["actor"]]["wins"] += 1
        # the first of several winners is paid the honba and the sticks
        extra = 1_000 * sticks + 300 * honba if win is wins[0] else 0
        found[win["actor"]]["points"] += win["deltas"][win["actor"]] - extra
        if win["target"] != win["actor"]:
            found[win["target"]]["deal_ins"] = 1
    for line in hand:
        if line["type"] == "ryukyoku" and line["reason"] == "exhaustive":
            for seat, stats in found.items():
                stats["draws"], stats["tenpai"] = 1, int(line["tenpais"][seat])
    return found


@pytest.mark.skipif(DATA is None, reason="FURITEN_DATA names no folder of recorded games")
@pytest.mark.parametrize(("folder", "every"), [("games", 9), ("games-rare", 3)])
def test_real_records_give_the_figures_of_a_plain_count(folder: str, every: int) -> None:
    assert DATA is not None
    total = HandStats()
    for path in sorted(Path(DATA, folder).glob("*.gz"))[::every]:
        data = gzip.decompress(path.read_bytes())
        expected = [HandStats() for _ in range(4)]
        for hand in hands_of([json.loads(line) for line in data.splitlines()]):
            for seat, stats in plain_count(hand).items():
                expected[seat].add(HandStats(**stats))
        found = count_record(read_events(data), TENHOU)
        assert list(found) == expected, path.name
        for each in found:
            total.add(each)
    assert all(msgspec.structs.astuple(total)), "every figure is shown by some hand"
