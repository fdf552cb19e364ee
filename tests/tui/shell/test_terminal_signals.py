"""Terminals: signals, one that goes away, one with few colours, a newer Textual: each leaves a whole save."""

from __future__ import annotations

import os
import re
import signal
import sys
import time
import tomllib
from pathlib import Path

import pytest

from tests.support.fresh_interpreter import ROOT
from tests.support.tui.pilot import press, running, table_app, until
from tests.support.tui.pseudo_terminals import PATIENCE, Terminal, furiten, shell
from tests.support.tui.sessions import folder_at, options, take_up
from tui.i18n import t
from tui.play.save import OpenElsewhere, SaveFolder
from tui.play.session import Pending
from tui.screens.pages.help_page import HelpScreen
from tui.shell.app import FuritenApp
from tui.shell.terminal_signals import HUNG_UP, SIGNAL_EXIT_BASE
from tui.system import installation
from tui.system.installation import TESTED_TEXTUAL, newer_textual

PLAY = f"{sys.executable} -m tui play --seed 7 --speed fast\r"
PAINTED = ("hand 1/8", "Hayai", "Mamori", "Takame", "You", "? help")
"""On every picture of the table, from its first line to its last."""
SAVED = t("app.saved")
UNTIL_IT_STOPS = (
    'seen=$FURITEN_HOME/jobs; until jobs >"$seen"; grep -q Stop "$seen"; do sleep 0.05; done; cat "$seen"'
)


def check_save(home: Path) -> None:
    """Wait until nobody has the game open any more; it can be continued."""
    folder, until = folder_at(home), time.monotonic() + PATIENCE
    while True:
        try:
            folder.acquire()
        except OpenElsewhere:
            assert time.monotonic() < until, "the game stays locked"
            time.sleep(0.02)
        else:
            break
    assert take_up(folder).pending in (Pending.PERSON, Pending.BOTS)
    folder.release()


def job_of(term: Terminal) -> int:
    """The number of the process that the shell has stopped."""
    told = term.type_until("jobs -l; echo al''l\r", "all")
    found = re.search(r"\[1\]\s*\+?\s*(\d+)", told)
    assert found is not None, told
    return int(found[1])


@pytest.mark.nightly
def test_a_job_of_a_shell(tmp_path: Path) -> None:
    with shell(home=tmp_path) as term:
        term.until("shell>")
        usual = term.settings
        term.type_until(PLAY, *PAINTED)

        term.type_until("\x1a", "Stopped", "shell>")
        term.check_usable(usual)
        assert "typed" in term.type_until("echo ty''ped\r", "typed", "shell>")
        term.type_until("fg\r", *PAINTED, "Enter  discard South")
        term.insist("\r", t("table.since"))

        # continued without the terminal: it goes on waiting for it
        term.type_until("\x1a", "Stopped", "shell>")
        number = job_of(term)
        assert "hand 1/8" not in term.type_until(f"bg; {UNTIL_IT_STOPS}\r", "Stopped")
        term.type_until("fg\r", *PAINTED)

        # stopped by somebody else, it cannot tidy up, but finds its way back
        since = len(term.written)
        os.kill(number, signal.SIGSTOP)
        term.until("Stopped", since=since)
        term.type_until("fg\n", *PAINTED)

        assert term.type_until("\x03", "shell>").count(SAVED) == 1
        term.check_usable(usual)
        term.type_until("echo co''de $?\r", f"code {SIGNAL_EXIT_BASE + signal.SIGINT}")
        check_save(tmp_path)

        # the window is closed while the job is stopped
        term.type_until(PLAY, *PAINTED)
        term.type_until("\x1a", "Stopped", "shell>")
        number = job_of(term)
        term.hang_up()
        check_save(tmp_path)


@pytest.mark.nightly
def test_a_connection_that_stalls_and_is_lost(tmp_path: Path) -> None:
    """Nobody reads what is drawn until nothing more can be written; then the terminal is gone."""
    with furiten("play", "--seed", "7", home=tmp_path) as term:
        term.until(*PAINTED)
        for _ in range(40):
            term.type("?")
            time.sleep(0.01)
            term.type("\x1b")
        term.hang_up()
        assert term.wait() == HUNG_UP
    check_save(tmp_path)


@pytest.mark.nightly
def test_a_shell_hangs_a_job_up_and_continues_it(tmp_path: Path) -> None:
    """As bash does when its window is closed: who ends already does not begin to read again."""
    with furiten("play", "--seed", "7", home=tmp_path) as term:
        term.until(*PAINTED)
        term.signal(signal.SIGHUP)
        term.hang_up()
        # whenever it comes while the program is about to end
        for _ in range(20):
            term.signal(signal.SIGCONT)
            time.sleep(0.005)
        assert term.wait() == HUNG_UP
    check_save(tmp_path)


async def test_ctrl_z_where_there_is_no_shell(tmp_path: Path) -> None:
    """As in a browser, which draws for a program that nobody could continue."""
    async with running(table_app(tmp_path, options(7))) as (app, pilot):
        await press(pilot, "ctrl+z", "question_mark")
        assert await until(lambda: isinstance(app.screen, HelpScreen))


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
    monkeypatch.setattr(installation, "version", lambda _: installed)
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


_COLOURS = re.compile(rb"\x1b\[([0-9;]*)m")
MANY = re.compile(rb"[34]8;[25]")
ANY = re.compile(rb"(?:^|;)(?:[34][0-8]|9[0-7]|10[0-7])(?:;|$)")
INTERRUPTED = SIGNAL_EXIT_BASE + signal.SIGINT


def coloured(written: bytes, how: re.Pattern[bytes]) -> list[bytes]:
    """What was told to the terminal of colours of that kind."""
    return [found for found in _COLOURS.findall(written) if how.search(found)]


@pytest.mark.nightly
def test_sixteen_colours_and_ascii_where_nothing_can_be_saved(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"in the way of the folder")
    letters = {"PYTHONUTF8": "0", "PYTHONIOENCODING": None, "LC_ALL": "C", "LANG": None}
    home = tmp_path / "file" / "home"
    with furiten("play", "--seed", "7", "--length", "hand", home=home, TERM="screen", **letters) as term:
        # the file of the settings, which cannot be read, and then the save
        term.until("settings.toml", "Not a directory", "? help")
        term.insist("\r", "Nothing can be saved here", "Not a directory")
        term.insist("\r", "hand 1/", "Mamori", "? help")
        term.type("\x03")
        assert term.end() == INTERRUPTED
        assert term.lines == [t("app.not-kept")]
        term.check_usable()
    assert term.written.isascii()
    assert not coloured(term.written, MANY)
    assert coloured(term.written, ANY)


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["", "log"])
def test_standard_error_that_is_closed_or_a_file(tmp_path: Path, name: str) -> None:
    """The app draws on the terminal all the same, and nothing that it opens takes the place of the stream."""

    def elsewhere() -> None:
        if name:
            os.dup2(os.open(tmp_path / name, os.O_WRONLY | os.O_CREAT), 2)
        else:
            os.close(2)

    with furiten("play", "--seed", "7", home=tmp_path, before=elsewhere) as term:
        term.until("hand 1/8", "Mamori", "? help")
        for number in sorted((Path("/proc") / str(term.process) / "fd").glob("2")):
            assert number.readlink() in (Path(os.devnull), tmp_path / name)
        term.type("\x03")
        assert term.end() == INTERRUPTED
        assert term.lines == [t("app.saved")]
        term.check_usable()
    if name:
        assert (tmp_path / name).read_bytes() == b""


@pytest.mark.nightly
def test_a_terminal_without_colours_and_a_polite_kill(tmp_path: Path) -> None:
    with furiten("play", "--seed", "7", home=tmp_path, TERM="vt100") as term:
        term.until("hand 1/8", "? help")
        term.signal(signal.SIGTERM)
        assert term.end() == SIGNAL_EXIT_BASE + signal.SIGTERM
        assert term.lines == [t("app.saved")]
        term.check_usable()
    assert coloured(term.written, re.compile(rb"(?:^|;)[17]")), "bold and inverse are left"
    assert not coloured(term.written, ANY)
