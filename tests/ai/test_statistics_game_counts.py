"""Counts of games and figures."""

from __future__ import annotations

import gzip
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from ai.arena.contest import Contest, play_deal
from ai.bots.registry import make_bot
from ai.statistics.figures import FIGURES, Figure, HandStats, PlayerCounts, as_json, count_hand
from ai.statistics.game_counts import count_game
from engine import events as ev
from engine.match import Match
from engine.records import read_events, write_events
from engine.records.read_file import file_bytes, games_of
from engine.records.recorded_choices import RecordError
from engine.rules import EMA, PRESETS, TENHOU, Offence, Ruleset
from engine.view import mask
from tests.support.ai.bot_games import play_game, play_hand
from tests.support.ai.slow_game_counts import slow_counts
from tests.support.engine.wild_games import table_rules, wild_game
from tests.support.nightly import at_night, part_always

DATA = os.environ.get("FURITEN_DATA")
BOTS = ("hayai", "mamori", "takame", "tenpai")
COUNTS = PlayerCounts.__struct_fields__
DOUBLE_RON = 9
"""The seed of a hand that two bots win with the same tile."""


def hand_stats(record: Sequence[ev.Event], rules: Ruleset) -> list[HandStats]:
    """The statistics of hands of a recorded game, by seat."""
    names = HandStats.__struct_fields__
    return [
        HandStats(**{name: getattr(counts, name) for name in names}) for counts in count_game(record, rules)
    ]


def test_a_record_gives_the_figures_that_were_counted_live(tmp_path: Path) -> None:
    rules = replace(TENHOU, length="hand")
    count = play_deal(Contest(BOTS, 4, 6, rules, log_dir=tmp_path), 0)
    found = {name: HandStats() for name in BOTS}
    for rotation, path in enumerate(sorted(tmp_path.iterdir())):
        for seat, stats in enumerate(hand_stats(read_events(path.read_bytes()), rules)):
            found[BOTS[(seat + rotation) % 4]].add(stats)
    assert found == {name: tally.stats for name, tally in count.bots.items()}
    assert sum(stats.hands for stats in found.values()) == 4 * count.hands


def test_a_double_ron_is_two_wins_and_one_deal_in() -> None:
    match = Match(replace(TENHOU, length="hand"), DOUBLE_RON)
    play_hand(match, [make_bot("tenpai")] * 4)
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


# -- a slow counter, without the engine -------------------------------------------------------------------


def played(seed: int) -> bytes:
    """The record of a game of bots."""
    match = Match(replace(TENHOU, length="east"), seed, ["A", "B", "C", "D"])
    return write_events(play_game(match, [make_bot(name) for name in BOTS]))


def differences(data: bytes) -> Iterator[tuple[int, str, int, int]]:
    """Seat, count, and what both counters found."""
    rules = replace(TENHOU, length="east" if b'"length":"east"' in data else "south")
    both = zip(count_game(read_events(data), rules), slow_counts(data), strict=True)
    for seat, (found, slow) in enumerate(both):
        assert slow.keys() <= set(COUNTS)
        for name in COUNTS:
            if getattr(found, name) != slow.get(name, 0):
                yield seat, name, getattr(found, name), slow.get(name, 0)


@pytest.mark.parametrize("seed", [4, *at_night([1, 2, 3, 5, 6, 7])])
def test_games_of_bots_give_the_counts_of_the_slow_counter(seed: int) -> None:
    assert list(differences(played(seed))) == []


@pytest.mark.skipif(DATA is None, reason="FURITEN_DATA names no folder of recorded games")
@pytest.mark.parametrize(
    ("folder", "first", "every"),
    [
        pytest.param("games", 0, 30),
        pytest.param("games-rare", 3, 20),
        pytest.param("games", 0, 3, marks=pytest.mark.nightly),
        pytest.param("games-rare", 0, 3, marks=pytest.mark.nightly),
    ],
)
def test_recorded_games_give_the_counts_of_the_slow_counter(folder: str, first: int, every: int) -> None:
    assert DATA is not None
    for path in sorted(Path(DATA, folder).glob("*.gz"))[first::every]:
        assert list(differences(gzip.decompress(path.read_bytes()))) == [], path.name


@pytest.mark.nightly
@pytest.mark.skipif(DATA is None, reason="FURITEN_DATA names no folder of recorded games")
def test_every_count_is_shown_by_some_game() -> None:
    assert DATA is not None
    total = PlayerCounts()
    for folder in ("games", "games-rare"):
        for path in sorted(Path(DATA, folder).glob("*.gz"))[::2]:
            for counts in count_game(read_events(gzip.decompress(path.read_bytes())), TENHOU):
                total.add(counts)
    # no discard of the top tier was ever won on, and online nobody errs
    by_table_rules = set(COUNTS[COUNTS.index("table_games") :])
    never = [name for name in COUNTS if not getattr(total, name)]
    assert [name for name in never if name not in by_table_rules] == ["tier_safe"]
    assert by_table_rules <= set(never)


# -- games that are not whole ----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def record() -> list[ev.Event]:
    return read_events(played(3))


def test_of_a_record_that_stops_the_finished_hands_count(record: list[ev.Event]) -> None:
    rules = replace(TENHOU, length="east")
    deals = [place for place, event in enumerate(record) if isinstance(event, ev.StartKyoku)]
    whole, cut = count_game(record, rules), count_game(record[: deals[2] + 20], rules)
    assert [counts.hands for counts in cut] == [2] * 4
    assert [(counts.games, counts.placed, counts.final_points) for counts in cut] == [(1, 0, 0)] * 4
    rest = count_game([*record[:1], *record[deals[2] :]], rules)
    for counts, later, expected in zip(cut, rest, whole, strict=True):
        counts.add(later)
        assert replace(counts, games=1) == expected
    assert count_game(record[: deals[0] + 20], rules) == (PlayerCounts(),) * 4


def test_a_draw_that_is_recorded_for_another_player_is_that_of_whose_turn_it_is(
    record: list[ev.Event],
) -> None:
    rules = replace(TENHOU, length="east")
    draws = [place for place, event in enumerate(record) if isinstance(event, ev.Tsumo)]
    for place in draws[5::40]:
        draw = record[place]
        odd = [*record[:place], replace(draw, actor=(draw.actor + 1) % 4), *record[place + 1 :]]
        assert count_game(odd, rules) == count_game(record, rules)


def test_a_game_that_is_ended_early_has_places(record: list[ev.Event]) -> None:
    deals = [place for place, event in enumerate(record) if isinstance(event, ev.StartKyoku)]
    counts = count_game([*record[: deals[2]], ev.EndGame()], TENHOU)
    assert sorted(each.place_total for each in counts) == [1, 2, 3, 4]
    assert sum(each.final_points for each in counts) % 1_000 == 0


def test_a_hand_that_a_chombo_ended_counts_among_those_by_table_rules_alone() -> None:
    match = Match(table_rules(EMA, 1), 7)
    offender = match.acting[0]
    match.foul(offender, Offence.UNPLAYABLE)
    assert match.round.outcome.offenders
    for seat, counts in enumerate(count_game(match.events, match.rules)):
        own = int(seat == offender)
        assert counts == PlayerCounts(table_games=1, table_hands=1, chombo_hands=own, wrong_hands=own)


# -- the table of figures --------------------------------------------------------------------------------

REQUIRED = {
    "": {
        *("games", "hands", "places", "mean_place", "bust", "win", "tsumo_share", "dama_share", "deal_in"),
        *("call", "riichi", "draw", "tenpai_at_draw", "mean_win", "mean_deal_in", "win_turn", "balance"),
        *("after_riichi", "after_call", "furiten"),
    },
    "after_riichi": {"win", "deal_in", "draw", "balance", "first", "ippatsu", "ura", "furiten"},
    "after_call": {"win", "deal_in", "draw"},
    "furiten": {"tenpai_turns", "discard", "temporary", "riichi", "missed", "missed_points"},
}
"""The keys that other programs rely on."""


def test_the_json_has_every_key_that_is_promised() -> None:
    found = as_json(PlayerCounts())
    for section, keys in REQUIRED.items():
        part = found[section] if section else found
        assert isinstance(part, dict)
        assert keys <= set(part)


def test_where_nothing_was_counted_is_null() -> None:
    found = as_json(PlayerCounts())
    assert found["places"] == [0, 0, 0, 0]
    assert found["win"] is None
    assert found["after_riichi"]["win"] is None  # type: ignore[index]
    assert found["furiten"]["missed"] == 0  # type: ignore[index]


def test_a_rate_is_a_part_of_a_whole() -> None:
    games = PlayerCounts(games=2, first=1, fourth=1, placed=2, place_total=5, hands=8, wins=2, points=9_100)
    found = as_json(games)
    assert (found["win"], found["mean_win"], found["mean_place"]) == (0.25, 4_550, 2.5)
    assert (found["places"], found["games"], found["hands"]) == ([1, 0, 0, 1], 2, 8)


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure.id)
def test_a_figure_is_made_of_counts(figure: Figure) -> None:
    assert {figure.part, figure.shown_by} <= set(COUNTS)
    assert {figure.whole, figure.among} <= {*COUNTS, None}
    counts = PlayerCounts(**dict.fromkeys(COUNTS, 4))
    setattr(counts, figure.part, 3)
    assert figure.value(counts) == (3 if figure.whole is None else 0.75)
    assert figure.counted(counts) == (3 if figure.whole is None else 4)
    assert figure.share(counts) == (None if figure.among is None else 0.75)


def test_figures_have_different_ids() -> None:
    assert len({figure.id for figure in FIGURES}) == len({figure.key for figure in FIGURES}) == len(FIGURES)
    assert all(isinstance(number, int) for number in msgspec.structs.astuple(PlayerCounts()))


# -- records of one seat ---------------------------------------------------------------------------------


def assert_counted_from_one_seat(record: Sequence[ev.Event], rules: Ruleset) -> None:
    """What a seat recorded gives the same counts of that seat, and none of the others."""
    whole = count_game(record, rules)
    for seat, expected in enumerate(whole):
        seen = count_game([mask(event, seat) for event in record], rules)
        assert seen[seat] == expected
        assert all(counts == PlayerCounts() for other, counts in enumerate(seen) if other != seat)


@pytest.mark.parametrize("rules", part_always(PRESETS, ("ema", "tenhou", "mahjongsoul")))
@pytest.mark.parametrize("number", [0, *at_night([1, 2])])
def test_a_record_of_one_seat_counts_that_seat(rules: str, number: int) -> None:
    assert_counted_from_one_seat(wild_game(rules, number), PRESETS[rules])


def test_a_double_ron_counts_the_same_from_each_seat() -> None:
    events = play_game(Match(replace(TENHOU, length="hand"), DOUBLE_RON), [make_bot("tenpai")] * 4)
    assert_counted_from_one_seat(events, replace(TENHOU, length="hand"))
    # other programs write the wins in any order
    wins = [place for place, event in enumerate(events) if isinstance(event, ev.Hora)]
    swapped = list(events)
    swapped[wins[0]], swapped[wins[1]] = events[wins[1]], events[wins[0]]
    for seat in range(4):
        one, other = (
            count_game([mask(event, seat) for event in record], replace(TENHOU, length="hand"))[seat]
            for record in (events, swapped)
        )
        assert one == other


@pytest.mark.skipif(DATA is None, reason="FURITEN_DATA names no folder of recorded games")
@pytest.mark.parametrize("every", [120, *at_night([10])])
def test_real_games_count_the_same_from_each_seat(every: int) -> None:
    assert DATA is not None
    for path in sorted(Path(DATA, "games").iterdir())[::every]:
        for game in games_of(file_bytes(str(path))):
            assert_counted_from_one_seat(game.events, game.rules)


def test_a_win_without_payments_is_not_counted_from_one_seat() -> None:
    record = wild_game("tenhou", 0)
    without = [replace(event, deltas=None) if isinstance(event, ev.Hora) else event for event in record]
    with pytest.raises(RecordError, match="a win has no payments"):
        count_game([mask(event, 0) for event in without], TENHOU)
