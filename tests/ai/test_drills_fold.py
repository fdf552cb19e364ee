"""Questions "fold the hand": the hands, what follows each discard, and how the discards count."""

from __future__ import annotations

import pytest

from ai.drills.kinds.fold import FoldCourse, with_nobody_winning
from ai.drills.library import positions
from ai.drills.question import LEVELS, DrillKind, DrillTheme, Question, credit, grade, next_part
from engine import events as ev
from engine.tiles import TILE_OF
from engine.wall import Dice
from tests.support.ai.legal_beginning import beginning
from tests.support.ai.sample_questions import chosen, sample
from tests.support.ai.slow_solver.defence import dealt_in, right_at
from tests.support.tui.practice_questions import fold_the_hand

Path = list[frozenset[str]]


@pytest.fixture(params=LEVELS)
def question(request: pytest.FixtureRequest) -> Question:
    """A question of each level."""
    return sample(DrillKind.FOLD, request.param)


def of_library(theme: DrillTheme) -> Question:
    """A hand of the library that is folded to the end, with a theme."""
    found = chosen(DrillKind.FOLD, theme=theme)
    return next(each for each in found if DrillTheme.TO_THE_END in each.themes).question()


def course_of(question: Question) -> FoldCourse:
    return question.facts.course


def walk(question: Question, dice: Dice, *, right: bool) -> Path:
    """Random discards to the end of the hand, only right ones or any."""
    given: Path = []
    while (asked := question.asked(given)) is not None:
        options = [option.id for option in asked.part.options]
        ids = [id for id in options if id in asked.right] if right else options
        given.append(frozenset({ids[dice.below(len(ids))]}))
    return given


class TestPaths:
    def test_right_discards_of_any_path_are_what_the_slow_solver_finds(self, question: Question) -> None:
        given = walk(question, Dice(question.seed), right=False)
        for place in range(len(given)):
            asked = question.asked(given[:place])
            assert asked.right == right_at(question, given[:place])

    def test_every_beginning_of_a_path_begins_a_hand_that_the_engine_plays(self, question: Question) -> None:
        given = walk(question, Dice(question.seed, 1), right=False)
        for place in range(len(given) + 1):
            then = question.at(given[:place])
            hand = beginning(then.rules, then.seat, then.events)
            assert list(hand.view(then.seat).hand.counts) == list(then.view().hand.counts)

    def test_the_others_play_alike_whatever_is_discarded(self, question: Question) -> None:
        given = walk(question, Dice(question.seed, 2), right=False)
        played = question.at(given).events
        expected = question.at(question.answer).events
        own = ev.Dahai, question.seat
        others = [[each for each in events if not _is(each, *own)] for events in (played, expected)]
        assert others[0] == others[1][: len(others[0])]


def _is(event: ev.Event, kind: type[ev.Dahai], actor: int) -> bool:
    return isinstance(event, kind) and event.actor == actor


class TestCredit:
    """2s, 4s and 5p are safe at first; Hayai waits on 4p and 7p."""

    question = fold_the_hand()

    def test_a_deal_in_ends_the_hand_and_the_rest_counts_as_wrong(self) -> None:
        given = [frozenset({"5p"}), frozenset({"2s"}), frozenset({"4p"})]
        assert next_part(self.question, given) is None
        assert grade(self.question, given) == (True, True, False, False, False, False)
        assert credit(self.question, given) == pytest.approx(1 / 3)
        wins = course_of(self.question).wins(course_of(self.question).path(given))
        assert [win.rival.seat for win in wins] == [1]
        padded = (*given, *[frozenset[str]()] * 3)
        assert grade(self.question, padded) == grade(self.question, given)

    def test_a_tile_that_is_not_held_ends_nothing(self) -> None:
        assert course_of(self.question).path([{"1z"}]) == ()
        assert grade(self.question, [{"1z"}]) == (False,) * course_of(self.question).discards


class TestToTheEnd:
    """Hands that are folded until the wall is empty."""

    def test_a_hand_of_six_discards_is_what_it_was(self) -> None:
        question = positions(DrillKind.FOLD)[1].question()
        assert len(question.parts) == 6
        assert not course_of(question).open_hands
        assert DrillTheme.TO_THE_END not in question.themes

    def test_an_open_hand_that_threatens_counts_and_wins_with_a_yaku(self) -> None:
        """Every wait that is free, at every moment: the same wins as the slow solver and another program."""
        question = with_nobody_winning(of_library(DrillTheme.OPEN_THREAT))
        course, won = course_of(question), 0
        assert any(len(rival.tiles) < 13 for rival in course.rivals)
        given: Path = []
        waits = {wait for rival in course.rivals for wait in rival.waits}
        while (asked := question.asked(given)) is not None:
            ids = [option.id for option in asked.part.options]
            for id in (id for id in ids if TILE_OF[id] in waits):
                further = [*given, frozenset({id})]
                wins = {win.rival.seat: win.points for win in course.wins(course.path(further))}
                assert wins == dealt_in(question, further)
                won += bool(wins)
            given.append(frozenset(sorted(asked.right)[:1]))
        assert won

    def test_who_let_a_win_pass_in_riichi_is_furiten(self) -> None:
        goes_on = with_nobody_winning(fold_the_hand())
        course = course_of(goes_on)
        path = course.path([{"5p"}, {"2s"}, {"4p"}, {"7p"}])
        assert [win.rival.seat for win in course.wins(path[:3])] == [1]
        assert not course.wins(path)
