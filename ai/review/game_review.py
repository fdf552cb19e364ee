"""The review of a whole game for one seat: the moments of each hand, and its verdict."""

from __future__ import annotations

from collections.abc import Sequence

from ai.review.dangerous_discards import DangerousDiscard
from ai.review.moments import (
    DealIn,
    GameReview,
    HandReview,
    HandVerdict,
    MomentClass,
    MomentKind,
    ReviewedMoment,
    VerdictKind,
    missed_points,
    proofs,
)
from ai.review.opinions import Disagreement, disagreements, is_better_passed, opinions
from engine import events as ev
from engine.records.recorded_game import RecordedHand, hands_of, player_names
from engine.rules import Ruleset
from engine.tiles import TILE_OF
from engine.view import mask


def verdict(seat: int, hand: RecordedHand, moments: Sequence[ReviewedMoment]) -> HandVerdict:
    """The verdict of a hand for a seat.

    The first that applies: a foul, a win of the seat, a declined win, a deal-in, furiten that could have been
    avoided, other moments, nothing.
    """
    proofs = [moment for moment in moments if moment.moment_class is MomentClass.PROOF]
    if fouls := _of(proofs, MomentKind.FOUL):
        return HandVerdict(VerdictKind.FOUL, points=fouls[0].points)
    wins = [event for event in hand.events if isinstance(event, ev.Hora)]
    if any(win.actor == seat for win in wins):
        return HandVerdict(VerdictKind.WON, points=_received(wins, seat))
    if missed := _of(proofs, MomentKind.WIN_MISSED):
        dearest = max(missed, key=lambda moment: missed_points(moment) or 0)
        return HandVerdict(VerdictKind.WIN_DECLINED, points=missed_points(dearest), tile=dearest.tile)
    if any(win.target == seat for win in wins):
        received = _received(wins, seat)
        paid = None if received is None else -received
        offers = [event for event in hand.events if isinstance(event, ev.OfferEvent)]
        tile = TILE_OF[offers[-1].offered]
        for moment in _of(proofs, MomentKind.DANGEROUS_DISCARD):
            if isinstance(moment.facts, DangerousDiscard) and moment.facts.paid is not None:
                return HandVerdict(
                    VerdictKind.DEALT_IN_SAFE, points=paid, tile=tile, better=moment.facts.tile
                )
        return HandVerdict(VerdictKind.DEALT_IN, points=paid, tile=tile)
    if entered := _of(proofs, MomentKind.FURITEN_ENTERED):
        cost = sum((moment.points or 0) for moment in entered)
        if cost:
            return HandVerdict(VerdictKind.FURITEN_COST, points=cost)
        return HandVerdict(VerdictKind.FURITEN, tile=entered[0].tile)
    if moments:
        return HandVerdict(VerdictKind.MOMENTS, count=len(moments))
    return HandVerdict(VerdictKind.NOTHING)


def _of(moments: Sequence[ReviewedMoment], kind: MomentKind) -> list[ReviewedMoment]:
    return [moment for moment in moments if moment.kind is kind]


def _received(wins: Sequence[ev.Hora], seat: int) -> int | None:
    """The gain of the seat by the wins, honba and sticks included; None if the record does not say."""
    told = [win.deltas[seat] for win in wins if win.deltas]
    return sum(told) if told else None


def review_game(
    rules: Ruleset, events: Sequence[ev.Event], seat: int, found: Sequence[Sequence[Disagreement]] = ()
) -> GameReview:
    """The review of a record for a seat; a record that stops in the middle, up to where it stops.

    Every position of the record must be one that can be folded (see ``games_of``). ``found`` is by hand what
    experts would have done otherwise; left out, they are asked.
    """
    names = player_names(events)
    hands = hands_of([mask(event, seat) for event in events])
    reviewed = (
        review_hand(rules, seat, hand, found[place] if found else None) for place, hand in enumerate(hands)
    )
    return GameReview(seat, names, tuple(reviewed))


def review_hand(
    rules: Ruleset, seat: int, hand: RecordedHand, found: Sequence[Disagreement] | None = None
) -> HandReview:
    """The review of one hand of a record; experts are asked if ``found`` is left out."""
    if found is None:
        found = disagreements(rules, seat, hand)
    certain = [each for each in proofs(rules, seat, hand) if not is_better_passed(rules, seat, hand, each)]
    known = {moment.position for moment in certain}
    thought = [each for each in opinions(hand, found) if each.position not in known]
    moments = tuple(sorted([*certain, *thought], key=lambda moment: (moment.position, moment.event)))
    start = hand.start
    return HandReview(
        number=hand.number,
        first=hand.first,
        wind=start.bakaze,
        kyoku=start.kyoku,
        honba=start.honba,
        verdict=verdict(seat, hand, moments),
        moments=moments,
        deal_in=DealIn.of(rules, seat, hand),
    )
