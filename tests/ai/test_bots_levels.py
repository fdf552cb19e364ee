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
from engine import shape
from engine.actions import Action, ActionKind
from engine.hand import Hand
from engine.match import Match
from engine.options import Options, options
from engine.own_rules import ruleset
from engine.round import Round
from engine.rules import TENHOU
from engine.tiles import NAMES, parse_tile, parse_tiles
from engine.view import SeatView
from tests.ai.test_bots_hand_evaluation import CALM, RIICHI, discard
from tests.support.ai.seat_views import ACROSS, LEFT, ME, RIGHT, calls, choice, discards, seat_view, shuffled
from tests.support.fresh_interpreter import run
from tests.support.nightly import at_night


@pytest.mark.parametrize("name", STYLES)
def test_a_style_without_a_level_is_regular(name: str) -> None:
    for text in (name, f"{name}:regular"):
        assert parse_bot(text) == (text, name, Level.REGULAR)
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
PUSHERS = ("hayai:beginner", "takame:beginner")


def shanten_after(hand: str, tile: str) -> int:
    """Shanten of the hand without that tile."""
    tiles = list(parse_tiles(hand))
    tiles.remove(parse_tile(tile))
    return shape.shanten(Hand(tiles).counts)


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


@pytest.mark.parametrize("name", [*PUSHERS[:1], "mamori:beginner"])
def test_the_loneliest_tile_goes(name: str) -> None:
    assert discard(choice(name, seat_view("23467m34667p346s1z", draws="5p"))) == "1z"


@pytest.mark.parametrize("name", BEGINNERS)
def test_he_steps_back_from_tenpai(name: str) -> None:
    """One away: 9s looks lonelier than 8p, but 7s 9s is a wait and 8p is nothing."""
    hand = "6m4458p56779s555z"
    view = seat_view(hand, draws="7m", past=CALM)
    assert discard(choice(name, view)) == "9s"
    assert shanten_after(f"{hand}7m", "9s") == 2
    for better in ("hayai:novice", "hayai"):
        assert discard(choice(better, view)) == "8p"
    assert shanten_after(f"{hand}7m", "8p") == 1


@pytest.mark.parametrize("name", BEGINNERS)
def test_he_waits_on_tiles_that_are_gone(name: str) -> None:
    """Riichi on the last 3s; a regular keeps 4z and gives the wait up."""
    gone = (discards(RIGHT, "3s9m1z"), discards(ACROSS, "3s9p4z"), discards(LEFT, "3s1m3z"))
    view = seat_view("123m567p678m24s55p", draws="4z", past=gone)
    assert str(choice(name, view)) == "riichi 4z"
    assert discard(choice("hayai", view)) == "2s"


@pytest.mark.parametrize("name", BEGINNERS)
def test_he_declares_riichi_in_furiten(name: str) -> None:
    """He discarded 3s himself, and the hand waits on 3s and 6s."""
    past = (*CALM[:3], discards(ME, "3s1z4z9s4z"))
    view = seat_view("123m567p678m45s55p", draws="9p", past=past)
    assert str(choice(name, view)) == "riichi 9p"


# -- the others ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PUSHERS)
def test_two_of_three_never_notice_a_riichi(name: str) -> None:
    hand = "147m258p369s1257z"
    assert choice(name, seat_view(hand, draws="6p", past=RIICHI)) == choice(
        name, seat_view(hand, draws="6p", past=CALM)
    )


def test_the_defender_gives_up_a_good_hand_at_once() -> None:
    """Tenpai with a good wait: every other level pushes, and he has no tile that is safe either."""
    view = seat_view("234m34p567s678p88s", draws="4s", past=RIICHI)
    assert discard(choice("mamori:beginner", view)) == "3p"
    for level in ("mamori:novice", "mamori", "mamori:expert"):
        assert choice(level, view).tile in parse_tiles("47s")


def test_the_defender_takes_an_honour_for_safe() -> None:
    """The regular has no use for a pair of dragons in sight of tenpai either, but he knows 9m to be safe."""
    view = seat_view("345m34557p678s66z8p", draws="5p", past=RIICHI)
    assert discard(choice("mamori:beginner", view)) == "6z"
    known = seat_view("345m34557p678s66z6m", draws="5p", past=RIICHI)
    assert discard(choice("mamori:beginner", known)) == "6m"


def test_the_defender_is_afraid_of_two_melds() -> None:
    hand = "345m3457p678s66z1p"
    one = [*CALM, calls(RIGHT, "222m", throws="9m")]
    two = [*CALM, calls(RIGHT, "222m", "999s", throws="9m")]
    assert str(choice("mamori:beginner", seat_view(hand, draws="8p", past=one))) == "riichi 1p"
    assert discard(choice("mamori:beginner", seat_view(hand, draws="8p", past=two))) == "6z"
    assert choice("mamori:beginner", seat_view(hand, offered="6z", past=two)).kind is ActionKind.PASS


# -- calls and kans --------------------------------------------------------------------------------------


def test_the_fast_one_opens_a_hand_without_a_yaku() -> None:
    """A pon of 5s beside terminals: no yaku is in sight, and no other level would call."""
    view = seat_view("123m79p155s3468s4z", offered="5s", past=CALM)
    kinds = {name: choice(name, view).kind for name in (*BEGINNERS, "hayai:novice", "hayai")}
    assert kinds.pop("hayai:beginner") is ActionKind.PON
    assert set(kinds.values()) == {ActionKind.PASS}


def test_then_it_hopes_for_tanyao() -> None:
    """Open without yakuhai, 1m goes out of a finished sequence; closed, it stays."""
    hand = "123m468p3344s7s39p"
    called = [*CALM, calls(ME, "234s", throws="9p")]
    assert discard(choice("hayai:beginner", seat_view(hand, draws="6s", past=called))) == "1m"
    assert discard(choice("hayai:beginner", seat_view(hand, draws="6s", past=CALM))) == "9p"


def test_it_opens_with_a_triplet_alone() -> None:
    """A sequence only follows; a pair of terminals or of guest winds is no triplet that it wants."""
    hand = "479m3568p346s2z11s"
    closed = seat_view(hand, offered="7p", past=CALM)
    opened = seat_view(f"{hand[:-2]}4z44s", offered="7p", past=[*CALM[:3], calls(ME, "444s", throws="4z")])
    assert choice("hayai:beginner", closed).kind is ActionKind.PASS
    assert choice("hayai:beginner", opened).kind is ActionKind.CHI
    assert choice("hayai:beginner", seat_view(hand, offered="1s", past=CALM)).kind is ActionKind.PASS


@pytest.mark.parametrize("name", BEGINNERS)
def test_a_beginner_who_waits_calls_nothing(name: str) -> None:
    """Open and tenpai on 5s and 8s: the pair is not called to a triplet."""
    past = [*CALM[:3], calls(ME, "444m", throws="1z"), calls(ME, "234p", throws="9p")]
    view = seat_view("44m34p1z9p67s22s555z", offered="2s", past=past)
    assert choice(name, view).kind is ActionKind.PASS


@pytest.mark.parametrize("name", BEGINNERS)
def test_no_beginner_waits_on_tiles_that_all_lie_open(name: str) -> None:
    """A pon of 3s lies open, and the fourth one in a pond: 2s 4s waits on nothing, and no riichi follows."""
    gone = [*CALM, calls(RIGHT, "333s", throws="9m"), discards(ACROSS, "3s")]
    action = choice(name, seat_view("123m567p678m24s55p", draws="4z", past=gone))
    assert action.kind is ActionKind.DISCARD


@pytest.mark.parametrize("name", BEGINNERS)
def test_every_beginner_calls_a_dragon(name: str) -> None:
    view = seat_view("149m367p468s2z55z1p", offered="5z", by=ACROSS)
    assert choice(name, view).kind is ActionKind.PON


@pytest.mark.parametrize("name", BEGINNERS)
def test_every_closed_kan_is_made(name: str) -> None:
    """Even one that takes the wait from 2m and 3m, which no novice makes."""
    view = seat_view("1112m456p789s9s35m7p", draws="1m")
    assert choice(name, view).kind is ActionKind.CLOSED_KAN
    assert choice("hayai:novice", view).kind is ActionKind.DISCARD


def test_the_collector_sees_a_flush_in_six_tiles() -> None:
    """Lonely honours stay, and 3m goes, which lies beside nothing but the other suit."""
    view = seat_view("135689p345s78m2z5z", draws="3m")
    assert discard(choice("takame:beginner", view)) == "3m"
    assert discard(choice("hayai:beginner", view)) == "5z"


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
