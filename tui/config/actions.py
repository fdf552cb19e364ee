"""The keys that an action can have, and the table of all user actions.

Allowed are letters, punctuation and named keys such as Enter or F5. Keys with Ctrl, Alt or Shift are not
allowed, because terminals and multiplexers reserve them. Keys have Textual's names.

The table names each action with its default keys, its label, and the places where it applies. Key bindings,
the footer, the help screen, the palette, the mouse and the documentation all read it. ``choose_keys`` sets
overrides of the default keys; ``NamedAction.keys`` are the current keys.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from enum import StrEnum
from string import punctuation
from typing import Self
from unicodedata import name as unicode_name
from unicodedata import normalize

import msgspec

from tui.i18n import t, width

_ARROWS = ("up", "down", "left", "right")
"""Their display names are in the catalogue, because the keys are printed with arrows."""
_WORDS = {
    "home": "Home",
    "end": "End",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "enter": "Enter",
    "space": "Space",
    "escape": "Esc",
    "backspace": "Backspace",
    "tab": "Tab",
    "insert": "Ins",
    "delete": "Del",
    **{f"f{number}": f"F{number}" for number in range(1, 13)},
}
"""Display names of named keys."""

_CALLED = {
    "commercial_at": "at",
    "hyphen_minus": "minus",
    "low_line": "underscore",
    "plus_sign": "plus",
    "reverse_solidus": "backslash",
    "solidus": "slash",
}
"""Textual's names of signs that have another one in Unicode."""


def _sign_name(sign: str) -> str:
    named = unicode_name(sign).lower().replace(" ", "_").replace("-", "_")
    return _CALLED.get(named, named)


_SIGNS = {_sign_name(sign): sign for sign in punctuation}
"""Punctuation by Textual's names."""
_NAMES = {" ": "space", **{sign: name for name, sign in _SIGNS.items()}}
_MODIFIED = ("ctrl+", "alt+", "shift+", "meta+", "super+", "hyper+")
MAX_QUOTE = 20
"""The maximum number of characters of user input that a message quotes."""


class InvalidKey(ValueError):
    """The written or pressed key is not allowed; the message gives the reason."""


def key_label(key: str) -> str:
    """The display name of a key: ``Esc`` for Textual's ``escape``, ``?`` for its ``question_mark``."""
    if key in _ARROWS:
        return t(f"keys.arrows.{key}")
    return _WORDS.get(key) or _SIGNS.get(key, key)


def meant(key: str) -> str:
    """The key without the effect of caps lock or an input method: plain letters and signs, in lower case."""
    if len(key) == 1:
        return normalize("NFKC", key).lower()
    return "space" if key == "ideographic_space" else key.removeprefix("fullwidth_")


def parse_key(written: str) -> str:
    """Textual's name of a key that is written as a character or by its name; raises InvalidKey.

    Digits are refused: they type numbers (answers, forms of a call, seeds).
    """
    key = _NAMES.get(written) or meant(written.strip())
    name = key.lower()
    if name.startswith(_MODIFIED):
        raise InvalidKey(t("keys.modified", key=name[:MAX_QUOTE]))
    if len(key) == 1 and key.isdecimal():
        raise InvalidKey(t("keys.digit", key=key))
    if len(key) == 1 and key.isalpha() and width(key) == 1:
        return key
    if name in _ARROWS or name in _WORDS or name in _SIGNS:
        return name
    raise InvalidKey(t("keys.no-such", key=written[:MAX_QUOTE]))


def format_key(key: str) -> str:
    """A key as the settings file spells it: punctuation as the character, other keys by name."""
    return _SIGNS.get(key, key)


class Place(StrEnum):
    """Where an action applies."""

    EVERYWHERE = "everywhere"
    TITLE = "title"
    MENU = "menu"
    """A list of entries: a new game, a dialog."""
    TABLE = "table"
    """The table at any time."""
    CHOICE = "choice"
    """The table while the player has a decision to make."""
    RESULT = "result"
    """The screens at the end of a hand and of the game."""
    PANEL = "panel"
    """The page that explains one tile."""
    GLOSSARY = "glossary"
    DRILL = "drill"
    """A practice question and its explanation."""
    LESSON = "lesson"
    """A lesson in progress, and the review of its choices."""
    MOMENTS = "moments"
    """The moments of a finished hand, each with the table at that time."""
    LOG = "log"
    KEYS = "keys"
    """The page on which keys are changed."""
    GAMES = "games"
    """The list of one's own games."""
    REPLAY = "replay"
    """A record stepped through at the table."""
    STATISTICS = "statistics"
    """The figures over one's own games."""
    TOTALS = "totals"
    """What mistakes cost in many games."""
    REVIEW = "review"
    """The list of moments of a record."""
    RETRY = "retry"
    """A moment of a record that is asked again."""
    TWICE = "twice"
    """A hand of a record played twice, two tables side by side."""
    COUNT = "count"
    """The own win that is said step by step."""
    OPEN_WIN = "open-win"
    """A win of another player that can be challenged."""


class ActionSort(StrEnum):
    """The kind of an action."""

    DOES = "does"
    """It does something; the palette lists it."""
    MOVES = "moves"
    """It moves the cursor or scrolls the text."""
    TYPES = "types"
    """It types the number or the letter of its key, so its keys are fixed."""


_CHOICE = (Place.CHOICE,)
_ANYWHERE = (Place.EVERYWHERE,)
_TABLE = (Place.TABLE,)
_KEYS = (Place.KEYS,)
_MENUS = (Place.TITLE, Place.MENU, Place.KEYS)
_CANCEL = (Place.CHOICE, Place.MENU)
_BACK = (*_CANCEL, Place.TITLE)
_DRILL = (Place.DRILL,)
_PAGES = (Place.PANEL, Place.GLOSSARY, Place.DRILL, Place.LOG)
_GAMES = (Place.GAMES,)
_REPLAY = (Place.REPLAY,)
_STATISTICS = (Place.STATISTICS,)
_REVIEW = (Place.REVIEW,)
_TOTALS = (Place.TOTALS,)
_TWICE = (Place.TWICE,)
_COUNT = (Place.COUNT,)
_RECORDS = (*_GAMES, *_STATISTICS, *_REVIEW, *_TOTALS)
_ACROSS = (*_CANCEL, *_COUNT, *_PAGES, *_REPLAY, *_STATISTICS, *_TWICE)
_LISTS = (*_PAGES, *_COUNT, Place.MOMENTS, Place.LESSON, *_RECORDS)
_LONG = (*_PAGES, Place.KEYS, *_RECORDS)
_ENTER = (Place.CHOICE, Place.RESULT, Place.OPEN_WIN, Place.GLOSSARY, Place.MOMENTS, Place.LESSON, *_RECORDS)


class ActionId(StrEnum):
    """All actions, by their names in settings and texts, in the order of the help.

    Behind each name stand its default keys by Textual's names, the first of which is shown; the places where
    it applies; its sort, if it moves a cursor or types; all its keys as one range or as examples, if not each
    is shown; the name of its text, if that is another than its own.
    """

    default_keys: tuple[str, ...]
    places: tuple[Place, ...]
    sort: ActionSort
    together: str
    label: str

    def __new__(
        cls,
        name: str,
        default_keys: tuple[str, ...] = (),
        places: tuple[Place, ...] = (),
        sort: ActionSort = ActionSort.DOES,
        together: str = "",
        label: str = "",
    ) -> Self:
        action = str.__new__(cls, name)
        action._value_, action.default_keys, action.places = name, default_keys, places
        action.sort, action.together, action.label = sort, together, label
        return action

    UP = "up", ("up",), (*_MENUS, *_LISTS, *_REPLAY), ActionSort.MOVES
    DOWN = "down", ("down",), (*_MENUS, *_LISTS, *_REPLAY), ActionSort.MOVES
    LEFT = "left", ("left",), _ACROSS, ActionSort.MOVES
    RIGHT = "right", ("right",), _ACROSS, ActionSort.MOVES
    FIRST = "first", ("home",), (*_CHOICE, *_MENUS, *_LISTS, *_REPLAY, *_TWICE), ActionSort.MOVES
    LAST = "last", ("end",), (*_CHOICE, *_MENUS, *_LISTS, *_REPLAY, *_TWICE), ActionSort.MOVES
    PAGE_UP = "page-up", ("pageup",), (*_TABLE, *_LONG), ActionSort.MOVES, "", "page"
    PAGE_DOWN = "page-down", ("pagedown",), (*_TABLE, *_LONG), ActionSort.MOVES, "", "page"
    CONFIRM = "confirm", ("enter", "space"), (*_MENUS, *_ENTER)
    CANCEL = "cancel", ("escape",), (*_BACK, *_LISTS, *_KEYS, *_REPLAY, *_TWICE)
    ANSWER = "answer", ("enter",), (*_DRILL, *_COUNT)
    MARK = "mark", ("space",), (*_DRILL, *_COUNT)
    NUMBER = "number", tuple("0123456789"), (*_DRILL, *_COUNT), ActionSort.TYPES, "0-9"
    SUIT = "suit", ("m", "p", "s", "z"), _DRILL, ActionSort.TYPES
    NONE = "none", ("x",), _DRILL
    DETAILS = "details", ("d",), _DRILL
    REPORT = "report", ("r",), _DRILL
    NOBODY_WINS = "nobody-wins", ("n",), _DRILL
    BACK = "back", ("backspace",), _DRILL
    PASS = "pass", ("x",), _CHOICE
    TSUMO = "tsumo", ("t",), _CHOICE
    RON = "ron", ("o",), _CHOICE
    RIICHI = "riichi", ("r",), _CHOICE
    CHI = "chi", ("c",), _CHOICE
    PON = "pon", ("p",), _CHOICE
    KAN = "kan", ("k",), _CHOICE
    NINE_TERMINALS = "nine-terminals", ("n",), _CHOICE
    TILE = "tile", (), _CHOICE, ActionSort.TYPES, "3s 0p 1z"
    FORM_1 = "form-1", ("1",), _CHOICE, ActionSort.TYPES, "", "form"
    FORM_2 = "form-2", ("2",), _CHOICE, ActionSort.TYPES, "", "form"
    FORM_3 = "form-3", ("3",), _CHOICE, ActionSort.TYPES, "", "form"
    FORM_4 = "form-4", ("4",), _CHOICE, ActionSort.TYPES, "", "form"
    FORM_5 = "form-5", ("5",), _CHOICE, ActionSort.TYPES, "", "form"
    SAFEST = "safest", ("tab",), _CHOICE
    ASK = "ask", ("h",), (Place.TABLE, Place.PANEL, Place.DRILL, Place.MOMENTS, *_REPLAY)
    AUTO_WIN = "auto-win", ("a",), _TABLE
    NO_CALLS = "no-calls", ("b",), _TABLE
    AUTO_DISCARD = "auto-discard", ("j",), _TABLE
    AUTO_SORT = "auto-sort", ("i",), _TABLE
    CONFIRM_DISCARD = "confirm-discard", ("y",), _TABLE
    LOG = "log", ("l",), (Place.TABLE, Place.LOG, *_REPLAY)
    SETTINGS = "settings", ("s",), (Place.TABLE, Place.TITLE)
    FASTER = "faster", ("plus",), (*_TABLE, *_REPLAY, *_TWICE)
    SLOWER = "slower", ("minus",), (*_TABLE, *_REPLAY, *_TWICE)
    UNDO = "undo", ("u",), (Place.TABLE, Place.RESULT, Place.LESSON)
    LOOK = "look", ("v",), (Place.RESULT,)
    MOMENTS = "moments", ("m",), (Place.RESULT, Place.MOMENTS, *_REPLAY, *_REVIEW, *_GAMES)
    RETRY = "retry", ("r",), (*_REPLAY, *_REVIEW)
    SHOW_ANSWER = "show-answer", ("v",), (Place.RETRY,)
    FILTER_CLASS = "filter-class", ("c",), _REVIEW
    FILTER_POINTS = "filter-points", ("p",), _REVIEW
    SORT_MOMENTS = "sort-moments", ("o",), _REVIEW
    PREVIOUS_HAND = "previous-hand", ("left_square_bracket", "pageup"), _REPLAY, ActionSort.MOVES
    NEXT_HAND = "next-hand", ("right_square_bracket", "pagedown"), _REPLAY, ActionSort.MOVES
    PREVIOUS_DECISION = "previous-decision", ("b",), _REPLAY, ActionSort.MOVES
    NEXT_DECISION = "next-decision", ("n",), _REPLAY, ActionSort.MOVES
    PREVIOUS_MOMENT = "previous-moment", ("comma",), _REPLAY, ActionSort.MOVES
    NEXT_MOMENT = "next-moment", ("full_stop",), (*_REPLAY, Place.RETRY), ActionSort.MOVES
    HAND_RESULT = "hand-result", ("enter",), _REPLAY
    AUTOPLAY = "autoplay", ("space",), (*_REPLAY, *_TWICE)
    NEXT_SEAT = "next-seat", ("v",), _REPLAY
    OPEN_HANDS = "open-hands", ("o",), _REPLAY
    ADVICE = "advice", ("d",), _REPLAY
    WALL = "wall", ("w",), _REPLAY
    JUMP = "jump", ("j",), _REPLAY
    PLAY_ON = "play-on", ("e",), _REPLAY
    PLAY_TWICE = "play-twice", ("i",), (*_REPLAY, *_REVIEW, *_TWICE, Place.MOMENTS)
    SCORE_SHEET = "score-sheet", ("p",), _REPLAY
    POSITION_CODE = "position-code", ("c",), _REPLAY
    PICTURE = "picture", ("x",), (*_REPLAY, *_TWICE)
    COMMENT = "comment", ("a",), _REPLAY
    BOOKMARK = "bookmark", ("f",), _REPLAY
    GAME_PAGE = "game-page", ("x",), (*_GAMES, *_TOTALS)
    TOTALS = "totals", ("c",), _GAMES
    CHOOSE_RECORDS = "choose-records", ("f",), _TOTALS
    TO_PRACTICE = "to-practice", ("p",), _TOTALS
    FU_ITEMS = "fu-items", ("tab",), _COUNT
    CHALLENGE = "challenge", ("c",), (Place.OPEN_WIN,)
    NEW_GAME = "new-game", ("n",), (Place.TITLE,)
    CONTINUE = "continue", ("c",), (Place.TITLE,)
    PRACTICE = "practice", ("p",), (Place.TITLE,)
    FIRST_LESSON = "first-lesson", ("t",), (Place.TITLE,)
    MY_GAMES = "my-games", ("m",), (Place.TITLE,)
    MY_FIGURES = "my-figures", ("f",), (Place.TITLE,), ActionSort.DOES, "", "statistics"
    SEARCH = "search", ("slash",), _GAMES
    STATISTICS = "statistics", ("t",), _GAMES
    FILTER_RULES = "filter-rules", ("r",), _STATISTICS
    FILTER_TIME = "filter-time", ("t",), _STATISTICS
    FILTER_OPPONENT = "filter-opponent", ("o",), _STATISTICS
    ADD_KEY = "add-key", ("plus",), _KEYS
    NO_KEY = "no-key", ("delete",), _KEYS
    USUAL_KEY = "usual-key", ("backspace",), _KEYS
    PALETTE = "palette", ("colon",), _ANYWHERE
    GLOSSARY = "glossary", ("g",), _ANYWHERE
    PAYMENTS = "payments", ("equals_sign",), _ANYWHERE
    RULES = "rules", ("asterisk",), _ANYWHERE
    HELP = "help", ("question_mark",), _ANYWHERE
    QUIT = "quit", ("q",), _ANYWHERE


FORMS = (ActionId.FORM_1, ActionId.FORM_2, ActionId.FORM_3, ActionId.FORM_4, ActionId.FORM_5)
"""The forms of a call. Five is the maximum: a chi of three shapes, two of them with a plain or a red five."""

Chosen = Mapping[ActionId, tuple[str, ...]]
"""The keys of the actions whose keys differ from the defaults."""


class NamedAction(msgspec.Struct, frozen=True):
    """One action of the user."""

    id: ActionId
    default_keys: tuple[str, ...]
    places: tuple[Place, ...]
    sort: ActionSort
    together: str
    label: str

    @property
    def keys(self) -> tuple[str, ...]:
        """The current keys; empty if the user removed them."""
        return _chosen.get(self.id, self.default_keys)

    @property
    def words(self) -> str:
        return t(f"action.{self.label or self.id}")

    @property
    def alone(self) -> str:
        """A label that is unique: the default key is appended if another action has the same label."""
        words = self.words
        same = sum(other.words == words for other in ACTIONS)
        return f"{words} ({key_label(self.default_keys[0])})" if same > 1 else words

    @property
    def key(self) -> str:
        """The display name of its first key: ``Enter``, ``r``; empty if it has none."""
        return key_label(self.keys[0]) if self.keys else ""

    @property
    def named(self) -> str:
        """The display name of its first key, or its label if it has no key."""
        return self.key or self.words

    @property
    def all_keys(self) -> str:
        return self.together or " ".join(map(key_label, self.keys)) or NO_KEY


NO_KEY = "--"
"""Stands for "no key" in a list of keys."""

_chosen: Chosen = {}


def choose_keys(chosen: Chosen) -> bool:
    """Set the overrides of the default keys; return whether they changed."""
    global _chosen
    before, _chosen = _chosen, chosen
    return before != chosen


ACTIONS: tuple[NamedAction, ...] = tuple(
    NamedAction(id, id.default_keys, id.places, id.sort, id.together, id.label) for id in ActionId
)

BY_ID: dict[ActionId, NamedAction] = {action.id: action for action in ACTIONS}


def action_named(name: str) -> NamedAction | None:
    """The action of a name from a file or a text, or None."""
    return next((action for action in ACTIONS if action.id == name), None)


ALONGSIDE: dict[Place, tuple[Place, ...]] = {
    Place.CHOICE: (Place.TABLE,),
    Place.RETRY: (Place.CHOICE,),
}
"""Places whose keys are active at another place too: a choice is made at the table."""


def actions_at(place: Place) -> Iterator[NamedAction]:
    """The actions that apply at a place, those that apply everywhere last."""
    for where in (place, Place.EVERYWHERE) if place is not Place.EVERYWHERE else (place,):
        yield from (action for action in ACTIONS if where in action.places)


def action_for(key: str, place: Place) -> NamedAction | None:
    """The action of a pressed key (Textual's name) at a place, or None."""
    pressed = meant(key)
    return next((action for action in actions_at(place) if pressed in action.keys), None)


PLACE = r"\{([a-z-]+)\}"


def actions_in(text: str) -> tuple[ActionId, ...]:
    """The actions that a text names as ``{action}``."""
    return tuple(dict.fromkeys(map(ActionId, re.findall(PLACE, text))))


def with_keys(text: str) -> str:
    """Replace each ``{action}`` in a text by the action's key, or by its label if it has no key."""
    return re.sub(PLACE, lambda found: BY_ID[ActionId(found[1])].named, text)
