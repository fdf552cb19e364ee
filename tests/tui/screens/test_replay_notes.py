"""Comments and bookmarks in the viewer: written with a key, shown at their position, jumped to, listed."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual import events

from engine.records.annotations import LONGEST_COMMENT, Annotation
from tests.support.tui.pilot import press, press_to, running, screen_of, settle, takes_keys, until, viewing
from tests.support.tui.recorded_games import Game, put_records
from tests.support.tui.sessions import folder_at
from tests.tui.screens.test_replay_screen import GAME, replay_at
from tui.archive.archive import RECORDS
from tui.archive.game_notes import GameNotes
from tui.database.sqlite_file import Unavailable
from tui.drawing.rows import plain
from tui.i18n import t, width
from tui.replay.replay_state import PositionCode, open_replay
from tui.screens.archive.game_list import GamesScreen
from tui.screens.dialogs import AskScreen, LineScreen
from tui.screens.replay.hand_lists import JumpScreen
from tui.screens.replay.viewer import ReplayScreen
from tui.shell.app import FuritenApp
from tui.table.table_layout import Zone, draw, plan

AT = PositionCode(2, 20)


def kept(home: Path) -> GameNotes:
    """What another copy of the program finds."""
    return GameNotes(home, GAME.events, {})


def row_of(screen: ReplayScreen, size: tuple[int, int] = (80, 24)) -> str:
    """The row of what is noted."""
    assert screen._table.scene is not None
    return plain(draw(screen._table.scene, plan(*size), screen.look)[Zone.SAFEST])


async def test_esc_leaves_a_comment_as_it_was_and_an_empty_line_takes_it_away(tmp_path: Path) -> None:
    async with viewing(tmp_path, replay_at(AT)) as (app, pilot, screen):
        index = screen.replay.index
        screen.notes.note(index, Annotation("No", bookmark=True))
        await press(pilot, "a", "x", "escape")
        assert kept(tmp_path).at(index).comment == "No"
        await press(pilot, "a")
        assert screen_of(app, LineScreen).typed == "No"
        await press(pilot, "backspace", "backspace", "enter")
        assert screen.notice == t("notes.removed")
        assert kept(tmp_path).at(index) == Annotation(bookmark=True)


async def test_the_list_to_jump_in_has_them_below_their_hands(tmp_path: Path) -> None:
    async with viewing(tmp_path, replay_at(AT)) as (app, pilot, screen):
        index = screen.replay.index
        first = screen.replay.line.deals[0]
        screen.notes.note(index, Annotation("押しすぎ " * 30))
        screen.notes.note(first, Annotation(bookmark=True))
        await press(pilot, "j")
        listed = screen_of(app, JumpScreen)
        assert [entry.position for entry in listed.entries if entry.noted] == [first, index]
        assert listed.entries[listed.at].position == index, "the cursor is on the present position"
        lines = plain(listed.picture(80, 24)).splitlines()
        assert all(width(line) <= 80 for line in lines)
        (line,) = (line for line in lines if f"{AT} {t('notes.comment')}" in line)
        assert "押しすぎ" in line
        assert listed.look.glyphs.ellipsis in line
        await press(pilot, "home", "down")
        assert listed.entries[listed.at].position == first
        await press(pilot, "enter")
        assert screen.replay.index == first
        await press(pilot, "j", *"2.20")
        assert screen_of(app, JumpScreen).entries[screen_of(app, JumpScreen).at].position == index
        await press(pilot, "enter")
        assert screen.replay.index == index


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_a_long_comment_is_cut_off_in_its_row_and_whole_in_its_field(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with viewing(tmp_path, replay_at(AT), size) as (app, pilot, screen):
        text = f"Once 👀 {'もう一度考える。 Think twice. ' * 19}"[: LONGEST_COMMENT - 9] + " The end."
        screen.notes.note(screen.replay.index, Annotation(text))
        screen.renew()
        row = row_of(screen, size)
        assert screen.look.glyphs.ellipsis in row
        assert width(row) <= size[0]
        await press(pilot, "a")
        field = screen_of(app, LineScreen)
        typed = screen.notes.at(screen.replay.index).comment
        assert field.typed == typed
        assert typed.endswith("The end.")
        assert "The end." in plain(field.picture(*size))
        await press(pilot, "home")
        assert "Once 👀" in plain(field.picture(*size))
        assert "The end." not in plain(field.picture(*size))


async def test_a_line_is_edited_at_its_cursor(tmp_path: Path) -> None:
    async with viewing(tmp_path, replay_at(AT)) as (app, pilot, _):
        await press(pilot, "a", *"abcd", "left", "left", "backspace", "delete", *"xy")
        field = screen_of(app, LineScreen)
        assert (field.typed, field.at) == ("axyd", 3)
        await press(pilot, "home", "backspace", "left", "z", "end", "delete", "right")
        field.press(events.Key("question_mark", "?"))
        assert (field.typed, field.at) == ("zaxyd?", 6)
        field.on_paste(events.Paste("\x1b[31m two\nlines " + "長" * LONGEST_COMMENT))
        assert field.typed.startswith("zaxyd?[31m two lines 長")
        assert len(field.typed) == LONGEST_COMMENT
        await press(pilot, "home", "q")
        assert len(field.typed) == LONGEST_COMMENT, "a full line takes no more"
        assert field.typed.startswith("za")
        assert field.typed.isprintable()


async def test_what_cannot_be_saved_is_told_and_stays_while_the_game_is_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise Unavailable("no space left")

    async with viewing(tmp_path, replay_at(AT)) as (_, pilot, screen):
        with monkeypatch.context() as full:
            full.setattr("tui.archive.game_notes.open_database", refuse)
            await press(pilot, "f")
            assert screen.notice == t("notes.not-kept", reason="no space left")
            assert screen.notes.at(screen.replay.index).bookmark
        await press(pilot, "right", "f")
        assert len(kept(tmp_path).all) == 2


async def test_my_games_tell_which_games_have_some_and_find_their_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_records(tmp_path, (Game(seed=7, day=1, hour=23), Game(seed=3, day=2, rules="ema")))
    path = next(each for each in (tmp_path / RECORDS).iterdir() if "seed-7" in each.name)
    game = open_replay(path).game
    GameNotes(tmp_path, game.events, {}).note(9, Annotation("Unlucky ura"))
    async with running(FuritenApp(folder_at(tmp_path))) as (app, pilot):
        await press(pilot, "m")
        await until(lambda: isinstance(app.screen, GamesScreen) and app.screen.loaded and takes_keys(app))
        screen = screen_of(app, GamesScreen)
        noted = [line for line in plain(screen.drawn(80, 24)).splitlines() if "*20" in line]
        assert len(noted) == 1
        await press(pilot, "slash", *"ura")
        assert [each.path for each in screen.found] == [path]
        assert t("games.comments", count=1) in plain(screen.drawn(80, 24))
        await press_to(pilot, ReplayScreen, "enter", "enter")
        await press(pilot, "f", "a", *"zq", "enter", "escape")
        await until(lambda: app.screen is screen and takes_keys(app))
        await settle(app)
        shown = plain(screen.drawn(80, 24))
        assert t("games.comments", count=2) in shown
        assert t("games.bookmarks", count=1) in shown
        await press(pilot, "slash", "space", *"zq")
        assert screen.typed == "ura zq"
        assert [each.path for each in screen.found] == [path]
        monkeypatch.chdir(tmp_path)
        await press_to(pilot, AskScreen, "enter", "x")
        (page,) = tmp_path.glob("*.html")
        assert "Unlucky ura" in page.read_text(encoding="utf-8")
