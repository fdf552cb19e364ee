"""What a player of many games should practise next."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from ai.drills.question import DrillKind
from ai.review.game_totals import GameTotals, MistakeCause
from ai.review.moments import Cost
from tui.i18n import t
from tui.words.review_sentences import PRACTISED, next_practice

NOTHING = GameTotals.of(())


def test_every_cause_has_a_kind_of_question() -> None:
    assert set(PRACTISED) == set(MistakeCause)


@pytest.mark.parametrize(
    ("cause", "kind"),
    [(MistakeCause.UNSAFE_DISCARDS, DrillKind.SAFEST), (MistakeCause.FURITEN, DrillKind.WAY_OUT)],
)
def test_the_cause_that_cost_most_is_practised(cause: MistakeCause, kind: DrillKind) -> None:
    lost = dict.fromkeys(MistakeCause, Cost(points=1_000, moments=9)) | {cause: Cost(points=8_000, moments=1)}
    told = next_practice(replace(NOTHING, lost=lost))
    assert t(f"drill.kinds.{kind}") in told
    assert t(f"review.cause.{cause}") in told


def test_without_points_nothing_is_said_to_cost_most() -> None:
    assert not next_practice(NOTHING)
    assert not next_practice(replace(NOTHING, lost=dict.fromkeys(MistakeCause, Cost(moments=2))))
