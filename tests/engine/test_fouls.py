"""Table rules: what is not allowed, what a referee sees, and games of players who err at random."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from engine import events as ev
from engine.actions import Action, ActionKind, IllegalAction, Why
from engine.match import Match
from engine.outcome import DrawReason
from engine.records.recorded_choices import RecordError
from engine.records.replay import finished
from engine.records.resumed_game import resume
from engine.records.verify import verify
from engine.results import nagashi_seats
from engine.rules import (
    EMA,
    M_LEAGUE,
    PRESETS,
    REFEREE,
    TENHOU,
    WRC,
    WRC_2015,
    Offence,
    Penalty,
    Ruleset,
)
from engine.wall import Dice
from tests.support.engine.deals import THREE_SIDES, E, N, Play, S, W, deal, in_words
from tests.support.engine.wild_games import choose, erring_game, table_rules
from tests.support.nightly import part_always

CHI, PON, OPEN_KAN, CLOSED_KAN = (
    ActionKind.CHI, ActionKind.PON, ActionKind.OPEN_KAN, ActionKind.CLOSED_KAN
)  # fmt: skip
RIICHI, DISCARD, RON = ActionKind.RIICHI, ActionKind.DISCARD, ActionKind.RON
DEAD, CHOMBO, WARNING = Penalty.DEAD_HAND, Penalty.CHOMBO, Penalty.WARNING


def table(rules: Ruleset) -> Ruleset:
    """The preset as it is played at a real table."""
    return replace(rules, errors="penalised")


def names(rules: Ruleset) -> str:
    return rules.name


def is_dead(play: Play, seat: int) -> bool:
    """No win, call, kan or riichi; the hand goes on."""
    view = play.view(seat)
    assert play.game.outcome is None
    assert view.me.dead
    assert view.waits == ()
    return play.kinds(seat) <= {ActionKind.DISCARD, ActionKind.PASS}


def ended_by(play: Play, seat: int, offence: Offence) -> bool:
    """The hand ended, at last, with this chombo alone."""
    assert play.fouls[-1] == (seat, offence.value, "chombo")
    return play.draw.reason is DrawReason.CHOMBO and play.draw.offenders == (seat,)


class TestRiichi:
    def noten(self) -> Play:
        """East declares riichi on nothing with the first discard."""
        return in_words("E 147m147p147s1234z, draws 5m", table(WRC)).err(E, Offence.NOTEN_RIICHI, "5m")

    @pytest.mark.claim("W-09")
    @pytest.mark.claim("C-02")
    def test_on_a_noten_hand_it_is_found_at_the_draw(self) -> None:
        play = self.noten().everybody_passes()
        assert play.game.table.seats[E].riichi_paid
        assert play.fouls == []
        play.run_down(0).tsumogiri().everybody_passes()
        assert ended_by(play, E, Offence.NOTEN_RIICHI)
        assert play.scores == [30_000] * 4, "the bet is back, and nobody pays for noten"
        assert "Exhausted" in play.marks()

    def test_a_win_by_somebody_else_comes_before_it_is_found(self) -> None:
        play = deal(east="147m147p147s1234z", west=THREE_SIDES, draws="5m8p", rules=table(EMA))
        play.err(E, Offence.NOTEN_RIICHI, "5m").discard("8p").ron(W)
        assert play.fouls == []
        assert play.win.riichi_sticks == 1

    @pytest.mark.claim("C-05")
    def test_on_an_open_hand_it_makes_the_hand_dead_and_no_bet_is_paid(self) -> None:
        play = deal(east="2234567p234m234s", draws="9m2p1z2z3z9s", rules=table(EMA))
        play.discard("9m").discard("2p").pon(E, "22p").discard("7p").tsumogiri(3)
        assert play.reason(E, RIICHI) is Why.NOT_YOUR_TURN
        play.everybody_passes()
        assert play.reason(E, RIICHI, "6p") is Why.HAND_OPEN
        play.err(E, Offence.OPEN_RIICHI, "6p").everybody_passes()
        assert play.scores == [30_000] * 4
        assert not play.game.table.seats[E].pond[-1].sideways
        assert is_dead(play, E)

    @pytest.mark.parametrize("rules", [WRC, EMA], ids=names)
    def test_a_tile_out_of_the_hand_after_it(self, rules: Ruleset) -> None:
        play = in_words(f"E {THREE_SIDES}, draws 1z2z2z2z3z / riichi 1z; drawn 3; passes", table(rules))
        if rules is not WRC:
            assert play.why(E, DISCARD, "7p") is Why.LOCKED_BY_RIICHI
            return
        play.err(E, Offence.RIICHI_DISCARD, "7p")
        assert play.game.table.offer is not None
        assert is_dead(play, E)
        assert play.scores[E] == 29_000

    def test_a_call_after_it(self) -> None:
        play = deal(east=THREE_SIDES, draws="1z5s", rules=table(EMA)).riichi("1z").discard("5s")
        assert play.errors(E)[Offence.RIICHI_CALL] is DEAD
        assert is_dead(play.err(E, Offence.RIICHI_CALL, "5s"), E)


class TestClosedKanAfterRiichi:
    """``234m2223p234789s`` waits for 1p 3p 4p, with all four 2p in a kan for 3p alone."""

    def kan(self, **more: str) -> Play:
        play = deal(east="234m2223p234789s", draws="1z5m5m5m2p", rules=table(EMA), **more)
        play.riichi("1z").tsumogiri(3).everybody_passes()
        assert play.reason(E, CLOSED_KAN, "2p") is Why.KAN_CHANGES_WAITS
        return play.err(E, Offence.BAD_CLOSED_KAN, "2p")

    @pytest.mark.claim("C-02")
    def test_it_is_found_at_the_draw(self) -> None:
        play = self.kan(replacements="6z")
        assert play.fouls == []
        assert len(play.view(E).me.melds) == 1
        play.run_down(0).tsumogiri().everybody_passes()
        assert ended_by(play, E, Offence.BAD_CLOSED_KAN)

    def test_by_tsumo_just_so(self) -> None:
        play = self.kan(replacements="3p")
        assert not play.can(E, ActionKind.TSUMO)
        assert ended_by(play.err(E, Offence.BAD_CLOSED_KAN, "3p"), E, Offence.BAD_CLOSED_KAN)

    def test_a_kan_of_other_tiles_than_the_drawn_one(self) -> None:
        play = deal(east="111123s234m5578p", draws="6z5m5m5m9m", rules=table(EMA), replacements="9p")
        play.riichi("6z").tsumogiri(3).everybody_passes()
        assert play.reason(E, CLOSED_KAN, "1s") is Why.NOT_THE_DRAWN_TILE
        play.err(E, Offence.BAD_CLOSED_KAN, "1s")
        assert not play.can(E, ActionKind.TSUMO)

    def test_mleague_names_it_nowhere_so_it_is_refused(self) -> None:
        play = in_words("E 234m2223p234789s, draws 1z5m5m5m2p / riichi 1z; drawn 3; passes", table(M_LEAGUE))
        assert Offence.BAD_CLOSED_KAN not in play.errors(E)
        assert play.why(E, CLOSED_KAN, "2p", own="2222p") is Why.KAN_CHANGES_WAITS


class TestCalls:
    @pytest.mark.claim("C-05")
    def test_chi_and_pon_without_the_tiles_make_the_hand_dead(self) -> None:
        for kind in (CHI, PON):
            play = deal(draws="9m", rules=table(EMA)).discard("9m")
            mistakes = {mistake.action.kind: mistake for mistake in play.game.options(S).errors}
            assert mistakes[kind].offence is Offence.INVALID_CALL
            play.step({S: mistakes[kind].action})
            assert play.fouls == [(S, "invalid-call", "dead-hand")]
            assert play.view(S).me.melds == []
            assert is_dead(play, S)

    @pytest.mark.claim("C-05")
    def test_so_does_a_kan(self) -> None:
        play = deal(draws="9m", rules=table(EMA)).discard("9m").err(W, Offence.INVALID_KAN)
        assert is_dead(play, W)
        play = deal(draws="9m", rules=table(EMA)).err(E, Offence.INVALID_KAN)
        assert is_dead(play, E)
        assert play.game.acting == (E,)

    def test_also_with_a_red_five_of_the_lowest_kind(self) -> None:
        """The referee of the tests found it: red fives are sorted last."""
        play = deal(east="50m678p123s12345z", draws="9p", rules=table(M_LEAGUE)).err(E, Offence.INVALID_KAN)
        assert is_dead(play, E)

    def test_in_wrc_since_2022_an_invalid_kan_is_a_chombo(self) -> None:
        play = deal(draws="9m", rules=table(WRC)).discard("9m").err(W, Offence.INVALID_KAN)
        assert ended_by(play, W, Offence.INVALID_KAN)

    def test_what_others_rightly_called_goes_on(self) -> None:
        play = deal(north="22p147m147s12345z", draws="2p", rules=table(EMA)).discard("2p")
        play.step({S: play.mistake(S, Offence.INVALID_CALL), N: play._find(N, PON)})
        assert play.marks()[-2:] == ["Foul", "Pon"]
        assert play.game.acting == (N,)
        assert play.view(S).me.dead

    @pytest.mark.claim("C-02")
    def test_a_claim_with_a_dead_hand_is_a_chombo(self) -> None:
        play = deal(draws="9m", rules=table(EMA)).discard("9m").err(S, Offence.INVALID_CALL)
        play.tsumogiri().tsumogiri()
        assert play.turn == W
        assert play.reason(S, PON) is Why.DEAD_HAND
        assert ended_by(play.err(S, Offence.DEAD_HAND_CALL), S, Offence.DEAD_HAND_CALL)

    @pytest.mark.claim("C-05")
    @pytest.mark.parametrize("tile", ["2m", "5m"])
    def test_kuikae_makes_the_hand_dead(self, tile: str) -> None:
        play = deal(south="2345m147p147s123z", draws="2m", rules=table(EMA)).discard("2m").chi(S, "34m")
        assert play.reason(S, DISCARD, tile) is Why.KUIKAE
        play.err(S, Offence.KUIKAE, tile)
        assert play.fouls == [(S, "kuikae", "dead-hand")]
        assert play.marks()[-2:] == ["Foul", "Dahai"]
        assert is_dead(play, S)


class TestDeadHand:
    @pytest.mark.claim("C-05")
    def test_it_is_never_tenpai(self) -> None:
        play = deal(east=THREE_SIDES, draws="1z", rules=table(EMA)).err(E, Offence.WITHDRAWN_WIN)
        play.run_down(0).tsumogiri().everybody_passes().declare("noten", "noten", "noten")
        assert play.marks()[-5:] == ["Noten"] * 4 + ["Ryukyoku"]
        assert play.draw.tenpai == (False,) * 4
        assert not play.game.outcome.dealer_stays(E)

    def test_nine_terminals_and_nagashi_are_not_for_it(self) -> None:
        rules = table(TENHOU)
        play = deal(east="19m19p19s1234567z", draws="2m1m9p", rules=rules).err(E, Offence.WITHDRAWN_WIN)
        assert play.reason(E, ActionKind.NINE_TERMINALS) is Why.DEAD_HAND
        play.discard("1z", "1m", "9p")
        assert [seat for seat in nagashi_seats(play.game.table) if play.game.table.seats[seat].pond] == [S, W]


class TestReferee:
    @pytest.mark.claim("C-02")
    def test_play_that_cannot_go_on_is_a_chombo(self) -> None:
        play = deal(draws="9m", rules=table(EMA)).discard("9m").rule(W, Offence.UNPLAYABLE)
        assert ended_by(play, W, Offence.UNPLAYABLE)

    @pytest.mark.claim("C-05")
    def test_a_wrong_tile_count_makes_the_hand_dead(self) -> None:
        play = deal(east=THREE_SIDES, draws="9m", rules=table(EMA)).rule(E, Offence.WRONG_TILE_COUNT)
        assert is_dead(play, E)
        assert is_dead(play.discard("9m").rule(N, Offence.WRONG_TILE_COUNT), N)

    def test_in_wrc_tiles_knocked_over_count(self) -> None:
        assert is_dead(deal(rules=table(WRC)).rule(S, Offence.TILES_SHOWN), S)
        play = deal(rules=table(WRC)).rule(S, Offence.MANY_TILES_SHOWN)
        assert ended_by(play, S, Offence.MANY_TILES_SHOWN)

    def test_the_game_goes_on_when_the_only_one_to_choose_is_dead(self) -> None:
        """Only North had yet to declare at the draw."""
        play = deal(draws="1z", rules=table(EMA)).run_down(0).tsumogiri().everybody_passes()
        play.declare("noten", "noten", "noten").rule(N, Offence.WRONG_TILE_COUNT)
        assert play.draw.tenpai == (False,) * 4

    def test_a_ruling_takes_no_ron_from_the_others(self) -> None:
        """While a tile is on offer nobody has let it pass yet."""
        play = deal(east=THREE_SIDES, draws="9m2p", rules=table(WRC_2015)).discard("9m", "2p")
        assert play.can(E, ActionKind.RON)
        play.rule(N, Offence.WRONG_TILE_COUNT)
        assert play.can(E, ActionKind.RON)
        assert play.furiten(E) == ()
        assert play.everybody_passes().furiten(E) != ()


class TestDeclarations:
    """East and North are tenpai, West in riichi, South noten."""

    def at_the_draw(self) -> Play:
        hands = {"east": "22m345m567m23p678p", "west": "22s345s567s46p888p", "north": "44m345m678m23p456p"}
        play = deal(**hands, draws="1z1z1z", rules=table(EMA)).discard("1z", "1z").riichi("1z")
        return play.run_down(0).tsumogiri().everybody_passes()

    @pytest.mark.claim("W-07")
    def test_from_east_on_each_declares(self) -> None:
        """WRC 5.7.2; a hand that is tenpai can be declared noten."""
        play = self.at_the_draw()
        for seat, word in ((E, "noten"), (S, "noten"), (W, "tenpai")):
            assert play.game.acting == (seat,)
            assert play.kinds(seat) == {ActionKind.TENPAI, ActionKind.NOTEN}
            assert play.reason(N, ActionKind.NOTEN) is Why.NOT_YOUR_TURN
            play.declare(word)
        assert play.marks()[-4:] == ["Exhausted", "Noten", "Noten", "Tenpai"]
        assert play.game.table.declared == {E: False, S: False, W: True}
        assert play.game.acting == (N,)
        play.declare("tenpai")
        assert play.fouls == []
        assert play.draw.tenpai == (False, False, True, True)
        assert play.draw.deltas == (-1_500, -1_500, 1_500, 1_500)
        assert not play.game.outcome.dealer_stays(E)

    @pytest.mark.claim("W-20")
    @pytest.mark.parametrize(("said", "other"), [("tenpai", "noten"), ("noten", "tenpai")])
    def test_what_was_declared_is_not_changed(self, said: str, other: str) -> None:
        play = self.at_the_draw()
        play.declare(said)
        declared = dict(play.game.table.declared)
        assert E not in play.game.acting
        with pytest.raises(IllegalAction):
            play.game.step({E: Action(ActionKind[other.upper()])})
        assert play.game.table.declared == declared

    @pytest.mark.claim("W-07")
    @pytest.mark.claim("W-09")
    def test_riichi_that_will_not_show_is_noten_riichi(self) -> None:
        """WRC 5.7.2: who cannot or will not show the hand is penalised for noten riichi."""
        play = self.at_the_draw().declare("tenpai", "noten")
        assert play.errors(W) == {Offence.NOTEN_RIICHI: CHOMBO}
        assert ended_by(play.declare("noten"), W, Offence.NOTEN_RIICHI)
        assert play.marks()[-3:] == ["Noten", "Foul", "Ryukyoku"]

    @pytest.mark.claim("W-07")
    def test_tenpai_that_is_none_is_noten_and_a_warning(self) -> None:
        """WRC 2025, penalties: a false tenpai claim is a warning; no other rulebook has a penalty for it."""
        play = self.at_the_draw().declare("tenpai")
        assert play.errors(S) == {Offence.FALSE_TENPAI: WARNING}
        play.declare("tenpai")
        assert play.fouls == [(S, "false-tenpai", "warning")]
        play.declare("tenpai", "noten")
        assert play.draw.tenpai == (True, False, True, False)
        assert play.draw.deltas == (1_500, -1_500, 1_500, -1_500)
        assert not play.view(S).me.dead

    @pytest.mark.claim("C-05")
    def test_a_hand_that_dies_after_it_was_declared_tenpai_is_noten(self) -> None:
        """EMA 3.4.7: a dead hand can never be considered tenpai."""
        play = self.at_the_draw().declare("tenpai").rule(E, Offence.WRONG_TILE_COUNT)
        play.declare("noten", "tenpai", "noten")
        assert play.draw.tenpai == (False, False, True, False)
        assert play.draw.deltas == (-1_000, -1_000, 3_000, -1_000)
        assert not play.game.outcome.dealer_stays(E)

    @pytest.mark.claim("W-07")
    def test_where_errors_are_prevented_tenpai_is_declared_by_itself(self) -> None:
        play = deal(east=THREE_SIDES, draws="1z", rules=EMA)
        assert play.why(E, ActionKind.NOTEN) is Why.NOT_IN_RULES
        play.run_out()
        assert play.draw.tenpai[E]
        assert not {"Exhausted", "Tenpai", "Noten", "Foul"} & set(play.marks())


SEEDS = range(6, 10)


@pytest.mark.nightly
def test_every_offence_of_players_is_committed() -> None:
    fouls = Counter[str]()
    for name in PRESETS:
        for number in SEEDS:
            events = erring_game(table_rules(PRESETS[name], number), number, choose=choose).events
            fouls.update(event.offence for event in events if isinstance(event, ev.Foul))
    # a kan after riichi that changes the hand, and is found, does not come about by chance;
    # riichi with too few points or tiles is refused in every preset
    assert set(Offence) - REFEREE - set(fouls) <= {Offence.BAD_CLOSED_KAN, Offence.INVALID_RIICHI}, fouls


def test_table_rules_that_nobody_knows_are_named() -> None:
    start = Match(table_rules(PRESETS["ema"], 1), 1).events[0]
    assert start.table_rules == "mangan"
    with pytest.raises(RecordError, match="no table rules 'rum'"):
        resume([ev.StartGame(format=1, rules="ema", length="east", seed=1, table_rules="rum")])


def test_a_foul_that_is_impossible_is_named() -> None:
    match = Match(table_rules(PRESETS["ema"], 0), 3)
    for foul in (
        ev.Foul(0, "kuikae", "dead-hand"),
        ev.Foul(0, "false-win", "dead-hand"),
        ev.Foul(7, "x", "y"),
    ):
        with pytest.raises(RecordError, match="event 4: seat"):
            resume([*match.events, foul, ev.Dahai(0, "1m", False)])


@pytest.mark.parametrize("number", part_always(range(9), [0]))
def test_records_come_back_whatever_an_offence_leads_to(number: int) -> None:
    """Any offence may be a chombo, make a hand dead or be free, in any ruleset."""
    dice = Dice(number, 7)
    base = list(PRESETS.values())[dice.below(len(PRESETS))]
    penalties = {offence.value: dice.below(3) for offence in Offence}
    rules = replace(
        table_rules(base, number),
        length="hand",
        chombo_for=tuple(name for name, penalty in penalties.items() if penalty == 0),
        dead_hand_for=tuple(name for name, penalty in penalties.items() if penalty == 1),
        win_voids_chombo=bool(dice.below(2)),
    )
    events = erring_game(rules, number, choose=choose).events
    assert any(isinstance(event, ev.Foul) for event in events)
    report = verify(finished(events), rules)
    assert report.ok, report.mismatches
