"""Presets of keys, and the keys that a user assigns to actions: parsed, checked and formatted.

Only actions whose keys differ from those of the preset are listed. The keys are valid if no key has two
actions at the same place, and if every required action has a key. Where a key that the preset has moved meets
one of the user's, the user's counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum

import msgspec

from tui.config.actions import (
    ACTIONS,
    ALONGSIDE,
    BY_ID,
    MAX_QUOTE,
    ActionId,
    ActionSort,
    Chosen,
    InvalidKey,
    NamedAction,
    Place,
    action_named,
    format_key,
    key_label,
    parse_key,
)
from tui.i18n import t


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
        # in a replay: the wall, jump, play on from here, comment
        ActionId.WALL: ("y",),
        ActionId.JUMP: ("t",),
        ActionId.PLAY_ON: ("a",),
        ActionId.COMMENT: ("u",),
    },
}
"""The keys of each preset that differ from the default keys."""


def usual_keys(preset: KeyPreset, action: NamedAction) -> tuple[str, ...]:
    """The keys of an action in a preset."""
    return keys_of(PRESETS[preset], action)


REQUIRED_ACTIONS = (ActionId.CONFIRM, ActionId.CANCEL, ActionId.SETTINGS, ActionId.HELP, ActionId.QUIT)
"""Actions that must have a key: without one the user could not get back."""


class Fault(msgspec.Struct, frozen=True):
    """An invalid entry about the keys of an action."""

    action: str
    """The name as it is in the file."""
    reason: str


def keys_of(chosen: Chosen, action: NamedAction) -> tuple[str, ...]:
    """The keys of an action, if these differ from the default keys."""
    return chosen.get(action.id, action.default_keys)


def keys_in_force(preset: KeyPreset, overrides: Chosen) -> Chosen:
    """The keys that differ from the default keys: those of the preset, and the user's on top of them."""
    moved = {id: keys for id, keys in PRESETS[preset].items() if id not in overrides}
    kept = {id: tuple(key for key in keys if not _has(overrides, id, key)) for id, keys in moved.items()}
    return {**kept, **overrides}


def _has(overrides: Chosen, id: ActionId, key: str) -> bool:
    """Whether the user gave that key to another action, at a place where this one applies."""
    return any(key in keys and share_place(BY_ID[id], BY_ID[other]) for other, keys in overrides.items())


def override_keys(
    overrides: Chosen, action: NamedAction, keys: tuple[str, ...], preset: KeyPreset = KeyPreset.ARROWS
) -> Chosen:
    """The overrides with these keys for an action; the keys of the preset need no entry."""
    rest = {id: theirs for id, theirs in overrides.items() if id != action.id}
    return rest if keys == usual_keys(preset, action) else {**rest, action.id: keys}


def share_place(one: NamedAction, other: NamedAction) -> bool:
    """Whether both actions apply at one place, so that they must not share a key."""
    return any(places.intersection(one.places) and places.intersection(other.places) for places in _AT_ONCE)


def _at_once() -> Iterator[frozenset[Place]]:
    for place in Place:
        yield frozenset({place, *ALONGSIDE.get(place, ()), Place.EVERYWHERE})


_AT_ONCE = tuple(_at_once())
"""Sets of places whose keys are active on one screen."""


def conflicting_actions(chosen: Chosen, action: NamedAction, key: str) -> list[NamedAction]:
    """The other actions that have this key at a place where ``action`` applies."""
    return [
        other
        for other in ACTIONS
        if other is not action and key in keys_of(chosen, other) and share_place(action, other)
    ]


# -- the table of keys in the settings file ----------------------------------------------------------


def parse_keys(
    table: Mapping[str, object], preset: KeyPreset = KeyPreset.ARROWS
) -> tuple[Chosen, list[Fault]]:
    """The overrides in a table such as ``riichi = "l"``, and its invalid entries, which are ignored.

    Conflicts are looked for after all entries are read, so that two actions can swap their keys.
    """
    chosen: dict[ActionId, tuple[str, ...]] = {}
    faults = []
    for name, written in table.items():
        try:
            action, keys = _read_entry(name, written)
        except InvalidKey as error:
            faults.append(Fault(name, str(error)))
        else:
            chosen[action] = keys
    while clash := _clash(chosen, preset):
        loser, other, key = clash
        faults.append(Fault(loser, t("keys.clash", action=loser, key=key_label(key), other=other)))
        del chosen[loser]
    return {id: keys for id, keys in chosen.items() if keys != usual_keys(preset, BY_ID[id])}, faults


def _read_entry(name: str, written: object) -> tuple[ActionId, tuple[str, ...]]:
    """The action of one entry and its keys; raises InvalidKey."""
    action = action_named(name)
    if action is None:
        raise InvalidKey(t("keys.no-action", action=name[:MAX_QUOTE]))
    if action.sort is ActionSort.TYPES:
        raise InvalidKey(t("keys.fixed", action=name))
    words = [written] if isinstance(written, str) else written
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise InvalidKey(t("keys.no-list", action=name))
    if not words and action.id in REQUIRED_ACTIONS:
        raise InvalidKey(t("keys.needed", action=name))
    return action.id, tuple(dict.fromkeys(map(parse_key, words)))


def _clash(chosen: Chosen, preset: KeyPreset) -> tuple[ActionId, ActionId, str] | None:
    """The last entry that takes another action's key, that action and the key; None without a conflict."""
    in_force = keys_in_force(preset, chosen)
    for name in reversed(list(chosen)):
        for key in chosen[name]:
            if others := conflicting_actions(in_force, BY_ID[name], key):
                return name, others[0].id, key
    return None


def format_keys(chosen: Chosen) -> dict[str, str | list[str]]:
    """The overrides as the settings file spells them."""
    spelled = {id: [format_key(key) for key in keys] for id, keys in chosen.items()}
    return {id: words[0] if len(words) == 1 else words for id, words in spelled.items()}
