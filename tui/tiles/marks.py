"""Marks on and below tiles, and their legend: letter, ink, text."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from ai.reading.measured_tiers import Tier
from tui.i18n.texts import t
from tui.tiles.roles import Ink

DORA_SIGN = "d"
"""In the right corner of a dora tile, beside it at the smallest size."""
URA_SIGN = "u"
"""In the left corner of a tile that is ura dora, beside it at the smallest size."""
TSUMOGIRI_SIGN = "'"
"""Behind a tsumogiri discard, in addition to its tone."""


class Mark(msgspec.Struct, frozen=True):
    """The mark under one tile of the hand: a letter, and a separate column for furiten."""

    letter: str = ""
    ink: Ink = Ink.TEXT
    furiten: bool = False
    """The discard of this tile would leave the hand furiten."""
    keeps_tenpai: bool = False
    """Riichi can be declared with this tile; the sign is before the letter."""

    def with_choice(self) -> Mark:
        """The same mark for a tile that riichi can be declared with."""
        return replace(self, keeps_tenpai=True) if self.letter else KEEPS_TENPAI

    def greyed(self) -> Mark:
        """The same mark without colour, for a tile that cannot be chosen now."""
        return replace(self, ink=Ink.TEXT)

    def with_furiten(self, furiten: bool = True) -> Mark:
        """The same mark with the furiten column set."""
        return replace(self, furiten=furiten)


_LETTERS = "abcefhjkmnpqstuvwxyz"
"""Letters of the middle tiers, without the sign of dora and without lookalikes of ``G`` and ``!``."""
_SHADES = (Ink.RISK_LOW, Ink.RISK_MIDDLE, Ink.RISK_HIGH)
"""The colours of the middle tiers, in equal parts."""


def tier_letters(count: int) -> str:
    """The letters of ``count`` tiers, the safest first: ``G`` cannot deal in, ``!`` is the most dangerous.

    The game table and the tables in docs/safety.md use them.
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
"""The mark of each safety tier."""
KEEPS_TENPAI = Mark("r", Ink.CHOICE)

FURITEN_LETTER = "^"
"""Beside the safety letter, in a column of its own."""
DORA_LETTER = DORA_SIGN
"""In the corner of a dora tile (beside it at the smallest size)."""
TSUMOGIRI_LETTER = TSUMOGIRI_SIGN
"""Behind a tsumogiri discard."""


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
    """A short description of a tier."""
    return t(f"table.legend.tier-{tier.name.lower()}")


def legend_for(letters: set[str]) -> tuple[LegendRow, ...]:
    """The lines of the legend for these letters, in the order of the legend."""
    return tuple(row for row in legend() if row.letter in letters)
