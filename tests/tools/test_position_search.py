"""The general search for positions: hands at any point of a game, asked about at own turns."""

from __future__ import annotations

from ai.drills.question import LEVELS, DrillKind
from engine.dice import Dice
from engine.rules import PRESETS
from tools.positions import search
from tools.positions.generate import module_of


def test_a_hand_begins_with_scores_that_add_up() -> None:
    for rules in PRESETS.values():
        for seed in range(100):
            header = search.header(rules, Dice(seed))
            assert sum(header.scores) + header.riichi_sticks * rules.riichi_bet == 4 * rules.start_points
            assert all(score % 100 == 0 and score > 0 for score in header.scores)
            assert header.number < rules.hands


def test_half_of_the_hands_are_the_last_of_their_game() -> None:
    rules = PRESETS["tenhou"]
    numbers = [search.header(rules, Dice(seed)).number for seed in range(400)]
    assert 160 <= numbers.count(rules.hands - 1) <= 280
    assert set(numbers) == set(range(rules.hands))


def test_the_drill_says_what_is_asked_and_of_which_level() -> None:
    """It serves every kind that needs nothing but an own turn, such as one with a module of its own."""
    found = [draft for seed in range(12) for draft in search.drafts(DrillKind.SAFEST, Dice(seed))]
    assert found
    assert all(draft.view().my_turn for draft in found)
    again = [draft for seed in range(12) for draft in search.drafts(DrillKind.SAFEST, Dice(seed))]
    assert [each.events for each in found] == [each.events for each in again]


def test_every_kind_that_is_searched_for_is_found_at_each_level() -> None:
    for kind in DrillKind:
        if module_of(kind) is None:
            levels = {level for level in LEVELS if any(_found(kind, level, seed) for seed in range(60))}
            assert levels == set(LEVELS)


def _found(kind: DrillKind, level: int, seed: int) -> bool:
    return search.draft(kind, level, Dice(level, seed)) is not None
