"""The page of payments: opened from any screen, the rules of the game first, the same as the command."""

from __future__ import annotations

import pytest

from engine.rules import PRESETS, TENHOU, WRC
from tests.support.nightly import at_night
from tests.support.tui.pilot_keys import until
from tui.demo.scene_files import scene_of
from tui.demo.staged_app import Staged, folder_for
from tui.drawing.rows import plain
from tui.screens.pages.payment_table import PaymentTableScreen
from tui.words.payment_table import sheet_lines

pytestmark = pytest.mark.usefixtures("quick_disk")


def shown(screen: PaymentTableScreen) -> list[str]:
    """The rows of the page where there is room for all of them."""
    return [line.strip() for line in plain(screen.drawn(100, 60)).splitlines()]


@pytest.mark.parametrize(("name", "key"), [("riichi", "="), *at_night([("title", "="), ("practice", ":")])])
async def test_it_opens_on_every_screen_and_closes_by_the_same_key(name: str, key: str) -> None:
    scene = scene_of(name)
    with folder_for(scene) as folder:
        app = Staged(scene, folder)
        app.pace.speed = "instant"
        async with app.run_test(size=(80, 24)):
            await app.settle()
            below = app.screen
            if key == ":":
                app.show_payments(TENHOU)
            else:
                await app.press_key("equals_sign")
            await until(lambda: isinstance(app.screen, PaymentTableScreen))
            screen = app.screen
            assert isinstance(screen, PaymentTableScreen)
            assert screen.rules == (TENHOU if key == ":" else WRC)
            for line in sheet_lines(screen.rules):
                assert line.text.strip() in shown(screen)
            seen = []
            for _ in PRESETS:
                seen.append(screen.rules.name)
                await app.press_key("right")
                await app.settle()
            assert sorted(seen) == sorted(PRESETS)
            assert screen.rules.name == seen[0]
            await app.press_key("equals_sign")
            await until(lambda: app.screen is below)
        app.close()
