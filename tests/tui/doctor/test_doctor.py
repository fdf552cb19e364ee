"""The doctor: what terminals answer, pretended and in a pseudoterminal, and what follows for the settings."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
import termios
import unicodedata
from collections.abc import Mapping
from contextlib import nullcontext
from pathlib import Path
from select import select

import msgspec
import pytest
from msgspec.structs import replace

from tui.cli import execute
from tui.commands.doctor import LABEL, TMUX_PASSES, advise, folded, report
from tui.config.settings import SettingsFile, default_glyphs
from tui.drawing.palette import default_palette
from tui.i18n import Language, choose_language, t
from tui.i18n import width as cells
from tui.play.save import SaveFolder
from tui.shell.glyph_question import Fitting, answered, ask_about_glyphs, fitting_glyphs
from tui.system.graphics import Cell, Graphics, NoGraphics
from tui.system.terminal import (
    GLYPHS_VARIABLE,
    SERVED_VARIABLE,
    ColourDepth,
    Glyphs,
    TerminalEnvironment,
    colour_depth,
)
from tui.system.terminal_measures import (
    MOUSE,
    NEEDS,
    SAMPLES,
    CharacterClass,
    Measured,
    draws_as_claimed,
    measure,
    misfitting_classes,
)
from tui.tiles import default_look, glyph_set


class Pretended:
    """A terminal with a cursor: it answers what it knows, and draws characters as wide as it was told."""

    def __init__(self, widths: Mapping[str, int], modes: Mapping[int, int], *, silent: bool = False) -> None:
        self.widths, self.modes, self.silent = widths, modes, silent
        self.column = 1
        self.left_over = ""

    def write(self, text: str) -> None:
        for part in re.split(r"(\r|\x1b\[K|\x1b\[6n|\x1b\[\?\d+\$p)", text):
            if part == "\r":
                self.column, self.left_over = 1, ""
            elif part == "\x1b[6n":
                self.typed = f"\x1b[7;{self.column}R"
            elif part.startswith("\x1b[?"):
                mode = int(part[3:-2])
                self.typed = f"\x1b[?{mode};{self.modes[mode]}$y" if mode in self.modes else ""
            elif part != "\x1b[K":
                self.column += sum(self._width(character) for character in part)
                self.left_over += part

    def ask(self, question: str, answer: re.Pattern[str]) -> re.Match[str] | None:
        self.typed = ""
        self.write(question)
        return None if self.silent else answer.search(f"x{self.typed}")

    def _width(self, character: str) -> int:
        return self.widths.get(unicodedata.east_asian_width(character), 1)


MODERN = {"W": 2, "F": 2}
FAR_EASTERN = {"W": 2, "F": 2, "A": 2}
OLD = {"W": 1}
TERMINAL = TerminalEnvironment(
    terminal="xterm-256color",
    colours=ColourDepth.TRUE,
    unicode=True,
    encoding="utf-8",
    width=120,
    height=40,
    seen=True,
    dumb=False,
    between=(),
)


def around(**changes: object) -> TerminalEnvironment:
    return TERMINAL._replace(**changes)  # type: ignore[arg-type]


def test_a_modern_terminal_keeps_the_usual_looks() -> None:
    terminal = Pretended(MODERN, {MOUSE: 2, 2026: 0})
    measured = measure(terminal)
    assert measured.cells == {kind: sample.cells for kind, sample in SAMPLES.items()}
    assert (measured.mouse, measured.synchronised) == (True, False)
    advice = advise(TERMINAL, measured)
    assert (advice.tiles, advice.glyphs, advice.theme, advice.usual) == ("solid", "kanji", "felt", True)


def test_nothing_is_left_on_the_line() -> None:
    terminal = Pretended(MODERN, {})
    measure(terminal)
    assert (terminal.column, terminal.left_over) == (1, "")


def test_lines_two_cells_wide_leave_the_ascii_set() -> None:
    measured = measure(Pretended(FAR_EASTERN, {}))
    assert CharacterClass.LINES in misfitting_classes(measured)
    advice = advise(TERMINAL, measured)
    assert (advice.tiles, advice.glyphs, advice.usual) == ("line", "ascii", False)


def test_narrow_kanji_leave_the_latin_set() -> None:
    measured = measure(Pretended(OLD, {}))
    assert misfitting_classes(measured) == (CharacterClass.KANJI,)
    assert advise(TERMINAL, measured).glyphs == "latin"
    assert advise(TERMINAL, measured).tiles == "solid"


def test_a_terminal_that_says_nothing_is_asked_once() -> None:
    measured = measure(Pretended(MODERN, {}, silent=True))
    assert measured == Measured()
    assert advise(TERMINAL, measured).glyphs == "kanji"
    assert any("does not tell" in line for line in report(TERMINAL, measured, advise(TERMINAL, measured)))


def test_without_utf8_there_are_only_plain_letters() -> None:
    place = around(unicode=False, encoding="latin-1")
    assert advise(place, Measured()).glyphs == "ascii"


@pytest.mark.parametrize("changes", [{"seen": False}, {"dumb": True}])
def test_where_there_is_no_screen_there_are_plain_lines(changes: dict[str, bool]) -> None:
    place = around(**changes)
    advice = advise(place, Measured())
    assert advice.plain
    assert "--plain" in [*report(place, Measured(), advice)][-1]


@pytest.mark.parametrize("found", ColourDepth)
@pytest.mark.parametrize(("name", "unicode"), [("xterm", True), ("xterm", False), ("linux", True)])
def test_what_the_variables_tell_the_game_sees_by_itself(
    found: ColourDepth, name: str, unicode: bool
) -> None:
    place = around(terminal=name, colours=found, unicode=unicode)
    advice = advise(place, measure(Pretended(MODERN, {})))
    palette = default_palette(colours=found, environment={})
    most = default_glyphs(name, unicode=unicode)
    look = default_look(theme=palette.name, most=most, environment={})
    assert advice.usual
    assert (advice.tiles, advice.glyphs, advice.theme) == (look.style, look.glyphs.name, palette.name)


def test_few_colours_are_enough_for_boxes() -> None:
    advice = advise(around(colours=ColourDepth.SIXTEEN), Measured())
    assert (advice.tiles, advice.theme) == ("line", "sixteen")


def test_a_small_screen_is_told_with_what_is_needed() -> None:
    place = around(width=79)
    lines = [*report(place, Measured(), advise(place, Measured()))]
    assert t("doctor.too-small", height=40, least="80 x 24", width=79) in lines[1]


@pytest.mark.parametrize("columns", [60, 80, 120, 200])
def test_no_line_is_broken_inside_a_word(language: Language, columns: int) -> None:
    for found in (measure(Pretended(OLD, {})), measure(Pretended(MODERN, {}, silent=True))):
        for graphics in (Graphics("kitty 0.41", Cell(9, 18)), *NoGraphics):
            here = around(width=columns, between=("tmux", "ssh"))
            measured = replace(found, graphics=graphics)
            for line in report(here, measured, advise(here, measured)):
                rows = folded(line, columns)
                assert all(cells(row) <= columns for row in rows)
                assert all(len(row) - len(row.lstrip()) >= LABEL for row in rows[1:]), "below the text"
                words = [word for row in rows for word in row.split()]
                assert "".join(words) == "".join(line.split())
                if language == "en":
                    assert words == line.split()


@pytest.mark.parametrize(
    ("variables", "found"),
    [
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, ColourDepth.TRUE),
        ({"TERM": "xterm-256color"}, ColourDepth.MANY),
        ({"TERM": "xterm"}, ColourDepth.SIXTEEN),
        ({"TERM": "linux"}, ColourDepth.SIXTEEN),
        ({"TERM": "xterm-16color", "COLORTERM": "yes"}, ColourDepth.SIXTEEN),
        ({"TERM": "screen"}, ColourDepth.SIXTEEN),
        ({"TERM": "tmux-256color", "NO_COLOR": ""}, ColourDepth.MANY),
        ({"TERM": "xterm-kitty"}, ColourDepth.MANY),
        ({"TERM": "vt100"}, ColourDepth.NONE),
        ({}, ColourDepth.NONE),
        ({"TERM": "dumb"}, ColourDepth.NONE),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"}, ColourDepth.NONE),
    ],
)
def test_colours(variables: dict[str, str], found: ColourDepth) -> None:
    assert colour_depth(variables) is found


@pytest.mark.parametrize("name", NEEDS)
def test_every_character_of_a_glyph_set_is_measured(name: str) -> None:
    """Else the doctor would call a set safe that holds a character nobody looked at."""
    glyphs = glyph_set(name)
    texts = [*glyphs.honours, *glyphs.suits, glyphs.upper_half, glyphs.lower_half, glyphs.back]
    texts += [glyphs.pointer, glyphs.rule, glyphs.stick, glyphs.ellipsis]
    for box in (glyphs.box, glyphs.round_box, glyphs.strong_box):
        texts += msgspec.structs.asdict(box).values()
    measured = {character for kind in NEEDS[name] for character in SAMPLES[kind].characters}
    assert {character for text in texts for character in text if not character.isascii()} <= measured


def test_without_a_terminal_it_says_so_and_how_to_play(capsys: pytest.CaptureFixture[str]) -> None:
    assert execute(["doctor"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "nothing was measured" in told
    assert "furiten play --plain" in told


def test_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert execute(["doctor", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert set(told) == {"terminal", "cells", "mouse", "synchronised", "pictures", "advice"}
    assert told["cells"] == dict.fromkeys(CharacterClass)
    assert told["advice"]["plain"] is True


@pytest.mark.parametrize(
    ("language", "locale", "terminal", "says"),
    [
        ("en", "en_GB.UTF-8", "xterm-256color", ["Language", "English"]),
        ("ja", "ja_JP.UTF-8", "xterm-256color", ["言語", "日本語"]),
        ("en", "ja_JP.UTF-8", "linux", [t("doctor.not-japanese", language="English")]),
        ("ja", "ja_JP.UTF-8", "linux", ["漢字を表示できません", "FURITEN_LANGUAGE=en furiten"]),
    ],
)
def test_the_language_that_can_be_read(
    monkeypatch: pytest.MonkeyPatch, language: str, locale: str, terminal: str, says: list[str]
) -> None:
    monkeypatch.setenv("LC_ALL", locale)
    choose_language(language)
    here = around(terminal=terminal)
    told = [line for line in report(here, Measured(), advise(here, Measured())) if says[0] in line]
    assert len(told) == 1
    assert all(word in told[0] for word in says)
    assert advise(here, Measured()).japanese is (terminal != "linux")


def test_a_terminal_that_draws_kanji_in_one_cell_cannot_be_read_in_japanese() -> None:
    assert not advise(TERMINAL, measure(Pretended(OLD, {}))).japanese
    assert advise(TERMINAL, measure(Pretended(FAR_EASTERN, {}))).japanese


@pytest.mark.parametrize("found", [None, Graphics("kitty 0.41", Cell(9, 18)), *NoGraphics])
def test_it_says_whether_tiles_are_pictures(found: Graphics | NoGraphics | None) -> None:
    measured = Measured(graphics=found)
    advice = advise(TERMINAL, measured)
    assert advice.tiles == ("auto" if isinstance(found, Graphics) else "solid")
    lines = [*report(TERMINAL, measured, advice)]
    told = [line for line in lines if line.startswith(t("doctor.label.pictures"))]
    if found is None:
        assert not told
    elif isinstance(found, NoGraphics):
        assert told[0].endswith(t(f"doctor.no-pictures.{found}", line=TMUX_PASSES))
    else:
        assert told[0].endswith(t("doctor.pictures", terminal="kitty 0.41", width=9, height=18))


if sys.platform == "win32":
    pytest.skip("there are no pseudoterminals here", allow_module_level=True)


_QUESTION = re.compile(rb"([^\r\x1b]*)\x1b\[6n|\x1b\[\?(\d+)\$p")
PATIENCE = 120


def examined(*, answers: bool) -> tuple[str, bool]:
    """What the doctor tells in a terminal that answers, or does not; and whether it echoes as before."""
    ours, theirs = pty.openpty()
    before = termios.tcgetattr(theirs)
    environment = {**os.environ, "TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8", "NO_COLOR": ""}
    process = subprocess.Popen(
        [sys.executable, "-m", "tui", "doctor"], stdin=theirs, stdout=theirs, stderr=theirs, env=environment
    )
    heard, answered = b"", 0
    while select([ours], [], [], PATIENCE if process.poll() is None else 0.1)[0]:
        heard += os.read(ours, 4096)
        for question in list(_QUESTION.finditer(heard))[answered:]:
            answered += 1
            if answers:
                os.write(ours, _answer(question))
        if b"FURITEN_" in heard or b"nothing to change" in heard:
            break
    assert process.wait(PATIENCE) == 0
    while select([ours], [], [], 0.1)[0]:
        heard += os.read(ours, 4096)
    same = termios.tcgetattr(theirs)[3] == before[3]
    for end in (ours, theirs):
        os.close(end)
    return heard.decode(), same


def _answer(question: re.Match[bytes]) -> bytes:
    if question[2]:
        return b"\x1b[?%s;1$y" % question[2]
    cells = sum(1 + (unicodedata.east_asian_width(each) == "W") for each in question[1].decode())
    return b"\x1b[1;%dR" % (cells + 1)


def test_a_terminal_that_answers_is_measured() -> None:
    told, same = examined(answers=True)
    assert f"kanji          {t('doctor.cells.right', count=2)}" in told
    assert f"clicks: {t('doctor.mode.yes')}" in told
    assert t("doctor.label.pictures") in told
    assert same


def test_a_terminal_that_does_not_is_left_as_it_was() -> None:
    told, same = examined(answers=False)
    assert "widths were not measured" in " ".join(told.split())
    assert same


NO_UTF_8 = dict.fromkeys(("W", "A", "N"), 3)
"""A terminal without UTF-8 draws a cell for each byte of a character."""


@pytest.mark.parametrize(
    ("widths", "found", "misfit"),
    [
        (MODERN, None, CharacterClass.ASCII),
        (FAR_EASTERN, "ascii", CharacterClass.BLOCKS),
        (OLD, "latin", CharacterClass.KANJI),
        (NO_UTF_8, "ascii", CharacterClass.KANJI),
    ],
)
def test_a_terminal_that_draws_otherwise_than_it_claims_is_found_in_one_query(
    widths: Mapping[str, int], found: str | None, misfit: CharacterClass
) -> None:
    terminal = Pretended(widths, {})
    assert draws_as_claimed(terminal) is (found is None)
    assert (terminal.column, terminal.left_over) == (1, "")
    fitting = fitting_glyphs(Pretended(widths, {}), Glyphs.KANJI)
    assert (fitting and fitting.glyphs) == found
    if fitting is not None:
        # only what is drawn otherwise is named
        assert SAMPLES[misfit].characters in fitting.misfits
        assert (SAMPLES[CharacterClass.KANJI].characters in fitting.misfits) is (
            misfit is CharacterClass.KANJI
        )
    assert draws_as_claimed(Pretended(widths, {}, silent=True)), "who does not answer is not asked"


@pytest.mark.parametrize(
    ("typed", "chosen"), [("", "latin"), ("y", "latin"), (" N ", "kanji"), ("no", "kanji")]
)
def test_the_player_has_the_last_word(typed: str, chosen: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert answered(Fitting(Glyphs.LATIN, "x"), Glyphs.KANJI, lambda: typed) == chosen
    assert t("start.ask", glyphs="latin") in capsys.readouterr().out


@pytest.mark.parametrize("variable", [GLYPHS_VARIABLE, SERVED_VARIABLE, None])
def test_neither_a_page_nor_a_pipe_nor_who_has_chosen_is_asked(
    variable: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if variable is not None:
        monkeypatch.setenv(variable, "kanji")
        monkeypatch.setattr("tui.shell.glyph_question.terminal_environment", lambda: TERMINAL)
    monkeypatch.setattr("tui.shell.glyph_question.opened", lambda: pytest.fail("was measured"))
    assert not ask_about_glyphs(SaveFolder(tmp_path))


def test_the_answer_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tui.shell.glyph_question.terminal_environment", lambda: TERMINAL)
    monkeypatch.setattr("tui.shell.glyph_question.opened", lambda: nullcontext(Pretended(OLD, {})))
    monkeypatch.setattr("builtins.input", lambda: "")
    assert ask_about_glyphs(SaveFolder(tmp_path))
    assert SettingsFile(tmp_path).values.glyphs == "latin"
