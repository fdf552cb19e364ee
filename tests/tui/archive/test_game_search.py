"""The search of the list of games: words, filters, and filters that cannot be read."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.rules import PRESETS
from engine.wording import visible
from tui.archive.entry_words import entry_words, rules_title, search_text
from tui.archive.game_entries import ANY_GAME, GameEntry
from tui.archive.game_search import FILTERS, SearchableGames, read_search
from tui.i18n.texts import choose_language, language, t
from tui.words.bot_names import recorded_name

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
LEFT = replace(
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
GAMES = (WON, FOREIGN, LEFT)


def found(typed: str) -> list[str]:
    return [game.path.name for game in SearchableGames(GAMES).found(read_search(typed))]


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


def test_months_and_years_have_all_their_days() -> None:
    wanted = read_search("since:2024-02 until:2024-02").wanted
    assert (wanted.since, wanted.until) == (date(2024, 2, 1), date(2024, 2, 29))
    wanted = read_search("since:2024 until:2024").wanted
    assert (wanted.since, wanted.until) == (date(2024, 1, 1), date(2024, 12, 31))


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
    SearchableGames(GAMES).found(search)


def test_every_game_is_found_by_all_that_the_list_shows() -> None:
    for game in GAMES:
        for text in entry_words(game):
            assert game.path.name in found(text), text


def test_nothing_from_a_record_breaks_a_line() -> None:
    assert visible("a\nb\x1b[31m") == r"a\x0ab\x1b[31m"
    assert all(text.isprintable() for text in entry_words(FOREIGN))
    assert recorded_name('mjai:"') == 'mjai:"', "a name of another program is no command of ours"


def test_the_words_follow_the_language() -> None:
    spoken = language()
    try:
        texts = {}
        for code in ("en", "ja"):
            choose_language(code)
            texts[code] = search_text(LEFT)
            assert t("games.unfinished") in texts[code]
            assert rules_title("ema2025").casefold() in texts[code]
    finally:
        choose_language(spoken)
    assert texts["en"] != texts["ja"]


def test_points_and_places_are_those_of_the_player() -> None:
    assert (entry_words(WON).points, entry_words(WON).place) == ("45,100", t("session.places.1"))
    assert entry_words(FOREIGN).points == entry_words(FOREIGN).place == ""
    assert entry_words(WON).opponents.split(", ") == ["Mamori", "Takame", "Hayai (expert)"]


@pytest.mark.parametrize("typed", ["place:", "since:", "rules:", "until:"])
def test_a_filter_that_is_still_being_typed_selects_everything(typed: str) -> None:
    assert read_search(typed) == read_search("")
