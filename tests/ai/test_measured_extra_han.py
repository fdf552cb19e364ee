"""The count of han that luck adds to a riichi."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.rules import TENHOU
from engine.score import Score, Win, score
from engine.tiles import EAST, parse_tile, parse_tiles
from tools.measure.extra_han import extra_han, played
from tools.measure.tables import Table, hands

PLAIN = Win(
    tiles=tuple(parse_tiles("123m456p789s234p55m")),
    winning_tile=parse_tile("2p"),
    tsumo=False,
    seat_wind=EAST,
    round_wind=EAST,
    riichi=1,
    dora_indicators=(parse_tile("8s"),),
    rules=TENHOU,
)


@pytest.mark.parametrize(
    ("win", "extra"),
    [
        (PLAIN, 0),
        (PLAIN._replace(tsumo=True), 1),
        (PLAIN._replace(ippatsu=True), 1),
        (PLAIN._replace(ura_indicators=(parse_tile("4m"),)), 2),
        (PLAIN._replace(tsumo=True, ippatsu=True, ura_indicators=(parse_tile("4m"),)), 4),
    ],
)
def test_luck_is_tsumo_ippatsu_and_ura_dora(win: Win, extra: int) -> None:
    found, plain = score(win), score(PLAIN)
    assert isinstance(found, Score)
    assert isinstance(plain, Score)
    assert extra_han(found) == extra
    assert (found.han or 0) - (plain.han or 0) == extra, "nothing else differs"


def test_wins_in_riichi_are_counted() -> None:
    wins = []
    for game in hands(Table.OWN, 3, 0, lambda _: None):
        declared = {event.actor for event in game.events if isinstance(event, ev.ReachAccepted)}
        wins.append(sum(isinstance(event, ev.Hora) and event.actor in declared for event in game.events))
    found = played(Table.OWN, 3, 0)
    assert [len(each) for each in found] == wins
    assert 0 < sum(wins) < len(wins)
