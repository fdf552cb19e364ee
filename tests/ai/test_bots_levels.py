"""Bots of all styles and levels: games that they play, the beginner's habits, and what they cannot see."""

from __future__ import annotations

import sys
from collections.abc import Callable
from random import Random

import pytest
from msgspec.structs import replace

from ai.arena.contest import Contest, play_deal
from ai.bot import Bot, EventListener, Level, UnknownBot
from ai.bots.beginner import company_of
from ai.bots.registry import (
    BASELINES,
    BOT_NAMES,
    BOTS_WITH_LEVELS,
    STYLES,
    LateBot,
    check_bot,
    make_bot,
    parse_bot,
)
from engine.actions import Action
from engine.hand import Hand
from engine.match import Match
from engine.options import Options, options
from engine.own_rules import ruleset
from engine.round import Round
from engine.rules import TENHOU
from engine.tiles import NAMES, parse_tiles
from engine.view import SeatView
from tests.support.ai.seat_views import shuffled
from tests.support.fresh_interpreter import run
from tests.support.nightly import at_night


@pytest.mark.parametrize("name", STYLES)
def test_a_style_without_a_level_is_regular(name: str) -> None:
    for text in (name, f"{name}:regular"):
        spec = parse_bot(text)
        assert (spec.text, spec.name, spec.level) == (text, name, Level.REGULAR)
    assert type(make_bot(f"{name}:regular")) is type(make_bot(name))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "suphx:expert",
            f"no bot 'suphx' (there are: {', '.join(BOT_NAMES)}, mjai:COMMAND)",
        ),
        (
            "hayai:master",
            "bot 'hayai:master': no level 'master' (there are: beginner, novice, regular, expert)",
        ),
        ("hayai:", "bot 'hayai:': no level '' (there are: beginner, novice, regular, expert)"),
        (
            "hayai:Expert",
            "bot 'hayai:Expert': no level 'Expert' (there are: beginner, novice, regular, expert)",
        ),
        (
            "hayai:expert:x",
            "bot 'hayai:expert:x': no level 'expert:x' (there are: beginner, novice, regular, expert)",
        ),
        ("tenpai:expert", "bot 'tenpai:expert': tenpai has no levels"),
        ("", f"no bot '' (there are: {', '.join(BOT_NAMES)}, mjai:COMMAND)"),
    ],
)
def test_a_wrong_name_or_level_is_refused_by_that_word(text: str, message: str) -> None:
    with pytest.raises(UnknownBot) as refused:
        check_bot(text)
    assert str(refused.value) == message


def test_every_bot_is_listed_once_as_it_is_asked_for() -> None:
    assert len(BOTS_WITH_LEVELS) == len(STYLES) * len(Level) + len(BASELINES)
    assert [make_bot(text).name for text in BOTS_WITH_LEVELS] == list(BOTS_WITH_LEVELS)


def test_an_external_program_is_asked_for_by_its_command() -> None:
    for text in ("mjai:python bot.py {seat}", "mjai-lines:./bot: --x"):
        assert parse_bot(text).text == text
        assert isinstance(make_bot(text, external=True), EventListener)
    with pytest.raises(UnknownBot, match="no bot 'mjai'"):
        parse_bot("mjai")


LOADED = "import sys, ai.bots.registry; print(*(name for name in sys.modules if name.startswith('ai.')))"


def test_the_registry_loads_no_bot_before_one_is_made() -> None:
    loaded = set(run([sys.executable, "-c", LOADED]).split())
    assert "ai.bots.registry" in loaded
    assert loaded & {"ai.bots.styled_bot", "ai.bots.baselines", "ai.mjai.external"} == set()


@pytest.mark.parametrize("text", [*BOTS_WITH_LEVELS, "hayai:regular"])
def test_a_late_bot_has_the_name_and_the_choice_of_the_bot(text: str) -> None:
    match = Match(ruleset("wrc"), 5, ("a", "b", "c", "d"))
    (seat,) = match.acting
    view, menu = match.round.view(seat), match.round.options(seat)
    late, bot = LateBot(text), make_bot(text)
    assert late.name == bot.name
    assert late.choose(view, menu) == bot.choose(view, menu)


BEGINNERS = tuple(f"{name}:beginner" for name in STYLES)
# -- one tile at a time ----------------------------------------------------------------------------------


def test_company_is_counted_tile_by_tile() -> None:
    """Slowly: every other tile of the hand adds what it is to this one."""
    hand = parse_tiles("1123m579p44s55567z")
    counts = Hand(hand).counts
    beside = {0: 3, 1: 3, 2: 1}
    for tile in set(hand):
        kinds = {other for other in hand if other != tile}
        near = [other for other in kinds if tile < 27 > other and other // 9 == tile // 9]
        company = sum(beside.get(abs(other - tile), 0) for other in near)
        company += 3 * (hand.count(tile) - 1) + 6 * (hand.count(tile) >= 3)
        company += tile < 27 and tile % 9 not in (0, 8)
        assert company_of(tile, counts) == company, NAMES[tile]


# -- whole hands -----------------------------------------------------------------------------------------


def test_beginners_break_no_rule() -> None:
    rules = replace(TENHOU, length="hand")
    count = play_deal(Contest((*BEGINNERS, "shanten"), 8, 5, rules, check=True), 0)
    assert count.games == 4
    assert count.events > 300


BOTS = ("hayai", "mamori", "takame")


def changed_decisions(maker: Callable[[Round], Bot], seed: int, every: int) -> tuple[int, int]:
    """Play a hand with three bots; how many of the decisions looked at change when hidden tiles do."""
    chance = Random(seed)
    match = Match(ruleset("tenhou"), seed)
    seats = [make_bot(BOTS[(seat + seed) % 3]) for seat in range(4)]
    asked = changed = decisions = 0
    while match.acting:
        choices: dict[int, Action] = {}
        for seat in match.acting:
            menu = match.round.options(seat)
            choices[seat] = seats[seat].choose(menu.view, menu)
            decisions += 1
            if decisions % every == 0 and len(menu.actions) > 1:
                twin = shuffled(match.round, seat, chance)
                here = maker(match.round).choose(menu.view, menu)
                there = maker(twin).choose(twin.view(seat), options(twin.view(seat)))
                asked += 1
                changed += here != there
        match.step(choices)
    return asked, changed


LEVELS = ("hayai:expert", "mamori:novice", "hayai:beginner", "mamori:beginner")


@pytest.mark.parametrize("seeds", [range(1), *at_night([range(1, 12)])], ids=["one", "eleven"])
@pytest.mark.parametrize("name", [*BOTS, *LEVELS, "tenpai", "shanten"])
def test_no_decision_depends_on_what_is_hidden(name: str, seeds: range) -> None:
    counts = [changed_decisions(lambda _: make_bot(name), seed, every=3) for seed in seeds]
    assert sum(changed for _, changed in counts) == 0
    assert sum(asked for asked, _ in counts) > 15 * len(seeds)


class Peeker:
    """A cheat, to show that the test would catch one: it discards what the next player holds most of."""

    name = "peeker"

    def __init__(self, game: Round) -> None:
        self.game = game

    def choose(self, view: SeatView, options: Options) -> Action:
        held = self.game.own[(view.seat + 1) % 4].hand
        return max(options.actions, key=lambda action: held.tiles.count(action.tile or 0))


def test_a_bot_that_peeks_is_caught() -> None:
    asked, changed = changed_decisions(Peeker, 1, every=6)
    assert changed > asked // 4
