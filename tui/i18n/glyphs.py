"""Which letters tiles are written in."""

from __future__ import annotations

from enum import StrEnum

GLYPHS_VARIABLE = "FURITEN_GLYPHS"
"""The environment variable that overrides the setting."""


class Glyphs(StrEnum):
    """The sets of glyphs; the set that needs the most of a terminal comes first."""

    KANJI = "kanji"
    LATIN = "latin"
    ASCII = "ascii"
