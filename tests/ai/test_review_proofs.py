"""Proof moments: each kind where it is true and where it nearly is; the slow solver finds none wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from ai.bots.registry import make_bot
from ai.players import Players
from ai.review.moments import MomentClass, MomentKind, ReviewedMoment
from ai.review.proofs import proofs
from engine import events as ev
from engine.match import Match
from engine.records.hands import hands_of
from engine.rules import Ruleset, ruleset
from engine.view import mask
from tests.support.ai.careless_bot import CarelessBot
from tests.support.ai.slow_solver.proof_moments import check_proof

WRC = ruleset("wrc")


def played(rules: Ruleset, seed: int) -> list[ev.Event]:
    """A game of two novices and two bots that slip."""
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
    seen = seen_in(6)
    assert {MomentKind.WIN_MISSED, MomentKind.DANGEROUS_DISCARD} <= set(seen)


@pytest.mark.slow
def test_the_slow_solver_finds_none_wrong_in_200_games() -> None:
    seen = seen_in(200)
    print(seen)
    assert {MomentKind.FURITEN_ENTERED, MomentKind.WIN_MISSED, MomentKind.DANGEROUS_DISCARD} <= set(seen)
