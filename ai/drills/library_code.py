"""The code of a position of the library, such as ``safe-0412`` or ``safe-0412-b3-ema``: the same for ever.

The number is that of the position among those of its kind. Two things may follow: the form, which is the same
question with other tiles, and the preset, if it is another one than that under which the position was found.
The letter of a form says which suit stands for which, the digit how the dragons are turned and whether the
numbers are mirrored; ``a1`` is the position itself and is not written. Case does not matter.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from ai.drills.isomorphs import ISOMORPHS, SUITS, exchange_of
from ai.drills.question import LEVELS, DrillKind
from ai.drills.question_code import UnknownCode
from ai.drills.tile_exchange import Exchange
from engine.rules import PRESETS

DIGITS, MOST_DIGITS = 4, 9
"""The least and the greatest number of digits of a number."""
FORMS: int = ISOMORPHS + 1
"""The forms of a position; 0 is the position itself."""
_OLD_WORDS: Mapping[str, DrillKind] = {
    **{kind.value: kind for kind in DrillKind},
    "way": DrillKind.WAY_OUT,
    "pass": DrillKind.PASSING,
    "push": DrillKind.PUSH_FOLD,
}
"""How codes began that told a kind, a level and a seed."""
_OLD = re.compile(rf"([a-z-]+?)-([{LEVELS[0]}-{LEVELS[-1]}])-\S+")
_FORM = re.compile(r"[a-z]\d")


class OldCode(UnknownCode):
    """A code of the time when questions were made of dice: it tells kind and level, its question is lost."""

    def __init__(self, text: str, kind: DrillKind, level: int) -> None:
        super().__init__(
            f"'{text}' is a code of an earlier version, and its question cannot be asked any more"
        )
        self.kind = kind
        self.level = level


class LibraryCode(NamedTuple):
    """What a code says."""

    kind: DrillKind
    number: int
    form: int = 0
    rules: str = ""
    """The name of a preset; empty for the one under which the position was found."""

    @property
    def base(self) -> LibraryCode:
        """The position itself."""
        return LibraryCode(self.kind, self.number)

    def __str__(self) -> str:
        """The code as text."""
        fields = [f"{self.kind.value}-{self.number:0{DIGITS}}"]
        fields += [form_name(self.form)] if self.form else []
        return "-".join(fields + ([self.rules] if self.rules else []))


def exchange(form: int) -> Exchange:
    """The exchange of tiles that makes a form, 0 to 35; the first one changes nothing."""
    return exchange_of(form) if form else Exchange(SUITS[0])


def form_name(form: int) -> str:
    """The letter and the digit of a form."""
    found = exchange(form)
    suits = SUITS.index((found.suits[0], found.suits[1], found.suits[2]))
    return f"{chr(ord('a') + suits)}{1 + 2 * found.dragons + found.mirrored}"


_FORMS: Mapping[str, int] = {form_name(form): form for form in range(FORMS)}


def read_library_code(text: str) -> LibraryCode:
    """Parse a code; raises OldCode for an old one, and UnknownCode for anything else that is none."""
    told = text.strip()
    code = told.lower()
    old = _OLD.fullmatch(code)
    if old is not None and old[1] in _OLD_WORDS:
        raise OldCode(told, _OLD_WORDS[old[1]], int(old[2]))
    kind = next((kind for kind in DrillKind if code == kind or code.startswith(f"{kind.value}-")), None)
    if kind is None:
        word = told.partition("-")[0]
        raise UnknownCode(f"no question begins with '{word}' (there are: {', '.join(DrillKind)})")
    number, *rest = code.removeprefix(kind.value).removeprefix("-").split("-")
    if not (number.isascii() and number.isdigit()) or not DIGITS <= len(number) <= MOST_DIGITS:
        raise UnknownCode(f"'{number}' is no number of a question: those have {DIGITS} digits, such as 0412")
    form = 0
    if rest and _FORM.fullmatch(rest[0]):
        if rest[0] not in _FORMS:
            raise UnknownCode(f"'{rest[0]}' is no form: those go from a1 to f6")
        form = _FORMS[rest.pop(0)]
    rules = "-".join(rest)
    if rest and rules not in PRESETS:
        raise UnknownCode(f"there is no ruleset '{rules}' (there are: {', '.join(PRESETS)})")
    return LibraryCode(kind, int(number), form, rules)
