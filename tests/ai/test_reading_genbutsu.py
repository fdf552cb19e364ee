"""Tiles that cannot lose, each with its proof, and the tiers of the tiles that can."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from ai.reading.genbutsu import Genbutsu, GenbutsuReason, genbutsu
from engine import events as ev
from engine.furiten import Ends
from engine.rules import TENHOU
from engine.tiles import MJAI, parse_tile
from tests.support.ai.seat_views import ACROSS, LEFT, ME, RIGHT, calls, discards, seat_view

HAND = "123m456p789s1122z"


def kind(text: str) -> int:
    return parse_tile(text)


def proofs(opponent: int, *past: list[ev.Event], **situation: object) -> dict[int, Genbutsu]:
    """On seat 0's turn, when all that lies on the table has been answered."""
    view = seat_view(HAND, past=past, draws="9s", **situation)  # type: ignore[arg-type]
    return genbutsu(view.table, opponent)


@pytest.mark.claim("S-01")
def test_a_players_own_discards_are_safe_against_that_player_alone() -> None:
    past = discards(RIGHT, "9m0p"), discards(ACROSS, "3s")
    found = proofs(RIGHT, *past)
    assert found[kind("9m")] == Genbutsu(
        kind("9m"), GenbutsuReason.OWN_DISCARD, kind("9m"), RIGHT, 0, Ends.HAND_ENDS, 1
    )
    assert found[kind("5p")].tile == kind("0p"), "a red five proves the plain one safe"
    assert kind("9m") not in proofs(ACROSS, *past, discards(ACROSS, "4s"))


def test_a_discard_that_was_called_away_still_proves_its_tile_safe() -> None:
    found = proofs(LEFT, calls(RIGHT, "777z", fed_by=LEFT))
    assert found[kind("7z")].reason is GenbutsuReason.OWN_DISCARD


@pytest.mark.claim("S-02")
def test_what_anybody_discards_after_a_riichi_is_safe_against_it_to_the_end() -> None:
    before, after = discards(ACROSS, "2s"), discards(ACROSS, "8s")
    found = proofs(RIGHT, before, discards(RIGHT, "1m9p", riichi=1), after, discards(RIGHT, "4z"))
    assert kind("2s") not in found
    assert found[kind("8s")] == Genbutsu(
        kind("8s"), GenbutsuReason.PASSED_AFTER_RIICHI, kind("8s"), ACROSS, 3, Ends.HAND_ENDS, 2
    )


@pytest.mark.claim("S-02")
def test_a_tile_added_to_a_kan_after_a_riichi_is_safe_against_it() -> None:
    kan = [ev.Tsumo(ACROSS, "?"), ev.Kakan(ACROSS, MJAI[kind("7z")], ["C", "C", "C"])]
    past = calls(ACROSS, "777z", fed_by=LEFT), discards(RIGHT, "1m", riichi=0), kan
    found = proofs(RIGHT, *past)[kind("7z")]
    assert (found.reason, found.discarder, found.added_to_kan) == (
        GenbutsuReason.PASSED_AFTER_RIICHI,
        ACROSS,
        True,
    )


@pytest.mark.claim("S-03")
def test_a_tile_let_go_since_the_last_discard_is_safe_for_the_turn() -> None:
    past = discards(RIGHT, "1m"), discards(ACROSS, "5s"), discards(LEFT, "6s")
    found = proofs(RIGHT, *past)
    assert found[kind("5s")] == Genbutsu(
        kind("5s"), GenbutsuReason.PASSED_THIS_TURN, kind("5s"), ACROSS, 1, Ends.OWN_DISCARD, 1
    )
    assert kind("6s") in found
    for opponent in (RIGHT, ACROSS):
        assert kind("6s") in proofs(opponent, *past), "what the left has just thrown is safe against all"
    ended = proofs(RIGHT, *past, discards(RIGHT, "2z"))
    assert kind("5s") not in ended
    assert kind("6s") not in ended


def test_where_calls_end_temporary_furiten_they_end_the_proof_too() -> None:
    past = discards(RIGHT, "1m"), discards(ACROSS, "5s"), calls(LEFT, "777z", fed_by=ACROSS, throws="8p")
    assert kind("5s") in proofs(RIGHT, *past)
    old = replace(TENHOU, calls_end_temporary_furiten=True)
    assert kind("5s") not in proofs(RIGHT, *past, rules=old)
    assert kind("8p") in proofs(RIGHT, *past, rules=old)


def test_the_seat_itself_is_asked_like_any_other() -> None:
    assert kind("9m") in proofs(ME, discards(ME, "9m"))
