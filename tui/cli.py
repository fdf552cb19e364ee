"""The command ``furiten``: import a subcommand when it is called, and print every error as one line.

Exit codes: 0 success, 1 the answer is "no", 2 bad usage or bad input, 130 interrupted.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module

import click

from tui.commands.help_pages import HelpContext
from tui.commands.usage_errors import in_words
from tui.i18n.language import LANGUAGE_VARIABLE, Language, unknown_language
from tui.i18n.texts import t
from tui.system.exit_codes import ExitCode
from tui.system.files import os_error_text
from tui.system.gc_pause import gc_paused
from tui.system.output import PROGRAM, complain, say, show_traceback
from tui.system.terminal import occupy_closed_descriptors, replace_unencodable_output
from tui.system.time_zone import replace_impossible_time_zone

COMMANDS: tuple[str, ...] = (
    "play",
    "watch",
    "practice",
    "score",
    "hand",
    "rules",
    "arena",
    "bot",
    "replay",
    "verify",
    "review",
    "stats",
    "export",
    "demo",
    "serve",
    "doctor",
)
"""Subcommands in help order; each is a module of that name in ``tui.commands``."""


class Subcommands(click.Group):
    """A group that imports a subcommand only when it runs, so that ``--help`` stays fast."""

    context_class = HelpContext

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the subcommands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the subcommand of that name; return None if there is none."""
        if cmd_name not in COMMANDS:
            return None
        command = import_module(f".commands.{cmd_name}", __package__).command
        assert isinstance(command, click.Command)
        command.context_class = HelpContext
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of subcommands from the catalogue, without importing them."""
        with formatter.section(t("cli.subcommands")):
            formatter.write_dl([(name, t(f"commands.{name}")) for name in COMMANDS])


def _show_versions(context: click.Context, _: click.Parameter, asked: bool) -> None:
    """Print one line and exit, if ``--version`` is given."""
    if not asked or context.resilient_parsing:
        return
    from tui.system.versions import versions

    say(versions())
    context.exit()


@click.group(
    cls=Subcommands,
    invoke_without_command=True,
    help=t("cli.help"),
    epilog=t("cli.epilog"),
    context_settings={"help_option_names": ["-h", "--help"]},
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
        return _complain(in_words(error))
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
    from engine.rules import UnknownRuleset
    from engine.tiles import NotationError
    from tui.tiles.look import UnknownLook

    return isinstance(error, NotationError | UnknownRuleset | UnknownBot | UnknownLook)


def _complain(message: str) -> int:
    """Print the message as one line on standard error; return the exit code for bad input."""
    complain(message)
    return ExitCode.BAD_INPUT
