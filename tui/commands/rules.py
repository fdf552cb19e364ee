"""``furiten rules``: list the rulesets, or the fields of one."""

from __future__ import annotations

import json

import click
from msgspec.structs import asdict, fields

from engine.rules import DEFAULT, PRESETS, Ruleset, ruleset
from tui.commands.shared import PRESET_NAME
from tui.i18n import t
from tui.system.terminal import say
from tui.words.rulesets import rule_value


@click.command(name="rules", help=t("rules.help"), epilog=t("rules.example"))
@click.argument("name", metavar="[NAME]", required=False, **PRESET_NAME)
@click.option("--json", "as_json", is_flag=True, help=t("rules.json"))
def command(name: str | None, as_json: bool) -> None:
    """Show all presets by title, or one of them field by field."""
    if as_json:
        shown = asdict(ruleset(name)) if name else [asdict(rules) for rules in PRESETS.values()]
        say(json.dumps(shown, indent=2))
    elif name:
        _show(ruleset(name))
    else:
        _list()


def _list() -> None:
    for rules in PRESETS.values():
        mark = t("rules.default") if rules is DEFAULT else ""
        say(f"{rules.name:<12} {rules.title} {mark}".rstrip())
    say("\n" + t("rules.more"))


def _show(rules: Ruleset) -> None:
    """Print the title, then each field with its value and its meaning."""
    say(f"{rules.name} - {rules.title}")
    for field in fields(rules):
        if field.name in ("name", "title"):
            continue
        say(f"\n{field.name} = {rule_value(getattr(rules, field.name))}")
        say(f"    {t(f'rules.fields.{field.name}')}")
