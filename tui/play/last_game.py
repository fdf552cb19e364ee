"""The choices of the last game that was started: the form of a new game begins with them.

The command line has defaults of its own, which other programs rely on. It takes nothing from here.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec.structs import replace

from ai.bot import UnknownBot
from ai.bots.registry import check_bot
from engine.rules import PRESETS
from tui.play.known_programs import KnownPrograms
from tui.play.options import OPPONENTS, PlayOptions, Speed
from tui.system.files import read_plain, write_atomic

LAST_GAME = "last-game.json"
"""The file name in the data folder."""
MOST_BYTES = 1 << 16


def last_choices(folder: Path) -> PlayOptions | None:
    """The choices of the last game; None if the file is missing or damaged.

    Its seed is left out, and a bot in the player's seat. An unknown ruleset or bot, of another version or a
    program that is gone, counts as not chosen, and so does a program that nobody has chosen here: the file
    may come from elsewhere.
    """
    try:
        options = msgspec.json.decode(read_plain(folder / LAST_GAME, MOST_BYTES), type=PlayOptions)
    except (OSError, msgspec.MsgspecError, ValueError, RecursionError):
        return None
    return replace(
        options,
        rules=options.rules if options.rules in PRESETS else None,
        bots=options.bots if _can_play(options.bots, KnownPrograms(folder)) else None,
        seed=None,
        new=False,
        own=None,
    )


def remember_choices(folder: Path, options: PlayOptions) -> None:
    """Keep these choices for the next game. If they cannot be written, they are forgotten.

    The first table does not wait for the disk to keep them.
    """
    data = msgspec.json.encode(replace(options, seed=None, new=False, own=None))
    with suppress(OSError):
        write_atomic(folder / LAST_GAME, data, synced=False)


def remember_speed(folder: Path, speed: Speed) -> None:
    """Keep this speed beside the other choices."""
    remember_choices(folder, replace(last_choices(folder) or PlayOptions(), speed=speed))


def _can_play(bots: tuple[str, ...] | None, known: KnownPrograms) -> bool:
    if bots is None or len(bots) != OPPONENTS or not known.knows_bots(bots):
        return False
    try:
        for bot in bots:
            check_bot(bot)
    except UnknownBot:
        return False
    return True
