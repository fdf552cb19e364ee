"""The code of a question that is made, such as ``safe-3-K7Q2``: kind, level and seed.

The seed is written in base 32. Two things may follow: the number of an isomorph (``safe-3-K7Q2.5``), which is
the same question with other suits and numbers, and the ruleset for which it was made (``safe-3-K7Q2-wrc``).
Without a ruleset the seed chooses one of the presets. Practice knows no such codes: its positions have
numbers (``ai.drills.library_code``).
"""

from __future__ import annotations

from typing import NamedTuple

from ai.drills.question import LEVELS, DrillKind
from ai.drills.question_code import ALPHABET, UnknownCode
from engine.rules import PRESETS

SHORTEST = 4
"""The least number of letters of a seed."""
SEEDS: int = len(ALPHABET) ** SHORTEST
"""Seeds below this have the shortest code."""


class QuestionCode(NamedTuple):
    """What a code says."""

    kind: DrillKind
    level: int
    seed: int
    rules: str = ""
    """The name of the preset to which the question is fixed; empty if the seed chooses it."""
    isomorph: int = 0
    """Which isomorph it is; 0 is the question itself."""

    @property
    def base(self) -> QuestionCode:
        """The question of which this is an isomorph."""
        return self._replace(isomorph=0)

    def __str__(self) -> str:
        """The code as text; the seed must be 0 or more."""
        code = f"{self.kind}-{self.level}-{_letters(self.seed)}"
        if self.isomorph:
            code += f".{self.isomorph}"
        return f"{code}-{self.rules}" if self.rules else code


def write_code(kind: DrillKind, level: int, seed: int, rules: str = "") -> str:
    """The code of a question; ``seed`` must be 0 or more."""
    return str(QuestionCode(kind, level, seed, rules))


def _letters(seed: int) -> str:
    letters = ""
    while seed or len(letters) < SHORTEST:
        seed, digit = divmod(seed, len(ALPHABET))
        letters = ALPHABET[digit] + letters
    return letters


def _begun(text: str) -> tuple[str, str]:
    """The kind that a code begins with, and the rest; kinds may hold a hyphen themselves."""
    for kind in DrillKind:
        if text.lower().startswith(f"{kind}-") or text.lower() == kind:
            return text[: len(kind)], text[len(kind) + 1 :]
    word, _, rest = text.partition("-")
    return word, rest


def read_code(text: str) -> QuestionCode:
    """Parse a code; raises UnknownCode."""
    word, rest = _begun(text.strip())
    level, _, rest = rest.partition("-")
    rest, dash, rules = rest.partition("-")
    letters, point, isomorph = rest.partition(".")
    kind = next((kind for kind in DrillKind if kind.value == word.lower()), None)
    if kind is None:
        raise UnknownCode(f"no question begins with '{word}' (there are: {', '.join(DrillKind)})")
    if level not in map(str, LEVELS):
        raise UnknownCode(f"'{level}' is no level (they go from {LEVELS[0]} to {LEVELS[-1]})")
    if len(letters) < SHORTEST:
        raise UnknownCode(f"'{text.strip()}' is too short: a code ends with {SHORTEST} letters or digits")
    if point and not (isomorph.isascii() and isomorph.isdigit()):
        raise UnknownCode(f"'{isomorph}' is no number: a code may end with one, such as .5")
    if dash and rules.lower() not in PRESETS:
        raise UnknownCode(f"there is no ruleset '{rules}' (there are: {', '.join(PRESETS)})")
    seed = 0
    for letter in letters.upper():
        if letter not in ALPHABET:
            raise UnknownCode(f"'{letter}' is never part of a code")
        seed = seed * len(ALPHABET) + ALPHABET.index(letter)
    return QuestionCode(kind, int(level), seed, rules.lower(), int(isomorph or 0))
