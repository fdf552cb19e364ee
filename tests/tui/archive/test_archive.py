"""The archive: real games, listed with what they were, searched, and named where they cannot be read."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from engine import events as ev
from engine.match import FORMAT, Match
from engine.records import write_events
from engine.records.tenhou_writers import write_xml
from engine.rules import PRESETS, TENHOU
from engine.wording import visible
from tests.support.tui.recorded_games import GAMES, listing, play, recorded_match
from tui.archive.archive import Archive, Unreadable
from tui.archive.game_entries import (
    ANY_GAME,
    FILTERS,
    GameEntry,
    SearchableGames,
    entry_words,
    final_place,
    read_search,
)
from tui.i18n import t
from tui.play.session import Session
from tui.words.names import recorded_name


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="module")
def played(home: Path) -> list[Session]:
    """The GAMES, played and put to the records of the home."""
    return [play(home, game) for game in GAMES]


@pytest.fixture
def archive(home: Path, played: list[Session]) -> Archive:
    return Archive(home)


def _east(archive: Archive) -> GameEntry:
    """The one game of an east round, by the rules of Tenhou."""
    (found,) = [game for game in listing(archive).games if game.length == "east"]
    return found


# -- the time in the record --------------------------------------------------------------------------


def test_a_game_without_a_clock_tells_no_time() -> None:
    assert b"time" not in ev.encode(Match(TENHOU, 1).events[0])


# -- the list ----------------------------------------------------------------------------------------


def test_every_game_is_listed_with_what_it_was(archive: Archive, played: list[Session]) -> None:
    found = listing(archive)
    assert found.broken == ()
    assert [entry.began for entry in found.games] == sorted(
        (game.began.astimezone(UTC) for game in GAMES), reverse=True
    )
    by_start = {(entry.seed, entry.rules): entry for entry in found.games}
    for game, session in zip(GAMES, played, strict=True):
        entry = by_start[str(game.seed), game.rules]
        assert entry.length == game.length
        assert entry.seat == session.seat
        assert entry.opponents == game.bots
        assert entry.began.astimezone() == game.began.astimezone()
        assert entry.over is (game.decisions is None)
        assert entry.takebacks == (game.takebacks if game.undo else None)
        assert not entry.table_rules
        standings = session.standings or ()
        assert entry.place == next((each.place for each in standings if each.seat == session.seat), None)
        if standings:
            assert dict(enumerate(entry.points)) == {each.seat: each.points for each in standings}
            assert dict(enumerate(entry.places)) == {each.seat: each.place for each in standings}
        else:
            assert entry.points == (25_000,) * 4


def test_sticks_left_over_count_for_the_points_and_not_for_the_places(
    tmp_path: Path, archive: Archive
) -> None:
    *events, over, end = recorded_match(_east(archive).path).events
    folder = Archive(tmp_path)
    folder.path.mkdir()
    over = replace(over, scores=[30_000, 20_000, 20_000, 30_000])
    end = replace(end, scores=[30_000, 20_000, 20_000, 31_000])
    (folder.path / "game.jsonl").write_bytes(write_events([*events, over, end]))
    (listed,) = listing(folder).games
    assert listed.points == (30_000, 20_000, 20_000, 31_000)
    assert listed.places == (1, 3, 4, 2)
    record = [*events, over, end]
    assert [final_place(TENHOU, record, seat) for seat in range(4)] == [1, 3, 4, 2], "nor for other places"
    assert final_place(TENHOU, [*events, replace(over, scores=None), end], 3) == 1, "nothing else is known"
    assert final_place(TENHOU, [*events, over], 0) is None


# -- records of other programs -----------------------------------------------------------------------


def test_a_record_in_another_form_is_listed_too(tmp_path: Path, archive: Archive) -> None:
    entry = _east(archive)
    other = Archive(tmp_path)
    other.path.mkdir()
    (other.path / "log.xml.gz").write_bytes(gzip.compress(write_xml(recorded_match(entry.path).events)))
    (listed,) = listing(other).games
    assert replace(listed, path=entry.path) == entry


# -- what cannot be read -----------------------------------------------------------------------------


LATER = b'{"type":"start_game","format":%d}\n{"type":"weather"}\n' % (FORMAT + 3)
"""A later format may hold lines that this version cannot read."""


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        (lambda whole: b"", "empty"),
        (lambda whole: b"holiday photographs", "neither"),
        (lambda whole: LATER, t("save.newer", written=FORMAT + 3, known=FORMAT)),
        (lambda whole: whole.replace(b'"format":1', b'"format":"x"'), t("save.no-format", written='"x"')),
        (lambda whole: whole.replace(b'"rules":"tenhou"', b'"rules":"house"'), "house"),
        (lambda whole: whole[:500], "line 2"),
        (lambda whole: whole * 2, "2 games"),
        (lambda whole: gzip.compress(whole)[:-9], "gzip"),
    ],
)
def test_a_record_that_cannot_be_read_is_named_and_does_not_stop_the_list(
    tmp_path: Path, archive: Archive, damage: Callable[[bytes], bytes], reason: str
) -> None:
    folder = Archive(tmp_path)
    folder.path.mkdir()
    whole = _east(archive)
    (folder.path / "whole.jsonl").write_bytes(whole.path.read_bytes())
    (folder.path / "broken.jsonl").write_bytes(damage(whole.path.read_bytes()))
    found = listing(folder)
    assert [game.path.name for game in found.games] == ["whole.jsonl"]
    (broken,) = found.broken
    assert broken.path.name == "broken.jsonl"
    assert reason in broken.reason
    assert "broken.jsonl" in broken.line
    assert "\n" not in broken.line
    with pytest.raises(Unreadable):
        recorded_match(broken.path)


def test_a_record_cut_anywhere_is_listed_or_named(tmp_path: Path, archive: Archive) -> None:
    (whole,) = [game for game in listing(archive).games if (game.rules, game.seed) == ("wrc", "7")]
    data = whole.path.read_bytes()
    folder = Archive(tmp_path)
    folder.path.mkdir()
    path = folder.path / whole.path.name
    for size in range(1, len(data), 997):
        path.write_bytes(data[:size])
        games, broken = listing(folder)
        assert len(games) + len(broken) == 1
        assert all(not game.over and game.place is None for game in games)


BEGAN = datetime(2026, 11, 22, 14, 5).astimezone().astimezone(UTC)
WON = GameEntry(
    path=Path("a.jsonl"),
    began=BEGAN,
    rules="tenhou",
    length="south",
    names=("hayai:expert", "person", "mamori", "takame"),
    seat=1,
    seed="4711",
    over=True,
    points=(20_000, 45_100, 20_000, 14_900),
    places=(2, 1, 3, 4),
    takebacks=None,
    table_rules=False,
)
UNFINISHED = replace(
    WON,
    path=Path("b.jsonl"),
    began=BEGAN - timedelta(days=30),
    rules="ema2025",
    names=("tenpai", "tsumogiri", "tenpai", "person"),
    seat=3,
    seed="12",
    over=False,
    places=(),
    takebacks=2,
)
FOREIGN = replace(WON, path=Path("c.xml"), names=("Ada", "Ben", "Cy", "东\x1b[31m"), seat=None, rules="odd")
SEARCHED = (WON, FOREIGN, UNFINISHED)


def found(typed: str) -> list[str]:
    return [game.path.name for game in SearchableGames(SEARCHED).found(read_search(typed))]


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ("", "a c b"),
        ("   ", "a c b"),
        ("2026-11-22", "a c"),
        ("14:05", "a c b"),
        ("2026-10", "b"),
        ("TENHOU", "a"),
        ("ranked", "a"),
        ("european", "b"),
        ("mamori", "a"),
        ("hayai exp", "a"),
        ("expert hayai", "a"),
        ("mamori tsumogiri", ""),
        ("4711", "a c"),
        ("ada", "c"),
        ("place:1", "a"),
        ("place:1,2", "a"),
        ("place:4", ""),
        ("rules:tenhou", "a"),
        ("rules:ten", "a"),
        ("rules:ema2025", "b"),
        ("rules:ema", ""),
        ("since:2026-11-01", "a c"),
        ("until:2026-10", "b"),
        ("since:2026-11-22 until:2026-11-22", "a c"),
        ("until:2025", ""),
        ("since:2026 mamori place:1", "a"),
    ],
)
def test_what_is_found(typed: str, names: str) -> None:
    assert [name.partition(".")[0] for name in found(typed)] == names.split()


def test_a_place_and_an_unfinished_game_are_found_by_their_words() -> None:
    assert found(t("session.places.1")) == ["a.jsonl"]
    assert found(t("games.unfinished")) == ["b.jsonl"]


@pytest.mark.parametrize(
    ("typed", "key", "value"),
    [
        ("since:tomorrow", "games.bad-date", "tomorrow"),
        ("until:2026-13", "games.bad-date", "2026-13"),
        ("until:2026-02-30", "games.bad-date", "2026-02-30"),
        ("since:0000-01-01", "games.bad-date", "0000-01-01"),
        ("place:5", "games.bad-place", "5"),
        ("place:first", "games.bad-place", "first"),
        ("rules:chess", "games.bad-rules", "chess"),
    ],
)
def test_a_filter_that_cannot_be_read_is_told_and_left_out(typed: str, key: str, value: str) -> None:
    search = read_search(f"mamori {typed}")
    more = {"last": 4} if key == "games.bad-place" else {"names": ", ".join(PRESETS)}
    assert search.fault == t(key, value=value, **more)
    assert search.wanted == ANY_GAME
    assert search.words == ("mamori",)
    assert found(f"mamori {typed}") == ["a.jsonl"]


def test_several_rulesets_with_that_beginning_are_named() -> None:
    assert read_search("rules:w").fault == t("games.bad-rules", value="w", names="wrc, wrc2015")


def test_a_word_with_a_colon_that_is_no_filter_is_a_word() -> None:
    assert read_search("14:05").words == ("14:05",)
    assert set(FILTERS) == {"rules", "place", "since", "until"}


@given(st.text(max_size=60))
def test_whatever_is_typed_is_a_search(typed: str) -> None:
    search = read_search(typed)
    assert len(search.fault.splitlines()) <= 1
    SearchableGames(SEARCHED).found(search)


def test_every_game_is_found_by_all_that_the_list_shows() -> None:
    for game in SEARCHED:
        for text in entry_words(game):
            assert game.path.name in found(text), text


def test_nothing_from_a_record_breaks_a_line() -> None:
    assert visible("a\nb\x1b[31m") == r"a\x0ab\x1b[31m"
    assert all(text.isprintable() for text in entry_words(FOREIGN))
    assert recorded_name('mjai:"') == 'mjai:"', "a name of another program is no command of ours"


@pytest.mark.parametrize("typed", ["place:", "since:", "rules:", "until:"])
def test_a_filter_that_is_still_being_typed_selects_everything(typed: str) -> None:
    assert read_search(typed) == read_search("")
