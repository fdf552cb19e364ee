"""The measured table of safety: how it is counted and written."""

from __future__ import annotations

import gzip
import math
import sys
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from ai.mjai.command import Limits
from ai.reading import threat
from ai.reading.evidence import danger_multiplier
from ai.reading.measured_tiers import DEAL_IN, ELSEWHERE_RATES, MEASURED, MEASURED_IN_RIICHI, RATES
from ai.reading.safety_reasons import SAFE_REASONS, SafetyClass, SafetyReason, Tier, safety_class, tier_of
from engine.match import Match
from engine.records import write_events
from engine.rules import PRESETS
from tests.support.ai.external_programs import program
from tests.support.engine.wild_games import wild_game
from tools.measure import looks, people, tables, writing
from tools.measure.against import NAME
from tools.measure.data import FIELDS, ORDERED, SETTLED, Row, kept, load, load_fields, save
from tools.measure.estimate import Sums, ratio
from tools.measure.looks import looks_of_game
from tools.measure.samples import HandCount, Stage, measured_game
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
OTHERS = (Table.MAJIANG, Table.MIXED, Table.RECORDED)


class TestLooks:
    """Who looks tenpai, as it is kept in the repository."""

    def test_the_docstring_is_what_the_data_say(self) -> None:
        assert looks.code(looks.load()) == looks.CODE.read_text(encoding="utf-8")
        for row in looks.rows(looks.load()):
            assert all(cell in str(threat.__doc__) for cell in row)

    @pytest.mark.parametrize("table", OTHERS)
    def test_looks_come_from_the_same_hands(self, table: Table) -> None:
        found, seen = load(table), looks.load()[table]
        assert (seen.seed, seen.games, seen.hands) == (found.seed, found.games, found.hands)

    def test_the_likelier_look_is_tenpai_more_often_at_every_table(self) -> None:
        for found in looks.load().values():
            rates = [found.levels[level].rate for level in looks.LEVELS]
            assert rates == sorted(rates, reverse=True)

    @pytest.mark.parametrize("table", OTHERS)
    def test_who_looks_possibly_tenpai_is_so_more_often(self, table: Table) -> None:
        own, found = (looks.load()[each].levels["possible"] for each in (Table.OWN, table))
        assert found.rate > own.rate

    def test_what_is_kept_comes_back(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        found = load(Table.MIXED)
        monkeypatch.setattr("tools.measure.data._KEPT", tmp_path)
        save(found)
        assert kept(Table.MIXED).parent == tmp_path
        assert load(Table.MIXED) == found


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
        live, match = kept_game(4, monkeypatch)
        (recorded / "game-0001.mjson.gz").write_bytes(gzip.compress(write_events(match.events)))
        again = measured_game(Table.RECORDED, 0, 0)
        assert counts(again) == counts(live)
        assert [broken for hand in live for broken in hand.broken] == [], "what cannot lose never lost"
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


STATES = ("riichi", "other")
LEFT = {Stage.MANY: 13.5, Stage.SOME: 9.5, Stage.FEW: 6.0, Stage.LAST: 3.0}
"""Two-sided waits in the middle of each stage."""


class TestKept:
    """What is kept in the repository."""

    def test_the_code_is_what_the_data_say(self) -> None:
        assert writing.kept_code() == writing.code(load_fields())

    def test_the_pages_are_what_the_data_say(self) -> None:
        assert writing.PAGE.read_text(encoding="utf-8") == writing.page()
        assert writing.LAB.read_text(encoding="utf-8") == writing.lab_page()

    @pytest.mark.parametrize("table", Table)
    def test_it_is_large_enough_and_what_cannot_lose_never_lost(self, table: Table) -> None:
        found = load(table)
        assert found.hands >= {Table.OWN: 20_000, Table.RECORDED: 900}.get(table, 1_500)
        safe = [found.tiers[Tier.SAFE].riichi.all, found.tiers[Tier.SAFE].other.all]
        assert sum(sums.tiles for sums in safe) > 10_000
        for reason in SAFE_REASONS:
            assert found.reasons[reason].riichi.all.wins == found.reasons[reason].other.all.wins == 0

    @pytest.mark.parametrize("table", Table)
    def test_tiers_and_stages_have_all_tiles_of_the_grounds(self, table: Table) -> None:
        found = load(table)
        for state in STATES:
            rows: list[Row] = [getattr(each, state) for each in found.reasons.values()]
            tiers = [getattr(row, state).all for row in found.tiers]
            assert sum(row.all.tiles for row in rows) == sum(sums.tiles for sums in tiers)
            for row in rows:
                assert row.all.wins == sum(sums.wins for sums in row.stages.values())

    def test_every_ground_has_rates_and_words(self) -> None:
        assert set(RATES) == set(ELSEWHERE_RATES) == set(SafetyReason) == set(writing.WORDS)
        for reason, rates in RATES.items():
            assert (rates == (0.0, 0.0)) == (reason in SAFE_REASONS)

    def test_each_table_that_makes_the_rates_has_the_same_weight(self) -> None:
        """The rates, added up in another way: each table as if it had a million tiles."""
        for number, state in enumerate(STATES):
            found: dict[SafetyReason, float] = {}
            for reason in SafetyReason:
                wins = expected = 0.0
                for table in FIELDS:
                    rows = load(table).reasons
                    size = sum(getattr(each, state).all.tiles for each in rows.values()) / 1_000_000
                    row: Row = getattr(rows[reason], state)
                    wins += row.all.wins / size
                    expected += row.factors / size
                if expected and reason not in SAFE_REASONS:
                    rate = wins / expected
                    if state == "riichi" and reason in people.RIICHI:
                        rate = 0.75 * rate + 0.25 * people.RIICHI[reason] / people.AT_RIICHI
                    found[reason] = rate
            turned = {
                reason
                for pair in ORDERED
                if all(reason in found for reason in pair) and found[pair[0]] > found[pair[1]]
                for reason in pair
            }
            assert len(turned) < 8
            for reason, rate in found.items():
                if reason not in turned:
                    assert RATES[reason][number] == pytest.approx(rate, rel=1.1 * SETTLED), reason

    def test_what_says_more_is_never_reckoned_with_as_more_dangerous(self) -> None:
        for safer, riskier in ORDERED:
            for number, state in enumerate(STATES):
                rows = [
                    getattr(load(Table.OWN).reasons[reason], state).all.tiles for reason in (safer, riskier)
                ]
                if all(rows):
                    assert RATES[safer][number] <= RATES[riskier][number], (safer, riskier, state)

    def test_chances_rise_from_tier_to_tier(self) -> None:
        chances = [DEAL_IN[tier] for tier in Tier]
        assert chances[0] == 0
        assert chances == sorted(chances)
        assert all(chance > 0 for chance in chances[1:])
        assert [tier_of(chance) for chance in (0.0, 0.03, 0.11, 0.4)] == [Tier.A, Tier.C, Tier.G, Tier.H]


class _Cell(NamedTuple):
    """The tiles of one ground against players in one state at one stage, and the chance of the program."""

    name: str
    chance: float
    sums: dict[Table, Sums]

    @property
    def safety(self) -> SafetyClass:
        return safety_class(tier_of(self.chance))


def cells() -> Iterator[_Cell]:
    fields = {table: load(table).reasons for table in FIELDS}
    for number, state in enumerate(STATES):
        for reason in SafetyReason:
            if reason in SAFE_REASONS:
                continue
            for stage, left in LEFT.items():
                rows = {
                    table: getattr(found[reason], state).stages.get(stage, Sums.of(()))
                    for table, found in fields.items()
                }
                chance = RATES[reason][number] * danger_multiplier(left)
                yield _Cell(f"{reason}, {state}, {stage}", chance, rows)


class TestOrder:
    def test_no_mark_contradicts_two_of_three_tables(self) -> None:
        """Of two tiles the one with the safer mark is not won on more often, beyond doubt, at two tables."""
        for one, other in combinations(cells(), 2):
            safer, riskier = sorted((one, other), key=lambda cell: cell.chance)
            if safer.safety == riskier.safety:
                continue
            against = [
                table
                for table in FIELDS
                if safer.sums[table].hands >= FEWEST <= riskier.sums[table].hands
                and safer.sums[table].interval[0] > riskier.sums[table].interval[1]
            ]
            assert len(against) < 2, (safer.name, riskier.name, against)

    def test_people_and_the_marks_agree_where_people_were_counted(self) -> None:
        """Where people were counted: of two grounds far apart there, the program has the same order."""
        for one, other in combinations(people.RIICHI, 2):
            safer, riskier = sorted((one, other), key=lambda reason: people.RIICHI[reason])
            if 2 * people.RIICHI[safer] <= people.RIICHI[riskier]:
                assert RATES[safer][0] < RATES[riskier][0], (safer, riskier)
        suji, by_riichi_tile = RATES[SafetyReason.SUJI_456][0], RATES[SafetyReason.RIICHI_SUJI_456][0]
        assert suji < by_riichi_tile < RATES[SafetyReason.HALF_SUJI_456][0]
        for zone in ("19", "28", "37"):
            early, open_ = SafetyReason(f"early-outside-{zone}"), SafetyReason(f"open-{zone}")
            assert RATES[early][0] < RATES[open_][0]

    def test_the_counts_of_the_panel_are_those_of_our_own_table(self) -> None:
        for tier in Tier:
            row = load().tiers[tier]
            assert MEASURED[tier] == (row.other.all.tiles, row.other.all.wins)
            assert MEASURED_IN_RIICHI[tier] == (row.riichi.all.tiles, row.riichi.all.wins)


FEWEST = 30
"""Hands from which a rate is compared: below, one hand moves it too far."""


class TestHeldOut:
    """Games that bear on no rate (docs/lab/safe-tiles.md)."""

    @pytest.mark.parametrize("table", writing.HELD_OUT)
    def test_they_are_other_games(self, table: Table) -> None:
        assert table not in FIELDS or writing.held_out(table).seed != load(table).seed

    @pytest.mark.parametrize("table", writing.HELD_OUT)
    @pytest.mark.parametrize("state", STATES)
    def test_no_tier_is_below_a_safer_one(self, table: Table, state: str) -> None:
        found = writing.held_out(table)
        for safer, riskier in combinations(found.tiers, 2):
            below, above = getattr(safer, state).all, getattr(riskier, state).all
            assert not (below.tiles and above.tiles) or below.rate <= above.rate or below.overlaps(above)


class TestIntervals:
    def test_independent_tiles_give_wilsons_interval(self) -> None:
        """One tile in each hand: 10 wins of 100, as tables of Wilson's interval have it."""
        low, high = Sums.of([(1, 1)] * 10 + [(1, 0)] * 90).interval
        assert (low, high) == pytest.approx((0.0552, 0.1744), rel=0.005)

    def test_tiles_that_win_together_count_as_one(self) -> None:
        """Hands of ten tiles that win all or none are as many samples as there are hands."""
        together = Sums.of([(10, 10)] * 10 + [(10, 0)] * 90)
        assert together.effective_size == pytest.approx(99)
        assert together.interval == pytest.approx(Sums.of([(1, 1)] * 10 + [(1, 0)] * 90).interval, rel=0.02)

    def test_tiles_that_win_apart_count_each(self) -> None:
        assert Sums.of([(10, 1)] * 100).effective_size == 1000

    def test_without_a_win_hands_are_counted(self) -> None:
        found = Sums.of([(50, 0)] * 20)
        assert found.effective_size == 20
        assert found.interval[0] == 0

    def test_without_tiles_nothing_is_known(self) -> None:
        assert Sums.of([(0, 0)]).interval == (0, 1)

    def test_nineteen_of_twenty_intervals_hold_the_truth(self) -> None:
        """Hands of 1 to 30 tiles; in each, tiles win with a chance of the hand's own."""
        chance = Random(95)
        held = 0
        for _ in range(400):
            hands = []
            for _ in range(200):
                tiles, rate = chance.randint(1, 30), chance.choice((0.0, 0.0, 0.3))
                hands.append((tiles, sum(chance.random() < rate for _ in range(tiles))))
            low, high = Sums.of(hands).interval
            held += low <= 0.1 <= high
        assert held / 400 == pytest.approx(0.95, abs=0.03)


class TestRatios:
    def test_as_many_as_expected(self) -> None:
        times, (low, high) = ratio([(1.0, 2), (1.0, 0)] * 50)
        assert times == 1
        assert (low, high) == pytest.approx((0.8, 1.2), abs=0.01)

    def test_twice_as_many(self) -> None:
        assert ratio([(0.5, 1)] * 10) == (2, (2, 2))

    def test_nothing_expected(self) -> None:
        assert ratio([(0.0, 0)] * 10) == (0, (0, math.inf))


def test_the_formula_is_the_one_of_the_page() -> None:
    """Two hands, worked by hand: p = 3/8, squares (1 - 3/8·4)² + (2 - 3/8·4)² = 1/2."""
    found = Sums.of([(4, 1), (4, 2)])
    variance = 2 / 1 * 0.5 / 64
    assert found.effective_size == pytest.approx(8 / max(1.0, variance / (3 / 8 * 5 / 8 / 8)))
    assert math.isclose(found.rate, 0.375)
