"""Hints at the value of a hand, and what a call or a kan leaves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import deepcopy
from random import Random

import pytest
from msgspec.structs import replace

from ai.reading.safety import NonRyanmenWait, non_ryanmen_waits
from ai.reading.value_hints import ValueHints, WaitWorth, Worth, call_effects, value_hints
from ai.reading.yaku_plans import ITTSU, SANSHOKU, PlannedYaku, yaku_distances
from engine import events as ev
from engine.actions import ActionKind, Refusal, Why, move_event
from engine.hand import Hand
from engine.options import options
from engine.rules import TENHOU, WRC, Ruleset
from engine.tiles import (
    COPIES,
    KIND_OF,
    KINDS,
    NAMES,
    TILE_OF,
    UNKNOWN,
    Kind,
    all_tiles,
    count_kinds,
    format_tiles,
    parse_tile,
)
from engine.view import SeatView
from tests.support.ai.seat_views import ACROSS, LEFT, Position, discards, seat_view


def hints(
    hand: str, moves: str = "", after: str | None = None, indicator: str = "3z", rules: Ruleset = TENHOU
) -> ValueHints:
    view = Position(hand, indicator=indicator, rules=rules).play(moves).view
    return value_hints(view, None if after is None else TILE_OF[after])


def told(found: ValueHints) -> list[str]:
    """The yaku in short: what it is about, shanten and tiles left."""
    return [
        f"{hint.yaku.value} {format_tiles(hint.about)}".rstrip() + f" {hint.shanten}: {hint.acceptance}"
        for hint in found.yaku
    ]


def won(
    hand: str, moves: str = "", after: str | None = None, indicator: str = "3z", rules: Ruleset = TENHOU
) -> list[str]:
    """The wins in short: what is won on, yaku and han, fu, points of one payer, and those with riichi."""
    return [
        f"{'tsumo' if win.tsumo else 'ron'} {''.join(NAMES[kind] for kind in win.waits)}: {short(win.worth)}"
        + (f"; riichi {points(win.riichi)}" if isinstance(win.riichi, Worth) else "")
        for win in hints(hand, moves, after, indicator, rules).wins
    ]


def short(worth: Worth | Refusal) -> str:
    if isinstance(worth, Refusal):
        return worth.why.value
    yaku = ", ".join(f"{name} {han}" for name, han in worth.score.yaku)
    return f"{yaku}; {worth.score.han} han {worth.score.fu} fu {points(worth)}"


def points(worth: Worth) -> int | None:
    return worth.paid.from_others if worth.paid.ron is None else worth.paid.ron


def scored(wins: Sequence[WaitWorth]) -> list[Worth]:
    found = [win.worth for win in wins if isinstance(win.worth, Worth)]
    assert found
    return found


def named(found: ValueHints) -> set[PlannedYaku]:
    return {hint.yaku for hint in found.yaku}


class TestDora:
    def test_red_fives_and_dora_in_hand_and_melds(self) -> None:
        found = hints("4406m123p55s4677z", "1: 6z; 0: 5z; 1: 0s; 0: pon 5s5s", indicator="3m")
        assert [(NAMES[tile], han) for tile, han in found.dora] == [
            *(("4m", 1), ("4m", 1), ("0m", 1)),
            ("0s", 1),
        ]
        assert found.dora_han == 4

    def test_two_indicators_of_a_kind(self) -> None:
        found = hints("4406m123p55s46777z", "1: ankan 9s9s9s9s; dora 4m", indicator="4m")
        assert [(NAMES[tile], han) for tile, han in found.dora] == [("0m", 3)]

    def test_what_a_discard_gives_away(self) -> None:
        hand = "440m1236p55s46777z"  # North is dora
        assert hints(hand, "0: draws 1z", after="0m").dora_han == 1
        assert hints(hand, "0: draws 1z", after="1z").dora_han == 2


TURN = "0: 1z; 1: 9m; 2: 9m; 3: 1z;"
"""The first turn, in which a riichi would be double."""


class TestWins:
    """What the wins of a tenpai hand score."""

    def test_pinfu_alone_wins_by_ron(self) -> None:
        wins = won("123m45p12345666s", f"{TURN} 0: draws 4s", after="4s", indicator="1m", rules=WRC)
        assert wins == [
            "ron 3p6p: pinfu 1, dora 1; 2 han 30 fu 2900; riichi 5800",
            "tsumo 3p6p: menzen-tsumo 1, pinfu 1, dora 1; 3 han 20 fu 1300; riichi 2600",
        ]

    def test_waits_that_score_the_same_stand_together_and_others_apart(self) -> None:
        wins = won("234m45622p23478s", "0: 5z; 1: 4z; 2: 9m", rules=WRC)
        assert [win.partition(":")[0] for win in wins] == ["ron 6s", "ron 9s", "tsumo 6s", "tsumo 9s"]

    def test_without_a_yaku_there_is_no_ron_but_with_riichi(self) -> None:
        wins = won("12399m456p23489s", f"{TURN} 0: draws 1z", after="1z", rules=WRC)
        assert wins[0] == "ron 7s: no-yaku; riichi 2000"

    def test_furiten_leaves_the_tsumo_alone_unless_it_ends_with_the_next_discard(self) -> None:
        own = won("234m45622p23478s", "0: 6s; 1: 4z; 2: 9m", rules=WRC)
        assert [win.partition(":")[0] for win in own] == ["tsumo 6s", "tsumo 9s"]
        passed = won("234m45622p23478s", "0: 5z; 1: 9s; 2: 1z", rules=WRC)
        assert passed[0].startswith("ron 6s")

    def test_when_the_wall_is_empty_there_is_no_tsumo(self) -> None:
        view = Position("234m45622p23478s", rules=WRC).play("0: 5z; 1: 4z; 2: 9s").view
        view.table.live = 0
        assert [win.tsumo for win in value_hints(view).wins] == [False, False]

    @pytest.mark.parametrize(
        ("live", "rons"),
        [(1, ["houtei"]), (2, ["no-yaku", "houtei"]), (3, ["no-yaku", "houtei"]), (4, ["no-yaku"])],
    )
    def test_without_a_draw_the_last_discard_has_a_yaku_of_its_own(self, live: int, rons: list[str]) -> None:
        """With one discard left every ron is on the last; with an own draw left nobody knows whose it is."""
        view = Position("12399m456p23489s", rules=WRC).play(f"{TURN} 0: draws 1z").view
        view.table.live = live
        found = [win for win in value_hints(view, TILE_OF["E"]).wins if not win.tsumo]
        assert [short(win.worth).partition(" ")[0] for win in found] == rons
        assert [win.houtei for win in found] == [False, True][: len(rons)]

    @pytest.mark.parametrize(
        ("moves", "wins"),
        [
            ("0: 5z; 1: 6s; 2: 6s; 3: 1z; 0: 1z; 1: 9s", ["ron 9s", "tsumo 9s"]),
            ("0: 5z; 1: 6s; 2: 1z; 3: 1z; 0: 1z; 1: 6s", ["ron 6s", "ron 9s", "tsumo 9s"]),
        ],
        ids=["none", "the last one is on offer"],
    )
    def test_a_wait_without_a_tile_left_is_no_win(self, moves: str, wins: list[str]) -> None:
        found = won("234m456p2346678s", moves, rules=WRC)
        assert [win.partition(":")[0] for win in found] == wins

    def test_a_furiten_that_no_own_discard_ends_leaves_no_ron_on_the_last_discard(self) -> None:
        position = Position("12399m456p23489s", rules=WRC).play("0: 1z; 1: 7s")
        position.hear(ev.Tsumo(ACROSS, UNKNOWN))
        position.view.table.live = 1
        assert position.view.furiten
        assert not [win for win in value_hints(position.view).wins if win.houtei]

    def test_a_call_that_leaves_the_ron_on_the_last_discard_is_not_in_vain(self) -> None:
        position = Position("13m99m456p23489s1z", rules=TENHOU).play("0: 1z; 1: 5z; 2: 5z; 3: 2m")
        vain = []
        for live in (40, 2):
            position.view.table.live = live
            vain.append([each.is_vain for each in call_effects(position.view) if each.hand.waits])
        assert vain == [[True], [False]]

    def test_riichi_lasts(self) -> None:
        found = hints("234m45622p23478s", "0: riichi 5z; 1: 1m; 2: 1m; 3: 1m; 0: draws 1p", "1p", rules=WRC)
        assert found.yaku == (), "a locked hand reaches nothing else"
        assert all("double-riichi" in {item.name for item in win.score.yaku} for win in scored(found.wins))
        assert all(win.riichi is None for win in found.wins)

    def test_before_the_own_discard_there_are_none(self) -> None:
        assert hints("234m45622p23478s", "0: draws 1z").wins == ()

    def test_before_tenpai_there_are_none(self) -> None:
        assert hints("123m1123p12789s9m").wins == ()

    def test_a_hand_spoilt_by_a_kan_in_riichi_wins_nothing(self) -> None:
        view = Position("234m45622p23478s", rules=WRC).play("0: riichi 5z; 1: 1m").view
        view.own.spoilt = Refusal(Why.KAN_CHANGES_WAITS)
        assert value_hints(view).wins == ()


class TestYaku:
    def test_one_sequence_in_three_suits(self) -> None:
        found = hints("234m23478p2345s99m")
        assert told(found) == ["closed 0: 8", "sanshoku 2m2p2s 0: 8", "pinfu 0: 8", "tanyao 1: 10"]

    def test_of_fourteen_tiles_each_after_the_discard_that_serves_it_best(self) -> None:
        hand, draw = "234m23478p2345s99m", "0: draws 5p"
        assert told(hints(hand, draw)) == [
            "closed 0: 8",
            "sanshoku 2m2p2s 0: 8",
            "tanyao 1: 19",
            "sanshoku 3m3p3s 1: 12",
        ]

    def test_after_a_discard(self) -> None:
        hand, draw = "234m23478p2345s99m", "0: draws 5p"
        assert "sanshoku 2m2p2s 0: 8" in told(hints(hand, draw, after="5s"))
        assert "sanshoku 2m2p2s 1: 11" in told(hints(hand, draw, after="2m"))

    def test_a_straight(self) -> None:
        found = hints("123m456m79m55p678s")
        assert [hint.yaku for hint in found.yaku if hint.shanten == 0] == [
            PlannedYaku.CLOSED,
            PlannedYaku.ITTSU,
        ]

    def test_a_straight_with_a_called_part(self) -> None:
        found = hints("12m456m79m55p6788s", "0: 1z; 3: 3m; 0: chi 1m2m; 0: 8s; 1: 1z")
        assert [(hint.yaku, hint.shanten) for hint in found.yaku] == [(PlannedYaku.ITTSU, 0)]
        (hint,) = found.yaku
        assert format_tiles(hint.about) == "147m"
        assert hint.acceptance == 4

    def test_yakuhai_that_is_there_and_one_that_may_come(self) -> None:
        assert told(hints("234m55p67s777z456s", "0: 1z; 1: 5s")) == ["closed 0: 6", "yakuhai 7z 0: 6"]
        assert "yakuhai-pair 7z 1: 6" in told(hints("234m55p678s77z46s2p"))

    def test_what_only_a_whole_hand_shows_is_found_from_one_away(self) -> None:
        """Of 3s, and of 1p or 4p, only the first leaves a two-sided wait."""
        assert "pinfu 1: 4" in told(hints("123m1123p12789s9m"))
        assert "iipeikou 1: 11" in told(hints("11223m99p678s56p1z"))
        assert "chanta 1: 8" in told(hints("123m1299p789s11z9m"))

    def test_a_guest_wind_is_none(self) -> None:
        assert named(hints("234m55p678s44z46s2p")) <= {PlannedYaku.CLOSED, PlannedYaku.TANYAO}

    def test_all_simples_only_where_they_may_be_open(self) -> None:
        hand, moves = "234m55p678s46s227p", "0: 1z; 1: 2p; 0: pon 2p2p; 0: 7p; 1: 9p"
        assert told(hints(hand, moves)) == ["tanyao 0: 4"]
        assert told(hints(hand, moves, rules=replace(TENHOU, open_tanyao=False))) == []

    def test_seven_pairs_and_thirteen_orphans(self) -> None:
        assert PlannedYaku.SEVEN_PAIRS in named(hints("1199m33p55s77z128p"))
        assert told(hints("19m19p19s1234566z")) == ["closed 0: 4", "orphans 0: 4"]
        assert PlannedYaku.SEVEN_PAIRS not in named(
            hints("199m33p55s77z1285p", "0: 1z; 1: 9m; 0: pon 9m9m; 0: 8p")
        )

    def test_a_flush_names_its_suit(self) -> None:
        (flush,) = (hint for hint in hints("1234567p1177z68m").yaku if hint.yaku is PlannedYaku.HONITSU)
        assert format_tiles(flush.about) == "1p"

    def test_what_cannot_come_any_more_is_left_out(self) -> None:
        moves = "0: 1z; 1: 8m; 2: pon 8m8m; 2: 1z; 3: 8m; 0: 2z; 1: 1z"
        assert named(hints("123m456m79m55p678s", moves)) == set()

    def test_what_is_too_far_or_a_long_way_round_is_left_out(self) -> None:
        assert told(hints("147m258p369s1234z")) == ["closed 6: 38", "seven-pairs 6: 38"]
        assert PlannedYaku.TOITOI not in named(hints("234m456p67s2255p8s"))


# -- a slow version of the distance to sequences -----------------------------------------------------

SETS = [
    *((kind, kind + 1, kind + 2) for kind in range(27) if kind % 9 < 7),
    *((kind,) * 3 for kind in range(KINDS)),
]


def complete_hands(firsts: Sequence[int]) -> Iterator[list[int]]:
    """Every complete hand with these three sequences, as 34 counts."""
    fixed = count_kinds([first + step for first in firsts for step in range(3)])
    for group in SETS:
        for pair in range(KINDS):
            counts = fixed.copy()
            for kind in (*group, pair, pair):
                counts[kind] += 1
            if max(counts) <= COPIES:
                yield counts


def lacking(target: Sequence[int], hand: Hand, left: Sequence[int]) -> list[Kind] | None:
    """What a hand lacks to a complete one; None if it is not all unseen."""
    found = [max(0, wanted - held) for wanted, held in zip(target, hand.counts, strict=True)]
    if any(copies > there for copies, there in zip(found, left, strict=True)):
        return None
    return [kind for kind in range(KINDS) for _ in range(found[kind])]


@pytest.mark.parametrize("seed", range(4))
def test_the_distance_to_sequences_is_what_trying_every_hand_finds(seed: int) -> None:
    random = Random(seed)
    all_firsts = [(PlannedYaku.SANSHOKU, firsts) for firsts in SANSHOKU] + [
        (PlannedYaku.ITTSU, firsts) for firsts in ITTSU
    ]
    yaku, firsts = random.choice(all_firsts)
    targets = list(complete_hands(firsts))
    for unseen in (123, 123, 60, 60, 40, 40, 25, 25, 12):
        needed = [first + step for first in firsts for step in range(3)]
        start = random.sample(needed, random.randint(3, 8))
        rest = [tile for tile in all_tiles((0, 0, 0)) if tile not in start]
        hand = Hand(start + random.sample(rest, 13 - len(start)))
        there = [kind for kind in range(KINDS) for _ in range(COPIES - hand.counts[kind])]
        left = count_kinds(random.sample(there, unseen))
        found = [form for form in yaku_distances(hand, 9, left) if (form.yaku, form.about) == (yaku, firsts)]
        lacks = [each for target in targets if (each := lacking(target, hand, left)) is not None]
        if not lacks:
            assert found == [], hand
            continue
        fewest = min(map(len, lacks))
        accepts = {kind for each in lacks if len(each) == fewest for kind in each}
        assert [(form.shanten, set(form.accepts)) for form in found] == [(fewest - 1, accepts)], hand


def forms(view: SeatView) -> list[tuple[str, str]]:
    return [(effect.action.kind.value, format_tiles(effect.action.consumed)) for effect in call_effects(view)]


def test_each_call_with_the_discard_that_serves_it_best() -> None:
    view = seat_view("234m45622p23478s", offered="2p", by=ACROSS)
    (pon,) = call_effects(view)
    assert (pon.action.kind, format_tiles(pon.action.consumed)) == (ActionKind.PON, "22p")
    assert (format_tiles([pon.hand.tile]), pon.hand.shanten) == ("7s", 0)
    assert [(format_tiles([wait.kind]), wait.left, wait.ron) for wait in pon.hand.waits] == [("8s", 3, True)]
    assert pon.without.shanten == 0, "the hand is tenpai without the pon"
    assert PlannedYaku.CLOSED not in {hint.yaku for hint in pon.hints.yaku}, "the hand is open"
    assert PlannedYaku.TANYAO in {hint.yaku for hint in pon.hints.yaku}


def test_a_nearer_hand_without_a_yaku_in_sight_comes_last() -> None:
    view = seat_view("34567m340p79s125z", offered="5m", by=LEFT)
    assert forms(view) == [("chi", "46m"), ("chi", "34m"), ("chi", "67m")]
    assert [effect.hand.shanten for effect in call_effects(view)] == [2, 1, 1]


@pytest.mark.parametrize(("scores", "possible"), [({}, True), ({0: 900}, False)])
def test_riichi_after_a_kan_is_what_the_engine_allows(scores: dict[int, int], possible: bool) -> None:
    past = [discards(LEFT, "1z")]
    view = seat_view("234m567p3399p666s", draws="6s", past=past, scores=scores)
    (kan,) = call_effects(view)
    assert [wait.no_ron is None for wait in kan.hand.waits] == [False, False], "no yaku without riichi"
    assert (kan.hand.with_riichi is not None) is possible
    assert kan.new_dora is view.rules.kan_dora is True
    view.apply(move_event(view.seat, kan.action, view.table.turn))
    view.apply(ev.Tsumo(view.seat, "1z"))
    assert bool(options(view).of(ActionKind.RIICHI)) is possible


def test_looking_changes_nothing() -> None:
    view = seat_view("234m45622p23478s", offered="2p", by=ACROSS)
    before = deepcopy((vars(view.table), view.own.state()))
    call_effects(view)
    assert (vars(view.table), view.own.state()) == before


def test_nothing_to_call() -> None:
    assert call_effects(seat_view("234m45622p23478s", offered="9m", by=ACROSS)) == ()
    assert call_effects(seat_view("234m45622p23478s", draws="2p", past=[discards(LEFT, "9m")])) == ()


def seen(*tiles: str) -> list[int]:
    """Copies out of sight when these tiles are visible."""
    left = [4] * 34
    for tile in tiles:
        left[KIND_OF[parse_tile(tile)]] -= 1
    return left


CLOSED, EDGE, TWO_PAIRS, PAIR, THIRTEEN = NonRyanmenWait


@pytest.mark.parametrize(
    ("tile", "visible", "waits"),
    [
        ("1m", "", [TWO_PAIRS, PAIR, THIRTEEN]),
        ("2m", "", [CLOSED, TWO_PAIRS, PAIR]),
        ("3m", "", [CLOSED, EDGE, TWO_PAIRS, PAIR]),
        ("7m", "", [CLOSED, EDGE, TWO_PAIRS, PAIR]),
        ("8m", "", [CLOSED, TWO_PAIRS, PAIR]),
        ("9p", "", [TWO_PAIRS, PAIR, THIRTEEN]),
        ("1p", "", [TWO_PAIRS, PAIR, THIRTEEN]),
        ("1z", "", [TWO_PAIRS, PAIR, THIRTEEN]),
        ("1z", "9p 9p 9p 9p", [TWO_PAIRS, PAIR]),
        ("7z", "7z 7z 7z", [PAIR, THIRTEEN]),
        ("7z", "7z 7z 7z 7z", [THIRTEEN]),
        ("3m", "3m 3m 3m 3m", [CLOSED, EDGE]),
        ("3m", "4m 4m 4m 4m", [EDGE, TWO_PAIRS, PAIR]),
        ("3m", "1m 1m 1m 1m 3m 3m 3m", [CLOSED, PAIR]),
        ("7s", "8s 8s 8s 8s", [TWO_PAIRS, PAIR]),
        ("5p", "5p 5p 5p 5p 6p 6p 6p 6p", []),
    ],
)
def test_one_sided_waits_for_which_the_tiles_are_there(
    tile: str, visible: str, waits: list[NonRyanmenWait]
) -> None:
    assert list(non_ryanmen_waits(parse_tile(tile), seen(*visible.split()), 0)) == waits


def test_who_has_called_waits_with_no_thirteen_orphans() -> None:
    assert non_ryanmen_waits(parse_tile("1z"), seen(), 1) == (TWO_PAIRS, PAIR)
