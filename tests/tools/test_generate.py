"""Questions that are made: correct, of their level, under the ruleset that is named, the same each time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from ai.drills.question import LEVELS, DrillKind, NoQuestion
from ai.seat_position import SeatPosition
from engine import events as ev
from engine.hand import Hand
from engine.legal import refuse_ron, refuse_tsumo
from engine.records.timeline import timeline
from engine.rules import PRESETS, TENHOU, WRC
from engine.tiles import COPIES, KIND_OF, parse_tiles
from engine.wall import Dice
from tests.support.ai.legal_beginning import beginning
from tests.support.nightly import at_night, part_always
from tools.measure.question_problems import problem
from tools.positions.constructed_positions import Offer, OwnDiscard, offered
from tools.positions.generate import make_question
from tools.positions.judged import FILES
from tools.positions.kinds.find_count import draft
from tools.positions.position_builder import Course, NoRoom, build_position
from tools.positions.won_hands import TOWARDS, most_of

SOON = [kind for kind in [*DrillKind][::4] if kind is not DrillKind.FOLD]
PRESET_OF = dict(zip(SOON, tuple(PRESETS) * len(SOON), strict=False))
"""A ruleset for some kinds, another for each; all of them with all kinds are for the night."""
LEVEL_OF = {kind: 3 if kind is DrillKind.FOLD else 5 for kind in DrillKind}
"""A level whose questions under those rulesets are soon made."""
FIXED = part_always(((kind, rules) for kind in DrillKind for rules in PRESETS), PRESET_OF.items())


@pytest.mark.parametrize(("kind", "rules"), FIXED)
def test_a_ruleset_can_be_fixed(kind: DrillKind, rules: str) -> None:
    try:
        question = make_question(kind, LEVEL_OF[kind], 4, rules)
    except NoQuestion:
        assert kind in FILES
        return
    assert question.rules.name == rules
    assert problem(question) is None


def test_other_seeds_and_levels_are_other_questions() -> None:
    questions = [make_question(DrillKind.WAITS, level, seed) for level in LEVELS for seed in range(5)]
    assert len({str(question.events) for question in questions}) == len(questions)
    assert make_question(DrillKind.WAITS, 2, 3) == make_question(DrillKind.WAITS, 2, 3)


def test_there_is_no_question_of_another_level() -> None:
    for level, seed in ((0, 1), (6, 1), (1, -1)):
        with pytest.raises(ValueError, match="no question"):
            make_question(DrillKind.WAITS, level, seed)


def test_a_plan_that_is_too_long_for_the_wall_is_refused() -> None:
    """Nineteen own turns and those of the others between them need 73 tiles; the wall has 70."""
    hand = Hand(parse_tiles("123m456p789s22z34s"))
    with pytest.raises(NoRoom):
        build_position(TENHOU, Dice(1), hand, Course(turns=19))
    for seed in range(40):
        seat, events = build_position(TENHOU, Dice(seed), hand, Course(turns=17))
        assert sum(isinstance(event, ev.Tsumo) for event in events) < 70
        beginning(TENHOU, seat, events)


# -- positions of which one tile matters -------------------------------------------------------------

WANTED = 8


def some(offer: Offer, thrown: OwnDiscard) -> Iterator[SeatPosition]:
    """A few positions that are made in that way, in riichi."""
    dice, found = Dice(7), 0
    while found < WANTED:
        for moment in offered((TENHOU, WRC)[found % 2], dice, offer, thrown=thrown, riichi=True):
            found += 1
            yield moment


@pytest.mark.parametrize("thrown", OwnDiscard)
def test_no_win_was_thrown_away_before(thrown: OwnDiscard) -> None:
    """Whoever throws a wait does so before the hand is complete, and it is offered no other."""
    for moment in some(Offer.NEAR, thrown):
        *past, last = moment.events
        for position in timeline(moment.rules, past, moment.seat):
            view, event = position.view, position.event
            if view.my_turn and view.drawn is not None:
                assert refuse_tsumo(view) is not None
            elif view.me.riichi_paid and isinstance(event, ev.Dahai):
                assert refuse_ron(view) is not None
        assert isinstance(last, ev.Dahai)


@pytest.mark.parametrize("offer", Offer)
def test_what_comes_is_what_is_named(offer: Offer) -> None:
    for moment in some(offer, OwnDiscard.ANYTHING):
        view = moment.view()
        tile = view.drawn if offer in (Offer.DRAW, Offer.DRAW_NEAR) else view.table.offer
        assert tile is not None
        assert (KIND_OF[tile] in view.waits) is (offer in (Offer.WAIT, Offer.DRAW))


# -- hands that are dealt most of a yaku -------------------------------------------------------------


@pytest.mark.parametrize("yaku", ["ittsu", "chiitoitsu", *at_night(["honitsu"])])
def test_a_hand_can_be_drawn_by_its_yaku(yaku: str) -> None:
    """What bots win with most often is riichi and dora; the rest has to be dealt on purpose."""
    dice = Dice(1)
    drafts = (draft(number % 5 + 1, dice, towards=yaku) for number in range(400))
    assert yaku in next(each for each in drafts if each is not None).answer[0]


def test_most_of_each_yaku_can_be_dealt() -> None:
    for yaku in TOWARDS:
        for seed in range(20):
            dealt = Counter(most_of(yaku, Dice(seed)))
            assert 4 <= dealt.total() <= 13
            assert max(dealt.values()) <= COPIES
