"""Terminals with few colours or none, no letters but ASCII, and nowhere to save."""

from __future__ import annotations

import os
import re
import signal
from pathlib import Path

import pytest

from tests.support.tui.pseudo_terminals import furiten
from tui.i18n.texts import t
from tui.shell.signals import SIGNAL_EXIT_BASE

_COLOURS = re.compile(rb"\x1b\[([0-9;]*)m")
MANY = re.compile(rb"[34]8;[25]")
ANY = re.compile(rb"(?:^|;)(?:[34][0-8]|9[0-7]|10[0-7])(?:;|$)")
INTERRUPTED = SIGNAL_EXIT_BASE + signal.SIGINT

pytestmark = pytest.mark.nightly


def coloured(written: bytes, how: re.Pattern[bytes]) -> list[bytes]:
    """What was told to the terminal of colours of that kind."""
    return [found for found in _COLOURS.findall(written) if how.search(found)]


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


def test_a_terminal_without_colours_and_a_polite_kill(tmp_path: Path) -> None:
    with furiten("play", "--seed", "7", home=tmp_path, TERM="vt100") as term:
        term.until("hand 1/8", "? help")
        term.signal(signal.SIGTERM)
        assert term.end() == SIGNAL_EXIT_BASE + signal.SIGTERM
        assert term.lines == [t("app.saved")]
        term.check_usable()
    assert coloured(term.written, re.compile(rb"(?:^|;)[17]")), "bold and inverse are left"
    assert not coloured(term.written, ANY)
