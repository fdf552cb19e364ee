"""Making questions "safest tile": the place of the right tile says nothing."""

from __future__ import annotations

from collections import Counter

import pytest

from ai.drills.question import LEVELS, DrillKind
from tools.positions.generate import make_question


def outside(id: str) -> int:
    """0 for honours, then 1 for terminals, up to 4 for 4, 5 and 6."""
    return 0 if id[1] == "z" else min(int(id[0]), 10 - int(id[0]), 4)


@pytest.mark.nightly
def test_a_look_at_the_hand_alone_gives_no_more_than_chance() -> None:
    """For each place from the outside inwards: how often such a guess is right, with five points to spare."""
    right, chance, questions = Counter[int](), 0.0, 0
    for level in LEVELS:
        for seed in range(12):
            question = make_question(DrillKind.SAFEST, level, seed)
            ids = sorted(
                (option.id for option in question.parts[0].options), key=lambda id: (outside(id), id)
            )
            chance += len(question.answer[0]) / len(ids)
            questions += 1
            for tenth in range(10):
                right[tenth] += ids[tenth * len(ids) // 10] in question.answer[0]
    error = 2 * (chance / questions * (1 - chance / questions) / questions) ** 0.5
    for tenth in range(10):
        assert right[tenth] / questions <= chance / questions + 0.05 + error, tenth
