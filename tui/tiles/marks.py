"""The legend: every sign on a tile or below it, with its letter, its ink and its words."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from ai.reading.measured_tiers import Tier
from tui.i18n.texts import t
from tui.tiles.roles import Ink

DORA_SIGN = "d"
"""In the corner of a tile that is dora, beside it at the smallest size."""
TSUMOGIRI_SIGN = "'"
"""Behind a discard as it was drawn, besides its tone."""


class Mark(msgspec.Struct, frozen=True):
    """What stands under one tile of the hand: a letter, and a column of its own for furiten."""

    letter: str = ""
    ink: Ink = Ink.TEXT
    furiten: bool = False
    """Discarding this tile would leave the hand furiten."""
    keeps_tenpai: bool = False
    """Riichi can be declared with this tile; its sign stands before the letter."""

    def with_choice(self) -> Mark:
        """The same mark for a tile that riichi can be declared with."""
        return replace(self, keeps_tenpai=True) if self.letter else KEEPS_TENPAI

    def greyed(self) -> Mark:
        """The same mark for a tile that cannot be chosen now."""
        return replace(self, ink=Ink.TEXT)

    def with_furiten(self, furiten: bool = True) -> Mark:
        """The same mark with the furiten column set."""
        return replace(self, furiten=furiten)


_LETTERS = "abcefhjkmnpqstuvwxyz"
"""Of the tiers between, without the sign of dora and what looks like ``G`` or ``!``."""
_SHADES = (Ink.RISK_LOW, Ink.RISK_MIDDLE, Ink.RISK_HIGH)
"""Their colours, which they share evenly."""


def tier_letters(count: int) -> str:
    """The letters of so many tiers, the safest first: ``G`` cannot lose, ``!`` is the most dangerous.

    The table and the tables of docs/safety.md take them from here.
    """
    return f"G{_LETTERS[: count - 2]}!"


def _tier_ink(tier: Tier) -> Ink:
    if tier is min(Tier):
        return Ink.SAFE
    if tier is max(Tier):
        return Ink.RISK_MOST
    return _SHADES[(tier - 1) * len(_SHADES) // (len(Tier) - 2)]


NO_MARK = Mark()
TIER_MARKS: dict[Tier, Mark] = {
    tier: Mark(letter, _tier_ink(tier)) for tier, letter in zip(Tier, tier_letters(len(Tier)), strict=True)
}
"""How safe a tile is."""
KEEPS_TENPAI = Mark("r", Ink.CHOICE)

FURITEN_LETTER = "^"
"""Stands beside the safety letter, in a column of its own."""
DORA_LETTER = DORA_SIGN
"""Stands in the corner of a tile that is dora (beside it at the smallest size)."""
TSUMOGIRI_LETTER = TSUMOGIRI_SIGN
"""Stands behind a discard as it was drawn."""


class LegendRow(msgspec.Struct, frozen=True):
    """One line of the legend: a mark and what it means."""

    letter: str
    ink: Ink
    text: str


def legend() -> tuple[LegendRow, ...]:
    """The whole legend."""
    return (
        *(LegendRow(mark.letter, mark.ink, tier_words(tier)) for tier, mark in TIER_MARKS.items()),
        LegendRow(KEEPS_TENPAI.letter, KEEPS_TENPAI.ink, t("table.legend.keeps-tenpai")),
        LegendRow(FURITEN_LETTER, Ink.DANGER, t("table.legend.furiten")),
        LegendRow(DORA_LETTER, Ink.TEXT, t("table.legend.dora")),
        LegendRow(TSUMOGIRI_LETTER, Ink.TEXT, t("table.legend.tsumogiri")),
    )


def tier_words(tier: Tier) -> str:
    """What a tier holds, in a few words."""
    return t(f"table.legend.tier-{tier.name.lower()}")


def legend_for(letters: set[str]) -> tuple[LegendRow, ...]:
    """The lines of the legend that explain these letters, in the legend's own order."""
    return tuple(row for row in legend() if row.letter in letters)
