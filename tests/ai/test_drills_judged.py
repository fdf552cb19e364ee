"""Furiten riichi, and push or fold: the data are what they say they are, and the questions keep to them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache

import pytest

from ai.drills.compact_events import CompactEventsError, read, write
from ai.drills.drill import exchanged
from ai.drills.judged_positions import JudgedAsked, JudgedChoice
from ai.drills.kinds import push_fold, riichi
from ai.drills.kinds.push_fold import FOLD, MIDDLE, PUSH
from ai.drills.kinds.riichi import CHANGE, DECLARE, SILENT, TSUMO
from ai.drills.question import LEVELS, Draft, DrillKind, Question, credit
from ai.reading.outlook import discard_outlooks
from ai.reading.threat import in_riichi
from ai.rollouts import Stance
from ai.seat_position import SeatPosition
from engine import events as ev
from engine import shape
from engine.actions import ActionKind
from engine.furiten import FuritenKind
from engine.options import options
from engine.rules import PRESETS
from engine.tiles import KIND_OF, TILE_OF
from engine.view import SeatView
from engine.wall import Dice
from tests.support.ai.sample_questions import check_lead, played_again, sample
from tests.support.ai.slow_solver import judged as slow
from tests.support.ai.slow_solver.story import Ambiguous, Story, tell
from tools.measure import judge_push_fold as push_or_fold
from tools.measure import judge_riichi, judging
from tools.measure.riichi_candidates import fits
from tools.positions.judged_files import PUSH_FOLD_FILE, RIICHI_FILE, JudgedPosition, action_of, judged
from tools.positions.judged_selection import form_positions, random_exchange
from tools.positions.kinds import find_push_fold as push_fold_forms
from tools.positions.kinds import find_riichi as riichi_forms


class Judged:
    """A kind whose positions were judged, and how its questions are made and solved.

    ``asked`` has the positions in the forms in which they are asked, ``least`` the fewest that there are.
    """

    def __init__(
        self,
        kind: DrillKind,
        file: tuple[str, ...],
        least: int,
        version: int,
        ask: Callable[[SeatPosition, JudgedAsked], Draft],
        forms: Sequence[tuple[str, ...]],
        solve: Callable[[Question, Story], object],
    ) -> None:
        self.kind, self.least, self.version, self.forms, self.solve = kind, least, version, forms, solve
        self.head, self.positions = judged(file)
        self.asked: Sequence[JudgedPosition] = self.positions
        self.ask = ask
        self.drafted = cache(self._drafted)

    def _drafted(self, place: int) -> Draft:
        """The question about a position in a form, made once."""
        return self.ask(self.asked[place].moment(), self.asked[place].asked())

    def named(self, place: int) -> Question:
        return Question.of(self.kind, 1, 0, f"{self.kind}-0001", self.drafted(place))

    def solved(self, question: Question) -> object:
        """The answer of the slow solver."""
        return self.solve(question, tell(question.rules, question.seat, question.events))


RIICHI = Judged(
    DrillKind.RIICHI,
    RIICHI_FILE,
    80,
    judge_riichi.JUDGING.version,
    riichi.ask,
    riichi_forms.FORMS,
    slow.riichi,
)
RIICHI.asked = [
    found.position
    for rules in PRESETS
    for each in form_positions(RIICHI_FILE, RIICHI.forms, rules)
    for pool in each.pools
    for found in pool
]
PUSH_OR_FOLD = Judged(
    DrillKind.PUSH_FOLD,
    PUSH_FOLD_FILE,
    150,
    push_or_fold.JUDGING.version,
    push_fold.ask,
    push_fold_forms.FORMS,
    slow.push_fold,
)
BOTH = pytest.mark.parametrize("kind", [RIICHI, PUSH_OR_FOLD], ids=lambda kind: kind.kind.value)


@cache
def view_of(found: JudgedPosition) -> SeatView:
    """What the person sees; worked out once for all who look."""
    return found.moment().view()


def by_id(found: JudgedPosition) -> dict[str, JudgedChoice]:
    return {choice.id: choice for choice in found.choices}


# -- the data ----------------------------------------------------------------------------------------


@BOTH
def test_there_are_enough_and_no_two_are_alike(kind: Judged) -> None:
    own = {found.number: found for found in kind.positions}
    assert len(own) >= kind.least
    assert kind.head.kept == len(own) < kind.head.judged < kind.head.candidates
    assert kind.head.version == kind.version
    hands = {tuple(view_of(found).hand.sorted()) for found in own.values()}
    assert len(hands) == len(own)
    assert len({(found.number, found.rules) for found in kind.positions}) == len(kind.positions)


@BOTH
def test_both_fields_of_players_say_the_same(kind: Judged) -> None:
    for found in kind.positions:
        assert all(choice.house and choice.house.mean > 0 for choice in found.choices[1:]), found.number


@BOTH
def test_the_best_choice_stands_apart(kind: Judged) -> None:
    for found in kind.positions:
        assert found.hands >= 150
        check_lead(found)


@BOTH
def test_every_choice_is_an_option(kind: Judged) -> None:
    for found in kind.positions:
        view = view_of(found)
        assert len(by_id(found)) == len(found.choices)
        for choice in found.choices:
            assert action_of(view, choice) in options(view).actions


@BOTH
def test_a_judgement_can_be_repeated(kind: Judged) -> None:
    """The same deals are played in the same way; the kept points are those of the players at that time."""
    found = kind.positions[0]
    assert played_again(found) == played_again(found)


def test_a_choice_that_is_no_option_is_told_so() -> None:
    found = RIICHI.positions[0]
    with pytest.raises(ValueError, match="no such option"):
        action_of(view_of(found), JudgedChoice("ron", ActionKind.RON, "1m", found.best.points))


class TestFuritenRiichi:
    def test_each_of_the_three_choices_is_often_the_best(self) -> None:
        best = Counter(found.best.id for found in RIICHI.positions)
        assert all(best[id] >= 0.15 * len(RIICHI.positions) for id in (DECLARE, SILENT, CHANGE)), best

    def test_the_positions_are_of_many_sorts(self) -> None:
        views = [view_of(found) for found in RIICHI.positions]
        effects = [RIICHI.drafted(place).facts for place in range(0, len(RIICHI.asked), 10)]
        waits = Counter(len(facts.furiten.waits) for facts in effects)  # type: ignore[attr-defined]
        assert {1, 2, 3} <= set(waits), waits
        assert sum(any(seat.riichi for seat in view.table.seats) for view in views) >= 10
        assert sum(view.table.live <= 24 for view in views) >= 20
        assert sum(view.table.live >= 40 for view in views) >= 12
        assert sum(view.seat == view.table.dealer for view in views) >= 10
        assert len({found.rules for found in RIICHI.positions}) >= 5

    @pytest.mark.claim("F-12")
    @pytest.mark.parametrize("share", [12, pytest.param(1, marks=pytest.mark.nightly)])
    def test_the_engine_says_that_the_widest_wait_is_furiten_and_riichi_legal(self, share: int) -> None:
        for found in RIICHI.positions[::share]:
            view = view_of(found)
            assert fits(view), found.number
            choices = by_id(found)
            effects = {effect.tile: effect for effect in discard_outlooks(view)}
            kept = effects[TILE_OF[choices[DECLARE].tile]]
            assert FuritenKind.DISCARD in {cause.kind for cause in kept.furiten}
            assert kept.acceptance == max(effect.acceptance for effect in effects.values() if effect.waits)
            if CHANGE in choices:
                assert effects[TILE_OF[choices[CHANGE].tile]].is_free
            assert not options(view).of(ActionKind.CLOSED_KAN)

    def test_every_choice_means_what_it_is_called(self) -> None:
        for found in RIICHI.positions:
            view, choices = view_of(found), by_id(found)
            assert {DECLARE, SILENT} <= set(choices) <= {DECLARE, SILENT, CHANGE, TSUMO}
            assert (TSUMO in choices) == bool(options(view).of(ActionKind.TSUMO))
            declare, silent, change = choices[DECLARE], choices[SILENT], choices.get(CHANGE)
            assert (declare.action, silent.action) == (ActionKind.RIICHI, ActionKind.DISCARD)
            assert declare.tile == silent.tile
            assert change is None or change.tile != silent.tile
            assert change is None or not change.silent or change.action is ActionKind.DISCARD


class TestPushOrFold:
    def test_no_rule_of_thumb_tells_the_answer(self) -> None:
        positions = PUSH_OR_FOLD.positions
        for look in push_or_fold.LOOKS:
            answers: defaultdict[int, Counter[str]] = defaultdict(Counter)
            for found in positions:
                answers[look(view_of(found))][found.best.id] += 1
            right = sum(max(counted.values()) for counted in answers.values())
            assert right <= judging.GUESSED * len(positions)

    def test_pushing_and_folding_are_best_near_tenpai_and_in_it(self) -> None:
        """So that the distance from tenpai does not tell the answer."""
        best = Counter((found.best.id, steps(found) == 0) for found in PUSH_OR_FOLD.positions)
        least = {(PUSH, True): 10, (PUSH, False): 10, (FOLD, True): 1, (FOLD, False): 10}
        assert all(best[sort] >= number for sort, number in least.items()), best

    def test_the_positions_are_of_many_sorts(self) -> None:
        views = [view_of(found) for found in PUSH_OR_FOLD.positions]
        assert {0, 1, 2} <= set(map(steps, PUSH_OR_FOLD.positions))
        assert {1, 2} <= {len(in_riichi(view)) for view in views}
        assert any(view.hand.melds for view in views)
        assert sum(view.seat == view.table.dealer for view in views) >= 5
        assert {found.rules for found in PUSH_OR_FOLD.positions} == set(PRESETS)

    def test_every_choice_means_what_it_is_called(self) -> None:
        for found in PUSH_OR_FOLD.positions:
            played = by_id(found)
            assert {PUSH, FOLD} <= set(played) <= {PUSH, MIDDLE, FOLD}
            stances = {PUSH: Stance.REASON, MIDDLE: Stance.REASON, FOLD: Stance.FOLD}
            assert all(choice.stance is stances[choice.id] for choice in found.choices)
            tiles = {KIND_OF[TILE_OF[choice.tile]] for choice in found.choices}
            assert len(tiles) == len(found.choices)
            assert played[FOLD].action is ActionKind.DISCARD


def steps(found: JudgedPosition) -> int:
    hand = view_of(found).hand
    return shape.shanten_of(hand.keys, len(hand.melds))


# -- the questions -----------------------------------------------------------------------------------


@pytest.mark.nightly
@BOTH
def test_the_slow_solver_agrees(kind: Judged) -> None:
    for place in range(len(kind.asked)):
        question = kind.named(place)
        assert kind.solved(question) == question.answer


def test_the_slow_solver_can_disagree() -> None:
    changed = next(place for place, found in enumerate(RIICHI.asked) if CHANGE in by_id(found))
    for kind, place, others in (
        (RIICHI, changed, {"furiten": "change"}),
        (PUSH_OR_FOLD, 0, {"push": "fold"}),
        (PUSH_OR_FOLD, 0, {"fold": "push"}),
        (PUSH_OR_FOLD, 0, {"against": None}),
    ):
        question = kind.named(place)
        wrong = {field: getattr(question.ask, other) if other else () for field, other in others.items()}
        with pytest.raises(Ambiguous):
            kind.solved(replace(question, ask=replace(question.ask, **wrong)))


@BOTH
@pytest.mark.parametrize("level", LEVELS)
def test_a_question_is_one_of_the_file(kind: Judged, level: int) -> None:
    for place in range(6):
        question = sample(kind.kind, level, place)
        assert tuple(option.id for option in question.parts[0].options) in kind.forms
        assert question.themes


@BOTH
def test_a_wrong_choice_gets_the_share_of_the_points_that_it_brings(kind: Judged) -> None:
    for place in range(0, len(kind.asked), 10):
        question = kind.named(place)
        best, *others = kind.asked[place].choices
        assert credit(question, [{best.id}]) == 1
        for choice in others:
            got = credit(question, [{choice.id}])
            assert 0 <= got < 1
            if best.points.mean > 0:
                assert got == pytest.approx(max(0, choice.points.mean) / best.points.mean)


def test_other_tiles_are_the_same_position() -> None:
    seen = set()
    for seed in range(30):
        found = RIICHI.asked[seed]
        moment = found.moment()
        names = random_exchange(moment, Dice(seed))
        seen.add(tuple(sorted(names.items())))
        renamed = replace(moment, events=exchanged(moment.events, names))
        plain, other = RIICHI.drafted(seed), RIICHI.ask(renamed, found.asked().renamed(names))
        back = {new: old for old, new in names.items()}
        assert [_shape(plain.view())] == [_shape(other.view())]
        assert plain.answer == other.answer
        assert other.position != moment or not names or names == back
    assert len(seen) > 10


def _shape(view: SeatView) -> tuple[object, ...]:
    """What does not depend on which suit is which."""
    effects = discard_outlooks(view)
    left = sorted((effect.shanten, effect.acceptance, len(effect.furiten)) for effect in effects)
    return view.table.live, len(view.furiten), left


# -- shorthand ---------------------------------------------------------------------------------------


def test_shorthand_tells_the_same_hand() -> None:
    for found in RIICHI.positions:
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
