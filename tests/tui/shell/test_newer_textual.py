"""A Textual that is newer than the tested one: the table is there, and one line says what is unusual."""

from __future__ import annotations

import os
import signal
import sys
import tomllib
from pathlib import Path

import pytest

from tests.support.fresh_interpreter import ROOT
from tui.i18n.texts import t
from tui.play.save import SaveFolder
from tui.shell.app import FuritenApp
from tui.shell.signals import SIGNAL_EXIT_BASE
from tui.system import versions
from tui.system.versions import TESTED_TEXTUAL, newer_textual


@pytest.mark.parametrize(
    ("installed", "told"),
    [
        (TESTED_TEXTUAL, ""),
        ("8.2.7", ""),
        ("8.2", ""),
        ("8.10.0", "8.10.0"),
        ("9.0.0rc1", "9.0.0rc1"),
        ("unknown", ""),
    ],
)
def test_versions_are_compared_by_their_numbers(
    monkeypatch: pytest.MonkeyPatch, installed: str, told: str
) -> None:
    monkeypatch.setattr(versions, "version", lambda _: installed)
    assert newer_textual() == told


def test_the_tested_version_is_the_one_that_the_tests_pin() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert f"textual=={TESTED_TEXTUAL}" in project["optional-dependencies"]["dev"]


@pytest.mark.nightly
@pytest.mark.skipif(sys.platform == "win32", reason="pseudoterminals of POSIX")
def test_one_line_in_the_log_and_a_table(tmp_path: Path) -> None:
    from tests.support.tui.pseudo_terminals import furiten

    metadata = tmp_path / "libraries" / "textual-9.1.0.dist-info" / "METADATA"
    metadata.parent.mkdir(parents=True)
    metadata.write_text("Metadata-Version: 2.1\nName: textual\nVersion: 9.1.0\n", encoding="utf-8")
    log, path = tmp_path / "log", str(tmp_path / "libraries")

    def to_log() -> None:
        os.dup2(os.open(log, os.O_WRONLY | os.O_CREAT), 2)

    with furiten(
        "play", "--seed", "7", home=tmp_path, before=to_log, PYTHONPATH=path, FURITEN_LANGUAGE="en"
    ) as term:
        term.until("hand 1/8", "Mamori", "? help")
        term.type("\x03")
        assert term.end() == SIGNAL_EXIT_BASE + signal.SIGINT
        term.check_usable()
    line = t("app.newer-textual", version="9.1.0", tested=TESTED_TEXTUAL)
    assert log.read_text(encoding="utf-8") == f"furiten: {line}\n"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has Textual's own driver always")
def test_the_driver_of_textual_takes_over_when_ours_cannot_load(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ours is made of parts that are private to Textual, and may move."""
    from textual.drivers.linux_driver import LinuxDriver

    monkeypatch.delenv("TEXTUAL_DRIVER", raising=False)
    monkeypatch.setitem(sys.modules, "tui.shell.driver", None)
    assert FuritenApp(SaveFolder(tmp_path)).driver_class is LinuxDriver
