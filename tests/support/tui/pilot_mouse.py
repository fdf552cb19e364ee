"""Click on what has a given meta: the app receives what a terminal would send."""

from __future__ import annotations

import asyncio

from textual.app import App

from tests.support.tui.pilot_keys import PATIENCE
from tools.monkey.inputs import Input, heard
from tui.drawing.click_meta import Meta
from tui.drawing.clicks import ClickArea
from tui.drawing.rows import width_of


class NothingThere(AssertionError):
    """Nothing on the screen answers so."""


def place_of(app: App[int], meta: Meta | type[Meta]) -> tuple[int, int]:
    """Where on the screen a click means that, or the first of its class."""
    for area in app.screen.query(ClickArea):
        region = area.region
        for y in range(region.height):
            x = 0
            for span in area.rows[y] if y < len(area.rows) else ():
                if meta in (span.meta, type(span.meta)):
                    return region.x + x, region.y + y
                x += width_of([span])
    raise NothingThere(f"nothing on {type(app.screen).__name__} means {meta}")


async def click(app: App[int], meta: Meta | type[Meta]) -> None:
    """Click there, and come back when that has been dealt with."""
    dealt_with = asyncio.Event()
    for event in heard(Input("click", at=place_of(app, meta))):
        app.post_message(event)
    # a click goes from the app to the screen, to the area, and back to the screen as what it means
    app.call_later(lambda: app.screen.call_later(lambda: _after(app, dealt_with)))
    await asyncio.wait_for(dealt_with.wait(), PATIENCE)


def _after(app: App[int], dealt_with: asyncio.Event) -> None:
    areas = list(app.screen.query(ClickArea))
    left = len(areas)

    def one() -> None:
        nonlocal left
        left -= 1
        if not left:
            app.screen.call_later(dealt_with.set)

    for area in areas:
        area.call_later(one)
