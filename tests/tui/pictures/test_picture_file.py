"""Pictures are saved under names of their own and replace nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tui.pictures.picture_file import picture_stem, save_picture


def test_the_first_folder_that_takes_it_has_it(tmp_path: Path) -> None:
    path = save_picture("<svg/>", "game-5.23", (tmp_path / "gone", tmp_path))
    assert path == tmp_path / "game-5.23.svg"
    assert path.read_text(encoding="utf-8") == "<svg/>"


def test_it_never_replaces_a_file(tmp_path: Path) -> None:
    found = [save_picture(text, "game-1.0", (tmp_path,)) for text in ("<a/>", "<b/>", "<c/>")]
    assert [path.name for path in found] == ["game-1.0.svg", "game-1.0-2.svg", "game-1.0-3.svg"]
    assert [path.read_text(encoding="utf-8") for path in found] == ["<a/>", "<b/>", "<c/>"]


def test_the_error_of_the_last_folder_is_told(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="second"):
        save_picture("<svg/>", "game", (tmp_path / "first", tmp_path / "second"))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("record", "stem"),
    [("game.mjson.gz", "game-5.23"), ("2026-11-01-2300-seed-7.jsonl", "2026-11-01-2300-seed-7-5.23")],
)
def test_its_name_tells_record_and_position(record: str, stem: str) -> None:
    assert picture_stem(Path("/some/folder") / record, "5.23") == stem
