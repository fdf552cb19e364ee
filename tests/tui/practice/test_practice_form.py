"""A guesser that sees only the form of a question: that it finds what gives an answer away, and no more."""

from __future__ import annotations

from collections.abc import Hashable

import pytest

from ai.drills.question import LEVELS, DrillKind
from tests.support.ai.sample_questions import sample, samples
from tests.support.nightly import at_night
from tests.support.tui.form_guesser import ANY, Form, Guessed, forms, guess
from tests.support.tui.practice_questions import QUESTIONS

WAITS = DrillKind.WAITS
QUICK = (DrillKind.FURITEN, DrillKind.RON, DrillKind.KAN)
"""Kinds of which many questions are soon made; ``make drills-check`` guesses all of them."""


@pytest.mark.parametrize("kind", DrillKind)
def test_every_part_of_a_question_has_a_form_that_can_be_guessed(kind: DrillKind) -> None:
    questions = samples(kind)
    found = [form for question in questions for form in forms(question)]
    assert len(found) == sum(bool(right) for question in questions for right in question.answer)
    assert not [part for part in guess(kind, found) if part.no_choice]


@pytest.mark.parametrize(("kind", "seeds"), [(DrillKind.KAN, 10), *at_night((kind, 20) for kind in QUICK)])
def test_the_form_gives_no_answer_away(kind: DrillKind, seeds: int) -> None:
    numbered = [(level, seed) for seed in range(seeds) for level in LEVELS]
    found = [form for level, seed in numbered for form in forms(sample(kind, level, seed))]
    for guessed in guess(kind, found):
        assert not guessed.gives_away, str(guessed)
        assert not guessed.no_choice


# -- what it finds ---------------------------------------------------------------------------------------


def yes_or_no(number: int, *, yes: bool, **features: Hashable) -> Form:
    """A question with two words to choose from."""
    seen = {"wording": "asked", "options": 2, **features}
    scores = {"yes": float(yes), "no": float(not yes), ANY: 0.5}
    return Form(f"waits-1-{number}", "only", seen, ("yes", "no"), scores, 0.0)


def guessed(found: list[Form]) -> Guessed:
    (part,) = guess(WAITS, found)
    return part


def by_turns(number: int) -> bool:
    """Yes and no, neither of them more often among those learned from or among those asked."""
    return number % 4 in (1, 2)


def test_answers_that_nothing_tells_are_chance() -> None:
    part = guessed([yes_or_no(number, yes=by_turns(number // 2), level=number % 5) for number in range(400)])
    assert part.chance == 0.5
    assert not part.gives_away


@pytest.mark.parametrize("feature", ["wording", "rules", "options"])
def test_an_answer_that_a_feature_tells(feature: str) -> None:
    found = [
        yes_or_no(number, **{"yes": by_turns(number), feature: by_turns(number)}) for number in range(400)
    ]
    part = guessed(found)
    assert part.right == 1
    assert part.gives_away
    assert feature in part.looked_at


def test_an_answer_that_is_nearly_always_the_same() -> None:
    assert guessed([yes_or_no(number, yes=number % 3 > 0) for number in range(600)]).gives_away
    fixed = [
        Form(form.code, form.part, form.features, form.options, form.scores, 0.5)
        for form in (yes_or_no(number, yes=number % 11 < 6) for number in range(600))
    ]
    assert not guessed(fixed).gives_away


def test_a_word_that_is_never_right_in_a_wording_leaves_no_choice() -> None:
    found = [
        yes_or_no(number, yes=by_turns(number // 2) or number % 3 == 0, wording=number % 3)
        for number in range(600)
    ]
    assert {int(code.split("-")[-1]) % 3 for code in guessed(found).no_choice} == {0}


# -- what it sees ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", QUESTIONS)
def test_it_sees_no_tile(kind: DrillKind) -> None:
    for form in forms(QUESTIONS[kind]()):
        seen = repr(form.features)
        assert not any(f"{rank}{suit}" in seen for rank in "123456789" for suit in "mpsz")
        assert form.scores[ANY] <= 1


def test_it_can_name_the_drawn_tile_and_the_tile_on_offer() -> None:
    way_out = QUESTIONS[DrillKind.WAY_OUT]()
    drawn = "the drawn"
    (form,) = forms(way_out)
    assert drawn in form.scores
    assert form.features["drawn"]
    assert not form.features["offered"]
