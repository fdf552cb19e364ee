"""A game as text: 80 columns, every hand, every move from left to right, every fact of the result."""

from __future__ import annotations

import gzip
import os
from pathlib import Path

import pytest
from msgspec.structs import replace

from ai.play import PERSON
from engine import events as ev
from engine.hand import MeldKind
from engine.records import write_events
from engine.records.annotations import Annotation
from engine.records.read_file import ReadableGame, games_of
from engine.records.recorded_game import RecordedHand, hands_of
from engine.records.timeline import timeline
from engine.rules import EMA, PRESETS, TENHOU, Length
from engine.tiles import NAMES, TILE_OF, format_tiles, sort_tiles
from engine.view import mask
from engine.wall import PLAYERS
from tests.support.engine.wild_games import erring_game, table_rules, wild_game
from tests.support.nightly import at_night
from tests.support.tui.texts import unwrapped
from tui.export.exported_game import ExportedGame, deed_text, go_arounds, hand_title, tiles_text
from tui.export.game_text import (
    WIDTH,
    dora_text,
    game_text,
    ranking_lines,
    result_lines,
    scores_line,
)
from tui.i18n import t, width
from tui.words.names import Seating

DATA = os.environ.get("FURITEN_DATA")


def game(rules: str = "tenhou", seed: int = 7, length: Length = "east") -> ReadableGame:
    (found,) = games_of(write_events(wild_game(rules, seed, length)))
    return found


@pytest.mark.usefixtures("language")
@pytest.mark.parametrize("rules", PRESETS)
@pytest.mark.parametrize(("seed", "length"), [(2, "hand"), *at_night((seed, "south") for seed in (2, 3))])
@pytest.mark.parametrize("seat", [None, 2])
def test_every_line_has_room_in_80_columns(rules: str, seat: int | None, seed: int, length: Length) -> None:
    text = game_text(game(rules, seed, length), seat)
    lines = text.splitlines()
    assert max(map(width, lines)) <= WIDTH
    assert all(line == line.rstrip() for line in lines)
    assert all(letter.isprintable() for line in lines for letter in line)


@pytest.mark.usefixtures("language")
def test_a_game_with_fouls_has_room_in_80_columns() -> None:
    match = erring_game(table_rules(PRESETS["ema"], 1), 1, 4)
    (found,) = games_of(write_events(match.events))
    text = game_text(found)
    assert max(map(width, text.splitlines())) <= WIDTH
    for event in match.events:
        if isinstance(event, ev.Foul):
            assert unwrapped(t(f"reviewed.foul-of.{event.offence}")) in unwrapped(text)


@pytest.mark.usefixtures("language")
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


PLAYING = Seating.of_record(("A", "B", "C", "D"))
HANDS = [
    hand
    for rules in ("tenhou", "ema")
    for seed in (2, 7)
    for hand in hands_of(wild_game(rules, seed, "east"))
]


def told(hand: RecordedHand) -> list[tuple[int, str]]:
    """Each deed with its seat, written down from the events alone."""
    deeds: list[tuple[int, str]] = []
    came, riichi = "", False
    for event in hand.events[1:]:
        match event:
            case ev.Tsumo(pai=name):
                came = NAMES[TILE_OF[name]]
                continue
            case ev.Chi(pai=name, consumed=own):
                came = t("exported.chi", tiles=format_tiles(TILE_OF[each] for each in (name, *own)))
                continue
            case ev.Pon(pai=name, consumed=own):
                came = t("exported.pon", tiles=tiles_text((name, *own)))
                continue
            case ev.Reach():
                riichi = True
                continue
            case ev.Dahai(pai=name, tsumogiri=True):
                deed = t("exported.as-drawn", tile=NAMES[TILE_OF[name]])
            case ev.Dahai(pai=name):
                deed = t("exported.drew-then", came=came, deed=NAMES[TILE_OF[name]])
            case ev.Daiminkan(pai=name, consumed=own):
                deed = t("exported.kan", tiles=tiles_text((name, *own)))
            case ev.Ankan(consumed=own):
                deed = t(
                    "exported.drew-then", came=came, deed=t("exported.closed-kan", tiles=tiles_text(own))
                )
            case ev.Kakan(pai=name, consumed=own):
                kan = t("exported.added-kan", tiles=tiles_text((*own, name)))
                deed = t("exported.drew-then", came=came, deed=kan)
            case ev.Hora(actor=seat, target=target) if seat == target:
                deed = t("exported.drew-then", came=came, deed=t("exported.tsumo"))
            case ev.Hora():
                deed = t("exported.ron")
            case _:
                continue
        if riichi and isinstance(event, ev.Dahai):
            deed, riichi = t("exported.riichi", discard=deed), False
        deeds.append((event.actor, deed))
        came = ""
    last = hand.events[-1]
    return [*deeds, *([(hand.events[-2].actor, came)] if came and isinstance(last, ev.Ryukyoku) else [])]


@pytest.mark.parametrize("hand", HANDS, ids=lambda hand: f"{hand.first}")
def test_read_from_left_to_right_they_are_the_events(hand: RecordedHand) -> None:
    dealer = hand.start.oya
    found = [
        ((dealer + column) % PLAYERS, deed_text(deed))
        for row in go_arounds(hand.events, PLAYING)
        for column, deeds in enumerate(row.cells)
        for deed in deeds
    ]
    assert found == told(hand)


def test_a_row_is_one_time_around_the_table() -> None:
    for hand in HANDS:
        for row in go_arounds(hand.events, PLAYING)[:-1]:
            assert any(row.cells)
        discards = sum(isinstance(event, ev.Dahai) for event in hand.events)
        assert len(go_arounds(hand.events, PLAYING)) >= discards / PLAYERS


def test_what_is_called_is_the_meld_that_lies_on_the_table() -> None:
    found = game(length="south")
    shown = ExportedGame(found)
    kinds = set()
    for hand in shown.hands:
        last = shown.last_position(hand).table
        called = [
            ((hand.start.oya + column) % PLAYERS, move.meld)
            for row in go_arounds(hand.events, PLAYING)
            for column, moves in enumerate(row.cells)
            for move in moves
            if move.meld is not None
        ]
        kinds |= {meld.kind for _, meld in called}
        for seat, public in enumerate(last.seats):
            melds = [meld for owner, meld in called if owner == seat]
            added = [meld for meld in melds if meld.kind is MeldKind.ADDED_KAN]
            replaced = [meld for meld in melds if any(meld.tiles == kan.tiles[:3] for kan in added)]
            assert [each for each in public.melds if each not in melds] == []
            assert len(melds) - len(replaced) == len(public.melds)
    assert MeldKind.ADDED_KAN in kinds


@pytest.mark.parametrize("seat", range(PLAYERS))
def test_what_a_seat_could_not_see_is_hidden(seat: int) -> None:
    for hand in HANDS:
        rows = go_arounds([mask(event, seat) for event in hand.events], PLAYING)
        dealer = hand.start.oya
        drawn = {event.pai for event in hand.events if isinstance(event, ev.Tsumo) and event.actor != seat}
        assert drawn
        for row in rows:
            for column, deeds in enumerate(row.cells):
                if (dealer + column) % PLAYERS != seat:
                    calls = [t(f"exported.{call}", tiles="").strip() for call in ("chi", "pon")]
                    for deed in map(deed_text, deeds):
                        assert ">" not in deed or any(call in deed for call in calls)
                        assert "?" not in deed


def test_fouls_are_told_in_words() -> None:
    match = erring_game(table_rules(EMA, 1), 1, 4)
    told = [
        line
        for hand in hands_of(match.events)
        for row in go_arounds(hand.events, PLAYING)
        for line in row.fouls
    ]
    fouls = [event for event in match.events if isinstance(event, ev.Foul)]
    assert fouls
    for foul in fouls:
        assert any(
            t(f"reviewed.foul-of.{foul.offence}") in line and PLAYING[foul.actor] in line for line in told
        )


def test_a_hand_cut_after_a_draw_shows_the_draw() -> None:
    hand = HANDS[0]
    draw = hand.events[1]
    assert isinstance(draw, ev.Tsumo)
    (row,) = go_arounds(hand.events[:2], PLAYING)
    assert tuple(map(deed_text, row.cells[0])) == (NAMES[TILE_OF[draw.pai]],)
    assert go_arounds(hand.events[:1], PLAYING) == ()


def test_tiles_are_sorted_and_hidden_ones_counted() -> None:
    assert tiles_text(["E", "5m", "5mr", "1m", "9s"]) == "105m9s1z"
    assert tiles_text(["?"] * 13) == "?" * 13


# -- comments and bookmarks ----------------------------------------------------------------------------


def test_one_seat_sees_what_is_noted_and_no_more_tiles() -> None:
    whole = game()
    draw = next(
        index for index, event in enumerate(whole.events) if isinstance(event, ev.Tsumo) and event.actor
    )
    noted = replace(whole, annotations={draw: Annotation("here")})
    told = game_text(noted, 0)
    (line,) = (line for line in told.splitlines() if "here" in line)
    assert line not in game_text(whole, 0)
    assert sorted(set(told.splitlines()) - {line}) == sorted(set(game_text(whole, 0).splitlines()))
    assert str(getattr(whole.events[draw], "pai")) not in line.split("here")[0]  # noqa: B009
