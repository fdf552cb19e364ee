"""Scripts of lessons, asked as the game screen asks them; and the empty script of an ordinary game."""

from __future__ import annotations

import pytest

from ai.lessons.lesson import Lesson, lessons
from ai.lessons.lesson_game import LessonGame
from ai.play import Pending
from engine.actions import Action, ActionKind
from engine.tiles import parse_tiles
from tui.config.actions import ActionId
from tui.config.settings import HintLevel, OnOff, Settings
from tui.desk.desk import Desk
from tui.desk.scene_maker import make_scene
from tui.desk.settings import LESSON_SWITCHES, DeskSettings
from tui.i18n.texts import t
from tui.lessons.script import Comment, FirstLessonScript, LessonReview, LessonScript, Script
from tui.play.session import Session

FIRST, SECOND = lessons()[1:3]
SHOWN = 1000
"""More events than a hand has: all of it has been shown."""


def discard(scenario: LessonGame, tile: str) -> Action:
    """Throw that tile."""
    (wanted,) = parse_tiles(tile)
    found = (each for each in scenario.options.of(ActionKind.DISCARD) if each.tile == wanted)
    return next(found)


def on(scenario: LessonGame) -> LessonGame:
    """Let the bots play until the player decides."""
    while scenario.pending is Pending.BOTS:
        scenario.advance()
    return scenario


def comments(script: Script, shown: int = SHOWN) -> list[str]:
    """All comments that are due."""
    return [comment.text for comment in iter(lambda: script.comment(shown), None)]


def throw(script: LessonScript, tile: str) -> None:
    on(script.scenario).choose(discard(script.scenario, tile))
    on(script.scenario)


class TestLesson:
    def test_a_comment_is_due_once_its_events_are_shown_and_given_once(self) -> None:
        script = LessonScript(LessonGame(FIRST))
        on(script.scenario)
        comments(script)
        throw(script, "4p")
        due = script.scenario.said[0]
        assert comments(script, due.events - 1) == []
        assert len(comments(script, due.events)) == 1
        assert len(comments(script)) == len(script.scenario.said) - 1
        assert comments(script) == []

    def test_what_is_tried_again_is_commented_again(self) -> None:
        script = LessonScript(LessonGame(FIRST))
        throw(script, "4p")
        said = comments(script)
        script.take_back(1)
        assert not script.reviews
        assert comments(script) == []
        throw(script, "4p")
        assert comments(script) == said

    def test_what_was_said_before_the_decision_taken_back_is_not_repeated(self) -> None:
        script = LessonScript(LessonGame(next(each for each in lessons() if each.id == "the-referee")))
        on(script.scenario)
        (before,) = comments(script)
        script.scenario.choose(script.scenario.options.actions[0])
        on(script.scenario)
        script.take_back(1)
        assert before not in comments(script)

    def test_a_lesson_that_is_resumed_does_not_repeat_its_comments(self) -> None:
        begun = LessonScript(LessonGame(FIRST))
        throw(begun, "4p")
        assert comments(LessonScript(begun.scenario)) == []

    def test_the_review_has_the_decisions_and_at_the_end_the_next_lesson(self) -> None:
        script = LessonScript(LessonGame(FIRST), SECOND)
        assert not script.reviews
        throw(script, "4p")
        assert script.reviews
        review = script.review()
        assert [each.number for each in review.decisions] == [1]
        assert (review.over, review.closing, review.following) == (False, (), "")
        ending = script.ending()
        assert isinstance(ending, LessonReview)
        assert ending.over
        assert ending.closing == script.words.closing
        assert ending.following == SECOND.texts("en").title

    def test_what_was_tried_stays_in_the_review(self) -> None:
        script = LessonScript(LessonGame(FIRST))
        throw(script, "4p")
        script.take_back(1)
        throw(script, "3p")
        (decision,) = script.review().decisions
        assert [tried.here for tried in decision.tried] == [False, True]

    def test_no_decision_is_corrected_and_only_those_made_are_taken_back(self) -> None:
        script = LessonScript(LessonGame(FIRST))
        assert script.correction(discard(on(script.scenario), "4p")) == ""
        with pytest.raises(ValueError, match="no decision 1"):
            script.take_back(1)

    def test_the_table_helps_as_the_settings_say_but_for_the_coach_and_the_switches(self) -> None:
        script = LessonScript(LessonGame(FIRST))
        settings = Settings(hints=HintLevel.OFF, auto_win=OnOff.ON)
        assert script.desk_settings(settings, 7) == DeskSettings(
            hints=HintLevel.OFF, switches=LESSON_SWITCHES, asks=True
        )
        assert not script.switches


class TestFirstLesson:
    def test_only_the_moves_of_its_path_count(self) -> None:
        script = FirstLessonScript()
        on(script.scenario)
        asked = script.scenario.lesson.path[0].discard
        for action in script.scenario.options.of(ActionKind.DISCARD):
            assert bool(script.correction(action)) == (action.tile != asked)

    def test_a_win_is_asked_for_at_the_end_of_the_path(self) -> None:
        script = FirstLessonScript()
        while not (wins := script.scenario.options.of(ActionKind.RON)):
            actions = script.scenario.options.actions
            script.scenario.choose(next(each for each in actions if not script.correction(each)))
            on(script.scenario)
        assert script.correction(wins[0]) == ""
        (passed,) = script.scenario.options.of(ActionKind.PASS)
        assert script.correction(passed)

    def test_it_can_be_left_and_closes_with_a_comment_and_takes_nothing_back(self) -> None:
        script = FirstLessonScript()
        assert script.skips
        assert isinstance(script.ending(), Comment)
        on(script.scenario)
        script.scenario.choose(script.scenario.options.actions[0])
        assert not script.reviews
        assert script.no_undo == ""

    def test_the_table_helps_whatever_the_settings_say(self) -> None:
        assert FirstLessonScript().desk_settings(Settings(hints=HintLevel.OFF), 7) == DeskSettings(
            switches=LESSON_SWITCHES
        )


def test_an_ordinary_game_has_the_empty_script() -> None:
    script, settings = Script(), Settings(auto_win=OnOff.ON)
    assert script.desk_settings(settings, 7) == DeskSettings.of(settings, 7)
    assert script.comment(SHOWN) is None
    assert script.ending() is None
    assert script.switches
    assert not script.skips
    assert not script.reviews
    assert script.no_undo
    with pytest.raises(ValueError, match="no decision"):
        script.take_back(1)


@pytest.mark.parametrize("lesson", lessons(), ids=lambda lesson: lesson.id)
def test_no_hint_gives_the_choice_of_a_lesson_away(lesson: Lesson) -> None:
    """No marks, no safest tiles and no waits after a discard while the choice is open; then they are back."""
    game = LessonGame(lesson)
    while game.pending is Pending.BOTS:
        game.advance()
    session = Session(game)
    settings = LessonScript(game).desk_settings(Settings(), None).by(session.steps)

    def desk() -> Desk:
        return Desk.after(session.history(), session.seating, game.match.rules, settings)

    asked, told = desk(), make_scene(desk())
    asked.offer()
    scene = make_scene(asked)
    assert asked.choice is not None
    if asked.choice.on_turn:
        assert (scene.marks, scene.safest, scene.waits, scene.reason) == ((), (), (), "")
        asked.do(ActionId.SAFEST)
        assert make_scene(asked).reason in (t("desk.asks"), t("desk.no-hints"), "")
        assert asked.tile_explainer() is None
        assert make_scene(asked).reason == t("desk.asks")
    assert bool(told.marks) is settings.shows_hints
