"""The release workflow releases what was tested, and the forms of the repository ask for what exists."""

from __future__ import annotations

import re
import shlex
from importlib import import_module
from typing import Any

import click
import pytest
import yaml

from tests.support.fresh_interpreter import ROOT
from tui.cli import COMMANDS

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


def test_actions_are_named_by_their_commits() -> None:
    named = [line.strip().removeprefix("- ") for line in TEXT.splitlines() if "uses:" in line]
    assert len(named) > 10
    for line in named:
        assert ACTION.fullmatch(line), line


def lines_of_furiten() -> list[list[str]]:
    text = "\n".join(map(runs, JOBS)).replace("\\\n", " ")
    lines = re.findall(r'(?:^|--command ")furiten ([a-z]+ [^"|\n]*)', text, re.MULTILINE)
    return [shlex.split(line) for line in lines]


def test_what_it_tries_are_commands_with_their_options() -> None:
    tried = lines_of_furiten()
    assert {name for name, *_ in tried} >= {"hand", "arena", "verify", "practice", "demo"} <= set(COMMANDS)
    for name, *arguments in tried:
        command = import_module(f"tui.commands.{name}").command
        assert isinstance(command, click.Command)
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
