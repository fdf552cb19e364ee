"""What a call would leave, and the waits on a tile that are not two-sided."""

from __future__ import annotations

from copy import deepcopy

import pytest

from ai.bots.registry import make_bot
from ai.reading.call_effect import call_effects
from ai.reading.outlook import discard_outlooks
from ai.reading.safety import NonRyanmenWait, non_ryanmen_waits
from ai.reading.yaku_plans import PlannedYaku
from engine.actions import CALLS, ActionKind
from engine.match import Match
from engine.options import options
from engine.rules import ruleset
from engine.tiles import KIND_OF, format_tiles, parse_tile
from engine.view import SeatView
from tests.support.ai.seat_views import ACROSS, LEFT, discards, seat_view


def forms(view: SeatView) -> list[tuple[str, str]]:
    return [(effect.action.kind.value, format_tiles(effect.action.consumed)) for effect in call_effects(view)]


def test_each_call_with_the_discard_that_serves_it_best() -> None:
    view = seat_view("234m45622p23478s", offered="2p", by=ACROSS)
    (pon,) = call_effects(view)
    assert (pon.action.kind, format_tiles(pon.action.consumed)) == (ActionKind.PON, "22p")
    assert (format_tiles([pon.hand.tile]), pon.hand.shanten) == ("7s", 0)
    assert [(format_tiles([wait.kind]), wait.left, wait.ron) for wait in pon.hand.waits] == [("8s", 3, True)]
    assert pon.without.shanten == 0, "the hand is tenpai without the pon"
    assert PlannedYaku.CLOSED not in {hint.yaku for hint in pon.hints.yaku}, "the hand is open"
    assert PlannedYaku.TANYAO in {hint.yaku for hint in pon.hints.yaku}


def test_every_form_of_a_chi_and_only_of_the_player_on_the_left() -> None:
    view = seat_view("34679m0p3479s125z", offered="5m", by=LEFT)
    assert forms(view) == [("chi", "34m"), ("chi", "46m"), ("chi", "67m")]
    assert forms(seat_view("34679m0p3479s125z", offered="5m", by=ACROSS)) == []


def test_a_kan_draws_before_it_discards() -> None:
    view = seat_view("333m0p3479s12567z", offered="3m", by=ACROSS)
    kan, pon = call_effects(view)
    assert (kan.action.kind, pon.action.kind) == (ActionKind.OPEN_KAN, ActionKind.PON)
    assert kan.hand.discard is None
    assert kan.hand.shanten == 4


def test_what_kuikae_forbids_is_not_the_best_discard() -> None:
    view = seat_view("345m456p45678s11z", offered="3s", by=LEFT)
    chi = next(effect for effect in call_effects(view) if format_tiles(effect.action.consumed) == "45s")
    assert format_tiles([chi.hand.tile]) not in ("3s", "6s")


def test_looking_changes_nothing() -> None:
    view = seat_view("234m45622p23478s", offered="2p", by=ACROSS)
    before = deepcopy((vars(view.table), view.own.state()))
    call_effects(view)
    assert (vars(view.table), view.own.state()) == before


def calls_of_a_hand(seed: int) -> int:
    """Play a hand of bots; after each call compare what it was said to leave. Returns how many there were."""
    match, bot, called = Match(ruleset("tenhou"), seed), make_bot("hayai"), 0
    while match.acting:
        views = {seat: match.round.view(seat) for seat in match.acting}
        choices = {seat: bot.choose(view, options(view)) for seat, view in views.items()}
        callers = [seat for seat, action in choices.items() if action.kind in CALLS]
        expected = {seat: call_effects(views[seat]) for seat in callers}
        match.step(choices)
        for seat in callers:
            view = match.round.view(seat)
            if view.my_turn and view.drawn is None:
                (effect,) = [each for each in expected[seat] if each.action == choices[seat]]
                assert effect.hand in discard_outlooks(view)
                called += 1
    return called


def test_it_is_what_the_call_really_leaves() -> None:
    assert sum(map(calls_of_a_hand, range(3))) > 5


def test_nothing_to_call() -> None:
    assert call_effects(seat_view("234m45622p23478s", offered="9m", by=ACROSS)) == ()
    assert call_effects(seat_view("234m45622p23478s", draws="2p", past=[discards(LEFT, "9m")])) == ()


def seen(*tiles: str) -> list[int]:
    """Copies out of sight when these tiles are visible."""
    left = [4] * 34
    for tile in tiles:
        left[KIND_OF[parse_tile(tile)]] -= 1
    return left


CLOSED, EDGE, TWO_PAIRS, PAIR, THIRTEEN = NonRyanmenWait


@pytest.mark.parametrize(
    ("tile", "visible", "waits"),
    [
        ("1m", "", [TWO_PAIRS, PAIR, THIRTEEN]),
        ("2m", "", [CLOSED, TWO_PAIRS, PAIR]),
        ("3m", "", [CLOSED, EDGE, TWO_PAIRS, PAIR]),
        ("7m", "", [CLOSED, EDGE, TWO_PAIRS, PAIR]),
        ("8m", "", [CLOSED, TWO_PAIRS, PAIR]),
        ("9p", "", [TWO_PAIRS, PAIR, THIRTEEN]),
        ("1p", "", [TWO_PAIRS, PAIR, THIRTEEN]),
        ("1z", "", [TWO_PAIRS, PAIR, THIRTEEN]),
        ("1z", "9p 9p 9p 9p", [TWO_PAIRS, PAIR]),
        ("7z", "7z 7z 7z", [PAIR, THIRTEEN]),
        ("7z", "7z 7z 7z 7z", [THIRTEEN]),
        ("3m", "3m 3m 3m 3m", [CLOSED, EDGE]),
        ("3m", "4m 4m 4m 4m", [EDGE, TWO_PAIRS, PAIR]),
        ("3m", "1m 1m 1m 1m 3m 3m 3m", [CLOSED, PAIR]),
        ("7s", "8s 8s 8s 8s", [TWO_PAIRS, PAIR]),
        ("5p", "5p 5p 5p 5p 6p 6p 6p 6p", []),
    ],
)
def test_one_sided_waits_for_which_the_tiles_are_there(
    tile: str, visible: str, waits: list[NonRyanmenWait]
) -> None:
    assert list(non_ryanmen_waits(parse_tile(tile), seen(*visible.split()), 0)) == waits


def test_who_has_called_waits_with_no_thirteen_orphans() -> None:
    assert non_ryanmen_waits(parse_tile("1z"), seen(), 1) == (TWO_PAIRS, PAIR)
