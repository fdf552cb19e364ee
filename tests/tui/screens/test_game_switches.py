"""Switches at the table of the app: keys, clicks, what happens by itself, the bell, the log, the save."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

import pytest

from tests.support.tui.pilot import (
    NothingThere,
    click,
    place_of,
    screen_of,
    staged,
    strike,
    until,
)
from tui.config.actions import ActionId
from tui.config.settings import OnOff
from tui.demo.scene_files import parse_scene
from tui.demo.staged_app import Staged, ready
from tui.desk.desk_settings import Switch
from tui.drawing.rows import ActionKey, plain
from tui.play.pace import HESITATION, Sleep
from tui.play.play_options import Speed
from tui.screens.game.game import GameScreen
from tui.screens.panels import LogScreen
from tui.words.event_lines import HandLog, LogEntry

WORDS = '[words.en]\ntitle = "A position"\nshows = "Something."\n'


@asynccontextmanager
async def at_table(
    setting: str,
    opening: str = "",
    *,
    orders: str = "",
    settings: Mapping[str, str] | None = None,
    size: tuple[int, int] = (80, 24),
    sleep: Sleep = asyncio.sleep,
    waits: bool = True,
) -> AsyncIterator[tuple[Staged, GameScreen]]:
    """The table after that opening; ``setting`` are lines such as ``you = "…"`` of a scene's file.

    Bots take no time unless a clock (``sleep``) is given. With ``waits`` the person has to decide first.
    """
    chosen = ", ".join(f'{name} = "{value}"' for name, value in (settings or {}).items())
    head = f'opens = "table"\nopening = "{opening}"\norders = "{orders}"\nsettings = {{ {chosen} }}\n'
    scene = parse_scene("01-position.toml", f"{head}[setting]\n{setting}\n{WORDS}")
    speed: Speed = "instant" if sleep is asyncio.sleep else "normal"
    async with staged(scene, speed=speed, size=size, sleep=sleep) as app:
        await until(lambda: ready(app) if waits else bool(_tables(app)))
        yield app, _tables(app)[0]


def _tables(app: Staged) -> list[GameScreen]:
    """The table, whatever lies over it."""
    return [screen for screen in app.screen_stack if isinstance(screen, GameScreen)]


PINFU = 'you = "234m45622p23478s"\n'
"""Waits on 6s and 9s."""
RIICHI = "you riichi 5z, right 8m, across 1m, left 1m"


class TestByItself:
    async def test_it_takes_its_time_and_can_be_turned_off_meanwhile(self) -> None:
        slept: list[float] = []
        turned = asyncio.Event()

        async def clock(seconds: float) -> None:
            slept.append(seconds)
            if seconds == HESITATION and not turned.is_set():
                await turned.wait()

        setting = f'{PINFU}draws = {{ you = "2z" }}'
        chosen = {"motion": "off"}
        async with at_table(setting, RIICHI, settings=chosen, sleep=clock, waits=False) as (app, screen):
            await until(lambda: HESITATION in slept and takes_click(app))
            await click(app, ActionKey(ActionId.AUTO_DISCARD))
            turned.set()
            await until(lambda: ready(app))
            assert str(screen.session.options.actions[0]).startswith("discard 2z")


def takes_click(app: Staged) -> bool:
    """Whether the line of the switches is there."""
    try:
        place_of(app, ActionKey(ActionId.AUTO_DISCARD))
    except NothingThere:
        return False
    return isinstance(app.screen, GameScreen) and app.screen.painted


class TestMouse:
    async def test_a_click_on_what_is_on_turns_it_off_and_the_title_lists_all(self) -> None:
        for size in ((80, 24), (120, 40)):
            everything = {switch.value: "on" for switch in Switch}
            async with at_table(PINFU, settings=everything, size=size) as (app, screen):
                for switch in Switch:
                    assert switch in screen.desk.switches
                    await click(app, ActionKey(switch.action))
                    assert switch not in screen.desk.switches
                    with pytest.raises(NothingThere):
                        place_of(app, ActionKey(switch.action))


class TestBell:
    @pytest.fixture
    def rung(self, monkeypatch: pytest.MonkeyPatch) -> list[str]:
        """What the bell was rung for."""
        heard: list[str] = []
        monkeypatch.setattr(Staged, "bell", lambda app: heard.append(type(app.screen).__name__))
        return heard

    @pytest.mark.parametrize("bell", OnOff)
    async def test_it_rings_once_where_it_is_chosen(self, bell: OnOff, rung: list[str]) -> None:
        setting = 'you = "22m4567p345789s1z"\ndraws = { you = "5z" }'
        async with at_table(setting, "you 5z, right 2m", settings={"bell": bell}) as (app, screen):
            await strike(app, "p")
            await until(lambda: ready(app) and screen.desk.view.my_turn)
            assert len(rung) == (bell is OnOff.ON), "after a pon the person sits there"


class TestLog:
    async def test_a_key_opens_it_and_closes_it(self) -> None:
        async with at_table(PINFU, RIICHI) as (app, screen):
            await strike(app, "l")
            await until(lambda: isinstance(app.screen, LogScreen))
            log = screen_of(app, LogScreen)
            assert log.at == 0
            await strike(app, "right")
            assert log.at == 0, "there is one hand so far"
            await until(lambda: log.painted)
            await strike(app, "l")
            await until(lambda: app.screen is screen and screen.waiting)

    def test_a_long_one_opens_at_now(self) -> None:
        log = LogScreen([HandLog("East 1", tuple(LogEntry(f"deed {number}") for number in range(60)))])
        assert "deed 59" in plain(log.picture(80, 24))
        log.scroll.to(end=False)
        assert "deed 59" not in plain(log.picture(80, 24))
