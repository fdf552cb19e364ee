"""Looking ahead: the values of hands one and two away, and the points and chances that they are made of."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from math import inf
from random import Random

import pytest
from msgspec.structs import replace

from ai.bots import lookahead
from ai.bots.lookahead import Lookahead, hand_code, one_away_discards, reach, tenpai_discards
from ai.bots.win_value import (
    WinPoints,
    WinUtility,
    iishanten_chance,
    step_chance,
    tenpai_chance,
    tenpai_draw_chance,
)
from ai.reading.safety import PositionAnalysis
from ai.reading.threat import open_tenpai
from engine import shape
from engine.hand import Hand, Meld, MeldKind
from engine.rules import TENHOU
from engine.score import Score, Win, score, winners_total
from engine.table import PondTile
from engine.tiles import KIND_OF, Kind, all_tiles, parse_tiles
from tests.support.ai.seat_views import seat_view
from tools.measure import open_hands

RED_FIVES = (1, 1, 1)


def turned_hand_lookahead(dora: str = "9m") -> Lookahead:
    """On the first turn of a hand whose own tiles are terminals and honours."""
    view = seat_view("19m19p19s1234567z", dora=dora)
    return Lookahead(PositionAnalysis(view), WinUtility(float, dealer=False), 0.0)


def value(tiles: str, *melds: Meld, dora: str = "9m") -> float:
    """The value of a hand one or two away from tenpai."""
    hand = Hand(parse_tiles(tiles), melds)
    after = shape.acceptance(hand.keys, len(melds))
    assert after[0] in (1, 2)
    return turned_hand_lookahead(dora).value(hand, after)


def pon(tile: str) -> Meld:
    return Meld(MeldKind.PON, tuple(parse_tiles(tile)) * 3)


# -- hands two away --------------------------------------------------------------------------------------


@pytest.mark.parametrize("tiles", ["234m567p23s56s99m1z", "234m567p23s68s18p1z"], ids=["one", "two"])
def test_a_riichi_may_win_more_than_its_points(tiles: str) -> None:
    """Riichi without dora brings 1,000 to 2,600 points; only with luck are they 8,000."""
    hand = Hand(parse_tiles(tiles))
    after = shape.acceptance(hand.keys)
    position = PositionAnalysis(seat_view("19m19p19s1234567z"))
    utility = WinUtility(lambda points: 1_000.0 * (points >= 8_000), dealer=position.dealer)
    ahead = Lookahead(position, utility, 0.0)
    assert after[0] == (1 if "99m" in tiles else 2)
    assert ahead.value(hand, after) > 0


def test_no_riichi_is_foreseen_that_the_rules_forbid() -> None:
    """A hand one away without another yaku: too few points, or a wall that will be too short."""
    hand = Hand(parse_tiles("234m567p23s56s99m1z"))
    worth = []
    for live, score_now in ((4, 25_000), (70, 25_000), (4, 900)):
        rules = replace(TENHOU, riichi_minimum_live=live)
        view = seat_view("19m19p19s1234567z", rules=rules, scores={0: score_now})
        ahead = Lookahead(PositionAnalysis(view), WinUtility(float, dealer=False), 0.0)
        worth.append(ahead.value(hand, shape.acceptance(hand.keys)))
    assert worth[0] > worth[1] == worth[2]


def test_two_away_better_shapes_and_dora_are_worth_more() -> None:
    """Two-sided shapes, closed ones, and two-sided ones with a dora."""
    two_sided, closed = value("234m567p23s6788p2m"), value("234m567p24s6799p2m")
    assert two_sided > 1.2 * closed
    assert value("234m567p23s6788p2m", dora="7p") > 1.2 * two_sided


def test_two_away_an_open_hand_without_a_yaku_is_worth_nothing() -> None:
    """After a pon of 9p: simples and honours cannot win; with white dragons they can."""
    assert value("234m67p345s24s", pon("9p")) == 0.0
    assert value("234m67p345s24s", pon("5z")) > 0.0


def test_two_away_open_simples_are_a_yaku() -> None:
    assert value("234m67p345s24s", pon("8p")) > 0.0
    assert value("234m67p345s12s", pon("8p")) < value("234m67p345s24s", pon("8p"))


def test_two_away_is_worth_less_than_the_same_hand_one_away() -> None:
    """The draw that brings it closer is made: 5s in place of a lone honour."""
    assert value("234m567p23s67s88p1z") > value("234m567p23s68s18p1z")


@pytest.mark.parametrize("melds", [0, 1, 2, 3])
@pytest.mark.parametrize("most", [0, 1, 2, 3])
def test_the_nearest_discards_are_those_of_the_whole_list(melds: int, most: int) -> None:
    random = Random(melds * 10 + most)
    for _ in range(200):
        kinds = random.sample(
            [kind for kind in range(34 if most > 1 else 18) for _ in range(4)], 14 - 3 * melds
        )
        hand = Hand(kinds)
        whole = shape.discards(hand.keys, melds)
        nearest = [(kind, accepts) for kind, (shanten, accepts) in whole.items() if shanten == most]
        assert list(shape.nearest_discards(hand.keys, melds, most)) == nearest
        code = hand_code(hand.keys, melds)
        if most == 0:
            assert [(kind, waits) for kind, waits, _ in tenpai_discards(code)] == nearest
        if most == 1:
            assert list(one_away_discards(code)) == nearest


# -- calls -----------------------------------------------------------------------------------------------


def test_a_pair_of_dragons_that_can_be_called_is_worth_more_than_one_of_guest_winds() -> None:
    """Both pairs may become triplets; only one of the dragons is a yaku that may be called."""
    assert value("234m567p99p13s55z1m") > 1.1 * value("234m567p99p13s44z1m")


@pytest.mark.parametrize(
    ("tile", "comes"),
    [("2p", 4.0), ("5z", 4.0), ("1m", 2.0), ("4m", 2.0), ("7s", 2.0), ("9p", 1.0), ("1s", 1.0), ("1z", 1.0)],
)
def test_an_open_hand_may_call_a_pair_from_three_players_and_a_sequence_from_one(
    tile: str, comes: float
) -> None:
    """The others discard these tiles three times as often as the hand draws them: once each."""
    code = hand_code(Hand(parse_tiles("23m22p8p68s55z1z")).keys, 1)
    assert reach(code, KIND_OF[parse_tiles(tile)[0]], 4.0) == comes


def test_only_open_hands_two_away_count_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lookahead, "reach", lambda *_: 0.0)
    assert value("23m2256p4889s", pon("7z")) == 0
    assert value("234m567p23s68s18p1z") > 0


# -- points ----------------------------------------------------------------------------------------------


def scored_one_by_one(
    position: PositionAnalysis, hand: Hand, waits: Sequence[Kind], riichi: int, tsumo: bool
) -> float:
    view, total = position.view, 0
    for wait in waits:
        found = score(
            Win(
                tiles=(*hand.tiles, wait),
                winning_tile=wait,
                tsumo=tsumo,
                seat_wind=view.seat_wind,
                round_wind=view.table.round_wind,
                riichi=riichi,
                dora_indicators=tuple(view.table.indicators),
                rules=view.rules,
            )
        )
        if isinstance(found, Score):
            total += position.left[wait] * winners_total(found.base, position.dealer, tsumo)
    tiles = sum(position.left[wait] for wait in waits)
    return total / tiles if tiles else 0.0


def test_kept_points_are_the_points() -> None:
    """Random tenpai hands with their waits, scored one by one, twice over."""
    random, scored = Random(5), 0
    view = seat_view("19m19p19s1234567z", dora="5p")
    position = PositionAnalysis(view)
    deck = [tile for tile in all_tiles(RED_FIVES) if KIND_OF[tile] < 18]
    while scored < 60:
        hand = Hand(random.sample(deck, 13))
        waits = shape.waits(hand.keys)
        if not waits:
            continue
        scored += 1
        for riichi, tsumo in itertools.product((0, 1), (False, True)):
            for _ in range(2):
                found = WinPoints(position).mean(hand, waits, riichi=riichi, tsumo=tsumo)
                assert found == scored_one_by_one(position, hand, waits, riichi, tsumo)


# -- chances ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("threats", [0, 1, 2])
def test_chances_grow_with_tiles_and_draws_and_shrink_with_each_step(threats: int) -> None:
    for draws in range(2, 18):
        wait = tenpai_chance(8.0, 80, draws, threats)
        assert 0 < tenpai_chance(4.0, 80, draws, threats) < wait < 1
        assert tenpai_chance(8.0, 80, draws - 1, threats) < wait
        assert 16 * iishanten_chance(16, 8.0, 80, draws, threats) < wait
        assert step_chance(16, 80, draws, draws, threats) * 16 < 1


@pytest.mark.parametrize("threats", [0, 1, 2])
def test_a_hand_is_the_likelier_drawn_in_tenpai_the_nearer_the_end_and_the_more_tiles_help(
    threats: int,
) -> None:
    assert tenpai_draw_chance(inf, 70, 0, threats) == 1.0
    assert tenpai_draw_chance(20, 70, 0, threats) == 0.0
    tenpai = [tenpai_draw_chance(inf, 70, draws, threats) for draws in range(18)]
    assert tenpai == sorted(tenpai, reverse=True)
    for draws in range(1, 5):
        away = [tenpai_draw_chance(tiles, 70, draws, threats) for tiles in (0, 4, 8, 16)]
        assert away == sorted(away)
        assert away[0] == 0.0
        assert away[-1] < tenpai[draws]


def pond(tiles: str, drawn: int = 0) -> list[PondTile]:
    """Discards, of which the last ``drawn`` were tsumogiri."""
    found = parse_tiles(tiles)
    return [PondTile(tile, place >= len(found) - drawn) for place, tile in enumerate(found)]


def test_an_open_hand_is_the_likelier_tenpai_the_later_and_the_more_melds() -> None:
    for melds in range(1, 5):
        chances = [open_tenpai(melds, pond("5p" * turn)) for turn in range(19)]
        assert chances == sorted(chances)
        assert all(0 <= chance <= 1 for chance in chances)
    for turn in range(3, 19):
        chances = [open_tenpai(melds, pond("5p" * turn)) for melds in range(1, 5)]
        assert chances == sorted(chances)


def test_an_open_hand_that_changes_nothing_is_likelier_tenpai() -> None:
    chances = [open_tenpai(1, pond("1z9m3s2s7p5s4s6m", drawn)) for drawn in range(6)]
    assert chances == sorted(chances)
    assert chances[5] > 2 * chances[0]


def test_an_open_hand_that_discards_simples_is_likelier_tenpai_than_one_that_discards_honours() -> None:
    """What a tsumogiri was says nothing."""
    honour, terminal, simple = (
        open_tenpai(2, pond(f"1z9m3z2s7p{last}4s", drawn=1)) for last in ("4z", "9s", "5s")
    )
    assert honour < terminal < simple
    assert simple == open_tenpai(2, pond("1z9m3z2s7p5s4z", drawn=1))


def test_the_weights_of_open_hands_are_found_again() -> None:
    """From samples that were drawn by weights that are known."""
    random, weights = Random(3), [-1.0, 0.5, 2.0]
    samples = []
    for _ in range(4_000):
        numbers = (1.0, float(random.randrange(4)), float(random.random() < 0.5))
        samples.append((numbers, random.random() < open_hands.chance(weights, numbers)))
    found = open_hands.fitted(samples)
    assert found == pytest.approx(weights, abs=0.25)
    assert open_hands.surprise(found, samples) < open_hands.surprise([0.0, 0.0, 0.0], samples)
