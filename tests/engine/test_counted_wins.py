"""Wins whose value the winner says: right and wrong counts, wrong wins, and challenges."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from ai.invariants import Invariants
from engine import events as ev
from engine.actions import CHALLENGE, PASS, Action, ActionKind, IllegalAction, Why
from engine.called_wins import CountPart, called_win, differences, right_count
from engine.dice import Dice
from engine.match import Match
from engine.offences import Offence
from engine.options import Options
from engine.outcome import DrawReason
from engine.records.replay import CutRecordError, completed
from engine.records.resumed_game import resume
from engine.records.verify import verify
from engine.rules import EMA, PRESETS, WRC, Ruleset
from engine.table import Phase
from engine.win_counts import WinCount
from tests.support.engine.deals import E, N, Play, S, Watch, deal
from tests.support.engine.erring_players import miscounted, mistake, ruling, table_rules
from tests.support.engine.wild_games import choose as wild
from tests.support.nightly import at_night

THREE_SIDES = "34567p234m234s5s"
"""With another 5s: all simples, waiting for 2p 5p 8p."""
SAID = replace(WRC, errors="penalised", value_said=True)
TRUSTED = replace(SAID, unchecked=(S, 2, N))
"""East is checked at once, the wins of the others stand unless East challenges them."""


def south_wins(rules: Ruleset, *, furiten: bool = False, honba: int = 0) -> Play:
    """South waits for 2p 5p 8p, and East discards 5p; in furiten, South has discarded 2p before."""
    first = "2p" if furiten else "9m"
    play = deal(south=f"{THREE_SIDES}{first}"[-28:], draws="1z5s2z2z5p", rules=rules, honba=honba)
    play.discard("1z", first, "2z", "2z", "5p")
    return play


def say(play: Play, seat: int, **changed: object) -> Play:
    """The seat says the right value, but for what is changed."""
    (right,) = play.game.options(seat).actions
    assert right.said is not None
    play.step({seat: right._replace(said=right.said._replace(**changed))})
    return play


def challenge(play: Play, seat: int) -> Play:
    play.step({seat: CHALLENGE})
    return play


class TestACheckedWinner:
    def test_says_the_value_before_it_is_paid(self) -> None:
        play = south_wins(SAID)
        play.ron(S)
        assert play.marks()[-1] == "WinCalled"
        assert play.game.table.phase is Phase.COUNT
        assert play.game.acting == (S,)
        (right,) = play.game.options(S).actions
        assert right.said == WinCount(("pinfu", "tanyao"), 2, 30, (-2000, 2000, 0, 0))
        say(play, S)
        assert play.marks()[-2:] == ["WinCounted", "Hora"]
        assert play.win.deltas == (-2000, 2000, 0, 0)

    @pytest.mark.parametrize(
        "wrong",
        [{"han": 3}, {"fu": 40}, {"yaku": ()}, {"deltas": (-1000, 1000, 0, 0)}, {"mixed": True}],
        ids=str,
    )
    def test_is_paid_rightly_whatever_is_said(self, wrong: dict[str, object]) -> None:
        play = south_wins(SAID)
        play.ron(S)
        say(play, S, **wrong)
        assert play.win.deltas == (-2000, 2000, 0, 0)
        assert play.win.miscount is None
        counted = next(event for event in play.game.events if isinstance(event, ev.WinCounted))
        right = right_count(play.win)
        assert counted != ev.WinCounted(S, list(right.yaku), right.han, right.fu, list(right.deltas))

    def test_a_wrong_win_is_noticed_at_once(self) -> None:
        play = south_wins(SAID, furiten=True)
        play.err(S, Offence.FALSE_WIN)
        assert play.draw.reason is DrawReason.CHOMBO

    def test_nothing_but_the_value_can_be_said(self) -> None:
        play = south_wins(SAID)
        play.ron(S)
        (right,) = play.game.options(S).actions
        with_a_tile = right._replace(tile=0)
        for seat, action in (
            (S, PASS),
            (S, CHALLENGE),
            (S, Action(ActionKind.COUNT)),
            (S, with_a_tile),
            (E, CHALLENGE),
        ):
            with pytest.raises(IllegalAction):
                play.game.step({seat: action})
        assert play.reason(E, ActionKind.RON) is Why.NO_CLAIM


class TestAWinnerWhoIsNotChecked:
    def test_a_wrong_count_is_paid_as_it_was_said(self) -> None:
        play = south_wins(TRUSTED)
        play.ron(S)
        say(play, S, fu=40, deltas=(-2600, 2600, 0, 0))
        assert play.game.acting == (E,)
        assert play.game.options(E).actions == (PASS, CHALLENGE)
        play.everybody_passes()
        assert play.marks()[-3:] == ["WinCounted", "Accepted", "Hora"]
        assert play.win.deltas == (-2600, 2600, 0, 0)
        assert play.win.miscount is not None
        hora = play.game.events[-1]
        assert isinstance(hora, ev.Hora)
        assert (hora.han, hora.fu, hora.points) == (2, 40, 2600)

    def test_challenged_it_is_paid_rightly(self) -> None:
        play = south_wins(TRUSTED)
        play.ron(S)
        challenge(say(play, S, fu=40), E)
        assert play.win.deltas == (-2000, 2000, 0, 0)
        assert play.scores == [28_000, 32_000, 30_000, 30_000]

    def test_a_wrong_challenge_has_its_price(self) -> None:
        play = south_wins(TRUSTED)
        play.ron(S)
        challenge(say(play, S), E)
        assert play.win.deltas == (-2000, 2000, 0, 0)
        assert play.scores == [27_000, 33_000, 30_000, 30_000]

    def test_a_win_in_furiten_stands_when_nobody_challenges_it(self) -> None:
        play = south_wins(TRUSTED, furiten=True)
        play.err(S, Offence.FALSE_WIN)
        say(play, S).everybody_passes()
        assert play.win.winner == S
        assert play.fouls == []

    def test_challenged_it_is_a_chombo(self) -> None:
        play = south_wins(TRUSTED, furiten=True)
        play.err(S, Offence.FALSE_WIN)
        challenge(say(play, S), E)
        assert play.fouls == [(S, "false-win", "chombo")]
        assert play.draw.offenders == (S,)
        assert play.scores == [30_000] * 4

    def test_a_hand_that_is_not_complete_is_noticed_at_once(self) -> None:
        play = deal(draws="1z", rules=TRUSTED).discard("1z")
        play.err(S, Offence.FALSE_WIN)
        assert play.draw.reason is DrawReason.CHOMBO

    def test_the_own_win_is_not_for_challengers(self) -> None:
        play = deal(east=f"{THREE_SIDES}5s", draws="5p", rules=TRUSTED).tsumo()
        say(play, E)
        assert play.win.winner == E


class TestSeveralWinners:
    def test_all_are_called_before_the_first_is_counted(self) -> None:
        rules = replace(EMA, errors="penalised", value_said=True, unchecked=(S,))
        play = deal(
            south=f"{THREE_SIDES}5s", north="34567p567m567s88s", draws="1z9m9m9m8p", rules=rules, honba=1
        )
        play.discard("1z", "9m", "9m", "9m", "8p").ron(S, N)
        assert play.marks()[-2:] == ["WinCalled", "WinCalled"]
        say(play, S, fu=50).everybody_passes()
        say(play, N)
        assert [win.winner for win in play.wins] == [S, N]
        assert [win.miscount is not None for win in play.wins] == [True, False]


def test_a_limit_hand_needs_no_fu() -> None:
    """EMA and WRC: from a mangan on, the limit alone decides."""
    play = deal(south="23456m23455p678s", draws="1z9s9s9s7m", rules=SAID, indicators="4p")
    play.discard("1z", "9s", "9s", "9s", "7m").ron(S)
    win = called_win(play.game.table, S)
    right = right_count(win)
    assert win.score.limit is not None or right.fu is not None
    said = right._replace(fu=None)
    assert (CountPart.FU in differences(said, win, SAID)) == (win.score.limit is None)


def players(menu: Options, dice: Dice) -> Action:
    """What players do who err, count badly and challenge at random."""
    if wrong := mistake(menu, dice):
        return wrong
    furiten = [
        each.action
        for each in menu.errors
        if each.action.kind is ActionKind.RON and menu.view.waits and menu.view.furiten
    ]
    if furiten and not dice.below(3):
        return furiten[0]
    if CHALLENGE in menu.actions or menu.of(ActionKind.TENPAI):
        return menu.actions[dice.below(len(menu.actions))]
    return miscounted(wild(menu, dice), dice)


def played(rules: Ruleset, seed: int, hands: int) -> Match:
    match, dice = Match(rules, seed), Dice(seed, 7)
    while match.standings is None and hands:
        game = match.round
        watch = Watch(game)
        while game.outcome is None:
            if not ruling(match, dice):
                if not dice.below(60):
                    match.note_late(dice.below(4), ActionKind.PON)
                match.step({seat: players(game.options(seat), dice) for seat in game.acting})
            watch.check()
        hands -= 1
        match.proceed()
    return match


UNCHECKED: tuple[tuple[int, ...], ...] = ((1, 2, 3), (), (0,), (0, 1, 2, 3))


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize(("number", "cuts"), [(0, 3), *at_night((number, 60) for number in range(8))])
def test_games_come_back_from_their_records(name: str, number: int, cuts: int) -> None:
    """Right and wrong counts, challenges and late calls, whole and cut anywhere."""
    rules = table_rules(PRESETS[name], number)
    rules = replace(rules, value_said=number % 3 != 2, unchecked=UNCHECKED[number % 4])
    match = played(rules, number + 1, 3)
    record = [ev.decode(ev.encode(event)) for event in match.events]
    assert record == match.events
    again = resume(record)
    assert again.match.events == match.events
    assert again.match.rules == match.rules
    if match.standings is not None:
        assert completed(match.events, match.rules) == match.events
    for cut in range(2, len(record), 1 + len(record) // cuts):
        again = resume(record[:cut])
        assert again.match.events[: again.used] == record[: again.used]


@pytest.mark.nightly
def test_everything_about_counts_comes_up() -> None:
    seen = Counter[str]()
    for name in PRESETS:
        for number in range(6):
            rules = replace(table_rules(PRESETS[name], 1), value_said=True, unchecked=(1, 2, 3))
            for event in played(rules, number, 4).events:
                right = f" {event.right}" if isinstance(event, ev.Challenged) else ""
                seen[type(event).__name__ + right] += 1
    assert {"WinCalled", "WinCounted", "Accepted", "Challenged True", "Challenged False", "Late"} <= set(seen)


def test_a_tile_that_is_mixed_in_costs_the_winner_pinfu() -> None:
    """WRC 5.6: the win stays valid, but nothing that needs a particular wait counts."""

    def tsumo(*, mixed: bool) -> Play:
        play = deal(south=f"{THREE_SIDES}5s", draws="1z9m9s9s1z5p", rules=SAID)
        return say(play.discard("1z", "9m", "9s", "9s", "1z").tsumo(), S, mixed=mixed)

    assert tsumo(mixed=False).yaku.keys() == {"menzen-tsumo", "pinfu", "tanyao"}
    assert tsumo(mixed=True).yaku.keys() == {"menzen-tsumo", "tanyao"}


def called_tsumo(rules: Ruleset) -> list[ev.Event]:
    """A record that ends where somebody in riichi has called a tsumo; every event of it was checked."""
    for seed in range(200):
        match, dice = Match(rules, seed, watch=Invariants()), Dice(seed)
        while match.acting:
            match.step({seat: wild(match.round.options(seat), dice) for seat in match.acting})
        for place, event in enumerate(match.events):
            if isinstance(event, ev.WinCalled) and event.actor == event.target and event.ura_markers:
                return match.events[: place + 1]
    raise AssertionError("nobody in riichi called a tsumo")


def test_a_record_cut_at_a_called_win_agrees_with_its_tiles() -> None:
    """The tile that was drawn and the ura indicators are shown by the call, not only when it is paid."""
    rules = replace(WRC, length="hand", unchecked=(0, 1, 2, 3))
    with pytest.raises(CutRecordError, match="ends in the middle of hand 1"):
        verify(called_tsumo(rules), rules)
