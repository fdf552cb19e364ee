"""The text on the whole screen, with what shows of the screens below the top one."""

from __future__ import annotations

from rich.cells import cell_len
from textual._compositor import LayoutUpdate
from textual.app import App


def painted_rows(app: App[int]) -> list[list[str]]:
    """The text of each cell; the second cell of a wide character is empty."""
    update = app.screen._compositor.render_update(full=True, screen_stack=app._background_screens)
    assert isinstance(update, LayoutUpdate)
    texts = [
        "".join(seg.text for strip in strips for seg in strip if not seg.control) for strips in update.strips
    ]
    return [_cells(text) for text in texts]


def _cells(text: str) -> list[str]:
    return [cell for character in text for cell in (character, *[""] * (cell_len(character) - 1))]
