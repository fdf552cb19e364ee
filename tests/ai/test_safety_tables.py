"""The measurements at other tables than our own: who sits there, what is counted, and what is written."""

from __future__ import annotations

import gzip
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from ai.mjai.command import Limits
from ai.reading import threat
from engine.match import Match
from engine.records.mjai_lines import write_events
from engine.rules import PRESETS
from tests.support.ai.external_programs import program
from tests.support.engine.wild_games import wild_game
from tools.measure import looks, tables
from tools.measure.against import NAME
from tools.measure.data import kept, load, save
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
