"""Where an expert is nearly undecided, and that a hand played on from there leaves the game as it was."""

from __future__ import annotations

from ai.bots.registry import make_bot
from engine.actions import ActionKind
from engine.match import Match
from engine.options import options
from engine.rules import WRC
from engine.view import SeatView
from tests.ai.test_bots_hand_evaluation import CALM, RIICHI
from tests.support.ai.seat_views import ACROSS, ME, calls, seat_view
from tools.measure.choices import Other, others, played_on

EXPERT = make_bot("mamori:expert")


def found(view: SeatView) -> dict[object, Other]:
    """The other choices of the expert, by what they are about."""
    menu = options(view)
    chosen = EXPERT.choose(view, menu)
    return {other.sort[0]: other for other in others(EXPERT, view, menu, chosen)}


def test_a_call_is_compared_with_a_pass() -> None:
    other = found(seat_view("16m35p344668s255z", offered="5z", by=ACROSS, past=CALM))["call"]
    assert other.action.kind is ActionKind.PASS
    assert (other.towards, other.expected < 0) == (-1, True)
    assert other.sort == ("call", "closed", 3, 3, "yakuhai")


def test_riichi_is_compared_with_silence() -> None:
    other = found(seat_view("123m34p567s678p99s", draws="4z", past=CALM))["riichi"]
    assert other.action.kind is ActionKind.DISCARD
    assert (other.sort, other.towards) == (("riichi", "calm"), -1)


def test_under_a_threat_the_safest_discard_is_compared_with_the_boldest() -> None:
    other = found(seat_view("34m123p3467s5588p", draws="8s", past=RIICHI))["push"]
    assert (str(other.action), other.towards, other.expected < 0) == ("discard 4s", -1, True)


def test_a_faster_discard_is_compared_with_a_slower_one() -> None:
    other = found(seat_view("3446m368p40668s1z", draws="2z", past=[calls(ME, "768s", throws="1z")]))["speed"]
    assert other.sort[:3] == ("speed", "open", 2)
    assert other.towards == -1, "the expert takes the faster one"


def test_a_hand_played_on_leaves_the_game_as_it_was() -> None:
    names = ["hayai", "mamori", "takame", "tenpai"]
    match = Match(WRC, 7, names)
    bots = [make_bot(name) for name in names]
    for _ in range(30):
        match.step(
            {
                seat: bots[seat].choose(match.round.view(seat), match.round.options(seat))
                for seat in match.acting
            }
        )
    before = list(match.events)
    choices = {
        seat: bots[seat].choose(match.round.view(seat), match.round.options(seat)) for seat in match.acting
    }
    scores = played_on(match, names, "", choices)
    assert (match.events, match.acting) == (before, tuple(choices))
    while match.acting:
        match.step(
            {
                seat: bots[seat].choose(match.round.view(seat), match.round.options(seat))
                for seat in match.acting
            }
        )
    assert scores == [seat.score for seat in match.round.table.seats]
