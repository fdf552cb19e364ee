"""A position given by its tiles alone has the outlook of the same position reached by events."""

from __future__ import annotations

import pytest

from ai.reading.outlook import (
    discard_outlooks,
    draws_to_tenpai,
    improvements,
    outlook_after,
    outlook_now,
    ranked,
)
from ai.seat_position import GivenPosition
from engine.hand import Hand
from engine.rules import TENHOU, WRC
from engine.tiles import NAMES, TILE_OF, parse_tiles
from engine.view import SeatView
from tests.support.ai.advice_positions import constructed
from tests.support.ai.seat_views import counted


def given(view: SeatView) -> GivenPosition:
    """The tiles of a view, the drawn one last."""
    hand = view.hand.copy()
    assert view.drawn is not None
    hand.remove(view.drawn)
    hand.add(view.drawn)
    seen = list(view.table.indicators)
    for seat in view.table.seats:
        if seat is not view.me:
            seen += [discard.tile for discard in seat.pond if discard.called_by is None]
    return GivenPosition(
        rules=view.rules,
        hand=hand,
        discards=[discard.tile for discard in view.me.pond],
        seen=seen,
        indicators=view.table.indicators,
        seat_wind=view.seat_wind,
        round_wind=view.table.round_wind,
        points=view.me.score,
        draws=view.table.live // 4,
    )


@pytest.mark.parametrize("part", range(4))
def test_it_has_the_outlook_of_the_same_position_with_its_events(part: int) -> None:
    compared = 0
    for seed in range(150 * part, 150 * part + 150):
        seen = constructed(seed)
        if seen is None:
            continue
        view = SeatView.from_events(seen.rules, seen.seat, seen.events)
        if view.table.live % 4 != 2:
            continue  # draws are given, not tiles
        twin = given(view).view()
        one, other = discard_outlooks(view), discard_outlooks(twin)
        assert [(each.tile, each.waits, each.furiten, each.worth) for each in one] == [
            (each.tile, each.waits, each.furiten, each.worth) for each in other
        ]
        assert ranked(view, one) == ranked(twin, other)
        compared += 1
    assert compared > 10


def test_without_more_than_tiles_a_hand_has_the_draws_and_points_of_the_start() -> None:
    hand = Hand(parse_tiles("234m45622p23478s"))
    now = outlook_now(GivenPosition(rules=WRC, hand=hand).view())
    assert (counted(now.waits), now.own_draws, now.ron_tiles) == ("6s 4, 9s 4", 17, 8)
    later = GivenPosition(rules=WRC, hand=hand, discards=parse_tiles("6s1z"), draws=0).view()
    assert (outlook_now(later).own_draws, outlook_now(later).winning_tiles) == (0, 0)


def test_passed_tiles_are_furiten_until_the_next_discard_or_in_riichi_for_good() -> None:
    hand = Hand(parse_tiles("234m45622p23478s"))
    passed = GivenPosition(rules=WRC, hand=hand, passed=parse_tiles("9s")).view()
    assert [cause.kind.value for cause in outlook_now(passed).furiten] == ["temporary"]
    riichi = GivenPosition(rules=WRC, hand=hand, passed=parse_tiles("9s"), riichi=True).view()
    assert [cause.kind.value for cause in outlook_now(riichi).furiten] == ["riichi"]


def test_too_few_points_allow_no_riichi() -> None:
    hand = Hand(parse_tiles("234345678m88p34s1s"))
    for points, declares in ((25_000, True), (900, False)):
        view = GivenPosition(rules=TENHOU, hand=hand, points=points).view()
        assert (outlook_after(view, TILE_OF["1s"]).with_riichi is not None) is declares


def test_what_widens_a_tenpai_hand() -> None:
    """A closed wait on 6s becomes two-sided with 4s or 8s; a lone honour changes nothing."""
    hand = Hand(parse_tiles("234m45622p23457s"))
    view = GivenPosition(rules=WRC, hand=hand).view()
    kinds = {NAMES[tile.kind] for tile in improvements(view, outlook_now(view))}
    assert {"4s", "8s"} <= kinds
    assert "1z" not in kinds


def test_what_leads_to_a_good_wait() -> None:
    hand = Hand(parse_tiles("234m456p2245s79s1z"))
    view = GivenPosition(rules=WRC, hand=hand).view()
    good = {NAMES[draw.kind] for draw in draws_to_tenpai(view, outlook_now(view)) if draw.is_good}
    assert good == {"8s"}, "3s and 6s leave the closed wait"


@pytest.mark.parametrize("tiles", ["13334455667778s", "11223668889999m", "11123334455679p"])
def test_fourteen_tiles_of_one_suit_are_a_position(tiles: str) -> None:
    """Their waits are asked of thirteen: of all they would be looked up where there are none."""
    view = GivenPosition(rules=TENHOU, hand=Hand(parse_tiles(tiles))).view()
    assert view.drawn == TILE_OF[tiles[-2:]]
    assert [NAMES[each.tile] for each in discard_outlooks(view)] == sorted(
        {f"{n}{tiles[-1]}" for n in tiles[:-1]}
    )
