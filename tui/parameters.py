"""Options that several subcommands share."""

from __future__ import annotations

import click

from engine.rules import PRESETS
from tui.texts import t

PRESET_NAME = click.Choice(tuple(PRESETS))
"""The name of a preset; another name is refused with the list of all."""

rules_option = click.option("--rules", type=PRESET_NAME, metavar="NAME", help=t("cli.rules-option"))
"""Adds ``--rules NAME``; the function gets ``rules``, the name of a preset or None."""
