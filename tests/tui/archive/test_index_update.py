"""The index brought up to date: in one process or several, with progress, and interrupted."""

from __future__ import annotations

import hashlib
import shutil
from datetime import date
from pathlib import Path

import pytest
from msgspec.structs import replace

from ai.statistics.figures import BY_ID
from ai.statistics.player_counts import COUNTS, PlayerCounts
from engine import events as ev
from engine.records import read_events, write_events
from tests.support.tui.archive_games import Game, put_records, skilled
from tui.archive import counted_games
from tui.archive.archive import Archive
from tui.archive.archive_index import CONTENT, Index
from tui.archive.counted_games import CountedGame, behind, by_month, total
from tui.archive.game_entries import GameFilter

pytestmark = pytest.mark.usefixtures("quick_disk")

GAMES = 6


@pytest.fixture(scope="module")
def pool(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The records of games in October and November."""
    home = tmp_path_factory.mktemp("pool")
    put_records(home, (Game(seed=24, day=6, rules="tenhou", player=skilled),))
    (record,) = Archive(home).files()
    start, *rest = read_events(record.read_bytes())
    assert isinstance(start, ev.StartGame)
    for number in range(1, GAMES):
        names = [name if name == "you" else f"bot-{number}" for name in start.names]
        copy = replace(start, time=f"2026-{10 + number % 2}-10T12:00:00Z", names=names)
        record.with_name(f"copy-{number}.jsonl").write_bytes(write_events([copy, *rest]))
    return home


@pytest.fixture
def home(pool: Path, tmp_path: Path) -> Path:
    shutil.copytree(Archive(pool).path, Archive(tmp_path).path)
    return tmp_path


def counted(home: Path, wanted: GameFilter | None = None, player: str | None = None) -> list[CountedGame]:
    index = Index(home)
    try:
        return index.counted(wanted or GameFilter(), player)
    finally:
        index.close()


def test_several_processes_index_what_one_does(
    home: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    (Archive(home).path / "broken.jsonl").write_bytes(b"holiday photographs")
    other = tmp_path_factory.mktemp("other")
    shutil.copytree(Archive(home).path, Archive(other).path)
    alone = Index(home)
    monkeypatch.setattr(counted_games, "TOGETHER", 1)
    monkeypatch.setattr(counted_games, "processors", lambda: 2)
    together = Index(other)
    told: list[tuple[int, int]] = []
    together.progress = lambda done, total: told.append((done, total))
    assert [(game.seat, game.counts) for game in together.counted()] == [
        (game.seat, game.counts) for game in alone.counted()
    ]
    assert told == [(done, GAMES + 1) for done in range(GAMES + 2)]
    assert [each.line for each in together.broken] == [each.line for each in alone.broken] != []
    alone.close()
    together.close()


@pytest.mark.parametrize("after", [0, 1, 4])
def test_what_was_done_before_an_interruption_is_kept(home: Path, after: int) -> None:
    def stop(done: int, total: int) -> None:
        if done == after:
            raise KeyboardInterrupt

    index = Index(home)
    index.progress = stop
    with pytest.raises(KeyboardInterrupt):
        index.games()
    index.close()
    index = Index(home)
    told: list[tuple[int, int]] = []
    index.progress = lambda done, total: told.append((done, total))
    index.games()
    assert told[-1] == (GAMES - after, GAMES - after)
    told.clear()
    index.games()
    assert told == [], "nothing is left to do"
    index.close()


def test_a_new_file_alone_is_indexed(home: Path) -> None:
    index = Index(home)
    index.games()
    path = Archive(home).files()[0]
    shutil.copy(path, path.with_name("another.jsonl"))
    told: list[tuple[int, int]] = []
    index.progress = lambda done, total: told.append((done, total))
    assert len(index.counted()) == GAMES + 1
    assert told == [(0, 1), (1, 1)]
    index.close()


def test_sums_by_month_and_player(home: Path) -> None:
    games = counted(home)
    months = by_month(games)
    assert list(months) == sorted({date(2026, 10, 1), date(2026, 11, 1)})
    assert [counts.games for counts in months.values()] == [2, 4]
    assert total(games).hands == sum(counts.hands for counts in months.values()) > 0
    assert total([]) == PlayerCounts()
    bot = counted(home, player="bot-2")
    assert [game.seat for game in bot] == [seat for seat in range(4) if seat != games[0].seat]
    assert len(counted(home, GameFilter(opponent="bot-2"))) == 1
    assert sum(game.counts.place_total for game in [*bot, games[0]]) == 1 + 2 + 3 + 4


def test_the_games_behind_a_figure_have_it(home: Path) -> None:
    games = counted(home)
    for figure in BY_ID.values():
        shown = behind(games, figure)
        assert shown == [game for game in games if getattr(game.counts, figure.shown_by)]


def test_other_counts_are_another_content() -> None:
    """When the counts change, CONTENT has to be raised, and this with it: else stored ones are misread."""
    assert (CONTENT, hashlib.sha256(" ".join(COUNTS).encode()).hexdigest()[:8]) == (3, "7cfe29d7")
