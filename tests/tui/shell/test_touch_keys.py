"""The bar of keys of a page: what can be pressed now, and what a terminal sends for it."""

from __future__ import annotations

import pytest

from tests.support.tui.pilot import staged
from tui.config.actions import ACTIONS, BY_ID, ActionId, choose_keys
from tui.demo.scene_files import scene_of
from tui.shell.terminal_input import SequenceParser, TerminalInput

pytest.importorskip("textual_serve", reason="the extra 'web' is not installed")

from tui.shell.web.page_driver import sequence_of, touch_keys
from tui.shell.web.server import FILES, NAMES_TERMINAL


def test_every_key_is_sent_as_a_terminal_sends_it() -> None:
    for action in ACTIONS:
        if action.keys:
            terminal, parser = TerminalInput(), SequenceParser(debug=False)
            heard = list(parser.messages([*terminal.feed(sequence_of(action).encode()), *terminal.rest()]))
            assert [event.key for event in heard] == [action.keys[0]]  # type: ignore[attr-defined]


async def test_the_bar_follows_the_screen() -> None:
    async with staged(scene_of("one-riichi")) as app:
        await app.settle()
        at_turn = {key.sends: key.words for key in touch_keys(app)}
        assert list(at_turn)[:2] == ["\r", "r"], "what the prompt offers comes first"
        assert "9p" in at_turn["\r"]
        await app.press_key("r")
        await app.settle()
        in_riichi = [key.sends for key in touch_keys(app)]
        assert "r" not in in_riichi
        assert "\x1b" in in_riichi
        choose_keys({"help": ("f",)})
        assert "f" in [key.sends for key in touch_keys(app)]
        await app.press_key(":")
        await app.settle()
        assert {"\r", "\x1b", "\x1b[A", "\x1b[B"} <= {key.sends for key in touch_keys(app)}
        await app.press_key("escape")
        await app.press_key("f")
        await app.settle()
        assert touch_keys(app)[0].sends == "\x1b", "the help closes at any key that does nothing else"
    assert BY_ID[ActionId.HELP].words


async def test_at_a_call_each_word_is_there_once() -> None:
    async with staged(scene_of("which-chi"), size=(120, 40)) as app:
        await app.settle()
        words = [key.words for key in touch_keys(app)]
        assert words.count(BY_ID[ActionId.PASS].words) == 1
        assert "\x1b[6~" in [key.sends for key in touch_keys(app)], "the panel is turned"


def test_the_script_of_the_terminal_gives_it_a_name() -> None:
    folder, path, _ = FILES["textual.js"]
    assert folder.joinpath(*path.split("/")).read_bytes().count(NAMES_TERMINAL[0]) == 1
