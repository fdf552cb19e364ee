"""Job control: end the app at a signal, suspend it at Ctrl+Z, resume it.

Windows, browsers and runs without a terminal have no job control.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from textual.app import App

SIGNAL_EXIT_BASE = 128
"""Shells report 128 plus the signal number as exit code."""
HUNG_UP = SIGNAL_EXIT_BASE + 1
"""The exit code of a program whose terminal was closed (SIGHUP)."""
DELIVERY_SECONDS = 0.01
"""Seconds within which a signal to the own process arrives, on whichever thread."""

if sys.platform == "win32":

    def handle_signals(app: App[int]) -> None:
        """Do nothing: there are no such signals."""

    def suspend_job(app: App[int]) -> None:
        """Do nothing: a process cannot be suspended."""

else:

    def handle_signals(app: App[int]) -> None:
        """Handle signals from now on: end cleanly, suspend, resume."""
        # SIGHUP: the terminal was closed
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            handle_signal(number, partial(app.exit, SIGNAL_EXIT_BASE + number))
        _handle_job_signals(app)

    def handle_signal(number: int, callback: Callable[[], object]) -> None:
        """Call this in the event loop at a signal, also in a storm of signals.

        asyncio has the interpreter report each signal that finds the loop's pipe full. The report takes a
        lock inside the signal handler, which the interrupted thread may hold: the process then stands still
        for ever (seen with CPython 3.11 and 100,000 sizes a second). A full pipe wakes the loop anyway.
        """
        asyncio.get_running_loop().add_signal_handler(number, callback)
        signal.set_wakeup_fd(signal.set_wakeup_fd(-1), warn_on_full_buffer=False)

    def suspend_job(app: App[int]) -> None:
        """Give the terminal back to the shell and suspend the whole job until the shell resumes it.

        A job without a shell could not be resumed: the system does not suspend it, and it only redraws.
        """
        if app._exit or app._driver is None or not app._driver.can_suspend:
            return
        with app.suspend():
            loop = asyncio.get_running_loop()
            for number in (signal.SIGTSTP, signal.SIGCONT):
                loop.remove_signal_handler(number)
            os.kill(0, signal.SIGTSTP)
            time.sleep(DELIVERY_SECONDS)
            _wait_for_terminal()
        _handle_job_signals(app)

    _STANDARD_INPUT = 0

    def _handle_job_signals(app: App[int]) -> None:
        """Replace Textual's own handlers, which write to the terminal at any point of the program."""
        handle_signal(signal.SIGTSTP, partial(suspend_job, app))
        handle_signal(signal.SIGCONT, partial(_resume_job, app))

    def _resume_job(app: App[int]) -> None:
        """Set up the terminal again at SIGCONT: after a SIGSTOP, which cannot be caught, its mode is unknown.

        A shell that loses its terminal sends SIGHUP to its jobs, then SIGCONT. An app that is already ending
        must not start to read again: nothing would stop its input thread any more.
        """
        if app._exit:
            return
        with app.suspend():
            _wait_for_terminal()

    def _wait_for_terminal() -> None:
        """Stay suspended while the shell runs the job in the background."""
        # OSError: the terminal was closed meanwhile
        with suppress(OSError):
            while os.tcgetpgrp(_STANDARD_INPUT) != os.getpgrp():
                os.kill(os.getpid(), signal.SIGSTOP)
                time.sleep(DELIVERY_SECONDS)
