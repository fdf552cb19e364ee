"""Chi, pon and open kan: who may call what, in which order, and what may be discarded afterwards."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.actions import ActionKind, Why
from engine.hand import forbidden_after, parse_meld
from engine.rules import PRESETS, TENHOU, WRC, Ruleset
from engine.tiles import format_tiles, parse_tiles
from tests.support.engine.deals import E, N, S, W, deal

CHI, PON, OPEN_KAN, RON = ActionKind.CHI, ActionKind.PON, ActionKind.OPEN_KAN, ActionKind.RON
DISCARD, CLOSED_KAN, ADDED_KAN = ActionKind.DISCARD, ActionKind.CLOSED_KAN, ActionKind.ADDED_KAN
EVERY_PRESET = pytest.mark.parametrize("rules", PRESETS.values(), ids=lambda rules: rules.name)


class TestForms:
    def test_chi_is_for_the_next_player_only(self) -> None:
        play = deal(south="34m258p258s12345z", west="34m147p147s12345z", draws="5m").discard("5m")
        assert play.forms(S, CHI) == ["34m"]
        assert play.why(W, CHI, own="34m") is Why.NOT_FROM_LEFT
        assert play.why(N, CHI, own="34m") is Why.NOT_FROM_LEFT
        assert play.why(E, CHI, own="34m") is Why.NO_CLAIM

    def test_every_sequence_with_the_tile_is_a_form(self) -> None:
        play = deal(south="3467m58p258s1234z", draws="5m").discard("5m")
        assert play.forms(S, CHI) == ["34m", "46m", "67m"]

    def test_no_sequence_runs_over_a_suit_or_through_honours(self) -> None:
        play = deal(south="89m12p58s2345677z", west="23z147m147p147s45z", draws="9s1z").discard("9s")
        assert play.why(S, CHI, own="89m") is Why.NO_TILES_FOR_IT
        play.discard("1z")
        assert play.why(W, CHI, own="23z") is Why.NO_TILES_FOR_IT

    def test_red_or_plain_is_a_choice(self) -> None:
        play = deal(south="05567m58p58s1234z", draws="4m", rules=TENHOU).discard("4m")
        assert play.forms(S, CHI) == ["56m", "06m"]
        play = deal(west="055m258p258s1234z", draws="5m", rules=TENHOU).discard("5m")
        assert play.forms(W, PON) == ["55m", "50m"]
        assert play.forms(W, OPEN_KAN) == ["550m"]
        meld = play.pon(W, "50m").view(W).me.melds[0]
        assert (str(meld), meld.source) == ("pon:550m", E)
        assert format_tiles(play.view(W).hand.sorted())[:2] == "5m"

    def test_nothing_to_call_with(self) -> None:
        play = deal(south="147m147p147s1234z", draws="9m").discard("9m")
        assert play.why(S, CHI) is Why.NO_TILES_FOR_IT
        assert play.why(S, PON) is Why.NO_TILES_FOR_IT
        assert play.why(S, OPEN_KAN) is Why.NO_TILES_FOR_IT

    def test_after_a_call_only_a_discard_is_possible(self) -> None:
        play = deal(west="555m1111z147p147s", draws="5m").discard("5m").pon(W)
        assert play.kinds(W) == {DISCARD}
        assert play.why(W, CLOSED_KAN, "1z") is Why.NO_DRAW
        assert play.why(W, ADDED_KAN, "5m") is Why.NO_DRAW
        assert play.why(W, ActionKind.TSUMO) is Why.NO_DRAW

    def test_a_called_tile_stays_marked_in_the_pond(self) -> None:
        play = deal(west="55m147p147s12345z", draws="5m").discard("5m").pon(W)
        assert play.view(E).me.pond[0].called_by == W


class TestPrecedence:
    def test_pon_goes_before_chi(self) -> None:
        play = deal(south="34m258p258s12345z", north="55m147p147s12345z", draws="5m").discard("5m")
        chi, pon = play.game.options(S).of(CHI)[0], play.game.options(N).of(PON)[0]
        play.step({S: chi, N: pon})
        assert play.marks()[-1] == "Pon"
        assert play.turn == N

    def test_ron_goes_before_pon(self) -> None:
        play = deal(south="55m147p147s12345z", north="46m234p234678s11p", draws="5m").discard("5m")
        pon, ron = play.game.options(S).of(PON)[0], play.game.options(N).of(RON)[0]
        play.step({S: pon, N: ron})
        assert play.win.winner == N

    def test_a_seat_that_may_claim_must_answer(self) -> None:
        play = deal(south="34m258p258s12345z", draws="5m").discard("5m")
        with pytest.raises(ValueError, match="seat 1 has not chosen"):
            play.game.step({})
        with pytest.raises(ValueError, match="no seat 7"):
            play.game.step({7: play.game.options(S).actions[0]})


class TestLastTile:
    @pytest.mark.claim("W-04")
    @EVERY_PRESET
    def test_the_last_discard_is_for_ron_only(self, rules: Ruleset) -> None:
        """The 70th tile goes to South; West could chi and North could pon."""
        play = deal(west="34m258p258s12345z", north="55m147p147s12345z", last="5m", rules=rules)
        play.run_down(0).discard("5m")
        assert play.game.outcome is not None
        assert play.why(W, CHI, own="34m") is Why.LAST_TILE
        assert play.why(N, PON, own="55m") is Why.LAST_TILE

    @pytest.mark.claim("W-04")
    def test_no_open_kan_of_the_last_discard(self) -> None:
        play = deal(west="555m147p147s1234z", last="5m").run_down(0).discard("5m")
        assert play.why(W, OPEN_KAN, own="555m") is Why.LAST_TILE

    @pytest.mark.claim("W-05")
    def test_no_kan_with_the_last_tile_drawn(self) -> None:
        play = deal(south="1111z258m258p258s", last="5z").run_down(0)
        assert play.why(S, CLOSED_KAN, "1z") is Why.LAST_TILE

    @pytest.mark.claim("W-05")
    def test_a_kan_at_the_last_but_one_makes_the_replacement_the_last_tile(self) -> None:
        play = deal(east="1111z258m258p258s", last="5z6z", replacements="7z").run_down(1)
        play.closed_kan("1z")
        assert play.game.table.live == 0
        play.discard("7z").everybody_passes()
        assert play.draw.reason == "exhaustive"
        assert sum(1 for name in play.marks() if name == "Tsumo") == 70


KUIKAE = [
    ("pon:111p", "1p"),  # worked example X11 and its kin
    ("chi:123p", "14p"),
    ("chi:213p", "2p"),
    ("chi:312p", "3p"),
    ("chi:423p", "14p"),
    ("chi:789s", "7s"),
    ("chi:678s", "69s"),
    ("chi:978s", "69s"),
    ("chi:546m", "5m"),
    ("chi:046m", "5m"),
    ("chi:456m", "47m"),
    ("chi:567m", "58m"),
    ("chi:067m", "58m"),
    ("chi:034m", "25m"),
    ("pon:055m", "5m"),
    ("kan:1111p", "1p"),
]


class TestKuikae:
    @pytest.mark.parametrize(("meld", "forbidden"), KUIKAE)
    def test_the_called_tile_and_the_other_end_are_forbidden(self, meld: str, forbidden: str) -> None:
        assert format_tiles(sorted(forbidden_after(parse_meld(meld), WRC))) == forbidden

    def test_the_ruleset_may_allow_either(self) -> None:
        chi = parse_meld("chi:123p")
        same = replace(WRC, kuikae_same=True)
        other = replace(WRC, kuikae_other_end=True)
        assert format_tiles(forbidden_after(chi, same)) == "4p"
        assert format_tiles(forbidden_after(chi, other)) == "1p"
        assert forbidden_after(chi, replace(same, kuikae_other_end=True)) == frozenset()

    @EVERY_PRESET
    def test_neither_may_be_discarded(self, rules: Ruleset) -> None:
        play = deal(south="1234p258m258s123z", draws="1p", rules=rules).discard("1p").chi(S, "23p")
        refusal = play.refused(S, DISCARD, "1p")
        assert refusal.why is Why.KUIKAE
        assert refusal.tiles == parse_tiles("14p")
        assert play.why(S, DISCARD, "4p") is Why.KUIKAE
        play.discard("2m").tsumogiri(3)
        assert play.can(S, DISCARD, "1p")  # from the next turn on it may go

    def test_red_and_plain_fives_are_the_same_tile(self) -> None:
        play = deal(south="05667m58p58s1234z", draws="5m", rules=TENHOU).discard("5m").chi(S, "67m")
        assert play.why(S, DISCARD, "5m") is Why.KUIKAE
        assert play.why(S, DISCARD, "0m") is Why.KUIKAE
        play = deal(south="0344m258p258s123z", draws="2m", rules=TENHOU).discard("2m").chi(S, "34m")
        assert play.why(S, DISCARD, "0m") is Why.KUIKAE
        play = deal(west="055m258p258s1234z", draws="5m", rules=TENHOU).discard("5m").pon(W, "55m")
        assert play.why(W, DISCARD, "0m") is Why.KUIKAE

    @EVERY_PRESET
    def test_a_call_that_leaves_no_legal_discard_is_refused(self, rules: Ruleset) -> None:
        """With 4567p left, chi of 4p with 56p would leave 4p and 7p alone."""
        play = deal(south="22m33m44m4567p156z", draws="2m3m4m9m9p4p", rules=rules)
        play.discard("2m").pon(S).discard("1z")
        play.discard("3m").pon(S).discard("5z")
        play.discard("4m").pon(S).discard("6z")
        play.tsumogiri(2).discard("4p")
        assert play.kinds(S) == {RON, ActionKind.PASS}
        assert play.why(S, CHI, own="56p") is Why.NO_LEGAL_DISCARD

    def test_where_the_swap_is_allowed_that_call_is_too(self) -> None:
        rules = replace(WRC, kuikae_same=True)
        play = deal(south="22m33m44m4567p156z", draws="2m3m4m9m9p4p", rules=rules)
        play.discard("2m").pon(S).discard("1z")
        play.discard("3m").pon(S).discard("5z")
        play.discard("4m").pon(S).discard("6z")
        play.tsumogiri(2).discard("4p").chi(S, "56p")
        assert play.tiles_of(S, DISCARD) == "4p"
