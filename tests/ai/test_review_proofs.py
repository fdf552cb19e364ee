"""Proof moments: each kind where it is true and where it nearly is; the slow solver finds none wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from ai.bots.registry import make_bot
from ai.players import Players
from ai.review.moments import FoulMade, MomentClass, MomentKind, ReviewedMoment
from ai.review.proofs import proofs
from engine import events as ev
from engine.match import Match
from engine.records.hands import RecordedHand, hands_of
from engine.rules import Ruleset, ruleset
from engine.tiles import TILE_OF
from engine.view import mask
from tests.support.ai.careless_bot import CarelessBot
from tests.support.ai.slow_solver.proof_moments import check_proof
from tests.support.shared import shared
from tests.support.tui.table_positions import Position

WRC = ruleset("wrc")


def played(rules: Ruleset, seed: int) -> list[ev.Event]:
    """A game of two novices and two bots that slip."""
    return shared(f"game of bots that slip {rules.name} {seed}", lambda: _play(rules, seed))


def _play(rules: Ruleset, seed: int) -> list[ev.Event]:
    bots = [
        make_bot("takame:novice"),
        CarelessBot("tenpai", seed),
        make_bot("hayai:novice"),
        CarelessBot("mamori:novice", seed + 1),
    ]
    turned = seed % 4
    players = Players(dict(enumerate(bots[turned:] + bots[:turned])))
    match = Match(rules, seed, [str(seat) for seat in range(4)])
    while match.standings is None:
        if match.acting:
            match.step({seat: players.choose(match, seat) for seat in match.acting})
        else:
            match.proceed()
    return match.events


def checked(rules: Ruleset, events: list[ev.Event]) -> Iterator[ReviewedMoment]:
    """Every proof moment of a game, found right by the slow solver."""
    for seat in range(4):
        for hand in hands_of([mask(event, seat) for event in events]):
            for moment in proofs(rules, seat, hand):
                assert moment.moment_class is MomentClass.PROOF
                check_proof(rules, seat, hand.events, hand.first - 1, moment)
                yield moment


def seen_in(games: int) -> Counter[MomentKind]:
    seen = Counter[MomentKind]()
    for seed in range(games):
        rules = ruleset(("wrc", "tenhou")[seed % 2])
        seen.update(moment.kind for moment in checked(rules, played(rules, seed)))
    return seen


def test_the_slow_solver_finds_no_proof_wrong() -> None:
    seen = seen_in(2)
    assert {MomentKind.WIN_MISSED, MomentKind.DANGEROUS_DISCARD} <= set(seen)


@pytest.mark.nightly
def test_the_slow_solver_finds_none_wrong_in_60_games() -> None:
    seen = seen_in(60)
    assert {MomentKind.FURITEN_ENTERED, MomentKind.WIN_MISSED, MomentKind.DANGEROUS_DISCARD} <= set(seen)


# -- positions -----------------------------------------------------------------------------------------

TANKI = "234m567p345678s3z"
"""Whatever single tile is left is the wait."""
FURITEN = "0: 4z'; 1: 9m'; 2: 9p'; 3: 9m'; 0: draws 4z; 0: riichi 3z; 1: {tile}'; 2: 9p'"
"""4z stands in the pond when riichi is declared on it, while 3z would be free."""
FOLDS = "234567p345s67s9m1z"
RISK = (
    "0: 2z'; 1: riichi 9m; 2: 2z'; 3: 2z'; 0: draws 3z; 0: 5p; 1: 4z'; 2: 4z'; 3: 4z'; 0: draws {tile}; 0: 9m"
)
"""5p out of a sequence against a riichi, with 9m in hand."""


def proved(hand: str, moves: str, end: ev.Event | None = None) -> list[ReviewedMoment]:
    """The proof moments of seat 0, in a hand that is a record's second and begins at its event 10."""
    events = Position(hand, rules=WRC, indicator="1z").play(moves).events
    if end is not None:
        events = [*events, end]
    recorded = RecordedHand(2, 11, events)
    found = proofs(WRC, 0, recorded)
    for moment in found:
        check_proof(WRC, 0, events, 10, moment)
    return found


def test_furiten_entered_while_another_discard_kept_a_wait_as_good() -> None:
    (moment,) = proved(TANKI, FURITEN.format(tile="9m"))
    assert (moment.kind, moment.hand, moment.turn) == (MomentKind.FURITEN_ENTERED, 2, 2)
    assert (moment.event, moment.position) == (10, 19), "the reach, and the position before it"
    assert (moment.tile, moment.better_text) == (TILE_OF["3z"], "riichi 4z")
    assert moment.points is None, "no winning tile passed"


def test_what_furiten_cost_is_the_first_win_that_passed() -> None:
    moment, *_ = proved(TANKI, FURITEN.format(tile="4z"))
    assert moment.kind is MomentKind.FURITEN_ENTERED
    assert moment.points == 3_900


@pytest.mark.parametrize(
    ("hand", "moves"),
    [
        pytest.param(
            TANKI,
            FURITEN.format(tile="9m").replace("1: 9m'; 2: 9p'; 3: 9m'", "1: 3z'; 2: 9p'; 3: 3z'", 1),
            id="fewer tiles are left",
        ),
        pytest.param(TANKI, FURITEN.format(tile="9m").replace("riichi ", ""), id="without a yaku"),
        pytest.param(
            "23456m22678p568s", "0: 4s; 1: 9m'; 2: 9p'; 3: 9m'; 0: draws 7m; 0: 8s", id="a narrower wait"
        ),
    ],
)
def test_no_proof_where_the_free_wait_is_not_as_good(hand: str, moves: str) -> None:
    assert proved(hand, moves) == []


def test_a_needless_risk_of_a_folded_hand() -> None:
    (moment,) = proved(FOLDS, RISK.format(tile="4z"), ev.Ryukyoku())
    assert (moment.kind, moment.event, moment.position) == (MomentKind.DANGEROUS_DISCARD, 12, 21)
    assert (moment.tile, moment.better_text, moment.points) == (TILE_OF["5p"], "9m", None)


def test_a_needless_risk_that_dealt_in_costs_what_was_paid() -> None:
    moves = RISK.partition("; 1: 4z'")[0]
    (moment,) = proved(FOLDS, moves, ev.Hora(1, 0, [-5_200, 5_200, 0, 0]))
    assert moment.points == 5_200


@pytest.mark.parametrize(
    ("moves", "end"),
    [
        pytest.param(RISK.format(tile="5p"), ev.Ryukyoku(), id="the hand came as near again"),
        pytest.param(RISK.format(tile="4z"), None, id="the record stops before the hand is over"),
        pytest.param(RISK.format(tile="4z").replace("riichi 9m", "9m'"), ev.Ryukyoku(), id="no threat"),
        pytest.param(
            RISK.format(tile="4z").replace("riichi 9m", "riichi 8m"), ev.Ryukyoku(), id="no safe tile"
        ),
        pytest.param(RISK.format(tile="4z").replace("0: 5p", "0: 1z"), ev.Ryukyoku(), id="no step back"),
    ],
)
def test_no_proof_where_the_risk_may_have_been_for_something(moves: str, end: ev.Event | None) -> None:
    assert proved(FOLDS, moves, end) == []


def test_a_foul_costs_the_chombo() -> None:
    foul = ev.Foul(0, "noten-riichi", "chombo")
    paid = ev.Ryukyoku([-8_000, 4_000, 2_000, 2_000], "chombo")
    events = Position(FOLDS, rules=WRC, indicator="1z").play("0: 2z'; 1: 9m'").events
    (moment,) = proofs(WRC, 0, RecordedHand(1, 1, [*events, foul, paid]))
    assert (moment.kind, moment.points, moment.better) == (MomentKind.FOUL, 8_000, None)
    assert moment.facts == FoulMade("noten-riichi", "chombo")
    assert moment.event == len(events)
