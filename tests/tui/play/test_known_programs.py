"""A file alone never runs anything: programs that a save or last choices name, and nobody agreed to here."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from tests.support.tui.pilot_keys import press, takes_keys, until
from tests.support.tui.plain_player import play, typing
from tests.support.tui.sessions import folder_at, options, play_on, sit_down, take_up
from tui.i18n.texts import t
from tui.play.known_programs import KEY, MARKS, KnownPrograms, programs_of
from tui.play.last_game import last_choices
from tui.play.options import PlayOptions
from tui.play.save import SaveFolder
from tui.play.start import agree_to_programs, open_for_play, peek, unknown_programs
from tui.screens.game.game import GameScreen
from tui.screens.start.programs import ProgramsScreen
from tui.screens.start.title import TitleScreen
from tui.shell.app import FuritenApp

pytestmark = pytest.mark.usefixtures("quick_disk")


@pytest.fixture
def witness(tmp_path: Path) -> Path:
    """The file that the program of these saves makes when it runs."""
    return tmp_path / "it-ran"


def naming(witness: Path) -> PlayOptions:
    """A game against a program that leaves a witness, and two bots of ours."""
    program = f"mjai:'{sys.executable}' -I -S -c 'open(\"{witness.as_posix()}\", \"w\")'"
    return options(3, bots=(program, "tenpai", "tenpai"))


@pytest.fixture
def foreign(tmp_path: Path, witness: Path) -> SaveFolder:
    """A new home with the save that another home began."""
    elsewhere, here = folder_at(tmp_path / "elsewhere"), tmp_path / "here"
    sit_down(elsewhere, naming(witness))
    elsewhere.release()
    here.mkdir()
    shutil.copy(elsewhere.game, here)
    return folder_at(here)


def test_a_game_that_was_begun_here_is_continued_without_a_question(tmp_path: Path, witness: Path) -> None:
    folder = folder_at(tmp_path / "home")
    sit_down(folder, naming(witness))
    folder.release()
    session = take_up(folder)
    assert unknown_programs(session) == ()
    play_on(session, decisions=3)
    assert witness.exists(), "the program is one that would be seen"


def test_a_save_from_elsewhere_is_not(foreign: SaveFolder, witness: Path) -> None:
    _, session = peek(foreign)
    assert session is not None
    (command,) = unknown_programs(session)
    assert str(witness) in command
    agree_to_programs(foreign, session)
    assert unknown_programs(session) == (), "the player is asked once"


def test_a_whole_home_from_elsewhere_is_not(tmp_path: Path, witness: Path) -> None:
    folder = folder_at(tmp_path / "home")
    sit_down(folder, naming(witness))
    folder.release()
    copied = folder_at(Path(shutil.copytree(folder.path, tmp_path / "copy")))
    assert (copied.path / KEY).exists()
    assert (copied.path / MARKS).exists()
    _, session = peek(copied)
    assert session is not None
    assert unknown_programs(session)
    choices = last_choices(copied.path)
    assert choices is not None
    assert choices.bots is None, "the form of a new game does not offer the program either"


@pytest.mark.parametrize("change", [("seed", "4"), ("time", '"2020-01-01T00:00:00Z"')])
def test_another_game_with_the_same_program_is_not(
    tmp_path: Path, witness: Path, change: tuple[str, str]
) -> None:
    folder = folder_at(tmp_path / "home")
    session = sit_down(folder, naming(witness))
    folder.release()
    known = KnownPrograms(folder.path)
    assert known.knows_game(session.match)
    first = session.match.events[0]
    other = type(first)(**{**{f: getattr(first, f) for f in first.__struct_fields__}, change[0]: change[1]})
    session.match.events[0] = other
    session.match.seed = int(change[1]) if change[0] == "seed" else session.match.seed
    assert not known.knows_game(session.match)


@pytest.mark.parametrize("content", [b"", b"\xff", b"[" * 100_000, b'["\xc3\xa9"]', b"[1]", b"{}", b'[""]'])
def test_marks_that_are_damaged_know_nothing(tmp_path: Path, witness: Path, content: bytes) -> None:
    folder = folder_at(tmp_path / "home")
    sit_down(folder, naming(witness))
    folder.release()
    (folder.path / MARKS).write_bytes(content)
    session = take_up(folder)
    assert unknown_programs(session)
    agree_to_programs(folder, session)
    folder.release()
    assert not unknown_programs(take_up(folder))


def test_who_names_the_same_programs_agrees(foreign: SaveFolder, witness: Path) -> None:
    session, _ = open_for_play(foreign, naming(witness))
    assert session is not None
    assert not unknown_programs(session)
    foreign.release()


def test_commands_are_shown_whole_and_without_control_characters() -> None:
    found = programs_of(
        ("you", "mjai:sh -c 'rm \x1b[2J -rf'", "hayai", "mjai-lines:x\u202e y", "mjai:'", "mjai:'")
    )
    assert found == ("sh -c 'rm \\x1b[2J -rf'", "'x\\u202e' y", "mjai:'")


# -- at the table --------------------------------------------------------------------------------------


async def asked(app: FuritenApp) -> ProgramsScreen:
    await until(lambda: isinstance(app.screen, ProgramsScreen) and takes_keys(app))
    assert isinstance(app.screen, ProgramsScreen)
    return app.screen


async def test_continue_asks_and_no_leaves_all_as_it_was(foreign: SaveFolder, witness: Path) -> None:
    before = foreign.game.read_bytes()
    app = FuritenApp(foreign)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: isinstance(app.screen, TitleScreen) and takes_keys(app))
        app.continue_game()
        screen = await asked(app)
        shown = " ".join("".join(span.text for span in row) for row in screen.picture(80, 24))
        assert "".join(str(witness).split()) in "".join(shown.split())
        # the answer that does nothing is the one that is marked
        await press(pilot, "enter")
        await until(lambda: isinstance(app.screen, TitleScreen) and takes_keys(app))
        assert app.session is None
    foreign.release()
    assert foreign.game.read_bytes() == before
    assert not witness.exists()


async def test_furiten_play_asks_too_and_yes_opens_the_table(foreign: SaveFolder, witness: Path) -> None:
    session, _ = open_for_play(foreign, PlayOptions())
    app = FuritenApp(foreign, session, speed="instant", asked=PlayOptions())
    async with app.run_test(size=(80, 24)) as pilot:
        await asked(app)
        assert not witness.exists()
        await press(pilot, "down", "enter")
        await until(lambda: isinstance(app.screen, GameScreen) and takes_keys(app))
    if app.session is not None:
        app.session.close()
    foreign.release()


async def test_the_form_of_a_new_game_offers_no_program_of_a_foreign_save(foreign: SaveFolder) -> None:
    app = FuritenApp(foreign)
    async with app.run_test(size=(80, 24)):
        await until(lambda: isinstance(app.screen, TitleScreen) and takes_keys(app))
        app.choose_new_game()
        await until(lambda: hasattr(app.screen, "options"))
        assert app.screen.options.bots is None or not programs_of(app.screen.options.bots)  # type: ignore[attr-defined]
    foreign.release()


# -- in plain lines ------------------------------------------------------------------------------------


@pytest.mark.parametrize("answer", ["", "no", "Y"])
def test_plain_lines_ask_and_anything_but_yes_starts_nothing(
    foreign: SaveFolder, witness: Path, answer: str
) -> None:
    before = foreign.game.read_bytes()
    code, said = play(foreign.path, PlayOptions(), typing(answer))
    assert code == 0
    assert any(str(witness) in line for line in said)
    assert said[-1] == t("save.programs.left")
    assert foreign.game.read_bytes() == before
    assert not witness.exists()


@pytest.mark.parametrize("answer", ["yes", "YES", "ｙｅｓ"])
def test_plain_lines_go_on_after_yes(foreign: SaveFolder, answer: str) -> None:
    _, said = play(foreign.path, PlayOptions(), typing(answer, "quit"))
    assert said[-1] == t("app.saved")
