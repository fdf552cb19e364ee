"""What ends a process group when this program is killed without a chance to do it itself (SIGKILL, a crash).

A program that waits for its input sees it close and ends. One that never reads would live on for ever. The
guard is a shell that waits at a pipe. The system closes the other end of the pipe when this program is gone.

A death signal of the parent (``prctl`` of Linux) would not do: it comes when the thread that started the
process ends, and misses what that process has started. Windows has no process groups: there it does nothing.
"""

from __future__ import annotations

import subprocess
import sys
from contextlib import suppress

_SHELL = "/bin/sh"
_WAIT_AND_KILL = 'read -r _; kill -s KILL -- "-$1"'
"""The shell reads until the pipe is closed. Its argument is the number of the group."""


class ProcessGuard:
    """Kills a process group after this program has ended, unless it was released before."""

    def __init__(self, group: int) -> None:
        self._shell: subprocess.Popen[bytes] | None = None
        if sys.platform == "win32":
            return
        nothing = subprocess.DEVNULL
        with suppress(OSError):
            self._shell = subprocess.Popen(
                [_SHELL, "-c", _WAIT_AND_KILL, "furiten", str(group)],
                stdin=subprocess.PIPE,
                stdout=nothing,
                stderr=nothing,
                cwd="/",
                # a session of its own: Ctrl+C and a closed terminal do not reach it
                start_new_session=True,
            )

    def release(self) -> None:
        """Let the group be. Its number must not be free yet: the leader's exit code is still to be read."""
        if self._shell is None:
            return
        self._shell.kill()
        with self._shell:
            self._shell = None
