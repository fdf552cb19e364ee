"""Errors of a player in a game by table rules, found in its record."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from ai.bots.registry import make_bot
from ai.play import Players
from ai.reading.table_errors import ErrorAtTable, ErrorKind, ErrorSort, table_errors
from engine import events as ev
from engine.actions import CHALLENGE, NOTEN, PASS, Action, ActionKind
from engine.match import Match
from engine.results import CountPart
from engine.rules import PRESETS, Offence, Ruleset
from engine.wall import Dice
from tests.engine.test_engine_results import SAID, THREE_SIDES, TRUSTED, say, south_wins
from tests.support.ai.slow_game_counts import slow_errors, slow_missed, unjudged
from tests.support.engine.deals import E, Play, S, deal
from tests.support.engine.wild_games import erring_game, table_rules
from tests.support.nightly import at_night


def errors_of(play: Play, seat: int) -> list[ErrorAtTable]:
    return list(table_errors(play.game.rules, [ev.StartGame(), *play.game.events], seat))


def kinds(play: Play, seat: int) -> list[ErrorKind]:
    return [error.kind for error in errors_of(play, seat)]


def test_a_ron_that_passed_in_silence_is_missed() -> None:
    play = south_wins(SAID).everybody_passes().tsumogiri()
    (error,) = errors_of(play, S)
    assert (error.kind, error.kind.sort, error.turn) == (ErrorKind.RON, ErrorSort.MISSED, 1)
    assert error.tile == play.game.table.discards[4][1]


def test_a_ron_in_furiten_that_passed_was_rightly_passed() -> None:
    """South had let a tsumo go before, by which it is furiten."""
    play = south_wins(SAID, furiten=True).everybody_passes().tsumogiri()
    assert kinds(play, S) == [ErrorKind.TSUMO]


def test_a_tsumo_that_was_not_shown_is_missed() -> None:
    play = deal(east=f"{THREE_SIDES}5s", draws="5p", rules=SAID).discard("5p")
    assert kinds(play, E) == [ErrorKind.TSUMO]


def test_a_win_that_was_taken_is_no_error() -> None:
    play = south_wins(SAID)
    play.ron(S)
    assert kinds(say(play, S), S) == []


def test_a_wrong_count_is_named_part_by_part() -> None:
    play = south_wins(SAID)
    play.ron(S)
    (error,) = errors_of(say(play, S, fu=40, yaku=("pinfu",)), S)
    assert error.kind is ErrorKind.COUNT
    assert error.parts == (CountPart.YAKU, CountPart.FU)


def test_a_late_call_is_late() -> None:
    play = south_wins(SAID)
    play.game.note_late(S, ActionKind.PON)
    (error,) = errors_of(play, S)
    assert (error.kind.sort, error.what) == (ErrorSort.LATE, "pon")
    assert errors_of(play, E) == []


def test_a_foul_is_wrong_and_names_the_offence() -> None:
    play = south_wins(SAID, furiten=True).err(S, Offence.FALSE_WIN)
    error = errors_of(play, S)[-1]
    assert (error.kind, error.what) == (ErrorKind.FOUL, "false-win")


def test_a_wrong_challenge_is_wrong() -> None:
    play = south_wins(TRUSTED)
    play.ron(S)
    say(play, S).step({E: CHALLENGE})
    (error,) = errors_of(play, E)
    assert (error.kind, error.other) == (ErrorKind.WRONG_CHALLENGE, S)


def test_a_wrong_count_that_stood_is_missed() -> None:
    play = south_wins(TRUSTED)
    play.ron(S)
    say(play, S, fu=40).everybody_passes()
    (error,) = errors_of(play, E)
    assert (error.kind, error.other) == (ErrorKind.CHALLENGE, S)


def test_a_wrong_win_that_stood_is_missed() -> None:
    play = south_wins(TRUSTED, furiten=True).err(S, Offence.FALSE_WIN)
    say(play, S).everybody_passes()
    assert kinds(play, E) == [ErrorKind.CHALLENGE]


SAID_OR_DONE = (ErrorKind.FOUL, ErrorKind.CALL, ErrorKind.WRONG_CHALLENGE, ErrorKind.COUNT, ErrorKind.TENPAI)


def silent_game(rules: Ruleset, seed: int, hands: int) -> list[ev.Event]:
    """Good players who say only half of their wins, and noten as often as tenpai."""
    match, dice = Match(rules, seed), Dice(seed, 3)
    players = Players({seat: make_bot("hayai") for seat in range(4)})
    while match.standings is None and hands:
        while match.round.outcome is None:
            chosen = {seat: players.choose(match, seat) for seat in match.acting}
            match.step({seat: quiet(match, seat, action, dice) for seat, action in chosen.items()})
        hands -= 1
        match.proceed()
    return match.events


def quiet(match: Match, seat: int, action: Action, dice: Dice) -> Action:
    menu = match.round.options(seat)
    if not dice.below(2):
        return action
    if action.kind is ActionKind.TENPAI:
        return NOTEN
    if action.kind in (ActionKind.RON, ActionKind.TSUMO):
        return next(each for each in menu.actions if each == PASS or each.tsumogiri)
    return action


@pytest.mark.parametrize("name", ["wrc", "ema2025", "tenhou"])
@pytest.mark.parametrize(("seed", "hands"), [(5, 2), *at_night((seed, 5) for seed in range(5, 16))])
def test_in_games_of_players_who_err_a_slow_finder_finds_the_same(name: str, seed: int, hands: int) -> None:
    rules = replace(table_rules(PRESETS[name], 1), value_said=True, unchecked=())
    check(rules, erring_game(rules, seed, hands).events)


@pytest.mark.parametrize(
    ("name", "seed", "hands"),
    [("wrc", 3, 1), *at_night((name, seed, 6) for name in ("wrc", "tenhou") for seed in range(2, 6))],
)
def test_in_games_of_players_who_keep_silent_too(name: str, seed: int, hands: int) -> None:
    rules = table_rules(PRESETS[name], 1)
    found = check(rules, silent_game(rules, seed, hands))
    assert found[ErrorKind.RON] + found[ErrorKind.TSUMO] > 0


def check(rules: Ruleset, events: list[ev.Event]) -> Counter[ErrorKind]:
    """The errors of all seats are those of the slow finder; returns how many of each kind there are."""
    kinds: Counter[ErrorKind] = Counter()
    for seat in range(4):
        errors = table_errors(rules, events, seat)
        done = [error for error in errors if error.kind in SAID_OR_DONE]
        found = Counter((each.hand, each.event, each.kind.value, each.what) for each in done)
        assert found == slow_errors(rules, events, seat)
        missed = [error for error in errors if error.kind in (ErrorKind.RON, ErrorKind.TSUMO)]
        slow = slow_missed(rules, events, seat)
        unsure = unjudged(events, seat)
        assert Counter((each.event, each.kind.value) for each in missed if each.event not in unsure) == slow
        kinds.update(error.kind for error in errors)
    return kinds
