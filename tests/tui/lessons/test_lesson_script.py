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
from tui.database.practice_rows import StoredChoice
from tui.desk.desk import Desk
from tui.desk.desk_settings import LESSON_SWITCHES, DeskSettings
from tui.desk.scene_maker import make_scene
from tui.drawing.rows import cells, plain
from tui.i18n import Language, choose_language, t, wrapped
from tui.lessons.lesson_script import FirstLessonScript, LessonRow, LessonScript, review, words_of
from tui.lessons.script import Comment, GuidedScript, LessonReview, Script
from tui.play.session import Session
from tui.screens.game import lesson_remarks
from tui.screens.game.lesson_remarks import RemarkScreen
from tui.screens.lesson_list_screen import LessonIntroScreen
from tui.screens.page import ABOUT_ROWS, ABOUT_WIDTH, wrap
from tui.tiles import default_look

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
every_language = pytest.mark.parametrize("code", [code for code in Language if code is not Language.AUTO])


@every_language
@every_lesson
def test_the_page_before_a_lesson(lesson: Lesson, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    choose_language(code)
    monkeypatch.setattr(LessonIntroScreen, "look", default_look())
    left = (StoredChoice(ActionKind.PASS),)
    for row, way in (
        (LessonRow(lesson, False), "lesson.begin"),
        (LessonRow(lesson, False, left), "lesson.anew"),
    ):
        shown = unwrapped(plain(LessonIntroScreen(row).picture(NARROWEST, 24)))
        for paragraph in words_of(lesson).intro:
            assert unwrapped(paragraph) in shown
        assert unwrapped(words_of(lesson).title) in shown
        assert unwrapped(t(way)) in shown


@every_language
@every_lesson
def test_its_line_in_the_ladder(lesson: Lesson, code: str) -> None:
    choose_language(code)
    told = words_of(lesson)
    assert cells(told.title) <= NARROWEST - 40, "the mark beside it needs its place"
    assert len(wrap(told.teaches, ABOUT_WIDTH)) <= ABOUT_ROWS


@every_language
@every_lesson
def test_every_remark_fits_below_the_table(lesson: Lesson, code: str) -> None:
    choose_language(code)
    for text in map(with_keys, words_of(lesson).remarks.values()):
        lines = wrapped(text, NARROWEST - 2 * lesson_remarks.MARGIN)
        assert len(lines) < lesson_remarks.ROWS, text
        shown = unwrapped(plain(RemarkScreen(text).drawn(NARROWEST, lesson_remarks.ROWS)))
        assert unwrapped(text) in shown
        assert unwrapped(t("lesson.go-on")) in shown


@every_language
def test_the_first_lesson_closes_in_a_remark(code: str) -> None:
    choose_language(code)
    text = with_keys(" ".join(words_of(first_lesson()).closing))
    assert len(wrapped(text, NARROWEST - 2 * lesson_remarks.MARGIN)) < lesson_remarks.ROWS


@every_lesson
def test_every_language_names_the_same_keys(lesson: Lesson) -> None:
    told = {code: _named(words) for code, words in lesson.words.items()}
    assert all(names == told["en"] for names in told.values()), told


def _named(words: LessonTexts) -> set[str]:
    return {name for text in (*words.remarks.values(), *words.closing) for name in PLACE.findall(text)}


@every_language
@every_lesson
def test_the_closing_words_leave_room_for_the_choices(lesson: Lesson, code: str) -> None:
    choose_language(code)
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
