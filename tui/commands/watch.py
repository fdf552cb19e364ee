"""``furiten watch``: four bots at the table, live."""

from __future__ import annotations

from typing import Any

import click

from tui.commands.play import table_options
from tui.i18n import t
from tui.play.play_options import OPPONENTS, PlayOptions
from tui.play.save import SaveFolder
from tui.system.process import gc_paused
from tui.system.terminal import say


@click.command(name="watch", help=t("watch-command.help"), epilog=t("watch-command.example"))
@table_options(
    bots=OPPONENTS + 1,
    wrong_bots="watch-command.bots-count",
    seed=t("watch-command.seed"),
    names=t("watch-command.bots"),
    speed=t("watch-command.speed"),
)
def command(**options: Any) -> int:
    """Start the app at a table of four bots; say at the end where the record is."""
    with gc_paused():
        from tui.play.watched_game import WatchedGame
        from tui.shell.launch import run

    asked, folder = PlayOptions(**options), SaveFolder()
    game = WatchedGame.of(asked, folder.records, folder.time())
    try:
        code = run(opens=lambda app: app.show_watched(game, asked.speed or "normal"))
    finally:
        path = game.close()
    if path is not None:
        say(t("watch-command.kept", path=path))
    return code
