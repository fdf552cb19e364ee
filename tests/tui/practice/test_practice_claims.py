"""Everything that questions and explanations say, recomputed from the events; and that lies are found."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import chain

import pytest

from ai.drills.library import positions
from ai.drills.question import LEVELS, DrillKind, Question
from tests.support.ai.sample_questions import sample, samples, won_by_ron
from tests.support.ai.slow_solver.story import tell
from tests.support.ai.slow_solver.yaku import yaku
from tests.support.nightly import part_always
from tests.support.tui import practice_questions
from tests.support.tui.claims.recording import spoken
from tests.support.tui.claims.registry import faults, judged, told
from tests.support.tui.practice_questions import QUESTIONS
from tui.i18n.layout import join_list
from tui.i18n.texts import section, t
from tui.words.tiles import join


@pytest.mark.parametrize("kind", DrillKind)
def test_every_claim_has_a_checker_and_holds(kind: DrillKind) -> None:
    """``make drills-check`` looks at thousands."""
    # there is much to check in a hand that is folded to its end; each position was checked when it was found
    some = samples(kind)[:2] if kind is DrillKind.FOLD else samples(kind)
    assert [fault for question in some for fault in faults(question)] == []


SAID = {
    DrillKind.WAITS: ("reading",),
    DrillKind.FURITEN: ("twist", "past"),
    DrillKind.WAY_OUT: ("worth",),
    DrillKind.AHEAD: ("worth",),
    DrillKind.RIICHI: ("judged",),
    DrillKind.PUSH_FOLD: ("judged",),
}
"""Texts of several kinds that this one says besides its own."""
UNSAID = {
    DrillKind.WAITS: {"waits.fifth", "waits.none", "waits.noten", "waits.orphans"},
    DrillKind.FURITEN: {"twist.called-away"},
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


@pytest.mark.nightly
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("kind", DrillKind)
def test_so_does_every_further_one(kind: DrillKind, level: int) -> None:
    assert [fault for seed in range(4) for fault in faults(sample(kind, level, seed + 1))] == []


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
    reason = "drill.twist.passed-earlier"
    whose = t("desk.whose", name="Hayai")
    never = wrong(question, lambda: t(reason, whose=whose, tile="2s", turn=1))
    assert len(never) == 1
    assert never[0].endswith("does not hold")
    assert wrong(question, lambda: t(reason, whose=whose, tile="5s", turn=2)) == []
    assert wrong(question, lambda: t("drill.twist.not-yet", name="Hayai", tile="2s", turn=1)) == []
    assert len(wrong(question, lambda: t("drill.twist.not-yet", name="Hayai", tile="5s", turn=2))) == 1


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
        lambda: t("drill.twist.suji", tile="9m", turn=1),
        lambda: t("furiten.where-discard", tile="1m", turn=1),
        lambda: t("furiten.where-passed", whose=t("desk.whose", name="Mamori"), tile="5s", turn=2),
        lambda: t("drill.waits.vain", count=1, tiles="5s"),
    ],
)
def test_small_lies_about_the_hand_are_found(told: Callable[[], str]) -> None:
    assert wrong(waits_late(), told)


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
