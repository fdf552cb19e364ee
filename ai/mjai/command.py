"""The text for an external program: ``mjai:COMMAND``, or ``mjai-lines:COMMAND`` for one event a line."""

from __future__ import annotations

import math
import os
import re
import sys
from collections.abc import Iterable, Mapping
from pathlib import PurePath
from typing import NamedTuple

import msgspec

from ai.bot import UnknownBot
from engine.wording import is_text

_BATCHES, _LINES = "mjai:", "mjai-lines:"
SEAT = "{seat}"
"""In a command, the placeholder of the seat number; 0 is the first dealer."""
SECONDS_VARIABLE = "FURITEN_BOT_SECONDS"
"""The environment variable that sets another time limit for a decision."""

_SECONDS = 5.0
_LOADING = 4
"""The first decision of a process may take this many times as long: it loads its model then."""
_LONGEST_TITLE = 12
"""Letters of a title: a column of the arena's report has room for these and a number."""
_PYTHON = r"(python|py|pypy)[\d.]*$"


class Limits(NamedTuple):
    """Time limits of a program in seconds: for its first decision, and for every other."""

    first: float = _SECONDS * _LOADING
    other: float = _SECONDS

    @classmethod
    def default(cls) -> Limits:
        """The limits of the environment, or the built-in ones if the environment's value is invalid."""
        try:
            return cls.from_environment()
        except UnknownBot:
            return cls()

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> Limits:
        """The limits that ``FURITEN_BOT_SECONDS`` sets; raises UnknownBot if its value is invalid."""
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


class BotCommand(msgspec.Struct, frozen=True):
    """A program and its arguments, with quotes read as a shell reads them; no shell runs it."""

    text: str
    words: tuple[str, ...]
    batches: bool
    """Whether the program takes lists of events and answers each line (see ``ai.mjai``)."""

    @classmethod
    def parse(cls, text: str) -> BotCommand:
        """Read ``mjai:COMMAND``; raises UnknownBot if no command follows."""
        batches = text.startswith(_BATCHES)
        if not is_text(text):
            raise UnknownBot(f"'{text}' holds bytes that are no text: records could not name it")
        try:
            words = _split(text.removeprefix(_BATCHES if batches else _LINES))
        except ValueError as error:
            raise UnknownBot(f"'{text}' cannot be read as a command: {str(error).lower()}") from None
        if not words or not words[0]:
            raise UnknownBot(f"'{text}' names no command, as in mjai:python bot.py")
        return cls(text, tuple(words), batches)

    def check(self) -> None:
        """Raise UnknownBot if there is no such program, or the environment's time limit is invalid."""
        import shutil  # here: slow to import, and a program start reads titles only

        Limits.from_environment()
        if shutil.which(self.words[0]) is None:
            raise UnknownBot(f"'{self.text}' cannot be started: there is no program '{self.words[0]}'")

    def arguments(self, seat: int) -> list[str]:
        return [word.replace(SEAT, str(seat)) for word in self.words]

    @property
    def title(self) -> str:
        """A one-word name: the program, or the script that it runs."""
        word = self.words[0]
        if re.match(_PYTHON, PurePath(word).stem.lower()):
            word = next((word for word in self.words[1:] if not word.startswith("-")), word)
        letters = re.sub(r"[^A-Za-z0-9_.-]", "", PurePath(word).stem)
        return letters[:_LONGEST_TITLE].strip("._-") or "outside"


def is_external(text: str) -> bool:
    """Whether the text asks for an external program."""
    return text.startswith((_BATCHES, _LINES))


def programs_among(names: Iterable[str]) -> tuple[str, ...]:
    """The names that ask for external programs, each once."""
    return tuple(dict.fromkeys(name for name in names if is_external(name)))


def display_name(text: str) -> str:
    """The name at the table of the bot that the text asks for: the text, or an external program's title."""
    return BotCommand.parse(text).title if is_external(text) else text


def _split(command: str) -> list[str]:
    import shlex  # here for the same reason

    if sys.platform != "win32":
        return shlex.split(command)
    # in Windows paths a backslash is an ordinary character, and quotes stay in place
    return [re.sub(r'^(["\'])(.*)\1$', r"\2", word) for word in shlex.split(command, posix=False)]
