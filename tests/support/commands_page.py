"""``docs/commands.md``: every command with its arguments and options, in the words of its ``--help``.

``make pictures`` writes the chapters anew; a test compares them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module

import click

from tests.support.fresh_interpreter import ROOT, run
from tui.cli import COMMANDS

PAGE = ROOT / "docs" / "commands.md"
BEGIN, END = "<!-- commands: written by make pictures -->\n", "<!-- end of the commands -->\n"


def chapters() -> str:
    """A chapter for each command, in the order of ``furiten --help``."""
    return "\n".join(_chapter(name) for name in COMMANDS)


def _chapter(name: str) -> str:
    command = import_module(f"tui.commands.{name}").command
    assert isinstance(command, click.Command)
    context = click.Context(command, info_name=f"furiten {name}")
    usage = " ".join([context.command_path, *command.collect_usage_pieces(context)])
    return "\n".join(_lines(name, usage, command, context))


def _lines(name: str, usage: str, command: click.Command, context: click.Context) -> Iterator[str]:
    yield f"## furiten {name}\n"
    yield f"```\n{usage}\n```\n"
    for paragraph in (command.help or "").split("\n\n"):
        yield f"{_escaped(paragraph)}\n"
    options = [option for option in command.params if isinstance(option, click.Option)]
    if records := [record for option in options if (record := option.get_help_record(context))]:
        yield "| option | what it does |\n|---|---|"
        yield from (f"| {_code(names)} | {_escaped(words)} |" for names, words in records)
        yield ""
    examples = [
        " ".join(each.split()).removeprefix("Example: ") for each in (command.epilog or "").split("\n\n")
    ]
    yield "\n".join(("```", *examples, "```\n"))


def _code(words: str) -> str:
    """The words as code. A bar between backticks ends a cell on some sites and not on others."""
    return f"<code>{words.replace('|', '&#124;')}</code>" if "|" in words else f"`{words}`"


def _escaped(words: str) -> str:
    """The words on one line, with nothing in them that Markdown would take for its own."""
    words = " ".join(words.split()).replace("<", "&lt;")
    for sign in "\\`*|":
        words = words.replace(sign, f"\\{sign}")
    return words


def page() -> str:
    """The whole page, with the chapters as they are now: in English, which a fresh interpreter speaks."""
    text = PAGE.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN)
    code = "from tests.support.commands_page import chapters; print(chapters())"
    return f"{before}{BEGIN}\n{run([sys.executable, '-c', code])}{END}{rest.split(END)[1]}"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8", newline="\n")
