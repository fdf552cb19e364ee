"""Rulings at a real table: dead hands and hidden errors, empty calls, chombo against a win or bankruptcy."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine import events as ev
from engine.actions import Action, ActionKind, Why
from engine.match import Header, game_over, next_header
from engine.offences import Offence
from engine.outcome import DrawReason
from engine.records.recorded_walls import recorded_wall
from engine.records.replay import play as play_record
from engine.round import Round
from engine.rules import EMA, EMA_2025, M_LEAGUE, PRESETS, TENHOU, WRC, WRC_2015, Ruleset
from engine.table import Phase
from engine.tiles import parse_tile, parse_tiles
from tests.engine.test_round_draws import READY
from tests.support.engine.deals import E, N, Play, S, W, deal

CHI, PON, OPEN_KAN, CLOSED_KAN = (
    ActionKind.CHI, ActionKind.PON, ActionKind.OPEN_KAN, ActionKind.CLOSED_KAN
)  # fmt: skip
RON, RIICHI = ActionKind.RON, ActionKind.RIICHI
NOTHING = "147m147p147s1234z"
THREE_SIDES = "34567p234m234s55s"
SPOILT = "234m2223p234789s"
"""Waits for 1p 3p 4p, with all four 2p in a kan for 3p alone."""
DEAD_BY_COUNT = [WRC_2015, EMA, EMA_2025, M_LEAGUE]
"""A wrong number of tiles makes the hand dead there."""


def table(rules: Ruleset) -> Ruleset:
    """The preset as it is played at a real table."""
    return replace(rules, errors="penalised")


def names(rules: Ruleset) -> str:
    return rules.name


def comes_back(play: Play) -> bool:
    """Whether the record of the hand leads to the same events again."""
    game = play.game
    start = game.events[0]
    assert isinstance(start, ev.StartKyoku)
    header = Header.of(start)
    again = Round(
        game.rules,
        recorded_wall(game.rules, game.events),
        round_wind=header.round_wind,
        kyoku=header.kyoku,
        honba=header.honba,
        riichi_sticks=header.riichi_sticks,
        dealer=header.dealer,
        scores=header.scores,
    )
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


def noten_riichi(rules: Ruleset, **more: str) -> Play:
    """East declares riichi on nothing with the first discard."""
    return deal(east=NOTHING, draws="5m", rules=table(rules), **more).err(E, Offence.NOTEN_RIICHI, "5m")


def bad_kan(rules: Ruleset, draws: str = "") -> Play:
    """East, in riichi, makes a closed kan that changes the hand."""
    play = deal(east=SPOILT, draws="1z5m5m5m2p" + draws, rules=table(rules), replacements="6z")
    play.riichi("1z").tsumogiri(3).everybody_passes()
    return play.err(E, Offence.BAD_CLOSED_KAN, "2p")


class TestDeadHandsAreLookedAt:
    """EMA 3.4.6: noten riichi is found at a draw, a bad closed kan at a draw or the offender's own win."""

    @pytest.mark.parametrize("rules", DEAD_BY_COUNT, ids=names)
    def test_noten_riichi_with_a_dead_hand_is_found_at_the_draw(self, rules: Ruleset) -> None:
        play = noten_riichi(rules).everybody_passes().rule(E, Offence.WRONG_TILE_COUNT)
        play.run_down(0).tsumogiri().everybody_passes()
        assert ended_by(play, (E, Offence.NOTEN_RIICHI))

    @pytest.mark.parametrize("rules", DEAD_BY_COUNT, ids=names)
    def test_a_dead_hand_that_was_rightly_in_riichi_is_only_noten(self, rules: Ruleset) -> None:
        play = deal(east=THREE_SIDES, draws="1z", rules=table(rules)).riichi("1z").everybody_passes()
        play.rule(E, Offence.WRONG_TILE_COUNT).run_down(0).tsumogiri().everybody_passes()
        play.declare("noten", "noten", "noten")
        assert play.draw.tenpai == (False,) * 4
        assert comes_back(play)

    @pytest.mark.parametrize("rules", [WRC_2015, EMA, EMA_2025], ids=names)
    def test_a_bad_closed_kan_with_a_dead_hand_too(self, rules: Ruleset) -> None:
        play = bad_kan(rules).rule(E, Offence.WRONG_TILE_COUNT)
        play.run_down(0).tsumogiri().everybody_passes()
        assert ended_by(play, (E, Offence.BAD_CLOSED_KAN))

    @pytest.mark.parametrize("rules", [WRC_2015, EMA, EMA_2025], ids=names)
    @pytest.mark.parametrize("kind", [RON, ActionKind.WITHDRAWN_WIN])
    @pytest.mark.parametrize("dead", [False, True])
    def test_a_win_declared_finds_it_shown_or_withdrawn(
        self, rules: Ruleset, kind: ActionKind, dead: bool
    ) -> None:
        play = bad_kan(rules, draws="3p")
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

    def test_four_true_riichi_draw_the_hand(self) -> None:
        play = deal(*READY, draws="1z7z7z7z", rules=table(TENHOU)).riichi("1z")
        self.all_in_riichi(play)
        assert play.draw.reason is DrawReason.FOUR_RIICHI
        assert play.draw.tenpai == (True,) * 4

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

    @pytest.mark.parametrize("rules", [WRC_2015, EMA, EMA_2025, M_LEAGUE], ids=names)
    def test_elsewhere_an_empty_call_is_free(self, rules: Ruleset) -> None:
        play = self.offered(rules)
        assert Offence.EMPTY_CALL not in play.errors(S)
        assert play.why(W, PON) is Why.NO_TILES_FOR_IT

    @pytest.mark.parametrize("rules", PRESETS.values(), ids=names)
    def test_tiles_that_are_no_group_make_the_hand_dead(self, rules: Ruleset) -> None:
        """EMA 3.4.7: making an invalid kong, pung or chow."""
        for own in ("38m", "4m1p", "23z"):
            play = self.offered(rules)
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
        play = deal(east=THREE_SIDES, draws="9m2p", rules=table(rules)).discard("9m", "2p")
        return play.rule(N, Offence.UNPLAYABLE)

    @pytest.mark.claim("C-04")
    @pytest.mark.parametrize("rules", PRESETS.values(), ids=names)
    def test_a_win_on_the_same_tile_voids_it(self, rules: Ruleset) -> None:
        play = self.offered(rules)
        assert play.game.acting == (E,)
        assert play.kinds(E) == {RON, ActionKind.PASS}
        assert play.game.options(E).errors == ()
        play.ron(E)
        assert play.win.winner == E
        assert play.game.outcome is not None
        assert play.game.outcome.offenders == ()
        assert comes_back(play)

    @pytest.mark.parametrize("rules", PRESETS.values(), ids=names)
    def test_without_one_it_ends_the_hand(self, rules: Ruleset) -> None:
        assert ended_by(self.offered(rules).everybody_passes(), (N, Offence.UNPLAYABLE))

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

    @pytest.mark.parametrize("rules", PRESETS.values(), ids=names)
    def test_in_every_preset_it_is_refused(self, rules: Ruleset) -> None:
        scores = (500, 35_000, 30_000, 34_500)
        needs = replace(table(rules), riichi_minimum_points=1_000)
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
