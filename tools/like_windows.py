"""Run furiten in an interpreter that is told it is on Windows: what only POSIX has is not there.

``python -m tools.like_windows ARGUMENTS`` runs the command line. ``--modules`` imports every module
instead, and ``--app`` plays in the app without a terminal. The libraries are loaded before, as they are here:
what is tested is the program, and not Python, Textual or a terminal on Windows.
"""

from __future__ import annotations

import asyncio
import concurrent.futures.process
import multiprocessing.context
import multiprocessing.resource_tracker
import os
import signal
import subprocess
import sys
import threading
import types
import webbrowser
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any, cast

import click
import platformdirs
import textual.app
import textual.screen
import textual.widgets
from textual.drivers.headless_driver import HeadlessDriver

LIBRARIES = (
    asyncio,
    concurrent,
    multiprocessing,
    subprocess,
    threading,
    webbrowser,
    click,
    platformdirs,
    textual,
)
POSIX_MODULES = ("fcntl", "termios", "tty", "pty", "pwd", "grp", "resource")
POSIX_NAMES: dict[Any, tuple[str, ...]] = {
    os: ("fork", "killpg", "getuid", "geteuid", "getgid", "setsid", "openpty", "O_NOFOLLOW", "O_DIRECTORY"),
    signal: (
        *("SIGHUP", "SIGKILL", "SIGTSTP", "SIGCONT", "SIGSTOP", "SIGWINCH"),
        *("pthread_sigmask", "SIG_BLOCK", "SIG_UNBLOCK", "SIG_SETMASK"),
    ),
}
POSIX_MODULES_OF_PROGRAM = ("tui.shell.driver", "tui.shell.terminal_input")
"""They are imported on POSIX alone, by ``App.get_driver_class``."""


def pretend() -> None:
    """From here on this interpreter is on Windows."""
    for module in POSIX_MODULES:
        sys.modules[module] = cast(Any, None)
    for owner, names in POSIX_NAMES.items():
        for name in names:
            if hasattr(owner, name):
                delattr(owner, name)
    for flag in ("CREATE_NEW_PROCESS_GROUP", "CREATE_NO_WINDOW"):
        setattr(subprocess, flag, 0)
    driver = types.ModuleType("textual.drivers.windows_driver")
    cast(Any, driver).WindowsDriver = type(
        "WindowsDriver", (HeadlessDriver,), {"__module__": driver.__name__}
    )
    sys.modules[driver.__name__] = driver
    cast(Any, textual.app).WINDOWS = True
    locks = types.ModuleType("msvcrt")
    cast(Any, locks).LK_NBLCK = 2
    cast(Any, locks).locking = lambda descriptor, mode, size: None
    sys.modules["msvcrt"] = locks
    sys.platform = "win32"


def modules() -> list[str]:
    """All modules of the program but those of POSIX terminals."""
    root = Path(__file__).parents[1]
    paths = sorted(path for package in ("engine", "ai", "tui") for path in (root / package).rglob("*.py"))
    names = [".".join(path.relative_to(root).with_suffix("").parts) for path in paths]
    found = [name.removesuffix(".__init__") for name in names if not name.endswith("__main__")]
    return [name for name in found if name not in POSIX_MODULES_OF_PROGRAM]


async def play() -> None:
    """Discard in the app, and take the game up again; prints events of both, and what drives a terminal."""
    app_of = import_module("tui.shell.app").FuritenApp
    sessions, start = import_module("tests.support.tui.sessions"), import_module("tui.play.start_game")
    pilots = import_module("tests.support.tui.pilot")
    folder = sessions.folder_at(Path(os.environ["FURITEN_HOME"]))
    session = start.begin(folder, sessions.options(seed=3))
    dealt = len(session.match.events)
    app = app_of(folder, session, speed="instant")
    async with app.run_test(size=(120, 40)) as pilot:
        # a choice first: an Enter that comes too soon after the deal decides nothing
        await pilots.press(pilot, "left", "enter")
        await pilots.until(lambda: len(session.match.events) > dealt and pilots.takes_keys(app))
    folder.release()
    played = len(session.match.events)
    again, _ = start.load(sessions.folder_at(folder.path))
    print(played > dealt, len(again.match.events) == played, app.get_driver_class().__module__)


if __name__ == "__main__":
    if "--modules" in sys.argv:
        with suppress(ImportError):
            import aiohttp.web  # noqa: F401
            import textual_serve.server  # noqa: F401
    pretend()
    if sys.argv[1:] == ["--modules"]:
        for each in modules():
            import_module(each)
    elif sys.argv[1:] == ["--app"]:
        asyncio.run(play())
    else:
        sys.exit(import_module("tui.cli").execute(sys.argv[1:]))
