"""The count of han that luck adds to a riichi."""

from __future__ import annotations

import pytest

from engine.rules import TENHOU
from engine.score import Score, Win, score
from engine.tiles import EAST, parse_tile, parse_tiles
from tests.measure import extra_han as measured
from tests.measure.extra_han import extra_han, played

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


def test_wins_in_riichi_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measured, "NAME", "takame")
    found = [played("", 3, number) for number in range(12)]
    assert 0 < sum(map(len, found)) < 12
    assert found == [played("", 3, number) for number in range(12)]
