"""``furiten replay``: a record on the table, step by step."""

from __future__ import annotations

from pathlib import Path

import click

from tui.i18n import t
from tui.replay.replay_state import open_replay
from tui.system.process import gc_paused


@click.command(name="replay", help=t("replay-command.help"), epilog=t("replay-command.example"))
@click.argument("file", required=False, metavar="[FILE]", type=click.Path(path_type=Path))
@click.option("--seat", type=click.IntRange(0, 3), metavar="N", help=t("replay-command.seat"))
@click.option("--at", metavar="HAND.STEP", help=t("replay-command.at"))
@click.option("--game", type=click.IntRange(1), metavar="N", help=t("replay-command.game"))
def command(file: Path | None, seat: int | None, at: str | None, game: int | None) -> int:
    """Open a record, or the list of one's own games."""
    if file is None:
        if (seat, at, game) != (None, None, None):
            raise click.UsageError(t("replay-command.alone"))
        with gc_paused():
            from tui.shell.launch import run

        return run(opens=lambda app: app.show_games())
    with gc_paused():
        from tui.shell.launch import run

        replay = open_replay(file, seat, at, game)
    return run(opens=lambda app: app.show_replay(replay))
