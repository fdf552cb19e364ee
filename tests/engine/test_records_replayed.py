"""Hands of a record played again: what the record leaves out is filled in, what it says otherwise stays."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine import events as ev
from engine.records.replayed_hands import filled_in, finished, named, replayed_hands
from engine.rules import PRESETS, TENHOU, WRC
from tests.support.engine.wild_games import wild_game

GAME = list(wild_game("tenhou", 7, "east"))


def bare(event: ev.Event) -> ev.Event:
    """The event without what records may leave out."""
    match event:
        case ev.Hora(actor=actor, target=target, deltas=deltas, ura_markers=ura):
            return ev.Hora(actor, target, deltas, ura)
        case ev.Ryukyoku(deltas=deltas):
            return ev.Ryukyoku(deltas)
        case ev.EndKyoku():
            return ev.EndKyoku()
        case ev.EndGame():
            return ev.EndGame()
    return event


@pytest.mark.parametrize("name", PRESETS)
def test_what_is_left_out_is_filled_in(name: str) -> None:
    events = list(wild_game(name, 1, "hand"))
    rules = replace(PRESETS[name], length="hand")
    assert filled_in(rules, list(map(bare, events))) == events


def test_what_the_record_says_otherwise_stays() -> None:
    at = next(place for place, event in enumerate(GAME) if isinstance(event, ev.Hora))
    win = GAME[at]
    assert isinstance(win, ev.Hora)
    dearer = [*GAME[:at], replace(win, points=(win.points or 0) + 100), *GAME[at + 1 :]]
    hands = replayed_hands(TENHOU, dearer)
    (other,) = [hand for hand in hands if hand.round is None]
    assert win in GAME[other.hand.first - 1 : other.hand.first + len(other.hand.events)]
    assert other.outcome is None
    assert filled_in(TENHOU, dearer) == dearer


def test_final_scores_of_the_record_stay() -> None:
    end = GAME[-1]
    assert isinstance(end, ev.EndGame)
    rounded = replace(end, final=[1.0, 2.0, 3.0, -6.0])
    assert filled_in(TENHOU, [*GAME[:-1], rounded])[-1] == rounded
    wrong = ev.EndGame(scores=[1, 2, 3, 4])
    assert filled_in(TENHOU, [*GAME[:-1], wrong])[-1] == wrong
    ends = [place for place, event in enumerate(GAME) if isinstance(event, ev.EndKyoku)]
    early = GAME[: ends[0] + 1]
    assert filled_in(TENHOU, [*early, ev.EndGame()])[-1] == ev.EndGame()


def test_a_hand_without_result_is_none_that_is_finished() -> None:
    deals = [place for place, event in enumerate(GAME) if isinstance(event, ev.StartKyoku)]
    assert finished(GAME) == GAME
    assert finished(GAME[: deals[3] + 20]) == GAME[: deals[3]]
    assert finished(GAME[: deals[3]]) == GAME[: deals[3]]
    assert finished(GAME[: deals[0] + 20]) == GAME[: deals[0]]
    cut = GAME[: deals[3] + 20]
    assert filled_in(TENHOU, cut) == cut


def test_the_ruleset_is_named() -> None:
    start, *rest = GAME
    (first, *others) = named(WRC, [ev.StartGame(["a", "b", "c", "d"]), *rest])
    assert first == ev.StartGame(["a", "b", "c", "d"], rules="wrc", length="south")
    assert others == rest
    assert named(TENHOU, rest)[1:] == rest
    assert named(replace(TENHOU, length="east"), GAME)[0] == start
