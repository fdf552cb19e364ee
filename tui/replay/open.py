"""Open a file as a replay: read it, choose the game, the seat and the position."""

from __future__ import annotations

from pathlib import Path

import click

from engine.records.read_file import file_bytes
from engine.records.readable_games import games_of
from engine.records.recorded_choices import RecordError
from tui.i18n.texts import t
from tui.replay.position_code import BadCode, read_position_code
from tui.replay.replay import Replay, ReplayedGame


def read_games(file: Path) -> tuple[ReplayedGame, ...]:
    """The games of a file; raises ClickException in one line that names the file."""
    try:
        found = games_of(file_bytes(file))
    except OSError as error:
        raise click.ClickException(f"{file}: {error.strerror or error}") from None
    except RecordError as error:
        raise click.ClickException(f"{file}: {error}") from None
    return tuple(
        ReplayedGame(
            file=file,
            rules=game.rules,
            events=tuple(game.events),
            cut=game.cut,
            number=number if len(found) > 1 else None,
        )
        for number, game in enumerate(found, 1)
    )


def open_replay(
    file: Path, seat: int | None = None, at: str | None = None, number: int | None = None
) -> Replay:
    """A replay of a game of that file.

    ``at`` is a position such as ``5.23``, ``number`` which game it is, from 1. Raises ClickException, in one
    line that names what is wrong.
    """
    games = read_games(file)
    if number is None and len(games) > 1:
        raise click.ClickException(t("replay-command.several", file=file, count=len(games)))
    if number is not None and number > len(games):
        raise click.ClickException(t("replay-command.no-game", file=file, number=number, count=len(games)))
    return replay_of(games[(number or 1) - 1], seat, at)


def replay_of(game: ReplayedGame, seat: int | None = None, at: str | None = None) -> Replay:
    """A replay of a game; raises ClickException."""
    try:
        return Replay(game, seat, None if at is None else read_position_code(at))
    except (BadCode, RecordError) as error:
        raise click.ClickException(f"{game.file}: {error}") from None
    except IndexError:
        raise click.ClickException(t("replay-command.no-seat", file=game.file, seat=seat)) from None
