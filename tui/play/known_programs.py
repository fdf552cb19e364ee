"""Which outside programs may be started here: a file alone never runs anything.

A save and the choices of the last game name the programs of their bots. Files come from anywhere: only what
was begun or agreed to in this data folder is started without a question. The folder keeps a mark of it, made
with a key that is in the folder alone. The mark also holds the place of the key on the disk: a folder that
was copied from elsewhere is another folder, whoever made its key.
"""

from __future__ import annotations

import hmac
import os
import secrets
import shlex
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import msgspec

from ai.bot import UnknownBot
from ai.mjai.command import BotCommand, is_external
from engine.events import StartGame
from engine.match import Match
from engine.wording import visible
from tui.system.files import write_atomic

KEY, MARKS = "programs.key", "programs.json"
"""File names in the data folder."""
MOST_SHOWN = 400
"""Characters of all commands of a game: that many fit on the smallest screen."""
_KEY_BYTES = 32
_MOST_MARKS = 100
"""The oldest are forgotten."""
_MOST_BYTES = 1 << 16
"""A larger file of marks is none of ours."""


def programs_of(names: Sequence[str]) -> tuple[str, ...]:
    """The commands that these players' names would start: whole, each once, control characters escaped."""
    return tuple(dict.fromkeys(_command(name) for name in names if is_external(name)))


def can_be_shown(programs: Sequence[str]) -> bool:
    """Whether a dialog has room for all of these commands. To a part of a command nobody can agree."""
    return sum(map(len, programs)) <= MOST_SHOWN


def _command(name: str) -> str:
    try:
        return visible(shlex.join(BotCommand.parse(name).words))
    except UnknownBot:
        # it cannot be started
        return visible(name)


class KnownPrograms:
    """The marks of one data folder."""

    def __init__(self, folder: Path) -> None:
        self._key_path, self._path = folder / KEY, folder / MARKS

    def knows_game(self, match: Match) -> bool:
        """Whether the game starts no outside program, or was begun or agreed to here."""
        return not programs_of(match.names) or self._knows(_of_game(match))

    def knows_bots(self, bots: Sequence[str]) -> bool:
        """The same of the bots that were chosen for a game."""
        return not programs_of(bots) or self._knows(_of_bots(bots))

    def keep_game(self, match: Match) -> None:
        """Remember a game that the player began or agreed to. If nothing can be written, it is forgotten."""
        if programs_of(match.names):
            self._keep(_of_game(match))

    def keep_bots(self, bots: Sequence[str] | None) -> None:
        """The same of bots."""
        if bots is not None and programs_of(bots):
            self._keep(_of_bots(bots))

    def _knows(self, content: bytes) -> bool:
        mark = self._mark(content)
        return mark is not None and any(hmac.compare_digest(mark, known) for known in self._marks())

    def _keep(self, content: bytes) -> None:
        with suppress(OSError):
            self._make_key()
            mark = self._mark(content)
            if mark is not None and mark not in (marks := self._marks()):
                write_atomic(self._path, msgspec.json.encode([*marks, mark][-_MOST_MARKS:]))

    def _marks(self) -> list[str]:
        try:
            with self._path.open("rb") as file:
                marks = msgspec.json.decode(file.read(_MOST_BYTES), type=list[str])
        except (OSError, msgspec.MsgspecError, ValueError, RecursionError):
            return []
        return [mark for mark in marks if mark.isascii()]

    def _make_key(self) -> None:
        with suppress(FileExistsError):
            file = os.open(self._key_path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(file, "wb") as key:
                key.write(secrets.token_bytes(_KEY_BYTES))

    def _mark(self, content: bytes) -> str | None:
        """The mark of this content; None without a key."""
        try:
            with self._key_path.open("rb") as file:
                key, place = file.read(_KEY_BYTES), os.fstat(file.fileno())
        except OSError:
            return None
        if len(key) < _KEY_BYTES:
            return None
        where = f"{place.st_dev} {place.st_ino} {self._key_path.resolve()}\n"
        return hmac.new(key, where.encode(errors="surrogateescape") + content, "sha256").hexdigest()


def _of_game(match: Match) -> bytes:
    start = match.events[0]
    time = start.time if isinstance(start, StartGame) else None
    return msgspec.json.encode(["game", match.names, match.seed, time])


def _of_bots(bots: Sequence[str]) -> bytes:
    return msgspec.json.encode(["bots", bots])
