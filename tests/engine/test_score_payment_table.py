"""The table of payments: every hand that is scored stands in it with what it is paid."""

from __future__ import annotations

from random import Random

import pytest

from engine.rules import EMA, M_LEAGUE, PRESETS, TENHOU, WRC, WRC_2015, Ruleset
from engine.score import Score, payment, score
from engine.score.payment_table import FU, HAN, TableCell, limit_rows, payment_table
from engine.tiles import EAST
from tests.support.engine.random_wins import draw_win
from tests.support.engine.written_wins import won, worth
from tests.support.nightly import at_night

each = pytest.mark.parametrize


def cells(rules: Ruleset) -> dict[tuple[int, int], TableCell]:
    return {(cell.han, cell.fu): cell for cell in payment_table(rules)}


def by_name(rules: Ruleset) -> str:
    return rules.name


@each("hands", [200, *at_night([3_000])])
@each("rules", PRESETS.values(), ids=by_name)
def test_every_scored_hand_is_paid_as_the_table_says(rules: Ruleset, hands: int) -> None:
    table = cells(rules)
    limits = {row.limit: row for row in limit_rows(rules)}
    rng = Random(7)
    checked = 0
    for _ in range(hands):
        win = draw_win(rng, rules)
        if rng.random() < 0.3:
            win = win._replace(tile_mixed=True)
        found = score(win)
        if not isinstance(found, Score) or found.yakuman > 1:
            continue
        if found.limit is not None:
            row: TableCell | None = None
            dues = limits[found.limit].dealer if win.seat_wind == EAST else limits[found.limit].other
        else:
            assert found.han is not None
            assert found.fu is not None
            row = table[found.han, found.fu]
            assert row.limit is None
            dues = row.dealer if win.seat_wind == EAST else row.other
        due = dues.tsumo if win.tsumo else dues.ron
        assert due == payment(found.base, win.seat_wind == EAST, win.tsumo), (win, row)
        checked += row is not None
    assert checked > hands / 15


@each("rules", PRESETS.values(), ids=by_name)
def test_every_sum_of_han_and_fu_stands_once(rules: Ruleset) -> None:
    assert [(cell.han, cell.fu) for cell in payment_table(rules)] == [(han, fu) for fu in FU for han in HAN]


def test_pinfu_and_seven_pairs_are_paid_as_they_are_won() -> None:
    table = cells(TENHOU)
    assert [table[han, 20].other.ron for han in HAN] == [None] * 4
    assert [table[han, 20].other.tsumo is None for han in HAN] == [True, False, False, False]
    assert [table[han, 25].other.ron is None for han in HAN] == [True, False, False, False]
    assert [table[han, 25].other.tsumo is None for han in HAN] == [True, True, False, False]


def test_one_han_20_fu_takes_a_mixed_tile() -> None:
    for rules in PRESETS.values():
        assert (cells(rules)[1, 20].other.tsumo is not None) == (rules in (WRC, WRC_2015))


@pytest.mark.claim("U-08")
def test_one_han_110_fu_takes_a_double_wind_pair_of_4() -> None:
    assert (
        worth(won("456s22z111z", "1z", "ankan:5555z", "ankan:9999p", seat="S", round="S", rules=EMA)).fu
        == 110
    )
    for rules in PRESETS.values():
        cell = cells(rules)[1, 110]
        assert (cell.other.ron is not None) == (rules.double_wind_pair_fu == 4)
        assert cell.other.tsumo is None


def test_where_the_limits_begin() -> None:
    assert cells(EMA)[3, 60].limit is None
    assert cells(WRC)[3, 60].limit == cells(WRC)[4, 30].limit == "mangan"
    assert cells(EMA)[3, 70].limit == cells(EMA)[4, 40].limit == "mangan"
    spans = {row.limit: (row.first_han, row.last_han) for row in limit_rows(WRC)}
    assert spans == {
        "mangan": (5, 5),
        "haneman": (6, 7),
        "baiman": (8, 10),
        "sanbaiman": (11, 12),
        "yakuman": (13, None),
    }
    counted = {row.limit: (row.first_han, row.last_han) for row in limit_rows(M_LEAGUE)}
    assert (counted["sanbaiman"], counted["yakuman"]) == ((11, None), (None, None))
