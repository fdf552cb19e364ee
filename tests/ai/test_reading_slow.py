"""Acceptance and latent furiten against slow versions that try every tile.

Only shanten comes from elsewhere (``xiangting``); what is left is counted from the tiles that a test dealt.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import xiangting
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from ai.reading.outlook import discard_outlooks
from engine.rules import WRC
from engine.tiles import COPIES
from engine.view import SeatView
from tests.support.ai.advice_positions import constructed
from tests.support.ai.slow_solver.story import KINDS, tell
from tests.support.nightly import more_at_night

FOUR = xiangting.PlayerCount.FOUR
NUMBERS = range(len(KINDS))
"""The kinds by their place in ``KINDS``."""
Counts = list[int]


class Dealt(NamedTuple):
    """A position, and what the slow solver knows of it without asking the view."""

    view: SeatView
    held: Counts
    """The concealed tiles."""
    whole: Counts
    """The same with the tiles of the own meld."""
    pond: set[int]
    left: Counts


def near_tenpai(seed: int) -> Dealt:
    """A hand at tenpai or near it, often with a meld, with a wait in its pond or not."""
    seen = constructed(seed)
    assume(seen is not None)
    assert seen is not None
    story = tell(WRC, seen.seat, seen.events)
    melded = [kind for _, tiles in story.melds for kind in tiles]
    held, whole = (
        [tiles.count(kind) for kind in KINDS] for tiles in (story.concealed, story.concealed + melded)
    )
    pond = {KINDS.index(kind) for kind in story.thrown}
    left = [COPIES - story.seen[kind] for kind in KINDS]
    return Dealt(SeatView.from_events(WRC, seen.seat, seen.events), held, whole, pond, left)


def steps(counts: Counts) -> int:
    return int(xiangting.calculate_replacement_number(counts, FOUR)) - 1


def moved(counts: Counts, *, plus: int | None = None, minus: int | None = None) -> Counts:
    changed = counts.copy()
    if plus is not None:
        changed[plus] += 1
    if minus is not None:
        changed[minus] -= 1
    return changed


def completing(held: Counts, whole: Counts) -> list[int]:
    """Waits of a hand between turns."""
    return [kind for kind in NUMBERS if whole[kind] < COPIES and steps(moved(held, plus=kind)) == -1]


def closer(held: Counts) -> list[int]:
    """Kinds that lower shanten."""
    now = steps(held)
    return [kind for kind in NUMBERS if held[kind] < COPIES and steps(moved(held, plus=kind)) < now]


def distance(held: Counts, whole: Counts) -> tuple[int, list[int]]:
    """Shanten and what lowers it; who waits on nothing but his own tiles is one away from another wait."""
    if waits := completing(held, whole):
        return 0, waits
    if steps(held) > 0:
        return steps(held), closer(held)
    draws = [kind for kind in NUMBERS if whole[kind] < COPIES]
    return 1, [kind for kind in draws if list(tenpais(held, whole, kind))]


def tenpais(held: Counts, whole: Counts, draw: int) -> Iterable[tuple[int, list[int]]]:
    """Every discard that leaves a hand tenpai after a draw, with its waits."""
    for kind in NUMBERS:
        full = moved(held, plus=draw)
        if full[kind]:
            waits = completing(moved(full, minus=kind), moved(whole, plus=draw, minus=kind))
            if waits:
                yield kind, waits


@more_at_night(5)
@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10_000_000))
def test_acceptance_and_furiten_of_each_discard(part: int, seed: int) -> None:
    dealt = near_tenpai(seed)
    effects = discard_outlooks(dealt.view)
    assert {effect.tile for effect in effects} == {kind for kind in NUMBERS if dealt.held[kind]}
    for effect in effects:
        held, whole = moved(dealt.held, minus=effect.tile), moved(dealt.whole, minus=effect.tile)
        shanten, accepts = distance(held, whole)
        waits = accepts if shanten == 0 else []
        assert effect.shanten == shanten
        expected = [(kind, dealt.left[kind]) for kind in accepts if dealt.left[kind]]
        assert [tuple(accepted) for accepted in effect.accepts] == expected
        assert effect.acceptance == sum(left for _, left in expected)
        assert [wait.kind for wait in effect.waits] == waits
        pond = dealt.pond | {effect.tile}
        assert {cause.tile for cause in effect.furiten} == pond & set(waits)
        risky = set() if waits else pond & set(accepts)
        assert {latent.kind for latent in effect.latent} == risky


@more_at_night(5)
@settings(max_examples=12, deadline=None)
@given(st.integers(0, 10_000_000))
def test_the_draws_that_force_a_latent_furiten(part: int, seed: int) -> None:
    dealt = near_tenpai(seed)
    effects = [effect for effect in discard_outlooks(dealt.view) if effect.shanten == 1 and effect.latent]
    assume(effects)
    for effect in effects[:2]:
        held, whole = moved(dealt.held, minus=effect.tile), moved(dealt.whole, minus=effect.tile)
        pond = dealt.pond | {effect.tile}
        forced: dict[int, set[int]] = {latent.kind: set() for latent in effect.latent}
        for draw, _ in effect.accepts:
            reached = [(pond | {thrown}) & set(waits) for thrown, waits in tenpais(held, whole, draw)]
            if all(reached):
                for kind in set().union(*reached) & set(forced):
                    forced[kind].add(draw)
        assert {latent.kind: {draw.kind for draw in latent.draws} for latent in effect.latent} == forced
