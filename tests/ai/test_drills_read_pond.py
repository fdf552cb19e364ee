"""Read the pond: which waits furiten or missing tiles rule out, and that forms tell nothing."""

from __future__ import annotations

from collections import defaultdict

import pytest

from ai.drills.kinds.read import PondSign, ReadFacts, WaitForm, all_shapes, ask, shape_of
from ai.drills.question import LEVELS, NONE, Draft, DrillKind
from engine.rules import TENHOU
from engine.tiles import NAMES
from tests.support.ai.sample_questions import sample
from tests.support.ai.seat_views import Position
from tests.support.ai.slow_solver.defence import tiles_of, waited_on
from tests.support.tui.practice_questions import facts_of
from tools.positions.kinds.find_read import look

HAND = "13368m1478p4678s"
MOVES = """
    0: 9s; 1: 5s; 2: 6s; 3: 9m'; 0: 2z'; 1: 4m; 2: pon 4m4m; 2: 1p; 3: 9m'; 0: 9s; 1: riichi 2p; 2: 8p'
    3: 3z; 0: draws 1z
"""


def asked(*waits: str, moves: str = MOVES, opponent: int = 1) -> Draft | None:
    return ask(Position(HAND, rules=TENHOU).play(moves).moment, opponent, waits)


def signs(*waits: str) -> list[tuple[PondSign, str]]:
    """The sign of each wait, and its tile."""
    found = facts_of(asked(*waits), ReadFacts)
    return [(wait.sign, "" if wait.tile is None else NAMES[wait.tile]) for wait in found.waits]


class TestFuriten:
    def test_one_tile_of_the_pond_blocks_the_whole_wait(self) -> None:
        """2p lies there, and the wait is on 2p, 5p and 8p."""
        assert signs("34567p", "34p", "13p") == [(PondSign.OWN_DISCARD, "2p")] * 3

    def test_a_tile_that_was_called_away_still_counts(self) -> None:
        assert signs("23m", "56m") == [(PondSign.CALLED_AWAY, "4m")] * 2

    def test_a_tile_that_passed_since_the_riichi(self) -> None:
        assert signs("79p", "99p33z") == [(PondSign.PASSED, "8p"), (PondSign.PASSED, "3z")]

    def test_a_tile_that_passed_before_it_proves_nothing(self) -> None:
        assert signs("78s") == [(PondSign.EARLIER, "6s")]

    def test_suji_and_tiles_of_the_wait_itself_prove_nothing(self) -> None:
        """5s lies in the pond: 57s waits on 6s, and 8s is three apart from it."""
        assert signs("57s", "79s") == [(PondSign.OWN_TILE, "5s"), (PondSign.NOTHING, "")]


class TestAnswers:
    def test_none_if_each_is_possible(self) -> None:
        draft = asked("57s", "79s")
        assert draft.answer == ({NONE},)

    def test_only_about_a_player_in_riichi(self) -> None:
        assert asked("57s", opponent=2) is None
        assert asked("57s", moves=MOVES.replace("riichi ", "")) is None


class TestShapes:
    def test_every_wait_is_what_a_slow_search_finds(self) -> None:
        for shape in all_shapes():
            assert [NAMES[kind] for kind in shape.tiles] == tiles_of(shape.id)
            assert [NAMES[kind] for kind in shape.waits] == waited_on(shape.id), shape.id

    @pytest.mark.parametrize(
        ("id", "form", "waits"),
        [
            ("23m", WaitForm.TWO_SIDED, "1m 4m"),
            ("12s", WaitForm.EDGE, "3s"),
            ("46p", WaitForm.CLOSED, "5p"),
            ("7z", WaitForm.SINGLE, "7z"),
            ("99s11z", WaitForm.PAIRS, "9s 1z"),
            ("2345s", WaitForm.FOUR_IN_A_ROW, "2s 5s"),
            ("34567p", WaitForm.FIVE_IN_A_ROW, "2p 5p 8p"),
            ("3334m", WaitForm.TRIPLET_AND_NEIGHBOUR, "2m 4m 5m"),
        ],
    )
    def test_forms(self, id: str, form: WaitForm, waits: str) -> None:
        shape = shape_of(id)
        assert (shape.form, " ".join(NAMES[kind] for kind in shape.waits)) == (form, waits)

    def test_mirrored_waits_look_alike(self) -> None:
        assert look(shape_of("23m")) == look(shape_of("78s")) != look(shape_of("34m"))


@pytest.mark.parametrize("seeds", [10, pytest.param(100, marks=pytest.mark.nightly)])
def test_what_a_wait_looks_like_does_not_tell_whether_it_is_possible(seeds: int) -> None:
    """Half of the waits of each look are impossible, and of those in each place."""
    looks: dict[object, list[bool]] = defaultdict(list)
    for level in LEVELS:
        for place in range(seeds):
            question = sample(DrillKind.READ, level, place)
            for place, wait in enumerate(question.facts.waits):
                looks[look(wait.shape)].append(wait.possible)
                looks[wait.shape.form].append(wait.possible)
                looks[place].append(wait.possible)
                looks["level", level].append(wait.possible)
    for sort, found in looks.items():
        if len(found) >= 20:
            error = 3 * (0.25 / len(found)) ** 0.5
            assert abs(sum(found) / len(found) - 0.5) <= error + 0.05, sort


def test_every_sign_is_asked_about() -> None:
    found = set()
    for level in LEVELS:
        for place in range(10):
            question = sample(DrillKind.READ, level, place)
            found |= {wait.sign for wait in question.facts.waits}
    assert found == set(PondSign)
