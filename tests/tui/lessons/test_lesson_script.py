"""Scripts of lessons as the game screen asks them, and texts that fit their screens in every language."""

from __future__ import annotations

import re

import pytest

from ai.lessons.lesson import Lesson, LessonTexts, first_lesson, lessons
from ai.lessons.lesson_game import LessonGame
from ai.play import Pending
from engine.actions import Action, ActionKind
from engine.tiles import parse_tiles
from tests.support.nightly import one_in
from tests.support.tui.texts import unwrapped
from tui.config.actions import PLACE, ActionId, with_keys
from tui.config.settings import HintLevel, OnOff, Settings
from tui.desk.desk import Desk
from tui.desk.desk_settings import LESSON_SWITCHES, DeskSettings
from tui.desk.scene_maker import make_scene
from tui.drawing.rows import plain
from tui.i18n import t, wrapped
from tui.lessons.lesson_script import FirstLessonScript, LessonScript, review, words_of
from tui.lessons.script import Comment, GuidedScript, Script
from tui.play.session import Session
from tui.screens.game import lesson_remarks
from tui.screens.game.lesson_remarks import RemarkScreen

FIRST, SECOND = lessons()[1:3]
SHOWN = 1000
"""More events than a hand has: all of it has been shown."""


def discard(scenario: LessonGame, tile: str) -> Action:
    (wanted,) = parse_tiles(tile)
    found = (each for each in scenario.options.of(ActionKind.DISCARD) if each.tile == wanted)
    return next(found)


def on(scenario: LessonGame) -> LessonGame:
    """Let the bots play until the player decides."""
    while scenario.pending is Pending.BOTS:
        scenario.advance()
    return scenario


def comments(script: Script, shown: int = SHOWN) -> list[str]:
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

    def test_no_decision_is_corrected_and_only_those_made_are_taken_back(self) -> None:
        script = LessonScript(LessonGame(FIRST))
        assert script.correction(discard(on(script.scenario), "4p")) == ""
        with pytest.raises(ValueError, match="no decision 1"):
            script.take_back(1)


class TestFirstLesson:
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
            hints=HintLevel.MARKS, switches=LESSON_SWITCHES
        )


def test_a_guided_game_has_the_coach_until_that_setting_is_changed() -> None:
    ended: list[bool] = []
    script = GuidedScript(Settings(), lambda: ended.append(True))

    def coached(settings: Settings) -> bool:
        return script.desk_settings(settings, 7).coached

    assert coached(Settings())
    assert coached(Settings(hints=HintLevel.MARKS)), "another setting ends nothing"
    assert not ended
    assert coached(Settings(coach=OnOff.ON))
    assert not coached(Settings(coach=OnOff.OFF))
    assert ended == [True]


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


@pytest.mark.parametrize("lesson", one_in(3, lessons(), name=lambda lesson: lesson.id))
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


NARROWEST = 80

every_lesson = pytest.mark.parametrize("lesson", [first_lesson(), *lessons()], ids=lambda lesson: lesson.id)


@pytest.mark.usefixtures("language")
@every_lesson
def test_every_remark_fits_below_the_table(lesson: Lesson) -> None:
    for text in map(with_keys, words_of(lesson).remarks.values()):
        lines = wrapped(text, NARROWEST - 2 * lesson_remarks.MARGIN)
        assert len(lines) < lesson_remarks.ROWS, text
        shown = unwrapped(plain(RemarkScreen(text).drawn(NARROWEST, lesson_remarks.ROWS)))
        assert unwrapped(text) in shown
        assert unwrapped(t("lesson.go-on")) in shown


@every_lesson
def test_every_language_names_the_same_keys(lesson: Lesson) -> None:
    told = {code: _named(words) for code, words in lesson.words.items()}
    assert all(names == told["en"] for names in told.values()), told


def _named(words: LessonTexts) -> set[str]:
    return {name for text in (*words.remarks.values(), *words.closing) for name in re.findall(PLACE, text)}


@pytest.mark.usefixtures("language")
@every_lesson
def test_the_closing_words_leave_room_for_the_choices(lesson: Lesson) -> None:
    rows = sum(len(wrapped(text, NARROWEST - 4)) for text in words_of(lesson).closing)
    assert rows <= 7, "title, ways, headings and a choice with what it led to take the rest"


@every_lesson
def test_what_its_choices_led_to_is_told(lesson: Lesson) -> None:
    """Played on with the last of the actions each time: passes, and tiles thrown as drawn."""
    scenario = LessonGame(lesson)
    while scenario.pending is not Pending.GAME_OVER:
        match scenario.pending:
            case Pending.PERSON:
                scenario.choose(scenario.options.actions[-1])
            case Pending.BOTS:
                scenario.advance()
            case Pending.HAND_OVER:
                scenario.proceed()
    told = review(scenario).decisions
    assert [each.number for each in told] == list(range(1, len(scenario.decisions) + 1))
    assert all(len(each.tried) == 1 and each.tried[0].here for each in told)
    assert told[-1].tried[0].led, "the last choice led to the end of the hand"


NOTATION = re.compile(r"[1-7]z")


@pytest.mark.parametrize("lesson", lessons(), ids=lambda lesson: lesson.id)
def test_honours_are_named_in_words(lesson: Lesson) -> None:
    for words in lesson.words.values():
        told = (words.title, words.teaches, *words.intro, *words.closing, *words.remarks.values())
        assert not [text for text in told if NOTATION.search(text)]
