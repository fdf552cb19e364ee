"""Proof moments of a hand, dangerous discards, and verdicts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import pytest

from ai.bots.registry import make_bot
from ai.reading.safety import Safety
from ai.reading.safety_reasons import SafetyReason, Tier
from ai.reading.threat import Likelihood, threat_of
from ai.review.dangerous_discards import SAFER, DangerousDiscard, dangerous
from ai.review.game_review import review_game
from ai.review.moments import (
    DealIn,
    FoulMade,
    GameReview,
    HandReview,
    MomentClass,
    MomentKind,
    ReviewedMoment,
    VerdictKind,
    proofs,
)
from engine import events as ev
from engine.match import Match
from engine.own_rules import ruleset
from engine.records.recorded_game import RecordedHand, hands_of
from engine.rules import TENHOU, Ruleset
from engine.tiles import KIND_OF, MJAI, NAMES, TILE_OF, parse_tile
from engine.view import SeatView, mask
from tests.support.ai.bot_games import play_game
from tests.support.ai.reviewed_game import CarelessBot, review_of, short_game
from tests.support.ai.seat_views import ACROSS, ME, RIGHT, Position, calls, discards, seat_view
from tests.support.ai.slow_solver.proof_moments import check_deal_in, check_proofs
from tests.support.nightly import at_night
from tests.support.shared import shared

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
    return play_game(Match(rules, seed, [str(seat) for seat in range(4)]), bots[turned:] + bots[:turned])


def checked(rules: Ruleset, events: list[ev.Event]) -> Iterator[ReviewedMoment]:
    """Every proof moment of a game, found right by the slow solver."""
    for seat in range(4):
        for hand in hands_of([mask(event, seat) for event in events]):
            found = proofs(rules, seat, hand)
            assert {moment.moment_class for moment in found} <= {MomentClass.PROOF}
            check_proofs(rules, seat, hand.events, hand.first - 1, found)
            yield from found


def seen_in(seeds: range) -> Counter[MomentKind]:
    seen = Counter[MomentKind]()
    for seed in seeds:
        rules = ruleset(("wrc", "tenhou")[seed % 2])
        seen.update(moment.kind for moment in checked(rules, played(rules, seed)))
    return seen


def test_the_slow_solver_finds_no_proof_wrong() -> None:
    seen = seen_in(range(4, 6))
    assert {MomentKind.WIN_MISSED, MomentKind.DANGEROUS_DISCARD} <= set(seen)


@pytest.mark.nightly
def test_the_slow_solver_finds_none_wrong_in_60_games() -> None:
    seen = seen_in(range(20, 80))
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
    check_proofs(WRC, 0, events, 10, found)
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


SIMPLES = "234m567p345678s5m"
"""Tanyao that waits on 5m."""


@pytest.mark.parametrize(
    ("drawn", "end", "costs"),
    [
        pytest.param("3z; 0: 3z", ev.Ryukyoku(), [0, 2_000], id="the last one to pass cost it"),
        pytest.param("5m", ev.Hora(0, 0, points=1_500), [0, 500], id="the hand was won for less"),
        pytest.param("5m", ev.Hora(0, 0, points=2_600), [0, 0], id="for more"),
        pytest.param("5m", ev.Hora(0, 0), [None, None], id="the record does not say for how much"),
    ],
)
def test_a_win_that_passed_costs_what_it_was_worth_beyond_the_next(
    drawn: str, end: ev.Event, costs: list[int | None]
) -> None:
    moves = f"0: 9m'; 1: 5m'; 2: 9p'; 3: 9p'; 0: 9m'; 1: 9p'; 2: 5m'; 3: 9p'; 0: draws {drawn}"
    found = proved(SIMPLES, moves, end)
    assert [moment.kind for moment in found] == [MomentKind.WIN_MISSED] * 2
    assert [moment.points for moment in found] == costs


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


@pytest.mark.parametrize(
    ("hand", "moves", "better"),
    [
        pytest.param("05m123p456789s11z", "0: draws 3z; 0: 0m", "5m", id="a plain one beside it"),
        pytest.param("5m123p456789s112z", "0: draws 0m; 0: 0m'", "5m",
                     id="just drawn"),
        pytest.param("055m123p456789s1z", "0: draws 1z; 0: riichi 0m", "riichi 5m", id="with riichi"),
        pytest.param("05m123p456789s11z", "0: draws 3z; 0: 5m", None, id="the plain one"),
        pytest.param("04m123p456789s11z", "0: draws 3z; 0: 0m", None, id="the only five"),
        pytest.param("05p123m456789s11z", "0: draws 3z; 0: 1z", None, id="another tile"),
    ],
)  # fmt: skip
def test_a_red_five_goes_before_a_plain_one(hand: str, moves: str, better: str | None) -> None:
    position = Position(hand, rules=TENHOU, indicator="1z").play(moves)
    found = proofs(TENHOU, 0, RecordedHand(1, 1, position.events))
    told = [each for each in found if each.kind is MomentKind.RED_FIVE]
    assert [each.better_text for each in told] == ([] if better is None else [better])
    assert all((moment.tile, moment.points) == (TILE_OF["0m"], None) for moment in told)
    check_proofs(TENHOU, 0, position.events, 0, told)


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


def test_who_completes_a_hand_without_a_yaku_and_stays_tenpai_has_not_folded() -> None:
    moves = (
        "0: draws 1z; 0: 1z; 1: riichi 2s; 2: 9p'; 3: 3p; 0: chi 1p2p; 0: 5p; 1: 9s'; 2: 9s'; 3: 9s'; "
        "0: draws 4m; 0: 4m; 1: 1z'"
    )
    assert proved("12p99923m45622s5p", moves, ev.Ryukyoku()) == []


def test_a_foul_costs_the_chombo() -> None:
    foul = ev.Foul(0, "noten-riichi", "chombo")
    paid = ev.Ryukyoku([-8_000, 4_000, 2_000, 2_000], "chombo")
    events = Position(FOLDS, rules=WRC, indicator="1z").play("0: 2z'; 1: 9m'").events
    (moment,) = proofs(WRC, 0, RecordedHand(1, 1, [*events, foul, paid]))
    assert (moment.kind, moment.points, moment.better) == (MomentKind.FOUL, 8_000, None)
    assert moment.facts == FoulMade("noten-riichi", "chombo")
    assert moment.event == len(events)


HAND = "1459m259p247s12z"
"""With 5z: nothing near tenpai."""
EARLY = discards(RIGHT, "1m9p", riichi=1)
"""Against this 1m and 9p are genbutsu, 4m and 5p are open on both sides, 1z could be a pair."""


def seen(*past: Sequence[ev.Event], hand: str = HAND, draws: str = "5z") -> SeatView:
    return seat_view(hand, draws=draws, past=past)


def found(view: SeatView, tile: str, winner: int | None = None) -> DangerousDiscard | None:
    return dangerous(view, parse_tile(tile), winner)


def test_the_difference_costs_points() -> None:
    view = seen(EARLY)
    facts = found(view, "5p")
    assert (facts.seat, facts.level, NAMES[facts.tile]) == (RIGHT, Likelihood.IN_RIICHI, "1m")
    assert (facts.thrown.reason, facts.safer.tier) == (SafetyReason.OPEN_456, Tier.SAFE)
    threat = threat_of(view.table, RIGHT)
    assert facts.risk == round(facts.thrown.chance * threat.points) > 300
    assert (facts.tenpai, facts.needless, facts.paid) == (False, True, None)


@pytest.mark.parametrize("tile", ["1m", "9p"])
def test_a_safe_tile_is_not_dangerous(tile: str) -> None:
    assert found(seen(EARLY), tile) is None


def test_where_all_tiles_are_as_dangerous_nothing_is_said() -> None:
    """Every tile is open on both sides."""
    view = seen(discards(RIGHT, "1z2z", riichi=1), hand="445566m445566p4s", draws="5s")
    assert found(view, "4s") is None


def test_a_tile_that_is_hardly_safer_is_not_worth_a_word() -> None:
    """Nothing but 4 to 6, and one 3 in an open suit: a tier between them is less than ``SAFER``."""
    view = seen(discards(RIGHT, "1z2z", riichi=1), hand="445566m445566p3s", draws="5s")
    safety = Safety(view)
    chances = [safety.chance(KIND_OF[parse_tile(tile)], RIGHT) for tile in ("3s", "5s")]
    assert 0 < chances[1] - chances[0] < SAFER
    assert found(view, "5s") is None


def test_without_a_threat_nothing_is_dangerous() -> None:
    assert found(seen(discards(RIGHT, "1m9p")), "5p") is None


def test_a_hand_in_riichi_has_no_choice() -> None:
    view = seen(EARLY, discards(ME, "5z", riichi=0), hand="234567m2278p456s5z", draws="5p")
    assert found(view, "5p") is None


def test_of_two_the_one_against_whom_it_is_most_dangerous() -> None:
    """5p is suji of 2p and 8p against the player on the right, and open against the one across."""
    view = seen(discards(RIGHT, "2p8p1m", riichi=2), discards(ACROSS, "9s1m", riichi=1))
    facts = found(view, "5p")
    assert (facts.seat, NAMES[facts.tile]) == (ACROSS, "1m")


def test_the_safer_tile_is_safe_against_everybody() -> None:
    """1m is genbutsu against one player and 9p against the other; 9m is against both."""
    view = seen(discards(RIGHT, "1m9m", riichi=1), discards(ACROSS, "9p9m", riichi=1))
    facts = found(view, "5p")
    assert NAMES[facts.tile] == "9m"


def test_about_who_won_on_it_although_another_was_more_dangerous() -> None:
    view = seen(discards(RIGHT, "2p8p1m", riichi=2), discards(ACROSS, "9s1m", riichi=1))
    facts = found(view, "4s", RIGHT)
    assert (facts.seat, facts.thrown.opponent, facts.safer.opponent) == (RIGHT, RIGHT, RIGHT)


def test_who_is_tenpai_only_possibly_is_told_of_after_a_win_only() -> None:
    view = seen(calls(RIGHT, "222m", "333p", throws="1z"), discards(RIGHT, "1z2z3z1s9s"))
    assert found(view, "5p") is None
    facts = found(view, "5p", RIGHT)
    assert (facts.seat, facts.level) == (RIGHT, Likelihood.POSSIBLE)


def test_who_showed_nothing_could_not_be_feared() -> None:
    assert found(seen(EARLY), "5p", ACROSS) is None


def test_a_closed_hand_that_pushed_costs_a_usual_win() -> None:
    """The player across throws 4p 6p 5s at the riichi, and wins."""
    view = seen(EARLY, discards(ACROSS, "4p6p5s"))
    assert threat_of(view.table, ACROSS) is None
    facts = found(view, "4m", ACROSS)
    assert facts.safer.tier <= Tier.C, "genbutsu against the riichi alone"
    assert facts.risk == round(4_000 * (facts.thrown.chance - facts.safer.chance))


@pytest.mark.parametrize(("tile", "tenpai"), [("5p", True), ("5m", False)])
def test_a_discard_that_keeps_tenpai_has_a_reason(tile: str, tenpai: bool) -> None:
    facts = found(seen(EARLY, hand="123567m2278p456s", draws="5p"), tile)
    assert (NAMES[facts.tile], facts.thrown.reason) == ("1m", SafetyReason.OPEN_456)
    assert (facts.tenpai, facts.needless) == (tenpai, not tenpai)


def check(seat: int, hand: RecordedHand, review: HandReview) -> None:
    """Recompute the verdict of a hand."""
    found = review.verdict
    gained = hand.end.scores[seat] - hand.start.scores[seat] if hand.end and hand.end.scores else 0
    wins = [event for event in hand.events if isinstance(event, ev.Hora)]
    own = [event for event in hand.events if isinstance(event, ev.Reach) and event.actor == seat]
    accepted = sum(isinstance(e, ev.ReachAccepted) and e.actor == seat for e in hand.events)
    proofs = [each for each in review.moments if each.moment_class is MomentClass.PROOF]
    missed = [each for each in proofs if each.kind is MomentKind.WIN_MISSED]
    match found.kind:
        case VerdictKind.WON:
            assert any(win.actor == seat for win in wins)
            assert found.points == gained + 1_000 * accepted
        case VerdictKind.WIN_DECLINED:
            assert found.points == max(each.facts.points or 0 for each in missed)
        case VerdictKind.DEALT_IN | VerdictKind.DEALT_IN_SAFE:
            assert all(win.target == seat != win.actor for win in wins)
            assert found.points == -gained - 1_000 * accepted
            last = [event for event in hand.events if isinstance(event, ev.Dahai | ev.Kakan)][-1]
            assert found.tile is not None
            assert (last.actor, last.pai) == (seat, MJAI[found.tile])
        case VerdictKind.FURITEN | VerdictKind.FURITEN_COST:
            assert any(each.kind is MomentKind.FURITEN_ENTERED for each in proofs)
        case VerdictKind.MOMENTS:
            assert found.count == len(review.moments) > 0
        case VerdictKind.NOTHING:
            assert review.moments == ()
            assert not any(seat in (win.actor, win.target) for win in wins)
        case other:
            raise AssertionError(other)
    assert len(own) <= 1


def test_every_verdict_of_a_short_game_follows_from_the_events() -> None:
    hands = list(hands_of(short_game()))
    seen = Counter(kind for seat in range(4) for kind in checked_verdicts(seat, hands, review_of(seat)))
    assert len(seen) > 2


def checked_verdicts(seat: int, hands: list[RecordedHand], review: GameReview) -> Iterator[VerdictKind]:
    """The kinds of the verdicts, each of them right."""
    assert [each.number for each in review.hands] == [hand.number for hand in hands]
    for hand, each in zip(hands, review.hands, strict=True):
        check(seat, hand, each)
        yield each.verdict.kind


@pytest.mark.parametrize("seed", [0, *at_night(range(1, 12))])
def test_what_a_deal_in_was_risked_for_is_what_the_slow_solver_finds(seed: int) -> None:
    rules = ruleset(("wrc", "tenhou")[seed % 2])
    found = [
        check_deal_in(rules, seat, hand.events, DealIn.of(rules, seat, hand))
        for seat in range(4)
        for hand in hands_of([mask(event, seat) for event in played(rules, seed)])
    ]
    assert any(found)


@pytest.mark.nightly
def test_every_verdict_follows_from_the_events() -> None:
    events = played(WRC, 0)
    hands = list(hands_of(events))
    seen = Counter(
        kind for seat in range(4) for kind in checked_verdicts(seat, hands, review_game(WRC, events, seat))
    )
    assert {VerdictKind.WON, VerdictKind.DEALT_IN, VerdictKind.NOTHING, VerdictKind.MOMENTS} <= set(seen)
