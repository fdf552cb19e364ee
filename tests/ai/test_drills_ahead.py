"""Think ahead: one from tenpai, the discard that is best by every way to look at furiten."""

from __future__ import annotations

from collections.abc import Iterable

from ai.drills.ahead import AheadFacts, ask, branches_of
from ai.drills.question import Draft
from ai.reading.tenpai_in_reach import FreeingDraw
from ai.seat_position import SeatPosition
from engine.rules import TENHOU, Ruleset
from engine.tiles import NAMES
from engine.view import SeatView
from tests.support.ai.reading_notation import counted
from tests.support.tui.table_positions import Position

HAND = "44789m567p13488s"
"""With 2p one from tenpai: 3s4s can wait on 2s and 5s, and 1s3s on 2s alone."""


def asked(moves: str, hand: str = HAND, rules: Ruleset = TENHOU) -> Draft | None:
    position = Position(hand, rules=rules).play(moves)
    return ask(SeatPosition(rules, 0, tuple(position.events)))


def led(freeing_draws: Iterable[FreeingDraw]) -> str:
    return ", ".join(f"{NAMES[draw.kind]} {draw.left}" for draw in freeing_draws)


class TestTheAnswer:
    MOVES = "0: 5s; 1: 9m; 2: 9m; 3: 1z; 0: draws 2p"

    def test_keeping_the_wait_that_is_not_furiten(self) -> None:
        """5s lies in the pond: without 1s the last wait could only be 2s and 5s, which would be furiten."""
        draft = asked(self.MOVES)
        assert draft is not None
        assert draft.answer == (frozenset({"2p"}),)

    def test_where_each_discard_leads(self) -> None:
        draft = asked(self.MOVES)
        assert draft is not None
        assert isinstance(draft.facts, AheadFacts)
        best, *others = draft.facts.branches
        assert (led(best.free), best.furiten_tiles) == ("4m 2, 2s 4, 5s 3, 8s 2", 0)
        tempting = next(branch for branch in others if NAMES[branch.kind] == "1s")
        assert counted(tempting.effect.accepts) == "4m 2, 2s 4, 5s 3, 8s 2"
        assert (led(tempting.free), tempting.furiten_tiles) == ("2s 4, 5s 3", 4)

    def test_tiles_that_can_be_seen_do_not_count(self) -> None:
        draft = asked("0: 5s; 1: 2s; 2: 2s; 3: 1z; 0: draws 2p")
        assert draft is not None
        assert isinstance(draft.facts, AheadFacts)
        assert led(draft.facts.branches[0].free) == "4m 2, 2s 2, 5s 3, 8s 2"


class TestNotAsked:
    def test_without_a_tile_of_use_in_the_pond(self) -> None:
        assert asked("0: 9p; 1: 9m; 2: 9m; 3: 1z; 0: draws 2p") is None

    def test_between_turns_and_in_riichi(self) -> None:
        assert asked("0: 5s; 1: 9m; 2: 9m") is None
        assert asked("0: 5s; 1: 9m; 2: 9m; 3: 1z; 0: 9p; 1: 9m; 2: 9m; 3: 1z") is None

    def test_when_tenpai_or_farther_away(self) -> None:
        assert asked("0: 5s; 1: 9m; 2: 9m; 3: 1z; 0: draws 2s") is None
        assert asked("0: 5s; 1: 9m; 2: 9m; 3: 1z; 0: draws 2p", "4479m567p13488s1z") is None

    def test_of_a_hand_that_has_called(self) -> None:
        called = "0: 5s; 1: 9m; 2: 9m; 3: 7m; 0: chi 8m9m; 0: 7m; 1: 9m; 2: 9m; 3: 1z; 0: draws 2p"
        assert asked(called) is None

    def test_when_one_discard_accepts_more_and_risks_nothing(self) -> None:
        """Without 1s there is nothing to keep it for: 2p is best with furiten and without."""
        assert asked("0: 5s; 1: 9m; 2: 9m; 3: 1z; 0: draws 2p", "44789m567p34s88s9p") is None

    def test_when_another_discard_risks_less(self) -> None:
        """After 7s most tiles lead to a free wait, and six to furiten; after 2s five do, and few are free."""
        thrown = (
            "0: 7s'; 1: 9m'; 2: 1z'; 3: 1z'; 0: 7p'; 1: 9p'; 2: 2z'; 3: 2z'; 0: 9s'; 1: 9p'; 2: 3z'; 3: 3z'"
        )
        hand, moves = "2m406p234067788s", f"{thrown}; 0: draws 5p"
        view = SeatView.from_events(TENHOU, 0, Position(hand, rules=TENHOU).play(moves).events)
        found = {NAMES[each.kind]: (each.free_tiles, each.furiten_tiles) for each in branches_of(view)}
        assert list(found.items())[:2] == [("7s", (25, 6)), ("5p", (23, 14))]
        assert found["2s"] == (6, 5)
        assert asked(moves, hand) is None
