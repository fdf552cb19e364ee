"""What practice asks from: which positions fit, their order, other forms, and codes of earlier versions."""

from __future__ import annotations

import gzip
from datetime import timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

from ai.drills import library
from ai.drills.library import FORMS, LibraryPosition, read_library_code
from ai.drills.question import DrillKind
from tests.support.fresh_interpreter import ROOT
from tests.support.tui.practice_answers import NOON, POOL, Clock, answer_all, attempt, code_of, practice_at
from tui.database.open_database import DATABASE
from tui.practice.history import MOST_A_DAY, History
from tui.practice.question_pool import QuestionPool
from tui.practice.question_selection import STORM

WAITS = DrillKind.WAITS
OLD = ROOT / "tests" / "data" / "practice-old-codes.db.gz"
"""349 answers of a version whose codes named dice: sessions of 16 days, today's ten, storms, lessons."""


def position(
    number: int, level: int = 1, themes: str = "", rules: str = "wrc", forms: int = 1
) -> LibraryPosition:
    return LibraryPosition(
        WAITS, number, level, tuple(themes.split()), tuple(rules.split()), 0, "", "", forms
    )


def pool(*positions: LibraryPosition) -> QuestionPool:
    numbered = {each.number: each for each in positions}
    return QuestionPool(lambda kind: numbered if kind is WAITS else {}, POOL.make)


class TestFinding:
    FOUND = pool(
        position(1, 1, "suji wall"),
        position(2, 1, "wall", "tenhou ema"),
        position(3, 2, "suji"),
        position(5, 4, "wall suji"),
    )

    def test_by_level_theme_preset_and_what_is_hidden(self) -> None:
        def numbers(**wanted: object) -> list[int]:
            return [each.number for each in self.FOUND.find(WAITS, **wanted)]  # type: ignore[arg-type]

        assert numbers(level=1) == [1, 2]
        assert numbers(theme="suji") == [1, 3, 5]
        assert numbers(theme="suji", first=True) == [1, 3]
        assert numbers(rules="ema") == [2]
        assert numbers(without=["suji"]) == [2]

    def test_where_a_level_has_none_the_nearest_takes_its_place(self) -> None:
        assert self.FOUND.new(WAITS, 3, [7], theme="wall") in (["waits-0005", "waits-0002"], ["waits-0005"])
        assert self.FOUND.new(WAITS, 3, [7], theme="wall", nearest=False) == []

    def test_a_code_names_the_preset_only_if_it_is_not_the_first(self) -> None:
        assert self.FOUND.new(WAITS, 1, [1], rules="ema") == ["waits-0002-ema"]
        assert self.FOUND.new(WAITS, 1, [1], rules="tenhou") == ["waits-0002"]

    def test_a_library_that_grows_keeps_the_order_of_what_it_had(self) -> None:
        few = [position(number) for number in range(1, 60)]
        more = [*few, *(position(number) for number in range(60, 70))]
        before, after = pool(*few).new(WAITS, 1, [3, 4]), pool(*more).new(WAITS, 1, [3, 4])
        assert [code for code in after if code in before] == before
        assert before != sorted(before)
        assert before != pool(*few).new(WAITS, 1, [3, 5])


class TestForms:
    def test_each_answer_brings_another_form_that_holds(self) -> None:
        held = pool(position(1, forms=0b1011))
        assert [held.again("waits-0001", answers) for answers in range(3)] == [
            str(read_library_code("waits-0001")._replace(form=form)) for form in (1, 3, 1)
        ]

    def test_without_another_form_it_comes_back_as_it_was(self) -> None:
        assert pool(position(1)).again("waits-0001", 4) == "waits-0001"
        assert pool(position(1)).again("own-ABCDEFGHJK", 4) == "own-ABCDEFGHJK"

    def test_under_the_preset_to_which_practice_is_fixed(self) -> None:
        found = pool(position(1, rules="wrc ema"))
        assert found.again("waits-0001", 0, "ema") == "waits-0001-ema"
        assert found.again("waits-0001", 0, "wrc") == "waits-0001"
        assert (found.under("waits-0001", "ema"), found.under("waits-0001", "tenhou")) == (True, False)

    def test_a_form_counts_for_its_position(self) -> None:
        form = POOL.again(code_of(WAITS, 1, 3), 5)
        assert POOL.base(attempt(code=form)) == POOL.plain(form) == code_of(WAITS, 1, 3)
        assert all(POOL.in_form(code_of(WAITS, 1, 3), number) for number in range(FORMS))


class TestEarlierVersions:
    """Their codes were seeds: the questions cannot be asked any more."""

    def test_a_position_of_the_same_kind_level_and_idea_takes_its_place(self) -> None:
        found = QuestionPool()
        for theme in ("simple-wait", "many-waits", "no such idea"):
            code = found.base(replace(attempt(code="waits-2-K7Q2"), level=2, themes=(theme,)))
            place = library.positions(WAITS)[read_library_code(code).number]
            assert place.level == 2
            fitting = found.find(WAITS, level=2, theme=theme, first=True)
            assert not fitting or place in fitting

    def test_always_the_same_one_whatever_form_or_preset(self) -> None:
        found = QuestionPool()
        codes = ("waits-2-K7Q2", "waits-2-K7Q2.5", "waits-2-k7q2")
        assert len({found.base(attempt(code=code)) for code in codes}) == 1

    def test_nothing_is_lost(self, tmp_path: Path) -> None:
        """Every answer counts, every card can be asked, and ratings are what they were."""
        (tmp_path / DATABASE).write_bytes(gzip.decompress(OLD.read_bytes()))
        clock = Clock(NOON + timedelta(days=20))
        practice = practice_at(tmp_path, clock, pool=QuestionPool())
        answers = practice.progress.attempts
        assert len(answers) == 349
        storms = {each.id for each in practice.progress.sittings if each.kind == STORM}
        history = History([each for each in answers if each.sitting not in storms], zone=None)
        assert len(history.judged) == len([each for each in answers if each.sitting not in storms])
        assert len(history.cards) > 40
        for code in history.cards:
            assert QuestionPool().make(code).code == code
        figures = practice.overview()
        assert figures.answers == 349
        assert sum(card.is_due(practice.today) for card in history.cards.values()) > 40
        assert figures.due == len(history.all_due(practice.today)) >= MOST_A_DAY
        assert practice.lessons_done > 0

    def test_what_is_due_is_asked_and_then_no_longer_due(self, tmp_path: Path) -> None:
        (tmp_path / DATABASE).write_bytes(gzip.decompress(OLD.read_bytes()))
        clock = Clock(NOON + timedelta(days=20))
        # some kinds may have no positions yet
        kinds = tuple(kind for kind in DrillKind if library.positions(kind))
        practice = practice_at(tmp_path, clock, kinds=kinds, pool=QuestionPool())
        before = practice.overview().due
        session = practice.begin()
        repeats = 0
        while (question := session.next()) is not None:
            clock.pass_by(5)
            repeats += session.repeat
            session.answer(question.answer)
        assert repeats == 5
        assert practice.overview().due < before


@pytest.mark.parametrize("code", ["own-ABCDEFGHJK", "nothing", "waits-9999"])
def test_what_the_library_does_not_have_gets_no_card(code: str) -> None:
    history = History([attempt(code=code, right=False)])
    assert code not in history.cards


def test_a_session_of_twenty_asks_nothing_twice(tmp_path: Path) -> None:
    clock = Clock()
    practice = practice_at(tmp_path, clock, kinds=(WAITS,))
    asked = answer_all(practice.begin(WAITS, questions=20), clock)
    assert len({question.code for question in asked}) == 20
