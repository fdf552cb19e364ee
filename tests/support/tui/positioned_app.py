"""The real app at a position: a scene in a few lines, opened as ``furiten demo`` opens one."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

from tests.support.tui.pilot_keys import until
from tui.demo.scene_files import parse_scene
from tui.demo.staged_app import Staged, folder_for, ready
from tui.play.pace import Sleep
from tui.screens.game.game import GameScreen

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
    with folder_for(scene) as folder:
        app = Staged(scene, folder, sleep=sleep)
        if sleep is asyncio.sleep:
            app.pace.speed = "instant"
        try:
            async with app.run_test(size=size):
                await until(lambda: ready(app) if waits else bool(_tables(app)))
                yield app, _tables(app)[0]
        finally:
            app.close()


def _tables(app: Staged) -> list[GameScreen]:
    """The table, whatever lies over it."""
    return [screen for screen in app.screen_stack if isinstance(screen, GameScreen)]
