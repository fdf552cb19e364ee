"""Questions and explanations in words: complete, true, short, and no larger than their place."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import msgspec
import pytest

from ai.drills.kinds.safe import SafeAsk
from ai.drills.library import positions
from ai.drills.question import LEVELS, DrillKind, DrillTheme, Given, Part, Question, grade
from ai.reading.outlook import outlook_after
from engine.own_rules import ruleset
from engine.rules import PRESETS, TENHOU, Ruleset
from engine.tiles import KIND_OF, NAMES, TILE_OF, parse_tiles
from engine.wall import Dice
from tests.support.ai.sample_questions import chosen, sample, won_by_ron
from tests.support.ai.seat_views import Position
from tests.support.tui import practice_questions
from tests.support.tui.practice_questions import QUESTIONS, waits_of
from tests.support.tui.texts import says
from tools.positions.judged_files import PUSH_FOLD_FILE, RIICHI_FILE
from tools.positions.judged_selection import form_positions, selected
from tools.positions.kinds import find_push_fold, find_riichi
from tui.drawing.rows import cells
from tui.i18n import t, wrapped
from tui.practice.answering import WORDS, Answering
from tui.practice.explain import ask_words, explain, option_word, part_results, seating_of
from tui.screens.practice.drill_page import COLUMN
from tui.words.hand_value import win_points
from tui.words.names import kind_word

ROOM = 78
"""Cells of a line at 80 columns."""
BESIDE = 7
"""Cells that a word takes besides itself: pointer, number, blanks."""


@pytest.fixture(params=DrillKind)
def question(request: pytest.FixtureRequest) -> Question:
    kind: DrillKind = request.param
    return QUESTIONS[kind]()


def wrong(question: Question) -> Given:
    """Another answer to each part than the right one."""
    given: list[frozenset[str]] = []
    while (asked := question.asked(given)) is not None:
        given.append(frozenset({next(each.id for each in asked.part.options if each.id not in asked.right)}))
    return tuple(given)


def text(question: Question, given: Given | None = None) -> str:
    return "\n".join(explain(question, given or question.answer).sentences)


# -- every kind --------------------------------------------------------------------------------------


@pytest.mark.usefixtures("language")
def test_the_question_fits_above_its_options(question: Question) -> None:
    answering = Answering(question)
    for number, part in enumerate(question.parts):
        lines = wrapped(ask_words(question, number), ROOM)
        assert len(lines) <= 2
        answering.given = list(question.answer[:number])
        answering._ask()
        assert len(lines) + len(answering.rows) <= 6
        words = [option_word(question, part, at) for at in range(len(part.options))]
        assert len(set(words)) == len(words)
        if len(words) > WORDS and answering.of_words:
            assert max(map(cells, words)) <= COLUMN - BESIDE


def test_the_options_of_a_kind_do_not_depend_on_the_answer(question: Question) -> None:
    """The same words in the same order, whatever is right."""
    other = replace(question, answer=tuple(map(frozenset, wrong(question))))
    for part in question.parts:
        told = [option_word(question, part, at) for at in range(len(part.options))]
        assert told == [option_word(other, part, at) for at in range(len(part.options))]


@pytest.mark.usefixtures("language")
def test_right_and_wrong_answers_are_explained(question: Question) -> None:
    right, other = explain(question, question.answer), explain(question, wrong(question))
    assert right.sentences
    assert set(right.sentences) <= set(other.sentences) | set(right.sentences)
    for sentence in (*right.sentences, *other.sentences):
        assert sentence[-1] in ".!?。", sentence
        assert "{" not in sentence
        assert "  " not in sentence
    assert len(other.sentences) == len(set(other.sentences))
    assert right.lit or question.kind is DrillKind.NEEDED


def test_the_answer_is_told_part_by_part(question: Question) -> None:
    (told,) = part_results(question, question.answer, grade(question, question.answer))
    assert told.right
    assert says(told.text, "drill.part.right")
    given = wrong(question)
    parts = part_results(question, given, grade(question, given))
    assert not any(part.right for part in parts)
    assert len(parts) == len(question.parts)
    for part, answer in zip(parts, question.answer, strict=True):
        wordings = ("drill.part.wrong", "drill.part.wrong-any", "drill.part.wrong-at")
        told_answer = any(says(part.text, key) for key in wordings)
        assert told_answer is bool(answer)


@pytest.mark.usefixtures("language")
def test_of_two_players_each_reason_names_its_own() -> None:
    """Also those that were answered wrongly, and before details are asked for."""
    question = positions(DrillKind.SAFE)[528].question()
    assert isinstance(question.ask, SafeAsk)
    players = [seating_of(question).other(seat) for seat in question.ask.against]
    whys = [option_word(question, part, _first_right(question, part)) for part in question.parts[1:]]
    named = [t("drill.part.against", why=why, name=name) for why, name in zip(whys, players, strict=True)]
    assert len(named) == 2
    (right,) = part_results(question, question.answer, grade(question, question.answer))
    assert [right.text.count(each) for each in named] == [1, 1]
    given = wrong(question)
    _, *others = part_results(question, given, grade(question, given))
    assert [each in told.text for each, told in zip(named, others, strict=True)] == [True, True]
    told = explain(question, question.answer)
    assert all(any(name in each for each in told.sentences[: told.brief]) for name in players)


def _first_right(question: Question, part: Part) -> int:
    answer = question.answer[question.parts.index(part)]
    return next(place for place, option in enumerate(part.options) if option.id in answer)


def test_of_one_player_nobody_is_named_in_the_answer() -> None:
    question = sample(DrillKind.SAFE, 1)
    assert isinstance(question.ask, SafeAsk)
    (seat,) = question.ask.against
    (told,) = part_results(question, question.answer, grade(question, question.answer))
    assert seating_of(question).other(seat) not in told.text


def test_players_are_named_from_the_person_on() -> None:
    question = practice_questions.furiten_now()
    names = {0: ("You", "Hayai", "Mamori", "Takame"), 2: ("Mamori", "Takame", "You", "Hayai")}
    for seat, seated in names.items():
        other = replace(question, position=replace(question.position, seat=seat))
        assert seating_of(other).names == seated


# -- single kinds ------------------------------------------------------------------------------------


def test_a_ron_that_lacks_han_has_no_points() -> None:
    """At one honba this hand wins by tsumo alone, with riichi."""
    rules = msgspec.structs.replace(TENHOU, two_han_minimum_from=1)
    position = Position("345m345s789p24p99m", honba=1, rules=rules).play(
        "0: 9p; 1: 9p; 2: 9s; 3: 1z; 0: draws 7z"
    )
    hand = outlook_after(position.view, TILE_OF["7z"])
    assert win_points([hand]) == t("drill.worth.points", least=6_000, most=6_000)


def test_waits_that_were_missed_or_marked_in_vain_come_first() -> None:
    question = practice_questions.waits()
    sentences = explain(question, [{"5s", "1m", "4z"}]).sentences
    assert sentences[0] == t("drill.waits.vain", count=2, tiles="1m North")
    assert [sentence[:2] for sentence in sentences[1:]] == ["2s", "3s", "8s", "5s"]
    assert sentences[2] == t(
        "drill.waits.completes", groups="123s, 444s, 567s and 999s", left="2 left", pair="33s", tile="3s"
    )


def test_a_fifth_tile_by_the_rules() -> None:
    """The hand waits on White alone: one in the hand, three in the pon."""
    hand, moves = "123456p789s1s555z", "0: 9m; 1: 5z; 0: pon 5z5z; 0: 1s; 1: 9m; 2: 9p; 3: 1z"
    told = {rules.fifth_tile: text(waits_of(hand, moves, rules)) for rules in PRESETS.values()}
    assert set(told) == {"concealed", "anywhere"}
    assert says(told["anywhere"], "drill.waits.fifth-noten", tiles="White")
    assert says(told["concealed"], "drill.waits.fifth-counts", tiles="White")
    assert any(f"({rules.title})" in told["concealed"] for rules in PRESETS.values())


def test_a_fifth_tile_that_no_rules_let_count() -> None:
    told = text(waits_of("1111m234567p789s", "0: 9m; 1: 9m; 2: 9p; 3: 1z"))
    assert told == t("drill.waits.fifth", tiles="1m")


def test_seven_pairs_and_orphans_have_words_of_their_own() -> None:
    pairs = text(waits_of("1133m5577p99s224z", "0: 9m; 1: 9m"))
    assert t("drill.waits.seven-pairs", left="3 left", tile="North") in pairs
    orphans = text(waits_of("19m19p19s1234566z", "0: 5m; 1: 9m"))
    assert t("drill.waits.orphans", left="4 left", tile="Red") in orphans


def test_furiten_is_asked_with_what_was_thrown_of_late() -> None:
    asked = ask_words(practice_questions.furiten_now(), 0)
    assert asked.endswith(t("drill.past.go-around", deeds="Hayai 5s; Mamori West; Takame pon West, 1m"))


def test_a_tile_that_was_taken_for_the_cause_is_explained() -> None:
    question = practice_questions.furiten_now()
    assert "2p" not in text(question)
    told = text(question, [{"temporary"}, {"5s", "2p"}, {"own-discard"}])
    assert told == text(question), "2p is near no wait: nothing to say about it"


def test_a_win_is_told_with_its_yaku() -> None:
    assert says(text(won_by_ron()).split("\n")[0], "drill.ron.wins")


def test_the_way_out_compares_the_best_discard_with_the_chosen_and_the_tempting_one() -> None:
    question = practice_questions.out_of_furiten()
    told = text(question, [{"4p"}]).split("\n")
    assert says(told[0], "drill.way-out.why-tiles", tile="1p", other="4p", count=6, fewer=3)
    assert says(told[1], "drill.way-out.free", tile="1p", waits="2p, 5p", count=6)
    assert says(told[2], "drill.way-out.free", tile="4p", waits="5p", count=3)
    assert says(told[3], "drill.way-out.furiten", tile="5p", waits="1p, 4p", causes="1p", count=5)
    assert t("drill.way-out.noten", tile="7p") in text(question, [{"7p"}])
    marks = explain(question, question.answer).marks
    tiles = Answering(question).tiles
    furiten = {NAMES[KIND_OF[tile]] for tile, mark in zip(tiles, marks, strict=True) if mark.furiten}
    assert furiten == {"2p", "5p"}


def test_the_way_out_underlines_what_would_make_the_chosen_discard_furiten() -> None:
    question = practice_questions.keep_clear_of_furiten()
    assert not question.view().furiten
    causes = explain(question, [{"5s"}]).causes
    assert [(cause.tile, cause.turn) for cause in causes] == [(TILE_OF["8s"], 1)]
    assert explain(question, question.answer).causes == ()


def test_a_wait_without_a_yaku_is_told_with_the_riichi_that_cures_it() -> None:
    found = chosen(DrillKind.WAY_OUT, theme=DrillTheme.RIICHI_GIVES_YAKU)
    questions = (each.question() for each in found)
    assert any(
        says(text(question), "drill.way-out.cured", tile=kind_word(TILE_OF[min(question.answer[0])]))
        for question in questions
        if len(question.answer[0]) == 1
    )


def test_a_kan_names_the_ruleset_where_it_decides() -> None:
    question = practice_questions.kan_after_riichi()
    assert ruleset("ema").title in text(question)
    assert "123s, 123s and 123s with the pair 55s, without a triplet of 1s" in text(question)


def test_a_furiten_riichi_is_told_with_its_figures() -> None:
    question = practice_questions.furiten_riichi()
    told = explain(question, question.answer)
    assert told.sentences == (
        t("drill.riichi.why-declare", tiles="5p", riichi=18_000, silent=12_000, count=7),
        t("drill.judged.best", choice="Declare riichi", high=1_470, low=1_010, mean=1_240, won=41, dealt=9),
        t(
            "drill.judged.behind",
            choice="Change the wait",
            lead=340,
            least=140,
            mean=900,
            most=540,
            house=310,
            won=38,
            dealt=10,
        ),
        t(
            "drill.judged.behind",
            choice="Stay silent",
            lead=630,
            least=380,
            mean=610,
            most=880,
            house=590,
            won=35,
            dealt=0,
        ),
        t("drill.judged.how", hands=1_000),
        t("drill.riichi.waits-furiten", tile="4p", waits="2p 5p", count=7),
        t("drill.riichi.waits", tile="3p", waits="4p South", count=3),
        t("drill.riichi.changed-riichi"),
        t("drill.riichi.draws", live=57, count=14),
    )
    assert told.lit == frozenset(parse_tiles("2p5p"))
    assert [cause.turn for cause in told.causes] == [1]


def test_a_furiten_riichi_is_asked_with_both_discards() -> None:
    asked = ask_words(practice_questions.furiten_riichi(), 0)
    assert says(asked, "drill.riichi.ask-change", tile="4p")
    assert f"or {t('drill.riichi.change', tile='3p')}?" in asked


def test_push_or_fold_is_told_with_its_figures_the_hand_and_the_danger() -> None:
    question = practice_questions.push_or_fold()
    told = explain(question, question.answer)
    assert told.sentences == (
        t("drill.push-fold.why-push", mean=410, other=-1_120, won=31, dealt=19),
        t("drill.judged.best", choice="Push", high=810, low=10, mean=410, won=31, dealt=19),
        t(
            "drill.judged.behind",
            choice="Fold",
            mean=-1_120,
            lead=1_530,
            least=1_010,
            most=2_050,
            house=1_180,
            won=2,
            dealt=1,
        ),
        t("drill.judged.how", hands=300),
        t("drill.push-fold.away", tile="4p", steps=1, count=11),
        t("drill.push-fold.dora", count=1),
        t("drill.push-fold.danger", name="Mamori", tile="4p", rate="15.9"),
        t("drill.push-fold.safe", name="Mamori", tile="South"),
    )
    assert told.lit == frozenset(parse_tiles("4p2z"))


def test_push_or_fold_is_asked_with_both_discards() -> None:
    asked = ask_words(practice_questions.push_or_fold(), 0)
    find_riichi = t("drill.push-fold.riichi", name="Mamori", count=1)
    push = t("drill.push-fold.on", push="4p")
    assert asked == t("drill.push-fold.ask", riichi=find_riichi, push=push, fold="South")


JUDGED_KINDS = (DrillKind.RIICHI, DrillKind.PUSH_FOLD)
FORMS = {DrillKind.RIICHI: find_riichi.FORMS, DrillKind.PUSH_FOLD: find_push_fold.FORMS}
FILES = {DrillKind.RIICHI: RIICHI_FILE, DrillKind.PUSH_FOLD: PUSH_FOLD_FILE}


@pytest.mark.nightly
@pytest.mark.parametrize("fixed", [None, TENHOU])
@pytest.mark.parametrize("kind", JUDGED_KINDS)
def test_level_ruleset_and_choices_do_not_tell_the_answer(kind: DrillKind, fixed: Ruleset | None) -> None:
    """Whoever learns the most frequent answer of each form from one half guesses the other half with it."""
    number_guessed = 20_000
    learnt: dict[object, Counter[str]] = {}
    right = chance = asked = 0.0
    for number in range(number_guessed):
        level = LEVELS[number % len(LEVELS)]
        found = selected(FILES[kind], FORMS[kind], level, Dice(number), fixed)
        offered = sorted(choice.id for choice in found.position.choices)
        form, answer = (level, found.rules, *offered), found.position.best.id
        if number < number_guessed // 2:
            learnt.setdefault(form, Counter())[answer] += 1
            continue
        guess = learnt[form].most_common(1)[0][0] if form in learnt else offered[0]
        right, chance, asked = right + (guess == answer), chance + 1 / len(offered), asked + 1
    assert right / asked <= chance / asked + 0.05


@pytest.mark.parametrize("kind", JUDGED_KINDS)
def test_every_preset_has_questions(kind: DrillKind) -> None:
    for rules in PRESETS:
        assert form_positions(FILES[kind], FORMS[kind], rules)
        assert sample(kind, 3, 5, rules).rules.name == rules
