"""What a page shows around the terminal: the keys that can be pressed now, in the colours of the game."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from textual.app import App

from tui.config.actions import ALONGSIDE, BY_ID, ActionId, NamedAction, Place, actions_at, key_label
from tui.drawing.rows import Role
from tui.screens.game.game import GameScreen
from tui.screens.screen import KeyScreen
from tui.table.table_layout import Zone
from tui.table.widget import GameTable
from tui.tiles import Ground, Ink

MOST_KEYS = 40
SEQUENCES = {
    "enter": "\r",
    "escape": "\x1b",
    "tab": "\t",
    "space": " ",
    "backspace": "\x7f",
    "up": "\x1b[A",
    "down": "\x1b[B",
    "right": "\x1b[C",
    "left": "\x1b[D",
    "end": "\x1b[F",
    "home": "\x1b[H",
    "delete": "\x1b[3~",
    "pageup": "\x1b[5~",
    "pagedown": "\x1b[6~",
}
"""What a terminal sends for the keys that are no characters."""
PAGES = (ActionId.PAGE_UP, ActionId.PAGE_DOWN)
MOVES = (ActionId.LEFT, ActionId.RIGHT, ActionId.UP, ActionId.DOWN, *PAGES)
FIRST = (ActionId.CONFIRM, ActionId.CANCEL)
MAIN_KEYS = ("enter", "space")
"""The keys that carry a screen on. Where no prompt says more, they come first."""


class TouchKey(msgspec.Struct, array_like=True, frozen=True):
    """One key of the bar."""

    sends: str
    """What the terminal of the page sends for it."""
    key: str
    words: str


class PageColours(msgspec.Struct, array_like=True, frozen=True):
    """The colours of the page around the terminal, each as ``#rrggbb``."""

    felt: str
    key: str
    """Behind a key of the bar."""
    words: str


def page_colours(app: App[object]) -> PageColours | None:
    """The colours of the screen on top; None if it has none of its own."""
    screen = app.screen_stack[-1] if app.screen_stack else None
    if not isinstance(screen, KeyScreen) or not (felt := screen.palette.colour(Ground.FELT)):
        return None
    words = screen.palette.style(Role(Ink.KEY, Ground.KEY)).color
    return PageColours(felt, screen.palette.colour(Ground.KEY), words.name if words is not None else felt)


def touch_keys(app: App[object]) -> list[TouchKey]:
    """The keys of the screen on top: the prompt's or the main ones, the cursor's, all actions with a key."""
    screen = app.screen_stack[-1] if app.screen_stack else None
    if not isinstance(screen, KeyScreen):
        return []
    found: dict[str, TouchKey] = {}
    for action, words in _offered(screen):
        sends = sequence_of(action)
        if sends and sends not in found:
            found[sends] = TouchKey(sends, action.key, words)
    return list(found.values())[:MOST_KEYS]


def _offered(screen: KeyScreen[object]) -> Iterator[tuple[NamedAction, str]]:
    tables = screen.query(GameTable)
    scene = tables.first().scene if tables else None
    prompt = {} if scene is None else {item.id: item.label for item in scene.prompt if item.enabled}
    for id, label in prompt.items():
        if id is not None:
            yield BY_ID[id], label
    places = [screen.place, *ALONGSIDE.get(screen.place, ())]
    if isinstance(screen, GameScreen) and not screen.waiting:
        places = [Place.TABLE]
    here = {action.id for place in places for action in actions_at(place)}
    if tables and Zone.PANEL not in tables.first().plan.regions:
        here -= {*PAGES}
    if not prompt:
        for action in screen.offers():
            if action.keys and action.keys[0] in MAIN_KEYS:
                yield action, action.words
    for id in (*FIRST, *MOVES):
        # at the table the prompt has said what these two do
        if id in here and not (id in FIRST and scene is not None and scene.prompt):
            yield BY_ID[id], "" if id in MOVES else BY_ID[id].words
    if scene is None and not here.intersection(FIRST):
        # any other key closes
        yield BY_ID[ActionId.CANCEL], BY_ID[ActionId.CANCEL].words
    for action in screen.offers():
        # pass has two keys
        if action.words not in prompt.values():
            yield action, action.words
    yield BY_ID[ActionId.PALETTE], BY_ID[ActionId.PALETTE].words


def sequence_of(action: NamedAction) -> str:
    """What a terminal sends for the first key of an action; empty if it has none."""
    key = action.keys[0] if action.keys else ""
    label = key_label(key) if key else ""
    return SEQUENCES.get(key) or (label if len(label) == 1 else "")
