"""README.md, docs and CONTRIBUTING.md say what the program has, and can be built as a site."""

from __future__ import annotations

import doctest
import re
import shutil
import sys
import tomllib
from importlib import import_module
from itertools import pairwise, product
from pathlib import Path

import pytest

from engine.records.read_file import read_record
from engine.records.verify import verify_record
from engine.rules import DEFAULT, PRESETS, Ruleset
from engine.tiles import NAMES, parse_tiles
from tests.support.fresh_interpreter import ROOT, run
from tests.support.pages import DECISIONS, DOCS, PAGES, README, page, table
from tools.docs import man_page, map_page, site, written_pages
from tools.docs.site import broken_links
from tui.cli import COMMANDS
from tui.commands.rules import command as rules_command
from tui.config.actions import ACTIONS, key_label
from tui.config.settings import SettingsFile, Theme, Tiles
from tui.drawing.palette import THEME_VARIABLE, default_palette
from tui.i18n import (
    DEFAULT_LANGUAGE,
    LANGUAGE_VARIABLE,
    Language,
    catalogue,
    choose_language,
    unknown_language,
)
from tui.system.files import HOME_VARIABLE, SETTINGS, data_folder
from tui.system.installation import ON_INDEX
from tui.system.terminal import GLYPHS_VARIABLE
from tui.tiles import GLYPH_SETS, STYLE_VARIABLE, default_look

TOLD = README.read_text(encoding="utf-8")
SHELLS = re.findall(r"_FURITEN_COMPLETE=(\w+)_source", page("commands"))
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
    assert written_pages.KEYS.made() == written_pages.KEYS.kept


def test_what_it_says_of_settings_toml_can_be_read(tmp_path: Path) -> None:
    (written,) = re.findall(r"```toml\n(\[keys\].*?)```", page("keys"), re.DOTALL)
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
    assert written_pages.COMMANDS_PAGE.made() == written_pages.COMMANDS_PAGE.kept


def options_of(command: str) -> set[str]:
    """The options of a subcommand, also those that switch another off."""
    params = import_module(f"tui.commands.{command}").command.params
    return {name for option in params for name in (*option.opts, *option.secondary_opts)}


def code_of(text: str) -> list[str]:
    """What a page quotes as code: each line of a block, and each piece within a sentence."""
    sentences = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    inline = (" ".join(piece.split()) for piece in re.findall(r"`([^`]+)`", sentences))
    return [*inline, *"\n".join(re.findall(r"```.*?```", text, re.DOTALL)).splitlines()]


OTHERS = [ROOT / name for name in ("CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")]


@pytest.mark.parametrize("path", [README, *PAGES, *OTHERS], ids=lambda path: path.stem)
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

    for variable in (HOME_VARIABLE, "XDG_DATA_HOME"):
        monkeypatch.delenv(variable, raising=False)
    told = {row[0]: re.findall(r"`(.+?)`", row[1])[0] for row in table(page("saves"), "system")}
    for system, folders in (("Linux", Unix), ("macOS", MacOS)):
        assert folders("furiten", appauthor=False).user_data_path == Path(told[system]).expanduser()
    if sys.platform in ("linux", "darwin"):
        assert data_folder() == Path(told["Linux" if sys.platform == "linux" else "macOS"]).expanduser()


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


@pytest.mark.parametrize("path", [README, *PAGES, *OTHERS], ids=lambda path: path.stem)
def test_every_link_leads_to_a_file(path: Path) -> None:
    for target in re.findall(r"\]\((?!https?:|#)([^)#]+)[^)]*\)", path.read_text(encoding="utf-8")):
        assert (path.parent / target).exists(), target


def test_the_examples_of_the_library_give_what_they_say(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    failed, tried = doctest.testfile(str(DOCS / "library.md"), module_relative=False, encoding="utf-8")
    assert (failed, tried > 20) == (0, True)


def test_the_record_of_the_pages_is_right() -> None:
    record = read_record((DOCS / "records" / "one-hand.mjson").read_bytes())
    report = verify_record(record)
    assert (report.ok, report.hands) == (True, 1)


CONTRIBUTING = ROOT / "CONTRIBUTING.md"
NOTES = sorted(DECISIONS.glob("[0-9]*.md"))
NAMED = re.compile(r"`((?:engine|ai|tui|assets|furiten|tools|tests|docs|recipes|share)/[^`\s<>]*)`")
"""A file or a folder; it may have ``*``, and choices in braces."""
DEFINED = re.compile(r"`(\w+)` in `([\w./]+)`")
PARTS = ("What we decided", "Why", "What we did not do", "What would make us think again")


def spelled_out(path: str) -> list[str]:
    """A path for each choice that it has in braces."""
    pieces = [piece.split(",") for piece in re.split(r"[{}]", path)]
    return ["".join(chosen) for chosen in product(*pieces)]


@pytest.mark.parametrize(
    "path",
    [CONTRIBUTING, DOCS / "map.md", DOCS / "ways.md", DOCS / "terms.md", *NOTES],
    ids=lambda path: path.stem,
)
def test_every_file_that_is_named_is_there(path: Path) -> None:
    named = NAMED.findall(path.read_text(encoding="utf-8"))
    missing = [each for name in named for each in spelled_out(name) if not list(ROOT.glob(each.rstrip("/")))]
    assert missing == []


def test_a_decision_has_its_parts_its_number_and_a_line_in_the_index() -> None:
    index = table((DECISIONS / "README.md").read_text(encoding="utf-8"), "number")
    assert [row[0] for row in index] == [f"[{n}]({note.name})" for n, note in enumerate(NOTES, 1)]
    for number, note in enumerate(NOTES, 1):
        assert note.name.startswith(f"{number:04}-")
        text = note.read_text(encoding="utf-8")
        assert text.startswith(f"# {number}. ")
        assert tuple(re.findall(r"^## (.+)$", text, re.MULTILINE)) == PARTS, note.name


def test_terms_are_in_order_and_defined_where_the_page_says() -> None:
    rows = table(page("terms"), "term")
    terms = [row[0] for row in rows if row[0]]
    assert all(first < second for first, second in pairwise(terms))
    for term, where, meaning in rows:
        found = DEFINED.findall(where)
        assert len(found) == 1, term or meaning
        for name, file in (*found, *DEFINED.findall(meaning)):
            assert re.search(rf"\b{name}\b", (ROOT / file).read_text(encoding="utf-8")), (name, file)


# -- the map -----------------------------------------------------------------------------------------


def floors(container: str) -> list[set[str]]:
    """The rooms of a package from the top down, those beside each other together."""
    tool = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
    contracts = tool["importlinter"]["contracts"]
    (layers,) = (each["layers"] for each in contracts if each.get("containers") == [container])
    return [{room.strip(" ()") for room in layer.split("|")} for layer in layers]


def assert_from_the_top_down(rooms: list[str], container: str) -> None:
    """Each room of the package once, none above one that may import it."""
    height = {room: number for number, floor in enumerate(floors(container)) for room in floor}
    assert sorted(rooms) == sorted(height)
    assert [height[room] for room in rooms] == sorted(height.values())


@pytest.mark.parametrize(("container", "head"), [("engine", "modules"), ("ai", "rooms, from the top down")])
def test_the_rooms_of_the_map_are_those_of_the_contracts(container: str, head: str) -> None:
    cells = (row[0] for row in table(page("map"), head))
    assert_from_the_top_down([name for cell in cells for name in re.findall(r"`(\w+)/?`", cell)], container)


def test_the_rooms_of_tui_on_the_map_are_those_of_the_contracts() -> None:
    (tree,) = re.findall(r"```\ntui/\n(.*?)```", page("map"), re.DOTALL)
    assert_from_the_top_down(
        re.findall(r"^  (\w+)(?:/|\.py  )", tree.replace("cli.py", "\n  cli/"), re.M), "tui"
    )
    above, below = tree.split("  ----")
    without = next(
        each["source_modules"]
        for each in tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"][
            "importlinter"
        ]["contracts"]
        if each["name"] == "Rooms that need no screen load none"
    )
    assert {f"tui.{room}" for room in re.findall(r"^  (\w+)(?:/|\.py  )", below, re.M)} == set(without)
    assert set(re.findall(r"^  (\w+)(?:/|\.py  )", above, re.M)).isdisjoint(
        name.partition(".")[2] for name in without
    )


def test_no_table_is_cut_by_an_empty_line() -> None:
    """A row after an empty line begins a table, and then its second line is the rule below the head."""
    pages = [CONTRIBUTING, *DOCS.rglob("*.md")]
    cut = [
        f"{path.name}: {row[:60]}"
        for path in pages
        for row, below in re.findall(r"\n\n(\|[^\n]*)\n([^\n]*)", path.read_text(encoding="utf-8"))
        if not re.match(r"\|[-:| ]+\|$", below)
    ]
    assert cut == []


@pytest.mark.parametrize("head", ["hop of a discard", "hop of a question"])
def test_each_hop_is_in_its_file(head: str) -> None:
    hops = 0
    for _, where, _ in table(page("ways"), head):
        names = []
        for code in re.findall(r"`([^`]+)`", where):
            if "/" not in code:
                names.append(code)
                continue
            text = (ROOT / code).read_text(encoding="utf-8")
            for owner, _, method in (name.partition(".") for name in names):
                assert re.search(rf"^(?:class|def) {owner}\b", text, re.M), (owner, code)
                assert not method or re.search(rf"^    (?:async )?def {method}\b", text, re.M), (method, code)
                hops += 1
            names.clear()
    assert hops > 15


def test_the_map_names_every_file_of_the_program() -> None:
    assert map_page.MAP.made() == map_page.MAP.kept


# -- the first change --------------------------------------------------------------------------------


def test_the_first_change_begins_with_what_is_there() -> None:
    """It ends with all tests green, so this one may not look for what it adds."""
    assert "rules.play" in CONTRIBUTING.read_text(encoding="utf-8")
    for language in ("en", "ja"):
        assert "rules.more" in catalogue(language)
    assert rules_command.name == "rules"


CONFIG = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")


def test_the_nav_has_every_page_once() -> None:
    nav = CONFIG.split("\nnav:\n")[1].split("\n\n")[0]
    named = re.findall(r": (\S+\.md)$", nav, re.MULTILINE)
    pages = [*(write_page.relative_to(ROOT).as_posix() for write_page in PAGES), *site.TOP_PAGES]
    assert sorted(named) == sorted(map(site.place, pages))


def test_names_on_players_pages_are_those_of_the_screens() -> None:
    """What stands in quotation marks there is a whole text of the program."""
    nav = CONFIG.split("\nnav:\n")[1].split("\n  - Bots:")[0]
    texts = {str(text) for text in catalogue(DEFAULT_LANGUAGE).values()}
    quoted = {
        (name, " ".join(words.split()))
        for name in re.findall(r": (\S+)\.md$", nav, re.MULTILINE)
        for words in re.findall(r'"([^"]+)"', re.sub(r"```.*?```|`[^`]*`", "", page(name), flags=re.DOTALL))
    }
    assert len(quoted) > 10
    assert {(name, words) for name, words in quoted if words not in texts} == set()


@pytest.mark.parametrize(
    ("folder", "link", "on_the_site"),
    [
        ("docs", "[a](../CHANGELOG.md#added)", "[a](changelog.md#added)"),
        ("docs", "![a](../assets/pictures/tour.svg)", "![a](pictures/tour.svg)"),
        ("docs", "[a](keys.md#preset-vim), [b](#below)", "[a](keys.md#preset-vim), [b](#below)"),
        ("", "[a](docs/bots.md) and [b](SECURITY.md)", "[a](bots.md) and [b](security.md)"),
        (
            "",
            "[a](README.md), [b](https://example.org/docs/x.md)",
            "[a](index.md), [b](https://example.org/docs/x.md)",
        ),
        ("", "[a](docs/decisions/README.md)", "[a](decisions/README.md)"),
        ("docs", "[a](decisions/0008-no-network.md#why)", "[a](decisions/0008-no-network.md#why)"),
        (
            "docs/decisions",
            "[a](README.md), [b](../map.md), [c](../../SECURITY.md)",
            "[a](README.md), [b](../map.md), [c](../security.md)",
        ),
    ],
)
def test_links_lead_to_the_same_on_the_site(folder: str, link: str, on_the_site: str) -> None:
    assert site.with_links_of_the_site(link, folder) == on_the_site


def write_page(folder: Path, name: str, body: str) -> None:
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(f"<html><body>{body}</body></html>", encoding="utf-8")


def test_links_that_lead_nowhere_are_found(tmp_path: Path) -> None:
    write_page(
        tmp_path,
        "index.html",
        '<a href="bots/#levels">a</a> <a href="bots/">b</a> <a href="https://x.org/">c</a>',
    )
    write_page(
        tmp_path, "bots/index.html", '<h2 id="levels">Levels</h2> <a href="..">a</a> <a href="#levels">b</a>'
    )
    assert broken_links(tmp_path) == []
    write_page(tmp_path, "404.html", '<a href="/furiten/bots/">a</a> <a href="/furiten/">b</a>')
    assert broken_links(tmp_path, "https://example.org/furiten/") == []
    assert len(broken_links(tmp_path, "https://example.org/")) == 2
    (tmp_path / "404.html").unlink()
    write_page(
        tmp_path,
        "bots/index.html",
        '<a href="../keys/">a</a> <a href="#none">b</a> <img src="no.svg"> <a href="../..">c</a>'
        '<link rel="stylesheet" href="https://fonts.example.org/a.css"> <link rel="canonical" href="https://x.org/">',
    )
    assert broken_links(tmp_path) == [
        "bots/index.html: ../keys/",
        "bots/index.html: #none",
        "bots/index.html: ../..",
        "bots/index.html: no.svg",
        "bots/index.html: https://fonts.example.org/a.css is loaded from elsewhere",
        "index.html: bots/#levels",
    ]


@pytest.mark.nightly
def test_the_site_is_built_and_no_link_of_it_is_broken(tmp_path: Path) -> None:
    """The generator is asked twice: it has to find what is wrong with a page."""
    site.assemble(tmp_path / "docs")
    assert site.build(tmp_path / "docs", tmp_path / "site") == ""
    assert broken_links(tmp_path / "site", site.address()) == []
    assert len(list((tmp_path / "site").rglob("index.html"))) == len(PAGES) + len(site.TOP_PAGES)
    with (tmp_path / "docs" / "bots.md").open("a", encoding="utf-8") as bots:
        bots.write("\n[a](nowhere.md) and [b](keys.md#no-such-key)\n")
    fault = site.build(tmp_path / "docs", tmp_path / "site")
    assert "nowhere.md" in fault
    assert "no-such-key" in fault
