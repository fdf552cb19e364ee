"""The one legend of marks: table, panels, drills and plain lines all take their letters from here."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from tui.texts import t
from tui.tiles.look import DORA_SIGN, TSUMOGIRI_SIGN


class MarkRole(StrEnum):
    """What a mark under a tile says; the palette gives each role its colour."""

    SAFE = "safe"
    """Cannot be won on."""
    DANGER = "danger"
    """Would make the hand furiten."""
    CHOICE = "choice"
    """A tile that can be chosen now, as the discards that keep a riichi tenpai."""
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Mark:
    """What stands under one tile of the hand: a letter, and a column of its own for furiten."""

    letter: str = ""
    role: MarkRole = MarkRole.NONE
    furiten: bool = False
    """Discarding this tile would leave the hand furiten."""

    def with_furiten(self, furiten: bool = True) -> Mark:
        """The same mark with the furiten column set."""
        return replace(self, furiten=furiten)


NO_MARK = Mark()
GENBUTSU = Mark("G", MarkRole.SAFE)
KEEPS_TENPAI = Mark("r", MarkRole.CHOICE)

FURITEN_LETTER = "^"
"""Stands beside the safety letter, in a column of its own."""
DORA_LETTER = DORA_SIGN
"""Stands in the corner of a tile that is dora (beside it at the smallest size)."""
TSUMOGIRI_LETTER = TSUMOGIRI_SIGN
"""Stands behind a discard as it was drawn."""


@dataclass(frozen=True, slots=True)
class LegendRow:
    """One line of the legend: a mark and what it means."""

    letter: str
    role: MarkRole
    text: str


_TEXT_KEYS = {
    GENBUTSU.letter: "table.legend.genbutsu",
    KEEPS_TENPAI.letter: "table.legend.keeps-tenpai",
    FURITEN_LETTER: "table.legend.furiten",
    DORA_LETTER: "table.legend.dora",
    TSUMOGIRI_LETTER: "table.legend.tsumogiri",
}
_ROLES = {mark.letter: mark.role for mark in (GENBUTSU, KEEPS_TENPAI)}


def legend() -> tuple[LegendRow, ...]:
    """The whole legend."""
    return legend_for(set(_TEXT_KEYS))


def legend_for(letters: set[str]) -> tuple[LegendRow, ...]:
    """The lines of the legend that explain these letters, in the legend's own order."""
    rows = []
    for letter, key in _TEXT_KEYS.items():
        if letter in letters:
            role = MarkRole.DANGER if letter == FURITEN_LETTER else _ROLES.get(letter, MarkRole.NONE)
            rows.append(LegendRow(letter, role, t(key)))
    return tuple(rows)
