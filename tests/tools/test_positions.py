"""The finder of positions: what it refuses, what it writes, and what its check finds."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest
from msgspec import structs

from ai.drills.kinds.fold import FoldCourse
from ai.drills.library import FORMS, LibraryPosition, exchange, positions
from ai.drills.question import LEVELS, DrillKind, DrillTheme, Question
from engine.own_rules import ruleset
from engine.rules import PRESETS
from engine.wall import Dice
from tests.support.ai.sample_questions import chosen
from tools.positions import fold_fairness, search
from tools.positions.admission import LESSON, Shares, sorts
from tools.positions.candidate import Traits, held_forms, position_of, traits, widened
from tools.positions.checking import check, wrong
from tools.positions.finding import find
from tools.positions.fold_fairness import is_fair
from tools.positions.fold_hand import folded_hand
from tools.positions.generate import module_of
from tools.positions.other_tiles import exchanged_question
from tools.positions.position_files import LibraryFile


def first(kind: DrillKind, level: int = 3) -> LibraryPosition:
    return next(chosen(kind, level=level))


def in_other_tiles(question: Question, form: int) -> Question:
    draft = exchanged_question(question, exchange(form))
    assert draft is not None
    return Question.of(question.kind, question.level, 0, "exchanged", draft)


def told(**changes: object) -> Traits:
    """Traits of a question that is like no other."""
    like = Traits(1, ("genbutsu",), "a", (), "position", "hand")
    return structs.replace(like, **changes)


class TestAdmission:
    @pytest.mark.parametrize("kind", [DrillKind.WAITS, DrillKind.KAN, DrillKind.PASSING, DrillKind.READ])
    def test_a_near_copy_is_refused(self, kind: DrillKind) -> None:
        question = first(kind).question()
        shares = Shares(kind, 1_000, [traits(question)])
        form = next(form for form in range(1, 36) if first(kind).holds(form))
        assert shares.refusal(traits(in_other_tiles(question, form))) == "a near copy"

    def test_another_question_about_the_same_hand_is_refused_if_it_has_the_same_answer(self) -> None:
        shares = Shares(DrillKind.SAFE, 1_000, [told()])
        assert shares.refusal(told(position="other")) == "the same hand and answer"
        assert shares.refusal(told(position="other", hand="other")) is None

    def test_no_idea_fills_a_level(self) -> None:
        shares = Shares(DrillKind.COUNT, 50)

        def taken(theme: str, times: int) -> int:
            before = shares.levels[5]
            for number in range(times):
                name = f"{theme} {before} {number}"
                one = told(position=name, hand=name, level=5, themes=(theme,))
                if shares.refusal(one) is None:
                    shares.add(one)
            return shares.levels[5] - before

        assert [taken("plain-fu", 8), taken("kan-fu", 8)] == [4, 4]
        # where nothing else occurs, it fills the level at last
        assert taken("plain-fu", 90) == 2

    @pytest.mark.parametrize("kind", [DrillKind.KAN, pytest.param(DrillKind.RON, marks=pytest.mark.nightly)])
    def test_no_answer_is_taken_much_oftener_than_chance(self, kind: DrillKind) -> None:
        """Many questions of one answer, one after the other."""
        held = positions(kind).values()
        others = [position.question() for position in islice(held, 20)]
        asked = (position.question() for position in held)
        one = list(islice((each for each in asked if each.answer[0] == others[0].answer[0]), MANY))
        shares = Shares(kind, 10_000, map(traits, others))
        taken = 0
        for each in map(traits, one):
            if shares.refusal(each) is None:
                shares.add(each)
                taken += 1
        assert 0 < taken < len(one) / 4
        assert any("right too often" in (shares.refusal(traits(question)) or "") for question in one)

    def test_rare_ideas_stay_rare_unless_a_lesson_asks_for_them(self) -> None:
        shares = Shares(
            DrillKind.FURITEN, 100, [told(position=str(n), hand=str(n), level=5) for n in range(3)]
        )
        rare = told(themes=(DrillTheme.CALLED_AWAY.value,), level=5)
        for number in range(3):
            shares.add(structs.replace(rare, position=f"rare {number}", hand=f"rare {number}"))
        assert shares.refusal(rare) == "called-away is rare"

    def test_what_a_lesson_asks_for_is_taken_though_there_is_enough_of_the_level(self) -> None:
        sort = next(sort for sort in sorts(DrillKind.RON) if sort.theme)
        shares = Shares(DrillKind.RON, 5, [told(level=sort.level, themes=("x",))])
        one = told(level=sort.level, themes=(sort.theme,), position="new", hand="new")
        assert shares.refusal(structs.replace(one, themes=("x",))) == "enough of the level"
        for number in range(LESSON):
            assert shares.refusal(one) is None
            shares.add(structs.replace(one, position=str(number), hand=str(number)))
        assert shares.refusal(one) == "enough of the level"


class TestPresets:
    """Two players made the four kans of this hand: where that ends it, there is nothing to ask."""

    FOUR_KANS = positions(DrillKind.KAN)[106]

    def test_a_preset_that_ends_the_hand_before_is_none_of_its_presets(self) -> None:
        question = self.FOUR_KANS.question()
        assert widened(position_of(question), question).rules == ("mleague",)

    def test_one_that_is_there_is_found(self) -> None:
        (found,) = wrong(structs.replace(self.FOUR_KANS, rules=("mleague", "tenhou")))
        assert "kan-0106-tenhou is impossible" in found
        assert "suukaikan" in found

    def test_one_under_which_it_has_another_level_is_none(self) -> None:
        position = positions(DrillKind.WAY_OUT)[23]
        assert widened(position_of(position.question()), position.question()).rules == position.rules
        found = wrong(structs.replace(position, rules=(*position.rules, "wrc")), everywhere=False)
        assert found == ["way-out-0023-wrc is of level 2, not 1"]


class TestMirroredForms:
    """They turn another indicator: what speaks for a tile, and how much there is to look at, may change."""

    @pytest.mark.parametrize("number", [21, 189])
    def test_a_form_of_another_level_or_with_something_wrong_is_none(self, number: int) -> None:
        position = positions(DrillKind.SAFEST)[number]
        held = held_forms(position, position.question())
        assert held == position.forms
        assert not any(exchange(form).mirrored for form in range(FORMS) if held >> form & 1)
        (found,) = wrong(structs.replace(position, forms=(1 << FORMS) - 1))
        assert "unlike the line says" in found


class TestFiles:
    @pytest.fixture
    def file(self, tmp_path: Path) -> LibraryFile:
        return LibraryFile(DrillKind.WAITS, tmp_path)

    def test_a_number_is_never_given_again(self, file: LibraryFile) -> None:
        one = first(DrillKind.WAITS)
        assert [file.add(one).number for _ in range(3)] == [1, 2, 3]
        file.remove([3])
        assert file.add(one).number == 4
        assert [each.number for each in file.read()[1]] == [1, 2, 4]

    def test_a_search_goes_on_where_the_last_one_stopped(self, file: LibraryFile) -> None:
        said: list[str] = []
        few, more = (find(DrillKind.WAITS, count, tries=2, file=file, say=said.append) for count in (5, 10))
        assert min(few, more) > 0
        assert [each.number for each in file.read()[1]] == list(range(1, few + more + 1))
        assert list(check(DrillKind.WAITS, everywhere=False, folder=file.path.parent, say=said.append)) == []

    def test_a_kind_without_a_maker_is_searched_for_hand_by_hand(self, tmp_path: Path) -> None:
        file = LibraryFile(DrillKind.NEEDED, tmp_path)
        found = find(DrillKind.NEEDED, 100, tries=1, file=file, say=lambda text: None)
        assert found == len(file.read()[1]) > 0


class TestTheCheck:
    @pytest.mark.parametrize(
        ("field", "value", "said"),
        [
            ("themes", ("suji",), "has the themes"),
            ("level", 5, "is of level"),
            ("forms", 1, "unlike the line says"),
            ("asked", "{", "waits-"),
            ("events", "E1 0.0", "waits-"),
        ],
    )
    def test_a_line_that_says_something_else_is_found(self, field: str, value: object, said: str) -> None:
        position = first(DrillKind.WAITS, 1)
        assert wrong(position) == []
        assert any(said in each for each in wrong(structs.replace(position, **{field: value})))

    def test_two_that_are_alike_are_found(self, tmp_path: Path) -> None:
        file = LibraryFile(DrillKind.WAITS, tmp_path)
        question = first(DrillKind.WAITS).question()
        file.add(first(DrillKind.WAITS))
        file.add(position_of(in_other_tiles(question, 1)))
        found = list(check(DrillKind.WAITS, everywhere=False, folder=tmp_path, say=lambda text: None))
        assert any("is like waits-0001" in each for each in found)


def test_a_hand_begins_with_scores_that_add_up() -> None:
    for rules in PRESETS.values():
        for seed in range(100):
            header = search.header(rules, Dice(seed))
            assert sum(header.scores) + header.riichi_sticks * rules.riichi_bet == 4 * rules.start_points
            assert all(score % 100 == 0 and score > 0 for score in header.scores)
            assert header.number < rules.hands


def test_half_of_the_hands_are_the_last_of_their_game() -> None:
    rules = PRESETS["tenhou"]
    numbers = [search.header(rules, Dice(seed)).number for seed in range(400)]
    assert 160 <= numbers.count(rules.hands - 1) <= 280
    assert set(numbers) == set(range(rules.hands))


def test_the_drill_says_what_is_asked_and_of_which_level() -> None:
    """It serves every kind that needs nothing but an own turn, such as one with a module of its own."""
    found = [draft for seed in range(12) for draft in search.drafts(DrillKind.SAFEST, Dice(seed))]
    assert found
    assert all(draft.view().my_turn for draft in found)
    again = [draft for seed in range(12) for draft in search.drafts(DrillKind.SAFEST, Dice(seed))]
    assert [each.events for each in found] == [each.events for each in again]


def test_every_kind_that_is_searched_for_is_found_at_each_level() -> None:
    for kind in DrillKind:
        if module_of(kind) is None:
            levels = {level for level in LEVELS if any(_found(kind, level, seed) for seed in range(60))}
            assert levels == set(LEVELS)


def _found(kind: DrillKind, level: int, seed: int) -> bool:
    return search.draft(kind, level, Dice(level, seed)) is not None


MANY = 40
"""Questions with the same answer."""
HANDS, SHORT = 4, 7
"""So many hands with at most so many discards, of which every path can be walked."""


def hands() -> list[FoldCourse]:
    dice, found = Dice(4, 11), []
    while len(found) < HANDS:
        course = folded_hand(ruleset("tenhou"), dice)
        if course is not None and course.discards <= SHORT:
            found.append(course)
    return found


def test_a_moment_is_called_harmless_only_if_no_path_deals_in_there(monkeypatch: pytest.MonkeyPatch) -> None:
    courses = hands()
    by_short_cut = [is_fair(course, 20_000) for course in courses]
    monkeypatch.setattr(fold_fairness, "_is_harmless", lambda course, number: False)
    assert by_short_cut == [is_fair(course, 20_000) for course in courses]
    assert set(by_short_cut) == {True, False}
