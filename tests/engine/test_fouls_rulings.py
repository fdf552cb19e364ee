"""Table rules: wins called that are none, what a chombo leads to, dead hands and hidden errors."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine import events as ev
from engine.actions import Action, ActionKind, Why
from engine.match import Match, game_over, next_header, standings
from engine.outcome import DrawReason
from engine.records.recorded_game import recorded_wall
from engine.records.replay import play as play_record
from engine.round import Header, Round
from engine.rules import EMA, TENHOU, WRC, Offence, Penalty, Ruleset
from engine.table import Phase
from engine.tiles import TILE_OF, parse_tile, parse_tiles
from engine.wall import Wall
from tests.engine.test_fouls import CHI, CLOSED_KAN, PON, RIICHI, RON, names, table
from tests.support.engine.deals import READY, THREE_SIDES, E, N, Play, S, W, build_wall, deal, in_words

FALSE_WIN, WITHDRAWN = Offence.FALSE_WIN, Offence.WITHDRAWN_WIN
TSUMO = ActionKind.TSUMO

NO_YAKU = "23m456p789p45s99m"
"""After chi of 123m: waits for 3s 6s without any yaku."""


def furiten(rules: Ruleset, after: str = "") -> Play:
    """East waits for 2p 5p 8p, has discarded 2p, and South has just discarded 5p."""
    return deal(east="2p34567p234m234s5s", draws="5s5p" + after, rules=rules).discard("2p", "5p")


def is_over_for_chombo(play: Play, seat: int, offence: Offence) -> bool:
    assert play.fouls == [(seat, offence.value, "chombo")]
    return play.draw.reason is DrawReason.CHOMBO and play.draw.offenders == (seat,)


class TestRonInFuriten:
    @pytest.mark.claim("F-15")
    @pytest.mark.claim("C-02")
    def test_shown_it_is_a_chombo(self) -> None:
        play = furiten(table(EMA))
        assert play.reason(E, RON) is Why.FURITEN
        assert is_over_for_chombo(play.err(E, FALSE_WIN), E, FALSE_WIN)
        assert play.marks()[-2:] == ["Foul", "Ryukyoku"]

    @pytest.mark.claim("F-15")
    @pytest.mark.claim("C-05")
    def test_withdrawn_it_makes_the_hand_dead(self) -> None:
        play = furiten(table(EMA), after="1z2z8p").err(E, WITHDRAWN)
        assert play.fouls == [(E, "withdrawn-win", "dead-hand")]
        play.tsumogiri(2).everybody_passes()
        assert play.waits(E) == ""
        assert play.reason(E, TSUMO) is Why.DEAD_HAND
        assert play.errors(E)[Offence.DEAD_HAND_WIN] is Penalty.CHOMBO

    @pytest.mark.claim("F-15")
    def test_withdrawn_it_is_a_chombo_all_the_same_in_wrc_since_2022(self) -> None:
        assert is_over_for_chombo(furiten(table(WRC)).err(E, WITHDRAWN), E, WITHDRAWN)


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
        play = deal(east=THREE_SIDES, draws="1z8p", rules=table(EMA)).err(E, WITHDRAWN).discard("1z", "8p")
        assert play.reason(E, RON) is Why.DEAD_HAND
        assert is_over_for(play.err(E, Offence.DEAD_HAND_WIN), Offence.DEAD_HAND_WIN)


def is_over_for(play: Play, offence: Offence) -> bool:
    return play.fouls[-1][1:] == (offence.value, "chombo") and play.draw.reason is DrawReason.CHOMBO


class TestAWinAtTheSameTime:
    def offered(self) -> Play:
        """East, in furiten, and West, who is not, wait for the 5p that South discards."""
        return in_words("E 2p34567p234m234s5s, W 46678p22m234s567s, draws 5s5p / 2p; 5p", table(EMA))

    @pytest.mark.claim("C-04")
    def test_it_voids_the_chombo(self) -> None:
        play = self.offered()
        play.step({E: play.mistake(E, FALSE_WIN), W: Action(RON, TILE_OF["5p"])})
        assert play.fouls == []
        assert play.win.winner == W

    def test_without_it_several_may_commit_one(self) -> None:
        play = self.offered()
        play.step({E: play.mistake(E, FALSE_WIN), N: play.mistake(N, FALSE_WIN)})
        assert play.draw.offenders == (N, E)

    def test_beside_a_chombo_no_hand_dies(self) -> None:
        play = self.offered()
        play.step({E: play.mistake(E, FALSE_WIN), N: play.mistake(N, Offence.INVALID_CALL)})
        assert is_over_for_chombo(play, E, FALSE_WIN)

    def test_a_chombo_goes_before_a_call(self) -> None:
        play = deal(north="22p147m147s12345z", draws="1z", rules=table(EMA), east="2p" + "147m369p258s567z")
        play.discard("2p")
        play.step({S: play.mistake(S, FALSE_WIN), N: play._find(N, ActionKind.PON)})
        assert is_over_for_chombo(play, S, FALSE_WIN)


class TestAfterChombo:
    @pytest.mark.claim("C-03")
    def test_bets_of_this_hand_go_back_and_older_ones_stay(self) -> None:
        play = in_words(
            f"E {THREE_SIDES}, draws 9m1z9m, riichi_sticks 2, honba 1 / riichi 9m; drawn",
            table(EMA),
        )
        assert play.scores[E] == 29_000
        play.err(W, FALSE_WIN)
        assert play.scores == [30_000] * 4
        assert play.game.table.riichi_sticks == 2

    @pytest.mark.claim("C-03")
    def test_the_bet_of_the_very_discard_was_not_paid_yet(self) -> None:
        play = deal(east=THREE_SIDES, draws="9m", rules=table(EMA)).riichi("9m").err(S, FALSE_WIN)
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
        assert match.standings is None
        assert again.tehais != first.tehais
        assert (again.bakaze, again.kyoku, again.honba, again.oya) == ("E", 1, 0, 0)
        assert match.header == Header(0, 0, 0, (30_000,) * 4, redeals=1)
        chombo(match, match.acting[0])
        match.proceed()
        third = match.events[-2]
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
    @pytest.mark.parametrize(("rules", "lost"), [(WRC, 30.0), (EMA, 20.0)], ids=["wrc", "ema"])
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
    @pytest.mark.parametrize("rules", [WRC, EMA], ids=names)
    def test_a_game_ends_with_it_taken_off_and_no_points_paid(self, rules: Ruleset) -> None:
        match = Match(replace(table(rules), length="hand"), 7)
        chombo(match, match.acting[0])
        assert match.scores == [rules.start_points] * 4
        match.proceed()
        while match.round.outcome is None:
            match.step(passive(match))
        match.proceed()
        assert {one.seat: one.chombo for one in match.standings} == {
            0: rules.chombo_points, 1: 0, 2: 0, 3: 0
        }  # fmt: skip
        end = match.events[-1]
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
    return build_wall((THREE_SIDES, "", "", ""))


NOTHING = "147m147p147s1234z"
SPOILT = "234m2223p234789s"
"""Waits for 1p 3p 4p, with all four 2p in a kan for 3p alone."""


def comes_back(play: Play) -> bool:
    """Whether the record of the hand leads to the same events again."""
    game = play.game
    start = game.events[0]
    assert isinstance(start, ev.StartKyoku)
    again = Round(game.rules, Header.of(start), recorded_wall(game.rules, game.events))
    play_record(again, game.events)
    return again.events == game.events


def ended_by(play: Play, *fouls: tuple[int, Offence]) -> bool:
    """The hand ended with these chombos alone, and its record says so."""
    assert play.fouls[-len(fouls) :] == [(seat, offence.value, "chombo") for seat, offence in fouls]
    assert play.draw.offenders == tuple(seat for seat, _ in fouls)
    return play.draw.reason is DrawReason.CHOMBO and comes_back(play)


def to_the_end(play: Play) -> Play:
    """Everybody discards what is drawn, passes, and says noten."""
    while play.game.outcome is None:
        if play.game.table.phase is Phase.DECLARE:
            play.declare("noten")
        else:
            play.tsumogiri().everybody_passes()
    return play


def bad_kan(draws: str = "") -> Play:
    """East, in riichi, makes a closed kan that changes the hand."""
    play = deal(east=SPOILT, draws="1z5m5m5m2p" + draws, rules=table(EMA), replacements="6z")
    play.riichi("1z").tsumogiri(3).everybody_passes()
    return play.err(E, Offence.BAD_CLOSED_KAN, "2p")


class TestDeadHandsAreLookedAt:
    """EMA 3.4.6: noten riichi is found at a draw, a bad closed kan at a draw or the offender's own win."""

    def test_noten_riichi_with_a_dead_hand_is_found_at_the_draw(self) -> None:
        play = deal(east=NOTHING, draws="5m", rules=table(EMA)).err(E, Offence.NOTEN_RIICHI, "5m")
        play.everybody_passes().rule(E, Offence.WRONG_TILE_COUNT)
        play.run_down(0).tsumogiri().everybody_passes()
        assert ended_by(play, (E, Offence.NOTEN_RIICHI))

    def test_a_dead_hand_that_was_rightly_in_riichi_is_only_noten(self) -> None:
        play = deal(east=THREE_SIDES, draws="1z", rules=table(EMA)).riichi("1z").everybody_passes()
        play.rule(E, Offence.WRONG_TILE_COUNT).run_down(0).tsumogiri().everybody_passes()
        play.declare("noten", "noten", "noten")
        assert play.draw.tenpai == (False,) * 4
        assert comes_back(play)

    def test_a_bad_closed_kan_with_a_dead_hand_too(self) -> None:
        play = bad_kan().rule(E, Offence.WRONG_TILE_COUNT)
        play.run_down(0).tsumogiri().everybody_passes()
        assert ended_by(play, (E, Offence.BAD_CLOSED_KAN))

    @pytest.mark.parametrize("kind", [RON, ActionKind.WITHDRAWN_WIN])
    @pytest.mark.parametrize("dead", [False, True])
    def test_a_win_declared_finds_it_shown_or_withdrawn(self, kind: ActionKind, dead: bool) -> None:
        play = bad_kan(draws="3p")
        if dead:
            play.rule(E, Offence.WRONG_TILE_COUNT)
        play.tsumogiri().discard("3p")
        play.step({E: Action(kind, parse_tile("3p"))})
        assert ended_by(play, (E, Offence.BAD_CLOSED_KAN))


class TestFourRiichi:
    def all_in_riichi(self, play: Play) -> Play:
        return play.riichi("7z").riichi("7z").riichi("7z").everybody_passes()

    def test_noten_riichi_is_found(self) -> None:
        play = deal("147p147s1234567z", *READY[1:], draws="1z7z7z7z", rules=table(TENHOU))
        assert ended_by(
            self.all_in_riichi(play.err(E, Offence.NOTEN_RIICHI, "1z")), (E, Offence.NOTEN_RIICHI)
        )

    def test_a_bad_closed_kan_is_found_and_the_record_comes_back(self) -> None:
        draws = "1z9s9s9s2p7z7z7z"
        tenpai = ("111z999m67m678p55z", "222z999p678m66z45p", "333z111m678m44z56s")
        play = deal(SPOILT, *tenpai, draws=draws, rules=table(TENHOU), replacements="6z")
        play.riichi("1z").tsumogiri(3).everybody_passes().err(E, Offence.BAD_CLOSED_KAN, "2p")
        play.everybody_passes().tsumogiri()
        assert ended_by(self.all_in_riichi(play), (E, Offence.BAD_CLOSED_KAN))
        accepted = [place for place, mark in enumerate(play.marks()) if mark == "ReachAccepted"]
        assert play.marks()[accepted[-1] + 1 :] == ["Foul", "Ryukyoku"]

    def test_a_dead_hand_is_not_in_riichi(self) -> None:
        """EMA 3.4.7: a dead hand can never be considered tenpai, so it is no fourth riichi."""
        play = deal(*READY, draws="1z7z7z7z", rules=table(TENHOU)).riichi("1z")
        play.everybody_passes().rule(E, Offence.WRONG_TILE_COUNT)
        self.all_in_riichi(play)
        assert play.game.outcome is None
        assert play.marks()[-1] == "Tsumo"

    @pytest.mark.parametrize("reason", DrawReason)
    def test_draws_at_which_riichi_hands_are_shown(self, reason: DrawReason) -> None:
        """At the others only who declared nine terminals or a win shows a hand."""
        shown = {DrawReason.EXHAUSTIVE, DrawReason.NAGASHI_MANGAN, DrawReason.FOUR_RIICHI}
        assert reason.shows_riichi == (reason in shown)

    def test_at_four_winds_no_hand_is_shown(self) -> None:
        rules = table(TENHOU)
        play = deal(NOTHING, draws="5m1z1z1z", rules=rules).err(E, Offence.NOTEN_RIICHI, "1z")
        play.discard("1z", "1z", "1z").everybody_passes()
        assert play.draw.reason is DrawReason.FOUR_WINDS
        assert play.fouls == []
        assert play.draw.tenpai == (False,) * 4
        assert comes_back(play)


class TestEmptyCalls:
    """An empty call is a dead hand in WRC 2025, free in WRC 2015. A group that is none is another offence."""

    def offered(self, rules: Ruleset) -> Play:
        return deal(south="3489m147p147s235z", draws="2m", rules=table(rules)).discard("2m")

    def test_in_wrc_an_empty_call_is_a_dead_hand(self) -> None:
        for kind in (CHI, PON):
            play = self.offered(WRC)
            play.step({S: Action(kind, parse_tile("2m"))})
            assert play.fouls == [(S, "empty-call", "dead-hand")]
            assert play.view(S).me.dead
            assert comes_back(to_the_end(play))

    def test_so_is_an_empty_closed_kan_while_tiles_that_are_none_are_a_chombo(self) -> None:
        play = deal(draws="9m", rules=table(WRC))
        play.step({E: Action(CLOSED_KAN)})
        assert play.fouls == [(E, "empty-call", "dead-hand")]
        assert play.game.acting == (E,)
        assert ended_by(
            deal(draws="9m", rules=table(WRC)).err(E, Offence.INVALID_KAN), (E, Offence.INVALID_KAN)
        )

    def test_elsewhere_an_empty_call_is_free(self) -> None:
        play = self.offered(EMA)
        assert Offence.EMPTY_CALL not in play.errors(S)
        assert play.why(W, PON) is Why.NO_TILES_FOR_IT

    def test_tiles_that_are_no_group_make_the_hand_dead(self) -> None:
        """EMA 3.4.7: making an invalid kong, pung or chow."""
        for own in ("38m", "4m1p", "23z"):
            play = self.offered(EMA)
            play.step({S: Action(CHI, parse_tile("2m"), tuple(parse_tiles(own)))})
            assert play.fouls == [(S, "invalid-call", "dead-hand")]
            assert play.view(S).me.melds == []
            assert play.view(S).me.dead

    def test_a_group_of_tiles_that_are_not_held_is_no_mistake_but_nonsense(self) -> None:
        menu = self.offered(EMA).game.options(S)
        assert menu.mistake(Action(CHI, parse_tile("2m"), tuple(parse_tiles("56m")))) is None
        assert menu.mistake(Action(CHI, parse_tile("2m"), tuple(parse_tiles("43m")))) is None
        assert menu.mistake(Action(CHI, parse_tile("5m"), tuple(parse_tiles("89m")))) is None


class TestChomboAndTheGame:
    def test_below_zero_the_hand_is_dealt_again(self) -> None:
        """EMA 3.4.6: after a chombo there is a re-deal; the next hand that counts ends the game."""
        rules = replace(table(TENHOU), bankruptcy=True)
        play = deal(rules=rules, draws="1m", scores=(5_000, 35_000, 30_000, 30_000))
        play.err(E, Offence.FALSE_WIN)
        assert play.scores[E] == -7_000
        header = Header(0, 0, 0, (5_000, 35_000, 30_000, 30_000))
        assert play.game.outcome is not None
        following = next_header(rules, header, play.game.outcome, play.scores, 0)
        assert following == Header(0, 0, 0, tuple(play.scores), redeals=1)
        settled = to_the_end(deal(rules=rules, scores=play.scores))
        assert settled.game.outcome is not None
        assert game_over(rules, following, settled.game.outcome, settled.scores)


class TestARefereeAndAWin:
    """EMA 3.4.6: if a win is declared at the same time as a chombo occurs, the chombo is voided."""

    def offered(self, rules: Ruleset) -> Play:
        return in_words(f"E {THREE_SIDES}, draws 9m2p / 9m; 2p", table(rules)).rule(N, Offence.UNPLAYABLE)

    @pytest.mark.claim("C-04")
    def test_a_win_on_the_same_tile_voids_it(self) -> None:
        play = self.offered(EMA)
        assert play.game.acting == (E,)
        assert play.kinds(E) == {RON, ActionKind.PASS}
        assert play.game.options(E).errors == ()
        play.ron(E)
        assert play.win.winner == E
        assert play.game.outcome.offenders == ()
        assert comes_back(play)

    def test_without_one_it_ends_the_hand(self) -> None:
        assert ended_by(self.offered(EMA).everybody_passes(), (N, Offence.UNPLAYABLE))

    def test_the_offender_does_not_win(self) -> None:
        play = deal(east=THREE_SIDES, draws="9m2p", rules=table(EMA)).discard("9m", "2p")
        assert ended_by(play.rule(E, Offence.UNPLAYABLE), (E, Offence.UNPLAYABLE))

    def test_where_the_ruleset_does_not_say_so_the_chombo_goes_first(self) -> None:
        rules = replace(EMA, win_voids_chombo=False)
        assert ended_by(self.offered(rules), (N, Offence.UNPLAYABLE))
        play = deal(east=THREE_SIDES, draws="9m2p", rules=table(rules)).discard("9m", "2p")
        play.step({N: play.mistake(N, Offence.FALSE_WIN), E: play._find(E, RON)})
        assert ended_by(play, (N, Offence.FALSE_WIN))


class TestRiichiThatNeedsMore:
    """No preset has a penalty for it, so it is refused; a ruleset that lists it makes the hand dead."""

    LISTED = replace(table(TENHOU), dead_hand_for=("invalid-riichi",), chombo_for=())

    def test_in_a_preset_it_is_refused(self) -> None:
        scores = (500, 35_000, 30_000, 34_500)
        needs = replace(table(EMA), riichi_minimum_points=1_000)
        play = deal(east=THREE_SIDES, draws="1z", rules=needs, scores=scores)
        assert play.why(E, RIICHI, "1z") is Why.TOO_FEW_POINTS
        assert Offence.INVALID_RIICHI not in play.errors(E)

    def test_too_few_points(self) -> None:
        play = deal(east=THREE_SIDES, draws="1z", rules=self.LISTED, scores=(500, 35_000, 30_000, 34_500))
        play.err(E, Offence.INVALID_RIICHI, "1z").everybody_passes()
        assert play.fouls == [(E, "invalid-riichi", "dead-hand")]
        assert play.scores[E] == 500
        assert not play.view(E).me.riichi
        assert comes_back(to_the_end(play))

    def test_too_few_tiles(self) -> None:
        play = deal(east=THREE_SIDES, rules=self.LISTED).run_down(3)
        seat = play.turn
        assert play.reason(seat, RIICHI) is Why.WALL_TOO_SHORT
        assert Offence.INVALID_RIICHI in play.errors(seat)


class TestRecordsOfOtherRules:
    """Any offence can be a chombo: then no discard follows."""

    ALL = replace(table(EMA), chombo_for=tuple(offence.value for offence in Offence), dead_hand_for=())

    def test_kuikae(self) -> None:
        play = deal(south="2345m147p147s123z", draws="2m", rules=self.ALL).discard("2m").chi(S, "34m")
        assert ended_by(play.err(S, Offence.KUIKAE, "5m"), (S, Offence.KUIKAE))

    def test_a_tile_out_of_the_hand_after_riichi(self) -> None:
        play = deal(east=THREE_SIDES, draws="1z2z2z2z3z", rules=self.ALL).riichi("1z").tsumogiri(3)
        play.everybody_passes().err(E, Offence.RIICHI_DISCARD, "7p")
        assert ended_by(play, (E, Offence.RIICHI_DISCARD))

    def test_false_tenpai(self) -> None:
        play = deal(east=NOTHING, rules=self.ALL).run_down(0).tsumogiri().everybody_passes()
        assert ended_by(play.declare("tenpai"), (E, Offence.FALSE_TENPAI))
        assert play.marks()[-3:] == ["Tenpai", "Foul", "Ryukyoku"]

    def test_an_empty_call(self) -> None:
        play = deal(draws="9m", rules=self.ALL).discard("9m").err(W, Offence.EMPTY_CALL)
        assert ended_by(play, (W, Offence.EMPTY_CALL))


class TestKansAndTemporaryFuriten:
    """In a few rulesets any tile call ends temporary furiten (seed 000); a kan of any kind is called."""

    ENDS = replace(EMA, calls_end_temporary_furiten=True)
    WAIT = "23p234m345678s55s"

    def passed(self, draws: str, rules: Ruleset = ENDS, **more: str) -> Play:
        """East has let the 1p of South pass."""
        return deal(east=self.WAIT, draws="9m1p" + draws, rules=rules, **more).discard("9m", "1p")

    def test_an_open_kan(self) -> None:
        for rules, furiten in ((EMA, True), (self.ENDS, False)):
            play = self.passed("6z", rules, north="666z147m258p258s9m").tsumogiri()
            play.open_kan(N)
            assert bool(play.furiten(E)) == furiten

    def test_a_closed_kan(self) -> None:
        for rules, furiten in ((EMA, True), (self.ENDS, False)):
            play = self.passed("6z", rules, west="666z147m258p258s9m").everybody_passes().closed_kan("6z")
            assert bool(play.furiten(E)) == furiten

    def test_an_added_kan(self) -> None:
        for rules, furiten in ((EMA, True), (self.ENDS, False)):
            play = deal(east=self.WAIT, west="66z147m258p258s9m2z", draws="6z9m9s1p6z", rules=rules)
            play.discard("6z").pon(W, "66z").discard("9m").tsumogiri(2).discard("1p").everybody_passes()
            assert play.furiten(E)
            assert bool(play.added_kan("6z").furiten(E)) == furiten

    def test_a_kan_whose_tile_is_a_win_ends_nothing(self) -> None:
        """The tile of the kan passes as well: there is no time at which it could be won on."""
        play = deal(east=self.WAIT, west="44p147m258p258s9m2z", draws="9m4p9m9s1p4p", rules=self.ENDS)
        play.discard("9m", "4p").pon(W, "44p").discard("9m").tsumogiri(2).discard("1p").everybody_passes()
        play.added_kan("4p")
        assert play.causes(E) == ["temporary 1p own-discard", "temporary 4p own-discard"]
