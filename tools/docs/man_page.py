r"""``share/man/man1/furiten.1``: the manual page, in the words of ``--help``.

``make pictures`` writes it anew; a test compares it. It is roff with the macros of man(7): ``\-`` is the
minus of an option, ``\e`` a backslash, and ``\&`` keeps a line that begins with a dot from being a request.
"""

from __future__ import annotations

import re
import sys
import textwrap
import tomllib
from collections.abc import Iterable, Iterator
from importlib import import_module
from typing import NamedTuple

import click

from ai.mjai.command import SECONDS_VARIABLE
from engine import __version__
from tests.support.fresh_interpreter import ROOT, run
from tui.cli import COMMANDS
from tui.cli import furiten as program
from tui.config.settings import Theme, Tiles
from tui.drawing.palette import THEME_VARIABLE
from tui.i18n import LANGUAGE_VARIABLE, Language
from tui.system.files import HOME_VARIABLE
from tui.system.terminal import GLYPHS_VARIABLE
from tui.tiles import GLYPH_SETS, STYLE_VARIABLE

PAGE = ROOT / "share" / "man" / "man1" / "furiten.1"
RELEASED = re.compile(r"^## \[(\d+\.\d+\.\d+)\] – (\d{4}-\d{2}-\d{2})$", re.MULTILINE)
"""The head of a released version in CHANGELOG.md."""


def _choices(names: Iterable[str]) -> str:
    return f"It comes before the setting: {', '.join(names)}."


ENVIRONMENT = {
    HOME_VARIABLE: "The data folder, instead of the usual one of the system.",
    LANGUAGE_VARIABLE: f"The language. {_choices(Language)}",
    STYLE_VARIABLE: f"The style of the tiles. {_choices(Tiles)}",
    GLYPHS_VARIABLE: f"What stands on the tiles. {_choices(GLYPH_SETS)}",
    THEME_VARIABLE: f"The colours. {_choices(Theme)}",
    SECONDS_VARIABLE: "Seconds that an external bot has for an answer, in place of 5.",
    "NO_COLOR": "If it is set and not empty, there are no colours.",
}
FILES = {
    "~/.local/share/furiten": "The data folder on Linux, or below XDG_DATA_HOME. On macOS it is "
    "~/Library/Application Support/furiten, on Windows %LOCALAPPDATA%\\furiten.",
    "game.jsonl": "There, the game in progress.",
    "records/": "There, finished games.",
    "furiten.sqlite": "There, the answers of practice, and an index of the games.",
    "settings.toml": "There, the settings.",
}
EXIT_STATUS = {
    "0": "Done.",
    "1": "The answer is no: a record that fails verification, a hand that does not win.",
    "2": "Bad usage or bad input, with one line on standard error that names it.",
    "130": "Interrupted.",
}


def man_page() -> str:
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield '.\\" Written by make pictures, out of the help of the commands.'
    yield f'.TH FURITEN 1 {_released()} "furiten {__version__}" "User Commands"'
    yield from (".ad l", ".nh")
    yield from (".SH NAME", r"furiten \- riichi mahjong for the terminal that explains furiten")
    context = click.Context(program, info_name="furiten")
    # click 8.1 does not know that the command may be left out.
    yield from (".SH SYNOPSIS", f".B {_escaped('furiten [OPTIONS] [COMMAND] [ARGS]...')}")
    yield ".SH DESCRIPTION"
    yield from _paragraphs((program.help or "").strip().split("\n\n"))
    yield ".SH OPTIONS"
    yield from _options(_records(program.get_params(context), context))
    yield ".SH COMMANDS"
    yield from _wrapped("Every command has --help.")
    for name in COMMANDS:
        yield from _command(described(name))
    for title, terms in (("ENVIRONMENT", ENVIRONMENT), ("FILES", FILES), ("EXIT STATUS", EXIT_STATUS)):
        yield f".SH {title}"
        for term, words in terms.items():
            yield from (".TP", f".B {_escaped(term)}", *_wrapped(words))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    yield ".SH SEE ALSO"
    for title, address in project["urls"].items():
        yield from (".TP", f".B {title}", _escaped(address))


def _released() -> str:
    """The day of the newest release, which has the same page on every machine."""
    found = RELEASED.search((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
    return found[2] if found else '""'


class Described(NamedTuple):
    """What the help of a command says."""

    name: str
    usage: str
    paragraphs: list[str]
    options: list[tuple[str, str]]
    """The names of each with what stands for its value, and what it does."""
    examples: list[str]


def described(name: str) -> Described:
    """The help of a command of ``furiten``."""
    command = import_module(f"tui.commands.{name}").command
    assert isinstance(command, click.Command)
    context = click.Context(command, info_name=f"furiten {name}")
    return Described(
        context.command_path,
        " ".join([context.command_path, *command.collect_usage_pieces(context)]),
        (command.help or "").strip().split("\n\n"),
        _records(command.params, context),
        [" ".join(each.split()).removeprefix("Example: ") for each in (command.epilog or "").split("\n\n")],
    )


def _records(parameters: Iterable[click.Parameter], context: click.Context) -> list[tuple[str, str]]:
    options = [each for each in parameters if isinstance(each, click.Option)]
    return [record for option in options if (record := option.get_help_record(context))]


def _command(command: Described) -> Iterator[str]:
    yield f'.SS "{_escaped(command.usage)}"'
    yield from _paragraphs(command.paragraphs)
    yield from _options(command.options)
    yield from (".PP", "Example:", ".PP", ".EX", *map(_escaped, command.examples), ".EE")


def _paragraphs(paragraphs: Iterable[str]) -> Iterator[str]:
    for number, paragraph in enumerate(paragraphs):
        if number:
            yield ".PP"
        yield from _wrapped(paragraph)


def _wrapped(words: str) -> Iterator[str]:
    lines = textwrap.wrap(" ".join(words.split()), 78, break_long_words=False, break_on_hyphens=False)
    return map(_escaped, lines)


def _options(records: Iterable[tuple[str, str]]) -> Iterator[str]:
    for names, words in records:
        yield from (".TP", _styled(names), *_wrapped(words))


def _styled(names: str) -> str:
    """The names of an option in bold; what stands for its value in italics."""
    words = (rf"\fB{_escaped(word)}\fR" if word.startswith("-") else _value(word) for word in names.split())
    return " ".join(words)


def _value(word: str) -> str:
    return re.sub(r"[A-Z]+", r"\\fI\g<0>\\fR", _escaped(word))


def _escaped(text: str) -> str:
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{text}" if text.startswith((".", "'")) else text


def page() -> str:
    """The page in English, which a fresh interpreter speaks."""
    return run([sys.executable, "-c", "from tools.docs.man_page import man_page; print(man_page(), end='')"])


if __name__ == "__main__":
    PAGE.parent.mkdir(parents=True, exist_ok=True)
    PAGE.write_text(page(), encoding="utf-8", newline="\n")
