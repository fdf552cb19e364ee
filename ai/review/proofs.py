"""Proof moments of a hand: what is certain from what the seat saw.

Furiten entered where another discard kept a free wait as good; a legal win declined; a tile discarded that
could lose where one that cannot lose was in hand and the hand was folded anyway; a foul; what was said too
late or wrongly by table rules.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from ai.coach import Better, free_discards
from ai.reading.outlook import Outlook, outlook_after, wait_tiles
from ai.reading.table_errors import ErrorKind, errors_shown
from ai.review.dangerous_discards import needless_risks
from ai.review.hand_review import ALL_MOMENTS, FuritenEntered, Moment, WinMissed, review
from ai.review.moments import FoulMade, MomentClass, MomentKind, ReviewedMoment, kind_of
from engine import events as ev
from engine.actions import Action, ActionKind
from engine.outcome import DrawReason
from engine.records.recorded_choices import is_made_with_discard
from engine.records.recorded_game import RecordedHand
from engine.records.timeline import Timeline, timeline
from engine.rules import Ruleset
from engine.tiles import TILE_OF, Tile
from engine.view import SeatView


def free_waits_as_good(view: SeatView, tile: Tile, *, riichi: bool) -> tuple[Better, ...]:
    """The discards that keep a free wait as good as the furiten wait after ``tile``, the best first.

    The free wait is as good if at least as many of its tiles are unseen, if a ron on each of them is a win,
    and if the unseen tiles are together worth at least as much by ron, furiten apart. Riichi counts for both
    waits if it was declared. The discard is at least as safe against those who threaten.
    """
    entered = outlook_after(view, tile, riichi=riichi)
    found: list[tuple[int, int, Better]] = []
    for each in free_discards(view, tile):
        hand = each.with_riichi if riichi else each
        if hand is None or not all(wait.ron for wait in hand.waits):
            continue
        left, value = hand.acceptance, _ron_value(hand)
        if left >= entered.acceptance and value >= _ron_value(entered):
            found.append((value, left, Better(hand.tile, wait_tiles(hand.waits), left)))
    return tuple(better for *_, better in sorted(found, key=lambda each: each[:2], reverse=True))


def _ron_value(hand: Outlook) -> int:
    """The worth of all unseen tiles together by ron, furiten apart."""
    return sum(wait.left * wait.ron_worth.points for wait in hand.waits if wait.ron_worth is not None)


def proofs(rules: Ruleset, seat: int, hand: RecordedHand) -> list[ReviewedMoment]:
    """The proof moments of a hand of a record for that seat, in the order of play."""
    positions = timeline(rules, hand.events, seat)
    found = [
        moment
        for each in review(rules, seat, hand.events, ALL_MOMENTS)
        if (moment := _proof(each, positions, hand)) is not None
    ]
    found += _needless(positions, hand)
    found += _fouls(positions, hand)
    found += _said_wrongly(positions, hand)
    return sorted(found, key=lambda moment: (moment.position, moment.event))


def _proof(moment: Moment, positions: Timeline, hand: RecordedHand) -> ReviewedMoment | None:
    match moment.facts:
        case FuritenEntered(better=better) as facts if better is not None:
            move = own_move(hand, positions, moment.events)
            riichi = isinstance(hand.events[move], ev.Reach)
            view = positions.at(moment.events - 1).view
            free = free_waits_as_good(view, moment.tile, riichi=riichi)
            if not free:
                return None
            moment = replace(moment, facts=replace(facts, better=free[0]))
            kind = ActionKind.RIICHI if riichi else ActionKind.DISCARD
            return _reviewed(moment, hand, Action(kind, free[0].tile), facts.missed_points, move)
        case WinMissed(refusal=None, points=points) as facts if points is not None:
            own = facts.seat == positions.seat
            kind = ActionKind.TSUMO if own else ActionKind.RON
            event = own_move(hand, positions, moment.events) if own else moment.events - 1
            return _reviewed(moment, hand, Action(kind, moment.tile), points, event)
    return None


def _needless(positions: Timeline, hand: RecordedHand) -> Iterator[ReviewedMoment]:
    """Risks of a folded hand; those that dealt in cost what was paid."""
    for place, chosen, turn, tile, facts in needless_risks(positions, hand):
        yield ReviewedMoment(
            hand=hand.number,
            event=place,
            position=hand.first - 1 + chosen,
            turn=turn,
            kind=MomentKind.DANGEROUS_DISCARD,
            moment_class=MomentClass.PROOF,
            tile=tile,
            better=Action(ActionKind.DISCARD, facts.tile),
            points=facts.paid,
            facts=facts,
        )


def own_move(hand: RecordedHand, positions: Timeline, place: int) -> int:
    """The index of the first move of the seat from that event of the hand on."""
    return next(
        number
        for number, event in enumerate(hand.events)
        if number >= place and ev.actor_of(event) == positions.seat
    )


def _reviewed(
    moment: Moment, hand: RecordedHand, better: Action, points: int | None, event: int
) -> ReviewedMoment:
    return ReviewedMoment(
        hand=hand.number,
        event=event,
        position=hand.first - 2 + moment.events,
        turn=moment.turn,
        kind=kind_of(moment.facts),
        moment_class=MomentClass.PROOF,
        tile=moment.tile,
        better=better,
        points=points,
        facts=moment.facts,
    )


def _fouls(positions: Timeline, hand: RecordedHand) -> Iterator[ReviewedMoment]:
    """Actions of the seat that the rules forbid; a chombo cost what was paid for it."""
    seat = positions.seat
    assert seat is not None
    for place, event in enumerate(hand.events):
        if not isinstance(event, ev.Foul) or event.actor != seat:
            continue
        chosen = positions.chosen_at(place)
        following = hand.events[place + 1] if is_made_with_discard(event) else None
        yield ReviewedMoment(
            hand=hand.number,
            event=place,
            position=hand.first - 1 + chosen,
            turn=positions.at(chosen).table.turn_of(seat),
            kind=MomentKind.FOUL,
            moment_class=MomentClass.PROOF,
            tile=TILE_OF[following.pai] if isinstance(following, ev.Dahai) else None,
            points=_chombo(hand, seat),
            facts=FoulMade(event.offence, event.penalty),
        )


_KINDS = {
    ErrorKind.CALL: MomentKind.LATE,
    ErrorKind.COUNT: MomentKind.COUNT,
    ErrorKind.TENPAI: MomentKind.NOTEN,
    ErrorKind.CHALLENGE: MomentKind.CHALLENGE,
    ErrorKind.WRONG_CHALLENGE: MomentKind.CHALLENGE,
}


def _said_wrongly(positions: Timeline, hand: RecordedHand) -> Iterator[ReviewedMoment]:
    """Words of the seat that were too late or wrong, and wrong ones of others that it let stand."""
    if not any(isinstance(event, ev.TableRulesEvent) for event in hand.events):
        return
    for position in positions.walk(hand):
        if not isinstance(position.event, ev.TableRulesEvent) or isinstance(position.event, ev.Foul):
            continue
        for error in errors_shown(position, position.view):
            yield ReviewedMoment(
                hand=hand.number,
                event=position.index - hand.first + 1,
                position=position.index - 1,
                turn=position.table.turn_of(position.view.seat),
                kind=_KINDS[error.kind],
                moment_class=MomentClass.PROOF,
                tile=error.tile,
                facts=error,
            )


def _chombo(hand: RecordedHand, seat: int) -> int | None:
    """The payment of the seat for a chombo; None if none ended the hand, or if nothing was paid at once."""
    last = hand.events[-1]
    if not isinstance(last, ev.Ryukyoku) or last.reason != DrawReason.CHOMBO or not last.deltas:
        return None
    return -last.deltas[seat] if last.deltas[seat] < 0 else None
