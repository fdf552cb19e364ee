"""Which outside programs may be started here: a file alone never runs anything.

A save and the choices of the last game name the programs of their bots. Files come from anywhere: only what
was begun or agreed to in this data folder is started without a question. The folder keeps a mark of it, made
with a key that is in the folder alone. The mark also holds the place of the key on the disk: a folder that
was copied from elsewhere is another folder, whoever made its key. A key that others may read is none, and is
replaced with the next mark.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import msgspec

from ai.bot import UnknownBot
from ai.mjai.command import BotCommand, is_external
from engine.events import StartGame
from engine.match import Match
from engine.wording import visible
from tui.system.files import write_atomic

KEY, MARKS = "programs.key", "programs.json"
"""File names in the data folder."""
_KEY_BYTES = 32
_MOST_MARKS = 100
"""The oldest are forgotten."""
_MOST_BYTES = 1 << 16
"""A larger file of marks is none of ours."""


def programs_of(names: Sequence[str]) -> tuple[str, ...]:
    """The commands that these players' names would start: whole, each once, control characters escaped."""
    return tuple(dict.fromkeys(_command(name) for name in names if is_external(name)))


def _command(name: str) -> str:
    import shlex  # here: slow to import, and most games start no program

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
        """Whether the bots chosen for a game start no outside program, or were chosen here before."""
        return not programs_of(bots) or self._knows(_of_bots(bots))

    def keep_game(self, match: Match) -> None:
        """Remember a game that the player began or agreed to. If nothing can be written, it is forgotten."""
        if programs_of(match.names):
            self._keep(_of_game(match))

    def keep_bots(self, bots: Sequence[str] | None) -> None:
        """Remember bots that the player chose."""
        if bots is not None and programs_of(bots):
            self._keep(_of_bots(bots))

    def _knows(self, content: bytes) -> bool:
        from hmac import compare_digest  # here: most games start no program

        key = _read_key(self._key_path)
        if key is None:
            return False
        mark = key.mark(content)
        return any(compare_digest(mark, known) for known in self._marks())

    def _keep(self, content: bytes) -> None:
        with suppress(OSError):
            key = _read_key(self._key_path) or _new_key(self._key_path)
            mark = key.mark(content)
            if mark not in (marks := self._marks()):
                write_atomic(self._path, msgspec.json.encode([*marks, mark][-_MOST_MARKS:]))

    def _marks(self) -> list[str]:
        try:
            marks = msgspec.json.decode(_read(self._path)[0], type=list[str])
        except (OSError, msgspec.MsgspecError, ValueError, RecursionError):
            return []
        return [mark for mark in marks if mark.isascii()]


class _Key(NamedTuple):
    """The key, and its place on the disk."""

    secret: bytes
    place: str

    def mark(self, content: bytes) -> str:
        import hmac

        where = f"{self.place}\n".encode(errors="surrogateescape")
        return hmac.digest(self.secret, where + content, "sha256").hex()


def _read_key(path: Path) -> _Key | None:
    """The key, or None if there is none that the present user alone may read."""
    try:
        secret, state = _read(path)
    except OSError:
        return None
    if sys.platform != "win32" and (state.st_uid != os.geteuid() or state.st_mode & 0o077):
        return None
    return _Key(secret, _place(path, state)) if len(secret) == _KEY_BYTES else None


def _new_key(path: Path) -> _Key:
    """A new key in place of one that is none. Raises OSError."""
    path.unlink(missing_ok=True)
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    descriptor = os.open(path, flags, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        secret = os.urandom(_KEY_BYTES)
        file.write(secret)
        return _Key(secret, _place(path, os.fstat(descriptor)))


def _place(path: Path, state: os.stat_result) -> str:
    # without the number of the device, which can be another one after the system has started again
    return f"{state.st_ino} {path.resolve()}"


def _read(path: Path) -> tuple[bytes, os.stat_result]:
    """The first bytes of a regular file, and its state. Raises OSError for a link, a pipe or a device."""
    refused = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    descriptor = os.open(path, os.O_RDONLY | refused | getattr(os, "O_BINARY", 0))
    with os.fdopen(descriptor, "rb") as file:
        state = os.fstat(descriptor)
        if not stat.S_ISREG(state.st_mode):
            raise OSError(f"{path} is no file")
        return file.read(_MOST_BYTES), state


def _of_game(match: Match) -> bytes:
    start = match.events[0]
    time = start.time if isinstance(start, StartGame) else None
    return msgspec.json.encode(["game", match.names, match.seed, time])


def _of_bots(bots: Sequence[str]) -> bytes:
    return msgspec.json.encode(["bots", bots])
