"""Think ahead: one from tenpai, the discards with the most to win, where furiten can mislead."""

from __future__ import annotations

from ai.drills.kinds.ahead import DRILL, AheadFacts, ask
from ai.drills.question import Draft, DrillKind, DrillTheme, Question, credit
from engine.rules import TENHOU, Ruleset
from engine.tiles import NAMES
from tests.support.ai.sample_questions import samples
from tests.support.ai.seat_views import Position
from tests.support.tui.practice_questions import facts_of

HAND = "23456899m06p888s"
"""23456m waits on 1m, 4m and 7m, once the rest is complete; 5p6p on 4p and 7p."""
LATE = "; ".join(["0: 7z; 1: 9m; 2: 9p; 3: 1z", "0: 5z; 1: 2z; 2: 1s; 3: 4z", "0: 6z; 1: 3z; 2: 1p; 3: 2z"])
"""Turns on which nothing happens."""


def asked(moves: str, hand: str = HAND, rules: Ruleset = TENHOU) -> Draft | None:
    return ask(Position(hand, rules=rules).play(moves).moment)


def facts(draft: Draft | None) -> AheadFacts:
    return facts_of(draft, AheadFacts)


class TestTheAnswer:
    MOVES = f"0: 1m; 1: 9m; 2: 9p; 3: 1z; {LATE}; 0: draws 7s"

    def test_a_risk_of_furiten_that_is_worth_it(self) -> None:
        """To give up three waits on 1m, 4m and 7m for 7m alone costs more than furiten does."""
        draft = asked(self.MOVES)
        assert draft.answer == (frozenset({"8m", "7s"}),)
        assert draft.themes == (DrillTheme.ACCEPTED_RISK,)
        assert NAMES[facts(draft).tempting] == "2m"

    def test_who_fears_furiten_gets_a_share(self) -> None:
        draft = asked(self.MOVES)
        assert draft is not None
        assert credit(draft, [{"7s"}]) == 1
        assert 0.5 < credit(draft, [{"2m"}]) == credit(draft, [{"5m"}]) < 0.9
        assert credit(draft, [{"8s"}]) == 0

    def test_where_each_draw_leads(self) -> None:
        best = facts(asked(self.MOVES)).branches[0]
        led = {
            NAMES[lead.kind]: (
                " ".join(NAMES[kind] for kind in lead.hand.wait_kinds),
                bool(lead.hand.furiten),
            )
            for lead in best.leads
        }
        assert led == {
            "1m": ("4p 7p", False),
            "4m": ("4p 7p", False),
            "7m": ("4p 7p", False),
            "4p": ("1m 4m 7m", True),
            "7p": ("1m 4m 7m", True),
        }
        assert best.furiten_tiles == 8

    def test_tiles_that_can_be_seen_do_not_count(self) -> None:
        before = facts(asked(self.MOVES)).branches[0]
        after = facts(asked(self.MOVES.replace("1: 9m; 2: 9p; 3: 1z", "1: 4p; 2: 9p; 3: 1z", 1))).branches[0]
        assert after.tiles == before.tiles - 1


class TestNotAsked:
    def test_without_a_tile_of_use_in_the_pond(self) -> None:
        assert asked(f"0: 9s; 1: 9m; 2: 9p; 3: 1z; {LATE}; 0: draws 7s") is None

    def test_between_turns_and_in_riichi(self) -> None:
        assert asked("0: 1m; 1: 9m; 2: 9p") is None

    def test_when_tenpai_or_farther_away(self) -> None:
        assert asked(f"0: 1m; 1: 9m; 2: 9p; 3: 1z; {LATE}; 0: draws 4p") is None
        assert asked(f"0: 1m; 1: 9m; 2: 9p; 3: 1z; {LATE}; 0: draws 7s", "2345689m06p1888s") is None

    def test_of_a_hand_that_has_called(self) -> None:
        called = "0: 1m; 1: 9m; 2: 9p; 3: 7m; 0: chi 8m6m; 0: 9m; 1: 9p; 2: 9p; 3: 1z; 0: draws 7s"
        assert asked(called) is None


def lure_of(question: Question) -> DrillTheme:
    """How furiten misleads in a question."""
    assert DRILL.bands[question.level - 1][0] <= question.difficulty <= DRILL.bands[question.level - 1][1]
    found = facts(question)
    right = question.answer[0]
    best = found.branches[0]
    assert NAMES[found.tempting] not in right
    assert len(found.branches) > len(right)
    assert any(branch.furiten_tiles for branch in found.branches)
    assert all(credit(question, [{id}]) < 0.95 for id in ids(question) - right)
    assert best.worth == max(branch.worth for branch in found.branches)
    return question.themes[0]


def test_every_question_has_a_choice_that_furiten_makes_hard() -> None:
    """``make drills-check`` asks thousands."""
    lures = set(map(lure_of, samples(DrillKind.AHEAD)))
    assert lures == {DrillTheme.ACCEPTED_RISK, DrillTheme.LATENT_FURITEN}


def ids(question: Draft) -> set[str]:
    return {option.id for option in question.parts[0].options}
