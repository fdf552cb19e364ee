"""Marks at the tiles of the hand: the class of safety, furiten, riichi; and their legend."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from ai.reading.safety_classes import SafetyClass, Tier, safety_class
from tui.i18n.texts import t
from tui.tiles.roles import Ground, Ink

DORA_SIGN = "d"
"""In the right corner of a dora tile, beside it at the smallest size."""
URA_SIGN = "u"
"""In the left corner of a tile that is ura dora, beside it at the smallest size."""
TSUMOGIRI_SIGN = "'"
"""Behind a tsumogiri discard, in addition to its tone."""
FURITEN_SIGN = "^"
"""On the upper edge of a tile whose discard makes the hand furiten."""
RIICHI_SIGN = "r"
"""On the upper edge of a tile that riichi can be declared with."""


class Mark(msgspec.Struct, frozen=True):
    """The marks at one tile of the hand: safety on the lower edge, furiten and riichi on the upper one."""

    safety: SafetyClass | None = None
    """The class against the players that marks count against, or None without a mark."""
    furiten: bool = False
    """The discard of this tile would make the hand furiten."""
    keeps_tenpai: bool = False
    """Riichi can be declared with this tile."""

    def with_choice(self) -> Mark:
        """The same mark for a tile that riichi can be declared with."""
        return replace(self, keeps_tenpai=True)

    def with_furiten(self, furiten: bool = True) -> Mark:
        """The same mark with the furiten sign."""
        return replace(self, furiten=furiten)

    @property
    def signs(self) -> str:
        """The signs on the upper edge."""
        return RIICHI_SIGN * self.keeps_tenpai + FURITEN_SIGN * self.furiten


NO_MARK = Mark()
SIGN_INKS: dict[str, Ink] = {FURITEN_SIGN: Ink.DANGER, RIICHI_SIGN: Ink.CHOICE}
"""The ink of each sign of the upper edge on felt …"""
SIGN_GROUNDS: dict[str, Ground] = {FURITEN_SIGN: Ground.FURITEN, RIICHI_SIGN: Ground.RIICHI}
"""… and the ground of its badge on a solid tile."""
CLASS_INKS: dict[SafetyClass, Ink] = {
    SafetyClass.CANNOT_LOSE: Ink.SAFE,
    SafetyClass.VERY_SAFE: Ink.RISK_LOW,
    SafetyClass.RATHER_SAFE: Ink.RISK_MIDDLE,
    SafetyClass.RISKY: Ink.RISK_HIGH,
    SafetyClass.DANGEROUS: Ink.RISK_MOST,
}
"""The ink of each class, from green to red."""
CLASS_GROUNDS: dict[SafetyClass, Ground] = {
    SafetyClass.CANNOT_LOSE: Ground.SAFE,
    SafetyClass.VERY_SAFE: Ground.RISK_LOW,
    SafetyClass.RATHER_SAFE: Ground.RISK_MIDDLE,
    SafetyClass.RISKY: Ground.RISK_HIGH,
    SafetyClass.DANGEROUS: Ground.RISK_MOST,
}
"""The ground of each class, in the colour of its ink."""

_LETTERS = "abcefhjkmnpqstuvwxyz"
"""Letters of the middle tiers, without the sign of dora and without lookalikes of ``G`` and ``!``."""


def tier_letters(count: int) -> str:
    """The letters of ``count`` tiers, the safest first: ``G`` cannot deal in, ``!`` is the most dangerous.

    The panel about a tile and the tables in docs/safety.md use them.
    """
    return f"G{_LETTERS[: count - 2]}!"


TIER_LETTERS: dict[Tier, str] = dict(zip(Tier, tier_letters(len(Tier)), strict=True))
"""The letter of each tier."""


def tier_mark(tier: Tier) -> Mark:
    """The mark of a tier: its class."""
    return Mark(safety_class(tier))


def class_words(safety: SafetyClass) -> str:
    """The name of a class of safety: ``very safe``."""
    return t(f"safety.class.{safety.name.lower().replace('_', '-')}")


class LegendRow(msgspec.Struct, frozen=True):
    """One line of the legend: a sign and what it means. A class of safety is drawn as its bar."""

    letter: str
    ink: Ink
    text: str
    safety: SafetyClass | None = None


def legend() -> tuple[LegendRow, ...]:
    """The whole legend."""
    return (
        *(LegendRow("", ink, class_words(safety), safety) for safety, ink in CLASS_INKS.items()),
        LegendRow(FURITEN_SIGN, Ink.DANGER, t("table.legend.furiten")),
        LegendRow(RIICHI_SIGN, Ink.CHOICE, t("table.legend.keeps-tenpai")),
        LegendRow(DORA_SIGN, Ink.TEXT, t("table.legend.dora")),
        LegendRow(TSUMOGIRI_SIGN, Ink.TEXT, t("table.legend.tsumogiri")),
    )


def legend_for(letters: set[str], *, safety: bool) -> tuple[LegendRow, ...]:
    """The lines of the legend for these signs, in the order of the legend; with ``safety`` all classes."""
    return tuple(row for row in legend() if row.letter in letters or (safety and row.safety is not None))
