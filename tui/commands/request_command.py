"""Shared by ``score`` and ``hand``: answer one request from the command line, or many from standard input."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass

import click

from tui.commands.requests import JsonAnswer, Request, answer_batch, to_json
from tui.i18n.texts import t
from tui.system.exit_codes import ExitCode
from tui.system.output import say


@dataclass(frozen=True, slots=True)
class RequestCommand:
    """A command that answers requests."""

    answer: Callable[[Request], JsonAnswer]
    in_words: Callable[[Request, JsonAnswer], str]
    required: tuple[str, ...]
    """Required options of a single request."""
    incomplete: str
    """The catalogue key of the error for a missing required option."""
    request: Callable[[Request], Request] = dict
    """Converts the given options into a request."""

    def put(self, options: dict[str, object], *, batch: bool, as_json: bool) -> int:
        """Write the answer to standard output; return the exit code. Raises UsageError, RequestError."""
        given = {name: value for name, value in options.items() if value not in (None, False, ())}
        if batch:
            if given:
                raise click.UsageError(t("cli.batch-alone"))
            if sys.stdin is None or sys.stdout is None:
                raise click.ClickException(t("cli.closed"))
            answered = answer_batch(sys.stdin.buffer, sys.stdout.buffer, self.answer)
            return ExitCode.DONE if answered else ExitCode.NO
        if any(name not in given for name in self.required):
            raise click.UsageError(t(self.incomplete))
        if isinstance(melds := given.get("melds"), tuple):
            given["melds"] = list(melds)
        request = self.request(given)
        reply = self.answer(request)
        say(to_json(reply) if as_json else self.in_words(request, reply))
        return ExitCode.DONE if reply.get("wins", True) else ExitCode.NO
