"""Games by table rules: which steps they have, and that these come back from the record."""

from __future__ import annotations

from pathlib import Path

import click
import pytest
from msgspec.structs import replace

from engine.events import TableSteps
from engine.records.resumed_game import resume
from engine.rules import PRESETS
from tests.support.tui.sessions import folder_at, options
from tui.cli import execute
from tui.config.settings import Settings
from tui.i18n import t
from tui.play.play_options import FIRST_TOURNAMENT, PlayOptions, at_seat, chosen_steps
from tui.play.session import Setup, option_difference
from tui.play.start_game import begin, open_for_play
from tui.screens.new_game import GameField, NewGameScreen


def test_the_settings_of_a_new_player_are_those_of_a_first_tournament() -> None:
    assert chosen_steps(Settings()) == FIRST_TOURNAMENT


@pytest.mark.parametrize(
    ("steps", "errors", "said", "unchecked"),
    [
        (TableSteps(live_calls=True, window=3), "penalised", False, 0),
        (TableSteps(rulings=True), "penalised", False, 0),
        (TableSteps(count=True), "prevented", True, 0),
        (TableSteps(tenpai=True), "penalised", False, 0),
        (TableSteps(bot_errors=5), "penalised", False, 3),
        (FIRST_TOURNAMENT, "penalised", True, 3),
    ],
    ids=str,
)
def test_each_step_can_be_on_alone(steps: TableSteps, errors: str, said: bool, unchecked: int) -> None:
    setup = Setup.of(options(4, steps=steps))
    assert (setup.rules.errors, setup.rules.value_said) == (errors, said)
    assert len(setup.rules.unchecked) == unchecked
    assert setup.seat not in setup.rules.unchecked


@pytest.mark.parametrize("rules", PRESETS)
def test_the_steps_come_back_from_the_record(rules: str) -> None:
    match = Setup.of(options(4, rules=rules, steps=FIRST_TOURNAMENT)).match()
    again = resume(match.events).match
    assert again.steps == match.steps == at_seat(FIRST_TOURNAMENT, Setup.of(options(4)).seat)
    assert again.rules == match.rules


def test_undo_is_off() -> None:
    assert Setup.of(options(4, undo=True, steps=TableSteps(count=True))).match().takebacks is None


@pytest.mark.parametrize(
    ("played", "asked", "differs"),
    [
        (FIRST_TOURNAMENT, None, False),
        (FIRST_TOURNAMENT, FIRST_TOURNAMENT, False),
        (FIRST_TOURNAMENT, replace(FIRST_TOURNAMENT, window=3), True),
        (None, FIRST_TOURNAMENT, True),
    ],
)
def test_other_steps_than_those_of_the_unfinished_game_are_refused(
    tmp_path: Path, played: TableSteps | None, asked: TableSteps | None, differs: bool
) -> None:
    with folder_at(tmp_path) as folder:
        session = begin(folder, options(4, steps=played))
        told = option_difference(session.match, PlayOptions(steps=asked))
    assert (told is not None) == differs
    if differs:
        with pytest.raises(click.ClickException, match="--new"):
            open_for_play(folder, PlayOptions(steps=asked))


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--window", "3"], "--table-rules"),
        (["--table-rules", "--undo"], "--undo"),
        (["--table-rules", "--window", "7"], "--window"),
    ],
)
def test_options_that_do_not_go_together_are_named(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert execute(["play", *arguments]) == 2
    assert told in capsys.readouterr().err


def test_the_form_offers_no_table_rules_the_preset_and_the_own_choice() -> None:
    own = TableSteps(count=True)
    form = NewGameScreen(PlayOptions(undo=True), own)
    seen = []
    for _ in range(4):
        seen.append(form.options.steps)
        form.change(GameField.TABLE_RULES, 1)
    assert seen == [None, FIRST_TOURNAMENT, own, None]


def test_the_form_says_how_often_bots_err() -> None:
    form = NewGameScreen(PlayOptions(), TableSteps(bot_errors=4))
    seen = []
    for _ in range(3):
        seen.append(form.about(GameField.TABLE_RULES))
        form.change(GameField.TABLE_RULES, 1)
    off, tournament, own = seen
    assert not any(t("challenge.frequency", chances=chances) in off for chances in (4, 12))
    assert t("challenge.frequency", chances=12) in tournament
    assert t("challenge.frequency", chances=4) in own
