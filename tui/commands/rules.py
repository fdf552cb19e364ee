"""``furiten rules``: list the rulesets, show one, compare two, or write one as a file for own rules."""

from __future__ import annotations

import json
from pathlib import Path

import click
from msgspec.structs import asdict

from engine.own_rules import RULE_FIELDS, is_own, preset_of
from engine.rules import DEFAULT, PRESETS, Ruleset
from tui.commands.shared import RULES_NAME
from tui.config.rules_files import faults_of_kept_rules, kept_rules, named_rules, rules_text
from tui.i18n import t
from tui.system.files import data_folder, os_error_text, write_output
from tui.system.terminal import complain, say
from tui.words.rulesets import rule_value

MOST = 2
"""Rulesets that are compared."""


@click.command(name="rules", help=t("rules.help"), epilog=t("rules.example"))
@click.argument("names", metavar="[NAME]...", nargs=-1, shell_complete=RULES_NAME["shell_complete"])
@click.option("--write", metavar="FILE", type=click.Path(path_type=Path), help=t("rules.write"))
@click.option("--json", "as_json", is_flag=True, help=t("rules.json"))
def command(names: tuple[str, ...], write: Path | None, as_json: bool) -> None:
    """Show all rulesets by title, one of them field by field, or where two differ; or write one to a file."""
    found = [named_rules(name, data_folder()) for name in names]
    if len(found) > MOST or (len(found) > 1 and write is not None):
        raise click.UsageError(t("rules.too-many"))
    if write is not None and as_json:
        raise click.UsageError(t("rules.write-json"))
    if write is not None:
        _write(found[0] if found else DEFAULT, write)
    elif as_json:
        shown = [asdict(rules) for rules in found or PRESETS.values()]
        say(json.dumps(shown[0] if len(found) == 1 else shown, indent=2))
    elif not found:
        _list()
    elif len(found) == 1:
        _show(found[0])
    else:
        _compare(*found)


def _write(rules: Ruleset, path: Path) -> None:
    """Write the file; one that exists is left as it is."""
    if path.exists():
        raise click.UsageError(t("rules.exists", file=path))
    try:
        write_output(path, rules_text(rules).encode())
    except OSError as error:
        raise click.UsageError(os_error_text(error)) from None
    say(t("rules.written", file=path, title=rules.title))


def _list() -> None:
    for rules in PRESETS.values():
        mark = t("rules.default") if rules is DEFAULT else ""
        say(f"{rules.name:<12} {rules.title} {mark}".rstrip())
    for fault in faults_of_kept_rules(data_folder()):
        complain(fault)
    for name, rules in kept_rules(data_folder()).items():
        say(f"{name:<12} {t('rules.own', title=rules.title, preset=preset_of(rules).title)}")
    say("\n" + t("rules.more"))


def _show(rules: Ruleset) -> None:
    """Print the title, then each field with its value and meaning; of own rules first what they change."""
    if not is_own(rules):
        say(f"{rules.name} - {rules.title}")
    else:
        preset = preset_of(rules)
        say(t("rules.own", title=rules.title, preset=preset.title) + "\n")
        _compare(rules, preset)
        say("\n" + t("rules.name", name=rules.name))
    for name in RULE_FIELDS:
        say(f"\n{name} = {rule_value(getattr(rules, name))}")
        say(f"    {t(f'rules.fields.{name}')}")


def _compare(one: Ruleset, other: Ruleset) -> None:
    differing = [name for name in RULE_FIELDS if getattr(one, name) != getattr(other, name)]
    if not differing:
        say(t("rules.same"))
        return
    for name in differing:
        say(name)
        for rules in (one, other):
            say("    " + t("rules.of", title=rules.title, value=rule_value(getattr(rules, name))))
