"""The keys that an action can have: their names, as Textual has them, and how they are written and read.

There are letters, punctuation, and keys with a name such as Enter or F5, but none with Ctrl, Alt or Shift:
terminals and their multiplexers keep those for themselves.
"""

from __future__ import annotations

from tui.i18n.layout import width
from tui.i18n.texts import t

_ARROWS = ("up", "down", "left", "right")
"""Their words stand in the catalogue: what is printed on them is a picture."""
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
"""Keys with a name of their own, and the word that stands for them on the screen."""

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
"""Punctuation by Textual's names of it."""
_NAMES = {" ": "space", **{sign: name for name, sign in _SIGNS.items()}}
_MODIFIED = ("ctrl+", "alt+", "shift+", "meta+", "super+", "hyper+")
LONGEST_QUOTE = 20
"""Of what was written, in a message."""


class NoKey(ValueError):
    """What was written or pressed is no key that an action can have; the message says why."""


def key_word(key: str) -> str:
    """A key as a person reads it: ``Esc`` for Textual's ``escape``, ``?`` for its ``question_mark``."""
    if key in _ARROWS:
        return t(f"keys.arrows.{key}")
    return _WORDS.get(key) or _SIGNS.get(key, key)


def meant(key: str) -> str:
    """The key that is meant by one that was pressed: with caps lock on, letters still mean what they say."""
    return key.lower() if len(key) == 1 else key


def read_key(written: str) -> str:
    """Textual's name of a key that is written as a character or by its name; raises NoKey.

    A digit is refused: digits are numbers, of answers, of the forms of a call, of a seed.
    """
    key = _NAMES.get(written) or meant(written.strip())
    name = key.lower()
    if name.startswith(_MODIFIED):
        raise NoKey(t("keys.modified", key=name[:LONGEST_QUOTE]))
    if len(key) == 1 and key.isdecimal():
        raise NoKey(t("keys.digit", key=key))
    if len(key) == 1 and key.isalpha() and width(key) == 1:
        return key
    if name in _ARROWS or name in _WORDS or name in _SIGNS:
        return name
    raise NoKey(t("keys.no-such", key=written[:LONGEST_QUOTE]))


def written_key(key: str) -> str:
    """How a file spells a key: punctuation as it is, other keys by their names."""
    return _SIGNS.get(key, key)
