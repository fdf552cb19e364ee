"""Programs outside at the table: what goes wrong is said in a line, is saved as played, and shows no tile."""

from __future__ import annotations

import sys
from pathlib import Path
from threading import Timer

import pytest

from engine import events as ev
from engine.records import read_events
from tests.support.ai.external_programs import is_gone, lives, program
from tests.support.tui.pilot_keys import press, table_app, takes_keys, until
from tests.support.tui.plain_player import Eager, play
from tests.support.tui.sessions import folder_at, in_memory, options, play_on, sit_down, take_up
from tests.support.tui.texts import says
from tui.cli import execute
from tui.i18n.texts import t
from tui.play.options import PlayOptions
from tui.play.session import Pending, Session
from tui.screens.start.new_game import NewGameScreen

pytestmark = pytest.mark.usefixtures("quick_disk")


def at_table_with(mode: str, folder: Path) -> PlayOptions:
    """A hand against that program and two of ours."""
    return options(3, bots=(program(mode, folder), "tenpai", "tenpai"))


def test_a_program_is_called_by_a_word(tmp_path: Path) -> None:
    session = in_memory(at_table_with("good", tmp_path))
    assert sorted(session.seating.names) == ["External", "Tenpai 1", "Tenpai 2", "You"]


def test_what_was_played_for_it_is_told_without_its_answer(tmp_path: Path) -> None:
    session = in_memory(at_table_with("not-held", tmp_path))
    play_on(session)
    assert session.bot_failures() == [t("session.lapses.illegal", name="External")]
    assert session.bot_failures() == [], "once"


def test_a_game_goes_on_with_the_same_program(tmp_path: Path) -> None:
    folder, asked = folder_at(tmp_path / "home"), at_table_with("good", tmp_path / "lives")
    play_on(sit_down(folder, asked), decisions=4)
    folder.release()
    session = take_up(folder)
    play_on(session)
    assert session.bot_failures() == []
    assert len(lives(tmp_path / "lives")) == 2
    start = read_events(folder.game.read_bytes())[0]
    assert isinstance(start, ev.StartGame)
    assert asked.bots is not None
    assert asked.bots[0] in start.names


@pytest.mark.skipif(sys.platform == "win32", reason="processes are looked up as POSIX does")
def test_who_leaves_does_not_wait_for_a_program_that_hangs(tmp_path: Path) -> None:
    kept: list[ev.Event] = []

    class Kept:
        def append(self, events: list[ev.Event]) -> None:
            kept.extend(events)

        def rewrite(self, events: list[ev.Event]) -> None:
            kept[:] = events

    session = Session(in_memory(at_table_with("first-hang", tmp_path)).match, Kept(), agreed=True)
    Timer(0.5, session.close).start()
    for _ in range(100):
        if session.pending is not Pending.BOTS and session.pending is not Pending.PERSON:
            break
        before = len(kept)
        shown = (
            session.advance()
            if session.pending is Pending.BOTS
            else session.choose(session.options.actions[-1])
        )
        if not shown:
            assert len(kept) == before, "what was not decided is not saved"
            break
    else:
        pytest.fail("nobody left")
    assert all(map(is_gone, lives(tmp_path)))


def test_in_plain_lines(tmp_path: Path) -> None:
    code, said = play(tmp_path / "home", at_table_with("garbage", tmp_path / "lives"), Eager())
    assert code == 0
    assert said.count(t("session.lapses.garbage", name="External")) == 1


async def test_the_table_tells_until_the_next_key(tmp_path: Path) -> None:
    app = table_app(tmp_path / "home", at_table_with("always-first-garbage", tmp_path / "lives"))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: takes_keys(app))
        shown = []
        for _ in range(40):
            table = app.screen.query_one("GameTable")
            shown.append(table.scene.reason)
            if says(shown[-1], "session.lapses.garbage", name="External"):
                break
            await press(pilot, "enter")
            await until(lambda: takes_keys(app))
        assert says(shown[-1], "session.lapses.garbage", name="External")
        await press(pilot, "left")
        assert "External" not in app.screen.query_one("GameTable").scene.reason


def test_the_form_of_a_new_game_knows_it(tmp_path: Path) -> None:
    form = NewGameScreen(options(1, bots=("mjai:python bot.py", "hayai", "hayai")))
    assert form.value("right") == "Bot"
    assert form.about("right") == t("newgame.bots.outside")
    form.redraw = lambda: None  # type: ignore[method-assign]
    form.change("right", 1)
    assert form.value("right") == "Hayai (beginner)", "the first of ours"
    form.change("right", -1)
    assert form.value("right") == "Bot", "and back"


@pytest.mark.parametrize(
    ("bots", "complaint"),
    [
        ("mjai:no-such-program,hayai,hayai", "there is no program 'no-such-program'"),
        ("mjai:,hayai,hayai", "names no command"),
        ("mjai:python 'bot.py,hayai,hayai", "the quote ' is not closed"),
        ('mjai:python "bot.py,hayai",hayai', "does not name 3 bots"),
    ],
)
def test_what_is_no_program_is_one_line(
    bots: str, complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert execute(["play", "--bots", bots]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert complaint in said
