"""Furiten riichi: the data are what they say they are, and the questions keep to them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache

import pytest

from ai.drills.compact_events import CompactEventsError, read, write
from ai.drills.drill import exchanged
from ai.drills.judged_positions import JudgedChoice, JudgedPosition
from ai.drills.kinds.riichi import CHANGE, DECLARE, SILENT, TSUMO, ask
from ai.drills.question import LEVELS, Draft, DrillKind, Question
from ai.reading.outlook import discard_outlooks
from ai.seat_position import SeatPosition
from engine import events as ev
from engine.actions import ActionKind
from engine.dice import Dice
from engine.furiten import FuritenKind
from engine.options import options
from engine.rules import PRESETS
from engine.tiles import TILE_OF
from engine.view import SeatView
from tests.support.ai.sample_questions import check_lead, played_again, sample
from tests.support.ai.slow_solver.judged import riichi
from tests.support.ai.slow_solver.story import Ambiguous, tell
from tools.measure.furiten_riichi import JUDGING
from tools.measure.riichi_candidates import fits
from tools.positions.judged_files import RIICHI_FILE, action_of, judged
from tools.positions.judged_selection import material, random_exchange
from tools.positions.kinds.riichi import FORMS

HEAD, POSITIONS = judged(RIICHI_FILE)
ASKED = [
    found.position
    for rules in PRESETS
    for each in material(RIICHI_FILE, FORMS, rules)
    for pool in each.pools
    for found in pool
]
"""Each position in each form in which it is asked."""


def by_id(found: JudgedPosition) -> dict[str, JudgedChoice]:
    return {choice.id: choice for choice in found.choices}


@cache
def drafted(place: int) -> Draft:
    """The question about a position in a form, made once."""
    return ask(ASKED[place].moment(), ASKED[place].asked())


def named(place: int) -> Question:
    return Question.of(DrillKind.RIICHI, 1, 0, "riichi-1-2222", drafted(place))


# -- the data ----------------------------------------------------------------------------------------


def test_there_are_enough_and_no_two_are_alike() -> None:
    own = {found.number: found for found in POSITIONS}
    assert len(own) >= 80
    assert HEAD.kept == len(own) < HEAD.judged < HEAD.candidates
    assert HEAD.version == JUDGING.version
    hands = {tuple(found.moment().view().hand.sorted()) for found in own.values()}
    assert len(hands) == len(own)
    assert len({(found.number, found.rules) for found in POSITIONS}) == len(POSITIONS)


def test_each_of_the_three_choices_is_often_the_best() -> None:
    best = Counter(found.best.id for found in POSITIONS)
    assert all(best[id] >= 0.15 * len(POSITIONS) for id in (DECLARE, SILENT, CHANGE)), best


def test_the_positions_are_of_many_sorts() -> None:
    views = [found.moment().view() for found in POSITIONS]
    effects = [drafted(place).facts for place in range(0, len(ASKED), 10)]
    waits = Counter(len(facts.furiten.waits) for facts in effects)  # type: ignore[attr-defined]
    assert {1, 2, 3} <= set(waits), waits
    assert sum(any(seat.riichi for seat in view.table.seats) for view in views) >= 10
    assert sum(view.table.live <= 24 for view in views) >= 20
    assert sum(view.table.live >= 40 for view in views) >= 12
    assert sum(view.seat == view.table.dealer for view in views) >= 10
    assert len({found.rules for found in POSITIONS}) >= 5


@pytest.mark.claim("F-12")
def test_the_engine_says_that_the_widest_wait_is_furiten_and_riichi_legal() -> None:
    for found in POSITIONS:
        view = found.moment().view()
        assert fits(view), found.number
        choices = by_id(found)
        effects = {effect.tile: effect for effect in discard_outlooks(view)}
        kept = effects[TILE_OF[choices[DECLARE].tile]]
        assert FuritenKind.DISCARD in {cause.kind for cause in kept.furiten}
        assert kept.acceptance == max(effect.acceptance for effect in effects.values() if effect.waits)
        if CHANGE in choices:
            assert effects[TILE_OF[choices[CHANGE].tile]].is_free
        assert not options(view).of(ActionKind.CLOSED_KAN)


def test_every_choice_is_an_option_and_means_what_it_is_called() -> None:
    for found in POSITIONS:
        view, choices = found.moment().view(), by_id(found)
        assert {DECLARE, SILENT} <= set(choices) <= {DECLARE, SILENT, CHANGE, TSUMO}
        assert len(choices) == len(found.choices)
        assert (TSUMO in choices) == bool(options(view).of(ActionKind.TSUMO))
        for choice in found.choices:
            assert action_of(view, choice) in options(view).actions
        declare, silent, change = choices[DECLARE], choices[SILENT], choices.get(CHANGE)
        assert (declare.action, silent.action) == (ActionKind.RIICHI, ActionKind.DISCARD)
        assert declare.tile == silent.tile
        assert change is None or change.tile != silent.tile
        assert change is None or not change.silent or change.action is ActionKind.DISCARD


def test_the_best_choice_stands_apart() -> None:
    for found in POSITIONS:
        assert found.hands >= 150
        check_lead(found)


def test_a_judgement_can_be_repeated() -> None:
    """The same deals are played in the same way; the kept points are those of the players at that time."""
    found = POSITIONS[0]
    assert played_again(found) == played_again(found)


# -- the questions -----------------------------------------------------------------------------------


@pytest.mark.parametrize("step", [10, pytest.param(1, marks=pytest.mark.nightly)])
def test_the_slow_solver_agrees(step: int) -> None:
    for place in range(0, len(ASKED), step):
        question = named(place)
        story = tell(question.rules, question.seat, question.events)
        assert riichi(question, story) == question.answer


def test_the_slow_solver_can_disagree() -> None:
    place = next(place for place, found in enumerate(ASKED) if CHANGE in by_id(found))
    question = named(place)
    story = tell(question.rules, question.seat, question.events)
    asked = replace(question.ask, furiten=question.ask.change)  # type: ignore[attr-defined,call-arg]
    with pytest.raises(Ambiguous):
        riichi(replace(question, ask=asked), story)


@pytest.mark.parametrize("level", LEVELS)
def test_a_question_is_one_of_the_file(level: int) -> None:
    for place in range(6):
        question = sample(DrillKind.RIICHI, level, place)
        assert tuple(option.id for option in question.parts[0].options) in FORMS
        assert question.themes
        story = tell(question.rules, question.seat, question.events)
        assert riichi(question, story) == question.answer


def test_other_tiles_are_the_same_position() -> None:
    seen = set()
    for seed in range(30):
        moment = ASKED[seed].moment()
        names = random_exchange(moment, Dice(seed))
        seen.add(tuple(sorted(names.items())))
        renamed = replace(moment, events=exchanged(moment.events, names))
        plain, other = drafted(seed), ask(renamed, ASKED[seed].asked().renamed(names))
        back = {new: old for old, new in names.items()}
        assert [_shape(plain.view())] == [_shape(other.view())]
        assert plain.answer == other.answer
        assert SeatPosition(other.rules, other.seat, other.events) != moment or not names or names == back
    assert len(seen) > 10


def _shape(view: SeatView) -> tuple[object, ...]:
    """What does not depend on which suit is which."""
    effects = discard_outlooks(view)
    left = sorted((effect.shanten, effect.acceptance, len(effect.furiten)) for effect in effects)
    return view.table.live, len(view.furiten), left


# -- shorthand ---------------------------------------------------------------------------------------


def test_shorthand_tells_the_same_hand() -> None:
    for found in POSITIONS:
        events = read(found.seat, found.events)
        assert write(found.seat, events) == found.events
    events = read(1, "E1 0.0 1,2,3,4 2m 1m,5mr,E")
    later = (
        ev.Chi(1, 0, "3m", ["1m", "2m"]),
        ev.Pon(2, 3, "E", ["E", "E"]),
        ev.Daiminkan(3, 1, "5p", ["5p", "5p", "5pr"]),
        ev.Dora("4s"),
        ev.Ankan(0, ["C", "C", "C", "C"]),
        ev.Kakan(2, "P", ["P", "P", "P"]),
    )
    assert read(1, write(1, (*events, *later))) == (*events, *later)


def test_what_is_no_shorthand_is_told_so() -> None:
    with pytest.raises(CompactEventsError, match="the deal"):
        read(0, "E1 0.0")
    with pytest.raises(CompactEventsError, match="'1x3m' is no event"):
        read(0, "E1 0.0 1,2,3,4 2m 1m 1x3m")
    with pytest.raises(CompactEventsError, match="no word"):
        write(0, (*read(0, "E1 0.0 1,2,3,4 2m 1m"), ev.Noten(1)))


def test_a_choice_that_is_no_option_is_told_so() -> None:
    found = POSITIONS[0]
    with pytest.raises(ValueError, match="no such option"):
        action_of(found.moment().view(), JudgedChoice("ron", ActionKind.RON, "1m", found.best.points))
