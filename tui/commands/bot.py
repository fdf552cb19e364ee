"""``furiten bot``: run a built-in bot as an mjai client on the standard streams."""

from __future__ import annotations

import sys

import click
import msgspec

from ai.bots.registry import make_bot
from ai.bots.styles import BY_STYLE
from ai.mjai.client import MjaiClient, TableError
from ai.mjai.messages import NONE
from engine.own_rules import ruleset
from engine.wall import PLAYERS
from engine.wording import EndlessLine, bounded_lines
from tui.commands.shared import rules_option
from tui.i18n import join_list, t

LONGEST_LINE = 1 << 20
"""Bytes of a line of events; a longer one is cut, and is no JSON then."""


@click.command(name="bot", help=t("bot.help", styles=join_list(BY_STYLE)), epilog=t("bot.example"))
@click.argument("name")
@click.argument("seat", required=False, type=click.IntRange(0, PLAYERS - 1))
@rules_option
@click.option("--quiet", is_flag=True, help=t("bot.quiet"))
def command(name: str, seat: int | None, rules: str | None, quiet: bool) -> None:
    """Answer line by line until the input ends."""
    if sys.stdin is None or sys.stdout is None:
        raise click.ClickException(t("cli.closed"))
    nothing = None if quiet else msgspec.json.encode(NONE)
    client = MjaiClient(make_bot(name, external=True), seat, ruleset(rules) if rules else None)
    number = 1
    try:
        for line in bounded_lines(sys.stdin.buffer, LONGEST_LINE):
            answer = (client.answer(line) or nothing) if line.strip() else None
            if answer is not None:
                sys.stdout.buffer.write(answer + b"\n")
                sys.stdout.buffer.flush()
            number += 1
    except (TableError, EndlessLine) as error:
        raise click.ClickException(t("bot.line", number=number, reason=error)) from None
