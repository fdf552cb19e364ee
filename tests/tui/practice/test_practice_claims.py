"""What questions say, recomputed slowly: claims, what comes back, and questions of recorded games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from itertools import chain
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from ai.drills.library import FORMS, StoredPosition, positions, read_library_code
from ai.drills.question import LEVELS, OWN, DrillKind, DrillTheme, NoQuestion, Question
from engine.rules import PRESETS
from engine.tiles import KIND_OF, NAMES, TILE_OF
from engine.wall import PLAYERS
from tests.support.ai.sample_questions import holds, in_form, of_each_level, samples, won_by_ron
from tests.support.ai.slow_solver.answers import slow_answer
from tests.support.ai.slow_solver.story import tell, tenpai
from tests.support.ai.slow_solver.win_points import yaku
from tests.support.fresh_interpreter import loaded_after
from tests.support.nightly import part_always
from tests.support.tui import practice_questions
from tests.support.tui.claims.recording import spoken
from tests.support.tui.claims.registry import faults, judged, told
from tests.support.tui.practice_answers import (
    NO,
    NOON,
    YES,
    Clock,
    answer_all,
    attempt,
    code_of,
    history,
    past,
    practice_at,
    reviewed,
)
from tests.support.tui.practice_questions import QUESTIONS
from tui.database.practice_rows import Attempt
from tui.i18n import join_list, section, t
from tui.practice.explain import explain
from tui.practice.history import MOST_A_DAY, History
from tui.practice.own_mistakes import question_about, question_of
from tui.practice.practice import Practice
from tui.practice.question_pool import QuestionPool
from tui.words.names import join, tile_word

SAID = {
    DrillKind.WAITS: ("reading",),
    DrillKind.FURITEN: ("trap", "past"),
    DrillKind.WAY_OUT: ("worth",),
    DrillKind.AHEAD: ("worth",),
    DrillKind.RIICHI: ("judged",),
    DrillKind.PUSH_FOLD: ("judged",),
}
"""Texts of several kinds that this one says besides its own."""
UNSAID = {
    DrillKind.WAITS: {"waits.fifth", "waits.none", "waits.noten", "waits.orphans"},
    DrillKind.FURITEN: {"trap.called-away"},
    DrillKind.WAY_OUT: {"way-out.ask-threat", "way-out.furiten-itself", "way-out.why-safer", "worth.risk"},
    DrillKind.SAFE: {"safe.ask-both-offered", "safe.ask-offered", "safe.no-wait"},
    DrillKind.KAN: {"kan.otherwise-pairs"},
    DrillKind.RIICHI: {"riichi.ask-or"},
    DrillKind.READ: {"read.sign-passed-kan"},
    DrillKind.FOLD: {"fold.unlucky", "fold.waited-furiten"},
    DrillKind.COUNT: {
        *("count.not-iipeikou-open", "count.not-tanyao-open", "count.won-kan"),
        *("count.pays", "count.pays-all", "count.pays-each"),
    },
}
"""But for these: rare ones, those of questions about own games, and words to choose from."""


TOO_FEW = "drill.read.rule-tiles"


SOON = (DrillKind.KAN, DrillKind.SAFEST, DrillKind.NEEDED, DrillKind.FURITEN, DrillKind.RON)
"""Kinds that soon have said everything."""


@pytest.mark.parametrize("kind", part_always(DrillKind, SOON))
def test_every_text_of_a_kind_is_said(kind: DrillKind) -> None:
    """A sentence that is left out is no lie, and would be missed."""
    beginnings = tuple(f"drill.{name}." for name in (kind, *SAID.get(kind, ())))
    texts = {key for key in section("en", "drill") if key.startswith(beginnings) and ".is-" not in key}
    missing = texts - {f"drill.{name}" for name in UNSAID.get(kind, ())}
    library = (each.question(rules=rules) for each in positions(kind).values() for rules in each.rules[::-1])
    for question in chain(samples(kind), [QUESTIONS[kind]()], library):
        missing -= {each.key for _, claims in told(question) for each in claims}
        if not missing:
            break
    assert not missing


@pytest.mark.parametrize("right", [True, False])
def test_the_brief_explanation_of_waits_tells_every_one(right: bool) -> None:
    for question in samples(DrillKind.WAITS):
        story = tell(question.rules, question.seat, question.events)
        given = question.answer if right else (frozenset({"none"}),)
        explained = explain(question, given)
        brief = explained.sentences[: explained.brief]
        starts = [sentence.partition(" (")[0] for sentence in brief]
        waits = [tile_word(TILE_OF[kind]) for kind in tenpai(story, story.concealed)]
        assert sorted(waits) == sorted(set(starts) & set(waits))


@pytest.mark.parametrize("kind", DrillKind)
def test_every_claim_holds_in_a_question_in_notation(kind: DrillKind) -> None:
    assert faults(QUESTIONS[kind]()) == []


# -- lies that once were told --------------------------------------------------------------------------


def wrong(question: Question, told: Callable[[], str]) -> list[str]:
    """What is found wrong with a sentence about a question."""
    story = tell(question.rules, question.seat, question.events)
    return list(judged(spoken(told), question, story))


def test_a_tile_that_never_counted_did_not_stop_counting() -> None:
    """2s passed before the hand waited on it; 5s did when it was waited on, and its furiten is over."""
    question = waits_late()
    reason = "drill.trap.passed-earlier"
    whose = t("desk.whose", name="Hayai")
    never = wrong(question, lambda: t(reason, whose=whose, tile="2s", turn=1))
    assert len(never) == 1
    assert never[0].endswith("does not hold")
    assert wrong(question, lambda: t(reason, whose=whose, tile="5s", turn=2)) == []
    assert wrong(question, lambda: t("drill.trap.not-yet", name="Hayai", tile="2s", turn=1)) == []
    assert len(wrong(question, lambda: t("drill.trap.not-yet", name="Hayai", tile="5s", turn=2))) == 1


def waits_late() -> Question:
    """Waits on 2s and 5s from the second discard on."""
    moves = """
        0: 9m; 1: 2s; 2: 1z; 3: 9m
        0: draws 4s; 0: 7z; 1: 5s; 2: 1z; 3: 9m
        0: 1z'; 1: 9m
    """
    return practice_questions.waits_of("123m456p789s22z3s7z", moves)


def test_dora_is_no_yaku() -> None:
    question = won_by_ron()
    story = tell(question.rules, question.seat, question.events)
    assert story.offered is not None
    won = yaku(story, story.concealed, story.offered, riichi=story.riichi, now=True)
    assert wrong(question, lambda: wins_with(*won)) == []
    assert len(wrong(question, lambda: wins_with(*won, "dora"))) == 1
    assert len(wrong(question, lambda: wins_with(*won[1:], "dora"))) == 1


def wins_with(*names: str) -> str:
    return t("drill.ron.wins", yaku=join_list(t(f"yaku.{name}") for name in names))


def test_free_of_furiten_where_a_draw_leads_to_furiten() -> None:
    question = QUESTIONS[DrillKind.AHEAD]()
    assert wrong(question, lambda: branch("8m", 16, 8)) == []
    assert len(wrong(question, lambda: branch("8m", 16, 0))) == 1
    assert len(wrong(question, lambda: leads("7m", "4p, 7p", "1m, 4m, 7m", furiten=""))) == 2
    assert len(wrong(question, lambda: leads("8m", "4p, 7p", "1m, 4m, 7m", furiten="4m"))) == 2


def branch(tile: str, total: int, furiten: int) -> str:
    key = "drill.ahead.branch" if furiten else "drill.ahead.branch-free"
    points = t("drill.worth.points-range", least=2_600, most=7_900)
    return t(key, tile=tile, total=total, furiten=furiten, points=points, worth=1_732)


def leads(tile: str, draws: str, waits: str, *, furiten: str) -> str:
    key = "drill.ahead.leads-furiten" if furiten else "drill.ahead.leads-free"
    lead = t(key, count=2, draws=draws, waits=waits, tiles=8, causes=furiten)
    return t("drill.ahead.leads", tile=tile, leads=lead)


def test_the_worth_of_a_wait_and_its_reason() -> None:
    question = QUESTIONS[DrillKind.WAY_OUT]()
    assert wrong(question, lambda: free("1p", "2p, 5p", 6, 7_351)) == []
    for lie in (("1p", "2p, 5p", 6, 7_400), ("1p", "2p, 5p", 7, 7_351), ("1p", "2p", 6, 7_351)):
        assert len(wrong(question, partial(free, *lie))) == 1
    assert wrong(question, lambda: t("drill.way-out.why-free", tile="1p", count=6, other="5p")) == []
    assert len(wrong(question, lambda: t("drill.way-out.why-free", tile="1p", count=6, other="4p"))) == 1
    assert len(wrong(question, lambda: t("drill.way-out.why-safer", tile="1p", other="5p", points=100))) == 1


def free(tile: str, waits: str, count: int, worth: int) -> str:
    points = t("drill.worth.points", least=12_000, most=12_000)
    return t("drill.way-out.free", tile=tile, waits=waits, count=count, points=points, worth=worth)


@pytest.mark.parametrize(("number", "short"), [(713, 1), (672, 3)], ids=["one", "several"])
def test_how_many_waits_lack_tiles(number: int, short: int) -> None:
    question = positions(DrillKind.READ)[number].question()
    said = {each.number("count") for _, claims in told(question) for each in claims if each.key == TOO_FEW}
    assert said == {short}
    assert faults(question) == []
    assert len(wrong(question, lambda: t(TOO_FEW, count=short + 1))) == 1


# -- what the frame itself would miss ------------------------------------------------------------------


def test_a_sentence_without_a_checker_is_a_fault() -> None:
    (fault,) = wrong(waits_late(), lambda: t("panel.riichi.locks"))
    assert fault.endswith("has no checker")


def test_words_that_come_from_no_text_are_a_fault() -> None:
    with pytest.raises(AssertionError, match="comes from no text"):
        wrong(waits_late(), lambda: t("panel.hand.tsumo") + " And all is well.")


def test_what_is_filled_but_not_shown_is_no_claim() -> None:
    def told() -> str:
        t("panel.hand.furiten", kind="Discard", why="", ends="")
        return t("panel.hand.not-furiten")

    assert [claim.key for claim in spoken(told)] == ["panel.hand.not-furiten"]


@pytest.mark.parametrize(
    "told",
    [
        lambda: waits_on("2s", "5s"),
        lambda: t("drill.trap.suji", tile="9m", turn=1),
        lambda: t("furiten.where-discard", tile="1m", turn=1),
        lambda: t("furiten.where-passed", whose=t("desk.whose", name="Mamori"), tile="5s", turn=2),
        lambda: t("drill.waits.vain", count=1, tiles="5s"),
    ],
)
def test_small_lies_about_the_hand_are_found(told: Callable[[], str]) -> None:
    assert wrong(waits_late(), told)


def test_small_lies_about_what_was_judged_are_found() -> None:
    question = QUESTIONS[DrillKind.PUSH_FOLD]()
    told = {"mean": 410, "other": -1_120, "won": 31, "dealt": 19}
    why = "drill.push-fold.why-push"
    assert wrong(question, lambda: t(why, **told)) == []
    for name, value in told.items():
        assert wrong(question, lambda name=name, value=value: t(why, **{**told, name: value + 1})), name
    assert wrong(question, lambda: t("drill.push-fold.why-fold", **told))
    assert wrong(question, lambda: t("drill.push-fold.danger", name="Mamori", tile="4p", rate="0.1"))
    assert wrong(question, lambda: t("drill.push-fold.safe", name="Mamori", tile="4p"))
    assert wrong(question, lambda: t("drill.judged.how", hands=301))
    declared = QUESTIONS[DrillKind.RIICHI]()
    lift = "drill.riichi.why-declare"
    assert wrong(declared, lambda: t(lift, tiles="5p", riichi=8_000, silent=7_900, count=4))
    assert wrong(declared, lambda: t("drill.riichi.waits", tile="4p", waits="2p 5p", count=6))


SAFETY = (
    ("panel.safe.passed-after-riichi", {"thrower": "Hayai", "tile": "8p", "turn": 5, "name": "Mamori"}),
    ("panel.suji.passed-after-riichi", {"thrower": "Hayai", "tile": "8p", "turn": 5, "held": "67p"}),
    ("panel.only", {"tile": "3m", "waits": "closed waits"}),
    ("panel.honour.2", {"tile": "East"}),
    ("panel.side.one-chance", {"wall": "8p", "held": "78p"}),
)


@pytest.mark.parametrize(("key", "values"), SAFETY)
def test_what_is_said_about_safety_is_looked_up(key: str, values: dict[str, object]) -> None:
    """The first two are true of this question with 8p, and no longer with another tile or turn."""
    question = practice_questions.safe_tile()
    true = key.endswith("passed-after-riichi")
    assert (wrong(question, lambda: t(key, **values)) == []) is true
    if true:
        assert wrong(question, lambda: t(key, **values | {"turn": 4}))
        assert wrong(question, lambda: t(key, **values | {"tile": "7p"}))


def waits_on(*kinds: str) -> str:
    """With one tile too many left."""
    waits = [t("panel.hand.one-wait", tile=kind, left=t("panel.hand.left", count=4)) for kind in kinds]
    return t("panel.hand.waits", waits=join(waits), total=t("panel.hand.left", count=8))


WAITS = DrillKind.WAITS
PAST = tuple(row for row in past() if isinstance(row, Attempt))


# -- told alike ----------------------------------------------------------------------------------------


def told_in_numbers(practice: Practice) -> int:
    """What the overview says is due today or becomes due tomorrow, as far as it comes back on one day."""
    found = practice.overview()
    return min(found.due + found.coming[0][1], MOST_A_DAY)


def test_a_bad_day_comes_back_in_tens(tmp_path: Path) -> None:
    """Thirty wrong answers are thirty questions, ten a day; those of today are not asked for again."""
    clock = Clock()
    practice = practice_at(tmp_path, clock)
    practice.progress.add(*(attempt(number, right=False, day=-1) for number in range(30)))
    for _ in range(3):
        assert practice.overview().due == MOST_A_DAY
        again: list[str] = []
        while practice.overview().due:
            session = practice.begin(WAITS)
            while (question := session.next()) is not None:
                again += [question.code] * session.repeat
                session.answer(YES)
        assert len(again) == len(set(again)) == MOST_A_DAY
        clock.pass_by(days=1)
    practice.progress.close()


@pytest.mark.parametrize("wrong", [0, 1, 4, 10])
def test_the_end_of_a_session_and_the_overview_tell_the_same(tmp_path: Path, wrong: int) -> None:
    """Ideas count in both: they come back as new questions."""
    clock = Clock()
    practice = practice_at(tmp_path, clock)
    ideas = [
        structs.replace(attempt(number, right=False, day=-1, kind=kind), themes=(theme,))
        for number, kind, theme in (
            (1, DrillKind.RON, DrillTheme.NO_YAKU),
            (2, DrillKind.SAFE, DrillTheme.SUJI),
            (3, WAITS, DrillTheme.ONE_SUIT),
        )
    ]
    practice.progress.add(*ideas)
    session = practice.begin(WAITS)
    answer_all(session, clock, given=NO, most=wrong)
    answer_all(session, clock)
    summary = session.summary()
    assert summary.due_tomorrow == told_in_numbers(practice)
    clock.pass_by(days=1)
    assert practice.overview().due == summary.due_tomorrow
    practice.progress.close()


# -- with other tiles ----------------------------------------------------------------------------------


def test_a_mistake_comes_back_with_other_tiles_until_it_is_answered(tmp_path: Path) -> None:
    clock = Clock()
    practice = practice_at(tmp_path, clock, pool=QuestionPool())
    session = practice.begin(WAITS)
    first = session.next()
    assert first is not None
    assert not session.answer([set()]).right
    session.pause()
    seen = [first]
    for _ in range(2):
        clock.pass_by(days=30)
        again = practice.begin(WAITS)
        asked = again.next()
        assert asked is not None
        assert read_library_code(asked.code).base == read_library_code(first.code).base
        assert asked.code not in [each.code for each in seen]
        assert asked.events not in [each.events for each in seen]
        clock.pass_by(5)
        graded = again.answer(asked.answer)
        assert (graded.right, graded.judged.attempt.repeat) == (True, True)
        assert graded.card is not None
        assert graded.card.code == str(read_library_code(first.code).base)
        seen.append(asked)
    practice.progress.close()


def test_a_form_that_is_asked_for_is_a_repeat_of_its_question(tmp_path: Path) -> None:
    clock = Clock()
    practice = practice_at(tmp_path, clock)
    repeats = []
    one, other = code_of(WAITS, 3, 4), code_of(WAITS, 3, 5)
    for code in (f"{one}-b3", one, f"{one}-f6-ema", other):
        answer_all(practice.ask(code), clock)
        repeats.append(practice.progress.attempts[-1].repeat)
    assert repeats == [False, True, True, False]
    practice.progress.close()


CLAIMED = tuple(kind for kind in DrillKind if kind not in (DrillKind.RIICHI, DrillKind.PUSH_FOLD))


@pytest.mark.parametrize("kind", CLAIMED)
def test_every_claim_holds_with_other_tiles(kind: DrillKind) -> None:
    """Of the first question that has the form."""
    question = next((each for each in of_each_level(kind) if holds(each, FORMS - 1)), None)
    assert question is None or lies([in_form(question, FORMS - 1)]) == []


def lies(questions: Iterable[Question]) -> list[str]:
    """That there is a checker for each claim is tested with the questions themselves."""
    found = [fault for question in questions for fault in faults(question)]
    return [fault for fault in found if not fault.endswith("has no checker")]


# -- counted anew --------------------------------------------------------------------------------------


def state(told: History) -> tuple[object, ...]:
    """Everything that is derived from answers."""
    ratings = [told.standings[kind].rating for kind in DrillKind]
    questions = [told.questions[kind, level] for kind in DrillKind for level in LEVELS]
    derived = (
        told.cards,
        told.ideas,
        told.curve,
        told.themes,
        told.codes,
        told.judged,
    )
    return told.overall, ratings, questions, derived


@settings(max_examples=12, deadline=None)
@given(st.integers(0, len(PAST)))
def test_a_past_is_the_same_counted_at_once_or_bit_by_bit(number: int) -> None:
    """Another copy of the program, or a later version, finds what this one has found."""
    earlier = history(*PAST[:number])
    copied = earlier.copy()
    for each in PAST[number:]:
        copied.add(each)
    assert state(copied) == state(history(*PAST))
    assert state(earlier) == state(history(*PAST[:number]))


def test_answers_of_earlier_versions_count_as_right_or_wrong() -> None:
    """They have neither credit nor themes."""
    assert all(each.credit is None and each.themes == () for each in PAST)
    known = history(*PAST)
    missed = {judged.attempt.code for judged in known.judged if not judged.quality.well}
    assert set(known.cards) == missed
    assert known.ideas == {}
    assert known.overall.rating.deviation < 150
    credited = history(*(structs.replace(each, credit=float(each.right)) for each in PAST))
    assert credited.overall == known.overall


# -- loaded late ---------------------------------------------------------------------------------------


def test_only_a_card_loads_the_scheduler() -> None:
    start = "import tui.shell.app, tui.practice.practice, tui.screens.practice.menu"
    used = "from tests.support.tui.practice_answers import attempt, history; history(attempt({}))"
    assert "fsrs" not in loaded_after(f"{start}; {used.format('1')}")
    assert "fsrs" in loaded_after(used.format("1, right=False"))


TILES = (DrillKind.SAFE, DrillKind.WAY_OUT, DrillKind.AHEAD)
"""Kinds whose answer is what to discard."""


def compared(seats: Iterable[int], rules: str, seed: int) -> Counter[str]:
    """Compare every question about a moment of a game with the slow solver; count them by kind."""
    found: Counter[str] = Counter()
    for game, moments in (reviewed(seat, rules, seed) for seat in seats):
        for moment in moments:
            own = question_about(game, moment, NOON)
            if own is None:
                continue
            question = question_of(own)
            assert question.code == own.code == question_of(own).code
            assert slow_answer(question) == question.answer, (rules, seed, game.seat, moment)
            if question.kind in TILES and moment.tile is not None:
                assert NAMES[KIND_OF[moment.tile]] not in question.answer[0], "the mistake would be right"
            if own.only:
                assert question.answer[0] == {own.only}
            found[own.kind] += 1
    return found


def test_questions_about_mistakes_have_one_right_answer() -> None:
    found = compared([1], "wrc", 0)
    assert set(found) == {DrillKind.SAFE, DrillKind.PASSING}


@pytest.mark.nightly
@pytest.mark.parametrize(("seed", "rules"), enumerate(PRESETS, start=6))
def test_questions_about_mistakes_under_every_ruleset(seed: int, rules: str) -> None:
    found = compared(range(PLAYERS), rules, seed)
    assert sum(found.values()) > 5, found


def test_the_code_tells_positions_apart() -> None:
    position = StoredPosition(DrillKind.SAFE, "wrc", 0, "E1 0.0 …")
    others = [
        position._replace(seat=1),
        position._replace(rules="tenhou"),
        position._replace(kind=DrillKind.RON),
        position._replace(only="3m"),
        position._replace(events="E1 0.1 …"),
    ]
    codes = {each.code for each in (position, *others)}
    assert len(codes) == len(others) + 1
    assert all(code.startswith(OWN) and len(code) == len(OWN) + 10 for code in codes)


@pytest.mark.parametrize(
    ("rules", "events"),
    [("wrc", "nonsense"), ("no such rules", "E1 0.0 1,1,1,1 1m 1m"), ("wrc", "E1 0.0 x 1m 1m"), ("wrc", "")],
)
def test_a_stored_position_that_makes_no_sense_is_no_question(rules: str, events: str) -> None:
    with pytest.raises(NoQuestion):
        StoredPosition(DrillKind.SAFE, rules, 0, events).question()
