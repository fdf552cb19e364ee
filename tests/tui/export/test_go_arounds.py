"""The moves of a hand in rows: every draw, discard and call is there once, from left to right."""

from __future__ import annotations

import pytest
from engine.records.hands import RecordedHand, hands_of
from tests.engine.test_fouls_random import Blunderers
from tests.support.engine.erring_players import table_rules

from engine import events as ev
from engine.dice import Dice
from engine.match import Match
from engine.rules import EMA
from engine.tiles import TILE_OF, format_tiles
from engine.view import mask
from engine.wall import PLAYERS
from tests.support.engine.wild_games import wild_game
from tui.export.exported_game import go_arounds, tile_name, tiles_text
from tui.i18n.texts import t
from tui.words.names import Seating

NAMES = Seating.of_record(("A", "B", "C", "D"))
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
                came = tile_name(name)
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
                deed = t("exported.as-drawn", tile=tile_name(name))
            case ev.Dahai(pai=name):
                deed = t("exported.drew-then", came=came, deed=tile_name(name))
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
        ((dealer + column) % PLAYERS, deed)
        for row in go_arounds(hand.events, NAMES)
        for column, deeds in enumerate(row.cells)
        for deed in deeds
    ]
    assert found == told(hand)


def test_a_row_is_one_time_around_the_table() -> None:
    for hand in HANDS:
        for row in go_arounds(hand.events, NAMES)[:-1]:
            assert any(row.cells)
        discards = sum(isinstance(event, ev.Dahai) for event in hand.events)
        assert len(go_arounds(hand.events, NAMES)) >= discards / PLAYERS


def test_new_indicators_are_told_as_dora() -> None:
    hands = [hand for hand in HANDS if any(isinstance(event, ev.Dora) for event in hand.events)]
    assert hands
    for hand in hands:
        news = [line for row in go_arounds(hand.events, NAMES) for line in row.news]
        assert len(news) == sum(isinstance(event, ev.Dora) for event in hand.events)


@pytest.mark.parametrize("seat", range(PLAYERS))
def test_what_a_seat_could_not_see_is_hidden(seat: int) -> None:
    for hand in HANDS:
        rows = go_arounds([mask(event, seat) for event in hand.events], NAMES)
        dealer = hand.start.oya
        drawn = {event.pai for event in hand.events if isinstance(event, ev.Tsumo) and event.actor != seat}
        assert drawn
        for row in rows:
            for column, deeds in enumerate(row.cells):
                if (dealer + column) % PLAYERS != seat:
                    calls = [t(f"exported.{call}", tiles="").strip() for call in ("chi", "pon")]
                    for deed in deeds:
                        assert ">" not in deed or any(call in deed for call in calls)
                        assert "?" not in deed


def test_fouls_are_told_in_words() -> None:
    match = Match(table_rules(EMA, 1), 1)
    Blunderers(match, Dice(5)).play(4)
    told = [
        line for hand in hands_of(match.events) for row in go_arounds(hand.events, NAMES) for line in row.news
    ]
    fouls = [event for event in match.events if isinstance(event, ev.Foul)]
    assert fouls
    for foul in fouls:
        assert any(
            t(f"reviewed.foul-of.{foul.offence}") in line and NAMES[foul.actor] in line for line in told
        )


def test_a_hand_cut_after_a_draw_shows_the_draw() -> None:
    hand = HANDS[0]
    draw = hand.events[1]
    assert isinstance(draw, ev.Tsumo)
    (row,) = go_arounds(hand.events[:2], NAMES)
    assert row.cells[0] == (tile_name(draw.pai),)
    assert go_arounds(hand.events[:1], NAMES) == ()


def test_tiles_are_sorted_and_hidden_ones_counted() -> None:
    assert tiles_text(["E", "5m", "5mr", "1m", "9s"]) == "105m9s1z"
    assert tiles_text(["?"] * 13) == "?" * 13
