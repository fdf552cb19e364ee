"""Options shared by subcommands."""

from __future__ import annotations

from typing import Any

import click

from engine.rules import PRESETS, ruleset
from engine.wording import is_text
from tui.commands.requests import WINDS
from tui.i18n.texts import t

WIND = click.Choice(WINDS, case_sensitive=False)
LARGEST_SEED = (1 << 64) - 1
"""The random generator uses 64 bits of a seed: larger seeds would not be distinct."""


def _preset(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """The preset name, case-insensitive; raises UnknownRuleset, whose message lists all names."""
    if value is None:
        return None
    return ruleset(value.lower() if value.lower() in PRESETS else value).name


def _presets(ctx: click.Context, param: click.Parameter, begun: str) -> list[str]:
    """Shell completions for a preset name."""
    return [name for name in PRESETS if name.startswith(begun.lower())]


PRESET_NAME: dict[str, Any] = {"callback": _preset, "shell_complete": _presets}
"""Keyword arguments for a click parameter that is the name of a preset."""

rules_option = click.option("--rules", metavar="NAME", help=t("cli.rules-option"), **PRESET_NAME)
"""Adds ``--rules NAME``; the function receives ``rules``, the name of a preset or None."""


def whole_text(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """The callback of an option that is a name: raises BadParameter if it holds bytes that are no text."""
    if value is None or is_text(value):
        return value
    raise click.BadParameter(t("cli.not-text", given=value), ctx, param)


def whole_seed(ctx: click.Context, param: click.Parameter, value: str | None) -> int | None:
    """The callback of ``--seed``: a number from 0 to ``LARGEST_SEED``; raises BadParameter for others."""
    if value is None:
        return None
    # check the length first: int() raises ValueError for numbers of more than 4,300 digits
    digits = value.isascii() and value.isdecimal() and len(value) <= len(str(LARGEST_SEED))
    if digits and int(value) <= LARGEST_SEED:
        return int(value)
    raise click.BadParameter(t("cli.seed", given=value, largest=LARGEST_SEED), ctx, param)
