"""Recipes of package systems, the release workflow, and what is installed beside the program."""

from __future__ import annotations

import base64
import hashlib
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

from engine import __version__
from engine.rules import PRESETS
from recipes import release
from tests.support.fresh_interpreter import ROOT, run
from tools.docs import man_page
from tui.cli import COMMANDS

RECIPES = ROOT / "recipes"
FORMULA = (RECIPES / "homebrew" / "furiten.rb").read_text(encoding="utf-8")
PKGBUILD = (RECIPES / "aur" / "PKGBUILD").read_text(encoding="utf-8")
SRCINFO = (RECIPES / "aur" / ".SRCINFO").read_text(encoding="utf-8")
FLAKE = (ROOT / "flake.nix").read_text(encoding="utf-8")
DOCKERFILE = (RECIPES / "docker" / "Dockerfile").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
NEEDED = {canonicalize_name(each.name): each for each in map(Requirement, PROJECT["dependencies"])}
RESOURCE = re.compile(
    r'resource "(?P<name>[^"]+)" do\n\s+url "https://files\.pythonhosted\.org/packages/'
    r'[0-9a-f/]+/(?P<file>[^"/]+)-(?P<version>[^-/]+)\.tar\.gz"\n\s+sha256 "(?P<hash>[0-9a-f]{64})"\n'
)
RESOURCES = {found["name"]: found for found in RESOURCE.finditer(FORMULA)}
PINNED = re.compile(r'version = "(?P<version>[\d.]+)";.*?hash = "sha256-(?P<hash>[^"]+)"', re.DOTALL)


def field(name: str) -> list[str]:
    return re.findall(rf"^\t{name} = (.*)$", SRCINFO, re.MULTILINE)


def elements(name: str) -> list[str]:
    """The elements of an array of PKGBUILD."""
    found = re.search(rf"^{name}=\((.*)\)$", PKGBUILD, re.MULTILINE)
    return re.findall(r"""['"](.*?)['"]""", found[1])


def scalar(name: str) -> str:
    found = re.search(rf"^{name}='?(.*?)'?$", PKGBUILD, re.MULTILINE)
    return found[1]


@pytest.mark.parametrize(
    ("name", "descriptions", "homes", "licences"),
    [
        ("homebrew", r'desc "(.*)"', r'homepage "(.*)"', r'license "(.*)"'),
        ("aur", r"pkgdesc='(.*)'", r"^url='(.*)'", r"license=\('(.*)'\)"),
        ("nix", r'description = "(.*)";', r'homepage = "(.*)";', r"license = nixpkgs\.lib\.licenses\.(\w+);"),
    ],
)
def test_what_a_recipe_says_of_the_program(name: str, descriptions: str, homes: str, licences: str) -> None:
    text = {"homebrew": FORMULA, "aur": PKGBUILD, "nix": FLAKE}[name]
    assert set(re.findall(descriptions, text)) == {PROJECT["description"]}
    assert re.findall(homes, text, re.MULTILINE) == [PROJECT["urls"]["Source"]]
    assert [each.upper() for each in re.findall(licences, text)] == [PROJECT["license"]]


def test_recipes_name_the_version_of_the_program() -> None:
    for path in release.RECIPES:
        text = path.read_text(encoding="utf-8")
        assert release.with_version(text, "9.9.9") != text
        assert release.with_version(text, __version__) == text
    assert release.current() == __version__
    assert release.with_version("pkgver=0.1.0\npkgrel=1\n", "0.2.0") == "pkgver=0.2.0\npkgrel=1\n"


def test_the_formula_has_everything_that_is_needed() -> None:
    """Each dependency, and what those need in turn, in versions that they accept."""
    assert set(RESOURCES) >= set(NEEDED)
    allowed = {"furiten": SpecifierSet()} | {name: each.specifier for name, each in NEEDED.items()}
    for name, found in RESOURCES.items():
        assert canonicalize_name(found["file"]) == name
        if name in allowed:
            assert found["version"] in allowed[name]
    assert list(RESOURCES) == sorted(RESOURCES)
    assert RESOURCES["textual"]["version"] == pinned_textual()


def pinned_textual() -> str:
    """The Textual that the tests run with."""
    (pinned,) = (each for each in PROJECT["optional-dependencies"]["dev"] if each.startswith("textual=="))
    return pinned.removeprefix("textual==")


def test_the_formula_installs_what_a_wheel_installs() -> None:
    told = set(re.findall(r'\.install "(share/[^"]+)"', FORMULA))
    assert told == {
        path.relative_to(ROOT).as_posix() for path in (ROOT / "share").rglob("*") if path.is_file()
    }


@pytest.mark.parametrize("name", ["textual", "fsrs"])
def test_the_flake_pins_what_the_formula_pins(name: str) -> None:
    found = PINNED.search(FLAKE.split(f"\n      {name} =\n")[1])
    assert found["version"] == RESOURCES[name]["version"]
    assert base64.b64decode(found["hash"]).hex() == RESOURCES[name]["hash"]


def test_the_flake_has_the_dependencies() -> None:
    listed = FLAKE.split("furiten =\n")[1].split("dependencies = [")[1].split("];")[0]
    names = re.findall(r"python3Packages\.(\w+)|\((\w+) python3Packages\)", listed)
    assert {canonicalize_name(one or other) for one, other in names} == set(NEEDED)


def test_the_aur_has_the_dependencies() -> None:
    """By name, and what must stay below a version; Arch has nothing old."""
    wanted = {"python"}
    for name, each in NEEDED.items():
        below = "".join(str(bound) for bound in each.specifier if bound.operator == "<")
        wanted.add(f"python-{name}{below}")
    assert set(elements("depends")) == wanted
    web = {Requirement(each).name for each in PROJECT["optional-dependencies"]["web"]}
    assert {each.split(":")[0] for each in elements("optdepends")} == {f"python-{name}" for name in web}


def test_srcinfo_is_that_of_the_pkgbuild() -> None:
    """Written by ``makepkg --printsrcinfo``, which is not everywhere."""
    for name in ("depends", "makedepends", "optdepends", "arch", "license", "sha256sums"):
        assert field(name) == elements(name), name
    for name in ("pkgdesc", "pkgver", "pkgrel", "url"):
        assert field(name) == [scalar(name)], name
    (source,) = elements("source")
    assert field("source") == [source.replace("$pkgver", __version__)]


@pytest.mark.skipif(sys.platform == "win32" or shutil.which("bash") is None, reason="needs bash")
def test_the_pkgbuild_is_a_shell_script() -> None:
    assert run(["bash", "-n", "recipes/aur/PKGBUILD"]) == ""


@pytest.mark.skipif(shutil.which("ruby") is None, reason="needs ruby")
def test_the_formula_is_ruby() -> None:
    assert run(["ruby", "-wc", "recipes/homebrew/furiten.rb"]).strip() == "Syntax OK"


def test_the_dockerfile_serves_to_other_machines_with_a_token() -> None:
    """Its options are options of ``furiten serve``; what is built from is let in."""
    assert '["furiten", "serve", "--host", "0.0.0.0"]' in DOCKERFILE
    assert 'CMD ["--token"]' in DOCKERFILE
    assert "\nUSER 1000\n" in DOCKERFILE
    python = re.findall(r"FROM python:([\d.]+)-slim", DOCKERFILE)
    assert len(set(python)) == 1
    assert python[0] in SpecifierSet(PROJECT["requires-python"])
    ignored = (RECIPES / "docker" / "Dockerfile.dockerignore").read_text(encoding="utf-8").splitlines()
    let_in = {line.removeprefix("!") for line in ignored if line.startswith("!")}
    assert all((ROOT / name).exists() for name in let_in)
    assert let_in >= {"pyproject.toml", "README.md", "LICENSE", "engine", "ai", "tui", "assets", "share"}


def test_a_release_fills_in_the_checksum(tmp_path: Path) -> None:
    source = tmp_path / f"furiten-{__version__}.tar.gz"
    source.write_bytes(b"what was built")
    checksum = hashlib.sha256(b"what was built").hexdigest()
    run([sys.executable, "recipes/release.py", "fill", str(source), str(tmp_path / "filled")])
    for path in (tmp_path / "filled" / name for name in ("furiten.rb", "PKGBUILD", "SRCINFO")):
        text = path.read_text(encoding="utf-8")
        assert text.count(checksum) == 1
        assert release.UNKNOWN not in text


CHANGES = (
    "# Changelog\n\n## [0.2.0] – 2027-01-31\n\n### Added\n\n- More.\n\n## [0.1.0] – 2026-11-23\n\n- All.\n"
)
SWITCHED = ("\nON_INDEX = False\n", "\nON_INDEX = True\n")


def test_the_notes_of_a_release_are_its_section() -> None:
    assert release.section(CHANGES, "0.2.0") == ("2027-01-31", "### Added\n\n- More.\n")
    assert release.section(CHANGES, "0.1.0") == ("2026-11-23", "- All.\n")
    with pytest.raises(release.NotReady, match=r"no section \[0.3.0\]"):
        release.section(CHANGES, "0.3.0")


@pytest.fixture
def another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """A repository of which only the release knows, at 0.2.0."""
    files = SimpleNamespace(changelog=tmp_path / "CHANGELOG.md", engine=tmp_path / "__init__.py")
    files.recipe, files.switch = tmp_path / "PKGBUILD", tmp_path / "installation.py"
    files.changelog.write_text(CHANGES, encoding="utf-8")
    files.engine.write_text('__version__ = "0.2.0"\n', encoding="utf-8")
    files.recipe.write_text("pkgver=0.2.0\n", encoding="utf-8")
    switch = release.SWITCH_FILE.read_text(encoding="utf-8")
    files.switch.write_text(switch.replace(*SWITCHED), encoding="utf-8")
    monkeypatch.setattr(release, "CHANGELOG", files.changelog)
    monkeypatch.setattr(release, "VERSION_FILE", files.engine)
    monkeypatch.setattr(release, "SWITCH_FILE", files.switch)
    monkeypatch.setattr(release, "RECIPES", (files.recipe,))
    return files


def test_a_tag_that_everything_agrees_with(another: SimpleNamespace) -> None:
    release.check("v0.2.0")


@pytest.mark.parametrize(
    ("file", "before", "after", "reason"),
    [
        ("engine", "0.2.0", "0.3.0", "the tag is v0.2.0, and the program is 0.3.0"),
        ("changelog", "## [0.2.0] – 2027-01-31", "## [Unreleased]", "no section"),
        ("changelog", " – 2027-01-31", "", "no date"),
        ("changelog", "2027-01-31", "soon", "no date"),
        ("changelog", "### Added\n\n- More.\n", "", "says nothing"),
        ("recipe", "0.2.0", "0.1.0", "PKGBUILD names another version"),
        ("switch", "True", "False", "no index has furiten"),
    ],
)
def test_a_tag_that_something_differs_from(
    another: SimpleNamespace, file: str, before: str, after: str, reason: str
) -> None:
    path: Path = getattr(another, file)
    path.write_text(path.read_text(encoding="utf-8").replace(before, after), encoding="utf-8")
    with pytest.raises(release.NotReady, match=reason):
        release.check("v0.2.0")


def test_a_new_version_is_written_everywhere(another: SimpleNamespace) -> None:
    switched = another.switch.read_text(encoding="utf-8")
    another.switch.write_text(switched.replace(*SWITCHED[::-1]), encoding="utf-8")
    release.begin("1.10.0")
    assert another.switch.read_text(encoding="utf-8") == switched
    assert another.engine.read_text(encoding="utf-8") == '__version__ = "1.10.0"\n'
    assert another.recipe.read_text(encoding="utf-8") == "pkgver=1.10.0\n"
    with pytest.raises(release.NotReady, match="no version"):
        release.begin("next")


@pytest.mark.parametrize(
    "arguments", [[], ["fly"], ["check"], ["check", "v9.9.9"], ["fill", "gone.tar.gz", "."]]
)
def test_what_cannot_be_done_is_one_line(arguments: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "recipes/release.py", *arguments],
        cwd=ROOT,
        capture_output=True,
        check=False,
        timeout=300,
    )
    assert (done.returncode, done.stdout, done.stderr.count(b"\n")) == (2, b"", 1)
    assert done.stderr.startswith(b"release: ")


def test_ruff_before_a_commit_is_one_that_lint_takes() -> None:
    text = (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    (rev,) = re.findall(r"rev: v([\d.]+)", text)
    (wanted,) = (
        Requirement(each) for each in PROJECT["optional-dependencies"]["dev"] if each.startswith("ruff")
    )
    assert rev in wanted.specifier


GITHUB = ROOT / ".github"
TEXT = (GITHUB / "workflows" / "release.yml").read_text(encoding="utf-8")
WORKFLOW: dict[Any, Any] = yaml.safe_load(TEXT)
JOBS: dict[str, dict[str, Any]] = WORKFLOW["jobs"]
ACTION = re.compile(r"uses: [\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$")


def before(job: str) -> set[str]:
    """The jobs that have passed when this one begins."""
    named = JOBS[job].get("needs", [])
    direct = {named} if isinstance(named, str) else set(named)
    return direct.union(*(before(each) for each in direct))


def runs(job: str) -> str:
    return "\n".join(step.get("run", "") for step in JOBS[job]["steps"])


def test_it_builds_once_and_publishes_what_was_tried_and_signed() -> None:
    assert [job for job in JOBS if "python -m build" in runs(job)] == ["build"]
    assert before("publish") >= {"build", "try", "sign", "show"}
    assert before("release") >= {"publish"}
    assert before("sign") >= {"try"}
    assert len(JOBS["try"]["strategy"]["matrix"]["os"]) == 3


def test_the_wheel_is_tried_where_there_is_nothing_else() -> None:
    assert not any("checkout" in step.get("uses", "") for step in JOBS["try"]["steps"])


def test_it_may_do_no_more_than_it_must() -> None:
    """Only two jobs may speak as this repository; only the last may write to it."""
    assert WORKFLOW["permissions"] == {"contents": "read"}
    rights = {job: each["permissions"] for job, each in JOBS.items() if "permissions" in each}
    assert rights == {
        "sign": {"id-token": "write", "attestations": "write"},
        "publish": {"id-token": "write"},
        "release": {"contents": "write"},
    }
    assert JOBS["publish"]["environment"]["name"] == "pypi"
    assert "secrets." not in TEXT


def test_workflows_end_and_name_one_version_of_each_action() -> None:
    """``make lint`` looks at what they may do besides."""
    texts = [path.read_text(encoding="utf-8") for path in (GITHUB / "workflows").glob("*.yml")]
    named = {line for text in texts for line in re.findall("uses: .*", text)}
    assert all(map(ACTION.fullmatch, named))
    assert len(named) == len({line.split("@")[0] for line in named}) > 5
    assert all("timeout-minutes" in job for text in texts for job in yaml.safe_load(text)["jobs"].values())


def test_what_it_tries_are_commands_with_their_options() -> None:
    text = "\n".join(map(runs, JOBS)).replace("\\\n", " ")
    lines = re.findall(r'(?:^|--command ")furiten ([a-z]+ [^"|\n]*)', text, re.MULTILINE)
    tried = [shlex.split(line) for line in lines]
    assert {name for name, *_ in tried} >= {"hand", "arena", "verify", "practice", "demo"} <= set(COMMANDS)
    for name, *arguments in tried:
        command = import_module(f"tui.commands.{name}").command
        files = [f"{ROOT}/README.md" if "*" in each else each for each in arguments]
        command.make_context(name, files)


@pytest.mark.parametrize(
    "path", sorted((GITHUB / "ISSUE_TEMPLATE").glob("[!c]*.yml")), ids=lambda path: path.stem
)
def test_issue_forms(path: Any) -> None:
    form = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert {"name", "description", "body"} <= set(form)
    fields = [each for each in form["body"] if each["type"] != "markdown"]
    assert len({each["id"] for each in fields}) == len(fields)
    assert all(each["attributes"]["label"] for each in fields)
    assert any(each.get("validations", {}).get("required") for each in fields)


def test_dependabot_looks_where_something_is() -> None:
    config = yaml.safe_load((GITHUB / "dependabot.yml").read_text(encoding="utf-8"))
    folders = {each["package-ecosystem"]: ROOT / each["directory"].lstrip("/") for each in config["updates"]}
    assert (folders["pip"] / "pyproject.toml").is_file()
    assert (folders["docker"] / "Dockerfile").is_file()
    assert (folders["github-actions"] / ".github" / "workflows").is_dir()


SHARE = ROOT / "share"
COMPLETIONS = {
    "bash": SHARE / "bash-completion" / "completions" / "furiten",
    "zsh": SHARE / "zsh" / "site-functions" / "_furiten",
    "fish": SHARE / "fish" / "vendor_completions.d" / "furiten.fish",
}
MACROS = {".TH", ".SH", ".SS", ".PP", ".TP", ".B", ".EX", ".EE", ".ad", ".nh", '.\\"'}
PAGE = man_page.PAGE.read_text(encoding="utf-8")


def shown(page: str) -> str:
    """The text of a page of roff, as far as this one needs it."""
    text = "\n".join(line for line in page.splitlines() if line.split(" ")[0] not in MACROS - {".B", ".SS"})
    text = re.sub(r"\\f[BRI]|\\&", "", text).replace("\\-", "-").replace("\\e", "\\")
    return re.sub(r"^\.(B|SS) ", "", text, flags=re.MULTILINE)


def test_the_manual_page_is_that_of_the_commands() -> None:
    """After a change: ``make pictures``."""
    assert man_page.page() == PAGE


def test_the_manual_page_has_every_command_and_variable() -> None:
    text = shown(PAGE)
    for name in COMMANDS:
        assert f'"furiten {name}' in text
    for variable in re.findall(r"_VARIABLE = \"(FURITEN_\w+)\"", sources("ai", "tui")):
        assert f"\n{variable}\n" in text


def sources(*packages: str) -> str:
    files = (path for package in packages for path in sorted((ROOT / package).rglob("*.py")))
    return "\n".join(path.read_text(encoding="utf-8") for path in files)


def test_the_manual_page_is_sound_roff() -> None:
    """No line of text begins as a request, and every request is a macro of man(7)."""
    for line in PAGE.splitlines():
        assert not line.startswith("'")
        if line.startswith("."):
            assert line.split(" ")[0] in MACROS, line
    assert PAGE.count(".EX") == PAGE.count(".EE") == len(COMMANDS)
    assert PAGE.isascii()


@pytest.mark.skipif(shutil.which("mandoc") is None, reason="needs mandoc")
def test_mandoc_has_nothing_against_it() -> None:
    command = ["mandoc", "-T", "lint", "-W", "warning", str(man_page.PAGE)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False, timeout=300)
    assert (done.returncode, done.stdout) == (0, "")


@pytest.mark.parametrize("shell", COMPLETIONS)
def test_a_completion_asks_the_installed_program(shell: str) -> None:
    """So it never differs from the program and from the click that it runs with."""
    assert f"_FURITEN_COMPLETE={shell}_source furiten" in COMPLETIONS[shell].read_text(encoding="utf-8")


def with_furiten(folder: Path) -> dict[str, str]:
    """An environment in which ``furiten`` is this tree's."""
    command = folder / "furiten"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m tui "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    return os.environ | {
        "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "FURITEN_LANGUAGE": "en",
    }


ASKED = {
    "bash": """
        source "$1"
        COMP_WORDS=(furiten play --rules ""); COMP_CWORD=3
        "$(complete -p furiten | sed 's/.*-F \\([^ ]*\\) .*/\\1/')" furiten
        printf '%s\\n' "${COMPREPLY[@]}"
    """,
    "fish": 'source $argv[1]; complete --do-complete "furiten play --rules "',
}
"""Programs of the shells that print what completes ``furiten play --rules``."""


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell of Unix")
@pytest.mark.parametrize("shell", ASKED)
def test_the_shell_completes(shell: str, tmp_path: Path) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"needs {shell}")
    last = ["-c", ASKED[shell], str(COMPLETIONS[shell])]
    command = [shell, "--norc", *last[:2], shell, last[2]] if shell == "bash" else [shell, *last]
    done = subprocess.run(
        command, env=with_furiten(tmp_path), capture_output=True, encoding="utf-8", check=False, timeout=300
    )
    if "not supported" in done.stderr:  # The bash of macOS is too old for click.
        pytest.skip(done.stderr)
    assert set(done.stdout.split()) >= set(PRESETS), done.stderr


@pytest.mark.skipif(shutil.which("zsh") is None, reason="needs zsh")
@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell of Unix")
def test_zsh_takes_the_function(tmp_path: Path) -> None:
    """It completes only in an interactive shell; here it is loaded, and what it defines is there."""
    source = COMPLETIONS["zsh"]
    code = f"""
        compdef() {{ defined=$1 }}
        source <(sed '/^_furiten_completion/d' '{source}')
        whence -w $defined
    """
    command = ["zsh", "-f", "-c", code]
    done = subprocess.run(
        command, env=with_furiten(tmp_path), capture_output=True, encoding="utf-8", check=False, timeout=300
    )
    assert done.stdout.strip() == "_furiten_completion: function", done.stderr
