"""The command line in Japanese: columns stand under each other by cells, and help pages fit on a terminal."""

from __future__ import annotations

import re
import sys
import unicodedata
from importlib import import_module
from pathlib import Path

import click
import pytest
from rich.cells import cell_len

from ai.statistics.figures import FIGURES
from tests.support.fresh_interpreter import run
from tui.cli import COMMANDS, execute
from tui.commands.doctor import LABEL, SAMPLES, Measured, advise, report
from tui.commands.score import QUESTION as SCORE
from tui.i18n import Language, choose_language, ljust, rjust, t, width
from tui.system.terminal import ColourDepth, ExitCode, TerminalEnvironment

WIDTH = 80

for name in COMMANDS:
    # a command asks for its texts when it is loaded: in English, as all other tests want it
    import_module(f"tui.commands.{name}")


@pytest.fixture(autouse=True)
def _japanese() -> None:
    choose_language(Language.JAPANESE)


def columns(line: str) -> list[int]:
    """The cells at which what stands apart by two blanks or more begins."""
    return [cell_len(line[: found.end()]) for found in re.finditer(r" {2,}(?=\S)", line)]


# -- columns -----------------------------------------------------------------------------------------


def test_cells_are_counted_as_a_terminal_has_them() -> None:
    for text in ("ron", "ロン", "4pでロン（3飜）", "か\u3099", "", "ﾛﾝ"):
        assert width(text) == cell_len(text), text
    assert (ljust("ロン", 6), rjust("ロン", 6), ljust("ロンです", 6)) == ("ロン  ", "  ロン", "ロンです")


def test_a_score_stands_in_columns(capsys: pytest.CaptureFixture[str]) -> None:
    SCORE.put(
        {"hand": "123m456p44s11z", "melds": ("pon:555z",), "win": "1z", "seat": "S", "dora": "9m"},
        batch=False,
        as_json=False,
    )
    lines = capsys.readouterr().out.splitlines()
    rows = [line for line in lines if line.startswith("  ")]
    assert [row.split() for row in rows] == [
        ["役牌", "白", "1飜"],
        ["場風牌", "1飜"],
        ["ドラ", "1飜"],
        ["副底", "20符"],
        ["ロンの幺九牌刻子（明刻扱い）", "4符"],
        ["明刻（幺九牌）", "4符"],
        ["28符を切り上げ", "30符"],
    ]
    assert {tuple(columns(row)) for row in rows} == {(2, 32)}
    assert lines[3] == "3飜、30符"
    assert lines[-1] == "放銃者が3,900点を払います。"


def test_the_doctor_tells_in_columns() -> None:
    around = TerminalEnvironment(
        terminal="xterm",
        colours=ColourDepth.TRUE,
        unicode=True,
        encoding="utf-8",
        width=120,
        height=40,
        seen=True,
        dumb=False,
        between=("tmux", "ssh"),
    )
    measured = Measured({kind: sample.cells for kind, sample in SAMPLES.items()}, mouse=True)
    lines = [line for line in report(around, measured, advise(around, measured)) if line]
    assert {columns(line)[0] for line in lines} == {LABEL}
    classes = [line for line in lines if "桁、正常です" in line]
    assert len(classes) == len(SAMPLES)
    assert len({columns(line)[-1] for line in classes}) == 1


# -- errors ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "key", "values"),
    [
        ("replay --seat 9", "between", {"given": "9", "low": 0, "high": 3}),
        ("replay --seat x", "between", {"given": "'x'", "low": 0, "high": 3}),
        ("arena --jobs 0", "at-least", {"given": "0", "low": 1}),
        ("review --seconds 0", "above", {"given": "0.0", "low": 0}),
        ("score --honba x", "whole", {"given": "'x'"}),
        ("score --seat X", "one-of", {"given": "'X'", "names": "E、S、W、N"}),
        ("arena --check=3", "no-value", {"given": "'--check'"}),
        ("replay --seat", "needs-value", {"given": "'--seat'"}),
        ("replay one two", "too-many", {"given": "two"}),
        (f"arena --log-dir {__file__}", "is-file", {"given": f"'{__file__}'"}),
    ],
)
def test_a_value_that_does_not_fit_is_named(
    line: str, key: str, values: dict[str, object], capsys: pytest.CaptureFixture[str]
) -> None:
    assert execute(line.split()) == ExitCode.BAD_INPUT
    assert t(f"cli.errors.{key}", **values) in capsys.readouterr().err


@pytest.mark.parametrize("name", COMMANDS)
def test_an_option_without_its_value_and_a_switch_with_one(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for option in import_module(f"tui.commands.{name}").command.params:
        if isinstance(option, click.Option):
            written = option.opts[-1]
            switch = option.is_flag
            assert execute([name, f"{written}=x" if switch else written]) == ExitCode.BAD_INPUT
            key = "no-value" if switch else "needs-value"
            assert t(f"cli.errors.{key}", given=repr(written)) in capsys.readouterr().err


# -- help pages --------------------------------------------------------------------------------------

HELP = """
from tui.cli import COMMANDS, execute
for name in ("", *COMMANDS):
    execute([*([name] if name else []), "--help"])
"""


@pytest.fixture(scope="module")
def pages() -> str:
    """All help pages; a command asks for its texts when it is loaded, so this takes a process of its own."""
    return run([sys.executable, "-c", HELP], FURITEN_LANGUAGE="ja", COLUMNS=str(WIDTH))


def test_help_pages_fit(pages: str) -> None:
    for line in pages.splitlines():
        assert cell_len(line) <= WIDTH, line
        assert line.strip()[:1] not in tuple("、。）」：ー"), line


def test_help_pages_are_japanese_throughout(pages: str) -> None:
    for line in pages.splitlines():
        assert not re.search(r"[A-Za-z]{2,} [a-z]{2,} [a-z]{2,}", line.partition("例：")[0]), line
    assert "[default" not in pages
    assert pages.count("使い方: furiten") == pages.count("この説明を表示します。")
    assert all(unicodedata.east_asian_width(letter) != "A" for letter in pages)


def test_definitions_of_figures_are_broken_where_japanese_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """No line begins with a mark: 36 letters of two cells fill one, and the full stop comes next."""
    monkeypatch.setenv("FURITEN_HOME", str(tmp_path))
    definition = f"{'割' * 36}。{'合' * 20}。"
    monkeypatch.setattr("tui.commands.stats.figure_means", lambda figure: definition)
    assert execute(["stats", "--explain"]) == 0
    defined = re.findall(r"^ {4}(\S.*)$", capsys.readouterr().out, re.MULTILINE)
    assert "".join(defined) == definition * len(FIGURES)
    assert [line for line in defined if line.startswith("。") or width(line) > WIDTH - 4] == []
