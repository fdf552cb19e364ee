"""What subcommands share: options, text in columns, and a progress bar on standard error."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import click

from engine.rules import PRESETS
from engine.wording import is_text
from tui.i18n import ljust, rjust, t, width
from tui.system.files import data_folder, files_below
from tui.system.terminal import is_terminal

WINDS = ("E", "S", "W", "N")
WIND = click.Choice(WINDS, case_sensitive=False)
LARGEST_SEED = (1 << 64) - 1
"""The random generator uses 64 bits of a seed: larger seeds would not be distinct."""


def _named(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """The name of the ruleset; raises UnknownRuleset, whose message lists all names."""
    if value is None:
        return None
    from tui.config.rules_files import named_rules  # here: most games are played by the usual rules

    return named_rules(value, data_folder()).name


def _names(ctx: click.Context, param: click.Parameter, begun: str) -> list[Any]:
    from click.shell_completion import CompletionItem

    from tui.config.rules_files import kept_rules

    names = [*PRESETS, *kept_rules(data_folder())]
    found = [CompletionItem(name) for name in names if name.lower().startswith(begun.lower())]
    return found or [CompletionItem(begun, type="file")]


def offered_bots(ctx: click.Context, param: click.Parameter, begun: str) -> list[str]:
    """Shell completions for ``A,B,C``: built-in bots behind the last comma."""
    from ai.bots.registry import BOTS_WITH_LEVELS

    named, comma, last = begun.rpartition(",")
    return [named + comma + name for name in BOTS_WITH_LEVELS if name.startswith(last)]


RULES_NAME: dict[str, Any] = {"callback": _named, "shell_complete": _names}
"""Keyword arguments for a click parameter that stands for a ruleset: a preset, own rules, or their file."""

rules_option = click.option("--rules", metavar="NAME", help=t("cli.rules-option"), **RULES_NAME)
"""Adds ``--rules NAME``; the function receives ``rules``, the name of a ruleset or None."""


def whole_text(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """The callback of an option that is a name: raises BadParameter if it holds bytes that are no text."""
    if value is None or is_text(value):
        return value
    raise click.BadParameter(t("cli.not-text", given=value), ctx, param)


def one_text(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> str | None:
    """The callback of an argument that may be typed with spaces: ``123m 456p`` is one hand."""
    return " ".join(value) or None


def whole_seed(ctx: click.Context, param: click.Parameter, value: str | None) -> int | None:
    """The callback of ``--seed``: a number from 0 to ``LARGEST_SEED``; raises BadParameter for others."""
    if value is None:
        return None
    # check the length first: int() raises ValueError for numbers of more than 4,300 digits
    digits = value.isascii() and value.isdecimal() and len(value) <= len(str(LARGEST_SEED))
    if digits and int(value) <= LARGEST_SEED:
        return int(value)
    raise click.BadParameter(t("cli.seed", given=value, largest=LARGEST_SEED), ctx, param)


def in_columns(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Format rows in columns: names left-aligned, numbers right-aligned."""
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    for name, *numbers in rows:
        shown = [rjust(number, room) for number, room in zip(numbers, widths[1:], strict=True)]
        yield "  ".join([ljust(name, widths[0]), *shown]).rstrip()


def records_in(paths: Iterable[str]) -> list[str]:
    """The files that were named, and those of the folders that were named, hidden ones left out.

    Raises ClickException for a folder without a file.
    """
    found: list[str] = []
    for path in paths:
        here = [*files_below(path)] if os.path.isdir(path) else [path]
        if not here:
            raise click.ClickException(unreadable(path, ValueError(t("records.empty-folder"))))
        found += here
    return found


def unreadable(file: str, error: Exception) -> str:
    """The line that says why a file cannot be read that was named on the command line."""
    from engine.records.read_file import shown_name  # here: few commands read records

    reason = (error.strerror or error) if isinstance(error, OSError) else error
    return f"{shown_name(file)}: {reason}"


@contextmanager
def progress_bar() -> Iterator[Callable[[int, int], None]]:
    """A bar that appears with the first progress; none if standard error is no terminal."""
    if not is_terminal(sys.stderr):
        yield _ignore
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    bar = Progress(BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=Console(stderr=True))
    task = bar.add_task("", total=None)

    def advance(done: int, total: int) -> None:
        bar.start()
        bar.update(task, completed=done, total=total)

    try:
        yield advance
    finally:
        if bar.live.is_started:
            bar.stop()


def _ignore(done: int, total: int) -> None:
    pass
