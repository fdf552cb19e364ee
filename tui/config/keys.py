"""The keys that an action can have: Textual's names, display names, parsing and formatting.

Allowed are letters, punctuation and named keys such as Enter or F5. Keys with Ctrl, Alt or Shift are not
allowed, because terminals and multiplexers reserve them.
"""

from __future__ import annotations

from tui.i18n.layout import width
from tui.i18n.texts import t

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
    """The key without the effect of caps lock: letters in lower case."""
    return key.lower() if len(key) == 1 else key


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
