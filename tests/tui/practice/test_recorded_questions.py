"""Positions of recorded games become questions with one right answer, which a slow solver finds too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import pytest

from ai.drills.question import OWN, DrillKind, NoQuestion
from ai.drills.recorded_questions import StoredPosition
from engine.rules import PRESETS
from engine.tiles import KIND_OF, NAMES
from engine.wall import PLAYERS
from tests.support.ai.slow_solver.answers import slow_answer
from tests.support.tui.practice_answers import NOON
from tests.support.tui.practice_own import reviewed
from tui.practice.own_mistakes import question_about, question_of

TILES = (DrillKind.SAFE, DrillKind.WAY_OUT, DrillKind.AHEAD)
"""Kinds whose answer is what to discard."""


def asked(seats: Iterable[int], rules: str, seed: int) -> Counter[str]:
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
    found = asked([1], "wrc", 0)
    assert set(found) == {DrillKind.SAFE, DrillKind.PASSING}


@pytest.mark.nightly
@pytest.mark.parametrize(("seed", "rules"), enumerate(PRESETS, start=6))
def test_questions_about_mistakes_under_every_ruleset(seed: int, rules: str) -> None:
    found = asked(range(PLAYERS), rules, seed)
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
