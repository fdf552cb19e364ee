"""Whether a proof moment of a review is true, found the slow way from the raw events that the seat saw.

``check_proofs`` raises AssertionError with what is wrong.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ai.review.moments import DealIn, MomentKind, ReviewedMoment
from engine import events as ev
from engine.rules import Ruleset
from engine.tiles import KIND_OF, MJAI
from tests.support.ai.slow_solver.story import (
    Story,
    can_take,
    causes,
    hand_without,
    kind_of,
    others,
    steps,
    tell,
    tenpai,
)
from tests.support.ai.slow_solver.win_points import has_yaku, win_points

DRAWS = 70
"""Tiles that can be drawn in a hand, replacement tiles too."""
OFFERING = (ev.Dahai, ev.Kakan, ev.Ankan)
ATTACKS = (ev.Reach, ev.Chi, ev.Pon, ev.Daiminkan, ev.Ankan, ev.Kakan, ev.Hora)


@dataclass
class Seen:
    """What ``others`` and ``win_points`` ask of a question."""

    seat: int
    events: Sequence[ev.Event]


def check_proofs(
    rules: Ruleset, seat: int, hand: Sequence[ev.Event], first: int, moments: Sequence[ReviewedMoment]
) -> None:
    """Check all proof moments of a hand whose first event has that index in the record."""
    for moment in moments:
        _check_proof(rules, seat, hand, first, moment)
    _check_costs(seat, hand, moments)


def _check_proof(
    rules: Ruleset, seat: int, hand: Sequence[ev.Event], first: int, moment: ReviewedMoment
) -> None:
    place = moment.position - first
    seen, after = hand[: place + 1], hand[place + 1 :]
    story = tell(rules, seat, seen)
    match moment.kind:
        case MomentKind.FURITEN_ENTERED:
            _check_furiten(story, seen, after, moment)
        case MomentKind.WIN_MISSED:
            _check_win(story, after, moment)
        case MomentKind.DANGEROUS_DISCARD:
            _check_danger(story, seen, after, moment)
        case MomentKind.RED_FIVE:
            _check_red_five(story, after, moment)
        case MomentKind.FOUL:
            foul = hand[moment.event]
            assert foul.actor == seat
        case MomentKind.LATE | MomentKind.COUNT | MomentKind.NOTEN | MomentKind.CHALLENGE:
            said = hand[moment.event]
            assert isinstance(said, ev.Late | ev.WinCounted | ev.Noten | ev.Challenged | ev.Accepted)
        case other:
            raise AssertionError(f"{other} is never proved")


def _tiles(moment: ReviewedMoment) -> tuple[str, str]:
    """The discarded tile and the better one, as events spell them."""
    assert moment.tile is not None
    assert moment.better.tile is not None
    return MJAI[moment.tile], MJAI[moment.better.tile]


# -- furiten -------------------------------------------------------------------------------------------


def _check_furiten(
    story: Story, seen: Sequence[ev.Event], after: Sequence[ev.Event], moment: ReviewedMoment
) -> None:
    own = [event for event in after if ev.actor_of(event) == story.seat]
    riichi = isinstance(own[0], ev.Reach)
    thrown = next(event for event in own if isinstance(event, ev.Dahai)).pai
    tile, better = _tiles(moment)
    assert thrown == tile
    assert kind_of(better) not in story.forbidden
    entered = _wait(story, seen, thrown, riichi=riichi)
    free = _wait(story, seen, better, riichi=riichi)
    assert any(kind in (*story.thrown, kind_of(thrown)) for kind in entered), "no furiten"
    assert free, "no wait"
    assert not any(kind in (*story.thrown, kind_of(better)) for kind in free), "furiten as well"
    assert all(points for _, points in free.values()), "a wait without a yaku"
    assert _left(free) >= _left(entered), "fewer tiles"
    assert _value(free) >= _value(entered), "worth less"


Waits = dict[str, tuple[int, int]]
"""Tiles left and points of a ron, by kind."""


def _wait(story: Story, seen: Sequence[ev.Event], thrown: str, *, riichi: bool) -> Waits:
    rest, asked = hand_without(story.concealed, kind_of(thrown)), Seen(story.seat, seen)
    return {
        kind: (
            4 - story.seen[kind],
            win_points(asked, story, rest, kind, thrown, tsumo=False, riichi=riichi),
        )
        for kind in tenpai(story, rest)
    }


def _left(waits: Waits) -> int:
    return sum(left for left, _ in waits.values())


def _value(waits: Waits) -> int:
    return sum(left * points for left, points in waits.values())


def _check_red_five(story: Story, after: Sequence[ev.Event], moment: ReviewedMoment) -> None:
    tile, better = _tiles(moment)
    thrown = next(each for each in after if isinstance(each, ev.Dahai) and each.actor == story.seat)
    assert (thrown.pai, tile) == (f"{better}r", f"{better}r")
    assert story.concealed.count(better) >= 2, "no plain five beside it"
    assert better not in story.forbidden
    assert not story.accepted, "in riichi only the drawn tile goes"


# -- deal-ins ------------------------------------------------------------------------------------------


def check_deal_in(rules: Ruleset, seat: int, hand: Sequence[ev.Event], found: DealIn | None) -> bool:
    """Check what is said of the discard that dealt in; True if there was one."""
    wins = [event for event in hand if isinstance(event, ev.Hora) and event.target == seat != event.actor]
    place = max((place for place, event in enumerate(hand) if isinstance(event, OFFERING)), default=0)
    thrown = hand[place]
    if not wins or not isinstance(thrown, ev.Dahai):
        assert found is None
        return False
    declared = isinstance(hand[place - 1], ev.Reach)
    seen = hand[: place - declared]
    while isinstance(seen[-1], ev.Dora):
        seen = seen[:-1]  # turned over with the discard, after it was chosen
    story = tell(rules, seat, seen)
    after, rest = found.after, hand_without(story.concealed, kind_of(thrown.pai))
    assert (MJAI[after.tile], found.safety.kind) == (thrown.pai, KIND_OF[after.tile])
    assert found.safety.opponent in {win.actor for win in wins}
    assert after.shanten == steps(rest)
    if after.shanten:
        assert found.after.points is None
        return True
    waits = _wait(story, seen, thrown.pai, riichi=declared or story.accepted)
    assert after.tiles <= _left(waits)
    rons = [points for left, points in waits.values() if left and points]
    furiten = any(kind in (*story.thrown, kind_of(thrown.pai)) for kind in waits)
    # a passed tile bars the wins until the own discard, after riichi to the end
    furiten |= story.accepted and bool(story.passed)
    last = sum(isinstance(event, ev.Tsumo) for event in hand) == DRAWS
    can_ron = not furiten and not last
    assert after.ron == (sum(left for left, points in waits.values() if points) if can_ron else 0)
    if after.ron and after.ron == after.tiles:
        assert found.after.points == (min(rons), max(rons))
    return True


# -- wins ----------------------------------------------------------------------------------------------


def _check_win(story: Story, after: Sequence[ev.Event], moment: ReviewedMoment) -> None:
    assert moment.tile is not None
    kind = kind_of(MJAI[moment.tile])
    assert kind in story.waits, "it does not complete the hand"
    if story.my_turn:
        assert story.drawn == kind
        hand = hand_without(story.concealed, kind)
        assert story.closed or has_yaku(story, hand, kind, riichi=story.riichi, now=False) or story.live == 0
    else:
        assert story.offered == kind
        assert not causes(story), "furiten"
        assert has_yaku(story, story.concealed, kind, riichi=story.riichi, now=True), "no yaku"
    following = next(event for event in after if not isinstance(event, ev.Dora | ev.ReachAccepted))
    wins = [event for event in after[:3] if isinstance(event, ev.Hora) and event.actor == story.seat]
    assert not (isinstance(following, ev.Hora) and wins), "the seat won"


def _worth_missed(moment: ReviewedMoment) -> int | None:
    """The points of the win that passed at that moment, or because of it."""
    if moment.kind is MomentKind.FURITEN_ENTERED:
        return moment.facts.missed_points  # type: ignore[union-attr]
    return moment.facts.points if moment.kind is MomentKind.WIN_MISSED else None  # type: ignore[union-attr]


def _check_costs(seat: int, hand: Sequence[ev.Event], moments: Sequence[ReviewedMoment]) -> None:
    """Missed wins cost no more than the dearest of them, and what the hand was won for is no loss."""
    missed = [(worth, each.points) for each in moments if (worth := _worth_missed(each)) is not None]
    own = [event.points for event in hand if isinstance(event, ev.Hora) and event.actor == seat]
    if not missed or None in own:
        assert all(cost is None for _, cost in missed)
        return
    brought = sum(own)  # type: ignore[arg-type]
    assert all(0 <= (cost or 0) <= worth for worth, cost in missed), "more than it was worth"
    assert missed[-1][1] == max(0, missed[-1][0] - brought), "not what the last one cost"
    assert sum(cost or 0 for _, cost in missed) == max(0, max(missed)[0] - brought), "not what all cost"


# -- needless risks ------------------------------------------------------------------------------------


def _check_danger(
    story: Story, seen: Sequence[ev.Event], after: Sequence[ev.Event], moment: ReviewedMoment
) -> None:
    tile, better = map(kind_of, _tiles(moment))
    assert better in story.concealed
    assert better not in story.forbidden
    table = others(Seen(story.seat, seen))
    against = moment.facts.seat  # type: ignore[union-attr]
    riichi = {seat for seat, other in table.items() if other.riichi}
    assert can_take(table[against], story, tile, table[against].safe), "it could not lose"
    for seat in {against, *riichi}:
        assert not can_take(table[seat], story, better, table[seat].safe), "the other could lose too"
    before = steps(story.concealed)
    left = [hand_without(story.concealed, kind) for kind in (tile, better)]
    assert steps(left[0]) > before, "the hand did not go back"
    assert steps(left[1]) <= steps(left[0]), "the other takes the hand farther back"
    _check_folded(story, seen, after, before)


def _check_folded(story: Story, seen: Sequence[ev.Event], after: Sequence[ev.Event], before: int) -> None:
    """No attack follows, and no draw brings the hand as near as before."""
    told = list(seen)
    for event in after:
        told.append(event)
        if ev.actor_of(event) != story.seat:
            continue
        assert not isinstance(event, ATTACKS), "it attacked again"
        if isinstance(event, ev.Tsumo):
            later = tell(story.rules, story.seat, told)
            assert steps(later.concealed) > before, "it came as near again"
    assert isinstance(after[-1], ev.Hora | ev.Ryukyoku)
