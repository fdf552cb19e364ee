"""What is installed beside the program: the manual page, and the completions of three shells."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from engine.rules import PRESETS
from tests.support import man_page
from tests.support.fresh_interpreter import ROOT
from tui.cli import COMMANDS

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
