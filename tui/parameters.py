"""Options that several subcommands share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem

from engine.rules import PRESETS, UnknownRuleset, ruleset
from tui.texts import t

Decorated = TypeVar("Decorated", bound=Callable[..., Any])


class RulesetName(click.ParamType):
    """The name of a preset; ``ruleset(name)`` is sure to find it."""

    name = "ruleset"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name itself; fails with the list of all presets."""
        try:
            return ruleset(value).name
        except UnknownRuleset as error:
            self.fail(str(error), param, ctx)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Presets that begin like the word at the cursor."""
        return [
            CompletionItem(name, help=rules.title)
            for name, rules in PRESETS.items()
            if name.startswith(incomplete)
        ]


def rules_option(function: Decorated) -> Decorated:
    """Add ``--rules NAME``; the function gets ``rules``, a name or None."""
    option = click.option("--rules", type=RulesetName(), metavar="NAME", help=t("cli.rules-option"))
    return option(function)
