"""Levels: how they are named, what is refused, and that all four differ."""

from __future__ import annotations

import sys

import pytest

from ai.bot import EventListener, Level, UnknownBot
from ai.bots.registry import BASELINES, BOTS_WITH_LEVELS, STYLES, LateBot, check_bot, make_bot, parse_bot
from engine.match import Match
from engine.rules import ruleset
from tests.support.fresh_interpreter import run


@pytest.mark.parametrize("name", STYLES)
def test_a_style_without_a_level_is_regular(name: str) -> None:
    for text in (name, f"{name}:regular"):
        assert parse_bot(text) == (text, name, Level.REGULAR)
    assert type(make_bot(f"{name}:regular")) is type(make_bot(name))
    assert make_bot(name).name == name


@pytest.mark.parametrize("name", STYLES)
@pytest.mark.parametrize("level", [Level.BEGINNER, Level.NOVICE, Level.EXPERT])
def test_each_style_has_a_bot_for_each_level(name: str, level: Level) -> None:
    bot = make_bot(f"{name}:{level}")
    assert bot.name == f"{name}:{level}"
    assert parse_bot(bot.name) == (bot.name, name, level)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "suphx:expert",
            "no bot 'suphx' (there are: hayai, mamori, takame, tsumogiri, tenpai, shanten, mjai:COMMAND)",
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
        ("", "no bot '' (there are: hayai, mamori, takame, tsumogiri, tenpai, shanten, mjai:COMMAND)"),
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
