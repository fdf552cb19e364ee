"""What nobody can guess from the form of a question, and what nobody would play: five kinds of questions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator

import pytest

from ai.drills.kinds import kan, ron
from ai.drills.question import LEVELS, DrillKind, Question
from tests.support.ai.sample_questions import sample, samples
from tests.support.ai.slow_solver.story import KINDS, Story, tell
from tests.support.ai.slow_solver.yaku import has_yaku
from tests.support.tui.claims.recording import said_by_explanation
from tui.i18n.texts import choose_language
from tui.practice.explain import explain

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
@each_kind
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
