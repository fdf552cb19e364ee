"""Open the replay of a game of the archive."""

from __future__ import annotations

from pathlib import Path

import click

from tui.replay.open import open_replay
from tui.screens.base import GameApp


def show_record(app: GameApp, record: Path) -> str:
    """Open the replay of a record; returns why it cannot be opened, or an empty text."""
    try:
        app.show_replay(open_replay(record))
    except click.ClickException as error:
        return error.message
    return ""
