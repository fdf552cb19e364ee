"""Questions "fold the hand": the hands, what follows each discard, and how the discards count."""

from __future__ import annotations

import pytest

from ai.drills.kinds.fold import FoldCourse, with_nobody_winning
from ai.drills.library import positions
from ai.drills.question import LEVELS, DrillKind, DrillTheme, Question, asked_along, credit, grade, next_part
from engine import events as ev
from engine.tiles import TILE_OF
from engine.wall import Dice
from tests.support.ai.legal_beginning import beginning
from tests.support.ai.sample_questions import chosen, sample
from tests.support.ai.slow_solver.defence import dealt_in, right_at
from tests.support.tui.practice_questions import fold_the_hand

WALKS = 6
"""Random paths of a question."""
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


def first_right(question: Question) -> Path:
    """The first right option each time."""
    return [
        frozenset([option.id for option in asked.part.options if option.id in asked.right][:1])
        for asked in asked_along(question, question.answer)
    ]


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

    def test_right_discards_never_deal_in(self, question: Question) -> None:
        for number in range(WALKS):
            given = walk(question, Dice(question.seed, number), right=True)
            assert len(given) == course_of(question).discards
            assert all(grade(question, given))
            assert credit(question, given) == 1

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

    def test_all_six_are_asked_along_the_right_path(self) -> None:
        asked = list(asked_along(self.question, self.question.answer))
        assert [each.part for each in asked] == list(self.question.parts)
        assert [each.right for each in asked] == list(self.question.answer)

    def test_a_deal_in_ends_the_hand_and_the_rest_counts_as_wrong(self) -> None:
        given = [frozenset({"5p"}), frozenset({"2s"}), frozenset({"4p"})]
        assert next_part(self.question, given) is None
        assert grade(self.question, given) == (True, True, False, False, False, False)
        assert credit(self.question, given) == pytest.approx(1 / 3)
        wins = course_of(self.question).wins(course_of(self.question).path(given))
        assert [win.rival.seat for win in wins] == [1]
        padded = (*given, *[frozenset[str]()] * 3)
        assert grade(self.question, padded) == grade(self.question, given)

    def test_a_risk_that_passed_is_wrong_all_the_same(self) -> None:
        given: Path = [frozenset({"8s"})]
        while (asked := self.question.asked(given)) is not None:
            given.append(frozenset(sorted(asked.right)[:1]))
        assert grade(self.question, given) == (False, *[True] * 5)
        assert credit(self.question, given) == pytest.approx(5 / 6)

    def test_a_second_riichi_takes_away_what_was_safe_from_the_first_alone(self) -> None:
        course = course_of(self.question)
        path = course.path(first_right(self.question))
        assert TILE_OF["4s"] in course.safest(path[:2]).right
        assert TILE_OF["4s"] not in course.safest(path[:3]).right
        assert not course.safest(path[:3]).proven

    def test_nobody_wins_before_the_riichi(self) -> None:
        """Takame waits on 2s and 5s, but declares only after the third discard."""
        course = course_of(self.question)
        assert not course.wins(course.path([{"2s"}, {"2s"}]))
        asked = self.question.asked([{"2s"}])
        assert "2s" in asked.right

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

    @pytest.mark.parametrize("theme", [DrillTheme.OPEN_THREAT, DrillTheme.NOTHING_SAFE])
    def test_after_the_last_discard_no_own_draw_is_left(self, theme: DrillTheme) -> None:
        question = of_library(theme)
        table = course_of(question).view(course_of(question).path(walk(question, Dice(1), right=True))).table
        assert table.live < 4

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

    def test_nobody_wins(self) -> None:
        """A discard that deals in is told, is as wrong as before, and the hand goes on."""
        question = fold_the_hand()
        given: Path = [frozenset({"5p"}), frozenset({"2s"}), frozenset({"4p"})]
        goes_on = with_nobody_winning(question)
        assert next_part(question, given) is None
        assert next_part(goes_on, given) == 3
        assert grade(goes_on, given) == grade(question, given)
        assert course_of(goes_on).wins(course_of(goes_on).path(given))

    def test_who_let_a_win_pass_in_riichi_is_furiten(self) -> None:
        goes_on = with_nobody_winning(fold_the_hand())
        course = course_of(goes_on)
        path = course.path([{"5p"}, {"2s"}, {"4p"}, {"7p"}])
        assert [win.rival.seat for win in course.wins(path[:3])] == [1]
        assert not course.wins(path)
