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

_SIGNS = {
    "exclamation_mark": "!",
    "quotation_mark": '"',
    "number_sign": "#",
    "dollar_sign": "$",
    "percent_sign": "%",
    "ampersand": "&",
    "apostrophe": "'",
    "left_parenthesis": "(",
    "right_parenthesis": ")",
    "asterisk": "*",
    "plus": "+",
    "comma": ",",
    "minus": "-",
    "full_stop": ".",
    "slash": "/",
    "colon": ":",
    "semicolon": ";",
    "less_than_sign": "<",
    "equals_sign": "=",
    "greater_than_sign": ">",
    "question_mark": "?",
    "at": "@",
    "left_square_bracket": "[",
    "backslash": "\\",
    "right_square_bracket": "]",
    "circumflex_accent": "^",
    "underscore": "_",
    "grave_accent": "`",
    "left_curly_bracket": "{",
    "vertical_line": "|",
    "right_curly_bracket": "}",
    "tilde": "~",
}
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


class ActionId(StrEnum):
    """The name of an action in settings and texts."""

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
    DETAILS = "details"
    REPORT = "report"
    NOBODY_WINS = "nobody-wins"
    BACK = "back"
    PASS = "pass"
    TSUMO = "tsumo"
    RON = "ron"
    RIICHI = "riichi"
    CHI = "chi"
    PON = "pon"
    KAN = "kan"
    NINE_TERMINALS = "nine-terminals"
    TILE = "tile"
    FORM_1 = "form-1"
    FORM_2 = "form-2"
    FORM_3 = "form-3"
    FORM_4 = "form-4"
    FORM_5 = "form-5"
    SAFEST = "safest"
    ASK = "ask"
    AUTO_WIN = "auto-win"
    NO_CALLS = "no-calls"
    AUTO_DISCARD = "auto-discard"
    AUTO_SORT = "auto-sort"
    CONFIRM_DISCARD = "confirm-discard"
    PREVIOUS_HAND = "previous-hand"
    NEXT_HAND = "next-hand"
    PREVIOUS_DECISION = "previous-decision"
    NEXT_DECISION = "next-decision"
    PREVIOUS_MOMENT = "previous-moment"
    NEXT_MOMENT = "next-moment"
    HAND_RESULT = "hand-result"
    AUTOPLAY = "autoplay"
    NEXT_SEAT = "next-seat"
    OPEN_HANDS = "open-hands"
    ADVICE = "advice"
    WALL = "wall"
    JUMP = "jump"
    PLAY_ON = "play-on"
    PLAY_TWICE = "play-twice"
    SCORE_SHEET = "score-sheet"
    POSITION_CODE = "position-code"
    PICTURE = "picture"
    COMMENT = "comment"
    BOOKMARK = "bookmark"
    GAME_PAGE = "game-page"
    TOTALS = "totals"
    CHOOSE_RECORDS = "choose-records"
    TO_PRACTICE = "to-practice"
    LOG = "log"
    SETTINGS = "settings"
    FASTER = "faster"
    SLOWER = "slower"
    UNDO = "undo"
    LOOK = "look"
    MOMENTS = "moments"
    RETRY = "retry"
    SHOW_ANSWER = "show-answer"
    FILTER_CLASS = "filter-class"
    FILTER_POINTS = "filter-points"
    SORT_MOMENTS = "sort-moments"
    FU_ITEMS = "fu-items"
    CHALLENGE = "challenge"
    NEW_GAME = "new-game"
    CONTINUE = "continue"
    PRACTICE = "practice"
    FIRST_LESSON = "first-lesson"
    MY_GAMES = "my-games"
    MY_FIGURES = "my-figures"
    STATISTICS = "statistics"
    FILTER_RULES = "filter-rules"
    FILTER_TIME = "filter-time"
    FILTER_OPPONENT = "filter-opponent"
    SEARCH = "search"
    ADD_KEY = "add-key"
    NO_KEY = "no-key"
    USUAL_KEY = "usual-key"
    PALETTE = "palette"
    GLOSSARY = "glossary"
    PAYMENTS = "payments"
    RULES = "rules"
    HELP = "help"
    QUIT = "quit"


FORMS = (ActionId.FORM_1, ActionId.FORM_2, ActionId.FORM_3, ActionId.FORM_4, ActionId.FORM_5)
"""The forms of a call. Five is the maximum: a chi of three shapes, two of them with a plain or a red five."""

Chosen = Mapping[ActionId, tuple[str, ...]]
"""The keys of the actions whose keys differ from the defaults."""


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
    """The log of the game."""
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


class NamedAction(msgspec.Struct, frozen=True):
    """One action of the user."""

    id: ActionId
    default_keys: tuple[str, ...]
    """The default keys by Textual's names; the first one is shown."""
    places: tuple[Place, ...]
    sort: ActionSort = ActionSort.DOES
    together: str = ""
    """All its keys as one range: ``0-9``, or examples of what is typed; empty if each key is shown."""
    label: str = ""
    """The name of its text, if that is another than its own."""

    @property
    def keys(self) -> tuple[str, ...]:
        """The current keys; empty if the user removed them."""
        return _chosen.get(self.id, self.default_keys)

    @property
    def words(self) -> str:
        """The label in the current language."""
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
        """The display names of all its keys, for the help screen."""
        return self.together or " ".join(map(key_label, self.keys)) or NO_KEY


NO_KEY = "--"
"""Stands for "no key" in a list of keys."""

_chosen: Chosen = {}


def choose_keys(chosen: Chosen) -> bool:
    """Set the overrides of the default keys; return whether they changed."""
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

ACTIONS: tuple[NamedAction, ...] = (
    NamedAction(ActionId.UP, ("up",), (*_MENUS, *_LISTS, *_REPLAY), ActionSort.MOVES),
    NamedAction(ActionId.DOWN, ("down",), (*_MENUS, *_LISTS, *_REPLAY), ActionSort.MOVES),
    NamedAction(ActionId.LEFT, ("left",), _ACROSS, ActionSort.MOVES),
    NamedAction(ActionId.RIGHT, ("right",), _ACROSS, ActionSort.MOVES),
    NamedAction(ActionId.FIRST, ("home",), (*_CHOICE, *_MENUS, *_LISTS, *_REPLAY, *_TWICE), ActionSort.MOVES),
    NamedAction(ActionId.LAST, ("end",), (*_CHOICE, *_MENUS, *_LISTS, *_REPLAY, *_TWICE), ActionSort.MOVES),
    NamedAction(ActionId.PAGE_UP, ("pageup",), (*_TABLE, *_LONG), ActionSort.MOVES, label="page"),
    NamedAction(ActionId.PAGE_DOWN, ("pagedown",), (*_TABLE, *_LONG), ActionSort.MOVES, label="page"),
    NamedAction(ActionId.CONFIRM, ("enter", "space"), (*_MENUS, *_ENTER)),
    NamedAction(ActionId.CANCEL, ("escape",), (*_BACK, *_LISTS, *_KEYS, *_REPLAY, *_TWICE)),
    NamedAction(ActionId.ANSWER, ("enter",), (*_DRILL, *_COUNT)),
    NamedAction(ActionId.MARK, ("space",), (*_DRILL, *_COUNT)),
    NamedAction(ActionId.NUMBER, tuple("0123456789"), (*_DRILL, *_COUNT), ActionSort.TYPES, "0-9"),
    NamedAction(ActionId.SUIT, ("m", "p", "s", "z"), _DRILL, ActionSort.TYPES),
    NamedAction(ActionId.NONE, ("x",), _DRILL),
    NamedAction(ActionId.DETAILS, ("d",), _DRILL),
    NamedAction(ActionId.REPORT, ("r",), _DRILL),
    NamedAction(ActionId.NOBODY_WINS, ("n",), _DRILL),
    NamedAction(ActionId.BACK, ("backspace",), _DRILL),
    NamedAction(ActionId.PASS, ("x",), _CHOICE),
    NamedAction(ActionId.TSUMO, ("t",), _CHOICE),
    NamedAction(ActionId.RON, ("o",), _CHOICE),
    NamedAction(ActionId.RIICHI, ("r",), _CHOICE),
    NamedAction(ActionId.CHI, ("c",), _CHOICE),
    NamedAction(ActionId.PON, ("p",), _CHOICE),
    NamedAction(ActionId.KAN, ("k",), _CHOICE),
    NamedAction(ActionId.NINE_TERMINALS, ("n",), _CHOICE),
    NamedAction(ActionId.TILE, (), _CHOICE, ActionSort.TYPES, "3s 0p 1z"),
    *(
        NamedAction(form, (str(number),), _CHOICE, ActionSort.TYPES, label="form")
        for number, form in enumerate(FORMS, 1)
    ),
    NamedAction(ActionId.SAFEST, ("tab",), _CHOICE),
    NamedAction(ActionId.ASK, ("h",), (Place.TABLE, Place.PANEL, Place.DRILL, Place.MOMENTS, *_REPLAY)),
    NamedAction(ActionId.AUTO_WIN, ("a",), _TABLE),
    NamedAction(ActionId.NO_CALLS, ("b",), _TABLE),
    NamedAction(ActionId.AUTO_DISCARD, ("j",), _TABLE),
    NamedAction(ActionId.AUTO_SORT, ("i",), _TABLE),
    NamedAction(ActionId.CONFIRM_DISCARD, ("y",), _TABLE),
    NamedAction(ActionId.LOG, ("l",), (Place.TABLE, Place.LOG, *_REPLAY)),
    NamedAction(ActionId.SETTINGS, ("s",), (Place.TABLE, Place.TITLE)),
    NamedAction(ActionId.FASTER, ("plus",), (*_TABLE, *_REPLAY, *_TWICE)),
    NamedAction(ActionId.SLOWER, ("minus",), (*_TABLE, *_REPLAY, *_TWICE)),
    NamedAction(ActionId.UNDO, ("u",), (Place.TABLE, Place.RESULT, Place.LESSON)),
    NamedAction(ActionId.LOOK, ("v",), (Place.RESULT,)),
    NamedAction(ActionId.MOMENTS, ("m",), (Place.RESULT, Place.MOMENTS, *_REPLAY, *_REVIEW, *_GAMES)),
    NamedAction(ActionId.RETRY, ("r",), (*_REPLAY, *_REVIEW)),
    NamedAction(ActionId.SHOW_ANSWER, ("v",), (Place.RETRY,)),
    NamedAction(ActionId.FILTER_CLASS, ("c",), _REVIEW),
    NamedAction(ActionId.FILTER_POINTS, ("p",), _REVIEW),
    NamedAction(ActionId.SORT_MOMENTS, ("o",), _REVIEW),
    NamedAction(
        ActionId.PREVIOUS_HAND,
        ("left_square_bracket", "pageup"),
        _REPLAY,
        ActionSort.MOVES,
    ),
    NamedAction(
        ActionId.NEXT_HAND,
        ("right_square_bracket", "pagedown"),
        _REPLAY,
        ActionSort.MOVES,
    ),
    NamedAction(ActionId.PREVIOUS_DECISION, ("b",), _REPLAY, ActionSort.MOVES),
    NamedAction(ActionId.NEXT_DECISION, ("n",), _REPLAY, ActionSort.MOVES),
    NamedAction(ActionId.PREVIOUS_MOMENT, ("comma",), _REPLAY, ActionSort.MOVES),
    NamedAction(ActionId.NEXT_MOMENT, ("full_stop",), (*_REPLAY, Place.RETRY), ActionSort.MOVES),
    NamedAction(ActionId.HAND_RESULT, ("enter",), _REPLAY),
    NamedAction(ActionId.AUTOPLAY, ("space",), (*_REPLAY, *_TWICE)),
    NamedAction(ActionId.NEXT_SEAT, ("v",), _REPLAY),
    NamedAction(ActionId.OPEN_HANDS, ("o",), _REPLAY),
    NamedAction(ActionId.ADVICE, ("d",), _REPLAY),
    NamedAction(ActionId.WALL, ("w",), _REPLAY),
    NamedAction(ActionId.JUMP, ("j",), _REPLAY),
    NamedAction(ActionId.PLAY_ON, ("e",), _REPLAY),
    NamedAction(ActionId.PLAY_TWICE, ("i",), (*_REPLAY, *_REVIEW, *_TWICE, Place.MOMENTS)),
    NamedAction(ActionId.SCORE_SHEET, ("p",), _REPLAY),
    NamedAction(ActionId.POSITION_CODE, ("c",), _REPLAY),
    NamedAction(ActionId.PICTURE, ("x",), (*_REPLAY, *_TWICE)),
    NamedAction(ActionId.COMMENT, ("a",), _REPLAY),
    NamedAction(ActionId.BOOKMARK, ("f",), _REPLAY),
    NamedAction(ActionId.GAME_PAGE, ("x",), (*_GAMES, *_TOTALS)),
    NamedAction(ActionId.TOTALS, ("c",), _GAMES),
    NamedAction(ActionId.CHOOSE_RECORDS, ("f",), _TOTALS),
    NamedAction(ActionId.TO_PRACTICE, ("p",), _TOTALS),
    NamedAction(ActionId.FU_ITEMS, ("tab",), _COUNT),
    NamedAction(ActionId.CHALLENGE, ("c",), (Place.OPEN_WIN,)),
    NamedAction(ActionId.NEW_GAME, ("n",), (Place.TITLE,)),
    NamedAction(ActionId.CONTINUE, ("c",), (Place.TITLE,)),
    NamedAction(ActionId.PRACTICE, ("p",), (Place.TITLE,)),
    NamedAction(ActionId.FIRST_LESSON, ("t",), (Place.TITLE,)),
    NamedAction(ActionId.MY_GAMES, ("m",), (Place.TITLE,)),
    NamedAction(ActionId.MY_FIGURES, ("f",), (Place.TITLE,), label="statistics"),
    NamedAction(ActionId.SEARCH, ("slash",), _GAMES),
    NamedAction(ActionId.STATISTICS, ("t",), _GAMES),
    NamedAction(ActionId.FILTER_RULES, ("r",), _STATISTICS),
    NamedAction(ActionId.FILTER_TIME, ("t",), _STATISTICS),
    NamedAction(ActionId.FILTER_OPPONENT, ("o",), _STATISTICS),
    NamedAction(ActionId.ADD_KEY, ("plus",), _KEYS),
    NamedAction(ActionId.NO_KEY, ("delete",), _KEYS),
    NamedAction(ActionId.USUAL_KEY, ("backspace",), _KEYS),
    NamedAction(ActionId.PALETTE, ("colon",), _ANYWHERE),
    NamedAction(ActionId.GLOSSARY, ("g",), _ANYWHERE),
    NamedAction(ActionId.PAYMENTS, ("equals_sign",), _ANYWHERE),
    NamedAction(ActionId.RULES, ("asterisk",), _ANYWHERE),
    NamedAction(ActionId.HELP, ("question_mark",), _ANYWHERE),
    NamedAction(ActionId.QUIT, ("q",), _ANYWHERE),
)

BY_ID: dict[ActionId, NamedAction] = {action.id: action for action in ACTIONS}
"""Every action by its id."""


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
    return next((action for action in actions_at(place) if meant(key) in action.keys), None)


PLACE = re.compile(r"\{([a-z-]+)\}")


def actions_in(text: str) -> tuple[ActionId, ...]:
    """The actions that a text names as ``{action}``."""
    return tuple(dict.fromkeys(map(ActionId, PLACE.findall(text))))


def with_keys(text: str) -> str:
    """Replace each ``{action}`` in a text by the action's key, or by its label if it has no key."""
    return PLACE.sub(lambda found: BY_ID[ActionId(found[1])].named, text)
