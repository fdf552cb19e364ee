"""Which keys the actions have: what a person may choose, what goes together, and what does not.

A choice names only the actions that do not have their usual keys. It is whole when every action has its keys
for itself wherever it applies, and those that nobody can do without have one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from tui.config.actions import (
    ACTIONS,
    ALONGSIDE,
    BY_ID,
    ActionId,
    ActionSort,
    Chosen,
    NamedAction,
    Place,
    action_named,
)
from tui.config.keys import LONGEST_QUOTE, NoKey, key_word, read_key, written_key
from tui.i18n.texts import t

NEEDED = (ActionId.CONFIRM, ActionId.CANCEL, ActionId.SETTINGS, ActionId.HELP, ActionId.QUIT)
"""Actions that always have a key: without one nobody finds the way back."""


class Fault(msgspec.Struct, frozen=True):
    """Something written about the keys of an action that cannot be."""

    action: str
    """The name as it was written."""
    reason: str


def keys_in(chosen: Chosen, action: NamedAction) -> tuple[str, ...]:
    """The keys of an action by that choice."""
    return chosen.get(action.id, action.usual)


def chosen_with(chosen: Chosen, action: NamedAction, keys: tuple[str, ...]) -> Chosen:
    """The choice with these keys for an action; nothing is said about its usual ones."""
    rest = {id: theirs for id, theirs in chosen.items() if id != action.id}
    return rest if keys == action.usual else {**rest, action.id: keys}


def together(one: NamedAction, other: NamedAction) -> bool:
    """Whether there is a place at which both apply, so that a key must not mean both."""
    return any(places.intersection(one.places) and places.intersection(other.places) for places in _AT_ONCE)


def _at_once() -> Iterator[frozenset[Place]]:
    for place in Place:
        yield frozenset({place, *ALONGSIDE.get(place, ()), Place.EVERYWHERE})


_AT_ONCE = tuple(_at_once())
"""Sets of places whose keys are asked for on one screen."""


def holders(chosen: Chosen, action: NamedAction, key: str) -> list[NamedAction]:
    """The other actions that have this key at a place where ``action`` applies."""
    return [
        other
        for other in ACTIONS
        if other is not action and key in keys_in(chosen, other) and together(action, other)
    ]


# -- what a file says --------------------------------------------------------------------------------


def read_keys(table: Mapping[str, object]) -> tuple[Chosen, list[Fault]]:
    """The choice that a table ``riichi = "l"`` makes, and what in it cannot be; the rest of it counts.

    Entries are held against each other once all are read, so that two actions can change their keys.
    """
    chosen: dict[ActionId, tuple[str, ...]] = {}
    faults = []
    for name, written in table.items():
        try:
            action, keys = _read_entry(name, written)
        except NoKey as error:
            faults.append(Fault(name, str(error)))
        else:
            chosen[action] = keys
    while clash := _clash(chosen):
        loser, other, key = clash
        faults.append(Fault(loser, t("keys.clash", action=loser, key=key_word(key), other=other)))
        del chosen[loser]
    return {id: keys for id, keys in chosen.items() if keys != BY_ID[id].usual}, faults


def _read_entry(name: str, written: object) -> tuple[ActionId, tuple[str, ...]]:
    """The action of one entry and its keys; raises NoKey."""
    action = action_named(name)
    if action is None:
        raise NoKey(t("keys.no-action", action=name[:LONGEST_QUOTE]))
    if action.sort is ActionSort.TYPES:
        raise NoKey(t("keys.fixed", action=name))
    words = [written] if isinstance(written, str) else written
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise NoKey(t("keys.no-list", action=name))
    if not words and action.id in NEEDED:
        raise NoKey(t("keys.needed", action=name))
    return action.id, tuple(dict.fromkeys(map(read_key, words)))


def _clash(chosen: Chosen) -> tuple[ActionId, ActionId, str] | None:
    """The last entry that takes a key of another action, that action and the key; None where none does."""
    for name in reversed(list(chosen)):
        for key in chosen[name]:
            if others := holders(chosen, BY_ID[name], key):
                return name, others[0].id, key
    return None


def written_keys(chosen: Chosen) -> dict[str, str | list[str]]:
    """The choice as a file has it."""
    spelled = {id: [written_key(key) for key in keys] for id, keys in chosen.items()}
    return {id: words[0] if len(words) == 1 else words for id, words in spelled.items()}
