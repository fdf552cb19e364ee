"""Ten questions in five minutes: how many keys an answer takes, and how many words have to be read for it.

``python -m tools.measure.effort`` measures the same on questions as they are made.
"""

from __future__ import annotations

import pytest

from ai.drills.question import DrillKind
from tests.support.tui.practice_input import keys_for
from tests.support.tui.practice_questions import QUESTIONS, waits_of
from tools.measure.effort import effort
from tui.practice.practice import QUESTIONS as SESSION

KEYS = 10
"""An answer by keys, with Enter after each part."""
WORDS = 90
"""To read before it, every option among them, all parts together."""
MOST = {DrillKind.FOLD: (18, 140), DrillKind.COUNT: (20, 170)}
"""Six discards are six answers in one question; a count has four parts."""
MINUTES = 5


@pytest.mark.parametrize("kind", QUESTIONS)
def test_an_answer_takes_few_keys_and_little_reading(kind: DrillKind) -> None:
    question = QUESTIONS[kind]()
    keys, words = MOST.get(kind, (KEYS, WORDS))
    assert effort(question).keys <= keys
    assert effort(question).words <= words


def test_thirteen_waits_are_typed_by_suits() -> None:
    question = waits_of("19m19p19s1234567z", "0: 2m; 1: 8s; 2: 2s; 3: 2z; 0: 3m; 1: 8m'; 2: 6s; 3: 8s'")
    assert "".join(keys_for(question, question.answer)) == "19m19p19s1234567zenter"


def test_ten_answers_at_par_leave_time_to_read_on() -> None:
    usual = [kind.par for kind in DrillKind if kind not in MOST]
    assert SESSION * max(usual) <= MINUTES * 60 * 5 / 6
