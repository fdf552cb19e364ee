"""The page of a served game in a real browser: keyboard and right button are the game's, nothing scrolls."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import pytest

from tests.support.tui.served_game import (
    CLOSED,
    SHOWN,
    ServedGame,
    Tab,
    browser,
    opened,
    served_game,
)

pytest.importorskip("textual_serve", reason="the extra 'web' is not installed")
pytestmark = [
    pytest.mark.nightly,
    pytest.mark.skipif(browser() is None, reason="there is no Chromium on this machine"),
]


async def assert_keys_discard(served: ServedGame, tab: Tab) -> None:
    """Press Enter until one tile more is discarded."""
    await served.assert_discards(tab.choose, served.own_discards() + 1)


async def test_keys_reach_the_game_without_a_click(served: ServedGame, tmp_path: Path) -> None:
    async with opened(served.next_address(), tmp_path / "profile") as tab:
        await tab.until(SHOWN)
        assert await tab.value("document.title") == "furiten"
        assert await tab.value("location.search") == "", "the token is not in the address bar"
        await assert_keys_discard(served, tab)
        await tab.leave()
        await tab.ask("Page.reload")
        await tab.shown_anew()
        await assert_keys_discard(served, tab)


async def test_keys_come_back_to_the_game(served: ServedGame, tmp_path: Path) -> None:
    async with opened(served.next_address(), tmp_path / "profile") as tab:
        await tab.until(SHOWN)
        await tab.value("document.activeElement.blur()")
        await tab.value("window.dispatchEvent(new Event('focus'))")
        await assert_keys_discard(served, tab)
        # a page that is no whole number of cells high has a margin below the terminal
        size = {"width": 1280, "height": 770, "deviceScaleFactor": 1, "mobile": False}
        await tab.ask("Emulation.setDeviceMetricsOverride", **size)
        below = "document.elementFromPoint(600, 768).closest('.xterm') === null"
        await tab.until(below)
        await tab.click((600, 768))
        await assert_keys_discard(served, tab)


@pytest.mark.skipif(sys.platform != "linux", reason="processes are found in /proc")
async def test_a_game_that_broke_off_goes_on_with_the_keyboard_alone(
    served: ServedGame, tmp_path: Path
) -> None:
    async with opened(served.next_address(), tmp_path / "profile") as tab:
        await tab.until(SHOWN)
        await tab.leave()
        (program,) = served.programs()
        os.kill(program, signal.SIGKILL)
        await tab.until(CLOSED)
        await tab.press("Enter", "\r")
        await tab.shown_anew()
        await assert_keys_discard(served, tab)


async def test_the_right_button_is_the_games_and_nothing_scrolls(served: ServedGame, tmp_path: Path) -> None:
    async with opened(served.next_address(), tmp_path / "profile") as tab:
        await tab.until(SHOWN)
        await tab.value("addEventListener('contextmenu', (menu) => { window.menu = menu; }, true)")
        await tab.click((600, 300), "right")
        await tab.until("window.menu !== undefined")
        assert await tab.value("window.menu.defaultPrevented")
        for place in ("document.documentElement", "document.querySelector('.xterm-viewport')"):
            assert await tab.value(f"{place}.clientWidth") == await tab.value("innerWidth")
            assert await tab.value(f"getComputedStyle({place}).overflow") == "hidden"
        behind = "getComputedStyle(document.querySelector('.xterm-viewport')).backgroundColor"
        assert await tab.value(behind) == "rgba(0, 0, 0, 0)", "the colour of the page is seen"


KEYS = "[...document.querySelectorAll('#keys button')]"
TOUCHED = ("primaryPointerType=2", "availablePointerTypes=2", "primaryHoverType=1", "availableHoverTypes=1")


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390)])
async def test_by_touch_alone_a_tile_is_discarded(width: int, height: int, tmp_path: Path) -> None:
    async def button(begins: str) -> None:
        """Tap the button of the bar whose words begin so, once it is there."""
        found = f"{KEYS}.find((each) => each.textContent.startsWith('{begins}'))"
        await tab.until(f"{found} !== undefined")
        place = await tab.value(
            f"((box) => [box.left + box.width / 2, box.top + box.height / 2].join())"
            f"(({found}.scrollIntoView(), {found}.getBoundingClientRect()))"
        )
        await tab.tap(*map(float, place.split(",")))

    with served_game(tmp_path, runs=["play", "--seed", "7", "--speed", "instant"]) as served:
        flags = ("--touch-events=enabled", f"--blink-settings={','.join(TOUCHED)}")
        async with opened("about:blank", tmp_path / "profile", *flags) as tab:
            size = {"width": width, "height": height, "deviceScaleFactor": 0, "mobile": True}
            await tab.ask("Emulation.setDeviceMetricsOverride", **size)
            await tab.ask("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=1)
            await tab.ask("Page.navigate", url=served.next_address())
            await tab.until(SHOWN)
            await tab.until(f"terminal.cols >= 80 && terminal.rows >= 24 && {KEYS}.length > 5")
            shown = "document.querySelector('.xterm-screen').getBoundingClientRect()"
            bar = "document.getElementById('keys').getBoundingClientRect()"
            assert await tab.value(f"{shown}.right <= innerWidth && {shown}.bottom <= {bar}.top"), (
                "nothing is cut off"
            )
            assert await tab.value("document.querySelector('textarea').inputMode") == "none", (
                "no keyboard opens"
            )
            await served.assert_discards(lambda: button("Enter"))
