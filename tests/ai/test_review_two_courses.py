"""A decision played twice: on the same wall, and with deals anew, counted again by a slow loop."""

from __future__ import annotations

import math
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from statistics import NormalDist

import pytest
from msgspec.structs import replace

from ai.review import deep_review
from ai.review.hand_review import ALL_MOMENTS, Moment, WinMissed, review
from ai.review.moments import MomentClass, ReviewedMoment
from ai.review.opinions import expert, same
from ai.review.two_courses import (
    LEAST_DEALS,
    CannotPlayTwice,
    CourseVerdict,
    DealsCompared,
    NotTwice,
    PlayedDeal,
    SameWall,
    TwoCourses,
    WallSource,
    better_choice,
    decision_taken,
    play_deals,
    play_same_wall,
    two_courses,
)
from ai.review.two_courses import _really as really
from ai.rollouts import Deals, PlayedHand
from engine import events as ev
from engine.actions import PASS, Action, ActionKind, Refusal, Why
from engine.options import options
from engine.records.recorded_game import hands_of
from engine.records.replay import CutRecordError, deal, play
from engine.records.resumed_game import branch_point, known_wall
from engine.round import Header, Round
from engine.rules import WRC
from engine.tiles import parse_tile
from engine.view import mask
from engine.wall import Dice
from tests.ai.test_review_proofs import played
from tests.support.ai import endings
from tests.support.ai.reviewed_game import review_of, short_game

SEAT = 0


def moment(event: int, hand: int = 1) -> ReviewedMoment:
    """The moment of the short game with that event."""
    return next(each for each in review_of(SEAT).moments if (each.hand, each.event) == (hand, event))


def courses(event: int = 82, record: Sequence[ev.Event] | None = None) -> TwoCourses:
    """A moment of the short game; that of event 82 has few draws left."""
    found = moment(event)
    assert found.better is not None
    return two_courses(WRC, record or short_game(), found.position, SEAT, found.better)


@cache
def same_wall() -> SameWall:
    """That moment played twice on the wall of the record."""
    return play_same_wall(courses())


def last_discard(taken: str, other: str) -> TwoCourses:
    """The dealer's last discard in an ending with nothing left to draw."""
    seen = endings.ending(0)
    menu = options(seen.view()).of(ActionKind.DISCARD)
    one, two = (next(each for each in menu if each.tile == parse_tile(tile)) for tile in (taken, other))
    return TwoCourses(WRC, seen.events, branch_point(seen.events, len(seen.events) - 1, 0), one, two)


def compared(found: TwoCourses, deals: int, seed: int = 0, jobs: int = 1) -> DealsCompared:
    told = DealsCompared(deals)
    for piece, results in play_deals(found, seed, deals=deals, jobs=jobs):
        told.take(piece.start, results)
    return told


# -- what can be played twice ------------------------------------------------------------------------


def test_the_choices_are_that_of_the_seat_and_the_better_one() -> None:
    found = moment(82)
    assert courses().taken.tile == found.tile
    assert courses().other == found.better
    assert courses().actions == (courses().taken, courses().other)


def test_why_a_decision_cannot_be_played_twice() -> None:
    found, record = moment(82), short_game()

    def why(index: int, other: Action, events: Sequence[ev.Event] = record) -> NotTwice:
        with pytest.raises(CannotPlayTwice) as refused:
            two_courses(WRC, events, index, SEAT, other)
        return refused.value.reason

    assert found.better is not None
    deal = next(place for place, event in enumerate(record) if isinstance(event, ev.StartKyoku))
    assert why(deal, found.better) is NotTwice.NO_DECISION
    assert why(found.position, courses().taken) is NotTwice.SAME
    assert why(found.position, courses().taken._replace(tsumogiri=True)) is NotTwice.SAME
    assert why(found.position, PASS) is NotTwice.NOT_LEGAL
    assert why(found.position, found.better, record[: found.position + 1]) is NotTwice.NOT_SHOWN
    with pytest.raises(IndexError):
        two_courses(WRC, record, len(record), SEAT, found.better)


def test_which_of_two_equal_tiles_is_discarded_makes_no_choice() -> None:
    record = played(WRC, 8)
    for index, event in enumerate(record):
        if isinstance(event, ev.Tsumo) and isinstance(record[index + 1], ev.Dahai):
            view = TwoCourses(WRC, record, branch_point(record, index, event.actor), PASS, PASS).seen.view()
            if len(options(view).actions) < 2:
                continue
            taken = decision_taken(WRC, record, index, event.actor)
            turned = taken._replace(tsumogiri=not taken.tsumogiri)
            if turned in options(view).actions:
                with pytest.raises(CannotPlayTwice) as refused:
                    two_courses(WRC, record, index, event.actor, turned)
                assert refused.value.reason is NotTwice.SAME
                return
    raise AssertionError("nobody drew a tile that was in the hand")


def test_another_form_of_the_same_discard_is_taken_as_the_option() -> None:
    found = courses()
    turned = found.other._replace(tsumogiri=not found.other.tsumogiri)
    assert two_courses(WRC, short_game(), moment(82).position, SEAT, turned).other == found.other


def test_what_was_taken_is_told_alone_too() -> None:
    assert decision_taken(WRC, short_game(), moment(82).position, SEAT) == courses().taken


def test_what_was_better_at_a_moment_of_a_hand_just_played() -> None:
    """The review of a record has the same moments, and what was better at each."""
    compared_with = 0
    (hand, *_) = hands_of(short_game())
    for each in review(WRC, SEAT, hand.events, ALL_MOMENTS):
        index = hand.first - 2 + each.events
        known = [
            told.better
            for told in review_of(SEAT).moments
            if told.position == index and told.moment_class is MomentClass.PROOF
        ]
        if not known or known[0] is None:
            continue
        better = better_choice(each, decision_taken(WRC, short_game(), index, SEAT))
        assert better is not None
        assert same(better, known[0])
        compared_with += 1
    assert compared_with


def test_a_missed_win_is_better_taken() -> None:
    lost = WinMissed(seat=1, refusal=None, points=2_000, cause=None)
    assert better_choice(Moment(3, 9, 5, 0, lost), PASS) == Action(ActionKind.RON, 5)
    drawn = Action(ActionKind.DISCARD, 5, tsumogiri=True)
    assert better_choice(Moment(3, 9, 5, 0, lost), drawn) == Action(ActionKind.TSUMO, 5)
    refused = replace(lost, refusal=Refusal(Why.FURITEN))
    assert better_choice(Moment(3, 9, 5, 0, refused), PASS) is None


# -- the same wall -----------------------------------------------------------------------------------


def test_both_courses_begin_with_the_record_and_part_at_the_choice() -> None:
    found, walls = courses(), same_wall()
    given = found.point.hand.events[: found.point.step + 1]
    for course, action in zip(walls.courses, found.actions, strict=True):
        assert list(course.events[: len(given)]) == given
        following = course.events[len(given)]
        assert isinstance(following, ev.Dahai | ev.Reach)
        assert course.action == action
    assert walls.taken.events[len(given)] != walls.other.events[len(given)]


def test_both_courses_are_played_on_one_wall() -> None:
    """The rules replay both, and the n-th tile off the live wall is the same as long as nobody kans."""
    walls = same_wall()
    for course in walls.courses:
        (hand,) = hands_of(course.events)
        play(deal(WRC, hand), course.events)
    draws = [
        [event.pai for event in course.events if isinstance(event, ev.Tsumo)]
        for course in walls.courses
        if not any(isinstance(event, ev.Ankan | ev.Kakan | ev.Daiminkan) for event in course.events)
    ]
    assert len(draws) == 2
    assert all(one == other for one, other in zip(*draws, strict=False))


def test_experts_play_on_and_the_points_are_those_from_the_decision_on() -> None:
    """A slow loop: dealt again by the choices of the record, then experts."""
    found, walls = courses(), same_wall()
    before = found.seen.view().table.seats[SEAT].score
    for course, action in zip(walls.courses, found.actions, strict=True):
        (hand,) = hands_of(course.events)
        game = deal(WRC, hand)
        with suppress(CutRecordError):
            play(game, list(found.point.hand.events[: found.point.step + 1]))
        _played_out(game, SEAT, action)
        assert game.events == list(course.events)
        assert course.end.points == game.table.seats[SEAT].score - before
        winners = [event.actor for event in course.events if isinstance(event, ev.Hora)]
        payers = [event.target for event in course.events if isinstance(event, ev.Hora)]
        assert course.end.won is (SEAT in winners)
        assert course.end.dealt_in is (SEAT in payers and SEAT not in winners)
        assert course.end.drawn is (not winners)


def _played_out(game: Round, seat: int, action: Action) -> None:
    """The seat does this, and experts do all the rest."""
    player = expert("hayai")
    first = True
    while game.outcome is None:
        chosen = {each: player.choose(game.view(each), game.options(each)) for each in game.acting}
        if first:
            chosen[seat], first = action, False
        game.step(chosen)


def test_what_really_came_is_what_the_scores_say() -> None:
    assert same_wall().real == really(courses())
    for event in (2, 73, 82):
        found = courses(event)
        end = found.point.hand.end
        real = really(found)
        assert real.points == end.scores[SEAT] - found.seen.view().table.seats[SEAT].score


def test_a_bet_of_the_seat_counts_as_paid() -> None:
    """Of a riichi that was accepted after the decision; the scores say the same."""
    record = played(WRC, 8)
    place, seat = next(
        (place, event.actor) for place, event in enumerate(record) if isinstance(event, ev.ReachAccepted)
    )
    index = max(at for at in range(place) if isinstance(record[at], ev.Reach)) - 1
    view = TwoCourses(WRC, record, branch_point(record, index, seat), PASS, PASS).seen.view()
    taken = decision_taken(WRC, record, index, seat)
    assert taken.kind is ActionKind.RIICHI
    other = next(each for each in options(view).of(ActionKind.DISCARD) if each.tile != taken.tile)
    found = two_courses(WRC, record, index, seat, other)
    end, real = found.point.hand.end, really(found)
    assert real.points == end.scores[seat] - view.table.seats[seat].score


def test_without_an_end_nothing_is_told_of_it() -> None:
    found = moment(82)
    cut = short_game()[: found.position + 2]
    assert really(courses(record=cut)) is None


def test_the_wall_is_known_in_part_or_not_at_all() -> None:
    assert same_wall().source is WallSource.DRAWN
    masked = [mask(event, SEAT) for event in short_game()]
    walls = play_same_wall(courses(record=masked))
    assert walls.source is WallSource.ANEW
    heard = masked[: moment(82).position + 1]
    for course in walls.courses:
        seen = [mask(event, SEAT) for event in course.events]
        assert seen[: len(heard) - 1] == heard[1:], "as the seat saw it"


def test_the_own_game_is_played_on_with_its_own_wall() -> None:
    record = played(WRC, 8)
    index, other = next(_discards(record))
    found = two_courses(WRC, record, index, SEAT, other)
    walls = play_same_wall(found)
    wall = known_wall(WRC, record, found.point.hand)
    assert walls.source is WallSource.WHOLE
    for course in walls.courses:
        game = Round(WRC, Header.of(found.point.hand.start), wall.dealt_again())
        play(game, list(course.events))
        assert game.events == list(course.events)


def _discards(record: Sequence[ev.Event]):  # type: ignore[no-untyped-def]
    """Decisions of the seat to discard, late in a hand, each with another discard."""
    for index, event in enumerate(record):
        if isinstance(event, ev.Tsumo) and event.actor == SEAT and isinstance(record[index + 1], ev.Dahai):
            seen = branch_point(record, index, SEAT)
            if seen.step < 70:
                continue
            taken = decision_taken(WRC, record, index, SEAT)
            menu = TwoCourses(WRC, record, seen, taken, taken).seen.view()
            yield (
                index,
                next(each for each in options(menu).of(ActionKind.DISCARD) if each.tile != taken.tile),
            )


def test_tiles_that_are_unknown_follow_from_the_seed() -> None:
    assert play_same_wall(courses()) == same_wall()


# -- deals anew --------------------------------------------------------------------------------------


def slow(found: TwoCourses, deals: int, seed: int = 0) -> list[tuple[int, int]]:
    """What both choices bring with each deal, every hand dealt again from its wall."""
    stage = Dice(seed, found.point.hand.number, found.point.step).bits()
    told = []
    for number in range(deals):
        brought = []
        for action in found.actions:
            game = Deals(found.seen, stage).game(number)
            before = game.table.seats[found.seat].score
            _played_out(game, found.seat, action)
            brought.append(game.table.seats[found.seat].score - before)
        told.append((brought[0], brought[1]))
    return told


def test_figures_are_those_of_a_slow_count() -> None:
    found = courses()
    deals = 4
    told, counted = compared(found, deals), slow(found, deals)
    assert [(deal.taken.points, deal.other.points) for deal in told.deals] == counted
    ahead = [other - taken for taken, other in counted]
    assert len(set(ahead)) > 2, "else it shows nothing"
    assert told.ahead == sum(each > 0 for each in ahead)
    assert told.behind == sum(each < 0 for each in ahead)
    z = NormalDist().inv_cdf(0.975)
    for count, point in enumerate(told.curve[1:], 2):
        some = ahead[:count]
        mean = sum(some) / count
        spread = math.sqrt(sum((each - mean) ** 2 for each in some) / (count - 1))
        reach = z * spread / math.sqrt(count)
        assert point.mean == pytest.approx(mean, abs=1)
        assert (point.low, point.high) == (
            pytest.approx(mean - reach, abs=1),
            pytest.approx(mean + reach, abs=1),
        )
    assert told.points == told.curve[-1]
    shares = told.shares
    assert shares is not None
    for share, side in zip(shares, zip(*counted, strict=True), strict=True):
        assert share.points == pytest.approx(sum(side) / deals)


def hand(points: int, *, won: bool = False, dealt_in: bool = False, drawn: bool = False) -> PlayedHand:
    return PlayedHand(points, won, dealt_in, drawn)


def test_shares_are_of_all_deals() -> None:
    told = DealsCompared(4)
    assert told.shares is None
    deals = [
        PlayedDeal(hand(-8_000, dealt_in=True), hand(1_500, drawn=True)),
        PlayedDeal(hand(2_000, won=True), hand(2_000, won=True)),
        PlayedDeal(hand(0), hand(-1_000)),
        PlayedDeal(hand(-1_500, drawn=True), hand(-1_500, drawn=True)),
    ]
    told.take(0, deals)
    assert told.shares == ((0.25, 0.25, 0.25, -1_875), (0.25, 0, 0.5, 250))
    assert (told.ahead, told.behind) == (1, 1)
    assert told.whole


def test_a_choice_is_ahead_when_the_interval_leaves_out_zero() -> None:
    """Breaking tenpai costs 3,000 in every deal; a dangerous tile costs 350, which few deals do not show."""
    sure = compared(last_discard("1m", "5z"), LEAST_DEALS)
    assert sure.verdict is CourseVerdict.OTHER
    assert (sure.points.mean, sure.ahead) == (3_000, LEAST_DEALS)
    assert compared(last_discard("5z", "1m"), LEAST_DEALS).verdict is CourseVerdict.TAKEN
    assert compared(last_discard("8m", "1m"), LEAST_DEALS).verdict is CourseVerdict.OPEN, "equal in each"
    risky = compared(last_discard("1p", "5z"), 200)
    assert risky.verdict is CourseVerdict.OTHER
    assert risky.points.low <= endings.exact(0, "5z") - endings.exact(0, "1p") <= risky.points.high


def test_a_few_deals_decide_nothing() -> None:
    one = compared(last_discard("1m", "5z"), 1)
    assert (one.points, one.verdict) == (None, CourseVerdict.OPEN)
    few = compared(last_discard("1m", "5z"), LEAST_DEALS - 1)
    assert (few.points.low, few.verdict) == (3_000, CourseVerdict.OPEN)


def test_pieces_may_come_in_any_order_and_from_any_process() -> None:
    found = last_discard("1p", "5z")
    one = compared(found, 24, seed=3)
    turned = DealsCompared(24)
    for piece, results in reversed(list(play_deals(found, 3, deals=24))):
        turned.take(piece.start, results)
    several = compared(found, 24, seed=3, jobs=2)
    assert one.deals == turned.deals == several.deals
    assert one.curve == turned.curve == several.curve
    assert compared(found, 24, seed=4).deals != one.deals


def test_it_can_be_stopped_after_any_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []
    monkeypatch.setattr(deep_review, "PIECE", 2)
    playing = play_deals(last_discard("1p", "5z"), deals=1_000)
    for piece, _ in playing:
        seen.append(piece)
        if len(seen) == 3:
            playing.close()
    assert [piece.start for piece in seen] == [0, 2, 4]
