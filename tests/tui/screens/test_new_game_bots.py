"""The form of a new game offers every bot in every level, and says what each is."""

from __future__ import annotations

from ai.bots.registry import BOTS_WITH_LEVELS
from engine.rules import PRESETS
from tui.i18n.texts import t
from tui.play.options import PlayOptions
from tui.screens.start.new_game import NewGameScreen
from tui.words.bot_names import bot_title


def test_every_bot_is_chosen_in_turn_and_described() -> None:
    form = NewGameScreen(PlayOptions())
    seen: dict[str, str] = {}
    for _ in BOTS_WITH_LEVELS:
        form.change("left", 1)
        assert form.options.bots is not None
        assert form.value("left") == bot_title(form.options.bots[2])
        seen[form.options.bots[2]] = form.about("left")
    assert set(seen) == set(BOTS_WITH_LEVELS)
    assert len(set(seen.values())) == len(BOTS_WITH_LEVELS)
    assert "Expert" in seen["hayai:expert"]
    assert "Regular" in seen["hayai"]


def test_a_program_outside_is_named_as_one() -> None:
    form = NewGameScreen(PlayOptions(bots=("mjai:hayai", "hayai", "tenpai")))
    assert t("newgame.bots.outside") in form.about("right")
    assert t("newgame.bots.outside") not in form.about("across")


def test_a_program_outside_stays_one_of_the_values() -> None:
    programs = ("mjai:python3 slow.py", "hayai", "mjai-lines:other")
    form = NewGameScreen(PlayOptions(bots=programs))
    seen = []
    for _ in range(len(BOTS_WITH_LEVELS) + 2):
        form.change("right", 1)
        assert form.options.bots is not None
        seen.append(form.options.bots[0])
    assert set(seen) == {*BOTS_WITH_LEVELS, programs[0], programs[2]}
    assert seen[-1] == programs[0], "round to where it began"
    form.change("right", 1)
    form.change("right", -1)
    assert form.options.bots == programs


def test_a_length_that_was_chosen_stays_with_another_ruleset() -> None:
    form = NewGameScreen(PlayOptions())
    while form.value("length") != "East round":
        form.change("length", 1)
    rules = form.value("rules")
    form.change("rules", 1)
    assert form.value("rules") != rules
    assert form.value("length") == "East round"
    assert form.options.length == "east"


def test_until_a_length_is_chosen_it_is_that_of_the_ruleset() -> None:
    form = NewGameScreen(PlayOptions())
    for rules, preset in PRESETS.items():
        while form.options.rules != rules:
            form.change("rules", 1)
        assert form.value("length") == t(f"newgame.lengths.{preset.length}")
    assert form.options.length is None
