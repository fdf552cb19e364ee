"""What a hand can still become: thirteen orphans whose tiles are gone, and the time that the wall leaves."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from mahjong.shanten import Shanten
from msgspec.structs import replace

from ai.reading.estimates import (
    discards_without_dead_orphans,
    seven_pairs,
    shanten_without_dead_orphans,
    without_dead_orphans,
)
from ai.reading.outlook import improvements, outlook_after, outlook_now
from ai.reading.value_hints import TimeLeft, ValueHints, value_hints
from ai.reading.yaku_plans import SANSHOKU, PlannedYaku, yaku_distances
from ai.review.dangerous_discards import shanten_without
from engine import shape
from engine.hand import Hand
from engine.rules import EMA_2025, MAHJONG_SOUL, TENHOU, Ruleset
from engine.tiles import COPIES, KIND_OF, KINDS, NAMES, ORPHANS, TILE_OF, all_tiles, count_kinds, parse_tiles
from engine.view import SeatView
from tests.support.ai.seat_views import Position, counted

THERE = "0: 4z; 1: 5z; 2: 5z"
GONE = "0: 4z; 1: 5z; 2: pon 5z5z; 2: 5z"
"""All four White lie open."""


def orphans_position(moves: str = GONE, draws: str = "") -> SeatView:
    """A hand that lacks 1m, 9m and White."""
    position = Position("7m1899p1s9s12367z4z", indicator="5p", rules=MAHJONG_SOUL).play(moves)
    return (position.until_draw(draws) if draws else position).view


class TestOrphans:
    def test_without_one_of_their_kinds_they_are_no_distance(self) -> None:
        there = outlook_now(orphans_position(THERE))
        gone = outlook_now(orphans_position())
        assert (there.shanten, counted(there.accepts)) == (2, "1m 4, 9m 4, 5z 2")
        assert gone.shanten == 5
        assert "1m" not in counted(gone.accepts)

    def test_what_only_leads_there_is_not_accepted_after_a_discard(self) -> None:
        view = orphans_position(draws="3p")
        hands = {name: outlook_after(view, TILE_OF[name]) for name in ("7m", "3p", "1p")}
        assert {hand.shanten for hand in hands.values()} == {5}
        assert {shanten_without(view, TILE_OF[name]) for name in hands} == {5}, "so the review counts"
        assert all(hand.acceptance > 20 for hand in hands.values())
        assert improvements(view, hands["1p"]), "draws that widen the hand, as if there were no orphans"

    def test_they_are_not_named(self) -> None:
        there = value_hints(orphans_position(THERE))
        gone = value_hints(orphans_position())
        assert PlannedYaku.ORPHANS in {hint.yaku for hint in there.yaku}
        assert {(hint.yaku, hint.shanten) for hint in gone.yaku} == {
            (PlannedYaku.CLOSED, 5),
            (PlannedYaku.SEVEN_PAIRS, 5),
        }

    def test_a_tenpai_without_a_tile_is_tenpai(self) -> None:
        view = Position("19m19p19s1234667z", indicator="5z").play("0: 1m'; 1: 5z; 2: pon 5z5z").view
        outlook = outlook_now(view)
        assert (outlook.shanten, counted(outlook.waits)) == (0, "5z 0")


def near_orphans(random: Random, size: int) -> tuple[Hand, list[int]]:
    """A hand with many terminals and honours, and unseen tiles that seldom hold all of them."""
    tiles = random.sample(all_tiles((0, 0, 0)), 136)
    orphans = [tile for tile in tiles if KIND_OF[tile] in ORPHANS]
    hand = Hand([*dict.fromkeys(orphans), *orphans][: random.randint(5, 12)])
    for tile in tiles:
        if hand.size < size and hand.counts[KIND_OF[tile]] < COPIES:
            hand.add(tile)
    rest = [kind for kind in range(KINDS) for _ in range(COPIES - hand.counts[kind])]
    return hand, count_kinds(random.sample(rest, random.randint(25, 100)))


def slow_shanten(counts: Sequence[int], *, orphans: bool) -> int:
    """What another program says of each form, with thirteen orphans or without."""
    found = [
        Shanten().calculate_shanten_for_regular_hand(list(counts)),
        Shanten().calculate_shanten_for_chiitoitsu_hand(list(counts)),
    ]
    if orphans:
        found.append(Shanten().calculate_shanten_for_kokushi_hand(list(counts)))
    return int(min(found))


@pytest.mark.parametrize("seed", range(3))
def test_the_distance_is_what_another_program_says_of_the_forms_that_are_left(seed: int) -> None:
    random, dead = Random(seed), 0
    for _ in range(60):
        hand, left = near_orphans(random, 13)
        found = shape.acceptance(hand.keys)
        shanten, accepts = without_dead_orphans(found, hand, left)
        dead += (shanten, accepts) != found
        tenpai = Shanten().calculate_shanten_for_kokushi_hand(hand.counts) == 0
        there = tenpai or all(hand.counts[kind] or left[kind] for kind in ORPHANS)
        assert shanten == shanten_without_dead_orphans(hand, left)
        assert shanten == slow_shanten(hand.counts, orphans=there)
        for kind in range(KINDS):
            if hand.counts[kind] < COPIES and left[kind]:
                more = [count + (kind == place) for place, count in enumerate(hand.counts)]
                assert (kind in accepts) is (slow_shanten(more, orphans=there) < shanten), (hand, NAMES[kind])
    assert dead > 5, "some hands are near orphans that are gone"


@pytest.mark.parametrize("seed", range(3))
def test_seven_pairs_are_what_trying_every_seven_kinds_finds(seed: int) -> None:
    random = Random(seed)
    for _ in range(40):
        some = random.sample(range(KINDS), 14)
        hand = Hand(random.sample([kind for kind in some for _ in range(COPIES)], 13))
        rest = [kind for kind in range(KINDS) for _ in range(COPIES - hand.counts[kind])]
        left = count_kinds(random.sample(rest, random.choice((4, 10, 30, 100))))
        lacks = {kind: max(0, 2 - hand.counts[kind]) for kind in range(KINDS)}
        there = sorted((kind for kind in lacks if lacks[kind] <= left[kind]), key=lacks.__getitem__)
        found = seven_pairs(hand.counts, left)
        if len(there) < 7:
            assert found is None
            continue
        fewest = sum(lacks[kind] for kind in there[:7])
        assert found is not None
        # a kind is accepted if some best seven hold it, and it is lacking
        most = lacks[there[6]]
        assert found[0] == fewest - 1
        assert set(found[1]) == {kind for kind in there if 0 < lacks[kind] <= most}


def test_of_fourteen_tiles_each_discard_is_that_hand_of_thirteen() -> None:
    random = Random(9)
    for _ in range(60):
        hand, left = near_orphans(random, 14)
        for kind, found in discards_without_dead_orphans(hand, left).items():
            rest = hand.without(kind)
            assert found == without_dead_orphans(shape.acceptance(rest.keys), rest, left)


FAR = "123m456m79m5p67s14z"
"""Two away, closed: riichi, and ittsu in characters."""


def at_the_end(live: int, hand: str = FAR, rules: Ruleset = EMA_2025, points: int = 25_000) -> ValueHints:
    """The yaku after a discard, with so many tiles in the wall."""
    scores = (points, 25_000, 25_000, 50_000 - points)
    position = Position(hand, indicator="3z", rules=rules, scores=scores).play("0: draws 2z")
    position.view.table.live = live
    return value_hints(position.view, TILE_OF["2z"])


def named(found: ValueHints) -> dict[str, int]:
    return {hint.yaku.value: hint.shanten for hint in found.yaku}


class TestTime:
    @pytest.mark.parametrize(
        ("rules", "live", "possible"),
        [
            (EMA_2025, 9, True),
            (EMA_2025, 8, False),
            (MAHJONG_SOUL, 12, True),
            (MAHJONG_SOUL, 11, False),
            (replace(EMA_2025, riichi_minimum_live=0), 8, False),
        ],
    )
    def test_riichi_needs_the_wall_after_the_draws_that_lead_to_it(
        self, rules: Ruleset, live: int, possible: bool
    ) -> None:
        assert (named(at_the_end(live, rules=rules)).get("closed") == 2) is possible

    def test_between_turns_the_next_draw_counts(self) -> None:
        """With one tile in the wall it is the player's: the riichi would be declared on none."""
        view = Position("234m45622p23478s", indicator="3z", rules=EMA_2025).play("0: 5z; 3: 9m").view
        hand = view.hand
        for live, possible in ((1, False), (2, True)):
            view.table.live = live
            assert TimeLeft(view).for_riichi(hand, 0) is possible

    @pytest.mark.parametrize(("live", "possible"), [(1, True), (0, False)])
    def test_with_the_discard_itself_the_wall_is_as_it_is(self, live: int, possible: bool) -> None:
        assert ("closed" in named(at_the_end(live, "234m45622p23478s"))) is possible

    @pytest.mark.parametrize(("live", "expected"), [(12, "menzen-tsumo"), (11, None)])
    def test_who_cannot_pay_for_a_riichi_may_win_by_draw(self, live: int, expected: str | None) -> None:
        found = named(at_the_end(live, rules=MAHJONG_SOUL, points=900))
        assert "closed" not in found
        assert found.get("menzen-tsumo") == (2 if expected else None)

    def test_calls_bring_what_no_draw_does(self) -> None:
        assert named(at_the_end(3)) == {"ittsu": 2}, "two tiles to come nearer, one to win"
        assert named(at_the_end(2)) == {}

    def test_without_a_tile_to_come_nothing_is_looked_for(self) -> None:
        found = at_the_end(0)
        assert found.yaku == ()
        assert found.searched is None

    def test_a_dead_hand_reaches_nothing(self) -> None:
        view = Position(FAR, indicator="3z").play("0: 2z; 1: 1z").view
        view.me.dead = True
        assert value_hints(view).yaku == ()


class TestTilesThatAreGone:
    """All four 7m lie open, or all four 9p."""

    def test_sanshoku(self) -> None:
        hand = "68m678p78s2355m44z"
        assert "sanshoku" in named(value_hints(Position(hand, indicator="3z").play("0: 2z; 1: 1z").view))
        moves = "0: 2z; 1: 7m; 2: pon 7m7m; 2: 7m"
        assert "sanshoku" not in named(value_hints(Position(hand, indicator="3z").play(moves).view))

    def test_a_straight(self) -> None:
        hand = "1234678p5599m11z"
        assert named(value_hints(Position(hand, indicator="3z").play("0: 2z; 1: 1z").view))["ittsu"] == 2
        moves = "0: 2z; 1: 9p; 2: kan 9p9p9p; dora 3z"
        assert "ittsu" not in named(value_hints(Position(hand, indicator="3z").play(moves).view))

    @pytest.mark.parametrize(("unseen", "shanten"), [("1m", None), ("1m1m", 1), ("9p", 0), ("5s5s", 1)])
    def test_the_pair_besides_the_sequences(self, unseen: str, shanten: int | None) -> None:
        """The 1m of 123m is no half of the pair as well."""
        hand = Hand(parse_tiles("234m234p234s123m9p"))
        left = count_kinds([KIND_OF[tile] for tile in parse_tiles(unseen)])
        found = {each.about: each.shanten for each in yaku_distances(hand, 3, left)}
        assert found.get(SANSHOKU[1]) == shanten

    def test_a_single_tile_without_a_partner_is_none_for_seven_pairs(self) -> None:
        hand = "1122m3344p55s8m9s1z"
        there = named(value_hints(Position(hand, indicator="3z", rules=TENHOU).play("0: 2z; 1: 9m").view))
        moves = "0: 2z; 1: 8m; 2: pon 8m8m; 2: 9s; 3: pon 9s9s; 3: 9m"
        gone = named(value_hints(Position(hand, indicator="3z", rules=TENHOU).play(moves).view))
        assert (there["seven-pairs"], gone["seven-pairs"]) == (1, 2)
