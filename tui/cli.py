"""The command ``furiten``: import a subcommand when it is called, and print every error as one line.

Help pages and click's own messages are in the language of the program, with lines broken by cell width.

Exit codes: 0 success, 1 the answer is "no", 2 bad usage or bad input, 130 interrupted.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Sequence
from functools import cache
from importlib import import_module

import click

from tui.i18n import (
    DEFAULT_LANGUAGE,
    LANGUAGE_VARIABLE,
    Language,
    join_list,
    join_sentences,
    ljust,
    nearest,
    section,
    t,
    unknown_language,
    width,
    wrapped,
)
from tui.system.files import os_error_text
from tui.system.process import gc_paused, replace_impossible_time_zone
from tui.system.terminal import (
    PROGRAM,
    ExitCode,
    complain,
    occupy_closed_descriptors,
    replace_unencodable_output,
    say,
    show_traceback,
)

_SAID_BY_CLICK = {
    "Options": "cli.options",
    "[required]": "cli.required",
    "[default: ": "cli.default",
}
"""Texts that click writes into a help page, with their catalogue keys."""

_ERRORS_OF_CLICK = {
    r"Option (?P<given>.+) does not take a value\.": "cli.errors.no-value",
    r"Option (?P<given>.+) requires an argument\.": "cli.errors.needs-value",
    r"Got unexpected extra arguments? \((?P<given>.*)\)": "cli.errors.too-many",
    r"\w+ (?P<given>.+) is a file\.": "cli.errors.is-file",
    r"\w+ (?P<given>.+) is not readable\.": "cli.errors.unreadable",
}
"""Messages that click knows only as sentences, with the keys of those in their place."""


class HelpFormatter(click.HelpFormatter):
    """A help formatter for characters of any width."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        super().write_usage(prog, args, t("cli.usage") if prefix is None else prefix)

    def write_heading(self, heading: str) -> None:
        super().write_heading(_translated(heading))

    def write_text(self, text: str) -> None:
        if text.isascii():
            super().write_text(text)
            return
        margin = " " * self.current_indent
        paragraphs = (folded(each, self.width - self.current_indent) for each in text.split("\n\n"))
        self.write("\n\n".join("\n".join(margin + line for line in lines) for lines in paragraphs) + "\n")

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        told = [(first, _translated(second)) for first, second in rows]
        if all(second.isascii() for _, second in told):
            super().write_dl(told, col_max, col_spacing)
            return
        column = min(max(width(first) for first, _ in told), col_max) + col_spacing
        margin, indent = " " * self.current_indent, " " * (self.current_indent + column)
        for first, second in told:
            beside = width(first) <= column - col_spacing
            lines = folded(second, self.width - len(indent))
            begin = margin + ljust(first, column) if beside else f"{margin}{first}\n{indent}"
            self.write(begin + f"\n{indent}".join(lines) + "\n")


class HelpContext(click.Context):
    """A context that uses ``HelpFormatter``."""

    formatter_class = HelpFormatter


def folded(text: str, cells: int) -> list[str]:
    """Wrap a paragraph to a width in cells, whatever blanks it has."""
    return wrapped(" ".join(text.split()), cells)


def _translated(text: str) -> str:
    for said, key in _SAID_BY_CLICK.items():
        text = text.replace(said, t(key))
    return text


def error_in_words(error: click.ClickException) -> str:
    """The error as one line."""
    match error:
        case click.NoSuchOption():
            near = t("cli.errors.near", names=join_list(error.possibilities)) if error.possibilities else ""
            return join_sentences([t("cli.errors.no-option", name=error.option_name), near])
        case click.MissingParameter() if error.param is not None:
            kind = "option" if error.param.param_type_name == "option" else "argument"
            return t(f"cli.errors.missing-{kind}", name=_name(error))
        case click.BadParameter() if _name(error):
            reason = error.message if error.param is None else _misfit(error.param.type, error.message)
            return t("cli.errors.bad-value", name=_name(error), reason=reason)
    return _said_again(error.format_message())


def _said_again(message: str) -> str:
    """A message of click in the language of the program; other messages are in it already."""
    for said, key in _ERRORS_OF_CLICK.items():
        if found := re.fullmatch(said, message, re.DOTALL):
            return t(key, given=found["given"])
    return message


def _misfit(kind: object, message: str) -> str:
    """Why a value does not fit a type, in place of click's English message, which begins with the value."""
    given = message.rpartition(" is not ")[0]
    match kind:
        case click.IntRange(min=low, max=None):
            return t("cli.errors.at-least", given=given, low=low)
        case click.IntRange(min=low, max=high):
            return t("cli.errors.between", given=given, low=low, high=high)
        case click.FloatRange(min=low):
            return t("cli.errors.above", given=given, low=low)
        case click.Choice(choices=names):
            return t("cli.errors.one-of", given=given, names=join_list(map(str, names)))
    return t("cli.errors.whole", given=given) if kind is click.INT else _said_again(message)


def _name(error: click.BadParameter) -> str:
    """The option or argument in click's quotes; empty if unknown."""
    hint = error.param_hint
    if hint is None and error.param is not None:
        hint = error.param.get_error_hint(error.ctx)
    return "" if hint is None else hint if isinstance(hint, str) else join_list(hint)


COMMANDS: tuple[str, ...] = tuple(
    key.removeprefix("commands.") for key in section(DEFAULT_LANGUAGE, "commands")
)
"""Subcommands in help order, as the texts name them; each is a module of that name in ``tui.commands``."""


@cache
def _imported(name: str) -> click.Command:
    with gc_paused():
        command = import_module(f".commands.{name}", __package__).command
    assert isinstance(command, click.Command)
    command.context_class = HelpContext
    return _with_help(command)


def _with_help(command: click.Command) -> click.Command:
    """Give a command its option for help: click's own loads the translations of the system at each start."""
    command.add_help_option = False
    command.params.append(
        click.Option(
            ["-h", "--help"],
            is_flag=True,
            is_eager=True,
            expose_value=False,
            callback=_show_help,
            help=t("cli.option-help"),
        )
    )
    return command


def _show_help(context: click.Context, _: click.Parameter, asked: bool) -> None:
    """Print the help page and exit, if it is asked for."""
    if asked and not context.resilient_parsing:
        say(context.get_help())
        context.exit()


class Subcommands(click.Group):
    """A group that imports a subcommand only when it runs, so that ``--help`` stays fast."""

    context_class = HelpContext

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the subcommand of that name; return None if there is none."""
        return _imported(cmd_name) if cmd_name in COMMANDS else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Raises UsageError, with the commands of nearly that name, if there is none of it."""
        name = args[0]
        if name not in COMMANDS and not name.startswith("-"):
            told = nearest(name, COMMANDS) or t("cli.errors.all-commands")
            raise click.UsageError(join_sentences([t("cli.errors.no-command", name=name), told]), ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of subcommands from the catalogue, without importing them."""
        with formatter.section(t("cli.subcommands")):
            formatter.write_dl([(name, t(f"commands.{name}")) for name in COMMANDS])


def _show_versions(context: click.Context, _: click.Parameter, asked: bool) -> None:
    """Print one line and exit, if ``--version`` is given."""
    if not asked or context.resilient_parsing:
        return
    from tui.system.installation import versions

    say(versions())
    context.exit()


@click.group(
    cls=Subcommands,
    invoke_without_command=True,
    help=t("cli.help"),
    epilog=t("cli.epilog"),
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_versions,
    help=t("cli.option-version"),
)
@click.pass_context
def furiten(ctx: click.Context) -> int | None:
    """Open the title screen if no subcommand is given."""
    if ctx.invoked_subcommand is not None:
        return None
    with gc_paused():
        from tui.shell.launch import run

    return run()


_with_help(furiten)


def main(args: Sequence[str] | None = None) -> None:
    """Run the command line and exit with its exit code."""
    sys.excepthook = show_traceback
    occupy_closed_descriptors()
    replace_unencodable_output()
    sys.exit(execute(args))


def execute(args: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code; write at most one line to standard error."""
    replace_impossible_time_zone()
    if name := unknown_language():
        choices = ", ".join(Language)
        return _complain(t("look.unknown", variable=LANGUAGE_VARIABLE, name=name, choices=choices))
    try:
        result: object = furiten.main(args, prog_name=PROGRAM, standalone_mode=False)
    except (click.Abort, KeyboardInterrupt):
        return ExitCode.INTERRUPTED
    except click.ClickException as error:
        return _complain(error_in_words(error))
    except OSError as error:
        return _complain(os_error_text(error))
    except ValueError as error:
        if not _names_bad_input(error):
            raise
        return _complain(str(error))
    return result if isinstance(result, int) else ExitCode.DONE


def _names_bad_input(error: ValueError) -> bool:
    """Whether this is an error that rules, bots and looks raise for bad user input."""
    from ai.bot import UnknownBot
    from engine.own_rules import UnknownRuleset
    from engine.tiles import NotationError
    from tui.tiles import UnknownLook

    return isinstance(error, NotationError | UnknownRuleset | UnknownBot | UnknownLook)


def _complain(message: str) -> int:
    """Print the message as one line on standard error; return the exit code for bad input."""
    complain(message)
    return ExitCode.BAD_INPUT
