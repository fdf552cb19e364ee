"""Files that commands read: a file, standard input or a folder of records."""

from __future__ import annotations

import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from engine.records import write_events
from tests.support.engine.wild_games import wild_game
from tui.cli import execute
from tui.i18n import t

READ = (
    ["verify", "--json"],
    ["stats", "--json"],
    ["review", "--json"],
    ["export", "--to", "csv"],
    ["export", "--to", "mjai"],
    ["practice", "--player", "Süd", "--from"],
)


@pytest.mark.parametrize("words", READ, ids=" ".join)
def test_a_record_may_come_from_the_standard_input_or_a_folder(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FURITEN_HOME", str(tmp_path / "home"))
    data = write_events(wild_game("wrc", 7, "hand"))
    folder = tmp_path / "records"
    folder.mkdir()
    (folder / "one.mjson").write_bytes(data)
    name = str(folder / "one.mjson")

    def said(file: str) -> str:
        assert execute([*words, file]) == 0
        return capsys.readouterr().out

    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(data)))
    expected = said(name)
    assert (
        said("-").replace('"file": "-"', f'"file": "{name}"').replace('"file":"-"', f'"file":"{name}"')
        == expected
    )
    assert said(str(folder)) == expected
    if words[0] in ("stats", "export"):
        # what cannot be read is named, and the rest is there; of several games both are
        (folder / "note.txt").write_text("no record", encoding="utf-8")
        (folder / "two.mjson").write_bytes(data)
        both = execute([*words, str(folder)])
        told = capsys.readouterr()
        assert "note.txt" in told.err
        assert both == 2
        assert len(told.out) > len(expected)


@pytest.mark.parametrize("words", [*READ, ["review", "--player", "Süd"]], ids=" ".join)
def test_a_folder_without_a_file_has_one_answer(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FURITEN_HOME", str(tmp_path / "home"))
    (tmp_path / "records" / "inner").mkdir(parents=True)
    folder = str(tmp_path / "records")
    assert execute([*words, folder]) == 2
    told = capsys.readouterr()
    assert (told.out, told.err) == ("", f"furiten: {folder}: {t('records.empty-folder')}\n")
