"""The data folder, files written atomically, unused file names, and a lock between processes."""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path  # imported where one is made: a short command makes none

HOME_VARIABLE = "FURITEN_HOME"
"""Environment variable that overrides the data folder."""
SETTINGS = "settings.toml"
"""File name of the settings in the data folder."""
STANDARD_OUTPUT = "-"
"""The name that stands for standard output where a file can be named."""
MOST_SETTINGS = 1 << 18
"""Bytes; a larger file is none of settings."""
MOST_DOTS = 50
"""In a line of settings. A parser of TOML needs time and memory by the square of the parts of a name."""


def data_folder() -> Path:
    """The data folder: ``FURITEN_HOME`` if it is set, otherwise the platform's user data folder."""
    from pathlib import Path

    return Path(_data_folder())


def settings_file() -> str:
    """The path of the settings."""
    return os.path.join(_data_folder(), SETTINGS)


def _data_folder() -> str:
    chosen = os.environ.get(HOME_VARIABLE)
    if chosen:
        return chosen
    if sys.platform == "linux" and "ANDROID_ROOT" not in os.environ:
        # what the library says there: decision 20
        home = os.environ.get("HOME")
        shared = os.environ.get("XDG_DATA_HOME") or (home and os.path.expanduser("~/.local/share"))
        if shared and os.path.isabs(shared):
            return os.path.join(shared, "furiten")
    from platformdirs import user_data_dir

    return user_data_dir("furiten", appauthor=False)


class NotAPlainFile(OSError):
    """Under the name of a file of ours stands a device, a pipe, a folder, or too large a file (EFBIG)."""


_NO_FILES = (errno.ELOOP, errno.ENXIO, errno.ENODEV, errno.EOPNOTSUPP)
"""Errors of opening links in a circle, sockets, and devices without a driver."""


def read_plain(path: str | Path, most: int) -> bytes:
    """The content of a file of the data folder, which has at most ``most`` bytes.

    Raises NotAPlainFile, without waiting for what is none or loading what is too large, and OSError.
    """
    try:
        number = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0))
    except OSError as error:
        if error.errno in _NO_FILES:
            raise NotAPlainFile(error.errno, error.strerror, str(path)) from None
        raise
    if not stat.S_ISREG(os.fstat(number).st_mode):
        os.close(number)
        raise NotAPlainFile(errno.EINVAL, "not a regular file", str(path))
    with os.fdopen(number, "rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise NotAPlainFile(errno.EFBIG, f"larger than {most >> 10} KB", str(path))
    return data


def read_settings(path: str | Path) -> str:
    """The TOML text of a file of settings.

    Raises OSError, and ValueError for what is no text or has names of too many parts.
    """
    text = read_plain(path, MOST_SETTINGS).decode()
    for line in text.split("\n"):
        if line.count(".") > MOST_DOTS and not line.lstrip().startswith("#"):
            raise ValueError("a name of too many parts")
    return text


def write_atomic(path: Path, data: bytes, *, synced: bool = True) -> None:
    """Write a file atomically: sync a temporary file, then rename it over the target. Raises OSError.

    What may be lost or empty after a power cut need not be ``synced``: that waits for the disk.
    """
    draft = path.with_name(f"{path.name}.new")
    with _named(path):
        try:
            with draft.open("wb") as file:
                file.write(data)
                if synced:
                    file.flush()
                    os.fsync(file.fileno())
            draft.replace(path)
        except OSError:
            # free the space of the partial file: the disk may be full
            with suppress(OSError):
                draft.unlink(missing_ok=True)
            raise
    if synced and sys.platform != "win32":
        # the folder as well, so that the rename survives a power cut
        descriptor = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def write_output(path: Path, data: bytes) -> None:
    """Write to a path that the user chose: a file atomically, a device or a pipe directly.

    Raises OSError.
    """
    # write through a symbolic link instead of replacing it
    path = real_path(path)
    if not path.exists() or path.is_file():
        write_atomic(path, data)
        return
    with _named(path):
        path.write_bytes(data)


def real_path(path: Path) -> Path:
    """The absolute path without symbolic links; raises OSError for links that lead in a circle."""
    with suppress(RuntimeError):
        real = path.resolve()
        # since Python 3.13 a circle is no error, and its path is returned
        if not real.is_symlink():
            return real
    raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), os.fspath(path))


def os_error_text(error: OSError) -> str:
    """The system's error message, preceded by the file name if the error has one."""
    reason = error.strerror or str(error)
    return f"{error.filename}: {reason}" if error.filename else reason


def first_free_path(name: Callable[[int], Path]) -> Path:
    """The first path of ``name(1)``, ``name(2)``, … that does not exist."""
    number = 1
    while name(number).exists():
        number += 1
    return name(number)


def numbered_path(folder: Path, stem: str, suffix: str) -> Path:
    """The first of ``stem.suffix``, ``stem-2.suffix``, … that the folder does not have."""
    return first_free_path(lambda number: folder / f"{stem}{'' if number == 1 else f'-{number}'}{suffix}")


def home_path(path: Path) -> str:
    """The whole path, with ``~`` for the home folder."""
    from pathlib import Path

    with suppress(ValueError, RuntimeError, OSError):
        return str(Path("~") / path.resolve().relative_to(Path.home()))
    return str(path.absolute())


def save_new(text: str, stem: str, suffix: str, folders: Sequence[Path]) -> Path:
    """Write a file named after ``stem``, numbered where the name is taken; returns its path.

    Its lines end in the same way on every system.

    The folders are tried in their order. Raises the OSError of the last one if none of them takes the file.
    """
    for folder in folders[:-1]:
        try:
            return _create(text, stem, suffix, folder)
        except OSError:
            continue
    return _create(text, stem, suffix, folders[-1])


def _create(text: str, stem: str, suffix: str, folder: Path) -> Path:
    """Create the file, without ever replacing one."""
    while True:
        path = numbered_path(folder, stem, suffix)
        try:
            with path.open("x", encoding="utf-8", newline="\n") as file:
                file.write(text)
        except FileExistsError:
            continue  # another program has just created it
        return path


def current_folder() -> tuple[Path, ...]:
    """The current folder, unless it has been deleted."""
    from pathlib import Path

    try:
        return (Path.cwd(),)
    except OSError:
        return ()


def files_below(path: str) -> Iterator[str]:
    """The files of a folder and of its folders, hidden ones left out."""
    for folder, inner, files in os.walk(path):
        inner[:] = sorted(name for name in inner if not name.startswith("."))
        yield from (os.path.join(folder, name) for name in sorted(files) if not name.startswith("."))


def damaged_path(path: Path) -> Path:
    """An unused path to which an unreadable file is renamed: ``game.jsonl.damaged-1``."""
    return first_free_path(lambda number: path.with_name(f"{path.name}.damaged-{number}"))


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """Set the file name of an OSError to the target path instead of the temporary file."""
    try:
        yield
    except OSError as error:
        error.filename = os.fspath(path)
        raise


if sys.platform == "win32":
    import msvcrt

    def _take(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _take(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


class Locked(Exception):
    """Another process or object holds the lock."""


class FileLock:
    """A lock on an open file. The file is never deleted; its existence means nothing."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._descriptor: int | None = None

    @property
    def held(self) -> bool:
        return self._descriptor is not None

    def acquire(self) -> None:
        """Take the lock without waiting; raises Locked. Does nothing if this object holds it already."""
        if self.held:
            return
        descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _take(descriptor)
        except OSError:
            os.close(descriptor)
            raise Locked(str(self.path)) from None
        self._descriptor = descriptor

    def release(self) -> None:
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None
