"""What the furiten line claims, against the events of played games, counted in an obvious slow way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

import pytest

from ai.bots.registry import make_bot
from ai.reading.furiten_advice import WayKind, furiten_advice
from ai.reading.furiten_report import TsumoChance, furiten_report
from ai.review.hand_review import WinMissed, review
from engine import events as ev
from engine.actions import PASS, Action, ActionKind
from engine.furiten import Ends, FuritenKind
from engine.match import Match
from engine.options import options
from engine.rules import TENHOU
from engine.tiles import COPIES, KIND_OF, KINDS, TILE_OF
from engine.view import SeatView
from tests.support.nightly import at_night

BOTS = ("hayai", "hayai", "mamori", "takame")
SEAT = 0
SEEDS = (0, 1, 8, 9)
HANDS, MANY_HANDS = 3, 8
"""Hands of a game that are looked at."""
DECLINED = (ActionKind.RON, ActionKind.TSUMO, ActionKind.NINE_TERMINALS)
"""What nobody does, so that hands last and many winning tiles pass."""
CALLS = (ActionKind.CHI, ActionKind.PON, ActionKind.OPEN_KAN, ActionKind.CLOSED_KAN)
"""What the seat does not do."""
Claim = tuple[FuritenKind, int, int, int, Ends]
"""The kind of furiten, the kind of tile, whose tile it was, on which turn, and the end."""


def kind_of(pai: str) -> int:
    return KIND_OF[TILE_OF[pai]]


@lru_cache(100_000)
def completes(counts: tuple[int, ...], sets: int, pair: bool) -> bool:
    """Whether the tiles are so many sets and a pair, by taking the first tile in every possible way."""
    first = next((kind for kind in range(KINDS) if counts[kind]), None)
    if first is None:
        return sets == 0 and not pair

    def without(*kinds: int) -> tuple[int, ...] | None:
        rest = list(counts)
        for kind in kinds:
            rest[kind] -= 1
        return tuple(rest) if min(rest) >= 0 else None

    ways = [(without(first, first, first), sets - 1, pair)]
    if first < 27 and first % 9 < 7:
        ways.append((without(first, first + 1, first + 2), sets - 1, pair))
    if pair:
        ways.append((without(first, first), sets, False))
    return any(rest is not None and left >= 0 and completes(rest, left, still) for rest, left, still in ways)


ORPHANS = {*(9 * suit + end for suit in range(3) for end in (0, 8)), *range(27, KINDS)}


def waits_of(hand: Sequence[int]) -> set[int]:
    """Every kind that completes the concealed tiles."""
    found = set()
    for kind in range(KINDS):
        tiles = Counter([*hand, kind])
        if tiles[kind] > COPIES:
            continue
        counts = tuple(tiles[each] for each in range(KINDS))
        pairs = len(tiles) == 7 and set(tiles.values()) == {2}
        orphans = set(tiles) == ORPHANS
        if pairs or orphans or completes(counts, 4, True):
            found.add(kind)
    return found


class Known(NamedTuple):
    """What the events of a hand tell a seat."""

    hand: list[int]
    pond: list[int]
    seen: Counter[int]
    """Every visible tile, the own ones included."""
    claims: list[Claim]
    """Every cause of furiten."""


def known(events: Sequence[ev.Event], seat: int) -> Known:
    """Read the events of a hand from the first, one after the other."""
    start = events[0]
    assert isinstance(start, ev.StartKyoku)
    hand = [kind_of(pai) for pai in start.tehais[seat]]
    seen: Counter[int] = Counter([*hand, kind_of(start.dora_marker)])
    ponds: list[list[int]] = [[] for _ in range(4)]
    riichi, waits = False, waits_of(hand)
    passed: list[Claim] = []
    for place, event in enumerate(events[1:], 2):
        offered = place < len(events)  # the last event is still on offer
        kind, end = (
            (FuritenKind.RIICHI, Ends.HAND_ENDS) if riichi else (FuritenKind.TEMPORARY, Ends.OWN_DISCARD)
        )
        match event:
            case ev.Tsumo(actor=actor, pai=pai) if actor == seat:
                hand.append(kind_of(pai))
                seen[kind_of(pai)] += 1
            case ev.Dahai(actor=actor, pai=pai) if actor == seat:
                if riichi and kind_of(pai) in waits:
                    passed.append((kind, kind_of(pai), seat, 0, end))
                hand.remove(kind_of(pai))
                ponds[seat].append(kind_of(pai))
                waits = waits_of(hand)
                passed = passed if riichi else []
            case ev.Dahai(actor=actor, pai=pai):
                ponds[actor].append(kind_of(pai))
                seen[kind_of(pai)] += 1
                if kind_of(pai) in waits and offered:
                    passed.append((kind, kind_of(pai), actor, len(ponds[actor]), end))
            case ev.Kakan(actor=actor, pai=pai) if actor != seat:
                seen[kind_of(pai)] += 1
                if kind_of(pai) in waits and offered:
                    passed.append((kind, kind_of(pai), actor, 0, end))
            case ev.Chi() | ev.Pon() | ev.Daiminkan() | ev.Ankan():
                assert event.actor != seat
                seen.update(map(kind_of, event.consumed))
            case ev.Dora(dora_marker=pai):
                seen[kind_of(pai)] += 1
            case ev.ReachAccepted(actor=actor) if actor == seat:
                riichi = True
            case _:
                pass
    end = Ends.HAND_ENDS if riichi else Ends.WAITS_CHANGE
    own = [
        (FuritenKind.DISCARD, kind, seat, turn, end)
        for turn, kind in enumerate(ponds[seat], 1)
        if kind in waits
    ]
    return Known(hand, ponds[seat], seen, [*own, *passed])


def played(seed: int, hands: int = HANDS) -> Iterator[tuple[SeatView, list[ev.Event]]]:
    """Positions of a seat that never calls in a game that nobody wins, with the events of the hand so far."""
    match = Match(TENHOU, seed)
    bots = [make_bot(name) for name in BOTS]
    for _ in range(hands):
        while match.acting:
            choices: dict[int, Action] = {}
            for seat in match.acting:
                view = match.round.view(seat)
                chosen = bots[seat].choose(view, options(view))
                if seat == SEAT:
                    yield view, list(match.hand_events)
                    chosen = in_silence(chosen, view, riichi=seed % 3 == 0)
                choices[seat] = declined(view) if chosen.kind in DECLINED else chosen
            match.step(choices)
        if match.standings is not None:
            break
        match.proceed()


def in_silence(action: Action, view: SeatView, *, riichi: bool) -> Action:
    """The action without a call, and without riichi if not allowed."""
    if action.kind is ActionKind.RIICHI and not riichi:
        return Action(ActionKind.DISCARD, action.tile, tsumogiri=action.tsumogiri)
    return declined(view) if action.kind in CALLS else action


def declined(view: SeatView) -> Action:
    """The drawn tile is discarded, or the tile on offer passes."""
    if not view.my_turn:
        return PASS
    assert view.drawn is not None
    return Action(ActionKind.DISCARD, view.drawn, tsumogiri=True)


LASTING = (Ends.OWN_DISCARD, Ends.WAITS_CHANGE, Ends.HAND_ENDS)


@pytest.mark.parametrize(("seeds", "hands"), [(SEEDS, HANDS), *at_night([(range(2, 8), MANY_HANDS)])])
def test_every_claim_is_true_of_the_events(seeds: Sequence[int], hands: int) -> None:
    told: Counter[str] = Counter()
    for view, events in chain.from_iterable(played(seed, hands) for seed in seeds):
        facts = known(events, SEAT)
        assert sorted(facts.hand) == sorted(KIND_OF[tile] for tile in view.hand.tiles)
        advice = furiten_advice(view)
        report = furiten_report(view, advice)
        if report is None:
            assert facts.claims == []
            continue
        main = report.causes[0]
        claim = (main.kind, KIND_OF[main.tile], main.seat, main.turn, main.ends)
        assert claim in facts.claims
        assert LASTING.index(report.ends) == max(LASTING.index(end) for *_, end in facts.claims)
        assert {KIND_OF[cause.tile] for cause in report.causes} == {tile for _, tile, *_ in facts.claims}
        told[main.kind] += 1
        if report.tsumo is TsumoChance.NOW:
            drawn = view.drawn
            assert drawn is not None
            rest = [*facts.hand]
            rest.remove(KIND_OF[drawn])
            assert KIND_OF[drawn] in waits_of(rest)
        way = report.way
        if way is None or way.kind is WayKind.STEP_BACK:
            continue
        told["way"] += 1
        assert way.tile is not None
        assert_leaves(way.tile, {wait.kind for wait in way.wait.waits}, way.wait.acceptance, facts)
    assert all(told[each] for each in (*FuritenKind, "way")), told


def assert_leaves(tile: int, waits: Collection[int], left: int, facts: Known) -> None:
    """Without the tile the hand waits on these, none lies in the pond, and so many are unseen."""
    rest = [*facts.hand]
    rest.remove(KIND_OF[tile])
    assert waits_of(rest) == set(waits)
    assert not set(waits) & {*facts.pond, KIND_OF[tile]}
    assert left == sum(COPIES - facts.seen[kind] for kind in waits)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_turn_of_a_missed_tile_is_its_place_in_the_pond(seed: int) -> None:
    """In the moments of a record as in the furiten line: neither counts the turns of the own seat."""
    hands: dict[str, list[ev.Event]] = {}
    for _, events in played(seed):
        hands[repr(events[0])] = events
    checked = 0
    for events in hands.values():
        for moment in review(TENHOU, SEAT, events, most=100):
            facts, last = moment.facts, events[moment.events - 1]
            if not isinstance(facts, WinMissed) or not isinstance(last, ev.Dahai):
                continue
            discards = [each for each in events[: moment.events] if isinstance(each, ev.Dahai)]
            assert moment.turn == sum(each.actor == facts.seat for each in discards)
            if facts.cause is not None:
                assert facts.cause.turn == moment.turn
            checked += 1
    assert checked
