"""``furiten play``: start or continue a game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click
from msgspec.structs import replace

from engine.events import TableSteps
from tui.commands.shared import offered_bots, rules_option, whole_seed
from tui.config.settings import ClaimWindow, OnOff, SettingsFile
from tui.i18n import t
from tui.play.play_options import LENGTHS, OPPONENTS, SPEEDS, WINDOWS, PlayOptions, chosen_steps
from tui.system.files import data_folder
from tui.system.process import gc_paused

Command = TypeVar("Command", bound=Callable[..., object])


def table_options(
    *, bots: int, wrong_bots: str, seed: str, names: str, speed: str
) -> Callable[[Command], Command]:
    """Adds the options of a game at the table: ruleset, length, seed, bots and speed.

    ``wrong_bots`` is the key of the error for another number of bots; the other texts are helps.
    """
    options = (
        rules_option,
        click.option("--length", type=click.Choice(LENGTHS, case_sensitive=False), help=t("play.length")),
        click.option("--seed", metavar="N", callback=whole_seed, help=seed),
        click.option(
            "--bots",
            metavar=",".join("ABCD"[:bots]),
            callback=_bots(bots, wrong_bots),
            shell_complete=offered_bots,
            help=names,
        ),
        click.option("--speed", type=click.Choice(SPEEDS, case_sensitive=False), help=speed),
    )

    def add(function: Command) -> Command:
        for option in reversed(options):
            function = option(function)
        return function

    return add


def _bots(count: int, wrong: str) -> Callable[[click.Context, click.Parameter, str | None], object]:
    """The callback that splits ``A,B,C``; it raises BadParameter unless they are so many existing bots."""

    def split(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[str, ...] | None:
        if value is None:
            return None
        from ai.bot import UnknownBot
        from ai.bots.registry import check_bot, split_bots

        try:
            names = split_bots(value)
            if len(names) != count or not all(names):
                raise click.BadParameter(t(wrong, needed=count, given=value), ctx, param)
            for name in names:
                check_bot(name)
        except UnknownBot as error:
            raise click.BadParameter(str(error), ctx, param) from None
        return names

    return split


@click.command(name="play", help=t("play.help"), epilog=t("play.example"))
@table_options(
    bots=OPPONENTS,
    wrong_bots="play.bots-count",
    seed=t("play.seed"),
    names=t("play.bots"),
    speed=t("play.speed"),
)
@click.option("--undo", is_flag=True, default=None, help=t("play.undo"))
@click.option("--table-rules", is_flag=True, help=t("play.table-rules"))
@click.option("--window", type=click.Choice([each.value for each in ClaimWindow]), help=t("play.window"))
@click.option("--new", is_flag=True, help=t("play.new"))
@click.option("--plain", is_flag=True, help=t("play.plain"))
@click.option("--coach/--no-coach", default=None, help=t("play.coach"))
@click.option("--from", "record", metavar="FILE", type=click.Path(path_type=Path), help=t("play.from"))
@click.option("--at", metavar="HAND.STEP", help=t("play.from-at"))
@click.option("--seat", type=click.IntRange(0, 3), metavar="N", help=t("replay-command.seat"))
@click.option("--game", type=click.IntRange(1), metavar="N", help=t("replay-command.game"))
def command(
    plain: bool,
    coach: bool | None,
    table_rules: bool,
    window: str | None,
    record: Path | None,
    at: str | None,
    seat: int | None,
    game: int | None,
    **options: Any,
) -> int | None:
    """Start the app at the table, or the game in plain lines."""
    if (record, at, seat, game) != (None,) * 4:
        others = [each for each in options.values() if each is not None and each is not False]
        if record is None or plain or table_rules or others:
            raise click.UsageError(t("play.from-alone"))
        if coach is not None:
            _turn_coach(on=coach)
        with gc_paused():
            from tui.replay.replay_state import open_replay
            from tui.shell.launch import run

            replay = open_replay(record, seat, at, game)
        return run(opens=lambda app: app.show_replay(replay, plays_on=True))
    if window is not None and not table_rules:
        raise click.UsageError(t("play.window-alone"))
    if table_rules and options["undo"]:
        raise click.UsageError(t("play.undo-by-table-rules"))
    if table_rules:
        options["steps"] = _steps(window, plain=plain)
    if coach is not None:
        _turn_coach(on=coach)
    if plain:
        from tui.plain.plain_game import run as run_plain

        return run_plain(PlayOptions(**options))
    with gc_paused():
        from tui.shell.launch import run

    return run(PlayOptions(**options))


def _steps(window: str | None, *, plain: bool) -> TableSteps:
    """The steps of the settings, with that window; plain lines have no clock."""
    steps = chosen_steps(SettingsFile(data_folder()).values)
    if plain:
        return replace(steps, window=0)
    return steps if window is None else replace(steps, window=WINDOWS[ClaimWindow(window)])


def _turn_coach(*, on: bool) -> None:
    """Save the coach setting; raises OSError."""
    file = SettingsFile(data_folder())
    chosen = OnOff.ON if on else OnOff.OFF
    if file.values.coach is not chosen:
        file.change(replace(file.values, coach=chosen))
