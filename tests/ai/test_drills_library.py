"""The library of practice: its format, its codes, the choice of positions, and what stands in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from ai.drills import library
from ai.drills.drill import Exchange, drill_of
from ai.drills.kinds.furiten import ask
from ai.drills.library import (
    FORMS,
    LibraryCode,
    LibraryPosition,
    OldCode,
    exchange,
    form_name,
    position_of,
    positions,
    question_of,
    read_library_code,
)
from ai.drills.question import LEVELS, DrillKind, DrillTheme, NoQuestion, Question, UnknownCode
from engine.actions import Why
from engine.tenpai import read_otherwise
from engine.tiles import DORA_OF, EAST, KIND_OF, KINDS, RED_FIVES, WHITE, is_red
from tests.support.ai.legal_beginning import of_question
from tests.support.ai.sample_questions import chosen, holds, in_form, of_each_level, samples
from tests.support.ai.seat_views import Position
from tests.support.ai.slow_solver.answers import slow_answer
from tests.support.nightly import at_night, part_always
from tools.positions.admission import LESSON, MOST_BY_THUMB, Shares, by_thumb, sorts
from tools.positions.candidate import traits
from tools.positions.checking import given_away, wrong
from tools.positions.other_tiles import exchanged_question
from tools.positions.rules_of_thumb import by_rules_of_thumb

NUMBERS = range(1, FORMS)
FEW = (1, 2, 8, 23, FORMS - 1)
"""Numbers that are tried always, one with each level; the ranks are mirrored in some of them."""
JUDGED = (DrillKind.RIICHI, DrillKind.PUSH_FOLD)
SUITS_ALONE = next(number for number in NUMBERS if not exchange(number).mirrored)
"""A form in which the ranks are as they were."""
MIRRORED = next(number for number in NUMBERS if exchange(number).mirrored)


def used(question: Question, found: Question, number: int) -> Exchange:
    """How the tiles of the hand were exchanged."""
    exchange = library.exchange(number)
    assert sorted(map(exchange.tile, question.view().hand.tiles)) == sorted(found.view().hand.tiles)
    return exchange


def others_of(ids: Iterable[str], exchange: Exchange) -> frozenset[str]:
    return frozenset(exchange.id(id) for id in ids)


def has_other_tiles(question: Question, number: int) -> bool:
    """Whether the question can be asked in that form; everything about it is checked."""
    if not holds(question, number):
        return False
    found = in_form(question, number)
    assert read_library_code(found.code) == read_library_code(question.code)._replace(form=number)
    assert slow_answer(found) == found.answer, found.code
    of_question(found)
    exchange = used(question, found, number)
    assert tuple(others_of(ids, exchange) for ids in question.answer) == found.answer
    for before, after in zip(question.parts, found.parts, strict=True):
        offered = others_of((option.id for option in before.options), exchange)
        assert offered == {option.id for option in after.options}
    return True


class TestTiles:
    def test_each_number_is_another_exchange(self) -> None:
        found = {tuple(map(exchange(number).tile, range(37))) for number in NUMBERS}
        assert len(found) == len(NUMBERS) == 35
        assert tuple(range(37)) not in found

    @pytest.mark.parametrize("number", NUMBERS)
    def test_it_is_one_to_one_and_keeps_what_rules_are_about(self, number: int) -> None:
        exchange = library.exchange(number)
        tiles = [exchange.tile(tile) for tile in range(37)]
        assert sorted(tiles) == list(range(37))
        for tile, other in enumerate(tiles):
            assert is_red(tile) is is_red(other)
            assert KIND_OF[other] == exchange.tile(KIND_OF[tile])
            assert (tile >= WHITE and not is_red(tile)) is (other >= WHITE and not is_red(other))
        assert tiles[EAST:WHITE] == list(range(EAST, WHITE))
        for low in (kind for kind in range(EAST) if kind % 9 < 8):
            assert {tiles[low + 1] - tiles[low]} <= {1, -1}

    @pytest.mark.parametrize("number", NUMBERS)
    def test_an_indicator_shows_the_exchanged_dora(self, number: int) -> None:
        exchange = library.exchange(number)
        for tile in (*range(KINDS), *RED_FIVES):
            shown = DORA_OF[KIND_OF[exchange.indicator(tile)]]
            assert shown == exchange.tile(DORA_OF[KIND_OF[tile]])

    def test_ids_of_options(self) -> None:
        mirrored = Exchange((1, 2, 0), 1, True)
        ids = {"3m": "7p", "0s": "0m", "1z": "1z", "5z": "6z", "7z": "5z", "23m": "78p", "none": "none"}
        assert {id: mirrored.id(id) for id in ids} == ids


class TestQuestions:
    @pytest.mark.parametrize("kind", DrillKind)
    def test_the_answer_is_the_exchanged_one_and_right(self, kind: DrillKind) -> None:
        """The slow solver knows the events alone; a hand of all other tiles is possible, too."""
        others = sum(map(has_other_tiles, of_each_level(kind), FEW))
        # a judged hand near ryuuiisou keeps its picture
        assert others >= (1 if kind in JUDGED else 4)

    @pytest.mark.nightly
    @pytest.mark.parametrize("level", LEVELS)
    @pytest.mark.parametrize("kind", DrillKind)
    def test_so_it_is_with_every_number(self, kind: DrillKind, level: int) -> None:
        """Of a position that has mirrored forms; some have none."""
        found = list(chosen(kind, level=level))
        question = next((each for each in found if each.holds(MIRRORED)), found[0]).question()
        others = sum(has_other_tiles(question, number) for number in NUMBERS)
        assert others >= (0.0 if kind in JUDGED else 0.5) * len(NUMBERS)

    @pytest.mark.parametrize("kind", JUDGED)
    def test_judged_positions_keep_their_figures_and_ranks(self, kind: DrillKind) -> None:
        for question in of_each_level(kind):
            if not holds(question, SUITS_ALONE):
                continue
            found = in_form(question, SUITS_ALONE)
            before, after = question.facts.judged, found.facts.judged
            assert [each.points for each in before.choices] == [each.points for each in after.choices]
            assert (before.hands, question.partial) == (after.hands, found.partial)
            ranks = [
                sorted(KIND_OF[tile] % 9 for tile in each.view().hand.tiles if KIND_OF[tile] < EAST)
                for each in (question, found)
            ]
            assert ranks[0] == ranks[1]
            assert exchanged_question(question, Exchange(mirrored=True)) is None


def test_a_folded_hand_deals_in_with_the_same_tiles() -> None:
    for question in of_each_level(DrillKind.FOLD):
        if not holds(question, 2):
            continue
        found = in_form(question, 2)
        exchange = used(question, found, 2)
        before, after = question.course, found.course
        for kind in sorted({KIND_OF[tile] for tile in question.view().hand.tiles}):
            winners = [win.rival.seat for win in before.wins([kind])]
            assert [win.rival.seat for win in after.wins([exchange.tile(kind)])] == winners
        for rival, other in zip(before.rivals, after.rivals, strict=True):
            assert sorted(map(exchange.tile, rival.tiles)) == sorted(other.tiles)
            assert sorted(map(exchange.tile, rival.waits)) == sorted(other.waits)
            assert (rival.seat, rival.furiten, rival.joined) == (other.seat, other.furiten, other.joined)


HAND = "123m456p789s22z34s"
"""Waits on 2s and 5s once 7z is discarded."""


def furiten(indicator: str, moves: str, hand: str = HAND) -> Question:
    position = Position(hand, indicator=indicator).play(moves)
    draft = ask(position.moment)
    assert draft is not None
    return Question.of(DrillKind.FURITEN, 1, 0, "furiten-1-2222", draft)


class TestWhereItCannot:
    MOVES = "0: 5s; 1: 9m; 2: 9m; 3: 1z; 0: 7z"
    MIRROR = Exchange(mirrored=True)

    def test_an_indicator_that_would_be_a_fifth_tile(self) -> None:
        """Four 5p are visible; 3p shows 4p, which becomes 6p, which a fifth 5p would have to show."""
        moves = "0: 5s; 1: 5p; 2: 5p; 3: 0p; 0: 7z"
        question = furiten("3p", moves)
        assert exchanged_question(question, self.MIRROR) is None
        assert exchanged_question(furiten("4p", moves), self.MIRROR) is not None

    def test_another_answer_is_not_asked(self) -> None:
        question = furiten("3p", self.MOVES)
        wrong = replace(question, answer=(frozenset({"none"}), frozenset(), frozenset()))
        assert exchanged_question(question, self.MIRROR) is not None
        assert exchanged_question(wrong, self.MIRROR) is None

    def test_another_idea_is_not_asked(self) -> None:
        question = furiten("3p", self.MOVES)
        assert exchanged_question(replace(question, themes=(DrillTheme.SUJI,)), self.MIRROR) is None

    def test_a_chi_is_told_in_ascending_order(self) -> None:
        question = furiten("3p", "0: 5s; 1: 9m; 2: 6p; 3: chi 7p8p; 3: 1z; 0: 7z")
        found = exchanged_question(question, self.MIRROR)
        (chi,) = (event for event in found.events if hasattr(event, "consumed"))
        assert (chi.pai, chi.consumed) == ("4p", ["2p", "3p"])


FILLED = [kind for kind in DrillKind if positions(kind)]
"""The kinds with positions."""
SOON = (DrillKind.KAN,)
"""Kinds whose positions are soon opened."""
MEASURED = {DrillKind.RIICHI, DrillKind.PUSH_FOLD}
"""Kinds whose positions are those that were judged, however many there are."""
UNEVEN = 2
"""How many times as many positions as another a level may have."""
LINE = "0007\t2\tgenbutsu,suji\ttenhou,mleague\t1\tE1 0.0 1,2,3,4 5p 1m\t{}\t800000005"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty library."""
    monkeypatch.setattr(library, "FOLDER", tmp_path)
    positions.cache_clear()
    yield tmp_path
    positions.cache_clear()


def write(folder: Path, *lines: str) -> None:
    text = "".join(f"{line}\n" for line in ("# the next number is 9", *lines))
    (folder / "safe.txt").write_text(text, encoding="utf-8")


class TestTheFormat:
    def test_a_line_is_written_as_it_was_read(self) -> None:
        found = LibraryPosition.of_line(DrillKind.SAFE, LINE)
        assert (found.number, found.level, found.seat) == (7, 2, 1)
        assert (found.themes, found.rules) == (("genbutsu", "suji"), ("tenhou", "mleague"))
        assert [form for form in range(FORMS) if found.holds(form)] == [0, 2, 35]
        assert found.line == LINE

    def test_comments_are_passed_over_and_numbers_may_be_missing(self, folder: Path) -> None:
        write(folder, LINE, LINE.replace("0007", "0003"))
        assert list(positions(DrillKind.SAFE)) == [7, 3]

    def test_a_kind_without_a_file_has_no_positions(self, folder: Path) -> None:
        assert positions(DrillKind.SAFE) == {}


class TestCodes:
    def test_every_form_has_its_letter_and_digit(self) -> None:
        names = [form_name(form) for form in range(FORMS)]
        assert names[0] == "a1"
        assert sorted(names) == [f"{letter}{digit}" for letter in "abcdef" for digit in range(1, 7)]

    def test_the_letter_tells_the_suits_and_the_digit_the_rest(self) -> None:
        by_name = {form_name(form): exchange(form) for form in range(FORMS)}
        for name, found in by_name.items():
            assert found.suits == by_name[f"{name[0]}1"].suits
            assert found[1:] == by_name[f"a{name[1]}"][1:]

    @pytest.mark.parametrize(
        "code", ["safe-0412", "safe-0412-b3", "safe-0412-ema", "way-out-0001-f6-wrc2015", "count-12345"]
    )
    def test_codes_are_written_as_they_are_read_in_any_case(self, code: str) -> None:
        assert str(read_library_code(code)) == code
        assert str(read_library_code(f" {code.upper()} ")) == code

    def test_the_position_itself_is_written_without_a_form(self) -> None:
        assert str(read_library_code("safe-0412-a1")) == "safe-0412"

    @pytest.mark.parametrize(
        ("code", "told"),
        [
            ("tenpai-0001", "no question begins with 'tenpai'"),
            ("safe", "'' is no number"),
            ("safe-12", "'12' is no number"),
            ("safe-04l2", "'04l2' is no number"),
            ("safe-0412-g1", "'g1' is no form"),
            ("safe-0412-a7", "'a7' is no form"),
            ("safe-0412-casino", "there is no ruleset 'casino'"),
            ("safe-0412-b3-b3", "there is no ruleset 'b3'"),
        ],
    )
    def test_what_is_wrong_is_told_in_one_line(self, code: str, told: str) -> None:
        with pytest.raises(UnknownCode) as error:
            read_library_code(code)
        assert told in str(error.value)
        assert "\n" not in str(error.value)
        assert not isinstance(error.value, OldCode)

    @pytest.mark.parametrize(
        ("code", "kind", "level"),
        [
            ("safe-3-K7Q2", DrillKind.SAFE, 3),
            ("way-1-2222.5", DrillKind.WAY_OUT, 1),
            ("PUSH-5-UGFS-wrc", DrillKind.PUSH_FOLD, 5),
            ("pass-2-ABCD", DrillKind.PASSING, 2),
        ],
    )
    def test_a_code_of_dice_is_an_old_one(self, code: str, kind: DrillKind, level: int) -> None:
        with pytest.raises(OldCode) as error:
            read_library_code(code)
        assert (error.value.kind, error.value.level) == (kind, level)
        assert code in str(error.value)

    def test_a_number_a_form_and_a_preset_must_be_there(self, folder: Path) -> None:
        write(folder, LINE)
        assert position_of(LibraryCode(DrillKind.SAFE, 7)).number == 7
        for code, told in {
            "safe-0008": "there is no question safe-0008",
            f"safe-0007-{form_name(1)}": "has no form",
            "safe-0007-wrc": "no question under wrc",
        }.items():
            with pytest.raises(UnknownCode, match=told):
                question_of(code)

    def test_a_position_that_cannot_be_read_is_no_question(self, folder: Path) -> None:
        write(folder, LINE)
        with pytest.raises(NoQuestion, match="safe-0007"):
            question_of("safe-0007")


# -- what stands in it -----------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", FILLED)
def test_a_sample_is_what_its_lines_say_and_nothing_is_wrong_with_it(kind: DrillKind) -> None:
    """Its answers are those of a slow solver, the engine plays its beginnings, and what it says holds.

    Every other one of what tests share, all positions at night; of hands that are folded to their end one.
    """
    some = samples(kind)[2:3] if kind is DrillKind.FOLD else samples(kind)[::2]
    found = (position_of(read_library_code(question.code)) for question in some)
    assert [each for position in found for each in wrong(position, everywhere=False)] == []


@pytest.mark.nightly
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("kind", FILLED)
def test_every_position_is_what_its_line_says_and_nothing_is_wrong_with_it(
    kind: DrillKind, level: int
) -> None:
    assert [each for position in chosen(kind, level=level) for each in wrong(position)] == []


@pytest.mark.parametrize("kind", FILLED)
def test_a_form_and_a_preset_bring_back_the_same_question(kind: DrillKind) -> None:
    position = next(iter(chosen(kind, level=2)))
    forms = [form for form in range(1, FORMS) if position.holds(form)]
    for code in [
        *(position.code(form) for form in forms[:2]),
        *(position.code(0, rules) for rules in position.rules),
    ]:
        question = question_of(str(code))
        assert question.code == str(code)
        assert question.level == drill_of(kind).level(question.difficulty)
        assert tuple(theme.value for theme in question.themes) == position.themes


@pytest.mark.parametrize("kind", [kind for kind in FILLED if kind not in MEASURED])
def test_the_levels_are_even_and_the_lessons_find_what_they_ask_for(kind: DrillKind) -> None:
    held = list(positions(kind).values())
    needed = Counter({level: sum(sort.level == level for sort in sorts(kind)) * LESSON for level in LEVELS})
    least = min(Counter(each.level for each in held).values())
    assert least >= 12
    for level in LEVELS:
        assert sum(each.level == level for each in held) <= UNEVEN * least + needed[level]
    for sort in sorts(kind):
        theme = DrillTheme(sort.theme) if sort.theme else None
        later = {DrillTheme(each) for each in sort.later}
        assert sum(1 for _ in chosen(kind, level=sort.level, theme=theme, without=later)) >= LESSON


@pytest.mark.parametrize("theme", [DrillTheme.ROBBED_KAN, DrillTheme.CALLED_AWAY])
def test_ideas_that_are_rare_in_games_are_rare_in_furiten(theme: DrillTheme) -> None:
    held = list(positions(DrillKind.FURITEN).values())
    assert sum(theme in each.themes for each in held) <= 0.05 * len(held)


def test_every_true_reason_of_a_safe_tile_is_right() -> None:
    """What passed since a riichi has passed since the last discard too if that was the riichi tile."""
    several = 0
    for position in positions(DrillKind.SAFE).values():
        question = position.question()
        for right in question.answer[1:]:
            several += len(right) > 1
            assert len(right & {"all-seen", "no-wait"}) != 1
    assert several >= len(positions(DrillKind.SAFE)) // 10


class TestKans:
    def test_one_answer_is_true(self) -> None:
        """The waits change, or only the grouping does, or something besides the hand speaks against it."""
        for position in positions(DrillKind.KAN).values():
            question = position.question()
            view, facts = question.view(), question.facts
            before, after = set(facts.before), set(facts.after)  # type: ignore[attr-defined]
            told = question.answer[0]
            assert (told == {Why.KAN_CHANGES_WAITS}) is (before != after)
            strict = view.rules.closed_kan_after_riichi == "strict"
            if told == {Why.KAN_CHANGES_READING}:
                assert strict
                assert read_otherwise(view.hand, view.waits, question.ask.kind)  # type: ignore[attr-defined]

    def test_what_a_counter_answers_is_rare(self) -> None:
        told = Counter(next(iter(each.question().answer[0])) for each in positions(DrillKind.KAN).values())
        for why in (Why.LAST_TILE, Why.FOUR_KANS):
            assert told[why] <= max(2, 0.05 * told.total())


@pytest.mark.nightly
def test_a_rule_of_thumb_does_not_answer_counts() -> None:
    held = [traits(position.question()) for position in positions(DrillKind.COUNT).values()]
    assert sum(map(by_thumb, held)) <= (MOST_BY_THUMB + 0.1) * len(held)
    double = [right for each in held for name, right in each.yaku if name == "double-riichi"]
    assert False in double


@pytest.mark.parametrize("kind", part_always(FILLED, SOON))
def test_the_form_gives_nothing_away(kind: DrillKind) -> None:
    assert given_away(kind, positions(kind).values()) == []


@pytest.mark.nightly
@pytest.mark.parametrize("kind", [kind for kind in FILLED if kind not in MEASURED])
def test_no_rule_of_thumb_answers_a_kind(kind: DrillKind) -> None:
    assert by_rules_of_thumb(kind, positions(kind).values()) == []


@pytest.mark.parametrize("many", [8, *at_night([1_000])])
@pytest.mark.parametrize("kind", FILLED)
def test_no_two_positions_are_alike(kind: DrillKind, many: int) -> None:
    held = list(positions(kind).values())
    shares = Shares(kind, len(held))
    for position in held[:many]:
        found = traits(position.question())
        assert found.position not in shares.positions
        assert found.hand not in shares.hands
        shares.add(found)
