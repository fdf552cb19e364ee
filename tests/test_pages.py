"""What README.md and docs say of keys, rulesets, looks and commands is what the program has."""

from __future__ import annotations

import doctest
import re
import shutil
import sys
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

from engine.records.read_file import read_record
from engine.records.verify import verify_record
from engine.rules import DEFAULT, PRESETS, Ruleset
from engine.tiles import NAMES, parse_tiles
from tests.support import commands_page, keys_page, man_page
from tests.support.fresh_interpreter import ROOT, run
from tests.support.pages import DOCS, PAGES, README, page, table
from tui.cli import COMMANDS
from tui.config.actions import ACTIONS
from tui.config.keys import key_label
from tui.config.looks import Theme, Tiles
from tui.config.settings import SettingsFile
from tui.drawing.palette import THEME_VARIABLE, default_palette
from tui.i18n.language import LANGUAGE_VARIABLE, Language, unknown_language
from tui.i18n.texts import DEFAULT_LANGUAGE, choose_language
from tui.system.files import SETTINGS
from tui.system.installation import ON_INDEX
from tui.system.terminal import GLYPHS_VARIABLE
from tui.tiles.look import GLYPH_SETS, STYLE_VARIABLE, default_look

TOLD = README.read_text(encoding="utf-8")
SHELLS = re.findall(r"_FURITEN_COMPLETE=(\w+)_source", page("install"))
COMMAND = re.compile(r"furiten ([a-z]+)(.*)")
TOLD_FILES = sorted(
    {*ROOT.glob("*.md"), *DOCS.rglob("*.md"), *(ROOT / "assets" / "texts").rglob("*.toml")}
    - {ROOT / "RELEASING.md"}
)
RELEASED = re.compile(
    r"\b(?:pipx|uv\s+tool|pip)\s+(?:install|run)\s[^\n`|]*?\bfuriten\b|\buvx\s+['\"]?furiten\b"
    r"|furiten\[web\]|\bgithub:furiten|\bgh\s+attestation",
    re.ASCII,
)
"""What works only once a release is on an index and at its address. ASCII: Japanese stands close to names."""


@pytest.fixture(autouse=True)
def _in_english() -> None:
    """As the pages are, whatever the test before spoke."""
    choose_language(DEFAULT_LANGUAGE)


def keys_of(text: str) -> set[str]:
    return {key for row in table(text, "key") for key in re.findall(r"`(.+?)`", row[0])}


def test_keys() -> None:
    usual = {key_label(key) for action in ACTIONS for key in action.default_keys}
    assert keys_of(page("play")) == usual
    assert keys_of(TOLD) < usual


def test_the_readme_is_short_and_begins_with_a_clone() -> None:
    assert len(TOLD.splitlines()) < 100
    first, *_ = re.findall(r"```\n(.*?)```", TOLD, re.DOTALL)
    assert first.splitlines() == ["make play", "make test"]


@pytest.mark.skipif(ON_INDEX, reason="an index has furiten")
def test_nothing_is_told_that_works_only_after_a_release() -> None:
    """But in one section. Whoever took the name on an index would run code where somebody follows a page."""
    told = {path: path.read_text(encoding="utf-8") for path in (*TOLD_FILES, man_page.PAGE)}
    before, after = told[DOCS / "install.md"].split("\n## From the first release on\n")
    section, rest = after.split("\n## ", 1)
    told[DOCS / "install.md"] = before + rest
    assert {
        path.relative_to(ROOT).as_posix(): found for path in told if (found := RELEASED.findall(told[path]))
    } == {}
    assert len(RELEASED.findall(section)) > 3


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("pipx install furiten", True),
        ("uv tool install --force furiten", True),
        ("pip install\n    'furiten[web]'", True),
        ("`pipx install --python 3.12 furiten` installs", True),
        ("pipx install furitenで入ります", True),
        ("pipx run furiten", True),
        ("uvx furiten", True),
        ("nix run github:furiten/furiten", True),
        ("the extra furiten[web]", True),
        ("pipx install .\nfuriten", False),
        ("`pipx install .` installs the command `furiten`", False),
        ("pipx uninstall furiten", False),
        ("pipx inject furiten 'aiohttp<4'", False),
        ("uvx --from . furiten", False),
        ("uvx --from '.[web]' furiten serve", False),
    ],
)
def test_the_search_for_what_a_release_brings(line: str, found: bool) -> None:
    assert (RELEASED.search(line) is not None) == found


def test_the_clone_is_that_of_the_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert f"git clone {project['urls']['Source']}\n" in page("install")


def test_the_page_of_keys_is_that_of_the_table_of_actions() -> None:
    """After a change: ``make pictures``."""
    assert keys_page.PAGE.read_text(encoding="utf-8") == keys_page.page()


def test_what_it_says_of_settings_toml_can_be_read(tmp_path: Path) -> None:
    for name in ("play", "keys"):
        (written,) = re.findall(r"```toml\n(\[keys\].*?)```", page(name), re.DOTALL)
        (tmp_path / SETTINGS).write_text(written, encoding="utf-8")
        file = SettingsFile(tmp_path)
        assert file.faults == ()
        assert file.values.keys["riichi"] == ("z",)


def thousands(points: int) -> str:
    return str(points // 1_000).replace("-", "−")


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_rulesets(rules: Ruleset) -> None:
    (row,) = (row for row in table(page("rulesets"), "name") if row[0] == f"`{rules.name}`")
    _, title, reds, uma, rons, _ = row
    assert title.removesuffix(" (the default)") == rules.title
    assert title.endswith("(the default)") == (rules is DEFAULT)
    assert reds == {(0, 0, 0): "none", (1, 1, 1): "one a suit"}[rules.red_fives]
    assert uma == " / ".join(map(thousands, rules.uma))
    counted = "two; three draw" if rules.triple_ron else "all"
    assert rons == {"nearest": "the nearest", "all": counted}[rules.several_rons]


def test_the_page_of_commands_is_their_help() -> None:
    """After a change: ``make pictures``."""
    assert commands_page.PAGE.read_text(encoding="utf-8") == commands_page.page()


def options_of(command: str) -> set[str]:
    """The options of a subcommand, also those that switch another off."""
    params = import_module(f"tui.commands.{command}").command.params
    return {name for option in params for name in (*option.opts, *option.secondary_opts)}


def code_of(text: str) -> list[str]:
    """What a page quotes as code: each line of a block, and each piece within a sentence."""
    sentences = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    inline = (" ".join(piece.split()) for piece in re.findall(r"`([^`]+)`", sentences))
    return [*inline, *"\n".join(re.findall(r"```.*?```", text, re.DOTALL)).splitlines()]


@pytest.mark.parametrize("path", [README, *PAGES], ids=lambda path: path.stem)
def test_commands_that_are_told_exist_with_their_options(path: Path) -> None:
    for code in code_of(path.read_text(encoding="utf-8")):
        if told := COMMAND.match(code):
            command, rest = told.groups()
            assert command in COMMANDS, code
            named = set(re.findall(r"(?<!\S)--[a-z][\w-]*", rest.split(" -- ")[0]))
            assert named <= options_of(command), code


def test_variables_and_their_choices() -> None:
    told = {
        row[2].strip("`"): re.findall(r"`([a-z]+)`", row[1])
        for row in table(page("looks"), "setting")
        if row[2]
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


@pytest.mark.skipif(sys.platform == "win32", reason="the folders of other systems are asked with their signs")
def test_the_data_folder_of_a_system(monkeypatch: pytest.MonkeyPatch) -> None:
    from platformdirs.macos import MacOS
    from platformdirs.unix import Unix

    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    told = {row[0]: re.findall(r"`(.+?)`", row[1])[0] for row in table(page("saves"), "system")}
    for system, folders in (("Linux", Unix), ("macOS", MacOS)):
        assert folders("furiten", appauthor=False).user_data_path == Path(told[system]).expanduser()


@pytest.mark.parametrize("shell", SHELLS)
def test_shell_completion(shell: str) -> None:
    if shutil.which(shell) is None and shell == "bash":
        pytest.skip("click asks bash for its version")
    script = run([sys.executable, "-m", "tui"], _FURITEN_COMPLETE=f"{shell}_source")
    assert f"_FURITEN_COMPLETE={shell}_complete" in script


def test_a_notation_that_is_told_is_one() -> None:
    (notation,) = re.findall(r"Tiles are written `(\w+)`", page("commands"))
    assert {NAMES[tile][-1] for tile in parse_tiles(notation)} == set("mpsz")


def test_every_command_of_make_that_is_told_is_a_target() -> None:
    targets = re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    pages = (README, ROOT / "CONTRIBUTING.md", ROOT / "SECURITY.md", *PAGES)
    told = "\n".join(path.read_text(encoding="utf-8") for path in pages)
    told_targets = set(re.findall(r"(?:^|`)make ([\w-]+)", told, re.MULTILINE))
    assert {"play", "test"} <= told_targets <= set(targets)


@pytest.mark.parametrize("path", [README, *PAGES], ids=lambda path: path.stem)
def test_every_link_leads_to_a_file(path: Path) -> None:
    for target in re.findall(r"\]\((?!https?:|#)([^)#]+)[^)]*\)", path.read_text(encoding="utf-8")):
        assert (path.parent / target).exists(), target


@pytest.mark.parametrize("name", ["CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"])
def test_every_link_of_the_other_pages_leads_to_a_file(name: str) -> None:
    test_every_link_leads_to_a_file(ROOT / name)


def test_the_examples_of_the_library_give_what_they_say(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    failed, tried = doctest.testfile(str(DOCS / "library.md"), module_relative=False, encoding="utf-8")
    assert (failed, tried > 20) == (0, True)


def test_the_record_of_the_pages_is_right() -> None:
    record = read_record((DOCS / "records" / "one-hand.mjson").read_bytes())
    report = verify_record(record)
    assert (report.ok, report.hands) == (True, 1)
