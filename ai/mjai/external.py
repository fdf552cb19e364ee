"""An external program at our table: a bot that asks a process.

Each seat has its own process, which receives what that seat may see and nothing else. An error costs the
program the decision (``BotFault``): ``default_action`` is played instead. A process that ends is started
again at its next decision, with the hand so far, up to ``MOST_STARTS`` times a game. A process that is late
twice in a row is ended as well: it hangs, or its answers can no longer be matched to questions.

The program is not trusted. It may write nothing, too much or nonsense, read nothing, end, or not end: the
caller always gets a line or an error within the time limit. Closing the process also ends every process that
it started, except those that left its process group on purpose. The death of this program, by whatever
signal, ends them too: a program that waits for its input sees it close and ends, and one that never reads is
ended by a ``ProcessGuard``.
"""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import time
import weakref
from collections.abc import Sequence
from contextlib import suppress
from threading import Lock
from typing import IO

import msgspec

from ai.bot import BotClosed, BotFault, FaultKind, default_action
from ai.mjai.command import BotCommand, Limits
from ai.mjai.messages import (
    WITHOUT_MESSAGE,
    InvalidAnswer,
    Message,
    Transcript,
    match_action,
    match_riichi_discard,
)
from ai.worker_pool import defer_signals, start_thread
from engine.actions import PASS, Action, ActionKind
from engine.events import Event
from engine.options import Options
from engine.view import SeatView

_SHELL = "/bin/sh"
_WAIT_AND_KILL = 'read -r _; kill -s KILL -- "-$1"'
"""The shell reads until the pipe is closed. Its argument is the number of the group."""


class ProcessGuard:
    """Kills a process group after this program has ended, unless it was released before.

    The guard is a shell that waits at a pipe. The system closes the other end of the pipe when this program
    is gone, even if it is killed without a chance to do it itself (SIGKILL, a crash). A death signal of the
    parent (``prctl`` of Linux) would not do: it comes when the thread that started the process ends, and
    misses what that process has started. Windows has no process groups: there it does nothing.
    """

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


LONGEST_LINE = 1 << 16
"""Bytes; the reasons that mjai programs add to an action take some thousand."""
_MOST_WAITING = 64
"""Unread lines that are kept; beyond them the program must wait to write more."""
_STDERR_TAIL = 400
"""Bytes of its standard error that are kept."""
_GRACE = 0.5
"""Seconds in which a program may end by itself after its input is closed."""


class ProcessEnded(Exception):
    """The process has ended, or closed its output."""


class AnswerTimeout(Exception):
    """No line within the time limit."""


class LineTooLong(Exception):
    """A line longer than ``LONGEST_LINE``."""


_Item = bytes | ProcessEnded | LineTooLong


class LineProcess:
    """A process with its input and output. Raises OSError if it cannot be started."""

    def __init__(self, arguments: Sequence[str]) -> None:
        with defer_signals():  # or a signal between the two lines would leave the process running
            self._process = _start(arguments)
            guard = ProcessGuard(self._process.pid)
            # the threads below hold no reference to this object: when it is collected, the process ends
            self._finalizer = weakref.finalize(self, _kill, self._process, guard)
        stdin, stdout, stderr = self._process.stdin, self._process.stdout, self._process.stderr
        assert stdin is not None
        assert stdout is not None
        assert stderr is not None
        self._lines: queue.Queue[_Item] = queue.Queue(_MOST_WAITING)
        self._to_write: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._stderr_tail = bytearray()
        start_thread(_write, stdin, self._to_write)
        self._reader = start_thread(_read, stdout, self._lines)
        self._stderr_reader = start_thread(_read_stderr, stderr, self._stderr_tail)

    def send(self, line: bytes) -> None:
        """Send a line, without waiting for the program to read it."""
        self._to_write.put(line + b"\n")

    def receive(self, seconds: float) -> bytes:
        """The next line, without its end; raises AnswerTimeout, LineTooLong or (thereafter) ProcessEnded."""
        try:
            item = self._lines.get(timeout=max(seconds, 0.0))
        except queue.Empty:
            raise AnswerTimeout from None
        if isinstance(item, ProcessEnded):
            self._lines.put(item)
        if isinstance(item, Exception):
            raise item
        return item

    def discard_lines(self) -> int:
        """Discard the lines that have arrived; returns how many."""
        discarded = 0
        with suppress(AnswerTimeout, LineTooLong, ProcessEnded):
            while True:
                self.receive(0.0)
                discarded += 1
        return discarded

    @property
    def stderr_tail(self) -> str:
        """The last line of the standard error of a process that has ended."""
        self._stderr_reader.join(_GRACE)
        lines = bytes(self._stderr_tail).decode("utf-8", "replace").split("\n")
        return next((line.strip() for line in reversed(lines) if line.strip()), "")

    def close(self, grace: float = _GRACE) -> None:
        """Close the input; kill the process if it does not end in time."""
        self._to_write.put(None)
        # wait for the end of the output, not of the process: until its exit code is read, the process id,
        # which is used to kill the group, cannot be reused
        self._reader.join(grace)
        self._finalizer()
        # this makes room for a blocked reader thread, which then reads to the end of the output
        self.discard_lines()


def _start(arguments: Sequence[str]) -> subprocess.Popen[bytes]:
    pipe = subprocess.PIPE
    if sys.platform == "win32":
        quiet = subprocess.CREATE_NO_WINDOW
        return subprocess.Popen(arguments, stdin=pipe, stdout=pipe, stderr=pipe, creationflags=quiet)
    # a process group of its own: it does not get our Ctrl+C, and its children can be killed with it
    return subprocess.Popen(arguments, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True)


def _kill(process: subprocess.Popen[bytes], guard: ProcessGuard) -> None:
    """Kill the process and, where process groups exist, its children."""
    guard.release()
    if process.returncode is not None:
        return
    with suppress(OSError):
        if sys.platform == "win32":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)
    with suppress(subprocess.TimeoutExpired):
        process.wait(_GRACE)


def _read(stream: IO[bytes], lines: queue.Queue[_Item]) -> None:
    with suppress(OSError, ValueError), stream:
        while line := stream.readline(LONGEST_LINE + 1):
            if len(line) > LONGEST_LINE:
                lines.put(LineTooLong())
                break
            lines.put(line.strip())
    lines.put(ProcessEnded())


def _write(stream: IO[bytes], lines: queue.SimpleQueue[bytes | None]) -> None:
    with suppress(OSError, ValueError), stream:
        while (line := lines.get()) is not None:
            stream.write(line)
            stream.flush()


def _read_stderr(stream: IO[bytes], stderr_tail: bytearray) -> None:
    with suppress(OSError, ValueError), stream:
        while item := os.read(stream.fileno(), 4096):
            stderr_tail += item
            del stderr_tail[:-_STDERR_TAIL]


# -- the bot -------------------------------------------------------------------------------------------

MOST_STARTS = 4
"""Starts of a program in one game: the first, and three after it has ended."""
_HUNG = 2
"""A process that is late this many times in a row is ended."""
_SHOWN = 200
"""Bytes of a wrong answer that a message quotes."""


class ExternalBot:
    """The program of a text such as ``mjai:python bot.py``; raises UnknownBot if the text is no command.

    Each instance plays one game. The process is started at the first decision.
    """

    def __init__(self, text: str) -> None:
        self._command = BotCommand.parse(text)
        self._limits = Limits.default()
        self.name = self._command.title
        self._faults: list[BotFault] = []
        self._transcript = Transcript()
        self._process: LineProcess | None = None
        self._closing = Lock()
        self._closed = False
        self._starts = 0
        self._answered = False
        """Whether any process of this game has answered."""
        self._asked = 0
        """Questions sent to this process."""
        self._owed = 0
        """Late answers to earlier questions that are still to come; they are ignored."""
        self._late = 0
        """The number of times in a row that this process has been late."""

    # -- the interface of a bot ----------------------------------------------------------------------

    def observe(self, seat: int, events: Sequence[Event]) -> None:
        self._transcript.add(seat, events)

    def choose(self, view: SeatView, options: Options) -> Action:
        """The program's choice, or the default action after a fault; raises BotClosed."""
        if options.actions == (PASS,) or options.actions[-1].kind in WITHOUT_MESSAGE:
            return default_action(view, options)
        try:
            process = self._running(view.seat)
            answer = self._exchange(process, self._transcript.take_unsent())
            action = _matched(view, options.actions, answer)
            return self._riichi(process, view, options) if action.kind is ActionKind.RIICHI else action
        except BotFault as fault:
            if self._closed:
                raise BotClosed from None
            self._faults.append(fault)
            return default_action(view, options)

    def take_faults(self) -> list[BotFault]:
        new, self._faults = self._faults, []
        return new

    def reset(self) -> None:
        """Drop all events: end the process; a new one receives the game so far.

        This does not count as a start.
        """
        with self._closing:
            process, self._process = self._process, None
        self._transcript = Transcript()
        if process is not None:
            self._starts -= 1
            process.close()

    def close(self) -> None:
        """Send the program the end of the game, if it is over, and end it; from any thread."""
        with self._closing:
            self._closed = True
            process, self._process = self._process, None
        if process is not None:
            self._send(process, self._transcript.take_unsent())
            process.close()

    # -- a decision ----------------------------------------------------------------------------------

    def _riichi(self, process: LineProcess, view: SeatView, options: Options) -> Action:
        """Confirm the riichi that the program declared, and ask for its discard.

        If it gives none, riichi is still declared, with the last discard of the options: the drawn tile if
        that is allowed.
        """
        riichi = options.of(ActionKind.RIICHI)
        declaration: Message = {"type": "reach", "actor": view.seat}
        self._transcript.mark_sent(declaration)
        try:
            answer = self._exchange(process, [declaration])
            try:
                return match_riichi_discard(view, riichi, answer)
            except InvalidAnswer as error:
                raise _illegal(answer, error) from None
        except BotFault as fault:
            if self._closed:
                raise
            self._faults.append(fault)
            return riichi[-1]

    def _running(self, seat: int) -> LineProcess:
        """The process, started if necessary; raises Fault."""
        with self._closing:
            if self._closed:
                raise BotClosed
            if self._process is None:
                self._process = self._started(seat)
            return self._process

    def _started(self, seat: int) -> LineProcess:
        if self._starts == MOST_STARTS:
            raise BotFault(FaultKind.GONE, f"it was started {MOST_STARTS} times")
        self._starts += 1
        try:
            process = LineProcess(self._command.arguments(seat))
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise BotFault(FaultKind.NOT_STARTED, reason, why=reason) from None
        self._asked = self._owed = self._late = 0
        self._transcript.rewind()
        return process

    def _exchange(self, process: LineProcess, messages: Sequence[Message]) -> Message:
        """Send messages and wait for the answer, any JSON object with a type; raises Fault."""
        # lines since the last answer belong to no question, or to an earlier one
        self._owed = max(self._owed - process.discard_lines(), 0)
        limit = self._limits.other if self._asked else self._limits.first
        self._asked += 1
        self._send(process, messages)
        deadline = time.monotonic() + limit
        try:
            while self._owed:
                process.receive(deadline - time.monotonic())
                self._owed -= 1
            line = process.receive(deadline - time.monotonic())
        except AnswerTimeout:
            self._owed += 1
            self._late += 1
            if self._late == _HUNG:
                self._drop(process)
            raise BotFault(FaultKind.LATE, f"no answer within {limit:g} s") from None
        except LineTooLong:
            self._drop(process)
            raise BotFault(FaultKind.GARBAGE, "a line without end") from None
        except ProcessEnded:
            self._drop(process)
            words = process.stderr_tail
            raise BotFault(
                FaultKind.CRASHED, words or "it ended", why="" if self._answered else words
            ) from None
        self._answered = True
        self._late = 0
        try:
            answer = msgspec.json.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            answer = None
        if not isinstance(answer, dict) or not isinstance(answer.get("type"), str):
            raise BotFault(FaultKind.GARBAGE, _quoted(line))
        return answer

    def _send(self, process: LineProcess, messages: Sequence[Message]) -> None:
        if not messages:
            return
        if self._command.batches:
            process.send(msgspec.json.encode(messages))
            return
        for message in messages[:-1]:
            process.send(msgspec.json.encode({**message, "can_act": False}))
        process.send(msgspec.json.encode(messages[-1]))

    def _drop(self, process: LineProcess) -> None:
        """End a process that cannot be used any more; the next decision starts another."""
        with self._closing:
            self._process = None
        process.close(grace=0.0)


def _matched(view: SeatView, actions: Sequence[Action], answer: Message) -> Action:
    try:
        return match_action(view, actions, answer)
    except InvalidAnswer as error:
        raise _illegal(answer, error) from None


def _illegal(answer: Message, error: InvalidAnswer) -> BotFault:
    return BotFault(FaultKind.ILLEGAL, f"{error}: {_quoted(msgspec.json.encode(answer))}")


def _quoted(line: bytes) -> str:
    return line[:_SHOWN].decode("utf-8", "replace")
