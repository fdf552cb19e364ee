"""A game as text: 80 columns, every hand, every fact of the result, in both languages."""

from __future__ import annotations

import gzip
import os
from pathlib import Path

import pytest
from msgspec.structs import replace

from ai.play import PERSON
from engine import events as ev
from engine.dice import Dice
from engine.match import Match
from engine.records.mjai_lines import write_events
from engine.records.readable_games import ReadableGame, games_of
from engine.records.timeline import timeline
from engine.rules import PRESETS, TENHOU, Length
from engine.tiles import TILE_OF, format_tiles, sort_tiles
from engine.wall import PLAYERS
from tests.engine.test_fouls_random import Blunderers
from tests.support.engine.erring_players import table_rules
from tests.support.engine.wild_games import wild_game
from tests.support.nightly import at_night
from tui.export.exported_game import ExportedGame
from tui.export.result_lines import ranking_lines, result_lines
from tui.export.text import WIDTH, dora_text, game_text, hand_title, scores_line
from tui.i18n.layout import width
from tui.i18n.texts import choose_language, language, t

DATA = os.environ.get("FURITEN_DATA")


def game(rules: str = "tenhou", seed: int = 7, length: Length = "east") -> ReadableGame:
    (found,) = games_of(write_events(wild_game(rules, seed, length)))
    return found


@pytest.fixture(params=["en", "ja"])
def _language(request: pytest.FixtureRequest) -> object:
    before = language()
    choose_language(request.param)
    yield
    choose_language(before)


def unwrapped(text: str) -> str:
    """The text without the line breaks of wrapped paragraphs."""
    return "".join(text.split())


@pytest.mark.usefixtures("_language")
@pytest.mark.parametrize("rules", PRESETS)
@pytest.mark.parametrize(("seed", "length"), [(2, "hand"), *at_night((seed, "south") for seed in (2, 3))])
@pytest.mark.parametrize("seat", [None, 2])
def test_every_line_has_room_in_80_columns(rules: str, seat: int | None, seed: int, length: Length) -> None:
    text = game_text(game(rules, seed, length), seat)
    lines = text.splitlines()
    assert max(map(width, lines)) <= WIDTH
    assert all(line == line.rstrip() for line in lines)
    assert all(letter.isprintable() for line in lines for letter in line)


@pytest.mark.usefixtures("_language")
def test_a_game_with_fouls_has_room_in_80_columns() -> None:
    match = Match(table_rules(PRESETS["ema"], 1), 1)
    Blunderers(match, Dice(5)).play(4)
    (found,) = games_of(write_events(match.events))
    text = game_text(found)
    assert max(map(width, text.splitlines())) <= WIDTH
    for event in match.events:
        if isinstance(event, ev.Foul):
            assert unwrapped(t(f"reviewed.foul-of.{event.offence}")) in unwrapped(text)


@pytest.mark.usefixtures("_language")
def test_every_hand_has_title_dora_deal_result_and_points() -> None:
    shown = ExportedGame(game())
    text = unwrapped(game_text(game()))
    place = 0
    for hand in shown.hands:
        facts = [hand_title(hand), dora_text(hand)]
        for step in range(PLAYERS):
            tiles = hand.start.tehais[(hand.start.oya + step) % PLAYERS]
            facts.append(format_tiles(sort_tiles(TILE_OF[name] for name in tiles)))
        facts += [*result_lines(shown, hand), scores_line(shown, hand)]
        for fact in facts:
            assert (place := text.find(unwrapped(fact), place)) >= 0, fact
    for line in ranking_lines(shown):
        assert (place := text.find(unwrapped(line), place)) >= 0, line


def test_a_win_has_all_yaku_and_its_points() -> None:
    shown = ExportedGame(game())
    wins = 0
    for hand in shown.hands:
        text = " ".join(result_lines(shown, hand))
        for event in hand.events:
            if isinstance(event, ev.Hora):
                wins += 1
                assert all(t(f"yaku.{name}") in text for name, _ in event.yaku or ())
                assert f"{event.points:,}" in text
                assert shown.seating[event.actor] in text
    assert wins


def test_the_ranking_has_the_points_and_final_scores_of_the_record() -> None:
    events = wild_game("tenhou", 7, "east")
    end = events[-1]
    assert isinstance(end, ev.EndGame)
    ranking = ExportedGame(game()).ranking
    assert {each.seat: (each.points, each.final) for each in ranking} == {
        seat: (points, final)
        for seat, (points, final) in enumerate(zip(end.scores or (), end.final or (), strict=True))
    }
    rounded = [*events[:-1], replace(end, final=[50.0, 0.0, -10.0, -40.0])]
    (old,) = games_of(write_events(rounded))
    assert sorted(each.final for each in ExportedGame(old).ranking) == [-40.0, -10.0, 0.0, 50.0]


def test_a_cut_game_says_so_and_has_no_ranking() -> None:
    whole = game()
    cut = ReadableGame(whole.rules, whole.events[:400], "line 401: broken or cut JSON")
    text = game_text(cut)
    assert "line 401: broken or cut JSON" in text
    assert t("exported.end") not in text.splitlines()
    assert t("exported.end") in game_text(whole).splitlines()


def test_where_the_record_differs_from_the_rules_the_record_is_told() -> None:
    events = list(wild_game("tenhou", 7, "east"))
    at = next(place for place, event in enumerate(events) if isinstance(event, ev.Hora))
    win = events[at]
    assert isinstance(win, ev.Hora)
    events[at] = replace(win, points=123_400)
    (found,) = games_of(write_events(events))
    text = game_text(found)
    assert "123,400" in text
    assert text.count(t("exported.differs")) == 1


@pytest.mark.parametrize("seat", range(PLAYERS))
def test_what_a_seat_could_not_see_is_not_in_its_text(seat: int) -> None:
    found = game()
    text = game_text(found, seat)
    for hand in timeline(TENHOU, found.events).hands:
        for other in range(PLAYERS):
            tiles = format_tiles(sort_tiles(TILE_OF[name] for name in hand.start.tehais[other]))
            assert (tiles in text) == (other == seat)
    assert t("desk.you") in text


def test_names_are_shown_without_control_characters() -> None:
    start = ev.StartGame(["\x1b[2Jred", "line\nbreak", "x" * 500, PERSON], rules="tenhou")
    (found,) = games_of(write_events([start, *wild_game("tenhou", 7, "east")[1:]]))
    shown = ExportedGame(found)
    assert shown.names[0] == r"\x1b[2Jred"
    assert shown.names[1].lower() == "line break"
    assert len(shown.names[2]) < 50
    assert shown.names[3] == t("exported.person")
    assert "\x1b" not in game_text(found)
    (unnamed,) = games_of(write_events(wild_game("tenhou", 7, "east")[1:]))
    assert len(set(ExportedGame(unnamed).names)) == PLAYERS


@pytest.mark.skipif(not DATA, reason="FURITEN_DATA names no folder with recorded games")
@pytest.mark.parametrize("folder", ["games", "games-rare"])
def test_recorded_games(folder: str) -> None:
    paths = sorted(Path(DATA or "", folder).glob("*.mjson.gz"))
    for path in paths[::15]:
        (found,) = games_of(gzip.decompress(path.read_bytes()))
        text = game_text(found)
        assert max(map(width, text.splitlines())) <= WIDTH
        assert t("exported.differs") not in text
