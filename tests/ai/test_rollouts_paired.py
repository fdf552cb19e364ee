"""Choices played out with the same deals."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from ai.bots.baselines import TsumogiriBot
from ai.drills.judged_positions import JudgedPosition
from ai.drills.kinds.riichi import TSUMO
from ai.rollouts import Z_99, Deals, PairedRollouts, Stance, Variation, sample
from engine import shape
from engine.actions import Action, ActionKind
from engine.dice import Dice
from engine.options import options
from engine.round import Round, tiles_in_play
from engine.tiles import KIND_OF, NAMES, all_tiles, parse_tile
from engine.view import SeatView
from engine.wall import PLAYERS
from tests.support.ai import endings
from tests.support.ai.seat_views import ACROSS, RIGHT, discards, seat_view
from tests.support.nightly import at_night
from tools.measure.guard import Guard
from tools.positions.judged_files import RIICHI_FILE, action_of, judged

POSITIONS = judged(RIICHI_FILE)[1][::6]


def games(found: JudgedPosition) -> list[Round]:
    """The position with a few deals of what is hidden."""
    deals = Deals(found.moment(), 5)
    return [deals.game(number) for number in range(3)]


def hand_of(game: Round, seat: int) -> list[int]:
    return sorted(game.own[seat].hand.tiles)


# -- what is hidden ----------------------------------------------------------------------------------


def test_the_seat_sees_what_it_saw_and_no_tile_is_lost() -> None:
    for found in POSITIONS:
        view = found.moment().view()
        for game in games(found):
            own = game.view(found.seat)
            assert own.own.state() == view.own.state()
            assert {**own.table.state(), "seats": None} == {**view.table.state(), "seats": None}
            assert own.table.seats == view.table.seats
            assert sorted(tiles_in_play(game)) == sorted(all_tiles(view.rules.red_fives))
            assert game.wall.live == view.table.live
            assert [game.wall.indicator(number) for number in range(len(view.table.indicators))] == (
                view.table.indicators
            )
            assert game.acting == (found.seat,)


def test_hands_of_the_others_fit_what_they_did() -> None:
    riichi = 0
    for found in POSITIONS:
        for game in games(found):
            for seat, player in enumerate(game.table.seats):
                if seat == found.seat:
                    continue
                own = game.own[seat]
                assert len(own.hand.tiles) == player.concealed
                if player.riichi:
                    riichi += 1
                    passed = {tile for _, tile in game.table.discards[player.riichi_order :]}
                    gone = passed | {discard.tile for discard in player.pond}
                    assert own.waits
                    assert {KIND_OF[tile] for tile in gone}.isdisjoint(own.waits)
                elif own.hand.is_closed:
                    assert shape.shanten_of(own.hand.keys, len(own.hand.melds)) > 0
    assert riichi


def test_each_number_is_another_deal_and_always_the_same() -> None:
    found = POSITIONS[0]
    first, again = games(found), games(found)
    others = [seat for seat in range(PLAYERS) if seat != found.seat]
    hands = [[hand_of(game, seat) for seat in others] for game in first]
    assert hands == [[hand_of(game, seat) for seat in others] for game in again]
    assert hands[0] != hands[1] != hands[2]


def test_a_win_at_once_brings_the_same_whatever_is_hidden() -> None:
    positions = judged(RIICHI_FILE)[1]
    found = next(found for found in positions if any(choice.id == TSUMO for choice in found.choices))
    tsumo = next(choice for choice in found.choices if choice.id == TSUMO)
    action = action_of(found.moment().view(), tsumo)
    rollouts = PairedRollouts(found.moment(), [Variation(action, [Guard()] * PLAYERS)], 5)
    played = {hand for number in range(3) for hand in rollouts.play_deal(number)}
    assert played == {(tsumo.points.mean, True, False)}


# -- the quick player --------------------------------------------------------------------------------


def chosen(view: SeatView, *, silent: bool = False, stance: Stance = Stance.REASON) -> tuple[ActionKind, str]:
    action: Action = Guard(silent=silent, stance=stance).choose(view, options(view))
    assert action.tile is not None
    return action.kind, NAMES[action.tile]


def test_it_declares_with_a_wait_that_is_not_furiten() -> None:
    view = seat_view("234m456p678s22p34s", draws="7z")
    assert chosen(view) == (ActionKind.RIICHI, "7z")
    assert chosen(view, silent=True) == (ActionKind.DISCARD, "7z")


def test_it_stays_silent_with_a_furiten_wait_and_takes_a_better_one() -> None:
    view = seat_view("234m456p678s22p34s", draws="7z", past=[discards(0, "5s")])
    assert chosen(view) == (ActionKind.DISCARD, "7z")
    changed = seat_view("234m456p678s22p34s", draws="6s", past=[discards(0, "2s")])
    assert chosen(changed) == (ActionKind.RIICHI, "3s")


def test_it_wins() -> None:
    assert chosen(seat_view("234m456p678s22p34s", draws="5s"))[0] is ActionKind.TSUMO


def test_far_from_tenpai_it_throws_what_is_safe_against_every_riichi() -> None:
    both = [discards(RIGHT, "9m1z4p", riichi=1), discards(ACROSS, "4p9m", riichi=0)]
    assert chosen(seat_view("147m258p369s1234z", draws="9m", past=both)) == (ActionKind.DISCARD, "9m")
    assert chosen(seat_view("147m258p369s1234z", draws="9m")) != (ActionKind.DISCARD, "9m")


RIICHI = [discards(RIGHT, "9m1z4p", riichi=1)]


def test_pushing_it_keeps_the_hand_whatever_the_danger() -> None:
    """Near tenpai 5p is not needed and dangerous; 4p is safe and breaks a group."""
    view = seat_view("2347m345p6699s88p", draws="5p", past=RIICHI)
    assert chosen(view) == chosen(view, stance=Stance.FOLD) == (ActionKind.DISCARD, "4p")
    assert chosen(view, stance=Stance.PUSH) == (ActionKind.DISCARD, "5p")
    far = seat_view("147m258p369s1234z", draws="9m", past=RIICHI)
    assert chosen(far, stance=Stance.PUSH) == chosen(far)


def test_folding_it_discards_what_is_safe_even_in_tenpai_and_never_declares() -> None:
    view = seat_view("234m456p678s99m34s", draws="5p", past=RIICHI)
    assert chosen(view)[0] is ActionKind.RIICHI
    kind, tile = chosen(view, stance=Stance.FOLD)
    assert kind is ActionKind.DISCARD
    assert tile in ("9m", "4p")
    free = seat_view("234m456p678s22p34s", draws="7z")
    assert chosen(free, stance=Stance.FOLD)[0] is ActionKind.DISCARD


DISCARDS = ("1p", "5z", "1m")
"""One that may lose, one that cannot, and one that breaks tenpai."""
SAMPLES = pytest.mark.parametrize(
    ("live", "sampled"), [(0, 80), (1, 120), *at_night((live, 1_600) for live in range(3))]
)


def rollouts(live: int, seed: int = 1) -> PairedRollouts:
    """The three discards of an ending, everybody discarding what is drawn."""
    position = endings.ending(live)
    menu = options(position.view())
    found = {action.tile: action for action in menu.of(ActionKind.DISCARD)}
    players = [TsumogiriBot()] * 4
    return PairedRollouts(position, [Variation(found[parse_tile(tile)], players) for tile in DISCARDS], seed)


@pytest.mark.parametrize("live", [0, *at_night([1, 2])])
def test_every_deal_brings_what_is_counted_by_hand(live: int) -> None:
    """The full enumeration equals the exact answer, deal by deal and in the mean."""
    played, deals = rollouts(live), Deals(endings.ending(live), 1)
    total, sums = 0, Counter[str]()
    for ways, tiles in endings.dealt(live):
        game = deals.told(endings.hidden(live, tiles), Dice(3))
        assert game is not None
        found = [hand.points for hand in played.play_game(game)]
        assert found == [endings.points(discard, tiles) for discard in DISCARDS], [
            NAMES[tile] for tile in tiles
        ]
        total += ways
        for discard, points in zip(DISCARDS, found, strict=True):
            sums[discard] += ways * points
    for discard in DISCARDS:
        assert Fraction(sums[discard], total) == endings.exact(live, discard)


@SAMPLES
def test_the_mean_of_many_deals_is_within_its_interval(live: int, sampled: int) -> None:
    played = rollouts(live)
    deals = [[hand.points for hand in played.play_deal(number)] for number in range(sampled)]
    exact = [endings.exact(live, discard) for discard in DISCARDS]
    for place, truth in enumerate(exact):
        found = sample([points[place] for points in deals], Z_99)
        assert found.low - 1 <= truth <= found.high + 1
    for one in range(len(DISCARDS)):
        for other in range(one):
            found = sample([points[one] - points[other] for points in deals], Z_99)
            assert found.low - 1 <= exact[one] - exact[other] <= found.high + 1


@SAMPLES
def test_each_hand_is_dealt_as_often_as_it_should_be(live: int, sampled: int) -> None:
    """What a player holds, and what is drawn first, by the share of its copies among the hidden tiles."""
    deals, pool = Deals(endings.ending(live), 1), Counter(endings.pool(live))
    held = {seat: Counter[int]() for seat in (1, 2, 3)}
    for number in range(sampled):
        game = deals.game(number)
        for seat, found in held.items():
            found.update(game.own[seat].hand.tiles)
    for found in held.values():
        for tile, copies in pool.items():
            share = copies / pool.total()
            reach = Z_99 * 1.4 * (sampled * share * (1 - share)) ** 0.5  # fifteen numbers at once
            assert abs(found[tile] - sampled * share) <= reach, (live, NAMES[tile])


def test_the_exact_answers_differ() -> None:
    """Or they would show nothing."""
    for live in endings.POOLS:
        assert len({endings.exact(live, discard) for discard in DISCARDS}) >= 2
    assert endings.exact(0, "1p") == Fraction(-1000 * (560 - 364), 560)
