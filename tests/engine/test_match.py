"""Games: the deal goes round, honba and riichi sticks, how a game ends, places, ties, uma and oka."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine import events as ev
from engine.actions import PASS, ActionKind
from engine.hand import Hand
from engine.match import Match, leftover_bets, next_header, order, places, share, standings
from engine.outcome import DrawReason, DrawResult, Outcome, WinResult
from engine.round import Header
from engine.rules import EMA, EMA_2025, M_LEAGUE, MAHJONG_SOUL, PRESETS, TENHOU, WRC, WRC_2015, Ruleset
from engine.score import Score
from engine.shape import Form, Reading
from engine.tiles import EAST, NAMES
from engine.wall import Wall
from tests.support.engine.deals import build_wall
from tests.support.engine.wild_games import played, wild

EVERY_PRESET = pytest.mark.parametrize("rules", PRESETS.values(), ids=lambda rules: rules.name)
EMPTY = Hand()
SOUTH_1, SOUTH_4, WEST_1, WEST_2, WEST_4 = 4, 7, 8, 9, 11
PLAYED = Score((), 0, (), 1, 30, (), None, 240, Reading(Form.STANDARD, 0, ()))


def won(*winners: int, target: int = 0) -> Outcome:
    """Some win of these seats."""
    return Outcome(
        wins=tuple(WinResult(seat, target, 0, EMPTY, PLAYED, (0, 0, 0, 0), 1_000, 0, 0) for seat in winners)
    )


def drawn(*tenpai: int, reason: DrawReason = DrawReason.EXHAUSTIVE) -> Outcome:
    """A draw in which these seats are tenpai."""
    a, b, c, d = (seat in tenpai for seat in range(4))
    return Outcome(draw=DrawResult(reason, (a, b, c, d), (EMPTY,) * 4, (0, 0, 0, 0)))


LEVEL = (30_000, 30_000, 30_000, 30_000)


def after(
    outcome: Outcome,
    *,
    number: int = 0,
    honba: int = 0,
    rules: Ruleset = WRC,
    scores: tuple[int, int, int, int] = LEVEL,
    riichi_sticks: int = 0,
) -> Header | None:
    return next_header(rules, Header(number, honba, riichi_sticks, scores), outcome, scores, riichi_sticks)


def numbers(header: Header | None) -> tuple[int, int] | None:
    return None if header is None else (header.number, header.honba)


class TestRotation:
    @EVERY_PRESET
    @pytest.mark.claim("W-14")
    @pytest.mark.claim("W-15")
    @pytest.mark.parametrize(
        ("outcome", "expected"),
        [
            (won(0), (0, 3)),
            (won(1), (1, 0)),
            (won(1, 0, target=2), (0, 3)),  # one of several winners
            (won(1, 2, target=0), (1, 0)),
            (drawn(), (1, 3)),
            (drawn(1, 2), (1, 3)),
            (drawn(0), (0, 3)),
            (drawn(0, reason=DrawReason.NAGASHI_MANGAN), (0, 3)),
            (drawn(1, reason=DrawReason.NAGASHI_MANGAN), (1, 3)),
            (drawn(reason=DrawReason.NINE_TERMINALS), (0, 3)),
            (drawn(reason=DrawReason.FOUR_WINDS), (0, 3)),
            (drawn(0, 1, 2, 3, reason=DrawReason.FOUR_RIICHI), (0, 3)),
            (drawn(reason=DrawReason.FOUR_KANS), (0, 3)),
            (drawn(reason=DrawReason.TRIPLE_RON), (0, 3)),
        ],
    )
    def test_deal_and_counters(self, outcome: Outcome, expected: tuple[int, int], rules: Ruleset) -> None:
        assert numbers(after(outcome, honba=2, rules=rules)) == expected

    @pytest.mark.claim("W-11")
    def test_bets_are_carried_over(self) -> None:
        header = after(drawn(), riichi_sticks=2)
        assert header.riichi_sticks == 2

    @pytest.mark.claim("W-16")
    def test_the_south_round_follows_the_east_round(self) -> None:
        header = Header(0, 0, 0, LEVEL)
        winds = []
        while header is not None:
            winds.append((NAMES[header.round_wind], header.kyoku, header.dealer))
            header = next_header(WRC, header, won((header.dealer + 1) % 4), LEVEL, 0)  # type: ignore[assignment]
        assert winds == [(wind, seat + 1, seat) for wind in ("1z", "2z") for seat in range(4)]


def test_the_events_of_the_hand_in_play() -> None:
    for match in played(Match(TENHOU, 2), wild(2)):
        events = match.round.events
        assert match.hand_events[: len(events)] == events
        ends = [type(event) for event in match.hand_events[len(events) :]]
        over = [ev.EndKyoku] if match.round.outcome is not None else []
        assert ends == (over if match.standings is None else [ev.EndKyoku, ev.EndGame])


class TestTheEnd:
    @pytest.mark.claim("W-16")
    @EVERY_PRESET
    def test_agari_yame_and_tenpai_yame(self, rules: Ruleset) -> None:
        """The last hand's dealer stays, first with 30,000: only some games end with that."""
        stops = rules.name in ("tenhou", "mahjongsoul")
        first = (20_000, 20_000, 25_000, 35_000)
        for outcome in (won(3), won(2, 3, target=1), drawn(3)):
            assert (after(outcome, number=SOUTH_4, rules=rules, scores=first) is None) == stops
        abortive = drawn(3, reason=DrawReason.FOUR_RIICHI)
        assert after(abortive, number=SOUTH_4, rules=rules, scores=first) is not None

    @pytest.mark.parametrize(
        "scores",
        [
            (36_000, 10_000, 24_000, 30_000),  # not first
            (30_000, 20_000, 20_000, 30_000),  # tied: the earlier seat is first
            (25_000, 23_000, 22_500, 29_500),  # first, but short of 30,000
        ],
    )
    def test_the_dealer_must_be_first_with_enough_points(self, scores: tuple[int, int, int, int]) -> None:
        assert after(won(3), number=SOUTH_4, rules=TENHOU, scores=scores) is not None
        assert after(drawn(3), number=SOUTH_4, rules=TENHOU, scores=scores) is not None

    def test_a_game_of_one_hand_ends_with_it_though_the_dealer_stays(self) -> None:
        assert after(won(0), rules=replace(WRC, length="hand")) is None

    @EVERY_PRESET
    def test_bankruptcy(self, rules: Ruleset) -> None:
        for lowest, over in ((-100, rules.name in ("tenhou", "mahjongsoul")), (0, False)):
            scores = (lowest, 40_000, 30_000, 30_000)
            assert (after(won(1), number=2, rules=rules, scores=scores) is None) == over

    def test_bankruptcy_ends_the_game_though_the_dealer_stays(self) -> None:
        assert after(won(0), rules=TENHOU, scores=(60_000, -1_000, 20_000, 21_000)) is None


class TestExtension:
    SHORT = (25_000, 25_000, 25_000, 25_000)
    ENOUGH = (30_000, 25_000, 24_000, 21_000)

    @EVERY_PRESET
    def test_west_is_played_where_nobody_has_30_000(self, rules: Ruleset) -> None:
        goes_on = rules.name in ("tenhou", "mahjongsoul")
        header = after(won(0), number=SOUTH_4, rules=rules, scores=self.SHORT)
        assert (header is not None) == goes_on
        if header is not None:
            assert (header.number, header.round_wind, header.dealer) == (WEST_1, EAST + 2, 0)
        assert after(won(0), number=SOUTH_4, rules=rules, scores=self.ENOUGH) is None

    def test_bets_on_the_table_do_not_count(self) -> None:
        scores = (29_900, 25_000, 24_000, 20_100)
        assert after(drawn(), number=SOUTH_4, rules=TENHOU, scores=scores, riichi_sticks=1) is not None

    def test_it_ends_as_soon_as_somebody_has_enough(self) -> None:
        assert after(won(0), number=WEST_2, rules=TENHOU, scores=self.ENOUGH) is None
        assert numbers(after(won(0), number=WEST_2, rules=TENHOU, scores=self.SHORT)) == (10, 0)

    def test_t13_a_dealer_who_stays_goes_before_another_players_30_000(self) -> None:
        scores = (20_000, 24_700, 33_600, 21_700)
        outcome = won(2, 1, target=3)
        assert numbers(after(outcome, number=WEST_2, rules=TENHOU, scores=scores)) == (WEST_2, 1)
        assert after(won(2), number=WEST_2, rules=TENHOU, scores=scores) is None

    def test_after_west_4_it_ends_whatever_the_scores_are(self) -> None:
        assert after(won(0), number=WEST_4, rules=TENHOU, scores=self.SHORT) is None
        assert numbers(after(won(3), number=WEST_4, rules=TENHOU, scores=self.SHORT)) == (WEST_4, 1)

    def test_a_game_that_began_beyond_its_extra_round_ends(self) -> None:
        rules = replace(TENHOU, length="east")
        assert after(won(1), number=WEST_1, rules=rules, scores=self.SHORT) is None

    def test_an_east_only_game_goes_into_south(self) -> None:
        rules = replace(MAHJONG_SOUL, length="east")
        header = after(won(0), number=3, rules=rules, scores=self.SHORT)
        assert header.round_wind == EAST + 1
        assert after(won(0), number=SOUTH_4, rules=rules, scores=self.SHORT) is None


def play_on(match: Match, *, win: bool) -> None:
    """One decision: win where that is possible, else pass, else discard what was drawn."""
    chosen = {}
    for seat in match.acting:
        actions = match.round.options(seat).actions
        wins = [each for each in actions if each.kind in (ActionKind.RON, ActionKind.TSUMO)]
        chosen[seat] = wins[0] if wins and win else PASS if PASS in actions else actions[-1]
        if chosen[seat].kind in (ActionKind.ADDED_KAN, ActionKind.CLOSED_KAN, ActionKind.NINE_TERMINALS):
            chosen[seat] = next(each for each in actions if each.kind is ActionKind.DISCARD)
    match.step(chosen)


class TestWholeGames:
    def walls(self, header: Header) -> Wall:
        """Each East wins once on the third discard, then nobody is tenpai."""
        east = "" if header.honba else "23p234m567m345s99s"
        return build_wall((east, "", "", ""), "9m1z1p", rules=EMA)

    def test_a_match_from_deal_to_ranking(self) -> None:
        match = Match(replace(EMA, length="east"), 1, walls=self.walls)
        hands = 0
        while match.standings is None:
            if match.acting:
                play_on(match, win=match.header.honba == 0)
            else:
                assert match.round.outcome is not None
                hands += 1
                match.proceed()
        assert hands == 5
        assert sum(match.scores) + 1_000 * match.round.table.riichi_sticks == 120_000
        assert match.events[-1].scores == match.scores

    def test_the_record_has_its_frame(self) -> None:
        match = Match(replace(EMA, length="hand"), 7, ("a", "b", "c", "d"))
        while match.acting:
            play_on(match, win=True)
        match.proceed()
        first, last = match.events[0], match.events[-1]
        assert (first.names, first.rules, first.length, first.seed) == (
            ["a", "b", "c", "d"],
            "ema",
            "hand",
            7,
        )
        assert [type(event).__name__ for event in match.events[-2:]] == ["EndKyoku", "EndGame"]
        assert isinstance(last, ev.EndGame)
        assert match.standings is not None
        with pytest.raises(ValueError, match="the game is"):
            match.proceed()
        with pytest.raises(ValueError, match="the game is over"):
            match.dealt_again()

    def test_a_match_can_begin_with_any_hand(self) -> None:
        """South 4 with two honba and a bet: deal, points and what follows are those of that hand."""
        first = Header(SOUTH_4, honba=2, riichi_sticks=1, scores=(31_000, 22_000, 45_000, 21_000))
        match = Match(EMA, 3, first=first)
        start = match.events[1]
        assert (start.bakaze, start.kyoku, start.oya) == ("S", 4, 3)
        assert (start.honba, start.kyotaku, tuple(start.scores)) == (2, 1, first.scores)
        assert match.round.events == Match(EMA, 3, first=first).round.events
        while match.acting:
            play_on(match, win=False)
        match.proceed()
        assert sum(match.scores) + 1_000 * match.round.table.riichi_sticks == 120_000
        assert match.standings is not None or match.header.number == SOUTH_4

    def test_without_one_it_begins_with_east_1(self) -> None:
        match = Match(EMA, 3)
        level = Header(0, honba=0, riichi_sticks=0, scores=(EMA.start_points,) * 4)
        assert match.header == level
        assert match.events == Match(EMA, 3, first=level).events

    def test_the_same_seed_is_the_same_game(self) -> None:
        one, other = Match(WRC, 5), Match(WRC, 5)
        assert one.events == other.events
        assert Match(WRC, 6).events != one.events


def finals(rules: Ruleset, scores: tuple[int, int, int, int], riichi_sticks: int = 0) -> list[float]:
    """Final scores by seat."""
    return [
        each.final for each in sorted(standings(rules, scores, riichi_sticks), key=lambda each: each.seat)
    ]


@pytest.mark.claim("W-17")
class TestFinalScores:
    @pytest.mark.parametrize(
        ("rules", "scores", "expected"),
        [
            # T11, a Tenhou record of 2023; M.League, 28 April 2023
            (TENHOU, (47_100, 23_300, 22_600, 7_000), [57.1, 3.3, -17.4, -43.0]),
            (M_LEAGUE, (39_500, 26_100, 24_000, 10_400), [59.5, 6.1, -16.0, -49.6]),
            (MAHJONG_SOUL, (40_000, 30_000, 20_000, 10_000), [30.0, 10.0, -10.0, -30.0]),
            # X13: 40,000 and first is 25 in WRC; EMA leaves the points themselves
            (WRC, (40_000, 31_000, 29_000, 20_000), [25.0, 6.0, -6.0, -25.0]),
            (EMA, (40_000, 31_000, 29_000, 20_000), [55.0, 36.0, 24.0, 5.0]),
            # X13: ties
            (WRC, (35_000, 35_000, 30_000, 20_000), [15.0, 15.0, -5.0, -25.0]),
            (WRC, (42_000, 26_000, 26_000, 26_000), [27.0, -9.0, -9.0, -9.0]),
            (WRC, (30_000, 30_000, 30_000, 30_000), [0.0, 0.0, 0.0, 0.0]),
            (TENHOU, (25_000, 25_000, 25_000, 25_000), [35.0, 5.0, -15.0, -25.0]),
            # M.League by rule: two first at 38,000; three first share 50 as 16.7, 16.7, 16.6
            (M_LEAGUE, (14_000, 38_000, 10_000, 38_000), [-26.0, 38.0, -50.0, 38.0]),
            (M_LEAGUE, (10_000, 30_000, 30_000, 30_000), [-50.0, 16.7, 16.7, 16.6]),
        ],
    )
    def test_by_seat(self, rules: Ruleset, scores: tuple[int, int, int, int], expected: list[float]) -> None:
        assert finals(rules, scores) == expected

    @pytest.mark.parametrize("rules", PRESETS.values(), ids=lambda rules: rules.name)
    def test_they_sum_to_zero_or_to_the_points(self, rules: Ruleset) -> None:
        start = rules.start_points
        scores = (start + 8_100, start + 300, start - 2_400, start - 6_000)
        total = 4 * start / 1_000 if rules.final_score == "points" else 0
        assert sum(finals(rules, scores)) == pytest.approx(total)


class TestPlaces:
    @pytest.mark.parametrize(
        ("scores", "shared", "by_seat"),
        [
            ((20_000, 35_000, 35_000, 30_000), (4, 1, 1, 3), (4, 1, 2, 3)),
            ((25_000, 25_000, 25_000, 25_000), (1, 1, 1, 1), (1, 2, 3, 4)),
            ((10_000, 40_000, 10_000, 40_000), (3, 1, 3, 1), (3, 1, 4, 2)),
            ((24_000, 23_000, 27_000, 26_000), (3, 4, 1, 2), (3, 4, 1, 2)),
        ],
    )
    def test_by_seat(
        self, scores: tuple[int, ...], shared: tuple[int, ...], by_seat: tuple[int, ...]
    ) -> None:
        assert places(WRC, scores) == shared
        assert places(TENHOU, scores) == by_seat

    def test_of_equal_scores_the_earlier_seat_stands_first(self) -> None:
        assert order((20_000, 30_000, 30_000, 20_000)) == [1, 2, 0, 3]


class TestBetsLeft:
    @pytest.mark.claim("W-11")
    @pytest.mark.parametrize(
        ("rules", "scores", "riichi_sticks", "gained"),
        [
            (WRC, (40_000, 30_000, 29_000, 20_000), 1, [0, 0, 0, 0]),
            (WRC_2015, (40_000, 30_000, 29_000, 20_000), 1, [0, 0, 0, 0]),
            (EMA, (40_000, 30_000, 29_000, 20_000), 1, [1_000, 0, 0, 0]),
            (EMA_2025, (30_000, 35_000, 35_000, 19_000), 1, [0, 500, 500, 0]),
            (EMA_2025, (29_000, 30_000, 30_000, 30_000), 1, [0, 300, 300, 300]),
            (TENHOU, (20_000, 40_000, 20_000, 19_000), 1, [0, 1_000, 0, 0]),
            # T12: two at 30,300: the earlier seat takes it
            (TENHOU, (20_000, 30_300, 18_400, 30_300), 1, [0, 1_000, 0, 0]),
            (M_LEAGUE, (38_000, 38_000, 13_000, 10_000), 1, [500, 500, 0, 0]),
            (M_LEAGUE, (31_000, 31_000, 31_000, 6_000), 1, [400, 300, 300, 0]),
            (M_LEAGUE, (31_000, 31_000, 31_000, 5_000), 2, [700, 700, 600, 0]),
        ],
    )
    def test_who_gets_them(
        self, rules: Ruleset, scores: tuple[int, int, int, int], riichi_sticks: int, gained: list[int]
    ) -> None:
        assert leftover_bets(rules, scores, riichi_sticks) == gained
        points = [
            each.points
            for each in sorted(standings(rules, scores, riichi_sticks), key=lambda each: each.seat)
        ]
        assert points == [score + gain for score, gain in zip(scores, gained, strict=True)]

    def test_t12_the_earlier_seat_is_first_too(self) -> None:
        first, second, *_ = standings(TENHOU, (20_000, 30_300, 18_400, 30_300), 1)
        assert (first.seat, first.points, first.final) == (1, 31_300, 41.3)
        assert (second.seat, second.points) == (3, 30_300)

    def test_odd_hundreds_of_a_split_do_not_break_the_tie(self) -> None:
        """Three tied at the end of an M.League game share uma and oka, whoever got 400 of the bet."""
        found = standings(M_LEAGUE, (31_000, 31_000, 31_000, 6_000), 1)
        assert [each.place for each in found] == [1, 1, 1, 4]
        assert [each.uma for each in found] == [16_700, 16_700, 16_600, -30_000]
        assert [each.points for each in found] == [31_400, 31_300, 31_300, 6_000]


def test_sharing() -> None:
    assert share(50_000, [3, 0, 2], remainder=True) == {3: 16_600, 0: 16_700, 2: 16_700}
    assert share(-40_000, [1, 2], remainder=True) == {1: -20_000, 2: -20_000}
    assert share(-500, [1, 2, 3], remainder=True) == {1: -200, 2: -200, 3: -100}
    assert share(1_000, [0, 1, 2], remainder=False) == {0: 300, 1: 300, 2: 300}
