"""The wall: what lies where, what is never drawn, and that a seed means one wall."""

from __future__ import annotations

import pytest

from engine.rules import PRESETS, TENHOU, WRC, Ruleset
from engine.tiles import EAST, SOUTH, all_tiles, format_tiles
from engine.wall import DEAD_WALL, LIVE_AT_START, Dice, seeded_wall
from tests.support.engine.deals import build_wall

EVERY_PRESET = pytest.mark.parametrize("rules", PRESETS.values(), ids=lambda rules: rules.name)


@EVERY_PRESET
def test_a_wall_holds_the_whole_set(rules: Ruleset) -> None:
    wall = seeded_wall(rules, 1, EAST, 1, 0)
    tiles = [tile for wind in range(4) for tile in wall.dealt(wind)] + list(wall.rest())
    assert sorted(tiles) == sorted(all_tiles(rules.red_fives))
    assert sum(tile > 33 for tile in tiles) == sum(rules.red_fives)


@pytest.mark.claim("W-06")
def test_the_dead_wall_holds_fourteen_tiles_that_only_kans_draw_from() -> None:
    wall = build_wall(
        ("", "", "", ""), replacements="1234z", indicators="11122m", ura="33344m", last="9s9s9s9s"
    )
    assert len(wall.rest()) == LIVE_AT_START + DEAD_WALL == 84
    for _ in range(66):
        wall.draw()
    assert format_tiles(wall.draw_replacement() for _ in range(4)) == "1234z"
    assert wall.live == 0  # the four last live tiles have gone into the dead wall
    assert format_tiles(wall.rest()[:4]) == "9999s"
    assert len(wall.rest()) == DEAD_WALL
    assert format_tiles(wall.indicator(number) for number in range(5)) == "11122m"
    assert format_tiles(wall.ura_indicator(number) for number in range(5)) == "33344m"


def test_a_seeded_wall_depends_on_seed_wind_hand_and_counters_alone() -> None:
    wall = seeded_wall(WRC, 1, EAST, 1, 0).rest()
    assert seeded_wall(WRC, 1, EAST, 1, 0).rest() == wall
    others = [
        seeded_wall(WRC, 2, EAST, 1, 0),
        seeded_wall(WRC, -1, EAST, 1, 0),
        seeded_wall(WRC, 1 + 2**64, EAST, 1, 0),
        seeded_wall(WRC, 1, SOUTH, 1, 0),
        seeded_wall(WRC, 1, EAST, 2, 0),
        seeded_wall(WRC, 1, EAST, 1, 1),
    ]
    assert len({other.rest() for other in others} | {wall}) == 7


def test_a_seed_means_the_same_wall_for_ever() -> None:
    """Saves and shared seeds rest on it."""
    wall = seeded_wall(TENHOU, 20, EAST, 1, 0)
    assert format_tiles(wall.dealt(0)) == "32p7m6p5s0m7p8s2p88m7p6s"


def test_every_place_of_a_shuffle_is_as_likely() -> None:
    places = [0] * 6
    for seed in range(3_000):
        places[Dice(seed).shuffled(range(6)).index(0)] += 1
    assert all(400 < count < 600 for count in places)
