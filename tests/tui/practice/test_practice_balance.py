"""What nobody can guess from the form of a question, and what nobody would play: five kinds of questions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator

import pytest

from ai.drills.kinds import furiten, kan, passing, ron
from ai.drills.kinds.passing import Brings, Source, TileTiming
from ai.drills.question import LEVELS, DrillKind, Question
from engine.furiten import FuritenKind
from engine.rules import PRESETS, Ruleset
from tests.support.ai.made_questions import made, of_kind
from tests.support.ai.slow_solver.story import KINDS, Story, tell
from tests.support.ai.slow_solver.yaku import has_yaku
from tests.support.tui.claims.recording import said_by_explanation
from tui.i18n.texts import choose_language
from tui.practice.explain import explain

MARGIN = 5
"""Points above chance that a guesser of the form may get."""
SPREAD = 2
"""Points by which equal shares may differ, since they are whole numbers."""
FIVE = (DrillKind.WAITS, DrillKind.FURITEN, DrillKind.RON, DrillKind.PASSING, DrillKind.KAN)
seeds = pytest.mark.parametrize(
    "seeds", [None, pytest.param(range(1_000, 1_020), marks=pytest.mark.nightly)], ids=["few", "a hundred"]
)
"""The questions that all tests share; or a hundred of each kind."""
each_kind = pytest.mark.parametrize("kind", FIVE)


def some(kind: DrillKind, seeds: range | None, levels: Collection[int] = LEVELS) -> Iterator[Question]:
    if seeds is None:
        return (question for question in of_kind(kind) if question.level in levels)
    return (made(kind, level, seed) for level in levels for seed in seeds)


def story_of(question: Question) -> Story:
    return tell(question.rules, question.seat, question.events)


# -- shares of answers ---------------------------------------------------------------------------------


def assert_even(shares: Iterable[float], margin: float = SPREAD) -> None:
    """Shares in percent, none of which is more than the margin above an equal one."""
    found = list(shares)
    assert sum(found) == pytest.approx(100)
    assert max(found) <= 100 / len(found) + margin


def test_each_kind_of_furiten_is_as_frequent_and_so_is_each_end() -> None:
    shares = furiten.SHARES
    assert_even(shares.values())
    asked = 100 - shares[furiten.NONE]
    locked = shares[FuritenKind.DISCARD] * furiten.LOCKED / 100
    ends = (
        shares[FuritenKind.TEMPORARY],
        shares[FuritenKind.RIICHI] + locked,
        shares[FuritenKind.DISCARD] - locked,
    )
    assert_even(100 * end / asked for end in ends)


@pytest.mark.parametrize("kan_added", [False, True])
def test_each_answer_to_ron_is_as_frequent(kan_added: bool) -> None:
    assert_even((ron.KAN_SHARES if kan_added else ron.SHARES).values())


@pytest.mark.parametrize("source", Source)
class TestPassing:
    def test_each_effect_that_is_offered_is_as_frequent(self, source: Source) -> None:
        found: Counter[Brings] = Counter()
        for goal, share in passing.GOALS[source].items():
            found[goal.brings] += share
        assert set(found) == set(passing.OFFERED[source])
        assert_even(found.values())

    def test_yes_and_no_are_as_frequent_with_each_timing(self, source: Source) -> None:
        for when in TileTiming:
            found: Counter[bool] = Counter()
            for goal, share in passing.GOALS[source].items():
                found[goal.wins] += share * (goal.when is when)
            if found.total():
                assert_even(100 * share / found.total() for share in (found[True], found[False]))


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
@pytest.mark.parametrize("level", LEVELS)
def test_each_answer_about_a_kan_is_as_frequent(rules: Ruleset, level: int) -> None:
    """Those that are possible are drawn alike."""
    offered = kan.OFFERED[level - 1]
    possible = [answer for answer in offered if kan._possible(answer, rules)]
    assert 100 / len(possible) <= 100 / len(offered) + MARGIN
    assert len(possible) >= 2


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


@seeds
def test_the_discards_told_with_the_question_say_nothing(seeds: range | None) -> None:
    for question in some(DrillKind.FURITEN, seeds):
        story = story_of(question)
        last = story.pond(question.seat)[-1].heard
        assert sum(laid.heard > last for laid in story.laid) in furiten.GO_AROUND


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
