"""Games by table rules in the real app, by keys: every error that a player can commit, in every ruleset."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from engine import events as ev
from engine.rules import PRESETS, REFEREE, Offence, Penalty, penalty_for
from tests.support.tui.pilot import running, screen_of, strike, table_app, takes_keys, until
from tests.support.tui.sessions import options
from tests.support.tui.table_errors import DEAD_BY, ERRORS, TableError, at_error
from tools.docs.written_pages import TABLE_ERRORS
from tui.demo.staged_app import Staged
from tui.desk.choice import Mode
from tui.i18n import t
from tui.play.play_options import FIRST_TOURNAMENT, with_steps
from tui.screens.game.game import GameScreen
from tui.screens.game.table_rules_screens import RulingScreen
from tui.words.table_rules import source

STEPS = replace(FIRST_TOURNAMENT, window=0)


@pytest.mark.parametrize(("chances", "announced"), [(12, True), (0, False)])
async def test_the_table_begins_with_how_often_bots_err(
    chances: int, announced: bool, tmp_path: Path
) -> None:
    async with running(table_app(tmp_path, options(3, steps=replace(STEPS, bot_errors=chances)))) as (app, _):
        await until(lambda: takes_keys(app))
        scene = screen_of(app, GameScreen)._table.scene
        assert scene is not None
        assert (t("challenge.frequency", chances=12) in scene.reason) is announced


MOST_PRESSES = 120
"""Keys until the wall is empty."""
BY_HAND = {Offence.INVALID_CALL, Offence.RIICHI_CALL, Offence.INVALID_RIICHI}
"""What no key does: laying down wrong tiles; and what no ruleset penalises."""


def penalty_of(rules: str, offence: Offence) -> Penalty | None:
    return penalty_for(with_steps(PRESETS[rules], FIRST_TOURNAMENT), offence)


EVERY_DAY = {
    "a ron in furiten",
    "pon without a pair",
    "the tile that was just called",
}
"""Errors that ``make test`` commits: one of each sort of key."""
CASES = [
    pytest.param(
        error,
        rules,
        id=f"{error.name}, {rules}",
        marks=() if rules == "ema" and error.name in EVERY_DAY else pytest.mark.nightly,
    )
    for error in ERRORS
    for rules in PRESETS
    if penalty_of(rules, error.offence) is not None
]


def fouls(app: Staged) -> list[ev.Foul]:
    """What the record holds of errors."""
    assert app.session is not None
    return [event for event in app.session.match.events if isinstance(event, ev.Foul)]


async def press(app: Staged, key: str) -> None:
    await until(lambda: takes_keys(app))
    await strike(app, key)
    await until(lambda: takes_keys(app))


async def commit(app: Staged, error: TableError, rules: str) -> RulingScreen:
    """Press the keys, then go on to the ruling."""
    if error.keys.startswith("KILL"):
        for key in DEAD_BY[penalty_of(rules, Offence.WITHDRAWN_WIN) is Penalty.DEAD_HAND].split():
            await press(app, key)
        assert isinstance(app.screen, RulingScreen)
        while not (isinstance(app.screen, GameScreen) and app.screen.desk.mode is Mode.TURN):
            await press(app, "enter")
    for key in error.keys.removeprefix("KILL").split():
        await press(app, key)
    for _ in range(MOST_PRESSES):
        if isinstance(app.screen, RulingScreen):
            return app.screen
        screen = app.screen
        declares = isinstance(screen, GameScreen) and screen.desk.mode is Mode.FORM
        await press(app, error.last if declares else "enter")
    raise AssertionError("no ruling")


@pytest.mark.parametrize(("error", "rules"), CASES)
async def test_an_error_is_ruled_on_and_recorded(error: TableError, rules: str) -> None:
    penalty = penalty_of(rules, error.offence)
    assert penalty is not None
    async with at_error(error, rules) as app:
        before = len(fouls(app))
        ruling = (await commit(app, error, rules)).ruling
        # what the record holds
        foul = fouls(app)[-1]
        assert (foul.actor, foul.offence, foul.penalty) == (0, error.offence, penalty)
        assert len(fouls(app)) == before + 1 + error.keys.startswith("KILL")
        # what the screen says: the offence, the rule with its source, the penalty
        assert ruling.offence == t("ruling.own", offence=t(f"reviewed.foul-of.{error.offence}"))
        assert ruling.rule == t("ruling.rule", source=source(PRESETS[rules], penalty))
        assert ruling.penalty
        assert ruling.now
        # what happens now
        assert app.session is not None
        table = app.session.match.round.table
        if penalty is Penalty.CHOMBO:
            assert app.session.outcome is not None
            assert app.session.outcome.offenders == (0,)
        else:
            assert table.seats[0].dead is (penalty is Penalty.DEAD_HAND)


def test_the_page_is_what_engine_and_texts_say() -> None:
    assert TABLE_ERRORS.made() == TABLE_ERRORS.kept


def test_the_errors_are_all_that_keys_can_commit() -> None:
    """Wrong groups and calls after riichi need tiles laid down, which no key does."""
    shown = {error.offence for error in ERRORS}
    assert shown | BY_HAND | REFEREE == set(Offence)
