"""Chi, pon and open kan: who may call what, in which order, and what may be discarded afterwards."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.actions import ActionKind, Why
from engine.hand import forbidden_after, parse_meld
from engine.rules import TENHOU, WRC
from engine.tiles import format_tiles, parse_tiles
from tests.support.engine.deals import E, N, S, W, deal, in_words

CHI, PON, OPEN_KAN, RON = ActionKind.CHI, ActionKind.PON, ActionKind.OPEN_KAN, ActionKind.RON
DISCARD, CLOSED_KAN, ADDED_KAN = ActionKind.DISCARD, ActionKind.CLOSED_KAN, ActionKind.ADDED_KAN


class TestForms:
    def test_every_sequence_with_the_tile_is_a_form(self) -> None:
        play = deal(south="3467m58p258s1234z", draws="5m").discard("5m")
        assert play.forms(S, CHI) == ["34m", "46m", "67m"]

    def test_red_or_plain_is_a_choice(self) -> None:
        play = deal(south="05567m58p58s1234z", draws="4m", rules=TENHOU).discard("4m")
        assert play.forms(S, CHI) == ["56m", "06m"]
        play = deal(west="055m258p258s1234z", draws="5m", rules=TENHOU).discard("5m")
        assert play.forms(W, PON) == ["55m", "50m"]
        assert play.forms(W, OPEN_KAN) == ["550m"]
        meld = play.pon(W, "50m").view(W).me.melds[0]
        assert (str(meld), meld.source) == ("pon:550m", E)
        assert format_tiles(play.view(W).hand.sorted())[:2] == "5m"


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


class TestLastTile:
    @pytest.mark.claim("W-05")
    def test_a_kan_at_the_last_but_one_makes_the_replacement_the_last_tile(self) -> None:
        play = in_words("E 1111z258m258p258s, last 5z6z, replacements 7z / live 1; closed-kan 1z")
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

    def test_neither_may_be_discarded(self) -> None:
        play = deal(south="1234p258m258s123z", draws="1p").discard("1p").chi(S, "23p")
        refusal = play.refused(S, DISCARD, "1p")
        assert refusal.why is Why.KUIKAE
        assert refusal.tiles == parse_tiles("14p")
        assert play.why(S, DISCARD, "4p") is Why.KUIKAE
        play.discard("2m").tsumogiri(3)
        assert play.can(S, DISCARD, "1p")  # from the next turn on it may go

    def test_where_the_swap_is_allowed_that_call_is_too(self) -> None:
        rules = replace(WRC, kuikae_same=True)
        play = deal(south="22m33m44m4567p156z", draws="2m3m4m9m9p4p", rules=rules)
        play.discard("2m").pon(S).discard("1z")
        play.discard("3m").pon(S).discard("5z")
        play.discard("4m").pon(S).discard("6z")
        play.tsumogiri(2).discard("4p").chi(S, "56p")
        assert play.tiles_of(S, DISCARD) == "4p"
