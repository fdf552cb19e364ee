"""Table rules: wins called that are none, and what a chombo leads to."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine import events as ev
from engine.actions import Action, ActionKind, IllegalAction, Why
from engine.match import Header, Match
from engine.offences import Offence, Penalty
from engine.outcome import DrawReason
from engine.ranking import standings
from engine.rules import EMA, EMA_2025, M_LEAGUE, PRESETS, WRC, WRC_2015, Ruleset
from engine.tiles import TILE_OF
from engine.wall import Wall
from tests.support.engine.deals import E, N, Play, S, W, build_wall, deal

FALSE_WIN, WITHDRAWN = Offence.FALSE_WIN, Offence.WITHDRAWN_WIN
RON, TSUMO = ActionKind.RON, ActionKind.TSUMO

THREE_SIDES = "34567p234m234s5s"
"""With another 5s: all simples, waiting for 2p 5p 8p."""
NO_YAKU = "23m456p789p45s99m"
"""After chi of 123m: waits for 3s 6s without any yaku."""
TOURNAMENTS = [WRC, WRC_2015, EMA, EMA_2025, M_LEAGUE]
DEAD_WHEN_WITHDRAWN = [WRC_2015, EMA, EMA_2025, M_LEAGUE]


def table(rules: Ruleset) -> Ruleset:
    """The preset as it is played at a real table."""
    return replace(rules, errors="penalised")


def names(rules: Ruleset) -> str:
    return rules.name


def furiten(rules: Ruleset, after: str = "") -> Play:
    """East waits for 2p 5p 8p, has discarded 2p, and South has just discarded 5p."""
    return deal(east=f"2p{THREE_SIDES}", draws="5s5p" + after, rules=rules).discard("2p", "5p")


def is_over_for_chombo(play: Play, seat: int, offence: Offence) -> bool:
    assert play.fouls == [(seat, offence.value, "chombo")]
    return play.draw.reason is DrawReason.CHOMBO and play.draw.offenders == (seat,)


class TestRonInFuriten:
    @pytest.mark.claim("F-15")
    @pytest.mark.claim("C-02")
    @pytest.mark.parametrize("rules", PRESETS.values(), ids=names)
    def test_shown_it_is_a_chombo_everywhere(self, rules: Ruleset) -> None:
        play = furiten(table(rules))
        assert play.reason(E, RON) is Why.FURITEN
        assert is_over_for_chombo(play.err(E, FALSE_WIN), E, FALSE_WIN)
        assert play.marks()[-2:] == ["Foul", "Ryukyoku"]

    @pytest.mark.claim("F-15")
    @pytest.mark.claim("C-05")
    @pytest.mark.parametrize("rules", DEAD_WHEN_WITHDRAWN, ids=names)
    def test_withdrawn_it_makes_the_hand_dead(self, rules: Ruleset) -> None:
        play = furiten(table(rules), after="1z2z8p").err(E, WITHDRAWN)
        assert play.fouls == [(E, "withdrawn-win", "dead-hand")]
        play.tsumogiri(2).everybody_passes()
        assert play.waits(E) == ""
        assert play.reason(E, TSUMO) is Why.DEAD_HAND
        assert play.errors(E)[Offence.DEAD_HAND_WIN] is Penalty.CHOMBO

    @pytest.mark.claim("F-15")
    def test_withdrawn_it_is_a_chombo_all_the_same_in_wrc_since_2022(self) -> None:
        assert is_over_for_chombo(furiten(table(WRC)).err(E, WITHDRAWN), E, WITHDRAWN)

    @pytest.mark.claim("F-15")
    @pytest.mark.parametrize("rules", PRESETS.values(), ids=names)
    def test_where_errors_are_prevented_nothing_of_it_is_possible(self, rules: Ruleset) -> None:
        play = furiten(rules)
        assert play.game.options(E).errors == ()
        assert play.why(E, RON) is Why.FURITEN
        assert play.why(E, ActionKind.WITHDRAWN_WIN) is Why.NOT_IN_RULES
        with pytest.raises(IllegalAction, match="nothing that a referee penalises"):
            play.game.foul(E, Offence.UNPLAYABLE)
        assert play.fouls == []


class TestOtherWinsThatAreNone:
    def test_a_hand_that_is_not_complete(self) -> None:
        play = deal(rules=table(EMA), draws="1m")
        assert is_over_for_chombo(play.err(E, FALSE_WIN), E, FALSE_WIN)

    def test_a_complete_hand_without_yaku(self) -> None:
        play = deal(east=NO_YAKU + "2z", north="1m258m258p258s123z", draws="1z9s9p9p6s", rules=table(EMA))
        play.discard("1z").tsumogiri(2).discard("1m").chi(E, "23m").discard("2z", "6s")
        assert play.reason(E, RON) is Why.NO_YAKU
        assert is_over_for_chombo(play.err(E, FALSE_WIN), E, FALSE_WIN)

    def test_a_kan_that_cannot_be_robbed(self) -> None:
        """South adds 1z to a pon, and West, who waits for nothing, calls ron."""
        play = deal(south="11z147m147p14s999s", draws="1z5m5m5m1z", rules=table(EMA))
        play.discard("1z").pon(S, "11z").discard("1m").tsumogiri(3).added_kan("1z")
        assert is_over_for_chombo(play.err(W, FALSE_WIN), W, FALSE_WIN)

    def test_a_false_tsumo_withdrawn_leaves_the_discard_to_make(self) -> None:
        play = deal(rules=table(EMA), draws="1m").err(E, WITHDRAWN)
        assert play.game.table.seats[E].dead
        assert play.game.acting == (E,)
        assert play.kinds(E) == {ActionKind.DISCARD}
        assert play.discard("1m").game.acting == (S, W, N)

    def test_a_win_with_a_dead_hand(self) -> None:
        play = (
            deal(east=f"{THREE_SIDES}5s", draws="1z8p", rules=table(EMA))
            .err(E, WITHDRAWN)
            .discard("1z", "8p")
        )
        assert play.reason(E, RON) is Why.DEAD_HAND
        assert is_over_for(play.err(E, Offence.DEAD_HAND_WIN), Offence.DEAD_HAND_WIN)


def is_over_for(play: Play, offence: Offence) -> bool:
    return play.fouls[-1][1:] == (offence.value, "chombo") and play.draw.reason is DrawReason.CHOMBO


class TestAWinAtTheSameTime:
    def offered(self, rules: Ruleset) -> Play:
        """East, in furiten, and West, who is not, wait for the 5p that South discards."""
        play = deal(east=f"2p{THREE_SIDES}", west="46678p22m234s567s", draws="5s5p", rules=table(rules))
        return play.discard("2p", "5p")

    @pytest.mark.claim("C-04")
    @pytest.mark.parametrize("rules", TOURNAMENTS, ids=names)
    def test_it_voids_the_chombo(self, rules: Ruleset) -> None:
        play = self.offered(rules)
        play.step({E: play.mistake(E, FALSE_WIN), W: Action(RON, TILE_OF["5p"])})
        assert play.fouls == []
        assert play.win.winner == W

    def test_without_it_several_may_commit_one(self) -> None:
        play = self.offered(EMA)
        play.step({E: play.mistake(E, FALSE_WIN), N: play.mistake(N, FALSE_WIN)})
        assert play.draw.offenders == (N, E)

    def test_beside_a_chombo_no_hand_dies(self) -> None:
        play = self.offered(EMA)
        play.step({E: play.mistake(E, FALSE_WIN), N: play.mistake(N, Offence.INVALID_CALL)})
        assert is_over_for_chombo(play, E, FALSE_WIN)

    def test_a_chombo_goes_before_a_call(self) -> None:
        play = deal(north="22p147m147s12345z", draws="1z", rules=table(EMA), east="2p" + "147m369p258s567z")
        play.discard("2p")
        play.step({S: play.mistake(S, FALSE_WIN), N: play._find(N, ActionKind.PON)})
        assert is_over_for_chombo(play, S, FALSE_WIN)


class TestAfterChombo:
    @pytest.mark.claim("C-03")
    @pytest.mark.parametrize("rules", TOURNAMENTS, ids=names)
    def test_bets_of_this_hand_go_back_and_older_ones_stay(self, rules: Ruleset) -> None:
        play = (
            deal(east=f"{THREE_SIDES}5s", draws="9m1z9m", riichi_sticks=2, honba=1, rules=table(rules))
            .riichi("9m")
            .tsumogiri()
        )
        assert play.scores[E] == rules.start_points - 1_000
        play.err(W, FALSE_WIN)
        assert play.scores == [rules.start_points] * 4
        assert play.game.table.riichi_sticks == 2

    @pytest.mark.claim("C-03")
    def test_the_bet_of_the_very_discard_was_not_paid_yet(self) -> None:
        play = deal(east=f"{THREE_SIDES}5s", draws="9m", rules=table(EMA)).riichi("9m").err(S, FALSE_WIN)
        assert play.scores == [30_000] * 4
        assert play.game.table.riichi_sticks == 0

    @pytest.mark.claim("W-19")
    @pytest.mark.claim("C-03")
    @pytest.mark.parametrize("length", ["hand", "south"])
    def test_the_hand_is_dealt_again_with_another_wall(self, length: str) -> None:
        match = Match(replace(table(EMA), length=length), 7)
        first = match.events[1]
        chombo(match, match.acting[0])
        match.proceed()
        again = match.events[-2]
        assert isinstance(first, ev.StartKyoku)
        assert isinstance(again, ev.StartKyoku)
        assert match.standings is None
        assert again.tehais != first.tehais
        assert (again.bakaze, again.kyoku, again.honba, again.oya) == ("E", 1, 0, 0)
        assert match.header == Header(0, 0, 0, (30_000,) * 4, redeals=1)
        chombo(match, match.acting[0])
        match.proceed()
        third = match.events[-2]
        assert isinstance(third, ev.StartKyoku)
        assert third.tehais not in (first.tehais, again.tehais)

    @pytest.mark.claim("C-03")
    def test_counters_stay_as_they_were(self) -> None:
        match = Match(table(EMA), 7, walls=tenpai_dealer)
        while match.round.outcome is None:
            match.step(passive(match))
        match.proceed()
        assert match.header.honba == 1
        chombo(match, match.acting[0])
        match.proceed()
        assert (match.header.honba, match.header.number) == (1, 0)

    @pytest.mark.claim("C-01")
    @pytest.mark.parametrize(
        ("rules", "lost"),
        [(WRC, 30.0), (WRC_2015, 20.0), (EMA, 20.0), (EMA_2025, 20.0), (M_LEAGUE, 20.0)],
        ids=[rules.name for rules in TOURNAMENTS],
    )
    def test_a_tournament_takes_it_off_the_final_score_after_uma(self, rules: Ruleset, lost: float) -> None:
        points = [35_000, 30_000, 20_000, 15_000]
        clean = standings(rules, points, 0)
        guilty = standings(rules, points, 0, (2, 0, 1, 0))
        assert [(one.place, one.points, one.uma) for one in clean] == [
            (one.place, one.points, one.uma) for one in guilty
        ]
        assert [a.final - b.final for a, b in zip(clean, guilty, strict=True)] == [2 * lost, 0, lost, 0]
        assert [one.chombo for one in guilty] == [2000 * lost, 0, 1000 * lost, 0]

    @pytest.mark.claim("C-01")
    @pytest.mark.parametrize("rules", TOURNAMENTS, ids=names)
    def test_a_game_ends_with_it_taken_off_and_no_points_paid(self, rules: Ruleset) -> None:
        match = Match(replace(table(rules), length="hand"), 7)
        chombo(match, match.acting[0])
        assert match.scores == [rules.start_points] * 4
        match.proceed()
        while match.round.outcome is None:
            match.step(passive(match))
        match.proceed()
        assert match.standings is not None
        assert {one.seat: one.chombo for one in match.standings} == {
            0: rules.chombo_points, 1: 0, 2: 0, 3: 0
        }  # fmt: skip
        end = match.events[-1]
        assert isinstance(end, ev.EndGame)
        assert end.final is not None
        assert round(sum(end.final), 3) == total(rules) - rules.chombo_points / 1000

    @pytest.mark.claim("C-01")
    @pytest.mark.parametrize(
        ("seat", "paid"),
        [(E, [-12_000, 4_000, 4_000, 4_000]), (S, [4_000, -8_000, 2_000, 2_000])],
    )
    def test_outside_tournaments_it_is_a_reverse_mangan(self, seat: int, paid: list[int]) -> None:
        rules = replace(table(EMA), chombo="mangan")
        play = deal(draws="1m2z", rules=rules)
        if seat == S:
            play.discard("1m")
        play.err(seat, FALSE_WIN)
        assert [score - 30_000 for score in play.scores] == paid
        assert list(play.draw.deltas) == paid
        guilty = standings(rules, play.scores, 0, tuple(int(each == seat) for each in range(4)))
        assert all(one.chombo == 0 for one in guilty)


def total(rules: Ruleset) -> float:
    """What the four final scores of a game without chombo add up to."""
    return 4 * rules.start_points / 1000 if rules.final_score == "points" else 0.0


def chombo(match: Match, seat: int) -> None:
    """The seat calls a win that is none."""
    match.step(
        {seat: next(one.action for one in match.round.options(seat).errors if one.offence is FALSE_WIN)}
    )


def passive(match: Match) -> dict[int, Action]:
    """Everybody does the last thing on the menu: discard the drawn tile, pass, or say noten."""
    choices = {}
    for seat in match.acting:
        actions = match.round.options(seat).actions
        discards = [action for action in actions if action.kind is ActionKind.DISCARD]
        tenpai = [action for action in actions if action.kind is ActionKind.TENPAI]
        choices[seat] = (discards or tenpai or list(actions))[-1]
    return choices


def tenpai_dealer(header: Header) -> Wall:
    return build_wall((f"{THREE_SIDES}5s", "", "", ""))
