"""Safety of tiles: reasons, tiers, genbutsu."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from ai.reading.evidence import GenbutsuReason, SideState
from ai.reading.safety import DangerFactor, Safety
from ai.reading.safety_reasons import SafetyReason, Tier
from engine import events as ev
from engine.furiten import CauseEnd
from engine.rules import TENHOU
from engine.tiles import format_tiles, parse_tile
from tests.support.ai.seat_views import ACROSS, LEFT, ME, RIGHT, calls, discards, names, seat_view

HAND = "123m456p789s1122z"
WITH_RED = "123m456p789s1127z"
"""Holds a red dragon."""
Past = list[ev.Event]


def kind(text: str) -> int:
    return parse_tile(text)


def safety(*past: Past, hand: str = HAND, draws: str | None = "9s", **situation: object) -> Safety:
    """On seat 0's turn, when all that lies on the table has been answered; South, in an East round."""
    return Safety(seat_view(hand, past=past, draws=draws, **situation))  # type: ignore[arg-type]


def reason(tile: str, *past: Past, **situation: object) -> SafetyReason:
    """The ground of a tile against the player on the right."""
    return safety(*past, **situation).against(kind(tile), RIGHT).reason  # type: ignore[arg-type]


def shown(tiles: str) -> Past:
    """These tiles lie in the pond on the left, thrown before the player on the right discarded last."""
    return [*discards(LEFT, tiles), *discards(RIGHT, "8p")]


def added_kan(seat: int, tiles: str) -> Past:
    added, *pon = names(tiles)
    return [ev.Tsumo(seat, "?"), ev.Kakan(seat, added, pon)]


class TestCannotLose:
    @pytest.mark.claim("S-01")
    def test_own_discard(self) -> None:
        read = safety(discards(RIGHT, "9m0p"), discards(ACROSS, "4s"))
        found = read.against(kind("5p"), RIGHT)
        assert (found.reason, found.tier, found.cannot_lose) == (SafetyReason.OWN_DISCARD, Tier.SAFE, True)
        assert not read.against(kind("5p"), ACROSS).cannot_lose, "against that player alone"
        proof = found.proof
        assert (proof.tile, proof.discarder, proof.turn, proof.until) == (
            kind("0p"),
            RIGHT,
            2,
            CauseEnd.HAND_ENDS,
        )

    @pytest.mark.claim("S-01")
    def test_own_discard_that_was_called_away(self) -> None:
        assert reason("7z", calls(ACROSS, "777z", fed_by=RIGHT)) is SafetyReason.OWN_DISCARD

    @pytest.mark.claim("S-02")
    def test_passed_after_riichi(self) -> None:
        before, riichi = discards(ACROSS, "2s"), discards(RIGHT, "1m9p", riichi=1)
        read = safety(before, riichi, discards(ACROSS, "8s"), discards(RIGHT, "4z"))
        found = read.against(kind("8s"), RIGHT)
        assert (found.reason, found.cannot_lose) == (SafetyReason.PASSED_AFTER_RIICHI, True)
        proof = found.proof
        assert (proof.tile, proof.discarder, proof.turn, proof.until) == (
            kind("8s"),
            ACROSS,
            2,
            CauseEnd.HAND_ENDS,
        )
        assert not read.against(kind("2s"), RIGHT).cannot_lose, "thrown before the riichi"

    @pytest.mark.claim("S-02")
    def test_added_to_a_kan_after_riichi(self) -> None:
        pon, riichi = calls(ACROSS, "777z", fed_by=LEFT), discards(RIGHT, "1m", riichi=0)
        past = pon, riichi, added_kan(ACROSS, "7777z"), discards(RIGHT, "4z")
        proof = safety(*past).against(kind("7z"), RIGHT).proof
        assert (proof.reason, proof.discarder, proof.added_to_kan) == (
            GenbutsuReason.PASSED_AFTER_RIICHI,
            ACROSS,
            True,
        )

    @pytest.mark.claim("S-03")
    def test_passed_since_the_players_last_turn(self) -> None:
        past = discards(RIGHT, "1m"), discards(ACROSS, "5s"), discards(LEFT, "6s")
        read = safety(*past)
        found = read.against(kind("5s"), RIGHT)
        assert (found.reason, found.cannot_lose) == (SafetyReason.PASSED_THIS_TURN, True)
        assert found.proof.until is CauseEnd.OWN_DISCARD
        just_thrown = {read.against(kind("6s"), seat).reason for seat in (RIGHT, ACROSS)}
        assert just_thrown == {SafetyReason.PASSED_THIS_TURN}
        assert not safety(*past, discards(RIGHT, "2z")).against(kind("5s"), RIGHT).cannot_lose

    @pytest.mark.claim("S-03")
    def test_added_to_a_kan_since_the_players_last_turn(self) -> None:
        past = calls(ACROSS, "777z", fed_by=LEFT), discards(RIGHT, "1m"), added_kan(ACROSS, "7777z")
        assert reason("7z", *past) is SafetyReason.PASSED_THIS_TURN
        assert reason("7z", *past, discards(RIGHT, "2m")) is not SafetyReason.PASSED_THIS_TURN

    def test_the_proof_that_lasts_longest_is_given(self) -> None:
        assert reason("8s", discards(RIGHT, "8s"), discards(ACROSS, "8s")) is SafetyReason.OWN_DISCARD

    def test_every_ground_can_be_asked_for(self) -> None:
        riichi = discards(RIGHT, "1m9p", riichi=1)
        four = [discards(ACROSS, "1z1z"), riichi, discards(ACROSS, "1m"), discards(RIGHT, "9s")]
        read = safety(*four)
        assert read.safe_reasons(kind("1m"), RIGHT) == (
            SafetyReason.OWN_DISCARD,
            SafetyReason.PASSED_AFTER_RIICHI,
        )
        assert read.safe_reasons(kind("9s"), RIGHT) == (SafetyReason.OWN_DISCARD,)
        assert read.safe_reasons(kind("2m"), RIGHT) == ()
        orphans_gone = calls(RIGHT, "222z", fed_by=LEFT)
        read = safety(orphans_gone, discards(ACROSS, "1z1z"), discards(RIGHT, "4z"))
        assert read.safe_reasons(kind("1z"), RIGHT) == (SafetyReason.ALL_SEEN,)
        read = safety(orphans_gone, discards(ACROSS, "1z"), discards(RIGHT, "1z4z"))
        assert read.safe_reasons(kind("1z"), RIGHT) == (SafetyReason.OWN_DISCARD, SafetyReason.ALL_SEEN)

    def test_a_dead_hand(self) -> None:
        foul: Past = [ev.Foul(RIGHT, "invalid-call", "dead-hand")]
        read = safety(discards(RIGHT, "1z"), foul)
        found = read.against(kind("5s"), RIGHT)
        assert (found.reason, found.cannot_lose, found.proof) == (SafetyReason.DEAD_HAND, True, None)
        assert not read.against(kind("5s"), LEFT).cannot_lose


class TestNothingCanWait:
    """A tile of which all four are visible."""

    def test_an_honour_against_an_open_hand(self) -> None:
        found = safety(shown("777z"), calls(RIGHT, "234p"), hand=WITH_RED).against(kind("7z"), RIGHT)
        assert (found.reason, found.cannot_lose, found.left) == (SafetyReason.ALL_SEEN, True, 0)
        assert found.proof is None

    def test_a_simple_beside_a_wall(self) -> None:
        """Without 7s nothing but a pair waits for 8s from below, nothing but 7-9 from between."""
        hand = "123m456p78s11222z"
        assert reason("8s", shown("888s777s"), hand=hand) is SafetyReason.NO_WAIT
        assert reason("8s", shown("88s777s"), hand=hand) is SafetyReason.NO_CHANCE_28, "one is left to pair"
        assert reason("8s", shown("888s666s"), hand="123m456p68s11222z") is SafetyReason.NO_CHANCE_28, (
            "7-9 may wait"
        )


class TestWaitingForAnswers:
    """A tile that is being offered has not been let go yet."""

    def test_an_offered_discard_proves_nothing_yet(self) -> None:
        past = discards(RIGHT, "1m", riichi=0), discards(ACROSS, "4z")
        read = safety(*past, draws=None, offered="5s")
        assert read.against(kind("4z"), RIGHT).cannot_lose
        assert not read.against(kind("5s"), RIGHT).cannot_lose
        assert not read.against(kind("5s"), ACROSS).cannot_lose
        assert read.against(kind("5s"), LEFT).reason is SafetyReason.OWN_DISCARD, "who threw it has thrown it"

    def test_an_offered_discard_makes_no_suji_yet(self) -> None:
        past = discards(RIGHT, "1z", riichi=0)
        assert reason("1s", past, draws=None, offered="4s") is SafetyReason.OPEN_19

    def test_a_kan_that_may_be_robbed_proves_nothing_yet(self) -> None:
        past = calls(ACROSS, "777z", fed_by=LEFT), discards(RIGHT, "1m", riichi=0), discards(LEFT, "2m")
        read = safety(*past, added_kan(ACROSS, "7777z"), draws=None)
        assert not read.against(kind("7z"), RIGHT).cannot_lose
        assert read.against(kind("2m"), RIGHT).cannot_lose, "the discard before it was let go"

    def test_a_kan_that_was_not_robbed_does(self) -> None:
        past = calls(ACROSS, "777z", fed_by=LEFT), discards(RIGHT, "1m"), added_kan(ACROSS, "7777z")
        replacement: Past = [ev.Tsumo(ACROSS, "?"), ev.Dahai(ACROSS, "3m", False)]
        assert safety(*past, replacement, draws=None).against(kind("7z"), RIGHT).cannot_lose


def test_where_calls_end_temporary_furiten_they_end_its_proofs_too() -> None:
    past = discards(RIGHT, "1m"), discards(ACROSS, "5s"), calls(LEFT, "777z", fed_by=ACROSS, throws="8p")
    assert reason("5s", *past) is SafetyReason.PASSED_THIS_TURN
    old = replace(TENHOU, calls_end_temporary_furiten=True)
    assert reason("5s", *past, rules=old) is not SafetyReason.PASSED_THIS_TURN
    assert reason("8p", *past, rules=old) is SafetyReason.PASSED_THIS_TURN
    offered = safety(discards(RIGHT, "1m"), discards(ACROSS, "5s"), rules=old, draws=None, offered="8p")
    assert not offered.against(kind("5s"), RIGHT).cannot_lose, "who throws now has called first"


@pytest.mark.claim("S-04")
@pytest.mark.parametrize(
    ("tile", "pond", "expected"),
    [
        ("4p", "1p7p", SafetyReason.SUJI_456),
        ("4p", "1p", SafetyReason.HALF_SUJI_456),
        ("4p", "", SafetyReason.OPEN_456),
        ("1p", "4p", SafetyReason.PAIR_19_3),
        ("9p", "", SafetyReason.OPEN_19),
        ("8p", "5p", SafetyReason.SUJI_28),
        ("8p", "2p", SafetyReason.OPEN_28),
        ("7m", "4m", SafetyReason.SUJI_37),
        ("7m", "1m", SafetyReason.OPEN_37),
    ],
)
def test_suji_by_rank(tile: str, pond: str, expected: SafetyReason) -> None:
    found = safety(discards(RIGHT, pond or "9s")).against(kind(tile), RIGHT)
    assert found.reason is expected
    assert not found.cannot_lose, "suji is never entirely safe"


@pytest.mark.claim("S-04")
def test_suji_of_every_kind_of_genbutsu() -> None:
    riichi = discards(RIGHT, "2z", riichi=0), discards(ACROSS, "4s"), discards(RIGHT, "3z")
    assert reason("1s", *riichi) is SafetyReason.PAIR_19_3
    turn = discards(RIGHT, "2z"), discards(ACROSS, "4s")
    (side,) = safety(*turn).against(kind("1s"), RIGHT).sides
    assert side.state is SideState.SUJI
    assert (side.proof.discarder, side.proof.until) == (ACROSS, CauseEnd.OWN_DISCARD)
    assert reason("1s", *turn, discards(RIGHT, "3z")) is SafetyReason.OPEN_19


def test_walls() -> None:
    """8s is held once: with three shown no 7-8 is left."""
    assert reason("9s", shown("888s")) is SafetyReason.PAIR_19_2
    assert reason("6s", shown("888s")) is SafetyReason.HALF_SUJI_456
    assert reason("9s", shown("88s")) is SafetyReason.ONE_CHANCE_19
    assert reason("6s", shown("88s")) is SafetyReason.OPEN_456, "nothing speaks against 4-5"
    assert reason("6s", shown("88s"), discards(RIGHT, "3s")) is SafetyReason.ONE_CHANCE_2345678
    assert reason("6s", shown("888s"), discards(RIGHT, "3s")) is SafetyReason.NO_CHANCE_456


def test_each_side_names_what_speaks_against_it() -> None:
    below, above = safety(shown("888s"), discards(RIGHT, "3s")).against(kind("6s"), RIGHT).sides
    assert (format_tiles(below.held), format_tiles([below.partner])) == ("45s", "3s")
    assert (below.state, below.wall) == (SideState.SUJI, None)
    assert (below.proof.discarder, below.proof.turn) == (RIGHT, 2)
    assert (format_tiles(above.held), format_tiles([above.partner])) == ("78s", "9s")
    assert (above.state, above.proof, above.wall) == (SideState.NO_CHANCE, None, kind("8s"))


@pytest.mark.parametrize(
    ("tile", "seen", "expected"),
    [
        ("4z", "", SafetyReason.GUEST_3),
        ("4z", "4z", SafetyReason.GUEST_2),
        ("4z", "44z", SafetyReason.LAST_COPY),
        ("3z", "33z", SafetyReason.LAST_COPY),
        ("5z", "5z", SafetyReason.YAKUHAI_2),
        ("1z", "", SafetyReason.YAKUHAI_3),
    ],
)
def test_honours_by_worth_and_copies_left(tile: str, seen: str, expected: SafetyReason) -> None:
    """The player on the right is West, in an East round; the tile is held once."""
    found = safety(shown(seen), hand="234m456p678s1155s", draws=tile, dora="1m").against(kind(tile), RIGHT)
    assert found.reason is expected


def test_terminals_that_only_a_pair_can_wait_for() -> None:
    """1m is held once, and 2-3 would be furiten."""
    for copies, expected in (
        ("", SafetyReason.PAIR_19_3),
        ("1m", SafetyReason.PAIR_19_2),
        ("11m", SafetyReason.LAST_COPY),
    ):
        assert reason("1m", shown(copies), discards(RIGHT, "4m")) is expected


@pytest.mark.parametrize(
    ("tile", "indicator", "pond", "expected"),
    [
        ("5p", "4p", "", SafetyReason.DORA_OPEN),
        ("5p", "4p", "2p", SafetyReason.DORA_OPEN),
        ("5p", "4p", "2p8p", SafetyReason.DORA_COVERED),
        ("1m", "9m", "4m", SafetyReason.DORA_COVERED),
        ("1z", "4z", "", SafetyReason.DORA_HONOUR),
        ("5p", "4p", "5p", SafetyReason.OWN_DISCARD),
    ],
)
def test_dora_is_what_counts_unless_it_cannot_lose(
    tile: str, indicator: str, pond: str, expected: SafetyReason
) -> None:
    assert reason(tile, discards(RIGHT, pond or "9s"), dora=indicator) is expected


@pytest.mark.parametrize(
    ("early", "outside"), [("1m", ""), ("2m", "1"), ("3m", "12"), ("4m", "23"), ("5m", "37"), ("6m", "78")]
)
def test_what_lies_outside_an_early_discard(early: str, outside: str) -> None:
    read = safety(discards(RIGHT, early))
    found = [rank for rank in "123456789" if "early-outside" in read.against(kind(f"{rank}m"), RIGHT).reason]
    assert "".join(found) == outside


def test_families_leave_out_ranks_and_copies() -> None:
    families = {reason: reason.family for reason in SafetyReason}
    assert families[SafetyReason.PAIR_19_2] == "pair"
    assert families[SafetyReason.ONE_CHANCE_2345678] == "one-chance"
    assert families[SafetyReason.DORA_COVERED] == "dora-covered"


class TestAlarms:
    def test_dora_and_its_neighbours(self) -> None:
        read = safety(discards(RIGHT, "9s"), dora="4p")
        assert read.against(kind("5p"), RIGHT).danger_factors == (DangerFactor.DORA,)
        assert read.against(kind("4p"), RIGHT).danger_factors == (DangerFactor.DORA_NEIGHBOUR,)
        assert read.against(kind("7p"), RIGHT).danger_factors == ()
        assert safety(discards(RIGHT, "5p"), dora="4p").against(kind("5p"), RIGHT).danger_factors == (), (
            "cannot lose"
        )

    def test_no_neighbours_across_suits_or_among_honours(self) -> None:
        assert safety(shown(""), dora="8m").against(kind("1p"), RIGHT).danger_factors == ()
        assert safety(shown(""), dora="2z").against(kind("4z"), RIGHT).danger_factors == ()

    def test_live_yakuhai(self) -> None:
        read = safety(shown("5z"), hand="123m456p789s1255z", dora="1m")
        assert read.against(kind("1z"), RIGHT).danger_factors == (DangerFactor.LIVE_YAKUHAI,), (
            "the round wind"
        )
        assert read.against(kind("2z"), RIGHT).danger_factors == (), "nobody's wind but the own"
        assert read.against(kind("5z"), RIGHT).danger_factors == (), "one copy cannot pair up"

    def test_the_suit_of_an_open_flush(self) -> None:
        flush = calls(RIGHT, "234s", "666z", throws="9p")
        read = safety(flush)
        assert DangerFactor.FLUSH in read.against(kind("8s"), RIGHT).danger_factors
        assert DangerFactor.FLUSH not in read.against(kind("5p"), RIGHT).danger_factors
        assert DangerFactor.FLUSH not in read.against(kind("8s"), LEFT).danger_factors
        mixed = safety(calls(RIGHT, "234s", "567m", throws="9p"))
        assert DangerFactor.FLUSH not in mixed.against(kind("8s"), RIGHT).danger_factors


class TestSeveralOpponents:
    def test_the_worst_counts(self) -> None:
        read = safety(discards(RIGHT, "5p"), discards(ACROSS, "2p"), discards(LEFT, "9m"))
        assert read.opponents == (RIGHT, ACROSS, LEFT)
        worst = read.worst(kind("5p"), (RIGHT, ACROSS))
        assert (worst.opponent, worst.reason) == (ACROSS, SafetyReason.HALF_SUJI_456)
        safe = read.worst(kind("5p"), (RIGHT,))
        assert safe.cannot_lose

    def test_nobody_to_fear(self) -> None:
        assert safety(shown("")).worst(kind("5p"), ()) is None


def test_the_seat_itself_is_asked_like_any_other() -> None:
    assert safety(discards(ME, "9m")).reason(kind("9m"), ME) is SafetyReason.OWN_DISCARD
