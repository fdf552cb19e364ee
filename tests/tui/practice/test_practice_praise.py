"""What a session and an answer end with: the best that is true, and no reproach for a right answer."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ai.drills.question import LEVELS, DrillKind
from tests.support.tui.practice_answers import NO, YES, Clock, answer_all, attempt, history, practice_at
from tui.i18n.texts import t
from tui.practice.session import Summary
from tui.screens.practice.drill_page import note
from tui.screens.practice.wording import kind_title, praise_words

pytestmark = pytest.mark.usefixtures("quick_disk")

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
