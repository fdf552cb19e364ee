"""The score sheet says what the record and the engine say, also where the record leaves something out."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine import events as ev
from engine.records.read_file import games_of
from engine.rules import PRESETS
from engine.view import mask
from engine.wall import PLAYERS
from tests.support.engine.wild_games import wild_game
from tui.i18n import t
from tui.replay.replay_words import (
    SheetHand,
    brief_result,
    points_by_hand,
    result_words,
    score_sheet,
    yaku_words,
)
from tui.words.names import Seating

DATA = os.environ.get("FURITEN_DATA")
RULES = ("tenhou", "wrc", "mahjongsoul", "ema2025")
NAMES = Seating.at_table(("Ada", "Ben", "Cy", "Dee"), 0)


@cache
def sheet_of(rules: str, seed: int = 7) -> tuple[SheetHand, ...]:
    return score_sheet(PRESETS[rules], wild_game(rules, seed, "east"))


def stripped(events: Sequence[ev.Event]) -> list[ev.Event]:
    """The record with as little as mjai needs: no scores and payments but those at the deals."""
    found: list[ev.Event] = []
    for event in events:
        match event:
            case ev.Hora():
                found.append(ev.Hora(actor=event.actor, target=event.target, ura_markers=event.ura_markers))
            case ev.Ryukyoku():
                found.append(replace(event, deltas=None, tenpais=None))
            case ev.EndKyoku():
                found.append(ev.EndKyoku())
            case ev.EndGame():
                found.append(ev.EndGame())
            case _:
                found.append(event)
    return found


@pytest.mark.parametrize("rules", RULES)
def test_a_record_without_payments_has_the_same_sheet(rules: str) -> None:
    whole, bare = sheet_of(rules), score_sheet(PRESETS[rules], stripped(wild_game(rules, 7, "east")))
    assert [(line.after, result_words(line, NAMES), yaku_words(line)) for line in bare] == [
        (line.after, result_words(line, NAMES), yaku_words(line)) for line in whole
    ]


def test_payments_and_riichi_sticks_make_the_points_after_the_last_hand() -> None:
    declared = 0
    for rules in RULES:
        for seed in (7, 8):
            events = wild_game(rules, seed, "east")
            bare = [type(each)() if isinstance(each, ev.EndKyoku | ev.EndGame) else each for each in events]
            hidden = [mask(event, 0) for event in bare]
            last = score_sheet(PRESETS[rules], hidden)[-1]
            assert last.outcome is None
            assert last.after == sheet_of(rules, seed)[-1].after
            declared += any(isinstance(event, ev.ReachAccepted) for event in last.hand.events)
    assert declared


@pytest.mark.parametrize("rules", RULES)
def test_a_record_that_hides_hands_has_the_same_points(rules: str) -> None:
    seen = [mask(event, 2) for event in wild_game(rules, 7, "east")]
    hidden = score_sheet(PRESETS[rules], seen)
    assert [line.after for line in hidden] == [line.after for line in sheet_of(rules)]
    assert all(line.outcome is None for line in hidden)
    assert [brief_result(line) for line in hidden] == [brief_result(line) for line in sheet_of(rules)]


def test_a_hand_that_stops_in_the_middle_has_no_result() -> None:
    events = wild_game("wrc", 7, "east")
    ends = [place for place, event in enumerate(events) if isinstance(event, ev.EndKyoku)]
    sheet = score_sheet(PRESETS["wrc"], events[: ends[1] - 4])
    assert (len(sheet), sheet[1].after, sheet[1].changes) == (2, None, None)
    assert brief_result(sheet[1]) == result_words(sheet[1], NAMES) == t("sheet.unfinished")
    assert points_by_hand(sheet) == (sheet[0].before, sheet[0].after)


def test_a_draw_tells_who_was_tenpai() -> None:
    found = [
        line
        for rules in RULES
        for seed in (7, 8)
        for line in sheet_of(rules, seed)
        if line.draw is not None and line.draw.reason == "exhaustive"
    ]
    assert found
    for line in found:
        assert line.draw is not None
        assert line.draw.tenpais is not None
        told = result_words(line, NAMES)
        ready = [NAMES.other(seat) for seat in range(PLAYERS) if line.draw.tenpais[seat]]
        assert (t("sheet.nobody") in told) == (not ready)
        assert all(name in told for name in ready)
        assert (brief_result(line), yaku_words(line)) == (t("sheet.drawn"), "")


def test_no_hand_no_sheet() -> None:
    assert score_sheet(PRESETS["wrc"], [ev.StartGame()]) == ()
    assert points_by_hand(()) == ()


@pytest.mark.skipif(DATA is None, reason="FURITEN_DATA names no folder of recorded games")
def test_recorded_games_end_with_their_final_scores() -> None:
    seen = 0
    for path in sorted(Path(DATA or "").glob("games/*.mjson.gz"))[:25]:
        (game,) = games_of(path.read_bytes())
        sheet = score_sheet(game.rules, game.events)
        for line, following in pairwise(sheet):
            assert line.outcome is not None
            assert line.after == following.before
        end = game.events[-1]
        if isinstance(end, ev.EndGame) and end.scores and sheet[-1].after:
            left = sum(sheet[0].before) - sum(sheet[-1].after)
            assert sum(end.scores) - sum(sheet[-1].after) in (0, left)
        seen += 1
    assert seen
