"""What gives an answer away: a guesser that sees only the form of a question; and balanced answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterator

import pytest

from ai.drills.kinds import kan, ron
from ai.drills.question import LEVELS, DrillKind, Question
from tests.support.ai.sample_questions import sample, samples
from tests.support.ai.slow_solver.story import KINDS, Story, tell
from tests.support.ai.slow_solver.win_points import has_yaku
from tests.support.tui.claims.recording import said_by_explanation
from tests.support.tui.form_guesser import ANY, Form, Guessed, forms, guess
from tests.support.tui.practice_questions import QUESTIONS
from tui.i18n import choose_language
from tui.practice.explain import explain

WAITS = DrillKind.WAITS


@pytest.mark.parametrize("kind", DrillKind)
def test_every_part_of_a_question_has_a_form_that_can_be_guessed(kind: DrillKind) -> None:
    questions = samples(kind)
    found = [form for question in questions for form in forms(question)]
    assert len(found) == sum(bool(right) for question in questions for right in question.answer)
    assert not [part for part in guess(kind, found) if part.no_choice]


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


FIVE = (DrillKind.WAITS, DrillKind.FURITEN, DrillKind.RON, DrillKind.PASSING, DrillKind.KAN)
seeds = pytest.mark.parametrize(
    "seeds", [None, pytest.param(range(1_000, 1_020), marks=pytest.mark.nightly)], ids=["few", "a hundred"]
)
"""The questions that all tests share; or a hundred of each kind."""
each_kind = pytest.mark.parametrize("kind", FIVE)


def some(kind: DrillKind, seeds: range | None, levels: Collection[int] = LEVELS) -> Iterator[Question]:
    if seeds is None:
        return (question for question in samples(kind) if question.level in levels)
    return (sample(kind, level, seed) for level in levels for seed in seeds)


def story_of(question: Question) -> Story:
    return tell(question.rules, question.seat, question.events)


@pytest.mark.parametrize("seeds", [None, pytest.param(range(1_000, 1_200), marks=pytest.mark.nightly)])
def test_the_tile_of_a_kan_says_nothing(seeds: range | None) -> None:
    """No honours, and every rank with legal kans as with others."""
    found = {"legal": Counter[str](), "not": Counter[str]()}
    for question in some(DrillKind.KAN, seeds, LEVELS[:2]):
        assert isinstance(question.ask, kan.KanAsk)
        name = KINDS[question.ask.kind]
        assert name[1] != "z"
        found["legal" if question.answer[0] == {"legal"} else "not"][name[0]] += 1
    if seeds is not None:
        for ranks in found.values():
            assert max(ranks.values()) < 2 * ranks.total() / 9


# -- hands that somebody plays -------------------------------------------------------------------------


@seeds
@each_kind
def test_an_open_hand_has_a_wait_with_a_yaku(kind: DrillKind, seeds: range | None) -> None:
    for question in some(kind, seeds):
        story = story_of(question)
        waits = [wait for wait in story.waits if story.holds(wait) < 4]
        if story.closed or not waits:
            continue
        hand = list(story.concealed)
        if story.my_turn and story.drawn is not None:
            hand.remove(story.drawn)
        assert any(has_yaku(story, hand, wait, riichi=0, now=False) for wait in waits), question.code


@seeds
def test_most_hands_without_a_yaku_would_have_one_with_another_wait(seeds: range | None) -> None:
    """Those that would not are closed: with riichi they would."""
    other, without = 0, 0
    for question in some(DrillKind.RON, seeds):
        if question.answer[0] != {ron.RonAnswer.NO_YAKU}:
            continue
        story = story_of(question)
        one = any(has_yaku(story, story.concealed, wait, riichi=0, now=False) for wait in story.waits)
        assert one or story.closed, question.code
        other, without = other + one, without + (not one)
    assert other >= without or seeds is None


@seeds
@each_kind
def test_a_hand_of_one_suit_is_not_for_the_first_level(kind: DrillKind, seeds: range | None) -> None:
    for question in some(kind, seeds, LEVELS[:1]):
        concealed = story_of(question).concealed
        assert max(Counter(tile[1] for tile in concealed).values()) < 12, question.code


# -- explanations --------------------------------------------------------------------------------------


@seeds
@pytest.mark.parametrize("kind", [*FIVE, DrillKind.RIICHI, DrillKind.PUSH_FOLD])
def test_an_explanation_begins_with_one_line_and_is_short(kind: DrillKind, seeds: range | None) -> None:
    for question in some(kind, seeds):
        for code in ("en", "ja"):
            choose_language(code)
            for given in (question.answer, [() for _ in question.parts]):
                sentences = explain(question, given).sentences
                assert len(sentences[0]) <= 140, question.code
                assert sum(map(len, sentences)) <= 700, question.code


@seeds
def test_every_explanation_of_a_kan_groups_the_tiles_before_it_and_after_it(seeds: range | None) -> None:
    for question in some(DrillKind.KAN, seeds):
        keys = {claim.key for claim in said_by_explanation(question, question.answer)}
        assert "drill.kan.before" in keys, question.code
        assert keys & {"drill.kan.after", "drill.kan.lost"}, question.code
        changes = question.answer[0] == {"kan-changes-reading"}
        assert not changes or "drill.kan.otherwise" in keys, question.code
