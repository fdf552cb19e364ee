"""Everything that a person can do, once: each action with its name, its keys, its words and where it applies.

Key bindings, the footer, the help screen, the palette, the mouse and the documentation all read this table.
Keys are spelled as Textual spells them. There are letters, arrows, Enter, Space and Esc, and no modifiers:
terminals and their multiplexers keep those for themselves.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from tui.texts import t


class Place(StrEnum):
    """Where an action applies."""

    EVERYWHERE = "everywhere"
    TITLE = "title"
    MENU = "menu"
    """A new game, a question: a list of entries."""
    TABLE = "table"
    """The table, whoever's turn it is."""
    CHOICE = "choice"
    """The table while the person has to decide."""
    RESULT = "result"
    """The screens at the end of a hand and of the game."""
    PANEL = "panel"
    """The page that explains a tile."""
    GLOSSARY = "glossary"
    DRILL = "drill"
    """A question of practice, and its explanation."""
    LESSON = "lesson"
    """A lesson in play, and what each choice in it led to."""
    MOMENTS = "moments"
    """The moments of a hand, each on the table as it stood then."""


@dataclass(frozen=True, slots=True)
class NamedAction:
    """One thing that a person can do."""

    id: str
    keys: tuple[str, ...]
    """Textual's names of its keys, the one that is shown first."""
    label: str
    """The key of its words in the catalogue."""
    places: tuple[Place, ...]
    together: str = ""
    """Its keys in one word, where they stand in a row: ``0-9``."""

    @property
    def words(self) -> str:
        """What it does, in the reader's language."""
        return t(self.label)

    @property
    def key(self) -> str:
        """Its first key as it is shown: ``Enter``, ``r``."""
        return key_word(self.keys[0])

    @property
    def all_keys(self) -> str:
        """All its keys as they are shown, for the help screen."""
        return self.together or " ".join(map(key_word, self.keys))


_KEY_WORDS = {
    "up": "Up",
    "down": "Down",
    "left": "Left",
    "right": "Right",
    "home": "Home",
    "end": "End",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "enter": "Enter",
    "space": "Space",
    "escape": "Esc",
    "backspace": "Backspace",
    "question_mark": "?",
    "plus": "+",
    "minus": "-",
}

FORMS = 5
"""No call has more forms than this: a chi of three shapes, two of them with a plain or a red five."""

_CHOICE = (Place.CHOICE,)
_ANYWHERE = (Place.EVERYWHERE,)
_TABLE = (Place.TABLE,)
_MENUS = (Place.TITLE, Place.MENU)
_CANCEL = (Place.CHOICE, Place.MENU)
_DRILL = (Place.DRILL,)
_PAGES = (Place.PANEL, Place.GLOSSARY, Place.DRILL)
_LISTS = (*_PAGES, Place.MOMENTS, Place.LESSON)
_ENTER = (Place.CHOICE, Place.RESULT, Place.GLOSSARY, Place.MOMENTS, Place.LESSON)

ACTIONS: tuple[NamedAction, ...] = (
    NamedAction("up", ("up",), "action.up", (*_MENUS, *_LISTS)),
    NamedAction("down", ("down",), "action.down", (*_MENUS, *_LISTS)),
    NamedAction("left", ("left",), "action.left", (*_CANCEL, *_PAGES)),
    NamedAction("right", ("right",), "action.right", (*_CANCEL, *_PAGES)),
    NamedAction("first", ("home",), "action.first", (*_CHOICE, *_LISTS)),
    NamedAction("last", ("end",), "action.last", (*_CHOICE, *_LISTS)),
    NamedAction("page-up", ("pageup",), "action.page", _PAGES),
    NamedAction("page-down", ("pagedown",), "action.page", _PAGES),
    NamedAction("confirm", ("enter", "space"), "action.confirm", (*_MENUS, *_ENTER)),
    NamedAction("cancel", ("escape",), "action.cancel", (*_CANCEL, *_LISTS)),
    NamedAction("answer", ("enter",), "action.answer", _DRILL),
    NamedAction("mark", ("space",), "action.mark", _DRILL),
    NamedAction("number", tuple("0123456789"), "action.number", _DRILL, "0-9"),
    NamedAction("suit", ("m", "p", "s", "z"), "action.suit", _DRILL),
    NamedAction("none", ("x",), "action.none", _DRILL),
    NamedAction("back", ("backspace",), "action.back", _DRILL),
    NamedAction("pass", ("x",), "action.pass", _CHOICE),
    NamedAction("tsumo", ("t",), "action.tsumo", _CHOICE),
    NamedAction("ron", ("o",), "action.ron", _CHOICE),
    NamedAction("riichi", ("r",), "action.riichi", _CHOICE),
    NamedAction("chi", ("c",), "action.chi", _CHOICE),
    NamedAction("pon", ("p",), "action.pon", _CHOICE),
    NamedAction("kan", ("k",), "action.kan", _CHOICE),
    NamedAction("nine-terminals", ("n",), "action.nine-terminals", _CHOICE),
    *(NamedAction(f"form-{place}", (str(place),), "action.form", _CHOICE) for place in range(1, FORMS + 1)),
    NamedAction("ask", ("h",), "action.ask", (Place.TABLE, Place.PANEL, Place.DRILL, Place.MOMENTS)),
    NamedAction("settings", ("s",), "action.settings", (Place.TABLE, Place.TITLE)),
    NamedAction("faster", ("plus",), "action.faster", _TABLE),
    NamedAction("slower", ("minus",), "action.slower", _TABLE),
    NamedAction("undo", ("u",), "action.undo", (Place.TABLE, Place.RESULT, Place.LESSON)),
    NamedAction("look", ("v",), "action.look", (Place.RESULT,)),
    NamedAction("moments", ("m",), "action.moments", (Place.RESULT, Place.MOMENTS)),
    NamedAction("new-game", ("n",), "action.new-game", (Place.TITLE,)),
    NamedAction("continue", ("c",), "action.continue", (Place.TITLE,)),
    NamedAction("practice", ("p",), "action.practice", (Place.TITLE,)),
    NamedAction("glossary", ("g",), "action.glossary", _ANYWHERE),
    NamedAction("help", ("question_mark",), "action.help", _ANYWHERE),
    NamedAction("quit", ("q",), "action.quit", _ANYWHERE),
)

BY_ID: dict[str, NamedAction] = {action.id: action for action in ACTIONS}
"""Every action by its name."""


def key_word(key: str) -> str:
    """A key as a person reads it: ``Esc`` for Textual's ``escape``."""
    return _KEY_WORDS.get(key, key)


def actions_at(place: Place) -> Iterator[NamedAction]:
    """The actions that apply at a place, those that apply everywhere last."""
    for where in (place, Place.EVERYWHERE) if place is not Place.EVERYWHERE else (place,):
        yield from (action for action in ACTIONS if where in action.places)


def action_for(key: str, place: Place) -> NamedAction | None:
    """What a key (Textual's name of it) does at a place, None for nothing."""
    return next((action for action in actions_at(place) if key in action.keys), None)
