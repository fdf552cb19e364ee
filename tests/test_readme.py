"""What README.md says of keys, rulesets and commands is what the program has."""

from __future__ import annotations

import re
from importlib import import_module

import pytest

from engine.rules import DEFAULT, PRESETS, Ruleset
from tests.fresh import ROOT
from tui.actions import ACTIONS, key_word
from tui.cli import COMMANDS

README = (ROOT / "README.md").read_text(encoding="utf-8")


def table(section: str) -> list[list[str]]:
    """The rows of the first table of a section, without its head, each as its cells."""
    text = README.split(f"\n## {section}\n")[1].split("\n## ")[0].replace("\\|", "/")
    rows = [line.strip("| ").split("|") for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in row] for row in rows[2:]]


def test_keys() -> None:
    told = {key for row in table("Keys") for key in re.findall(r"`(.+?)`", row[0])}
    assert told == {key_word(key) for action in ACTIONS for key in action.keys}


def thousands(points: int) -> str:
    return str(points // 1_000).replace("-", "−")


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_rulesets(rules: Ruleset) -> None:
    (row,) = (row for row in table("Rulesets") if row[0] == f"`{rules.name}`")
    _, title, reds, uma, rons, _ = row
    assert title.removesuffix(" (the default)") == rules.title
    assert title.endswith("(the default)") == (rules is DEFAULT)
    assert reds == {(0, 0, 0): "none", (1, 1, 1): "one a suit"}[rules.red_fives]
    assert uma == " / ".join(map(thousands, rules.uma))
    counted = "two; three draw" if rules.triple_ron else "all"
    assert rons == {"nearest": "the nearest", "all": counted}[rules.several_rons]


def test_commands() -> None:
    told = [row[0].strip("`").split() for row in table("Commands")]
    assert [words[1] for words in told if len(words) > 1] == list(COMMANDS)


def test_options_of_play() -> None:
    (row,) = (row for row in table("Commands") if row[0] == "`furiten play`")
    options = {name for option in import_module("tui.commands.play").command.params for name in option.opts}
    assert set(re.findall(r"--\w+", row[1])) == options


def test_every_link_leads_to_a_file() -> None:
    for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md"):
        for target in re.findall(r"\]\((?!https?:|#)([^)]+)\)", (ROOT / name).read_text(encoding="utf-8")):
            assert (ROOT / target).exists(), f"{name} links to {target}"
