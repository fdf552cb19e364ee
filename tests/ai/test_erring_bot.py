"""Bots that err: how often, at what, and the same after a resume."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from ai.bot import BotFault, default_action
from ai.bots.erring import ErringBot, MiscountingProgram, erring, miscounts
from ai.bots.registry import make_bot
from ai.play import PERSON, Pending, Play
from engine import events as ev
from engine.actions import PASS, Action, ActionKind
from engine.events import TableSteps
from engine.match import Match
from engine.options import Options
from engine.records.resumed_game import resume
from engine.results import CountPart, called_win, differences, said_count
from engine.rules import EMA, WRC, Offence, Ruleset
from engine.view import SeatView
from tests.support.engine.deals import deal, in_words

NAMES = (PERSON, "hayai", "tenpai", "takame")
BOTS = (1, 2, 3)


def table(seed: int, chances: int, rules: Ruleset = WRC) -> Play:
    """A game by table rules; the person's seat is played by whoever asks."""
    rules = replace(rules, errors="penalised", value_said=True, unchecked=BOTS, length="east")
    steps = TableSteps(rulings=True, count=True, bot_errors=chances, unchecked=BOTS)
    return seated(Match(rules, seed, NAMES, steps=steps))


def seated(match: Match) -> Play:
    return Play(match, 0, {seat: make_bot(NAMES[seat]) for seat in BOTS})


def go_on(play: Play, hands: int) -> None:
    """The person discards what is drawn, calls nothing and challenges nothing."""
    person = make_bot("tsumogiri")
    while hands and play.pending is not Pending.GAME_OVER:
        match play.pending:
            case Pending.BOTS:
                play.advance()
            case Pending.PERSON:
                play.choose(person.choose(play.view, play.options))
            case _:
                play.proceed()
                hands -= 1


def errors(match: Match) -> Counter[str]:
    """What went wrong in a game, from its events."""
    found = Counter[str]()
    for event in match.events:
        if isinstance(event, ev.Foul):
            found[event.offence] += 1
        if isinstance(event, ev.WinCounted):
            found["counts"] += 1
        if isinstance(event, ev.Hora):
            found["wins"] += 1
    return found


def test_the_frequency_is_about_what_was_announced() -> None:
    wrong = Counter[bool]()
    for seed in range(3):
        play = table(seed, 2)
        hands = 6
        person = make_bot("tsumogiri")
        while hands and play.pending is not Pending.GAME_OVER:
            if play.pending is Pending.HAND_OVER:
                play.proceed()
                hands -= 1
                continue
            game = play.match.round
            winner = game.table.counting
            if winner is not None and winner in BOTS:
                right = called_win(game.table, winner)
                play.advance()
                said = said_count(game.table.counted[winner])
                parts = differences(said, right, play.match.rules)
                wrong[bool(parts)] += 1
                assert not parts or CountPart.PAYMENT in parts
            elif play.pending is Pending.BOTS:
                play.advance()
            else:
                play.choose(person.choose(play.view, play.options))
    assert wrong[True]
    assert wrong[False]


@pytest.mark.parametrize("rules", [WRC, EMA], ids=["wrc", "ema"])
def test_a_game_without_errors_has_none(rules: Ruleset) -> None:
    play = table(3, 0, rules)
    go_on(play, 3)
    assert set(errors(play.match)) <= {"counts", "wins"}


def test_the_bots_choose_the_same_after_a_resume() -> None:
    play = table(4, 1)
    go_on(play, 5)
    assert sum(count for name, count in errors(play.match).items() if name not in ("counts", "wins"))
    for cut in (40, 120, 200):
        again = seated(resume(play.match.events[:cut]).match)
        go_on(again, 5)
        shorter = min(len(again.match.events), len(play.match.events))
        assert again.match.events[:shorter] == play.match.events[:shorter]


def test_what_an_erring_bot_may_say() -> None:
    """2 han 30 fu: each neighbour in han and in fu, with the payment that belongs to it."""
    rules = replace(WRC, errors="penalised", value_said=True, unchecked=(1,))
    play = deal(south="34567p234m234s5s9m", draws="1z5s2z2z5p", rules=rules)
    play.discard("1z", "9m", "2z", "2z", "5p").ron(1)
    win = called_win(play.game.table, 1)
    said = {(each.han, each.fu): each.deltas[1] for each in miscounts(play.game.table, win)}
    assert said == {(1, 30): 1000, (3, 30): 3900, (2, 40): 2600}


@pytest.mark.parametrize(("chances", "wins"), [(1, True), (10**9, False)])
def test_a_ron_in_furiten(chances: int, wins: bool) -> None:
    """South has discarded 2p, one of the three tiles that complete the hand."""
    rules = replace(WRC, errors="penalised", value_said=True, unchecked=(1,))
    play = in_words("S 34567p234m234s5s2p, draws 1z5s2z2z5p / 1z; 2p; 2z; 2z; 5p", rules)
    game = play.game
    action = ErringBot(make_bot("tsumogiri"), 1, chances).choose(game.view(1), game.options(1))
    assert (action.kind is ActionKind.RON) is wins


def test_a_hand_that_is_not_complete_is_never_called_a_win() -> None:
    rules = replace(WRC, errors="penalised", value_said=True, unchecked=(1,))
    game = deal(draws="1z", rules=rules).discard("1z").game
    assert ErringBot(make_bot("tsumogiri"), 1, 1).choose(game.view(1), game.options(1)) == PASS


@pytest.mark.parametrize(("chances", "kans"), [(1, True), (10**9, False)])
def test_a_closed_kan_after_riichi_that_changes_the_wait(chances: int, kans: bool) -> None:
    """South is in riichi with 2223p and draws the last 2p: the kan would leave a wait on 3p alone."""
    rules = replace(WRC, errors="penalised", value_said=True, unchecked=(1,))
    play = in_words("S 2223p456m456789s, draws 1z9m3z4z5z2p / 1z; riichi 9m; drawn 3; passes", rules)
    assert Offence.BAD_CLOSED_KAN in play.errors(1)
    view, menu = play.view(1), play.game.options(1)
    action = ErringBot(make_bot("tsumogiri"), 1, chances).choose(view, menu)
    assert (action.kind is ActionKind.CLOSED_KAN) is kans
    assert (action == play.mistake(1, Offence.BAD_CLOSED_KAN, "2p")) is kans


class Program:
    """An external program as a game sees it: it follows the events and wins whenever it can."""

    name = "program"

    def __init__(self) -> None:
        self.heard: list[ev.Event] = []

    def observe(self, seat: int, events: Sequence[ev.Event]) -> None:
        self.heard += events

    def choose(self, view: SeatView, options: Options) -> Action:
        first = options.actions[0]
        return first if first.kind is ActionKind.RON else default_action(view, options)

    def take_faults(self) -> list[BotFault]:
        return []

    def reset(self) -> None:
        self.heard.clear()

    def close(self) -> None:
        """Nothing runs."""


@pytest.mark.parametrize(("chances", "wrong"), [(1, True), (10**9, False)])
def test_an_external_program_errs_in_its_counts(chances: int, wrong: bool) -> None:
    rules = replace(WRC, errors="penalised", value_said=True, unchecked=(1,))
    play = deal(south="34567p234m234s5s9m", draws="1z5s2z2z5p", rules=rules)
    play.discard("1z", "9m", "2z", "2z", "5p").ron(1)
    game = play.game
    win = called_win(game.table, 1)
    said = erring(Program(), 1, chances).choose(game.view(1), game.options(1)).said
    assert said is not None
    assert bool(differences(said, win, rules)) is wrong


def test_an_external_program_plays_as_it_is() -> None:
    """It does not ron in furiten, though it errs at every chance, and it still hears every event."""
    rules = replace(WRC, errors="penalised", value_said=True, unchecked=(1,))
    play = in_words("S 34567p234m234s5s2p, draws 1z5s2z2z5p / 1z; 2p; 2z; 2z; 5p", rules)
    program = Program()
    bot = erring(program, 1, 1)
    assert bot.name == "program"
    assert bot.choose(play.view(1), play.game.options(1)) == PASS
    bot.observe(1, play.game.events)
    assert program.heard == list(play.game.events)


def test_every_bot_of_a_game_errs() -> None:
    match = table(1, 1).match
    play = Play(match, 0, {1: make_bot("hayai"), 2: Program(), 3: make_bot("takame")})
    kinds = [type(bot) for bot in play._players.bots.values()]
    assert kinds == [ErringBot, MiscountingProgram, ErringBot]
