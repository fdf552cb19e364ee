"""The text of a program outside: ``mjai:COMMAND``, or ``mjai-lines:COMMAND`` for one event a line."""

from __future__ import annotations

import math
import os
import re
import shlex
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePath

from ai.bot import OUTSIDE, UnknownBot

SEAT = "{seat}"
"""Stands in a command for the number of the seat, 0 being the first dealer."""
SECONDS_VARIABLE = "FURITEN_BOT_SECONDS"
"""Names another time limit for a decision."""

_SECONDS = 5.0
_LOADING = 4
"""So many times as long may the first decision of a process take: then it reads its model."""
_LONGEST_TITLE = 12
"""Letters: a column of the arena has room for so many and a number."""
_PYTHON = re.compile(r"(python|py|pypy)[\d.]*$")


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds within which a program must answer: its first decision, and every other."""

    first: float = _SECONDS * _LOADING
    other: float = _SECONDS

    @classmethod
    def usual(cls) -> Limits:
        """Those of the environment; where that names no time, the limits that are built in."""
        try:
            return cls.from_environment()
        except UnknownBot:
            return cls()

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> Limits:
        """The limits that ``FURITEN_BOT_SECONDS`` sets; raises UnknownBot where that is no time."""
        text = environment.get(SECONDS_VARIABLE)
        if not text:
            return cls()
        try:
            seconds = float(text)
        except ValueError:
            seconds = math.nan
        if not 0 < seconds <= 3_600:
            raise UnknownBot(f"{SECONDS_VARIABLE}={text}: give seconds, such as {_SECONDS:g}")
        return cls(seconds * _LOADING, seconds)


@dataclass(frozen=True, slots=True)
class Command:
    """A program and its arguments, read as a shell reads quotes; no shell runs it."""

    text: str
    words: tuple[str, ...]
    batches: bool
    """Whether it takes lists of events and answers each line (see ``ai.mjai``)."""

    @classmethod
    def parse(cls, text: str) -> Command:
        """Read ``mjai:COMMAND``; raises UnknownBot when no command follows."""
        prefix = next(prefix for prefix in OUTSIDE if text.startswith(prefix))
        try:
            words = _split(text.removeprefix(prefix))
        except ValueError as error:
            raise UnknownBot(f"'{text}' cannot be read as a command: {str(error).lower()}") from None
        if not words or not words[0]:
            raise UnknownBot(f"'{text}' names no command, as in mjai:python bot.py")
        return cls(text, tuple(words), prefix == OUTSIDE[0])

    def check(self) -> None:
        """Raise UnknownBot when there is no such program, or the environment sets no time for it."""
        Limits.from_environment()
        if shutil.which(self.words[0]) is None:
            raise UnknownBot(f"'{self.text}' cannot be started: there is no program '{self.words[0]}'")

    def arguments(self, seat: int) -> list[str]:
        """What to start for that seat."""
        return [word.replace(SEAT, str(seat)) for word in self.words]

    @property
    def title(self) -> str:
        """A word to call it by: its program, or what that runs."""
        word = self.words[0]
        if _PYTHON.match(PurePath(word).stem.lower()):
            word = next((word for word in self.words[1:] if not word.startswith("-")), word)
        letters = re.sub(r"[^A-Za-z0-9_.-]", "", PurePath(word).stem)
        return letters[:_LONGEST_TITLE].strip("._-") or "outside"


def _split(command: str) -> list[str]:
    if sys.platform != "win32":
        return shlex.split(command)
    # a backslash is a letter of a path there, and quotes stay where they are
    return [re.sub(r'^(["\'])(.*)\1$', r"\2", word) for word in shlex.split(command, posix=False)]
