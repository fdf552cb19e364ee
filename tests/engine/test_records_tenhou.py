"""Tenhou's formats as they are found: records written out by hand, with everything that is odd about them."""

from __future__ import annotations

import gzip
import json
from typing import Any

import pytest

from engine import events as ev
from engine.hand import MeldKind
from engine.own_rules import UnknownRuleset
from engine.records.read_file import read_record
from engine.records.recorded_choices import RecordError
from engine.records.recorded_game import Format
from engine.records.seat_lists import Call, Discard, read_drop, read_take, write_call
from engine.records.tenhou_names import RecordedWorth, recorded_worth
from engine.records.tenhou_xml import TileMeld, decode_meld, encode_meld
from engine.records.verify import VerifyReport, verify_record

NAMES = 'n0="%41%53%41" n1="B%20b" n2="C" n3="D"'

NINE = """
<INIT seed="0,0,0,3,4,57" ten="250,250,250,250" oya="0"
 hai0="0,32,36,68,72,104,108,112,116,120,4,53,96" hai1="8,12,16,20,24,28,40,44,48,52,56,60,64"
 hai2="9,13,17,21,25,29,41,45,49,54,58,61,65" hai3="10,14,18,22,26,30,42,46,50,55,59,62,66"/>
<T124/><RYUUKYOKU type="yao9" ba="0,0" sc="250,0,250,0,250,0,250,0"
 hai0="0,32,36,68,72,104,108,112,116,120,4,53,96,124"/>
"""

ADDED_KAN = """
<INIT seed="0,1,0,0,0,57" ten="250,250,250,250" oya="0"
 hai0="4,8,12,17,20,24,40,44,48,80,81,96,53" hai1="30,31,37,69,78,90,110,114,118,122,129,134,126"
 hai2="52,54,0,1,32,33,72,76,108,112,116,120,124" hai3="28,29,36,68,77,89,109,113,117,121,128,132,125"/>
<T100/><D53/><N who="2" m="20586"/><F108/><BYE who="1"/>
<W133/><G109/><T34/><D34/><UN n1="B%20b"/><U38/><E110/>
<V55/><N who="2" m="20594"/><V92/><DORA hai="9"/><F92/>
<AGARI ba="1,0" hai="4,8,12,17,20,24,40,44,48,80,81,92,96,100" machi="92" ten="30,5800,0"
 yaku="7,1,8,1,52,1" doraHai="57,9" who="0" fromWho="2" sc="250,61,250,0,250,-61,250,0"/>
"""
"""Pon of 5p out of the middle with the red one, the fourth added; ron on the discard after it."""


def xml(*hands: str, kind: int = 9, before: str = "") -> bytes:
    return (
        f'<mjloggm ver="2.3"><SHUFFLE seed="mt19937ar-sha512-n288-base64,AAAA" ref=""/>'
        f'<GO type="{kind}" lobby="0"/><UN {NAMES} dan="16,16,16,16" rate="2000.00,2000.00,2000.00,2000.00"'
        f' sx="M,F,M,F"/>{before}<TAIKYOKU oya="0"/>{"".join(hands)}</mjloggm>'
    ).encode()


def verified(data: bytes, rules: str | None = None) -> VerifyReport:
    return verify_record(read_record(data), rules)


def kinds(data: bytes) -> list[str]:
    (game,) = read_record(data).games
    return [type(event).__name__ for event in game.events()]


class TestXml:
    def test_two_hands(self) -> None:
        report = verified(xml(NINE, ADDED_KAN))
        assert (report.hands, report.wins, report.not_compared) == (2, 1, 0)
        assert report.mismatches == []
        assert verified(gzip.compress(xml(NINE, ADDED_KAN))).ok

    def test_names_and_length(self) -> None:
        (game,) = read_record(xml(NINE)).games
        assert game.events()[0] == ev.StartGame(["ASA", "B b", "C", "D"], kyoku_first=0, aka_flag=True)

    def test_players_who_leave_and_return_change_nothing(self) -> None:
        stays = ADDED_KAN.replace('<BYE who="1"/>', "").replace('<UN n1="B%20b"/>', "")
        assert (
            read_record(xml(NINE, ADDED_KAN)).games[0].events()
            == read_record(xml(NINE, stays)).games[0].events()
        )

    def test_what_becomes_of_an_added_kan(self) -> None:
        told = kinds(xml(ADDED_KAN))
        at = told.index("Kakan")
        assert told[at : at + 5] == ["Kakan", "Tsumo", "Dora", "Dahai", "Hora"]
        (game,) = read_record(xml(ADDED_KAN)).games
        (kan,) = (event for event in game.events() if isinstance(event, ev.Kakan))
        assert (kan.pai, sorted(kan.consumed)) == ("5p", ["5p", "5p", "5pr"])

    def test_dora_before_the_replacement_tile_is_another_rule(self) -> None:
        moved = ADDED_KAN.replace('<V92/><DORA hai="9"/><F92/>', '<DORA hai="9"/><V92/><F92/>')
        (mismatch,) = verified(xml(moved)).mismatches
        assert mismatch.hand == 1
        assert "dora" in mismatch.says + mismatch.engine

    def test_chips_follow_the_points(self) -> None:
        chips = ADDED_KAN.replace('-61,250,0"', '-61,250,0,0,2,0,0,0,-2,0,0"')
        assert chips != ADDED_KAN
        assert verified(xml(chips)).ok

    @pytest.mark.parametrize(
        ("told", "changed", "says"),
        [
            ('yaku="7,1,8,1,52,1"', 'yaku="7,1,8,1,52,2"', "dora"),
            ('yaku="7,1,8,1,52,1"', 'yaku="8,1,7,1,52,1"', None),
            ('yaku="7,1,8,1,52,1"', 'yaku="7,1,8,1,52,1,53,0"', None),
            ('ten="30,5800,0"', 'ten="40,5800,0"', "fu 40"),
            ('ten="30,5800,0"', 'ten="30,7700,0"', "points 7700"),
            ('"250,61,250,0,250,-61,250,0"', '"250,58,250,0,250,-58,250,0"', "deltas"),
            ('"250,61,250,0,250,-61,250,0"', '"260,61,250,0,250,-61,250,0"', "scores"),
            ('machi="92"', 'machi="93"', None),
            ('machi="92"', 'machi="96"', "pai 7s"),
            ("<E110/>", "<E38/>", None),
            ("<E110/>", "<E6/>", "seat 1 may not discard 2m"),
        ],
    )
    def test_every_difference_is_named(self, told: str, changed: str, says: str | None) -> None:
        assert told in ADDED_KAN
        mismatches = verified(xml(ADDED_KAN.replace(told, changed))).mismatches
        if says is None:
            assert mismatches == []
        else:
            (mismatch,) = mismatches
            assert says in mismatch.says + mismatch.engine

    def test_the_next_header_is_compared(self) -> None:
        mismatch, _ = verified(xml(NINE, ADDED_KAN.replace('"0,1,0,0,0,57"', '"0,0,0,0,0,57"'))).mismatches
        assert ", 0 honba, " in mismatch.says
        assert ", 1 honba, " in mismatch.engine

    def test_the_first_dealer_may_sit_anywhere(self) -> None:
        """Live records may number the seats from one player's own on."""
        turned = {str(seat): str((seat + 1) % 4) for seat in range(4)}
        hand = NINE
        for seat in "0123":
            hand = hand.replace(f"hai{seat}=", f"HAI{turned[seat]}=")
        hand = hand.replace("HAI", "hai").replace('oya="0"', 'oya="1"').replace("<T124/>", "<U124/>")
        assert verified(xml(hand)).ok
        names = read_record(xml(hand)).games[0].events()[0]
        assert names.names == ["B b", "C", "D", "ASA"]


LAST = """
<INIT seed="7,0,0,0,0,60" ten="{ten}" oya="3"
 hai0="0,36,68,72,76,80,104,108,112,116,120,124,128" hai1="4,8,12,17,20,44,48,53,94,97,101,77,78"
 hai2="1,37,69,73,79,84,105,109,113,117,121,125,129" hai3="13,38,70,74,82,85,106,110,114,118,122,126,130"/>
<W9/><G13/>
<AGARI ba="0,0" hai="4,8,12,13,17,20,44,48,53,77,78,94,97,101" machi="13" ten="30,2000,0" yaku="7,1,8,1"
 doraHai="60" who="1" fromWho="3" sc="{sc}" owari="{owari}"/>
"""
"""South 4: the dealer's first discard 4m completes pinfu and tanyao."""


def last(ten: str, sc: str, owari: str) -> bytes:
    return xml(LAST.format(ten=ten, sc=sc, owari=owari))


class TestTheEnd:
    TEN, SC = "200,320,250,230", "200,0,320,20,250,0,230,-20"

    def test_points_and_final_scores(self) -> None:
        assert verified(last(self.TEN, self.SC, "200,-30.0,340,44.0,250,5.0,210,-19.0")).ok

    def test_wrong_finals_are_named(self) -> None:
        (mismatch,) = verified(last(self.TEN, self.SC, "200,-31.0,340,45.0,250,5.0,210,-19.0")).mismatches
        assert "final" in mismatch.says

    def test_wrong_points_are_named(self) -> None:
        (mismatch,) = verified(last(self.TEN, self.SC, "201,-30.0,339,44.0,250,5.0,210,-19.0")).mismatches
        assert "scores" in mismatch.says

    @pytest.mark.parametrize(
        ("owari", "agrees"),
        [
            ("205,-29.5,344,44.4,245,4.5,206,-19.4", True),
            ("205,-30.0,344,44.0,245,5.0,206,-19.0", False),
            ("205,-30.0,344,45.0,245,4.0,206,-19.0", True),
            ("205,-30,344,45,245,4,206,-19", True),
            ("205,-29.0,344,43.0,245,5.0,206,-19.0", True),
            ("205,-29,344,43,245,5,206,-19", True),
            ("205,-19,344,33,245,0,206,-14", True),
            ("205,-24,344,38,245,0,206,-14", True),
            ("205,-39,344,53,245,5,206,-19", True),
            ("205,-19,344,34,245,0,206,-15", False),
            ("205,-24,344,36,245,0,206,-12", False),
            ("205,-19.5,344,33.4,245,0.5,206,-14.4", False),
            ("205,-29,344,44,245,5,206,-19", False),
            ("205,-30,344,46,245,3,206,-19", False),
        ],
        ids=[
            "tenths",
            "rounded once so and once so",
            "halves away from zero",
            "halves away from zero in whole numbers",
            "halves up",
            "halves up in whole numbers",
            "uma of 5 and 10",
            "uma of 5 and 15",
            "uma of 10 and 30",
            "another uma and a wrong score",
            "an uma that there never was",
            "another uma in tenths",
            "one too many",
            "moved to another player",
        ],
    )
    def test_old_records_round_to_thousands(self, owari: str, agrees: bool) -> None:
        """20,500 is 9.5 below the return, which counts as 9 or as 10; 24,500 as 5 or as 6."""
        data = last("205,324,245,226", "205,0,324,20,245,0,226,-20", owari)
        assert verified(data).ok == agrees

    def test_another_uma_is_none_of_another_ruleset(self) -> None:
        data = last("205,324,245,226", "205,0,324,20,245,0,226,-20", "205,-29,344,43,245,5,206,-19")
        assert verified(data).ok
        assert not verified(data, "mahjongsoul").ok
        theirs = last("205,324,245,226", "205,0,324,20,245,0,226,-20", "205,{},344,{},245,{},206,{}")
        exact, rounded = (-19.5, 24.4, 4.5, -9.4), (-19, 23, 5, -9)
        assert verified(theirs.decode().format(*exact).encode(), "mahjongsoul").ok
        assert not verified(theirs.decode().format(*rounded).encode(), "mahjongsoul").ok

    def test_with_chips_the_final_scores_are_the_rooms_own(self) -> None:
        assert verified(last(self.TEN, self.SC, "200,-40.0,340,50.0,250,5.0,210,-15.0,-2,2,0,0")).ok

    def test_an_end_that_comes_too_early(self) -> None:
        early = last("260,260,250,230", "260,0,260,20,250,0,230,-20", "260,-24.0,280,38.0,250,5.0,210,-19.0")
        (mismatch,) = verified(early).mismatches
        assert "the game goes on" in mismatch.engine


class TestFlags:
    @pytest.mark.parametrize("kind", [0x01, 0x09, 0x29, 0xA9, 0x49])
    def test_rooms(self, kind: int) -> None:
        (game,) = read_record(xml(NINE, kind=kind)).games
        rules, start = game.facts.ruleset(), game.events()[0]
        assert rules.length == ("south" if kind & 8 else "east")
        assert start.kyoku_first == (0 if kind & 8 else 4)
        assert (rules.red_fives, rules.open_tanyao) == ((1, 1, 1), True)

    def test_without_red_fives_their_numbers_are_plain(self) -> None:
        data = xml(ADDED_KAN, kind=9 | 2)
        (game,) = read_record(data).games
        assert game.facts.ruleset().red_fives == (0, 0, 0)
        assert b"5pr" not in b"".join(map(ev.encode, game.events()))
        assert verified(data).ok
        assert verified(data, "tenhou").ok

    def test_without_open_tanyao(self) -> None:
        rules = read_record(xml(NINE, kind=9 | 4)).games[0].facts.ruleset()
        assert not rules.open_tanyao

    def test_three_players_are_refused_by_name(self) -> None:
        with pytest.raises(RecordError, match="three-player"):
            read_record(xml(NINE, kind=9 | 16))
        with pytest.raises(RecordError, match="three-player"):
            read_record(xml(NINE.replace('hai3="10,14,18,22,26,30,42,46,50,55,59,62,66"', 'hai3=""')))
        with pytest.raises(RecordError, match="three-player"):
            read_record(xml(ADDED_KAN.replace("20586", str(30 << 10 | 0b100000))))

    def test_another_ruleset_by_name(self) -> None:
        assert verified(xml(NINE, kind=11), "mahjongsoul").rules == "mahjongsoul"
        with pytest.raises(UnknownRuleset, match="house"):
            verified(xml(NINE), "house")


class TestMelds:
    @pytest.mark.parametrize(
        ("code", "meld"),
        [
            (20586, TileMeld(MeldKind.PON, (53, 52, 54), 2)),
            (20594, TileMeld(MeldKind.ADDED_KAN, (53, 52, 54, 55), 2)),
            (3 << 8, TileMeld(MeldKind.CLOSED_KAN, (3, 0, 1, 2), 0)),
            (88 << 8 | 1, TileMeld(MeldKind.OPEN_KAN, (88, 89, 90, 91), 1)),
            # 406m, the 4m called: 4m is copy 1, 5m the red copy 0, 6m copy 3
            ((3 * 3 + 0) << 10 | 3 << 7 | 0 << 5 | 1 << 3 | 4 | 3, TileMeld(MeldKind.CHI, (13, 16, 23), 3)),
        ],
    )
    def test_sixteen_bits(self, code: int, meld: TileMeld) -> None:
        assert decode_meld(code) == meld
        assert encode_meld(meld) == code

    def test_every_number_that_is_a_meld_comes_back(self) -> None:
        """Closed kans are written with one number of four; chi comes from the player before alone."""
        count = 0
        for code in range(1 << 16):
            try:
                meld = decode_meld(code)
            except RecordError:
                continue
            tiles = meld.tiles
            assert len(set(tiles)) == len(tiles)
            assert max(tiles) < 136
            again = decode_meld(encode_meld(meld))
            assert (again.kind, again.tiles[0], set(again.tiles), again.source) == (
                meld.kind,
                tiles[0],
                set(tiles),
                meld.source,
            )
            count += 1
        assert count > 10_000

    @pytest.mark.parametrize("code", [-1, 1 << 16, 136 << 8, 21 << 12 | 4, 0xFFFF, 8])
    def test_other_numbers_are_refused(self, code: int) -> None:
        with pytest.raises(RecordError):
            decode_meld(code)


class TestEntries:
    @pytest.mark.parametrize(
        ("text", "call"),
        [
            ("c275226", Call(MeldKind.CHI, ("7p", "5pr", "6p"), 3)),
            ("p474747", Call(MeldKind.PON, ("C", "C", "C"), 3)),
            ("47p4747", Call(MeldKind.PON, ("C", "C", "C"), 2)),
            ("5325p25", Call(MeldKind.PON, ("5p", "5sr", "5p"), 1)),
            ("m37373737", Call(MeldKind.OPEN_KAN, ("7s", "7s", "7s", "7s"), 3)),
            ("37m373737", Call(MeldKind.OPEN_KAN, ("7s", "7s", "7s", "7s"), 2)),
            ("373737m37", Call(MeldKind.OPEN_KAN, ("7s", "7s", "7s", "7s"), 1)),
        ],
    )
    def test_calls(self, text: str, call: Call) -> None:
        assert read_take(text) == call
        assert write_call(call) == text

    @pytest.mark.parametrize(
        ("text", "call"),
        [
            ("k52252525", Call(MeldKind.ADDED_KAN, ("5pr", "5p", "5p", "5p"), 3)),
            ("25k522525", Call(MeldKind.ADDED_KAN, ("5pr", "5p", "5p", "5p"), 2)),
            ("2525k5225", Call(MeldKind.ADDED_KAN, ("5pr", "5p", "5p", "5p"), 1)),
            ("121212a12", Call(MeldKind.CLOSED_KAN, ("2m", "2m", "2m", "2m"), 0)),
        ],
    )
    def test_kans(self, text: str, call: Call) -> None:
        assert read_drop(text) == call
        assert write_call(call) == text

    @pytest.mark.parametrize(
        ("entry", "drop"),
        [
            (60, Discard(None, False)),
            (53, Discard("5sr", False)),
            ("r60", Discard(None, True)),
            ("r25", Discard("5p", True)),
            (0, None),
        ],
    )
    def test_discards(self, entry: int | str, drop: Discard | None) -> None:
        assert read_drop(entry) == drop

    @pytest.mark.parametrize(
        "entry", [10, 48, 54, 60, 0, -1, 11.0, True, None, [11], "", "r60", "x11", "c1112", "p4848"]
    )
    def test_what_is_no_draw(self, entry: Any) -> None:
        with pytest.raises(RecordError):
            read_take(entry)

    def test_a_sequence_is_called_from_the_previous_player_alone(self) -> None:
        with pytest.raises(RecordError, match="not the previous one"):
            read_take("25c2627")

    @pytest.mark.parametrize(
        "entry", [10, False, 60.5, None, "r", "r6", "r61", "p474747", "c275226", "a1212"]
    )
    def test_what_is_no_discard(self, entry: Any) -> None:
        with pytest.raises(RecordError):
            read_drop(entry)


class TestWorth:
    @pytest.mark.parametrize(
        ("worth", "items", "told"),
        [
            ("30符4飜7700点", ["立直(1飜)", "断幺九(1飜)", "ドラ(2飜)"],
             RecordedWorth([("riichi", 1), ("tanyao", 1), ("dora", 2)], 4, 30, 0, 7_700)),
            ("満貫8000点", ["断幺九(1飜)", "ドラ(4飜)"],
             RecordedWorth([("tanyao", 1), ("dora", 4)], 5, None, 0, 8_000)),
            ("20符3飜700-1300点", ["門前清自摸和(1飜)", "平和(1飜)", "裏ドラ(0飜)", "赤ドラ(1飜)"],
             RecordedWorth([("menzen-tsumo", 1), ("pinfu", 1), ("aka-dora", 1)], 3, 20, 0, 2_700)),
            ("20符3飜1300点∀", ["門前清自摸和(1飜)", "平和(1飜)", "一盃口(1飜)"],
             RecordedWorth([("menzen-tsumo", 1), ("pinfu", 1), ("iipeikou", 1)], 3, 20, 0, 3_900)),
            ("40符2飜2600点", ["自風 東(1飜)", "場風 南(1飜)"],
             RecordedWorth([("seat-wind", 1), ("round-wind", 1)], 2, 40, 0, 2_600)),
            ("役満32000点", ["国士無双１３面(役満)"],
             RecordedWorth([("kokushi-13", 13)], 13, None, 1, 32_000)),
            ("役満64000点", ["大三元(役満)", "字一色(役満)"],
             RecordedWorth([("daisangen", 13), ("tsuuiisou", 13)], 26, None, 2, 64_000)),
            ("30符1飜1000点", ["Pinfu(1飜)"], RecordedWorth(None, 1, 30, 0, 1_000)),
            ("?", ["?"], RecordedWorth(None, None, None, 0, None)),
        ],
    )  # fmt: skip
    def test_texts(self, worth: str, items: list[str], told: RecordedWorth) -> None:
        assert recorded_worth(worth, items) == told


HAND: list[Any] = [
    [0, 1, 0], [25_000] * 4, [26, 13], [],
    [12, 13, 14, 15, 16, 17, 22, 23, 24, 33, 33, 37, 25], [38, 19], [25, 60],
    [18, 18, 21, 29, 32, 35, 41, 42, 43, 44, 46, 47, 45], [21], [41],
    [52, 25, 11, 11, 19, 19, 31, 32, 41, 42, 43, 44, 45], ["52p2525", 25, 36], [41, "52k252525", 60],
    [18, 18, 21, 29, 32, 35, 41, 42, 43, 44, 46, 47, 45], [47], [41],
    ["和了", [6_100, 0, -6_100, 0], [0, 2, 0, "30符3飜5800点", "平和(1飜)", "断幺九(1飜)", "ドラ(1飜)"]],
]  # fmt: skip
"""The hand ``ADDED_KAN`` once more."""


def js(*hands: list[Any], disp: str = "般南喰赤", aka: dict[str, int] | None = None, **more: Any) -> bytes:
    rule = {"disp": disp, **({"aka": 1} if aka is None else aka)}
    record = {"title": ["", ""], "name": ["A", "B", "C", "D"], "rule": rule, "log": list(hands), **more}
    return json.dumps(record, ensure_ascii=False).encode()


def changed(place: int, entry: Any) -> list[Any]:
    hand = list(HAND)
    hand[place] = entry
    return hand


class TestJson:
    def test_the_same_hand_as_in_xml(self) -> None:
        record = read_record(js(HAND))
        assert record.games[0].format is Format.TENHOU_JSON
        (game,) = record.games
        told = read_record(xml(ADDED_KAN)).games[0].events()
        assert game.events()[1:] == told[1:]
        assert verify_record(record).ok

    def test_pretty_printed_packed_marked_and_several_in_lines(self) -> None:
        data = js(HAND)
        spaced = json.dumps(json.loads(data), indent=1).encode()
        for form in (gzip.compress(data), spaced, b"\xef\xbb\xbf" + data, b"\n \n" + data + b"\n\n"):
            assert verified(form).ok
        report = verified(data + b"\n" + js(changed(16, ["流局"])) + b"\n")
        assert (report.games, report.hands, len(report.mismatches)) == (2, 2, 1)
        assert report.mismatches[0].hand == 2

    def test_a_limit_hand_has_no_fu(self) -> None:
        """The indicators 2s and 6m make a pair and another tile of the hand dora."""
        hand = changed(2, [32, 16])
        hand[16] = ["和了", [12_300, 0, -12_300, 0],
                    [0, 2, 0, "満貫12000点", "平和(1飜)", "断幺九(1飜)", "ドラ(3飜)"]]  # fmt: skip
        report = verified(js(hand))
        assert (report.mismatches, report.not_compared) == ([], 1)

    @pytest.mark.parametrize("indicators", [[26, 13, 11], [26, 17]], ids=["extra", "another"])
    def test_wrong_indicators_are_named(self, indicators: list[int]) -> None:
        (mismatch,) = verified(js(changed(2, indicators))).mismatches
        assert "dora" in mismatch.says + mismatch.engine

    def test_an_action_that_is_no_option_is_named(self) -> None:
        hand = changed(6, ["r25", 60])
        hand[16] = ["和了", [6_100, 0, -6_100, 0], [0, 2, 0, "30符3飜5800点", "平和(1飜)"]]
        assert "open" not in str(verified(js(hand)).mismatches)
        (mismatch,) = verified(js(changed(12, ["r41", "52k252525", 60]))).mismatches
        assert "may not riichi" in mismatch.engine

    @pytest.mark.parametrize(
        ("disp", "rules", "length", "open_tanyao"),
        [
            ("般南喰赤", "tenhou", "south", True),
            ("鳳東喰赤速", "tenhou", "east", True),
            ("特上南赤", "tenhou", "south", False),
            ("四般東喰赤", "tenhou", "east", True),
            ("玉の間南", "mahjongsoul", "south", True),
            ("玉の間東", "mahjongsoul", "east", True),
            ("", "tenhou", "south", True),
        ],
    )
    def test_rules_are_told_by_name(self, disp: str, rules: str, length: str, open_tanyao: bool) -> None:
        found = read_record(js(HAND, disp=disp)).games[0].facts.ruleset()
        assert (found.name, found.length, found.open_tanyao) == (rules, length, open_tanyao)

    @pytest.mark.parametrize(
        ("aka", "reds"),
        [({}, (1, 1, 1)), ({"aka": 0}, (0, 0, 0)), ({"aka51": 1, "aka52": 2, "aka53": 1}, (1, 2, 1))],
    )
    def test_red_fives(self, aka: dict[str, int], reds: tuple[int, int, int]) -> None:
        assert read_record(js(HAND, aka=aka)).games[0].facts.ruleset().red_fives == reds

    def test_three_players_are_refused_by_name(self) -> None:
        for data in (
            js(HAND, disp="三般南喰赤"),
            js(HAND, disp="3玉の間南喰赤"),
            js(HAND, disp="3-Player Jade Room South"),
            js(HAND, name=["A", "B", "C"]),
            js([*HAND[:13], [], [], [], HAND[16]]),
        ):
            with pytest.raises(RecordError, match="three-player"):
                read_record(data)

    def test_an_empty_list_of_final_scores_is_none(self) -> None:
        record = read_record(js(HAND, sc=[]))
        assert not isinstance(record.games[0].events()[-1], ev.EndGame)
        assert verify_record(record).ok

    def test_the_end(self) -> None:
        """The dealer leads and wins, but it is East 1: the game goes on."""
        end = [31_100, 41.1, 25_000, 5.0, 18_900, -31.1, 25_000, -15.0]
        (mismatch,) = verified(js(HAND, sc=end)).mismatches
        assert "the game goes on" in mismatch.engine


class TestRounding:
    """Private rooms may round up mangan."""

    FOUR = (
        ADDED_KAN.replace('seed="0,1,0,0,0,57"', 'seed="0,1,0,0,0,9"')
        .replace('<DORA hai="9"/>', '<DORA hai="10"/>')
        .replace("57,9", "9,10")
        .replace("52,1", "52,2")
    )

    def test_both_ways_to_pay_four_han_thirty_fu(self) -> None:
        plain = self.FOUR.replace("30,5800,0", "30,11600,0").replace("61", "119")
        rounded = self.FOUR.replace("30,5800,0", "30,12000,1").replace("61", "123")
        assert verified(xml(plain)).ok
        assert verified(xml(rounded)).ok
        assert not verified(xml(self.FOUR.replace("61", "123"))).ok

    def test_but_not_once_so_and_once_so(self) -> None:
        plain = self.FOUR.replace("30,5800,0", "30,11600,0").replace("61", "119")
        rounded = self.FOUR.replace("30,5800,0", "30,12000,1").replace("61", "123")
        rounded = rounded.replace('"0,1,0,', '"0,2,0,').replace('ba="1,0"', 'ba="2,0"').replace("123", "126")
        rounded = rounded.replace('ten="250,250,250,250"', 'ten="369,250,131,250"')
        rounded = rounded.replace('sc="250,126,250,0,250,-126', 'sc="369,126,250,0,131,-126')
        assert len(verified(xml(plain, rounded)).mismatches) == 1
