"""``furiten play``: straight to the table."""

from __future__ import annotations

from typing import Any

import click

from tui.options import LENGTHS, OPPONENTS, SPEEDS, PlayOptions
from tui.parameters import rules_option, whole_seed
from tui.texts import t


def _three_bots(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[str, ...] | None:
    """Split ``A,B,C``; raises BadParameter unless they are bots, and as many as opponents."""
    if value is None:
        return None
    names = tuple(name.strip() for name in value.split(","))
    if len(names) != OPPONENTS or not all(names):
        raise click.BadParameter(t("play.bots-count", needed=OPPONENTS, given=value), ctx, param)
    from ai.bot import UnknownBot, make_bot

    try:
        for name in names:
            make_bot(name)
    except UnknownBot as error:
        raise click.BadParameter(str(error), ctx, param) from None
    return names


@click.command(name="play", help=t("play.help"), epilog=t("play.example"))
@rules_option
@click.option("--length", type=click.Choice(LENGTHS, case_sensitive=False), help=t("play.length"))
@click.option("--seed", metavar="N", callback=whole_seed, help=t("play.seed"))
@click.option("--bots", metavar="A,B,C", callback=_three_bots, help=t("play.bots"))
@click.option("--speed", type=click.Choice(SPEEDS, case_sensitive=False), help=t("play.speed"))
@click.option("--new", is_flag=True, help=t("play.new"))
@click.option("--plain", is_flag=True, help=t("play.plain"))
def command(plain: bool, **options: Any) -> int | None:
    """Start the app at the table, or the game in plain lines."""
    if plain:
        from tui.plain.run import run as run_plain

        return run_plain(PlayOptions(**options))
    from tui.app import run

    return run(PlayOptions(**options))
