"""Answering a question: walking, typing, clicking; how much effort it takes, praise, and doubts reported."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ai.drills.question import LEVELS, DrillKind, Part, Question, grade, word_options
from engine import __version__
from tests.support.ai.sample_questions import sample
from tests.support.tui.pilot import press, running, screen_of, takes_keys, until
from tests.support.tui.practice_answers import NO, YES, Clock, answer_all, attempt, history, practice_at
from tests.support.tui.practice_app import (
    answered,
    asked,
    give,
    practice_app,
    question_of,
    shown,
    use,
    wrong_answer,
)
from tests.support.tui.practice_questions import QUESTIONS
from tools.measure.measured_effort import effort
from tui.config.actions import BY_ID, ActionId
from tui.drawing.rows import OptionAt, Row, Scroll, cells, width_of
from tui.i18n import t
from tui.play.play_options import PracticeOptions
from tui.practice.answering import Answering, Reply
from tui.practice.explain import explain, part_results
from tui.practice.practice_record import REPORTS
from tui.practice.practice_session import Summary
from tui.screens.dialogs import AskScreen, LineScreen
from tui.screens.practice.drill_page import (
    AnsweredQuestion,
    Heading,
    answer_rows,
    kind_title,
    note,
    praise_words,
    question_rows,
)
from tui.shell.app import FuritenApp
from tui.tiles import Look, TileStyle, glyph_set

LOOK = Look(TileStyle.SOLID, glyph_set("kanji"))
WAITS = sample(DrillKind.WAITS, 1)
FURITEN = sample(DrillKind.FURITEN, 1)
PAGE = 8
"""Rows of the page below the table at 80x24."""
WORDS = Part("why", word_options(("this", "that", "neither")))


def asking(*parts: Part, question: Question = WAITS) -> Answering:
    return Answering(replace(question, parts=parts, answer=(frozenset(),) * len(parts)))


def stood_on(answering: Answering) -> str | None:
    return None if answering.cursor is None else answering.options[answering.cursor].id


def marked(answering: Answering) -> set[str]:
    return {answering.options[number].id for number in answering.marked}


def test_the_felt_around_a_tile_belongs_to_it() -> None:
    """A finger needs more than the two cells of the smallest tile."""
    answering = Answering(WAITS)
    rows = question_rows(answering, Heading("waits", "1 of 10", "waits-1"), LOOK, 80, PAGE)
    for number, option in enumerate(answering.options):
        own = [span for row in rows for span in row if span.meta == OptionAt(number)]
        assert option.tile is None or width_of(own) == 4


@pytest.mark.parametrize("kind", QUESTIONS)
def test_every_footer_names_help_at_80_columns(kind: DrillKind) -> None:
    """In each part, after keys that change nothing, and beside an explanation that scrolls."""
    question = QUESTIONS[kind]()
    answering, heading, feet = Answering(question), Heading("waits", "1 of 10", "waits-1"), list[Row]()
    while (due := question.asked(answering.given)) is not None:
        for key in ("", "enter", "z", "9", "s"):
            match key:
                case "enter":
                    answering.answer()
                case "9":
                    answering.digit(key)
                case "z" | "s":
                    answering.suit(key)
            feet.append(question_rows(answering, heading, LOOK, 80, PAGE)[-1])
        answering.cursor, answering.marked = None, frozenset()
        right = [number for number, option in enumerate(answering.options) if option.id in due.right]
        for number in right if due.part.several else right[:1]:
            answering.click(number)
        if answering.answer() is Reply.DONE:
            break
    scroll, given = Scroll(), wrong_answer(question)
    parts = part_results(question, given, grade(question, given))
    outcome = AnsweredQuestion(False, "", parts, explain(question, given), details=True)
    feet.append(answer_rows(outcome, heading, scroll, 80, PAGE)[-1])
    assert scroll.last > 0 or kind is not DrillKind.COUNT
    for foot in ("".join(span.text for span in row) for row in feet):
        assert "? help" in foot
        assert cells(foot) == 80


def test_nothing_is_chosen_before_the_person_does() -> None:
    answering = asking(WORDS)
    assert stood_on(answering) is None
    assert answering.answer() is Reply.MISSING
    assert answering.notice == t("drill.notice.nowhere")
    answering.walk(0, 1)
    assert answering.notice == ""
    assert answering.answer() is Reply.DONE
    assert answering.given == [{"this"}]
    of_tiles = Answering(sample(DrillKind.WAY_OUT, 1))
    assert of_tiles.answer() is Reply.MISSING
    assert of_tiles.notice == t("drill.notice.no-tile")


def test_walking_goes_round_the_ends() -> None:
    answering = asking(WORDS)
    seen = []
    for across, down in ((0, 1), (0, 1), (1, 0), (0, 1), (0, -1), (-1, 0)):
        answering.walk(across, down)
        seen.append(stood_on(answering))
    assert seen == ["this", "that", "neither", "this", "neither", "that"]
    backwards = asking(WORDS)
    backwards.walk(0, -1)
    assert stood_on(backwards) == "neither"


def test_many_words_stand_in_two_columns() -> None:
    answering = asking(Part("why", word_options("abcdefg")))
    assert answering.rows == ((0, 1), (2, 3), (4, 5), (6,))
    for across, down in ((1, 0), (1, 0), (0, 1), (0, 1), (0, 1), (0, 1)):
        answering.walk(across, down)
    assert stood_on(answering) == "a", "from b down to d, f, g, and round to a"


def test_tiles_are_typed_as_they_are_written() -> None:
    answering = Answering(WAITS)
    for key in "36":
        answering.digit(key)
    assert answering.typed == "36"
    answering.suit("s")
    assert marked(answering) == {"3s", "6s"}
    assert answering.typed == ""
    answering.digit("7")
    answering.suit("z")
    answering.digit("3")
    answering.suit("s")
    assert marked(answering) == {"6s", "7z"}, "what is typed twice is taken back"
    assert answering.answer() is Reply.DONE
    assert answering.given == [{"6s", "7z"}]


@pytest.mark.parametrize(("digit", "suit"), [("8", "z"), ("0", "z")])
def test_what_is_no_tile_is_told(digit: str, suit: str) -> None:
    answering = Answering(WAITS)
    answering.digit(digit)
    answering.suit(suit)
    assert f"{digit}{suit}" in answering.notice
    assert marked(answering) == set()


def test_a_letter_without_a_number_says_what_is_missing() -> None:
    answering = Answering(WAITS)
    answering.suit("s")
    assert "number" in answering.notice


def test_no_wait_and_tiles_exclude_each_other() -> None:
    answering = Answering(WAITS)
    answering.digit("3")
    answering.suit("s")
    answering.word_among_tiles()
    assert marked(answering) == {"none"}
    answering.digit("4")
    answering.suit("s")
    assert marked(answering) == {"4s"}
    answering.word_among_tiles()
    answering.word_among_tiles()
    assert marked(answering) == set()
    assert answering.answer() is Reply.MISSING


def test_the_mark_is_set_where_the_cursor_stands() -> None:
    answering = Answering(WAITS)
    answering.mark()
    assert answering.notice
    answering.walk(1, 0)
    answering.mark()
    assert marked(answering) == {"1m"}
    answering.walk(0, 1)
    answering.mark()
    assert marked(answering) == {"1m", "1s"}, "characters and circles above bamboos and honours"
    answering.jump(end=True)
    assert stood_on(answering) == "7z"
    answering.walk(0, 1)
    assert stood_on(answering) == "none"


def test_a_click_marks_where_several_apply() -> None:
    answering = Answering(WAITS)
    assert answering.click(3) is None
    assert answering.click(5) is None
    assert answering.click(3) is None
    assert marked(answering) == {"6m"}


def test_a_second_click_answers_where_one_is_right() -> None:
    answering = asking(WORDS)
    assert answering.click(2) is None
    assert answering.click(1) is None
    assert answering.click(1) is Reply.DONE
    assert answering.given == [{"that"}]


# -- parts -------------------------------------------------------------------------------------------


def test_one_part_follows_the_other_and_can_be_taken_back() -> None:
    answering = Answering(FURITEN)
    answering.digit("2")
    assert answering.answer() is Reply.NEXT
    assert answering.part.id == "tiles"
    answering.click(0)
    tile = answering.options[0].id
    assert answering.answer() is Reply.NEXT
    assert answering.part.id == "until"
    answering.back()
    assert answering.part.id == "tiles"
    assert marked(answering) == {tile}
    answering.back()
    assert stood_on(answering) == "discard"
    answering.back()
    assert answering.given == []
    answering.answer()
    answering.click(0)
    answering.answer()
    answering.digit("3")
    assert answering.answer() is Reply.DONE
    assert answering.given == [{"discard"}, {tile}, {"hand-ends"}]


def test_backspace_takes_a_digit_back_first() -> None:
    answering = Answering(WAITS)
    answering.digit("3")
    answering.digit("6")
    answering.back()
    answering.suit("m")
    assert marked(answering) == {"3m"}


def test_none_of_the_words_excludes_the_others() -> None:
    answering = asking(Part("waits", word_options(("23m", "46p", "none")), several=True))
    for digit, expected in (("1", {"23m"}), ("2", {"23m", "46p"}), ("3", {"none"}), ("1", {"23m"})):
        answering.digit(digit)
        assert marked(answering) == expected


KEYS = 10
"""An answer by keys, with Enter after each part."""
MEAN_WORDS = 90
"""To read before it, every option among them, all parts together."""
MOST = {DrillKind.FOLD: (18, 140), DrillKind.COUNT: (20, 170)}
"""Six discards are six answers in one question; a count has four parts."""


@pytest.mark.parametrize("kind", QUESTIONS)
def test_an_answer_takes_few_keys_and_little_reading(kind: DrillKind) -> None:
    question = QUESTIONS[kind]()
    keys, words = MOST.get(kind, (KEYS, MEAN_WORDS))
    assert effort(question).keys <= keys
    assert effort(question).words <= words


async def report(app: FuritenApp, pilot: object, reason: str) -> str:
    """Type a reason; returns what the screen says then."""
    await press(pilot, BY_ID[ActionId.REPORT].keys[0])  # type: ignore[arg-type]
    await until(lambda: isinstance(app.screen, LineScreen) and takes_keys(app))
    screen_of(app, LineScreen).typed = reason
    await press(pilot, "enter")  # type: ignore[arg-type]
    await until(lambda: isinstance(app.screen, AskScreen) and takes_keys(app))
    said = shown(app)
    await press(pilot, "enter")  # type: ignore[arg-type]
    return said


async def test_a_report_is_kept_beside_the_saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, Clock())
    app = practice_app(tmp_path, PracticeOptions(seed=7))
    codes = []
    async with app.run_test(size=(80, 24)) as pilot:
        for _ in range(2):
            question = question_of(screen := await asked(app))
            assert not screen.applies(BY_ID[ActionId.REPORT])
            codes.append(question.code)
            await give(pilot, question, wrong_answer(question))
            assert (await answered(app)).applies(BY_ID[ActionId.REPORT])
            assert REPORTS in await report(app, pilot, 'the 5p is "not" there')
            await answered(app)
            await press(pilot, "enter")
    lines = [json.loads(line) for line in (app.home / REPORTS).read_text(encoding="utf-8").splitlines()]
    assert [line["code"] for line in lines] == codes
    assert all(line["given"] and line["version"] == __version__ and not line["right"] for line in lines)
    assert {line["reason"] for line in lines} == {'the 5p is "not" there'}


async def test_a_report_that_cannot_be_kept_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, Clock())
    async with running(practice_app(tmp_path, PracticeOptions(seed=7))) as (app, pilot):
        question = question_of(await asked(app))
        await give(pilot, question, wrong_answer(question))
        await answered(app)
        (app.home / REPORTS).mkdir()
        assert REPORTS in await report(app, pilot, "why?")
        await answered(app)


ANSWERS = st.lists(st.tuples(st.booleans(), st.sampled_from(LEVELS)), min_size=1, max_size=10)


@given(ANSWERS)
@settings(max_examples=40, deadline=None)
def test_the_praise_is_true(answers: list[tuple[bool, int]]) -> None:
    told = history(
        *(attempt(number, right=right, level=level) for number, (right, level) in enumerate(answers))
    )
    said = praise_words(Summary(len(answers), tuple(told.judged), (), 0))
    levels = [level for right, level in answers if right]
    if not levels:
        assert said == t("practice.end.praise.none")
    elif len(levels) == len(answers):
        assert said == t("practice.end.praise.all")
    else:
        assert said == t("practice.end.praise.some", level=max(levels), kind=kind_title("waits"))


def test_a_right_answer_that_was_slow_is_not_threatened_with_coming_back(tmp_path: Path) -> None:
    clock = Clock()
    practice = practice_at(tmp_path, clock)
    session = practice.begin(DrillKind.WAITS)
    answer_all(session, clock, most=6)
    for given_, seconds, said in ((NO, 10, True), (YES, 500, False)):
        assert session.next() is not None
        clock.pass_by(seconds)
        graded = session.answer(given_)
        assert graded.card is not None
        assert graded.card.again
        assert (t("drill.again") in note(graded)) is said
    practice.progress.close()
