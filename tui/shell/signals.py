"""The app as a job of a shell: ended by a signal, stopped with Ctrl+Z, and continued.

There is nothing of this on Windows, in a browser, or without a terminal.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from contextlib import suppress

from textual.app import App

KILLED = 128
"""What shells add to the number of a signal."""
HUNG_UP = KILLED + 1
"""The exit code of a program whose terminal was closed (SIGHUP)."""
DELIVERED = 0.01
"""Seconds after which a signal to oneself has come, whichever thread the system gives it to."""

if sys.platform == "win32":

    def listen(app: App[int]) -> None:
        """There is nothing to hear."""

    def stop(app: App[int]) -> None:
        """Nothing can be stopped here."""

else:

    def listen(app: App[int]) -> None:
        """Follow signals from now on: end in good order, stop, continue."""
        loop = asyncio.get_running_loop()
        # a terminal that is closed, or a polite kill
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            loop.add_signal_handler(number, app.exit, KILLED + number)
        _follow(app)

    def stop(app: App[int]) -> None:
        """Give the terminal back to the shell and stop, with all of the job, until the shell continues it.

        A job without a shell, which nobody could continue, only draws its screen anew.
        """
        if app._exit or app._driver is None or not app._driver.can_suspend:
            return
        with app.suspend():
            loop = asyncio.get_running_loop()
            for number in (signal.SIGTSTP, signal.SIGCONT):
                loop.remove_signal_handler(number)
            os.kill(0, signal.SIGTSTP)
            time.sleep(DELIVERED)
            _wait_for_terminal()
        _follow(app)

    _STANDARD_INPUT = 0

    def _follow(app: App[int]) -> None:
        """In place of Textual's own handlers, which write wherever the program is just then."""
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGTSTP, stop, app)
        loop.add_signal_handler(signal.SIGCONT, _start_again, app)

    def _start_again(app: App[int]) -> None:
        """After a stop that could not be heard of (SIGSTOP), the terminal may be set to anything.

        A shell that loses its terminal continues its jobs after it has hung them up: whoever is about to end
        must not begin to read again, since nobody would stop that any more.
        """
        if app._exit:
            return
        with app.suspend():
            _wait_for_terminal()

    def _wait_for_terminal() -> None:
        """Stay stopped while the shell has continued the job in the background."""
        # a terminal that is closed by now belongs to nobody
        with suppress(OSError):
            while os.tcgetpgrp(_STANDARD_INPUT) != os.getpgrp():
                os.kill(os.getpid(), signal.SIGSTOP)
                time.sleep(DELIVERED)
