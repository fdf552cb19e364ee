"""What README.md says of keys, rulesets and commands is what the program has."""

from __future__ import annotations

import re
import shutil
import sys
from importlib import import_module
from pathlib import Path

import pytest

from engine.rules import DEFAULT, PRESETS, Ruleset
from engine.tiles import NAMES, parse_tiles
from tests.support import keys_page
from tests.support.fresh_interpreter import ROOT, run
from tui.cli import COMMANDS
from tui.config.actions import ACTIONS
from tui.config.keys import key_label
from tui.config.looks import Theme, Tiles
from tui.config.settings import SettingsFile
from tui.drawing.palette import THEME_VARIABLE, default_palette
from tui.i18n.language import LANGUAGE_VARIABLE, Language, unknown_language
from tui.i18n.texts import DEFAULT_LANGUAGE, choose_language
from tui.system.files import SETTINGS
from tui.system.terminal import GLYPHS_VARIABLE
from tui.tiles.look import GLYPH_SETS, STYLE_VARIABLE, default_look

README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.fixture(autouse=True)
def _in_english() -> None:
    """As the pages are, whatever the test before spoke."""
    choose_language(DEFAULT_LANGUAGE)


def table(section: str) -> list[list[str]]:
    """The rows of the first table of a section, without its head, each as its cells."""
    text = README.split(f"\n## {section}\n")[1].split("\n## ")[0].replace("\\|", "/")
    rows = [line.strip("| ").split("|") for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in row] for row in rows[2:]]


def test_keys() -> None:
    told = {key for row in table("Keys") for key in re.findall(r"`(.+?)`", row[0])}
    assert told == {key_label(key) for action in ACTIONS for key in action.default_keys}


def test_the_page_of_keys_is_that_of_the_table_of_actions() -> None:
    """After a change: ``make pictures``."""
    assert keys_page.PAGE.read_text(encoding="utf-8") == keys_page.page()


def test_what_it_says_of_settings_toml_can_be_read(tmp_path: Path) -> None:
    for page in (README, keys_page.PAGE.read_text(encoding="utf-8")):
        (written,) = re.findall(r"```toml\n(\[keys\].*?)```", page, re.DOTALL)
        (tmp_path / SETTINGS).write_text(written, encoding="utf-8")
        file = SettingsFile(tmp_path)
        assert file.faults == ()
        assert file.values.keys["riichi"] == ("z",)


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


def options_of(command: str) -> set[str]:
    """The options of a subcommand, without those that only switch another off."""
    params = import_module(f"tui.commands.{command}").command.params
    return {name for option in params for name in option.opts if name.startswith("--")}


def off_switches_of(command: str) -> set[str]:
    """Its options as ``--no-token`` that switch another off."""
    params = import_module(f"tui.commands.{command}").command.params
    return {name for option in params for name in option.secondary_opts}


def test_options_of_play() -> None:
    (row,) = (row for row in table("Commands") if row[0] == "`furiten play`")
    assert set(re.findall(r"--[\w-]+", row[1])) == options_of("play")


@pytest.mark.parametrize("command", COMMANDS)
def test_options_of_commands(command: str) -> None:
    (row,) = (row for row in table("Commands") if row[0].startswith(f"`furiten {command}"))
    assert set(re.findall(r"--[\w-]+", " ".join(row))) <= options_of(command) | off_switches_of(command)


def test_variables_and_their_choices() -> None:
    told = {
        row[2].strip("`"): re.findall(r"`([a-z]+)`", row[1])
        for row in table("Looks")
        if len(row) > 2 and row[2]
    }
    assert set(told) == {STYLE_VARIABLE, GLYPHS_VARIABLE, THEME_VARIABLE, LANGUAGE_VARIABLE}
    assert sorted(told[STYLE_VARIABLE]) == sorted(Tiles)
    assert sorted(told[GLYPHS_VARIABLE]) == sorted(GLYPH_SETS)
    assert sorted(told[THEME_VARIABLE]) == sorted(Theme)
    assert sorted(told[LANGUAGE_VARIABLE]) == sorted(Language)
    for variable, names in told.items():
        for name in names:
            assert not unknown_language({variable: name})
            default_look(environment={variable: name})
            default_palette(environment={variable: name})


@pytest.mark.parametrize("shell", re.findall(r"_FURITEN_COMPLETE=(\w+)_source", README))
def test_shell_completion(shell: str) -> None:
    if shutil.which(shell) is None and shell == "bash":
        pytest.skip("click asks bash for its version")
    script = run([sys.executable, "-m", "tui"], _FURITEN_COMPLETE=f"{shell}_source")
    assert f"_FURITEN_COMPLETE={shell}_complete" in script


def test_a_notation_that_is_told_is_one() -> None:
    (notation,) = re.findall(r"Tiles are written `(\w+)`", README)
    assert {NAMES[tile][-1] for tile in parse_tiles(notation)} == set("mpsz")


def test_every_command_of_make_that_is_told_is_a_target() -> None:
    targets = re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    told = README + (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    told_targets = set(re.findall(r"(?:^|`)make ([\w-]+)", told, re.MULTILINE))
    assert {"play", "test"} <= told_targets <= set(targets)


def test_every_link_leads_to_a_file() -> None:
    for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md"):
        for target in re.findall(r"\]\((?!https?:|#)([^)]+)\)", (ROOT / name).read_text(encoding="utf-8")):
            assert (ROOT / target).exists(), f"{name} links to {target}"
