"""Every lesson fits on its screens at 80x24 and 120x40, in every language: nothing of it is cut."""

from __future__ import annotations

import pytest

from ai.lessons.lesson import Lesson, LessonTexts, first_lesson, lessons
from ai.lessons.lesson_game import LessonGame
from ai.play import Pending
from engine.actions import ActionKind
from tui.config.actions import PLACE, with_keys
from tui.database.rows import StoredChoice
from tui.drawing.rows import cells, plain, wrapped
from tui.i18n.language import Language
from tui.i18n.texts import choose_language, t
from tui.lessons.lesson_list import Rung, words_of
from tui.lessons.script import review
from tui.screens.game import lesson_remark
from tui.screens.game.lesson_remark import RemarkScreen
from tui.screens.lessons.lesson_list import TEACHES_ROWS, TEXT_WIDTH, LessonIntroScreen
from tui.screens.page_layout import wrap
from tui.tiles.look import default_look

NARROWEST = 80
SIZES = [(80, 24), (92, 30)]
"""Of the page: a panel grows no larger on a screen of 120 by 40."""

every_lesson = pytest.mark.parametrize("lesson", [first_lesson(), *lessons()], ids=lambda lesson: lesson.id)
every_language = pytest.mark.parametrize("code", [code for code in Language if code is not Language.AUTO])


def joined(text: str) -> str:
    """The text however its lines are broken, which is also where no space stands."""
    return "".join(text.split())


@every_language
@every_lesson
@pytest.mark.parametrize("size", SIZES, ids=["80x24", "120x40"])
@pytest.mark.parametrize("left", [False, True], ids=["new", "left"])
def test_the_page_before_a_lesson(
    lesson: Lesson, size: tuple[int, int], left: bool, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose_language(code)
    screen = LessonIntroScreen(
        Rung(lesson, done=False, left=(StoredChoice(ActionKind.PASS),) if left else ())
    )
    monkeypatch.setattr(LessonIntroScreen, "look", default_look())
    shown = joined(plain(screen.picture(*size)))
    for paragraph in words_of(lesson).intro:
        assert joined(paragraph) in shown
    assert joined(words_of(lesson).title) in shown
    assert joined(t("lesson.anew" if left else "lesson.begin")) in shown


@every_language
@every_lesson
def test_its_line_in_the_ladder(lesson: Lesson, code: str) -> None:
    choose_language(code)
    told = words_of(lesson)
    assert cells(told.title) <= NARROWEST - 40, "the mark beside it needs its place"
    assert len(wrap(told.teaches, TEXT_WIDTH)) <= TEACHES_ROWS


@every_language
@every_lesson
def test_every_remark_fits_below_the_table(lesson: Lesson, code: str) -> None:
    choose_language(code)
    for text in map(with_keys, words_of(lesson).remarks.values()):
        lines = wrapped(text, NARROWEST - 2 * lesson_remark.MARGIN)
        assert len(lines) < lesson_remark.ROWS, text
        shown = joined(plain(RemarkScreen(text).drawn(NARROWEST, lesson_remark.ROWS)))
        assert joined(text) in shown
        assert joined(t("lesson.go-on")) in shown


@every_language
def test_the_first_lesson_closes_in_a_remark(code: str) -> None:
    choose_language(code)
    text = with_keys(" ".join(words_of(first_lesson()).closing))
    assert len(wrapped(text, NARROWEST - 2 * lesson_remark.MARGIN)) < lesson_remark.ROWS


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
