"""A program from outside at our table: a bot that asks a process.

Each seat has a process of its own, told what that seat may see and nothing else. Whatever it does wrong
costs it the decision (``Fault``), which is played for it (``stand_in``). One that ends is started again at
its next decision and told the hand so far, but not without end. One that is late twice in a row is ended
too: it has hung, or nobody knows any more which answer belongs to which question.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from threading import Lock

import msgspec

from ai.bot import Closed, stand_in
from ai.mjai.command import Command, Limits
from ai.mjai.faults import Fault, FaultKind
from ai.mjai.process import Ended, LineProcess, TooLate, TooLong
from ai.mjai.spelling import WORDLESS, Message, Unclear, declared, wanted
from ai.mjai.transcript import Transcript
from engine.actions import PASS, Action, ActionKind
from engine.events import Event
from engine.options import Options
from engine.view import SeatView

MOST_STARTS = 4
"""So often is a program started in one game: once, and three times after it has ended."""
_HUNG = 2
"""So many times in a row may no process be late."""
_SHOWN = 200
"""So much of a wrong answer is told."""


class OutsideBot:
    """The program of a text such as ``mjai:python bot.py``; raises UnknownBot when that is none.

    One game each. Nothing is started before the first decision.
    """

    def __init__(self, text: str) -> None:
        self._command = Command.parse(text)
        self._limits = Limits.usual()
        self.name = self._command.title
        self._faults: list[Fault] = []
        self._transcript = Transcript()
        self._process: LineProcess | None = None
        self._closing = Lock()
        self._closed = False
        self._starts = 0
        self._answered = False
        """Whether any process of this game has answered."""
        self._asked = 0
        """Questions that this process has been asked."""
        self._owed = 0
        """Answers that are still to come for questions before: they are late, and answer nothing."""
        self._late = 0
        """So many times in a row has this process been late."""

    # -- what the table does with it -----------------------------------------------------------------

    def hear(self, seat: int, events: Sequence[Event]) -> None:
        """Be told what happened since the last time."""
        self._transcript.hear(seat, events)

    def choose(self, view: SeatView, options: Options) -> Action:
        """What the program wants, or what is played for it; raises Closed."""
        if options.actions == (PASS,) or options.actions[0].kind in WORDLESS:
            return stand_in(view, options)
        try:
            return self._ask(view, options)
        except Fault as fault:
            if self._closed:
                raise Closed from None
            self._faults.append(fault)
            return stand_in(view, options)

    def take_faults(self) -> list[Fault]:
        """What went wrong since the last time."""
        new, self._faults = self._faults, []
        return new

    def forget(self) -> None:
        """Take what was heard for untold: the process ends, and another one is told the game so far.

        That costs none of the starts.
        """
        with self._closing:
            process, self._process = self._process, None
        self._transcript = Transcript()
        if process is not None:
            self._starts -= 1
            process.close()

    def close(self) -> None:
        """Tell the program the end of the game, if it is over, and end it; from any thread."""
        with self._closing:
            self._closed = True
            process, self._process = self._process, None
        if process is not None:
            self._tell(process, self._transcript.take())
            process.close()

    # -- a decision ----------------------------------------------------------------------------------

    def _ask(self, view: SeatView, options: Options) -> Action:
        process = self._running(view.seat)
        answer = self._exchange(process, self._transcript.take())
        action = _understood(view, options.actions, answer)
        return self._riichi(process, view, options) if action.kind is ActionKind.RIICHI else action

    def _riichi(self, process: LineProcess, view: SeatView, options: Options) -> Action:
        """It declares riichi, is told so, and says with which discard.

        Where it fails to, riichi stays declared, and the discard is played for it: the last, which is the
        drawn tile where that may go.
        """
        riichi = options.of(ActionKind.RIICHI)
        declaration: Message = {"type": "reach", "actor": view.seat}
        self._transcript.foretell(declaration)
        try:
            answer = self._exchange(process, [declaration])
            try:
                return declared(view, riichi, answer)
            except Unclear as error:
                raise _illegal(answer, error) from None
        except Fault as fault:
            if self._closed:
                raise
            self._faults.append(fault)
            return riichi[-1]

    def _running(self, seat: int) -> LineProcess:
        """The process, started if need be; raises Fault."""
        with self._closing:
            if self._closed:
                raise Closed
            if self._process is None:
                self._process = self._started(seat)
            return self._process

    def _started(self, seat: int) -> LineProcess:
        if self._starts == MOST_STARTS:
            raise Fault(FaultKind.GONE, f"it was started {MOST_STARTS} times")
        self._starts += 1
        try:
            process = LineProcess(self._command.arguments(seat))
        except (OSError, ValueError) as error:
            raise Fault(FaultKind.NOT_STARTED, str(error), why=str(error)) from None
        self._asked = self._owed = self._late = 0
        self._transcript.rewind()
        return process

    def _exchange(self, process: LineProcess, messages: Sequence[Message]) -> Message:
        """Tell and ask; returns the answer, any JSON object with a type, or raises Fault."""
        # what has come in since the last answer answers no question, or one that is over
        self._owed = max(self._owed - process.skip(), 0)
        limit = self._limits.other if self._asked else self._limits.first
        self._asked += 1
        self._tell(process, messages)
        until = time.monotonic() + limit
        try:
            while self._owed:
                process.receive(until - time.monotonic())
                self._owed -= 1
            line = process.receive(until - time.monotonic())
        except TooLate:
            self._owed += 1
            self._late += 1
            if self._late == _HUNG:
                self._drop(process)
            raise Fault(FaultKind.LATE, f"no answer within {limit:g} s") from None
        except TooLong:
            self._drop(process)
            raise Fault(FaultKind.GARBAGE, "a line without end") from None
        except Ended:
            self._drop(process)
            words = process.last_words
            raise Fault(FaultKind.CRASHED, words or "it ended", why="" if self._answered else words) from None
        self._answered = True
        self._late = 0
        return _decoded(line)

    def _tell(self, process: LineProcess, messages: Sequence[Message]) -> None:
        if not messages:
            return
        if self._command.batches:
            process.send(msgspec.json.encode(messages))
            return
        for message in messages[:-1]:
            process.send(msgspec.json.encode({**message, "can_act": False}))
        process.send(msgspec.json.encode(messages[-1]))

    def _drop(self, process: LineProcess) -> None:
        """End a process that is of no more use; the next decision starts another."""
        with self._closing:
            self._process = None
        process.close(grace=0.0)


def _decoded(line: bytes) -> Message:
    try:
        answer = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        answer = None
    if not isinstance(answer, dict) or not isinstance(answer.get("type"), str):
        raise Fault(FaultKind.GARBAGE, _shown(line))
    return answer


def _understood(view: SeatView, actions: Sequence[Action], answer: Message) -> Action:
    try:
        return wanted(view, actions, answer)
    except Unclear as error:
        raise _illegal(answer, error) from None


def _illegal(answer: Message, error: Unclear) -> Fault:
    return Fault(FaultKind.ILLEGAL, f"{error}: {_shown(msgspec.json.encode(answer))}")


def _shown(line: bytes) -> str:
    text = line[:_SHOWN].decode("utf-8", "replace")
    return "".join(char if char.isprintable() else "?" for char in text)
