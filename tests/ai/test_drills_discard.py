"""Which discard: the one that keeps the most tiles that bring the hand to a win, furiten counted."""

from __future__ import annotations

from ai.drills.kinds.discard import DiscardAsk, DiscardFacts, ask, right_kinds
from ai.drills.question import Draft, credit, grade
from engine.tiles import NAMES, TILE_OF, format_tiles
from tests.support.tui.practice_questions import LATE_THREE, facts_of, moment, which_discard

IDLE = "1: 9m; 2: 9m; 3: 9m"
"""Discards of the others that the hands here do not need."""


def facts(draft: Draft | None) -> DiscardFacts:
    return facts_of(draft, DiscardFacts)


def right(hand: str, moves: str) -> set[str]:
    draft = ask(moment(hand, moves))
    return set() if draft is None else set(draft.answer[0])


def test_two_from_tenpai_all_tiles_that_bring_it_nearer_count() -> None:
    draft = ask(moment("2368m4567p45589s", f"0: 1z; {IDLE}; 0: draws 9s"))
    assert draft.ask == DiscardAsk(2)
    counts = {NAMES[each.kind]: each.counted for each in facts(draft).kept}
    assert counts == {"4p": 28, "7p": 28, "8s": 24, "4s": 20, "5s": 20, "9s": 16}
    assert draft.answer == (frozenset({"4p", "7p"}),)
    assert credit(draft, ({"8s"},)) == round(24 / 28, 2)
    assert credit(draft, ({"9s"},)) == 0, "not nearly as many"


def test_without_the_tile_in_the_pond_there_is_no_choice() -> None:
    moves = f"0: 2s'; {IDLE}; 0: draws 3m"
    assert right("11134m123p455s66z", moves) == set()


def test_nearly_good_ones_have_credit_and_equal_ones_are_right() -> None:
    counts = {TILE_OF[name]: count for name, count in (("1m", 20), ("2m", 20), ("3m", 18), ("4m", 9))}
    assert format_tiles(sorted(right_kinds(counts))) == "12m"
    assert not right_kinds(counts | {TILE_OF["3m"]: 19}), "one tile less is not clearly worse"
    assert not right_kinds({TILE_OF["1m"]: 20, TILE_OF["2m"]: 20}), "no choice"
    question = which_discard()
    assert grade(question, ({"3m"},)) == (True,)
    assert credit(question, ({"5s"},)) == 0


def test_where_an_isolated_honour_is_right_nothing_is_asked() -> None:
    """Everybody discards it."""
    assert right("12m456p3467s2288s", f"0: 1z; {IDLE}; 0: draws 4z") == set()


def test_nothing_is_asked_where_somebody_is_in_riichi() -> None:
    riichi = LATE_THREE.replace("3: 1s", "3: riichi 1s")
    assert right("11134m123p455s66z", LATE_THREE) == {"3m"}
    assert right("11134m123p455s66z", riichi) == set()
