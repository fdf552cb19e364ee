"""What all codes of questions have in common: letters, their beginning for own games, and the error."""

from __future__ import annotations

ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""The digits of base 32, without 0, 1, I and O, which are easily confused."""

OWN = "own-"
"""The beginning of the code of a question about an own game, which is stored and not of the library."""


class UnknownCode(ValueError):
    """A text that is not a valid code; the message says what is wrong with it."""
