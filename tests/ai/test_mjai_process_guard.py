"""Outside programs end with this one, however it ends, and nothing is left behind when they end first."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from ai.mjai.process import LineProcess
from ai.mjai.process_guard import ProcessGuard
from tests.support.ai.external_programs import is_gone, lives
from tests.support.fresh_interpreter import ROOT

if sys.platform == "win32":
    pytest.skip("there are no process groups here", allow_module_level=True)

DEAF = """
import os, pathlib, subprocess, sys, time
child = subprocess.Popen([sys.executable, "-I", "-S", "-c", "import time; time.sleep(3600)"])
for process in (os.getpid(), child.pid):
    pathlib.Path(sys.argv[1], str(process)).touch()
print("ready", flush=True)
time.sleep(3600)
"""
"""Never reads its input, ignores that it is closed, and has started another."""
PLAYER = """
import os, sys, time
from threading import Thread
from ai.mjai.process import LineProcess
started = []
# as a game does it: in a thread, which ends
thread = Thread(target=lambda: started.append(LineProcess(sys.argv[1:])))
thread.start()
thread.join()
assert started[0].receive(60) == b"ready"
print("plays", flush=True)
time.sleep(3600)
"""


def deaf(folder: Path) -> list[str]:
    return [sys.executable, "-I", "-S", "-c", DEAF, str(folder)]


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGSEGV])
def test_a_program_that_never_reads_ends_with_this_one(number: int, tmp_path: Path) -> None:
    player = subprocess.Popen(
        [sys.executable, "-c", PLAYER, *deaf(tmp_path)], cwd=ROOT, stdout=subprocess.PIPE
    )
    assert player.stdout is not None
    with player:
        assert player.stdout.readline() == b"plays\n"
        first, second = lives(tmp_path)
        os.kill(first, 0)
        os.kill(second, 0)
        player.send_signal(number)
    assert all(map(is_gone, (first, second)))


def test_the_guard_ends_with_the_program(tmp_path: Path) -> None:
    process = LineProcess(deaf(tmp_path))
    assert process.receive(60) == b"ready"
    before = _children()
    process.close(grace=0.0)
    assert all(map(is_gone, lives(tmp_path)))
    assert len(before - _children()) == 2, "the program and its guard"


def test_a_guard_that_is_released_kills_nothing() -> None:
    process = subprocess.Popen(["sleep", "3600"], start_new_session=True)
    guard = ProcessGuard(process.pid)
    guard.release()
    guard.release()
    assert process.poll() is None
    process.kill()
    process.wait()


def _children() -> set[int]:
    """The processes that this one has started and that have not ended."""
    with subprocess.Popen(["ps", "-A", "-o", "pid=,ppid="], stdout=subprocess.PIPE, encoding="utf-8") as ps:
        assert ps.stdout is not None
        pairs = [tuple(map(int, line.split())) for line in ps.stdout]
    return {process for process, parent in pairs if parent == os.getpid()} - {ps.pid}
