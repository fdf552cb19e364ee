"""A dangerous discard: against whom, which tile was safer, and how many points the difference costs."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from ai.reading.safety import Safety
from ai.reading.safety_classes import Tier
from ai.reading.safety_reasons import SafetyReason
from ai.reading.threat import Likelihood, threat_of
from ai.review.dangerous_discards import SAFER, DangerousDiscard, dangerous
from engine import events as ev
from engine.tiles import KIND_OF, NAMES, parse_tile
from engine.view import SeatView
from tests.support.ai.seat_views import ACROSS, ME, RIGHT, calls, discards, seat_view

HAND = "1459m259p247s12z"
"""With 5z: nothing near tenpai."""
EARLY = discards(RIGHT, "1m9p", riichi=1)
"""Against this 1m and 9p are genbutsu, 4m and 5p are open on both sides, 1z could be a pair."""


def seen(*past: Sequence[ev.Event], hand: str = HAND, draws: str = "5z") -> SeatView:
    return seat_view(hand, draws=draws, past=past)


def found(view: SeatView, tile: str, winner: int | None = None) -> DangerousDiscard | None:
    return dangerous(view, parse_tile(tile), winner)


def test_the_difference_costs_points() -> None:
    view = seen(EARLY)
    facts = found(view, "5p")
    assert facts is not None
    assert (facts.seat, facts.level, NAMES[facts.tile]) == (RIGHT, Likelihood.IN_RIICHI, "1m")
    assert (facts.thrown.reason, facts.safer.tier) == (SafetyReason.OPEN_456, Tier.SAFE)
    threat = threat_of(view.table, RIGHT)
    assert threat is not None
    assert facts.risk == round(facts.thrown.chance * threat.points) > 300
    assert (facts.tenpai, facts.needless, facts.paid) == (False, True, None)


@pytest.mark.parametrize("tile", ["1m", "9p"])
def test_a_safe_tile_is_not_dangerous(tile: str) -> None:
    assert found(seen(EARLY), tile) is None


def test_where_all_tiles_are_as_dangerous_nothing_is_said() -> None:
    """Every tile is open on both sides."""
    view = seen(discards(RIGHT, "1z2z", riichi=1), hand="445566m445566p4s", draws="5s")
    assert found(view, "4s") is None


def test_a_tile_that_is_hardly_safer_is_not_worth_a_word() -> None:
    """Nothing but 4 to 6, and one 3 in an open suit: a tier between them is less than ``SAFER``."""
    view = seen(discards(RIGHT, "1z2z", riichi=1), hand="445566m445566p3s", draws="5s")
    safety = Safety(view)
    chances = [safety.chance(KIND_OF[parse_tile(tile)], RIGHT) for tile in ("3s", "5s")]
    assert 0 < chances[1] - chances[0] < SAFER
    assert found(view, "5s") is None


def test_without_a_threat_nothing_is_dangerous() -> None:
    assert found(seen(discards(RIGHT, "1m9p")), "5p") is None


def test_a_hand_in_riichi_has_no_choice() -> None:
    view = seen(EARLY, discards(ME, "5z", riichi=0), hand="234567m2278p456s5z", draws="5p")
    assert found(view, "5p") is None


def test_of_two_the_one_against_whom_it_is_most_dangerous() -> None:
    """5p is suji of 2p and 8p against the player on the right, and open against the one across."""
    view = seen(discards(RIGHT, "2p8p1m", riichi=2), discards(ACROSS, "9s1m", riichi=1))
    facts = found(view, "5p")
    assert facts is not None
    assert (facts.seat, NAMES[facts.tile]) == (ACROSS, "1m")


def test_the_safer_tile_is_safe_against_everybody() -> None:
    """1m is genbutsu against one player and 9p against the other; 9m is against both."""
    view = seen(discards(RIGHT, "1m9m", riichi=1), discards(ACROSS, "9p9m", riichi=1))
    facts = found(view, "5p")
    assert facts is not None
    assert NAMES[facts.tile] == "9m"


def test_about_who_won_on_it_although_another_was_more_dangerous() -> None:
    view = seen(discards(RIGHT, "2p8p1m", riichi=2), discards(ACROSS, "9s1m", riichi=1))
    facts = found(view, "4s", RIGHT)
    assert facts is not None
    assert (facts.seat, facts.thrown.opponent, facts.safer.opponent) == (RIGHT, RIGHT, RIGHT)


def test_who_is_tenpai_only_possibly_is_told_of_after_a_win_only() -> None:
    view = seen(calls(RIGHT, "222m", "333p", throws="1z"), discards(RIGHT, "1z2z3z1s9s"))
    assert found(view, "5p") is None
    facts = found(view, "5p", RIGHT)
    assert facts is not None
    assert (facts.seat, facts.level) == (RIGHT, Likelihood.POSSIBLE)


def test_who_showed_nothing_could_not_be_feared() -> None:
    assert found(seen(EARLY), "5p", ACROSS) is None


def test_a_closed_hand_that_pushed_costs_a_usual_win() -> None:
    """The player across throws 4p 6p 5s at the riichi, and wins."""
    view = seen(EARLY, discards(ACROSS, "4p6p5s"))
    assert threat_of(view.table, ACROSS) is None
    facts = found(view, "4m", ACROSS)
    assert facts is not None
    assert facts.safer.tier <= Tier.C, "genbutsu against the riichi alone"
    assert facts.risk == round(4_000 * (facts.thrown.chance - facts.safer.chance))


@pytest.mark.parametrize(("tile", "tenpai"), [("5p", True), ("5m", False)])
def test_a_discard_that_keeps_tenpai_has_a_reason(tile: str, tenpai: bool) -> None:
    facts = found(seen(EARLY, hand="123567m2278p456s", draws="5p"), tile)
    assert facts is not None
    assert (NAMES[facts.tile], facts.thrown.reason) == ("1m", SafetyReason.OPEN_456)
    assert (facts.tenpai, facts.needless) == (tenpai, not tenpai)
