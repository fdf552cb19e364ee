"""Work in several processes: all of it is done, whichever of them ends, and none is left behind."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections import deque
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from functools import partial
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

from ai import worker_pool
from ai.worker_pool import WorkersDied, defer_signals, map_growing, map_unordered, run_apart, start_thread
from tests.support.ai.external_programs import is_gone, lives
from tests.support.ai.pool_tasks import double, end, end_once, fail, start_method, variable, wait
from tests.support.fresh_interpreter import ROOT

posix = pytest.mark.skipif(sys.platform == "win32", reason="processes are ended and looked up as POSIX does")


def wait_for(count: int, folder: Path) -> list[int]:
    """The processes that have noted themselves, once there are so many."""
    for _ in range(15_000):
        if len(lives(folder)) >= count:
            return lives(folder)
        time.sleep(0.02)
    raise AssertionError("they do not start")


def test_each_piece_is_done_once() -> None:
    assert sorted(map_unordered(double, [1, 2, 3, 4, 5], 2)) == [(1, 2), (2, 4), (3, 6), (4, 8), (5, 10)]
    assert multiprocessing.active_children() == []


@pytest.mark.parametrize("processes", [1, 2])
def test_pieces_that_are_added_on_the_way_are_done_too(processes: int) -> None:
    """Also those that the very last result brings, by the workers that are there."""
    waiting = deque([1, 5])
    found = []
    with closing(map_growing(double, waiting, processes)) as results:
        for piece, result in results:
            found.append((piece, result))
            assert len(multiprocessing.active_children()) <= (processes if processes > 1 else 0)
            if piece < 4:
                waiting.append(piece + 1)
    assert sorted(found) == [(1, 2), (2, 4), (3, 6), (4, 8), (5, 10)]
    assert multiprocessing.active_children() == []


def test_one_piece_in_a_process_of_its_own(tmp_path: Path) -> None:
    assert run_apart(double, 4, lambda: False) == 8
    with pytest.raises(OSError, match="no room"):
        run_apart(fail, 1, lambda: False)
    assert run_apart(partial(end, tmp_path), 1, lambda: False) is None, "the process ends at it"
    assert multiprocessing.active_children() == []


@pytest.mark.nightly
def test_where_processes_cannot_be_copied_each_is_started_afresh(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """As on Windows: nothing that a worker needs is taken from the process that starts it."""
    monkeypatch.setattr(worker_pool, "_COPIES", False)
    assert sorted(map_unordered(start_method, [1, 2, 3], 2)) == [(1, "spawn"), (2, "spawn"), (3, "spawn")]
    assert sorted(map_unordered(partial(end_once, tmp_path), [1, 2, 3], 2)) == [(1, 2), (2, 4), (3, 6)]
    with pytest.raises(OSError, match="no room"):
        run_apart(fail, 1, lambda: False)
    assert multiprocessing.active_children() == []


def test_one_piece_that_nobody_wants_any_more_is_left(tmp_path: Path) -> None:
    """Asked from a thread, as a screen does."""
    wanted, done = Event(), Event()
    wanted.set()

    def work() -> None:
        assert run_apart(partial(wait, tmp_path), 1, lambda: not wanted.is_set()) is None
        done.set()

    start_thread(work)
    wait_for(1, tmp_path)
    wanted.clear()
    assert done.wait(60)
    assert multiprocessing.active_children() == []


def test_what_a_process_was_at_that_ended_is_done_by_another(tmp_path: Path) -> None:
    assert sorted(map_unordered(partial(end_once, tmp_path), [1, 2, 3], 2)) == [(1, 2), (2, 4), (3, 6)]
    assert (tmp_path / "ended").exists()


def test_a_piece_that_ends_every_process_is_given_up(tmp_path: Path) -> None:
    with pytest.raises(WorkersDied, match=r"^7: 3 processes ended"):
        list(map_unordered(partial(end, tmp_path), [7], 2))
    assert len(lives(tmp_path)) == 3


def test_a_process_that_died_between_two_pieces_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    """It was not noticed before the next piece is given to it."""
    submit, given = ProcessPoolExecutor.submit, []

    def broken_once(pool: ProcessPoolExecutor, function: Any, *arguments: Any) -> Any:
        given.append(arguments[1:])
        if given.count((2,)) == 1 and arguments[1:] == (2,):
            raise BrokenProcessPool
        return submit(pool, function, *arguments)

    monkeypatch.setattr(ProcessPoolExecutor, "submit", broken_once)
    assert sorted(map_unordered(double, [1, 2, 3], 2)) == [(1, 2), (2, 4), (3, 6)]
    assert given.count((2,)) == 2
    assert multiprocessing.active_children() == []


def test_what_the_work_raises_arrives_and_says_where() -> None:
    with pytest.raises(OSError, match="no room") as raised:
        list(map_unordered(fail, [1, 2], 2))
    assert raised.value.filename in ("file 1", "file 2")
    assert "pool_tasks.py" in str(raised.value.__cause__)
    assert multiprocessing.active_children() == []


def test_workers_have_the_environment_of_when_they_were_started(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also when what they are copied from was started before."""
    monkeypatch.setenv("TILE", "5p")
    assert list(map_unordered(variable, ["TILE"], 2)) == [("TILE", "5p")]
    monkeypatch.setenv("TILE", "6p")
    assert list(map_unordered(variable, ["TILE"], 2)) == [("TILE", "6p")]
    monkeypatch.delenv("TILE")
    assert list(map_unordered(variable, ["TILE"], 2)) == [("TILE", None)]


AHEAD = """
from ai.worker_pool import load_ahead, map_unordered
from tests.support.ai.pool_tasks import is_loaded
if __name__ == "__main__":
    load_ahead("ai.bots.expert")
    print(sorted(map_unordered(is_loaded, ["ai.bots.expert", "ai.lessons.lesson"], 2)))
"""


@posix
def test_workers_begin_with_what_was_loaded_ahead_and_nothing_of_the_current_folder(tmp_path: Path) -> None:
    for name in ("ai", "multiprocessing"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text(
            f"open({str(tmp_path / 'loaded')!r}, 'w')", encoding="utf-8"
        )
    (tmp_path / "apart").mkdir()
    script = tmp_path / "apart" / "script.py"
    script.write_text(AHEAD, encoding="utf-8")
    found = subprocess.run(
        [sys.executable, script],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert found.stdout == "[('ai.bots.expert', True), ('ai.lessons.lesson', False)]\n"
    assert not (tmp_path / "loaded").exists()


@posix
def test_ctrl_c_ends_the_processes(tmp_path: Path) -> None:
    """They do not hear it themselves."""

    def strike() -> None:
        wait_for(2, tmp_path)
        for process in (*lives(tmp_path), os.getpid()):
            os.kill(process, signal.SIGINT)

    Thread(target=strike).start()
    with pytest.raises(KeyboardInterrupt), closing(map_unordered(partial(wait, tmp_path), [1, 2], 2)) as work:
        next(work)
    assert len(lives(tmp_path)) == 2
    assert all(map(is_gone, lives(tmp_path)))
    assert multiprocessing.active_children() == []


@posix
def test_no_process_outlives_the_one_that_started_it(tmp_path: Path) -> None:
    """Also when that is ended from outside, and has no time to end anybody."""
    command = [sys.executable, "-m", "tests.support.ai.pool_tasks", str(tmp_path)]
    parent = subprocess.Popen(command, cwd=ROOT)
    processes = wait_for(2, tmp_path)
    parent.kill()
    parent.wait()
    assert all(map(is_gone, processes))


@posix
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interruption_strikes_at_the_end_of_what_is_not_to_be_divided(number: int) -> None:
    done = []

    def struck(*_: object) -> None:
        raise KeyboardInterrupt

    def work() -> None:
        with defer_signals():
            os.kill(os.getpid(), number)
            time.sleep(0.01)
            done.append("all")

    before = signal.signal(number, struck)
    try:
        with pytest.raises(KeyboardInterrupt):
            work()
        assert done == ["all"]
        assert signal.getsignal(number) is struck
    finally:
        signal.signal(number, before)


@posix
def test_a_thread_leaves_signals_to_the_main_thread() -> None:
    """A signal that another thread gets does not wake the main thread from waiting."""
    masks: list[set[int]] = []
    start_thread(lambda: masks.append(signal.pthread_sigmask(signal.SIG_BLOCK, ()))).join()
    assert {signal.SIGINT, signal.SIGTERM} <= masks[0]
    assert not {signal.SIGINT, signal.SIGTERM} & signal.pthread_sigmask(signal.SIG_BLOCK, ())
