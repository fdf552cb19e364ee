"""Everything that a person can do, once: each action with its name, its keys, its words and where it applies.

Key bindings, the footer, the help screen, the palette, the mouse and the documentation all read this table.
Keys are spelled as Textual spells them (see ``tui.config.keys``). Each action has its usual keys here;
``choose_keys`` says which have others now, and ``keys`` of an action are always the present ones.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from enum import StrEnum

import msgspec

from tui.config.keys import key_word, meant
from tui.i18n.texts import t


class ActionId(StrEnum):
    """The name of an action, as settings and texts spell it."""

    UP = "up"
    DOWN = "down"
    LEFT = "left"
    RIGHT = "right"
    FIRST = "first"
    LAST = "last"
    PAGE_UP = "page-up"
    PAGE_DOWN = "page-down"
    CONFIRM = "confirm"
    CANCEL = "cancel"
    ANSWER = "answer"
    MARK = "mark"
    NUMBER = "number"
    SUIT = "suit"
    NONE = "none"
    BACK = "back"
    PASS = "pass"
    TSUMO = "tsumo"
    RON = "ron"
    RIICHI = "riichi"
    CHI = "chi"
    PON = "pon"
    KAN = "kan"
    NINE_TERMINALS = "nine-terminals"
    FORM_1 = "form-1"
    FORM_2 = "form-2"
    FORM_3 = "form-3"
    FORM_4 = "form-4"
    FORM_5 = "form-5"
    ASK = "ask"
    AUTO_WIN = "auto-win"
    NO_CALLS = "no-calls"
    AUTO_DISCARD = "auto-discard"
    AUTO_SORT = "auto-sort"
    CONFIRM_DISCARD = "confirm-discard"
    LOG = "log"
    SETTINGS = "settings"
    FASTER = "faster"
    SLOWER = "slower"
    UNDO = "undo"
    LOOK = "look"
    MOMENTS = "moments"
    NEW_GAME = "new-game"
    CONTINUE = "continue"
    PRACTICE = "practice"
    FIRST_LESSON = "first-lesson"
    ADD_KEY = "add-key"
    NO_KEY = "no-key"
    USUAL_KEY = "usual-key"
    PALETTE = "palette"
    GLOSSARY = "glossary"
    HELP = "help"
    QUIT = "quit"


FORMS = (ActionId.FORM_1, ActionId.FORM_2, ActionId.FORM_3, ActionId.FORM_4, ActionId.FORM_5)
"""The forms of a call. No call has more: a chi of three shapes, two of them with a plain or a red five."""

Chosen = Mapping[ActionId, tuple[str, ...]]
"""The keys of actions that do not have their usual ones."""


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
    LOG = "log"
    """What has happened in the game."""
    KEYS = "keys"
    """The list of all keys, in which they can be changed."""


class ActionSort(StrEnum):
    """What kind of thing an action is."""

    DOES = "does"
    """It does something: the palette offers it."""
    MOVES = "moves"
    """It moves the cursor, or the text."""
    TYPES = "types"
    """It types a number or a letter that means itself, so its keys cannot be others."""


class NamedAction(msgspec.Struct, frozen=True):
    """One thing that a person can do."""

    id: ActionId
    usual: tuple[str, ...]
    """Textual's names of the keys that it has unless others are chosen, the one that is shown first."""
    label: str
    """The key of its words in the catalogue."""
    places: tuple[Place, ...]
    sort: ActionSort = ActionSort.DOES
    together: str = ""
    """Its keys in one word, where they stand in a row: ``0-9``."""

    @property
    def keys(self) -> tuple[str, ...]:
        """Its present keys; none where the person took them away."""
        return _chosen.get(self.id, self.usual)

    @property
    def words(self) -> str:
        """What it does, in the reader's language."""
        return t(self.label)

    @property
    def alone(self) -> str:
        """Its words as they tell it from every other action: with its usual key where some have the same."""
        same = sum(other.words == self.words for other in ACTIONS)
        return f"{self.words} ({key_word(self.usual[0])})" if same > 1 else self.words

    @property
    def key(self) -> str:
        """Its first key as it is shown: ``Enter``, ``r``; empty where it has none."""
        return key_word(self.keys[0]) if self.keys else ""

    @property
    def named(self) -> str:
        """Its first key in a sentence, or its words where it has none."""
        return self.key or self.words

    @property
    def all_keys(self) -> str:
        """All its keys as they are shown, for the help screen."""
        return self.together or " ".join(map(key_word, self.keys)) or NO_KEY


NO_KEY = "--"
"""In a list of keys, for an action that has none."""

_chosen: Chosen = {}


def choose_keys(chosen: Chosen) -> bool:
    """Go by these keys from now on; returns whether they are others than before."""
    global _chosen
    before, _chosen = _chosen, chosen
    return before != chosen


_CHOICE = (Place.CHOICE,)
_ANYWHERE = (Place.EVERYWHERE,)
_TABLE = (Place.TABLE,)
_KEYS = (Place.KEYS,)
_MENUS = (Place.TITLE, Place.MENU, Place.KEYS)
_CANCEL = (Place.CHOICE, Place.MENU)
_BACK = (*_CANCEL, Place.TITLE)
_DRILL = (Place.DRILL,)
_PAGES = (Place.PANEL, Place.GLOSSARY, Place.DRILL, Place.LOG)
_LISTS = (*_PAGES, Place.MOMENTS, Place.LESSON)
_LONG = (*_PAGES, Place.KEYS)
_ENTER = (Place.CHOICE, Place.RESULT, Place.GLOSSARY, Place.MOMENTS, Place.LESSON)

ACTIONS: tuple[NamedAction, ...] = (
    NamedAction(ActionId.UP, ("up",), "action.up", (*_MENUS, *_LISTS), ActionSort.MOVES),
    NamedAction(ActionId.DOWN, ("down",), "action.down", (*_MENUS, *_LISTS), ActionSort.MOVES),
    NamedAction(ActionId.LEFT, ("left",), "action.left", (*_CANCEL, *_PAGES), ActionSort.MOVES),
    NamedAction(ActionId.RIGHT, ("right",), "action.right", (*_CANCEL, *_PAGES), ActionSort.MOVES),
    NamedAction(ActionId.FIRST, ("home",), "action.first", (*_CHOICE, *_MENUS, *_LISTS), ActionSort.MOVES),
    NamedAction(ActionId.LAST, ("end",), "action.last", (*_CHOICE, *_MENUS, *_LISTS), ActionSort.MOVES),
    NamedAction(ActionId.PAGE_UP, ("pageup",), "action.page", _LONG, ActionSort.MOVES),
    NamedAction(ActionId.PAGE_DOWN, ("pagedown",), "action.page", _LONG, ActionSort.MOVES),
    NamedAction(ActionId.CONFIRM, ("enter", "space"), "action.confirm", (*_MENUS, *_ENTER)),
    NamedAction(ActionId.CANCEL, ("escape",), "action.cancel", (*_BACK, *_LISTS, *_KEYS)),
    NamedAction(ActionId.ANSWER, ("enter",), "action.answer", _DRILL),
    NamedAction(ActionId.MARK, ("space",), "action.mark", _DRILL),
    NamedAction(ActionId.NUMBER, tuple("0123456789"), "action.number", _DRILL, ActionSort.TYPES, "0-9"),
    NamedAction(ActionId.SUIT, ("m", "p", "s", "z"), "action.suit", _DRILL, ActionSort.TYPES),
    NamedAction(ActionId.NONE, ("x",), "action.none", _DRILL),
    NamedAction(ActionId.BACK, ("backspace",), "action.back", _DRILL),
    NamedAction(ActionId.PASS, ("x",), "action.pass", _CHOICE),
    NamedAction(ActionId.TSUMO, ("t",), "action.tsumo", _CHOICE),
    NamedAction(ActionId.RON, ("o",), "action.ron", _CHOICE),
    NamedAction(ActionId.RIICHI, ("r",), "action.riichi", _CHOICE),
    NamedAction(ActionId.CHI, ("c",), "action.chi", _CHOICE),
    NamedAction(ActionId.PON, ("p",), "action.pon", _CHOICE),
    NamedAction(ActionId.KAN, ("k",), "action.kan", _CHOICE),
    NamedAction(ActionId.NINE_TERMINALS, ("n",), "action.nine-terminals", _CHOICE),
    *(
        NamedAction(form, (str(number),), "action.form", _CHOICE, ActionSort.TYPES)
        for number, form in enumerate(FORMS, 1)
    ),
    NamedAction(ActionId.ASK, ("h",), "action.ask", (Place.TABLE, Place.PANEL, Place.DRILL, Place.MOMENTS)),
    NamedAction(ActionId.AUTO_WIN, ("a",), "action.auto-win", _TABLE),
    NamedAction(ActionId.NO_CALLS, ("b",), "action.no-calls", _TABLE),
    NamedAction(ActionId.AUTO_DISCARD, ("j",), "action.auto-discard", _TABLE),
    NamedAction(ActionId.AUTO_SORT, ("i",), "action.auto-sort", _TABLE),
    NamedAction(ActionId.CONFIRM_DISCARD, ("y",), "action.confirm-discard", _TABLE),
    NamedAction(ActionId.LOG, ("l",), "action.log", (Place.TABLE, Place.LOG)),
    NamedAction(ActionId.SETTINGS, ("s",), "action.settings", (Place.TABLE, Place.TITLE)),
    NamedAction(ActionId.FASTER, ("plus",), "action.faster", _TABLE),
    NamedAction(ActionId.SLOWER, ("minus",), "action.slower", _TABLE),
    NamedAction(ActionId.UNDO, ("u",), "action.undo", (Place.TABLE, Place.RESULT, Place.LESSON)),
    NamedAction(ActionId.LOOK, ("v",), "action.look", (Place.RESULT,)),
    NamedAction(ActionId.MOMENTS, ("m",), "action.moments", (Place.RESULT, Place.MOMENTS)),
    NamedAction(ActionId.NEW_GAME, ("n",), "action.new-game", (Place.TITLE,)),
    NamedAction(ActionId.CONTINUE, ("c",), "action.continue", (Place.TITLE,)),
    NamedAction(ActionId.PRACTICE, ("p",), "action.practice", (Place.TITLE,)),
    NamedAction(ActionId.FIRST_LESSON, ("t",), "action.first-lesson", (Place.TITLE,)),
    NamedAction(ActionId.ADD_KEY, ("plus",), "action.add-key", _KEYS),
    NamedAction(ActionId.NO_KEY, ("delete",), "action.no-key", _KEYS),
    NamedAction(ActionId.USUAL_KEY, ("backspace",), "action.usual-key", _KEYS),
    NamedAction(ActionId.PALETTE, ("colon",), "action.palette", _ANYWHERE),
    NamedAction(ActionId.GLOSSARY, ("g",), "action.glossary", _ANYWHERE),
    NamedAction(ActionId.HELP, ("question_mark",), "action.help", _ANYWHERE),
    NamedAction(ActionId.QUIT, ("q",), "action.quit", _ANYWHERE),
)

BY_ID: dict[ActionId, NamedAction] = {action.id: action for action in ACTIONS}
"""Every action by its name."""


def action_named(name: str) -> NamedAction | None:
    """The action of that name in a file or a text, or None."""
    return next((action for action in ACTIONS if action.id == name), None)


ALONGSIDE: dict[Place, tuple[Place, ...]] = {
    Place.CHOICE: (Place.TABLE,),
}
"""Places whose keys count as well at a place: a choice is made at the table."""


def actions_at(place: Place) -> Iterator[NamedAction]:
    """The actions that apply at a place, those that apply everywhere last."""
    for where in (place, Place.EVERYWHERE) if place is not Place.EVERYWHERE else (place,):
        yield from (action for action in ACTIONS if where in action.places)


def action_for(key: str, place: Place) -> NamedAction | None:
    """What a key that was pressed (Textual's name of it) does at a place, None for nothing."""
    return next((action for action in actions_at(place) if meant(key) in action.keys), None)


PLACE = re.compile(r"\{([a-z-]+)\}")


def with_keys(text: str) -> str:
    """The text with the key of each action that it names, or the action's words where it has no key."""
    return PLACE.sub(lambda found: BY_ID[ActionId(found[1])].named, text)
