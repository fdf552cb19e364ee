"""Why a program outside did not even begin to play is told; nothing that may name its tiles is."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from ai.bot_faults import BotFault, FaultKind
from ai.bots.registry import make_bot
from ai.play import Play
from engine.match import Match
from engine.rules import PRESETS
from tests.support.ai.external_programs import program


def whys(text: str) -> list[tuple[FaultKind, str]]:
    """What is told of that program at seat 1, until the person at seat 0 has thrown a few tiles."""
    bots = {1: make_bot(text, external=True), 2: make_bot("tsumogiri"), 3: make_bot("tsumogiri")}
    play = Play(Match(PRESETS["wrc"], 3, ["", "", "", ""]), 0, bots)
    for _ in range(24):
        if not play.match.acting:
            break
        play.advance() if play.pending == "bots" else play.choose(play.options.actions[-1])
    play.close()
    bot_failures = play.take_faults()
    assert {lapse.seat for lapse in bot_failures} == {1}
    return [(lapse.kind, lapse.why) for lapse in bot_failures]


def dying(folder: Path, words: str) -> str:
    """A program that ends at once with these words."""
    path = folder / "dying.py"
    path.write_text(f"import sys\nprint({words!r}, file=sys.stderr)\nsys.exit(1)\n", encoding="utf-8")
    return f"mjai:'{sys.executable}' -I -S '{path}'"


def test_the_last_words_of_a_program_that_never_answered(tmp_path: Path) -> None:
    text = dying(tmp_path, "ModuleNotFoundError: No module named 'engine9'")
    assert whys(text)[0] == (FaultKind.CRASHED, "ModuleNotFoundError: No module named 'engine9'")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    kind, why = whys(f"mjai:'{sys.executable}' '{tmp_path / 'missing.py'}'")[0]
    assert kind is FaultKind.CRASHED
    assert "No such file" in why


def test_what_cannot_be_started(tmp_path: Path) -> None:
    kind, why = whys(f"mjai:'{tmp_path / 'no-program'}'")[0]
    assert kind is FaultKind.NOT_STARTED
    assert "No such file" in why or "cannot find" in why


def test_a_program_that_has_answered_says_nothing_more(tmp_path: Path) -> None:
    assert (FaultKind.CRASHED, "") in whys(program("crash", tmp_path))


@pytest.mark.parametrize("words", ["KeyError: '5mr'", "no move for 123m4z", "unknown tile E", "drew 9p"])
def test_words_with_tiles_are_kept_back(words: str, tmp_path: Path) -> None:
    assert whys(dying(tmp_path, words))[0] == (FaultKind.CRASHED, "")


@pytest.mark.parametrize("words", [r"C:\bots\run.exe is no program", "[Errno 2] No such file", "Python 3.11"])
def test_words_without_tiles_are_told(words: str) -> None:
    assert BotFault(FaultKind.CRASHED, words, words).why == words
