"""Whatever must be refused: it is no option, forcing it is an error that says why, and nothing changes."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from engine.actions import PASS, Action, ActionKind, IllegalAction, Refusal, Why
from engine.furiten import FuritenKind, Passed
from engine.match import Match
from engine.rules import EMA, WRC, Offence
from engine.tiles import parse_tile, parse_tiles
from tests.support.engine.deals import PINFU, E, N, Play, S, deal, in_words
from tests.support.engine.refused_positions import ROWS, Row


def the_action(text: str) -> Action:
    """The action of a row."""
    kind, tile, rest = [*text.split(" ", 2), "", ""][:3]
    own = rest.removeprefix("with ") if rest.startswith("with") else ""
    found = Action(ActionKind(kind), parse_tile(tile) if tile else None, parse_tiles(own), rest == "drawn")
    assert str(found) == text.removesuffix(" drawn")
    return found


def refused(play: Play, choices: dict[int, Action]) -> IllegalAction:
    """The error that these choices are; whatever any seat sees stays what it was, and the game goes on."""
    game = play.game
    before = play.everything()
    with pytest.raises(IllegalAction) as caught:
        game.step(choices)
    assert play.everything() == before
    if game.outcome is None:
        play.step({seat: game.options(seat).actions[-1] for seat in game.acting})
        assert len(game.events) > len(before[0])
    return caught.value


@pytest.mark.claim("W-01", "W-04", "R-09")
@pytest.mark.parametrize("row", ROWS.values(), ids=list(ROWS))
def test_it_is_no_option_it_is_an_error_and_nothing_changes(row: Row) -> None:
    play = row.position()
    game = play.game
    action = the_action(row.action)
    menu = game.options(row.seat)
    assert game.outcome is None
    assert action not in menu.actions
    if row.form:
        assert menu.of(action.kind)
    else:
        assert action.tile not in {each.tile for each in menu.of(action.kind)}
        refusal = menu.why_not(action.kind, action.tile)
        assert refusal.why is row.why
    others = {seat: game.options(seat).actions[-1] for seat in game.acting}
    error = refused(play, others | {row.seat: action})
    assert error.refusal.why is row.why
    assert str(error) == f"seat {row.seat} may not {action} now: {row.why.value}"


def test_every_reason_has_a_row() -> None:
    assert {row.why for row in ROWS.values()} == set(Why)


def test_every_way_into_furiten_has_a_row() -> None:
    rows = [row for row in ROWS.values() if row.why is Why.FURITEN]
    causes = {(cause.kind, cause.passed) for row in rows for cause in row.position().furiten(row.seat)}
    assert causes == {
        (FuritenKind.DISCARD, None),
        (FuritenKind.TEMPORARY, Passed.DISCARD),
        (FuritenKind.TEMPORARY, Passed.KAN),
        (FuritenKind.RIICHI, Passed.DISCARD),
        (FuritenKind.RIICHI, Passed.KAN),
        (FuritenKind.RIICHI, Passed.DRAW),
    }


# -- who chooses -----------------------------------------------------------------------------------------


def two_may_claim() -> Play:
    """East discards 5m; South may call chi and North pon."""
    return in_words("S 34m258p258s12345z, N 55m147m147s23467z, draws 5m / 5m")


@pytest.mark.parametrize(
    ("choices", "says"),
    [
        ({}, "seat 1 has not chosen"),
        ({S: PASS}, "seat 3 has not chosen"),
        ({S: PASS, N: PASS, E: PASS}, "seat 0 may not pass now: no-claim"),
        ({S: PASS, N: PASS, 4: PASS}, "there is no seat 4"),
        ({S: PASS, N: PASS, -1: PASS}, "there is no seat -1"),
    ],
)
def test_each_seat_that_is_asked_chooses_and_no_other(choices: dict[int, Action], says: str) -> None:
    assert str(refused(two_may_claim(), choices)) == says


def test_what_was_chosen_before_is_stale() -> None:
    play = two_may_claim()
    chosen = {seat: play.game.options(seat).actions[0] for seat in play.game.acting}
    play.step(chosen)
    assert play.marks()[-1] == "Pon"
    assert str(refused(play, chosen)) == "seat 1 may not chi 5m with 34m now: no-claim"


def test_a_hand_that_is_over_goes_no_further() -> None:
    play = deal(PINFU, draws="1p").tsumo()
    assert str(refused(play, {})) == "the hand is over"
    error = refused(play, {E: Action(ActionKind.TSUMO, parse_tile("1p"))})
    assert error.refusal == Refusal(Why.NOT_YOUR_TURN)


def test_the_next_hand_is_not_dealt_before_this_one_is_over() -> None:
    match = Match(WRC, 1)
    before = list(match.events)
    with pytest.raises(ValueError, match="the hand is not over"):
        match.proceed()
    assert match.events == before


# -- the referee -----------------------------------------------------------------------------------------

NO_PENALTY = "nothing that a referee penalises here"
TABLE = replace(EMA, errors="penalised")


@pytest.mark.parametrize(
    ("position", "seat", "offence", "says"),
    [
        (lambda: deal(draws="9m"), E, Offence.UNPLAYABLE, NO_PENALTY),
        (lambda: deal(draws="9m", rules=TABLE), E, Offence.FALSE_WIN, NO_PENALTY),
        (lambda: deal(draws="9m", rules=TABLE), E, Offence.TILES_SHOWN, NO_PENALTY),
        (lambda: deal(draws="9m", rules=TABLE), 4, Offence.UNPLAYABLE, "there is no seat 4"),
        (lambda: deal(PINFU, draws="1p", rules=TABLE).tsumo(), E, Offence.UNPLAYABLE, "the hand is over"),
    ],
    ids=["nobody can err", "no referee's affair", "no penalty", "no such seat", "over"],
)
def test_no_such_ruling(position: Callable[[], Play], seat: int, offence: Offence, says: str) -> None:
    play = position()
    before = play.everything()
    with pytest.raises(IllegalAction, match=says):
        play.game.foul(seat, offence)
    assert play.everything() == before
