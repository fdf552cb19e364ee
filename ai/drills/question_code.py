"""The short code of a question, such as ``way-3-K7Q2``: kind, level and seed.

The seed is written in base 32 without 0, 1, I and O, which are easily confused; case does not matter.
"""

from __future__ import annotations

from ai.drills.question import LEVELS, DrillKind

ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
SHORTEST = 4
"""The least number of letters of a seed."""
SEEDS: int = len(ALPHABET) ** SHORTEST
"""Seeds below this have the shortest code."""

OWN = "own-"
"""The beginning of the code of a question about an own game, which is stored and not generated."""

WORDS: dict[DrillKind, str] = {
    DrillKind.WAITS: "waits",
    DrillKind.FURITEN: "furiten",
    DrillKind.RON: "ron",
    DrillKind.WAY_OUT: "way",
    DrillKind.AHEAD: "ahead",
    DrillKind.PASSING: "pass",
    DrillKind.SAFE: "safe",
    DrillKind.KAN: "kan",
    DrillKind.RIICHI: "riichi",
}
"""The first part of a code."""
_KINDS = {word: kind for kind, word in WORDS.items()}


class UnknownCode(ValueError):
    """A text that is not a valid code; the message says what is wrong with it."""


def write_code(kind: DrillKind, level: int, seed: int) -> str:
    """The code of a question; ``seed`` must be 0 or more."""
    letters = ""
    while seed or len(letters) < SHORTEST:
        seed, digit = divmod(seed, len(ALPHABET))
        letters = ALPHABET[digit] + letters
    return f"{WORDS[kind]}-{level}-{letters}"


def read_code(text: str) -> tuple[DrillKind, int, int]:
    """Parse a code into kind, level and seed; raises UnknownCode."""
    word, _, rest = text.strip().partition("-")
    level, _, letters = rest.partition("-")
    kind = _KINDS.get(word.lower())
    if kind is None:
        raise UnknownCode(f"no question begins with '{word}' (there are: {', '.join(_KINDS)})")
    if level not in map(str, LEVELS):
        raise UnknownCode(f"'{level}' is no level (they go from {LEVELS[0]} to {LEVELS[-1]})")
    if len(letters) < SHORTEST:
        raise UnknownCode(f"'{text.strip()}' is too short: a code ends with {SHORTEST} letters or digits")
    seed = 0
    for letter in letters.upper():
        if letter not in ALPHABET:
            raise UnknownCode(f"'{letter}' is never part of a code")
        seed = seed * len(ALPHABET) + ALPHABET.index(letter)
    return kind, int(level), seed
