"""Questions "count the hand": what is asked about a win, and the slips among its options."""

from __future__ import annotations

from collections import Counter

import pytest

from ai.drills.drill import Exchange
from ai.drills.kinds import count
from ai.drills.kinds.count import (
    FU,
    OFFERED_POINTS,
    POINTS,
    drawn_points,
)
from ai.drills.library import positions
from ai.drills.question import Draft, DrillKind
from ai.drills.win_options import Extent, payment_id, wrong_points
from ai.seat_position import SeatPosition
from engine import events as ev
from engine.own_rules import ruleset
from engine.rules import PRESETS, Ruleset
from engine.score import payment
from engine.score.points import MANGAN_HAN, basic_points
from engine.wall import Dice
from tests.support.ai.sample_questions import samples
from tests.support.ai.slow_solver.answers import slow_answer
from tests.support.tui.practice_questions import moment, named

TENHOU = ruleset("tenhou")


def asked(hand: str, moves: str, rules: Ruleset = TENHOU) -> Draft | None:
    return with_options(moment(hand, moves, rules=rules), Dice(3))


def with_options(position: SeatPosition, dice: Dice) -> Draft | None:
    offered = count.offered_of(position, (), dice)
    return None if offered is None else count.ask(position, (), offered)


def answer(draft: Draft | None, part: str) -> set[str]:
    """The right options of a part."""
    (number,) = [place for place, each in enumerate(draft.parts) if each.id == part]
    return set(draft.answer[number])


# -- from games ----------------------------------------------------------------------------------------


def test_ura_indicators_are_told_after_riichi_alone() -> None:
    told = set()
    for position in positions(DrillKind.COUNT).values():
        question = position.question()
        ask = question.ask
        riichi = any(
            isinstance(event, ev.Reach) and event.actor == question.seat for event in question.events
        )
        assert bool(ask.ura) == (riichi and question.rules.ura_dora)
        told.add(bool(ask.ura))
    assert told == {True, False}


# -- positions in notation -----------------------------------------------------------------------------

RIICHI = """
    0: 4z'; 1: 4z; 2: 4z; 3: 3z'; 0: riichi 9m; 1: 8m; 2: 9p; 3: 3z'; 0: 9s'; 1: 1m; 2: {tile}
"""


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_a_pair_of_seat_and_round_wind_by_the_ruleset(rules: Ruleset) -> None:
    draft = asked("234m555s34p11777z", RIICHI.format(tile="5p"), rules)
    pair = "double-wind-pair:1z" if rules.double_wind_pair_fu == 4 else "value-pair:1z"
    triplets = {"closed-simple-triplet:5s", "closed-terminal-triplet:7z"}
    assert answer(draft, FU) == {"base", "closed-ron", pair, *triplets}
    assert slow_answer(named(DrillKind.COUNT, draft)) == draft.answer


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_kiriage_by_the_ruleset(rules: Ruleset) -> None:
    """Riichi, pinfu, tanyao, iipeikou; what another ruleset pays is among the slips that are drawn from."""
    draft = asked("334455m567p67s88p", RIICHI.format(tile="8s"), rules)
    points = ("12000", "11600") if rules.kiriage else ("11600", "12000")
    assert answer(draft, POINTS) == {points[0]}
    facts = draft.facts
    slips = {
        payment_id(slip.paid)
        for slip in wrong_points(Extent.of(facts.win.score), rules, dealer=True, tsumo=False)
    }
    assert points[1] in slips


@pytest.mark.parametrize(
    ("hand", "moves"),
    [
        ("234m456p678s22p34s", "0: 9m; 1: 9p; 2: 9m; 3: 1z"),
        ("123m678p678s22p34s", "0: 9m; 1: 5s"),
        ("111222m99p111777z", "0: 9m; 1: 8m; 2: 8m; 3: 8m; 0: draws 9p"),
    ],
    ids=["no win", "one yaku", "a yakuman"],
)
def test_there_is_nothing_to_count(hand: str, moves: str) -> None:
    assert asked(hand, moves) is None


# -- payments ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tsumo", [False, True], ids=["ron", "tsumo"])
@pytest.mark.parametrize("dealer", [False, True], ids=["child", "dealer"])
@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_wrong_points_for_any_number_of_han(rules: Ruleset, dealer: bool, tsumo: bool) -> None:
    """Also where no limit is above: there the slips lead down."""
    for han in range(MANGAN_HAN, 30):
        extent = Extent(han, 30, basic_points(han, 30, rules)[0])
        paid = payment(extent.base, dealer, tsumo)
        for dice in map(Dice, range(OFFERED_POINTS * 2)):
            wrong = drawn_points(extent, paid, rules, dice, dealer=dealer, tsumo=tsumo)
            assert paid not in wrong
            assert 2 <= len(set(map(payment_id, wrong))) == len(wrong)


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_a_hand_of_the_highest_limit_is_asked(rules: Ruleset) -> None:
    """Riichi, ryanpeikou, junchan and chinitsu: 13 han."""
    hand = moment("1122337789999s", RIICHI.replace("9s'", "9m'").format(tile="8s"), rules=rules)
    for dice in map(Dice, range(OFFERED_POINTS * 2)):
        draft = with_options(hand, dice)
        assert answer(draft, POINTS) == {"48000" if rules.counted_limit == "yakuman" else "36000"}
        assert slow_answer(named(DrillKind.COUNT, draft)) == draft.answer


def test_another_dragon_is_another_yaku() -> None:
    turned = Exchange(dragons=1)
    assert [turned.id(id) for id in ("haku", "chun", "closed-terminal-triplet:7z", "base")] == [
        "hatsu",
        "haku",
        "closed-terminal-triplet:5z",
        "base",
    ]


def test_wrong_points_are_not_always_slips_from_the_right_ones() -> None:
    """Mostly the right points are not in the middle: the order of the options does not tell them."""
    places = Counter[int]()
    for question in samples(DrillKind.COUNT):
        number = [part.id for part in question.parts].index(POINTS)
        ids = [option.id for option in question.parts[number].options]
        (right,) = question.answer[number]
        places[ids.index(right)] += 1
    assert len(places) >= 4
