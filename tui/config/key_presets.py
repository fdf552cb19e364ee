"""Presets of keys: sets of usual keys, on which the user's own changes are put."""

from __future__ import annotations

from enum import StrEnum

from tui.config.actions import ActionId, Chosen, NamedAction


class KeyPreset(StrEnum):
    """A set of usual keys."""

    ARROWS = "arrows"
    """The default keys of the actions."""
    VIM = "vim"
    """h j k l as left, down, up and right, besides the arrows."""


PRESETS: dict[KeyPreset, Chosen] = {
    KeyPreset.ARROWS: {},
    KeyPreset.VIM: {
        ActionId.LEFT: ("h", "left"),
        ActionId.DOWN: ("j", "down"),
        ActionId.UP: ("k", "up"),
        ActionId.RIGHT: ("l", "right"),
        # what these letters do otherwise: explain, discard by itself, kan (of four tiles), what happened
        ActionId.ASK: ("e",),
        ActionId.AUTO_DISCARD: ("d",),
        ActionId.KAN: ("f",),
        ActionId.LOG: ("w",),
        # in a replay: the wall, jump, play on from here
        ActionId.WALL: ("y",),
        ActionId.JUMP: ("t",),
        ActionId.PLAY_ON: ("a",),
    },
}
"""The keys of each preset that differ from the default keys."""


def usual_keys(preset: KeyPreset, action: NamedAction) -> tuple[str, ...]:
    """The keys of an action in a preset."""
    return PRESETS[preset].get(action.id, action.default_keys)
