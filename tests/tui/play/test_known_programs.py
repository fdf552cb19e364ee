"""A file alone never runs anything: no save, record or last choices start a program that nobody agreed to."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from ai.bot import UnknownBot
from ai.bots.registry import make_bot
from engine.events import StartGame
from engine.records import read_events, write_events
from engine.rules import TENHOU
from tests.support.tui.pilot import press, press_to, running, screen_of, staged, takes_keys, until
from tests.support.tui.plain_player import play, typing
from tests.support.tui.recorded_games import record
from tests.support.tui.sessions import folder_at, options, play_on, sit_down, take_up
from tui.cli import execute
from tui.demo.scene_files import scene_of
from tui.i18n import t
from tui.play.play_on import branch_source
from tui.play.play_options import PlayOptions
from tui.play.save import SaveFolder
from tui.play.session import NotAgreed, Pending
from tui.play.start_game import (
    KEY,
    MARKS,
    KnownPrograms,
    agree_to_programs,
    begin,
    last_choices,
    open_for_play,
    peek,
    programs_of,
    unknown_programs,
)
from tui.replay.replay_state import Replay, ReplayedGame
from tui.screens.dialogs import AGREE, ProgramsScreen
from tui.screens.game import branch_screens
from tui.screens.game.branch_screens import BranchField, BranchFormScreen
from tui.screens.game.game import GameScreen
from tui.screens.game.ranking_screen import RankingScreen
from tui.screens.new_game import GameField, NewGameScreen
from tui.screens.replay.viewer import ReplayScreen
from tui.screens.title import TitleScreen
from tui.shell.app import FuritenApp


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
    async with running(FuritenApp(foreign)) as (app, pilot):
        await until(lambda: isinstance(app.screen, TitleScreen) and takes_keys(app))
        app.continue_game()
        screen = await asked(app)
        shown = " ".join("".join(span.text for span in row) for row in screen.picture(80, 24))
        assert "".join(str(witness).split()) in "".join(shown.split())
        # the answer that does nothing is the one that is marked
        await press_to(pilot, TitleScreen, "enter")
        assert app.session is None
    foreign.release()
    assert foreign.game.read_bytes() == before
    assert not witness.exists()


async def test_furiten_play_asks_too_and_yes_opens_the_table(foreign: SaveFolder, witness: Path) -> None:
    session, _ = open_for_play(foreign, PlayOptions())
    async with running(FuritenApp(foreign, session, speed="instant", asked=PlayOptions())) as (app, pilot):
        await asked(app)
        assert not witness.exists()
        await press_to(pilot, GameScreen, "down", "enter")
    if app.session is not None:
        app.session.close()
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


PROGRAM = "mjai:sh -c 'echo ran'"
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="files have other rights there")


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """What any part of the program tried to start; nothing is."""
    tried: list[object] = []

    def refuse(arguments: object, *_: object, **__: object) -> None:
        tried.append(arguments)
        raise OSError("nothing is started here")

    monkeypatch.setattr(subprocess, "Popen", refuse)
    return tried


def foreign_record() -> bytes:
    """A record of a whole game against programs."""
    start, *rest = record()
    assert isinstance(start, StartGame)
    names = [PROGRAM if name != "you" else name for name in start.names]
    return write_events([msgspec.structs.replace(start, names=names), *rest])


def foreign_home(folder: Path, *, over: bool = False) -> SaveFolder:
    """A home with a save of another home, which names a program."""
    elsewhere, here = folder_at(folder / "elsewhere"), folder_at(folder / "here")
    session = sit_down(elsewhere, options(3, bots=(PROGRAM, "tenpai", "tenpai")))
    if over:
        play_on(session)
    session.close()
    elsewhere.release()
    here.path.mkdir()
    shutil.copy(elsewhere.game, here.path)
    return here


# -- what does not start one ------------------------------------------------------------------------------


def test_a_name_alone_makes_no_program() -> None:
    with pytest.raises(UnknownBot, match="agreed"):
        make_bot(PROGRAM)
    assert make_bot(PROGRAM, external=True).name == "sh"


def test_a_game_that_was_not_agreed_to_stands_still(tmp_path: Path, started: list[object]) -> None:
    folder = foreign_home(tmp_path)
    session = take_up(folder)
    before = folder.game.read_bytes()
    assert session.held == (PROGRAM,)
    with pytest.raises(NotAgreed):
        play_on(session)
    with pytest.raises(NotAgreed):
        session.advance()
    assert (folder.game.read_bytes(), started) == (before, [])
    session.agree()
    play_on(session, decisions=3)
    assert started


@pytest.mark.parametrize(
    "words",
    [
        ("verify", "{}"),
        ("export", "{}", "--to", "text"),
        *(
            pytest.param(words, marks=pytest.mark.nightly)
            for words in (
                ("review", "{}"),
                ("export", "{}", "--to", "html"),
                ("export", "{}", "--to", "tenhou-json"),
                ("stats",),
            )
        ),
    ],
)
def test_commands_about_records(
    tmp_path: Path,
    started: list[object],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: tuple[str, ...],
) -> None:
    monkeypatch.setenv("FURITEN_HOME", str(tmp_path))
    file = tmp_path / "records" / "2026-11-01.jsonl"
    file.parent.mkdir()
    file.write_bytes(foreign_record())
    assert execute([word.format(file) for word in words]) == 0, capsys.readouterr().err
    assert started == []


async def test_a_replay_and_playing_on_from_it(tmp_path: Path, started: list[object]) -> None:
    events = tuple(read_events(foreign_record()))
    game = ReplayedGame(file=tmp_path / "a.jsonl", rules=TENHOU, events=events)
    seat = next(seat for seat, name in enumerate(game.names) if name == "you")
    app = FuritenApp(
        folder_at(tmp_path), opens=lambda app: app.show_replay(Replay(game, seat)), speed="instant"
    )
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: isinstance(app.screen, ReplayScreen) and takes_keys(app))
        await press(pilot, "right", "right", "end", "home", "right", "right", "right")
        source = branch_source(TENHOU, events, 12, seat, "a.jsonl")
        branch_screens.play_on(screen_of(app, ReplayScreen), source, lambda _: None)
        await until(lambda: isinstance(app.screen, BranchFormScreen) and takes_keys(app))
        form = screen_of(app, BranchFormScreen)
        for field in (BranchField.RIGHT, BranchField.ACROSS, BranchField.LEFT):
            assert "Sh" not in {form.value(field), *offered(form, field)}
        await press(pilot, "enter", "enter", "enter")
    if app.session is not None:
        app.session.close()
    assert started == []


def offered(form: BranchFormScreen | NewGameScreen, field: str) -> list[str]:
    """Every value of a field, from one to the next."""
    values: list[str] = []
    while form.value(field) not in values:
        values.append(form.value(field))
        form.change(field, 1)
    return values


async def test_the_last_choices_of_another_home_offer_no_program(tmp_path: Path) -> None:
    folder = folder_at(tmp_path)
    own = PlayOptions(bots=(PROGRAM, "tenpai", "tenpai"), speed="fast", own=PROGRAM)
    (tmp_path / "last-game.json").write_bytes(msgspec.json.encode(own))
    async with running(FuritenApp(folder)) as (app, _):
        await until(lambda: takes_keys(app))
        app.choose_new_game()
        await until(lambda: isinstance(app.screen, NewGameScreen) and takes_keys(app))
        form = screen_of(app, NewGameScreen)
        for field in (GameField.OWN, GameField.RIGHT, GameField.ACROSS, GameField.LEFT):
            assert "Sh" not in offered(form, field)
        assert form.options.own is None, "a game that is watched starts at once"
        assert form.options.speed == "fast", "the rest is remembered"


# -- a game that is over ----------------------------------------------------------------------------------


async def test_a_game_that_is_over_starts_nothing_and_asks_nothing(
    tmp_path: Path, started: list[object]
) -> None:
    folder = foreign_home(tmp_path, over=True)
    started.clear()
    session, _ = open_for_play(folder, PlayOptions())
    assert session is not None
    assert session.pending is Pending.GAME_OVER
    assert unknown_programs(session) == ()
    async with running(FuritenApp(folder, session, speed="instant", asked=PlayOptions())) as (app, pilot):
        await until(lambda: isinstance(app.screen, RankingScreen) and takes_keys(app))
        again = app._options_like(session)
        assert again.bots is None, "another game like this one is against bots of ours"
        await press(pilot, "escape")
        await until(lambda: app.return_code is not None or takes_keys(app))
    if app.session is not None:
        app.session.close()
    folder.release()
    assert started == []


# -- the question -----------------------------------------------------------------------------------------


async def asked_about(
    app: FuritenApp, programs: tuple[str, ...], answers: list[bool | None]
) -> ProgramsScreen:
    await until(lambda: isinstance(app.screen, TitleScreen) and takes_keys(app))
    app.push_screen(ProgramsScreen(programs), answers.append)
    await until(lambda: isinstance(app.screen, ProgramsScreen) and takes_keys(app))
    return screen_of(app, ProgramsScreen)


LONG = "sh -c '" + "".join(f"word-{number:04}  " for number in range(400)) + "rm'"


def lines_of(screen: ProgramsScreen, height: int) -> list[str]:
    return ["".join(span.text for span in row) for row in screen.drawn(80, height)]


async def test_nobody_can_agree_before_the_end_of_a_long_command_was_shown(tmp_path: Path) -> None:
    answers: list[bool | None] = []
    async with running(FuritenApp(folder_at(tmp_path))) as (app, pilot):
        screen = await asked_about(app, ("first", LONG), answers)
        assert not any("rm'" in line for line in lines_of(screen, 24))
        screen.take(AGREE)
        assert answers == []
        await press(pilot, "home")
        while screen.at == 0:
            await press(pilot, "down")
        assert any("rm'" in line for line in lines_of(screen, 24))
        assert screen.chosen.id == AGREE
        await press(pilot, "enter")
        await until(lambda: bool(answers))
    assert answers == [True]


async def test_a_long_command_is_shown_whole(tmp_path: Path) -> None:
    app, answers = FuritenApp(folder_at(tmp_path)), list[bool | None]()
    async with app.run_test(size=(80, 24)):
        screen = await asked_about(app, (LONG,), answers)
        lines = lines_of(screen, 200)
        first = next(number for number, line in enumerate(lines) if "sh -c" in line)
        last = next(number for number, line in enumerate(lines) if "rm'" in line)
        margin = lines[first].index("sh -c")
        assert "".join(line[margin : margin + 70] for line in lines[first : last + 1]).rstrip() == LONG


async def test_a_scene_starts_no_program(started: list[object]) -> None:
    scene = scene_of("a-save-from-elsewhere")
    async with staged(scene) as app:
        await app.play(scene.steps)
        assert screen_of(app, ProgramsScreen).programs[0].startswith("sh -c 'curl")
        await app.press_key("down")
        await app.press_key("enter")
        await app.settle()
        assert isinstance(app.screen, TitleScreen)
    assert started == []


# -- the key of the home ----------------------------------------------------------------------------------


def begun_here(folder: Path) -> SaveFolder:
    saves = folder_at(folder)
    with saves:
        begin(saves, options(3, bots=(PROGRAM, "tenpai", "tenpai")))
    return saves


def is_known(saves: SaveFolder) -> bool:
    with saves:
        return take_up(saves).held == ()


@POSIX
def test_the_key_is_for_its_owner_alone(tmp_path: Path) -> None:
    saves = begun_here(tmp_path)
    assert (tmp_path / KEY).stat().st_mode & 0o777 == 0o600
    assert is_known(saves)
    (tmp_path / KEY).chmod(0o644)
    assert not is_known(saves)
    choices = last_choices(tmp_path)
    assert choices is not None
    assert choices.bots is None


@POSIX
@pytest.mark.parametrize("name", [KEY, MARKS])
def test_a_pipe_or_a_link_is_no_key_and_hangs_nothing(tmp_path: Path, name: str) -> None:
    saves = begun_here(tmp_path)
    (tmp_path / name).rename(tmp_path / "other")
    os.mkfifo(tmp_path / name)
    assert not is_known(saves)
    (tmp_path / name).unlink()
    (tmp_path / name).symlink_to(tmp_path / "other")
    assert not is_known(saves)


@pytest.mark.parametrize("content", [b"", b"short", b"x" * 33])
def test_a_key_that_was_not_written_whole_is_replaced(tmp_path: Path, content: bytes) -> None:
    saves = begun_here(tmp_path)
    (tmp_path / KEY).write_bytes(content)
    assert not is_known(saves)
    with saves:
        begin(saves, options(4, bots=(PROGRAM, "tenpai", "tenpai")))
    assert is_known(saves)


def test_a_home_without_programs_has_no_key(tmp_path: Path) -> None:
    with folder_at(tmp_path) as saves:
        begin(saves, options(3))
    assert not (tmp_path / KEY).exists()


# -- places that may start one ----------------------------------------------------------------------------

ALLOWING = {
    "ai/arena/contest.py": "the bots of a contest are named on the command line",
    "tui/commands/bot.py": "the bot is named on the command line",
    "tui/play/play_on.py": "the player has chosen the bots in the form",
    "tui/play/session.py": "a session is made with the word of those below, or agreed to",
    "tui/play/start_game.py": "a new game, or one that the marks of the home know",
    "tui/play/watched_game.py": "the bots are named on the command line or chosen in the form",
}
"""The modules that let external programs play, and why."""


def test_programs_are_let_in_by_few_modules() -> None:
    root = Path(__file__).parents[3]
    found = {
        path.relative_to(root).as_posix()
        for room in ("engine", "ai", "tui")
        for path in (root / room).rglob("*.py")
        if allows_programs(path)
    }
    assert found == set(ALLOWING)


def allows_programs(path: Path) -> bool:
    """Whether the module passes ``external`` or ``agreed`` on as anything but False."""
    source = path.read_bytes()
    if b"external" not in source and b"agreed" not in source:
        return False
    calls = (each for each in ast.walk(ast.parse(source)) if isinstance(each, ast.Call))
    words = [word for call in calls for word in call.keywords if word.arg in ("external", "agreed")]
    return any(not (isinstance(word.value, ast.Constant) and word.value.value is False) for word in words)
