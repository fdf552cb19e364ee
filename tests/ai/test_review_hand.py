"""After a hand: furiten entered, wins missed, dangerous discards, and nothing where nothing was wrong."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from ai.reading.safety_reasons import SafetyReason, Tier
from ai.reading.threat import Likelihood
from ai.review.dangerous_discards import DangerousDiscard
from ai.review.hand_review import Ended, FuritenEntered, Moment, WinMissed, review
from engine import events as ev
from engine.actions import Why
from engine.furiten import CauseEnd, FuritenKind
from engine.own_rules import ruleset
from engine.rules import Ruleset
from engine.tiles import NAMES, format_tiles
from tests.support.ai.seat_views import Position

WRC = ruleset("wrc")


def reviewed(
    hand: str, moves: str, *end: ev.Event, rules: Ruleset = WRC, **position: Any
) -> tuple[Moment, ...]:
    """The moments of a hand, for seat 0, who deals."""
    played = Position(hand, rules=rules, indicator="1z", **position).play(moves)
    return review(rules, 0, [*played.events, *end])


def only(moments: Sequence[Moment], kind: type) -> list[Moment]:
    return [moment for moment in moments if isinstance(moment.facts, kind)]


def kinds(tiles: Any) -> str:
    return format_tiles(tile.kind for tile in tiles)


# 6s stands among the own discards when the hand comes to wait on 3s 6s
EARLY_6S = "0: 6s; 1: 9m'; 2: 9p'; 3: 9m'"
RYANMEN = "23456m22678p45s4z"
TENPAI = f"{EARLY_6S}; 0: draws 7m; 0: 4z"


def test_furiten_by_an_own_discard() -> None:
    moments = reviewed(RYANMEN, f"{TENPAI}; 1: 3s'; 2: 1z'; 3: 6s'; 0: 9m'; 1: 9s'")
    (entered,) = only(moments, FuritenEntered)
    facts = entered.facts
    assert (entered.turn, NAMES[entered.tile], entered.events) == (2, "4z", 10)
    assert kinds(facts.waits) == "36s"
    assert [(cause.kind, NAMES[cause.tile], cause.turn, cause.ends) for cause in facts.causes] == [
        (FuritenKind.DISCARD, "6s", 1, CauseEnd.WAITS_CHANGE)
    ]
    assert facts.ended is Ended.HAND_OVER
    assert [NAMES[tile] for tile in facts.missed] == ["3s", "6s"]


# 8s leaves 4s 7s, 5s leaves 7s; all 4s are gone
EARLY_4S = "0: 4s; 1: 4s'; 2: 4s'; 3: 4s'; 0: draws 7m"
TWO_WAYS = "23456m22678p568s"


@pytest.mark.parametrize("move", ["8s", "riichi 8s"])
@pytest.mark.parametrize("indicators", [[], [ev.Dora("1z")]])
def test_a_free_wait_was_there_when_the_discard_was_chosen(move: str, indicators: list[ev.Event]) -> None:
    """The seat chose before it declared riichi, and before the indicator of an earlier kan was turned."""
    events = Position(TWO_WAYS, rules=WRC, indicator="1z").play(f"{EARLY_4S}; 0: {move}").events
    thrown = max(place for place, event in enumerate(events) if isinstance(event, ev.Dahai))
    (entered,) = only(review(WRC, 0, [*events[:thrown], *indicators, *events[thrown:]]), FuritenEntered)
    assert (entered.turn, NAMES[entered.tile], entered.events) == (2, "8s", 10)
    assert NAMES[entered.facts.better.tile] == "5s"


def test_the_misses_of_furiten_say_why_and_what_they_would_have_paid() -> None:
    moments = reviewed(RYANMEN, f"{TENPAI}; 1: 3s'; 2: 1z'; 3: 9s'")
    (missed,) = only(moments, WinMissed)
    facts = missed.facts
    assert (missed.turn, NAMES[missed.tile], facts.seat) == (2, "3s", 1)
    assert facts.refusal.why is Why.FURITEN
    assert facts.points == 2_900, "pinfu and tanyao of the dealer"
    assert moments[0].facts.__class__ is FuritenEntered, "what caused the miss mattered more"


@pytest.mark.parametrize("verb", ["riichi ", ""])
def test_a_wide_furiten_wait_has_no_better_choice(verb: str) -> None:
    """1s leaves 2s 5s 8s with 5s thrown, 4s leaves 2s alone: too little."""
    moments = reviewed(
        "567m13344557s22z", f"0: 5s'; 1: 9m'; 2: 9p'; 3: 9m'; 0: draws 6s; 0: {verb}1s; 1: 9m'"
    )
    (entered,) = moments
    assert (NAMES[entered.tile], entered.events, entered.weight) == ("1s", 10, 300), "before the riichi"
    assert entered.facts.better is None


def test_furiten_by_a_kan() -> None:
    moments = reviewed("23456m22p45s1111z", "0: 6s; 1: 9m'; 2: 9p'; 3: 9m'; 0: draws 7m; 0: ankan 1z1z1z1z")
    (entered,) = moments
    assert (entered.turn, NAMES[entered.tile], entered.events, entered.weight) == (2, "6s", 10, 300)
    assert kinds(entered.facts.waits) == "36s"
    assert entered.facts.better is None


@pytest.mark.parametrize(
    ("move", "ended"),
    [
        pytest.param("0: draws 4s; 0: 5s", Ended.WAITS_CHANGED, id="another-wait"),
        pytest.param("0: draws 9m; 0: 4s", Ended.TENPAI_LEFT, id="noten"),
    ],
)
def test_furiten_that_ends_before_the_hand(move: str, ended: Ended) -> None:
    moments = reviewed(RYANMEN, f"{TENPAI}; 1: 9m'; 2: 9p'; 3: 9m'; {move}; 1: 9s'")
    (entered,) = only(moments, FuritenEntered)
    assert (entered.facts.ended, entered.facts.until) == (ended, 3)
    assert entered.facts.missed == ()


def test_furiten_that_ends_with_a_tsumo() -> None:
    won = ev.Hora(0, 0, [6_000, -2_000, -2_000, -2_000])
    moments = reviewed(RYANMEN, f"{TENPAI}; 1: 9m'; 2: 9p'; 3: 9m'; 0: draws 3s", won)
    (entered,) = moments
    assert (entered.facts.ended, entered.facts.until) == (Ended.WON, 3)


FREE = "0: 9s'; 1: 9m'; 2: 9p'; 3: 9m'; 0: draws 7m; 0: 4z"


def test_a_win_let_go_by_choice_and_what_that_costs() -> None:
    moments = reviewed(RYANMEN, f"{FREE}; 1: 3s'; 2: 6s'; 3: 9m'; 0: 9s'")
    first, second = only(moments, WinMissed)
    assert (NAMES[first.tile], first.facts.refusal, first.facts.points) == ("3s", None, 2_900)
    assert first.facts.cause.ends is CauseEnd.OWN_DISCARD
    assert second.facts.refusal.why is Why.FURITEN, "the tile before had passed"


def test_the_turn_of_a_win_let_go_is_the_own_one() -> None:
    """The player on the right has called, and discards the winning tile in a third turn."""
    moments = reviewed(RYANMEN, f"{FREE}; 1: 1z'; 2: 2z'; 1: pon 2z2z; 1: 3s; 2: 9m'; 3: 9m'; 0: 9s'")
    (missed,) = only(moments, WinMissed)
    assert (NAMES[missed.tile], missed.facts.seat, missed.turn) == ("3s", 1, 2)


def test_a_tsumo_let_go() -> None:
    moments = reviewed(RYANMEN, f"{FREE}; 1: 9m'; 2: 9p'; 3: 9m'; 0: 3s'; 1: 9s'")
    (missed,) = moments
    assert (NAMES[missed.tile], missed.facts.seat, missed.turn, missed.facts.refusal) == ("3s", 0, 3, None)


def test_a_tile_taken_is_not_missed() -> None:
    won = ev.Hora(0, 1, [2_900, -2_900, 0, 0])
    assert reviewed(RYANMEN, f"{FREE}; 1: 3s'", won) == ()


def test_a_tile_that_another_wins_on_may_have_been_taken_from_us() -> None:
    won = ev.Hora(2, 1, [0, -1_000, 1_000, 0])
    assert reviewed(RYANMEN, f"{FREE}; 1: 3s'", won) == ()
    (entered, missed) = reviewed(RYANMEN, f"{TENPAI}; 1: 3s'", won)
    assert isinstance(missed.facts, WinMissed), "a furiten hand could not have won in any case"
    assert isinstance(entered.facts, FuritenEntered)


@pytest.mark.parametrize(("reason", "missed"), [("sanchahou", 0), ("suufon_renda", 1)])
def test_a_ron_that_a_triple_ron_draws_was_not_let_go(reason: str, missed: int) -> None:
    """Three can only win on a tile when the seat is one of them; any other draw leaves the tile let go."""
    moments = reviewed(RYANMEN, f"{FREE}; 1: 3s'", ev.Ryukyoku([0, 0, 0, 0], reason))
    assert len(only(moments, WinMissed)) == missed


# 9m is genbutsu against the riichi on the right; 5p is open on both sides
SAFE_AND_NOT = "1459m259p247s12z"
RIICHI = "0: 1z; 1: 9m'; 2: 9p'; 3: 9s'; 0: 2z; 1: riichi 1m; 2: 9p'; 3: 9s'"


def test_a_dangerous_tile_while_a_safe_one_was_at_hand() -> None:
    moments = reviewed(SAFE_AND_NOT, f"{RIICHI}; 0: 5p; 1: 9p'")
    (moment,) = moments
    facts = moment.facts
    assert (moment.turn, moment.events, moment.weight) == (3, 20, facts.risk)
    assert (NAMES[moment.tile], NAMES[facts.tile], facts.seat) == ("5p", "1m", 1)
    assert (facts.level, facts.thrown.reason, facts.safer.tier) == (
        Likelihood.IN_RIICHI,
        SafetyReason.OPEN_456,
        Tier.SAFE,
    )
    assert (facts.paid, facts.tenpai) == (None, False)


def test_the_deal_in_itself() -> None:
    lost = ev.Hora(1, 0, [-8_000, 9_000, 0, 0])
    (moment,) = reviewed(SAFE_AND_NOT, f"{RIICHI}; 0: 5p", lost)
    assert (moment.facts.seat, moment.facts.paid, moment.weight) == (1, 8_000, 8_000)


def test_nothing_is_said_of_a_discard_that_keeps_tenpai() -> None:
    moves = "0: 9p'; 1: 4m'; 2: 9p'; 3: 9s'; 0: 1z'; 1: riichi 1m; 2: 9p'; 3: 9s'; 0: 5p'"
    assert only(reviewed("234567m2278p456s", moves), DangerousDiscard) == []


def test_of_tiles_that_could_not_have_won_the_first_is_told() -> None:
    """7s brings no yaku without riichi, and passes three times."""
    moments = reviewed("12399m456p23489s", "0: 1z; 1: 7s'; 2: 1z'; 3: 7s'; 0: 1z'; 1: 7s'; 2: 1z'")
    (missed,) = only(moments, WinMissed)
    assert (missed.turn, missed.facts.points, missed.weight) == (1, None, 50)


def test_a_quiet_hand_has_no_moments() -> None:
    assert reviewed(SAFE_AND_NOT, "0: 1z; 1: 9m'; 2: 9p'; 3: 9s'; 0: 2z; 1: 1m'; 2: 9p'; 3: 9s'") == ()


def test_at_most_so_many_and_what_mattered_most_first() -> None:
    """Furiten on 6s, then 9s (pinfu) and 6s (pinfu and tanyao) pass three times."""
    moves = "; ".join("1: 9s'; 2: 1z'; 3: 6s'; 0: 9m'" for _ in range(3))
    moments = reviewed("23456m22678p78s4z", f"{TENPAI}; {moves}")
    assert [(type(each.facts), NAMES[each.tile], each.turn, each.weight) for each in moments] == [
        (FuritenEntered, "4z", 2, 300 + 3 * 1_500 + 3 * 2_900),
        (WinMissed, "6s", 2, 2_900),
        (WinMissed, "6s", 3, 2_900),
        (WinMissed, "6s", 4, 2_900),
        (WinMissed, "9s", 2, 1_500),
    ]
