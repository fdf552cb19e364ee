"""Open the page in the browser of this machine, without showing the token to other users of it."""

from __future__ import annotations

import os
import sys
import threading
import webbrowser
from contextlib import suppress
from html import escape
from pathlib import Path

from tui.i18n.texts import t
from tui.system.output import complain

FILE = "furiten.html"
PAGE = """<!DOCTYPE html>
<meta charset="utf-8" />
<meta name="referrer" content="no-referrer" />
<meta http-equiv="refresh" content="0; url={address}" />
<title>furiten</title>
"""
DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY")
"""Environment variables of a graphical session. A browser without one would take over this terminal."""


def open_browser(address: str, folder: Path) -> None:
    """Open the address by way of a file in the folder, which has to be private.

    Every user of a machine can read the arguments of its programs; only the owner reads the file.
    """
    file = folder / FILE
    file.write_text(PAGE.format(address=escape(address)), encoding="utf-8")
    # some browsers are waited for until they are closed
    threading.Thread(target=_open, args=(file.as_uri(),), daemon=True).start()


def _open(address: str) -> None:
    if not (_has_display() and webbrowser.open(address)):
        # OSError: nobody reads it
        with suppress(OSError):
            complain(t("serve.no-browser"))


def _has_display() -> bool:
    return sys.platform in ("win32", "darwin") or any(map(os.environ.get, DISPLAYS))
