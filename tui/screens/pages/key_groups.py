"""The named actions in groups of places, as the help and the page of the keys list them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tui.config.actions import NamedAction, Place, actions_at

GROUPS: dict[str, tuple[Place, ...]] = {
    "choice": (Place.CHOICE,),
    "table": (Place.TABLE,),
    "everywhere": (Place.EVERYWHERE,),
    "menus": (Place.TITLE, Place.MENU, Place.PANEL, Place.GLOSSARY, Place.LOG),
    "results": (Place.RESULT, Place.OPEN_WIN, Place.MOMENTS),
    "practice": (Place.DRILL, Place.COUNT, Place.LESSON),
    "keys": (Place.KEYS,),
    "games": (Place.GAMES, Place.STATISTICS),
    "replay": (Place.REPLAY,),
    "review": (Place.REVIEW, Place.RETRY),
}
"""The places of each group. The names of groups are texts under ``screen.groups``."""


def grouped(names: Iterable[str]) -> list[Sequence[NamedAction]]:
    """The actions of each group. An action of several groups is in the first only."""
    told: set[NamedAction] = set()
    groups: list[Sequence[NamedAction]] = []
    for name in names:
        here = [action for place in GROUPS[name] for action in actions_at(place) if place in action.places]
        groups.append([action for action in dict.fromkeys(here) if action not in told])
        told.update(groups[-1])
    return groups
