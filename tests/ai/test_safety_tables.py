"""The measurements at other tables than our own: who sits there, what is counted, and what is written."""

from __future__ import annotations

import gzip
import sys
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest
from msgspec.structs import replace

from ai.mjai.command import Limits
from ai.reading import threat
from ai.reading.measured_tiers import ELSEWHERE, ELSEWHERE_IN_RIICHI, TIER_OF, Tier
from ai.reading.safety_reasons import SAFE_REASONS, SafetyReason
from engine.match import Match
from engine.records.mjai_lines import write_events
from engine.rules import PRESETS
from tests.support.ai.external_programs import program
from tests.support.engine.wild_games import wild_game
from tools.measure import looks, other_tables, tables
from tools.measure.against import NAME
from tools.measure.data import kept, load, save
from tools.measure.estimate import Sums
from tools.measure.looks import looks_of_game
from tools.measure.samples import HandCount, measured_game
from tools.measure.tables import RULES, Table, TableError, games, players_at

DISCARDER = """
import json, os, pathlib, sys
(pathlib.Path(sys.argv[1]) / str(os.getpid())).touch()
for line in sys.stdin:
    told = json.loads(line)
    told = told if isinstance(told, list) else [told]
    seat = next((event["id"] for event in told if event["type"] == "start_game"), None)
    me = me if seat is None else seat
    last = told[-1]
    mine = last["type"] == "tsumo" and last["actor"] == me
    if last.get("can_act", True):
        discard = {"type": "dahai", "actor": me, "pai": last.get("pai"), "tsumogiri": True}
        print(json.dumps(discard if mine else {"type": "none"}), flush=True)
"""
"""An mjai bot that discards what it draws, game after game; it notes its process in a folder."""
ENOUGH = {Table.MAJIANG: 1_500, Table.MIXED: 2_000, Table.RECORDED: 900}


class TestKept:
    """What is kept in the repository."""

    def test_the_page_is_what_the_data_say(self) -> None:
        assert other_tables.page() == other_tables.PAGE.read_text(encoding="utf-8")

    def test_the_docstring_is_what_the_data_say(self) -> None:
        assert looks.code(looks.load()) == looks.CODE.read_text(encoding="utf-8")
        for row in looks.rows(looks.load()):
            assert all(cell in str(threat.__doc__) for cell in row)

    @pytest.mark.parametrize("table", other_tables.OTHERS)
    def test_each_is_large_enough_and_its_top_tier_never_lost(self, table: Table) -> None:
        found = load(table)
        assert found.table is table
        assert found.hands >= ENOUGH[table]
        assert found.tiers[Tier.SAFE].all.tiles > 10_000
        assert all(found.reasons[reason].all.wins == 0 for reason in SAFE_REASONS)

    @pytest.mark.parametrize("table", other_tables.OTHERS)
    def test_each_is_added_up_by_our_tiers(self, table: Table) -> None:
        found = load(table)
        for tier, row in zip(Tier, found.tiers, strict=True):
            reasons = [reason for reason in found.reasons if TIER_OF[reason] is tier]
            assert row.all.tiles == sum(found.reasons[reason].all.tiles for reason in reasons)
            assert row.riichi.wins == sum(found.reasons[reason].riichi.wins for reason in reasons)

    def test_the_panel_has_the_games_of_majiang_ai_among_itself(self) -> None:
        among_itself = load(Table.MAJIANG), load(Table.RECORDED)
        for tier in Tier:
            rows = [found.tiers[tier] for found in among_itself]
            counted = sum(row.other.tiles for row in rows), sum(row.other.wins for row in rows)
            in_riichi = sum(row.riichi.tiles for row in rows), sum(row.riichi.wins for row in rows)
            assert (ELSEWHERE[tier], ELSEWHERE_IN_RIICHI[tier]) == (counted, in_riichi)

    @pytest.mark.parametrize("table", other_tables.OTHERS)
    def test_looks_come_from_the_same_hands(self, table: Table) -> None:
        found, seen = load(table), looks.load()[table]
        assert (seen.seed, seen.games, seen.hands) == (found.seed, found.games, found.hands)

    def test_the_likelier_look_is_tenpai_more_often_at_every_table(self) -> None:
        for found in looks.load().values():
            rates = [found.levels[level].rate for level in looks.LEVELS]
            assert rates == sorted(rates, reverse=True)

    def test_what_is_kept_comes_back(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        found = load(Table.MIXED)
        monkeypatch.setattr("tools.measure.data._KEPT", tmp_path)
        save(found)
        assert kept(Table.MIXED).parent == tmp_path
        assert load(Table.MIXED) == found


class TestDifferences:
    def test_rates_differ_where_their_intervals_are_apart(self) -> None:
        few = Sums.of([(1, 1)] * 100 + [(1, 0)] * 900)
        assert other_tables.differs(few, Sums.of([(1, 1)] * 200 + [(1, 0)] * 800))
        assert not other_tables.differs(few, Sums.of([(1, 1)] * 12 + [(1, 0)] * 88))
        assert not other_tables.differs(few, Sums.of([]))

    def test_the_page_lists_those_grounds_and_no_others(self) -> None:
        found = other_tables.measured_tables()
        listed = {(reason, state) for reason, state, _ in other_tables.differing(found)}
        assert listed
        own, *others = found.values()
        for reason in own.reasons:
            for state in other_tables.STATES:
                low, high = getattr(own.reasons[reason], state).interval
                apart = False
                for other in others:
                    sums = getattr(other.reasons[reason], state)
                    if sums.tiles and getattr(own.reasons[reason], state).tiles:
                        apart |= sums.interval[1] < low or high < sums.interval[0]
                assert apart == ((reason, state) in listed)


class TestFindings:
    """What docs/safety.md says of the tables in words."""

    @pytest.mark.parametrize("table", other_tables.OTHERS)
    def test_no_tier_is_below_a_safer_one(self, table: Table) -> None:
        for safer, riskier in combinations(load(table).tiers, 2):
            for state in other_tables.STATES:
                below, above = getattr(safer, state), getattr(riskier, state)
                assert below.rate <= above.rate or below.overlaps(above)

    @pytest.mark.parametrize("table", other_tables.OTHERS)
    def test_the_steps_between_tiers_are_smaller_than_ours(self, table: Table) -> None:
        own, found = load(), load(table)
        for tier in (Tier.D, Tier.F, Tier.G):
            assert found.tiers[tier].riichi.interval[1] < own.tiers[tier].riichi.interval[0]
        assert found.tiers[Tier.C].riichi.interval[0] > own.tiers[Tier.C].riichi.interval[1]
        suji = found.reasons[SafetyReason.SUJI_37].riichi.rate / own.reasons[SafetyReason.SUJI_37].riichi.rate
        assert 2 <= suji <= 3.05

    @pytest.mark.parametrize("table", other_tables.OTHERS)
    def test_who_looks_possibly_tenpai_is_so_more_often(self, table: Table) -> None:
        own, found = (looks.load()[each].levels["possible"] for each in (Table.OWN, table))
        assert found.interval[0] > own.interval[1]


class TestTables:
    def test_at_a_mixed_table_a_regular_bot_and_an_expert_meet_two_others(self) -> None:
        seated = [players_at(Table.MIXED, number) for number in range(24)]
        for names in seated:
            ours = [name for name in names if name != NAME]
            assert len(ours) == 2
            assert [name.endswith(":expert") for name in sorted(ours, key=lambda name: ":" in name)] == [
                False,
                True,
            ]
            assert len({name.partition(":")[0] for name in ours}) == 2
        for seat in range(4):
            assert {names[seat] for names in seated} == {NAME, *tables.MIXED}

    def test_at_its_own_table_it_has_all_seats(self) -> None:
        assert players_at(Table.MAJIANG, 7) == [NAME] * 4

    def test_whole_games_are_played_until_the_hands_are_enough(self) -> None:
        assert [len(game) for game in games(lambda number: [number] * 4, 10, 1)] == [4, 4, 4]

    def test_there_may_be_no_further_game(self) -> None:
        assert list(games(lambda number: [number] * (number < 2), 10, 1)) == [[0], [1]]


@pytest.fixture
def recorded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder for recorded games."""
    (tmp_path / "games").mkdir()
    monkeypatch.setenv(tables.DATA, str(tmp_path))
    tables.recorded_games.cache_clear()
    yield tmp_path / "games"
    tables.recorded_games.cache_clear()


def counts(hands: list[HandCount]) -> list[object]:
    """What was counted of each hand."""
    return [(hand.tiles, hand.wins, hand.alarm_tiles, hand.looks) for hand in hands]


def kept_game(seed: int, monkeypatch: pytest.MonkeyPatch) -> tuple[list[HandCount], Match]:
    """A game of our own bots, counted while it is played, and its match."""
    matches: list[Match] = []

    class Kept(Match):
        def __init__(self, *args: object, **named: object) -> None:
            super().__init__(*args, **named)  # type: ignore[arg-type]
            matches.append(self)

    with monkeypatch.context() as patched:
        patched.setattr(tables, "Match", Kept)
        found = measured_game(Table.OWN, seed, 0)
    return found, matches[0]


class TestRecorded:
    def test_a_recorded_game_gives_the_counts_of_the_game_itself(
        self, recorded: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        live, match = kept_game(3, monkeypatch)
        (recorded / "game-0001.mjson.gz").write_bytes(gzip.compress(write_events(match.events)))
        again = measured_game(Table.RECORDED, 0, 0)
        assert counts(again) == counts(live)
        assert sum(hand.wins.total() for hand in live) > 50
        assert looks_of_game(Table.RECORDED, 0, 0) == [hand.looks for hand in live]
        assert measured_game(Table.RECORDED, 0, 1) == []

    def test_what_cannot_be_played_names_its_file(
        self, recorded: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        events = wild_game("tenhou", 1, "hand")[:40]
        (recorded / "game-0001.mjson.gz").write_bytes(gzip.compress(write_events(events)))
        with pytest.raises(TableError, match=r"game-0001\.mjson\.gz: the record ends"):
            measured_game(Table.RECORDED, 0, 0)

    def test_without_games_one_line_says_so(self, recorded: Path) -> None:
        with pytest.raises(TableError, match="FURITEN_DATA names no folder"):
            measured_game(Table.RECORDED, 0, 0)


@pytest.fixture
def command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """The program of the test in place of majiang-ai."""
    yield monkeypatch
    for rules in RULES:
        for process in tables.lasting_programs(rules).idle:
            process.close()
    tables.lasting_programs.cache_clear()


class TestPrograms:
    def test_a_process_plays_one_game_after_another_under_one_ruleset(
        self, command: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        script = tmp_path / "discarder.py"
        script.write_text(DISCARDER, encoding="utf-8")
        for rules in RULES:
            (tmp_path / rules).mkdir()
        short = {name: replace(rules, length="hand") for name, rules in PRESETS.items()}
        command.setattr(tables, "PRESETS", short)
        command.setattr(
            tables, "command", lambda rules: f"mjai:'{sys.executable}' -I '{script}' '{tmp_path / rules}'"
        )
        first = measured_game(Table.MIXED, 5, 0)
        assert len(first) >= 1
        assert sum(hand.tiles.total() for hand in first) > 20
        started = set((tmp_path / "tenhou").iterdir())
        assert len(started) == 2
        assert counts(measured_game(Table.MIXED, 5, 0)) == counts(first)
        assert set((tmp_path / "tenhou").iterdir()) == started
        measured_game(Table.MIXED, 5, 1)
        assert len(list((tmp_path / "wrc").iterdir())) == 2

    def test_one_that_fails_ends_the_measurement(self, command: pytest.MonkeyPatch, tmp_path: Path) -> None:
        command.setattr(tables, "command", lambda rules: program("first-crash", tmp_path))
        with pytest.raises(TableError, match="no model at hand"):
            measured_game(Table.MIXED, 5, 0)

    def test_a_late_answer_does_too_and_nobody_is_late_on_a_busy_machine(
        self, command: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        assert min(tables.PATIENCE) > max(Limits())
        command.setattr(tables, "PATIENCE", Limits(300.0, 0.01))
        command.setattr(tables, "command", lambda rules: program("late", tmp_path))
        with pytest.raises(TableError, match="no answer within"):
            measured_game(Table.MIXED, 5, 0)
