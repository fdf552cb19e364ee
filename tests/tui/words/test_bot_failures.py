"""What went wrong with a program outside is kept in the log, and at its seat once it is gone."""

from __future__ import annotations

from pathlib import Path

import pytest

from ai.bot_faults import FaultKind
from ai.mjai.external import MOST_STARTS
from ai.play import PublicFault
from engine.view import mask
from tests.support.ai.external_programs import program
from tests.support.tui.pilot_keys import strike, table_app, takes_keys, until
from tests.support.tui.plain_player import play, typing
from tests.support.tui.sessions import in_memory, options, play_on
from tests.support.tui.table_positions import bare_scene, plain_turn
from tests.support.tui.texts import says
from tui.drawing.rows import plain
from tui.i18n.layout import width as cells
from tui.i18n.texts import choose_language, t
from tui.play.options import PlayOptions
from tui.play.session import Session
from tui.screens.game.game import GameScreen
from tui.table.table_layout import plan
from tui.table.table_picture import draw
from tui.tiles.look import Look, TileStyle, glyph_set
from tui.words.bot_failures import BotFailures
from tui.words.game_log import game_log
from tui.words.seating import SHORT, Seating
from tui.words.tiles import REASON_WIDTH

pytestmark = pytest.mark.usefixtures("quick_disk")

CRASHED = t("session.lapses.crashed", name="External")
GONE = t("session.lapses.gone", name="External")


def at_table_with(mode: str, folder: Path, **more: object) -> PlayOptions:
    """A hand against that program and two of ours."""
    return options(3, bots=(program(mode, folder), "tsumogiri", "tsumogiri"), **more)


def logged(session: Session) -> list[str]:
    """The lines of the log."""
    heard = [mask(event, session.seat) for event in session.match.events]
    bot_failures = session.bot_failures_by_place()
    hands = game_log(session.match.rules, session.seating, heard, (), bot_failures, hints=True)
    return [entry.text for hand in hands for entry in hand.entries]


def test_each_is_a_line_of_the_log_before_what_was_played(tmp_path: Path) -> None:
    session = in_memory(at_table_with("garbage", tmp_path))
    play_on(session)
    log = logged(session)
    told = t("session.lapses.garbage", name="External")
    assert log.count(told) == 1
    assert log[log.index(told) + 1].startswith("External: ")


def test_the_log_has_the_reason_of_what_did_not_begin_and_the_end_once(tmp_path: Path) -> None:
    session = in_memory(at_table_with("always-first-crash", tmp_path))
    assert not session.absent
    play_on(session)
    log = logged(session)
    assert log.count(f"{CRASHED} Why: no model at hand") == MOST_STARTS
    assert log.count(GONE) == 1
    assert session.absent == {(session.seat + 1) % 4}


def test_what_is_told_at_the_table_is_told_once_and_without_reason(tmp_path: Path) -> None:
    session = in_memory(at_table_with("always-first-crash", tmp_path))
    play_on(session)
    assert session.bot_failures(brief=True) == [CRASHED] * MOST_STARTS + [GONE]
    assert session.bot_failures(brief=True) == []


def test_what_was_taken_back_is_in_no_log(tmp_path: Path) -> None:
    session = in_memory(at_table_with("first-garbage", tmp_path, undo=True))
    play_on(session, decisions=2)
    assert any(says(line, "session.lapses.garbage", name="External") for line in logged(session))
    while session.take_back(lambda _: True) is not None:
        pass
    assert not any(says(line, "session.lapses.garbage", name="External") for line in logged(session))
    play_on(session, decisions=1)
    session.close()


def test_what_is_taken_back_begins_at_its_place() -> None:
    bot_failures, seating = BotFailures(), Seating(("You", "A", "B", "C"), 0)
    for place in (3, 5, 8):
        bot_failures.note(place, [PublicFault(1, FaultKind.LATE, "")])
    bot_failures.cut(5)
    assert set(bot_failures.by_place(seating)) == {3}
    assert bot_failures.new(seating, brief=True) == [], (
        "what is left has been told, or was before the game went on"
    )
    bot_failures.note(5, [PublicFault(2, FaultKind.LATE, "")])
    assert set(bot_failures.by_place(seating)) == {3, 5}
    assert len(bot_failures.new(seating, brief=True)) == 1


@pytest.mark.parametrize("language", ["en", "ja"])
def test_it_fits_in_the_line_of_the_table(language: str) -> None:
    choose_language(language)
    for kind in FaultKind:
        line = t(f"session.lapses.{kind}", name="x" * SHORT)
        assert cells(line) <= REASON_WIDTH, line


async def test_at_the_table_the_choice_is_told_again_after_a_program_is_gone(tmp_path: Path) -> None:
    app = table_app(tmp_path / "home", at_table_with("always-first-crash", tmp_path / "lives"))
    async with app.run_test(size=(80, 24)):
        await until(lambda: takes_keys(app))
        screen = app.screen
        assert isinstance(screen, GameScreen)
        reasons = []
        while len(reasons) < 8:
            reasons.append(screen._table.scene.reason)
            await strike(app, "enter")
            await until(lambda: takes_keys(app))
            assert app.screen is screen
        assert GONE in reasons
        after = reasons[reasons.index(GONE) + 1 :]
        assert after
        assert not any(reason == GONE for reason in after), reasons
        assert screen._table.scene.absent == app.session.absent  # type: ignore[union-attr]
    app.folder.release()


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_who_is_gone_is_marked_at_its_seat(size: tuple[int, int]) -> None:
    def text(**details: object) -> str:
        look, scene = Look(TileStyle.SOLID, glyph_set("kanji")), bare_scene(plain_turn().view, **details)
        return "\n".join(map(plain, draw(scene, plan(*size), look).values()))

    assert "AWAY" not in text()
    assert text(absent=frozenset({1})).count(" AWAY ") == 1


def test_plain_lines_have_it_in_their_log(tmp_path: Path) -> None:
    asked = at_table_with("always-first-crash", tmp_path / "lives")
    _, said = play(tmp_path / "home", asked, typing("draw", "draw", "log"))
    told = f"{CRASHED} Why: no model at hand"
    first = said.index(told)
    assert told in said[first + 1 :], "said as it happens, and again in the log"
