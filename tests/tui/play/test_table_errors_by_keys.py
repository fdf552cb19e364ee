"""Every error that a player can commit by keys, under the rulesets that penalise it.

What the screen says, what the record holds, and what happens next. ``docs/table-errors.md`` is the table.
"""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.offences import REFEREE, Offence, Penalty, penalty_for
from engine.rules import PRESETS
from tests.support import table_errors_page
from tests.support.tui.pilot_keys import strike, takes_keys, until
from tests.support.tui.table_errors import DEAD_BY, ERRORS, TableError, at_error
from tui.demo.staged_app import Staged
from tui.desk.decision_options import Mode
from tui.i18n.texts import t
from tui.play.table_steps import FIRST_TOURNAMENT, with_steps
from tui.screens.game.game import GameScreen
from tui.screens.game.ruling import RulingScreen
from tui.words.rulings import source

MOST = 120
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
    for _ in range(MOST):
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
    assert table_errors_page.PAGE.read_text(encoding="utf-8") == table_errors_page.page()


def test_the_errors_are_all_that_keys_can_commit() -> None:
    """Wrong groups and calls after riichi need tiles laid down, which no key does."""
    shown = {error.offence for error in ERRORS}
    assert shown | BY_HAND | REFEREE == set(Offence)
