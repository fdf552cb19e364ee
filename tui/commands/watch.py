"""``furiten watch``: four bots at the table, live."""

from __future__ import annotations

import click

from engine.rules import Length
from tui.commands.shared import rules_option, whole_seed
from tui.i18n.texts import t
from tui.play.options import LENGTHS, OPPONENTS, SPEEDS, Speed, WatchOptions
from tui.system.output import say
from tui.system.process import gc_paused

BOTS = OPPONENTS + 1


def _four_bots(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[str, ...] | None:
    """Split ``A,B,C,D``; raises BadParameter unless they are existing bots, one for each seat."""
    if value is None:
        return None
    from ai.bot import UnknownBot
    from ai.bots.registry import check_bot, split_bots

    try:
        names = split_bots(value)
        if len(names) != BOTS or not all(names):
            raise click.BadParameter(t("watch-command.bots-count", needed=BOTS, given=value), ctx, param)
        for name in names:
            check_bot(name)
    except UnknownBot as error:
        raise click.BadParameter(str(error), ctx, param) from None
    return names


@click.command(name="watch", help=t("watch-command.help"), epilog=t("watch-command.example"))
@rules_option
@click.option("--length", type=click.Choice(LENGTHS, case_sensitive=False), help=t("play.length"))
@click.option("--seed", metavar="N", callback=whole_seed, help=t("watch-command.seed"))
@click.option("--bots", metavar="A,B,C,D", callback=_four_bots, help=t("watch-command.bots"))
@click.option("--speed", type=click.Choice(SPEEDS, case_sensitive=False), help=t("watch-command.speed"))
def command(
    rules: str | None,
    length: Length | None,
    seed: int | None,
    bots: tuple[str, ...] | None,
    speed: Speed | None,
) -> int:
    """Start the app at a table of four bots; say at the end where the record is."""
    with gc_paused():
        from tui.play.save import SaveFolder
        from tui.play.watched_game import WatchedGame
        from tui.shell.launch import run

    folder = SaveFolder()
    game = WatchedGame.of(WatchOptions(rules, length, seed, bots), folder.records, folder.time())
    try:
        code = run(opens=lambda app: app.show_watched(game, speed or "normal"))
    finally:
        path = game.close()
    if path is not None:
        say(t("watch-command.kept", path=path))
    return code
