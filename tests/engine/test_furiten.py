"""Furiten of all three kinds: what causes it, what it blocks, and when it ends."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.actions import ActionKind, Why
from engine.furiten import Cause, CauseEnd, FuritenKind, Passed
from engine.rules import EMA, PRESETS, TENHOU, Ruleset
from engine.tiles import parse_tile, parse_tiles
from tests.support.engine.deals import E, N, Play, S, W, deal

RON, TSUMO, RIICHI = ActionKind.RON, ActionKind.TSUMO, ActionKind.RIICHI
CALLS_END = replace(EMA, calls_end_temporary_furiten=True)

THREE_SIDES = "34567p234m234s"
"""With a pair of 5s: all simples, waiting for 2p 5p 8p."""
TWO_SIDES = "23p234m345678s55s"
"""Waits for 1p 4p."""
NO_YAKU = "23m456p789p45s99m1z"
"""After chi of 123m and the discard of 1z: waits for 3s 6s without any yaku."""


def three_sides_furiten(draws: str = "") -> Play:
    """East waits for 2p 5p 8p and has discarded 2p; South's discard is next."""
    return deal(east=f"2p{THREE_SIDES}5s", draws="5s" + draws).discard("2p")


class TestOwnDiscards:
    @pytest.mark.claim("F-01")
    @pytest.mark.claim("F-03")
    @pytest.mark.parametrize("tile", ["2p", "5p", "8p"])
    def test_one_wait_in_the_own_pond_blocks_ron_on_every_wait(self, tile: str) -> None:
        play = three_sides_furiten(tile).discard(tile)
        refusal = play.refused(E, RON)
        assert refusal.why is Why.FURITEN
        assert refusal.tiles == parse_tiles("258p")
        assert refusal.causes == (Cause(FuritenKind.DISCARD, parse_tile("2p"), E, 1, CauseEnd.WAITS_CHANGE),)

    @pytest.mark.claim("F-01")
    def test_a_furiten_hand_can_still_tsumo(self) -> None:
        play = three_sides_furiten("9m9m9m8p").tsumogiri(3)
        assert play.furiten(E)
        assert play.tsumo().yaku == {"menzen-tsumo": 1, "pinfu": 1, "tanyao": 1}

    @pytest.mark.claim("F-02")
    def test_a_discard_that_was_called_away_still_counts(self) -> None:
        play = deal(east=f"2p{THREE_SIDES}5s", west="22p147m147s12345z", draws="5s9m9m5p")
        play.discard("2p").pon(W).discard("1z").tsumogiri(2)
        assert play.causes(E) == ["discard 2p waits-change"]
        assert play.discard("5p").why(E, RON) is Why.FURITEN

    @pytest.mark.claim("F-04")
    @pytest.mark.parametrize(
        ("hand", "own", "offered"),
        [
            ("1133557799m11p1z", "1z", "1z"),  # seven pairs
            ("19m19p19s1234567z", "9s", "1m"),  # thirteen orphans: another of its thirteen waits
        ],
    )
    def test_seven_pairs_and_thirteen_orphans_count(self, hand: str, own: str, offered: str) -> None:
        play = deal(east=hand, draws=own + offered).discard(own, offered)
        assert play.why(E, RON) is Why.FURITEN

    @pytest.mark.claim("F-10")
    def test_it_ends_when_the_waits_change(self) -> None:
        play = three_sides_furiten("9m9m9m6p8p").tsumogiri(3).discard("3p")
        assert play.waits(E) == "58p"
        assert play.furiten(E) == ()
        assert play.discard("8p").ron(E).win.score.han == 2

    @pytest.mark.claim("F-10")
    def test_a_riichi_hand_cannot_leave_it(self) -> None:
        play = deal(east=f"2p{THREE_SIDES}5s", draws="5s9m9m9m1z").discard("2p").tsumogiri(3).riichi("1z")
        assert play.causes(E) == ["discard 2p hand-ends"]

    @pytest.mark.claim("F-11")
    def test_a_declined_tsumo_leaves_the_winning_tile_in_the_pond(self) -> None:
        play = deal(east=f"{THREE_SIDES}55s", draws="8p5p")
        assert play.can(E, TSUMO)
        play.discard("8p", "5p")
        assert play.why(E, RON) is Why.FURITEN
        assert play.causes(E)[0] == "discard 8p waits-change"

    @pytest.mark.claim("F-13")
    def test_before_tenpai_there_is_none(self) -> None:
        play = deal(east=f"2p{THREE_SIDES}1z", draws="9m").discard("2p")
        assert play.waits(E) == ""
        assert play.furiten(E) == ()

    @pytest.mark.claim("F-14")
    def test_only_a_tile_of_the_present_wait_counts(self) -> None:
        """Worked example X9: waiting for 1p 4p with 7p in the own pond."""
        play = deal(east="33m123123456s23p", draws="7p4p").discard("7p", "4p")
        assert play.waits(E) == "14p"
        assert play.furiten(E) == ()
        assert play.ron(E).win.tile == parse_tile("4p")

    def test_every_guilty_discard_is_a_cause_with_its_place(self) -> None:
        play = deal(east=f"28p{THREE_SIDES}", draws="5s9m9m9m5s")
        play.discard("2p").tsumogiri(3).discard("8p")
        assert [(cause.tile, cause.turn) for cause in play.furiten(E)] == [
            (parse_tile("2p"), 1),
            (parse_tile("8p"), 2),
        ]

    def test_what_a_discard_would_cause_can_be_asked_before(self) -> None:
        play = deal(east=f"2p{THREE_SIDES}5s", draws="5s")
        view = play.view(E)
        waits = parse_tiles("258p")
        (cause,) = view.furiten_with(waits, extra=parse_tiles("2p"))
        assert (cause.tile, cause.turn) == (parse_tile("2p"), 1)
        assert view.furiten_with(waits, extra=parse_tiles("1z")) == ()

    @pytest.mark.claim("F-06")
    @pytest.mark.claim("F-07")
    @pytest.mark.parametrize("riichi", [False, True])
    def test_the_next_discard_would_end_what_was_passed_but_after_a_riichi(self, riichi: bool) -> None:
        play = deal(east=f"{THREE_SIDES}55s", draws="9m5p9p9s1z")
        play = play.riichi("9m") if riichi else play.discard("9m")
        view = play.discard("5p").everybody_passes().tsumogiri(2).view(E)
        kinds = [cause.kind for cause in view.furiten_with(parse_tiles("258p"), extra=parse_tiles("1z"))]
        assert kinds == [FuritenKind.RIICHI] * riichi
        assert [cause.kind for cause in view.furiten] == [
            FuritenKind.RIICHI if riichi else FuritenKind.TEMPORARY
        ]


class TestTemporary:
    @pytest.mark.claim("F-07")
    @pytest.mark.claim("F-14")
    def test_a_passed_win_counts_until_the_own_next_discard(self) -> None:
        play = deal(east=f"{THREE_SIDES}55s", draws="9m5p8p9m1z5p").discard("9m", "5p")
        assert play.can(E, RON)
        assert play.furiten(E) == ()
        play.everybody_passes()
        cause = Cause(FuritenKind.TEMPORARY, parse_tile("5p"), S, 1, CauseEnd.OWN_DISCARD, Passed.DISCARD)
        assert play.furiten(E) == (cause,)
        assert play.discard("8p").refused(E, RON).causes == (cause,)
        play.tsumogiri()
        assert [cause.tile for cause in play.furiten(E)] == list(parse_tiles("58p"))
        play.discard("1z")
        assert play.furiten(E) == ()
        play.discard("5p").ron(E)

    @pytest.mark.claim("F-05")
    @pytest.mark.claim("F-07")
    def test_a_win_passed_for_want_of_a_yaku_counts_too(self) -> None:
        play = deal(east=NO_YAKU, north="1m258m258p258s123z", draws="9s8s9p9p6s3s")
        play.discard("9s").tsumogiri(2).discard("1m").chi(E, "23m").discard("1z").discard("6s")
        assert play.why(E, RON) is Why.NO_YAKU
        play.everybody_passes()
        assert play.causes(E) == ["temporary 6s own-discard"]
        assert play.discard("3s").why(E, RON) is Why.FURITEN

    @pytest.mark.claim("F-07")
    def test_it_ends_with_the_discard_after_an_own_call_too(self) -> None:
        play = deal(east=f"{THREE_SIDES}55s", draws="9m5p5s8p").discard("9m", "5p", "5s")
        play.pon(E)
        assert play.causes(E) == ["temporary 5p own-discard"]
        play.discard("2m")
        assert play.furiten(E) == ()

    @pytest.mark.claim("F-08")
    @pytest.mark.parametrize("rules", [EMA, CALLS_END], ids=["lasts", "ends"])
    def test_calls_of_others_do_not_end_it(self, rules: Ruleset) -> None:
        play = deal(east=f"{THREE_SIDES}55s", north="11z258m369s23456z", draws="9m5p1z8p", rules=rules)
        play.discard("9m", "5p", "1z").pon(N).discard("6z")
        expected = [] if rules is CALLS_END else ["temporary 5p own-discard"]
        assert play.causes(E) == expected

    @pytest.mark.claim("F-06")
    def test_calls_of_others_never_end_that_of_a_riichi(self) -> None:
        north = "11z258m369s23456z"
        play = deal(east=f"{THREE_SIDES}55s", north=north, draws="9m5p1z8p", rules=CALLS_END)
        play.riichi("9m").discard("5p", "1z").pon(N).discard("6z")
        assert play.causes(E) == ["riichi 5p hand-ends"]

    def test_the_tile_is_not_passed_while_it_can_still_be_won_on(self) -> None:
        play = deal(east=f"{THREE_SIDES}55s", draws="9m5p").discard("9m", "5p")
        assert play.furiten(E) == ()
        assert play.ron(E).furiten(E) == ()

    def test_a_red_five_passed_counts_as_a_five(self) -> None:
        play = deal(east=f"{THREE_SIDES}55s", draws="9m0p2p", rules=TENHOU).discard("9m", "0p", "2p")
        assert play.why(E, RON) is Why.FURITEN
        assert play.causes(E)[0] == "temporary 0p own-discard"


def chankan_to_come(*, riichi: bool) -> Play:
    """East waits for 1p 4p; West has a pon of 1p and now draws the fourth."""
    play = deal(east=TWO_SIDES, west="11p258m369s12345z", draws="9m1p9m9p9s1p2z3z1z4p")
    play.discard("9m", "1p").pon(W).discard("1z").tsumogiri()
    if riichi:
        play.riichi("9p")
    else:
        play.discard("9p")
    assert play.tsumogiri().furiten(E) == ()
    return play.added_kan("1p")


class TestMissedKan:
    @pytest.mark.claim("F-07")
    @pytest.mark.claim("F-09")
    def test_a_kan_not_robbed_is_a_passed_win(self) -> None:
        play = chankan_to_come(riichi=False)
        assert play.can(E, RON)
        play.everybody_passes()
        cause = Cause(FuritenKind.TEMPORARY, parse_tile("1p"), W, 0, CauseEnd.OWN_DISCARD, Passed.KAN)
        assert play.furiten(E) == (cause,)

    @pytest.mark.claim("F-06")
    @pytest.mark.claim("F-09")
    def test_after_riichi_it_counts_to_the_end_of_the_hand(self) -> None:
        play = chankan_to_come(riichi=True).everybody_passes()
        cause = Cause(FuritenKind.RIICHI, parse_tile("1p"), W, 0, CauseEnd.HAND_ENDS, Passed.KAN)
        assert play.furiten(E) == (cause,)
        play.tsumogiri(3)  # West, North, East
        assert play.furiten(E) == (cause,)

    def test_a_closed_kan_that_orphans_could_have_robbed_counts(self) -> None:
        for name, causes in (("mahjongsoul", ["temporary 1p own-discard"]), ("tenhou", [])):
            play = deal(
                east="119m9p19s1234567z", south="111p258m258p258s2z", draws="5p1p", rules=PRESETS[name]
            )
            play.discard("5p").closed_kan("1p").everybody_passes()
            assert play.causes(E) == causes


class TestRiichi:
    @pytest.mark.claim("F-06")
    @pytest.mark.claim("R-14")
    def test_a_discard_passed_after_riichi_blocks_to_the_end(self) -> None:
        play = deal(east=f"{THREE_SIDES}55s", draws="9m5p9m9m1z8p").riichi("9m")
        play.discard("5p").everybody_passes()
        cause = Cause(FuritenKind.RIICHI, parse_tile("5p"), S, 1, CauseEnd.HAND_ENDS, Passed.DISCARD)
        assert play.furiten(E) == (cause,)
        play.tsumogiri(3).discard("8p")
        assert play.refused(E, RON).causes == (cause,)

    @pytest.mark.claim("F-06")
    @pytest.mark.claim("R-14")
    def test_an_own_draw_not_taken_after_riichi_blocks_to_the_end(self) -> None:
        play = deal(east=f"{THREE_SIDES}55s", draws="9m9p9p9s8p5p").riichi("9m").tsumogiri(3)
        assert play.can(E, TSUMO)
        play.discard("8p")
        kinds = {(cause.kind, cause.passed) for cause in play.furiten(E)}
        assert kinds == {(FuritenKind.DISCARD, None), (FuritenKind.RIICHI, Passed.DRAW)}
        assert {cause.ends for cause in play.furiten(E)} == {CauseEnd.HAND_ENDS}
        assert play.discard("5p").why(E, RON) is Why.FURITEN

    @pytest.mark.claim("F-12")
    def test_riichi_on_a_furiten_hand_is_legal(self) -> None:
        play = three_sides_furiten("9m9m9m1z5p").tsumogiri(3)
        assert play.can(E, RIICHI, "1z")
        play.riichi("1z").discard("5p")
        assert play.why(E, RON) is Why.FURITEN

    @pytest.mark.claim("F-12")
    def test_riichi_instead_of_a_win_on_the_same_draw_is_legal(self) -> None:
        play = deal(east=f"{THREE_SIDES}55s", draws="8p5p")
        assert play.can(E, TSUMO)
        play.riichi("8p").discard("5p")
        assert play.why(E, RON) is Why.FURITEN
        assert play.causes(E)[0] == "discard 8p hand-ends"

    def test_the_riichi_discard_itself_can_end_furiten(self) -> None:
        """A wait on 2p 5p 8p with 2p in the pond becomes one on 5p 8p with the declaration tile."""
        play = three_sides_furiten("9m9m9m6p8p").tsumogiri(3).riichi("3p")
        assert play.waits(E) == "58p"
        assert play.furiten(E) == ()
        play.discard("8p").ron(E)

    def test_the_riichi_discard_ends_temporary_furiten(self) -> None:
        play = deal(east=f"{THREE_SIDES}55s", draws="9m5p9m9m1z8p").discard("9m", "5p").tsumogiri(2)
        assert play.causes(E) == ["temporary 5p own-discard"]
        play.riichi("1z")
        assert play.furiten(E) == ()
        play.discard("8p").ron(E)

    def test_the_riichi_tile_can_make_the_hand_furiten(self) -> None:
        play = deal(east=f"2p{THREE_SIDES}5s", draws="5s5p").riichi("2p")
        assert play.causes(E) == ["discard 2p hand-ends"]


@pytest.mark.claim("S-04")
@pytest.mark.parametrize(
    "hand",
    ["35p234m345678s55s", "4p234m345678s222s", "4455p234m345678s"],
    ids=["kanchan", "tanki", "shanpon"],
)
def test_suji_is_never_entirely_safe(hand: str) -> None:
    play = deal(east=hand, draws="1p1z2z3z7p4z5z6z9m4p").discard("1p").tsumogiri(3).discard("7p").tsumogiri(3)
    assert play.discard("9m", "4p").ron(E).win.tile == parse_tile("4p")
