"""The choices of the last game: remembered for the form of a new game, and for nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.tui.sessions import folder_at
from tui.play.last_game import LAST_GAME, last_choices, remember_choices, remember_speed
from tui.play.options import PlayOptions
from tui.play.session import DEFAULT_BOTS, DEFAULT_RULES
from tui.play.start import begin, open_for_play

pytestmark = pytest.mark.usefixtures("quick_disk")

CHOSEN = PlayOptions(
    rules="tenhou", length="east", seed=7, bots=("takame", "hayai:expert", "mamori"), speed="fast", undo=True
)


def test_a_game_that_begins_leaves_its_choices_but_not_its_seed(tmp_path: Path) -> None:
    assert last_choices(tmp_path) is None
    with folder_at(tmp_path) as folder:
        begin(folder, CHOSEN)
    last = last_choices(tmp_path)
    assert last == PlayOptions(
        rules="tenhou", length="east", bots=("takame", "hayai:expert", "mamori"), speed="fast", undo=True
    )


def test_the_command_line_keeps_its_own_defaults(tmp_path: Path) -> None:
    remember_choices(tmp_path, CHOSEN)
    folder = folder_at(tmp_path)
    session, _ = open_for_play(folder, PlayOptions(seed=3))
    folder.release()
    assert session is not None
    assert session.match.rules.name == DEFAULT_RULES
    assert sorted(session.match.names) == sorted(("you", *DEFAULT_BOTS))
    assert session.takebacks is None


def test_the_speed_is_kept_beside_the_rest(tmp_path: Path) -> None:
    remember_speed(tmp_path, "slow")
    assert last_choices(tmp_path) == PlayOptions(speed="slow")
    remember_choices(tmp_path, CHOSEN)
    remember_speed(tmp_path, "instant")
    last = last_choices(tmp_path)
    assert last is not None
    assert (last.speed, last.rules) == ("instant", "tenhou")


@pytest.mark.parametrize(
    "content",
    [b"", b"\xff\xfe", b"[1, 2]", b'{"speed": "warp"}', b'{"bots": 3}', b"[" * 100_000, b'{"rules": 1e999}'],
)
def test_a_damaged_file_is_as_good_as_none(tmp_path: Path, content: bytes) -> None:
    (tmp_path / LAST_GAME).write_bytes(content)
    assert last_choices(tmp_path) is None
    remember_choices(tmp_path, CHOSEN)
    assert last_choices(tmp_path) is not None


@pytest.mark.parametrize(
    "content",
    [
        b'{"rules": "no-such-rules", "speed": "fast"}',
        b'{"bots": ["hayai", "nobody", "takame"], "speed": "fast"}',
        b'{"bots": ["hayai"], "speed": "fast"}',
    ],
)
def test_what_is_unknown_was_not_chosen_and_the_rest_was(tmp_path: Path, content: bytes) -> None:
    (tmp_path / LAST_GAME).write_bytes(content)
    assert last_choices(tmp_path) == PlayOptions(speed="fast")


def test_what_cannot_be_written_is_forgotten(tmp_path: Path) -> None:
    remember_choices(tmp_path / "nowhere", CHOSEN)
    assert last_choices(tmp_path / "nowhere") is None
