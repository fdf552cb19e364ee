"""Tiles as text without colours: inks and grounds by name, marks and their legend, glyphs, sizes, states.

The inks and grounds are the colour roles of a theme, named as in the theme files. Glyph sets are data in
the assets.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import cache
from pathlib import Path

import msgspec
from msgspec.structs import replace

from ai.reading.safety_reasons import SafetyClass, Tier, safety_class
from assets import FOLDER
from engine.tiles import EAST, KIND_OF, NAMES, Tile, is_red
from tui.config.settings import Theme, Tiles, default_style
from tui.i18n import language, t
from tui.system.terminal import GLYPHS_VARIABLE, Glyphs


class Ink(StrEnum):
    """The foreground role of a piece of text."""

    BLANK = ""
    """Text that shows only its ground."""
    TEXT = "text"
    MUTED = "muted"
    FAINT = "faint"
    TITLE = "title"
    POINTS = "points"
    NAME = "name"
    ACTING = "acting"
    ALARM = "alarm"
    KEY = "key"
    SAFE = "safe"
    """No opponent can win on the tile."""
    RISK_LOW = "risk-low"
    RISK_MIDDLE = "risk-middle"
    RISK_HIGH = "risk-high"
    RISK_MOST = "risk-most"
    """The most dangerous tier."""
    DANGER = "danger"
    """The discard would leave the hand furiten."""
    CHOICE = "choice"
    """The tile can be chosen now, for example a discard with which riichi can be declared."""
    EDGE = "edge"
    EDGE_STRONG = "edge-strong"
    EDGE_GHOST = "edge-ghost"
    BACK_SIGN = "back-sign"
    MAN = "m"
    PIN = "p"
    SOU = "s"
    WIND = "wind"
    WHITE = "white"
    GREEN = "green"
    RED = "red"
    RED_FIVE = "red-five"
    DORA = "dora"


class Ground(StrEnum):
    """The background role of text: the table, a tile in one of its states, a panel, a badge."""

    FELT = "felt"
    PANEL = "panel"
    DISPLAY = "display"
    FACE = "face"
    TSUMOGIRI = "tsumogiri"
    LIT = "lit"
    LAST = "last"
    CURSOR = "cursor"
    DISABLED = "disabled"
    GHOST = "ghost"
    SHADOW = "shadow"
    BACK = "back"
    LINE_FACE = "line-face"
    LINE_TSUMOGIRI = "line-tsumogiri"
    LINE_LIT = "line-lit"
    LINE_LAST = "line-last"
    LINE_CURSOR = "line-cursor"
    LINE_DISABLED = "line-disabled"
    LINE_GHOST = "line-ghost"
    LINE_BACK = "line-back"
    WIND = "wind"
    WIND_ACTING = "wind-acting"
    ROUND = "round"
    RIICHI = "riichi"
    CALL = "call"
    FURITEN = "furiten"
    STICK = "stick"
    KEY = "key"
    KEY_OFF = "key-off"
    SAFE = "safe"
    """The lower edge of a tile, by its class of safety; the ink of the same name has its colour."""
    RISK_LOW = "risk-low"
    RISK_MIDDLE = "risk-middle"
    RISK_HIGH = "risk-high"
    RISK_MOST = "risk-most"

    @property
    def line(self) -> Ground:
        return self if self is Ground.FURITEN else Ground(f"line-{self}")


DORA_SIGN, SMALL_DORA_SIGN = "d", "!"
"""In the right corner of a dora tile, beside it at the smallest size."""
URA_SIGN, SMALL_URA_SIGN = "u", "+"
"""In the left corner of a tile that is ura dora, beside it at the smallest size."""
RED_SIGN = "*"
"""Before the numeral of a red five, or behind it."""
TSUMOGIRI_SIGN = "'"
"""Behind a tsumogiri discard, in addition to its tone."""
FURITEN_SIGN = "^"
"""On the upper edge of a tile whose discard makes the hand furiten."""
RIICHI_SIGN = "r"
"""On the upper edge of a tile that riichi can be declared with."""
BETTER_SIGN = "*"
"""On the upper edge of a tile that was better to discard, at a moment of a review."""


class Mark(msgspec.Struct, frozen=True):
    """The marks at one tile of the hand: safety on the lower edge, furiten and riichi on the upper one."""

    safety: SafetyClass | None = None
    """The class against the players that marks count against, or None without a mark."""
    furiten: bool = False
    """The discard of this tile would make the hand furiten."""
    keeps_tenpai: bool = False
    """Riichi can be declared with this tile."""
    better: bool = False
    """The discard of this tile was better than what was done."""

    def with_choice(self) -> Mark:
        """The mark with the sign of a tile that riichi can be declared with."""
        return replace(self, keeps_tenpai=True)

    def with_furiten(self, furiten: bool = True) -> Mark:
        return replace(self, furiten=furiten)

    @property
    def signs(self) -> str:
        return BETTER_SIGN * self.better + RIICHI_SIGN * self.keeps_tenpai + FURITEN_SIGN * self.furiten


NO_MARK = Mark()
SIGN_INKS: dict[str, Ink] = {FURITEN_SIGN: Ink.DANGER, RIICHI_SIGN: Ink.CHOICE, BETTER_SIGN: Ink.CHOICE}
"""The ink of each sign of the upper edge on felt …"""
SIGN_GROUNDS: dict[str, Ground] = {
    FURITEN_SIGN: Ground.FURITEN,
    RIICHI_SIGN: Ground.RIICHI,
    BETTER_SIGN: Ground.RIICHI,
}
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

    The panel about a tile, the statistics, docs/safety.md and docs/lab/safety.md use them.
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
        LegendRow(BETTER_SIGN, Ink.CHOICE, t("table.legend.better")),
        LegendRow(DORA_SIGN, Ink.TEXT, t("table.legend.dora")),
        LegendRow(TSUMOGIRI_SIGN, Ink.TEXT, t("table.legend.tsumogiri")),
    )


def legend_for(letters: set[str], *, safety: bool) -> tuple[LegendRow, ...]:
    """The lines of the legend for these signs, in the order of the legend; with ``safety`` all classes."""
    return tuple(row for row in legend() if row.letter in letters or (safety and row.safety is not None))


GLYPH_SETS = tuple(Glyphs)


class Box(msgspec.Struct, frozen=True, eq=False, array_like=True):
    """The eight characters of a frame."""

    top_left: str
    top_right: str
    bottom_left: str
    bottom_right: str
    across: str
    down: str
    join_left: str
    join_right: str


class GlyphSet(msgspec.Struct, frozen=True, eq=False, rename="kebab", forbid_unknown_fields=True):
    """One set of glyphs. Every text is one cell wide unless stated otherwise."""

    name: str
    honours: tuple[str, ...]
    """East to red dragon, two cells each."""
    corners: tuple[str, ...]
    """East to red dragon for the corner of a large tile, at most two cells each."""
    suits: tuple[str, ...]
    """The suits on a two-row face, two or three cells each."""
    numerals: tuple[str, ...]
    """1 to 9 above the suit of a solid face, two cells each; empty if a solid face has one row: ``5p``."""
    pips: tuple[str, ...]
    """A circle and a bamboo, of which the largest solid faces are drawn, two cells each; or none."""
    upper_half: str
    """The upper half block; a space if the set has none."""
    lower_half: str
    back: str
    thin_back: str
    """One back in the row of an opponent's tiles; the cell shows where the next one begins."""
    box: Box
    round_box: Box
    strong_box: Box
    pointer: str
    """Marks the player whose turn it is."""
    rule: str
    """A vertical line between areas."""
    stick: str
    """The dot of a riichi stick."""
    ellipsis: str
    separator: str
    """Between the items of a line, with a blank on either side."""
    more: str
    """Between groups of tiles, the safer one first."""
    dots: str
    """A cell of a chart with all its dots: the eight of braille, or the two of a colon."""
    bars: tuple[str, ...]
    """The sign of each class of safety below a tile, the safest first: at most four cells."""
    edges: tuple[str, ...]
    """For each class, the part of the row below a solid tile that stays felt; empty if the set has none."""
    fills: tuple[str, ...]
    """The signs that fill the parts of a bar in a chart; each can be told from the others without colour."""
    about: tuple[str, ...] = ()
    """Sentences for who changes the set."""

    def short(self, tile: Tile) -> str:
        """The tile in two cells: ``2m``, ``0p`` or an honour."""
        return self.honours[tile - EAST] if is_honour(tile) else NAMES[tile]

    def digit(self, tile: Tile) -> str:
        """The numeral of a suited tile in two cells: ``5 ``, for a red five ``5*``."""
        return f"5{RED_SIGN}" if is_red(tile) else f"{NAMES[tile][0]} "

    def suit(self, tile: Tile) -> str:
        return self.suits[KIND_OF[tile] // 9]

    def lines(self, tile: Tile, *, large: bool = False, drawn: bool = False) -> tuple[str, ...]:
        """The rows of a solid face, each of two cells, or six if its circles or bamboos are ``drawn``.

        A ``large`` honour has its letter above it.
        """
        if not self.numerals:
            return (self.short(tile),)
        if is_honour(tile):
            letter = self.corners[tile - EAST]
            if len(letter) == 1:
                letter = chr(ord(letter) + FULL_WIDTH)
            return (letter, self.short(tile)) if large and letter else (self.short(tile), "")
        suit, number = divmod(KIND_OF[tile], 9)
        numeral = self.numerals[number]
        if not drawn or not suit:
            return numeral, self.suits[suit]
        pip, none = self.pips[suit - 1], "  "
        laid = (CIRCLES, BAMBOOS)[suit - 1][number + 1]
        return (numeral, *("".join(pip if sign == "o" else none for sign in row) for row in laid))

    def large_face(self, tile: Tile) -> tuple[str, str]:
        if not is_honour(tile):
            return self.digit(tile), self.suit(tile)
        return self.corners[tile - EAST], self.short(tile) if self.name == "kanji" else ""


FULL_WIDTH = 0xFEE0
"""From an ASCII character to the same one as wide as a kanji."""
CIRCLES = {
    1: ("   ", " o ", "   "),
    2: (" o ", "   ", " o "),
    3: ("o  ", " o ", "  o"),
    4: ("o o", "   ", "o o"),
    5: ("o o", " o ", "o o"),
    6: ("o o", "o o", "o o"),
    7: ("ooo", "o o", "o o"),
    8: ("ooo", "o o", "ooo"),
    9: ("ooo", "ooo", "ooo"),
}
"""Where the circles of each number lie, in three rows of three."""
BAMBOOS = CIRCLES | {3: (" o ", "   ", "o o"), 6: ("ooo", "   ", "ooo"), 7: (" o ", "ooo", "ooo")}
"""Where the bamboos of each number lie: three of the numbers lie otherwise than circles."""


def is_honour(tile: Tile) -> bool:
    """Whether the tile is a wind or a dragon."""
    return EAST <= tile < EAST + 7


@cache
def glyph_set(name: str) -> GlyphSet:
    """The glyph set of that name, read from the assets once."""
    return msgspec.json.decode(Path(FOLDER, "glyphs", f"{name}.json").read_bytes(), type=GlyphSet)


STYLE_VARIABLE = "FURITEN_TILES"


class UnknownLook(ValueError):
    """The environment names an unknown look; the message lists the choices."""


class TileStyle(StrEnum):
    """The two ways to draw a tile."""

    SOLID = "solid"
    """Ivory faces on felt, no lines."""
    LINE = "line"
    """Boxes; they need no colour."""


class Size(StrEnum):
    """The sizes of a tile."""

    S = "S"
    """One row of two cells."""
    M = "M"
    """Three rows of four cells."""
    L = "L"
    """Four rows of five cells over a shadow: the own hand if there is room, ponds on a large screen."""
    XL = "XL"
    """The own hand on a large screen …"""
    XXL = "XXL"
    """… and on a very large one."""


class Look(msgspec.Struct, frozen=True):
    """Tile style and glyph set: all that the player can choose about tiles, except colours."""

    style: TileStyle
    glyphs: GlyphSet
    pictured: bool = False
    """Whether solid tiles have pictures in place of letters."""

    @property
    def lettered(self) -> Look:
        """The look without pictures, for files."""
        return replace(self, pictured=False)


class TileState(msgspec.Struct, frozen=True):
    """The state of one tile on the table."""

    tsumogiri: bool = False
    called_away: bool = False
    lit: bool = False
    last: bool = False
    """The newest discard or called tile."""
    just_discarded: bool = False
    """The newest discard while it is being laid down."""
    disabled: bool = False
    cursor: bool = False
    dora: bool = False
    cause: bool = False
    """The tile makes the hand furiten: it has the red of the label, and is underlined."""
    lit_first: bool = False
    """A tile that is both lit and last is drawn as lit."""
    ura: bool = False
    """The tile is ura dora. Only hands that won have such tiles."""
    mark: Mark = NO_MARK
    """The marks of a tile of the own hand: signs on the upper edge, safety on the lower one."""

    @property
    def ground(self) -> Ground:
        if self.cursor or self.just_discarded:
            return Ground.CURSOR
        if self.cause:
            return Ground.FURITEN
        if self.last and not (self.lit and self.lit_first):
            return Ground.LAST
        if self.lit:
            return Ground.LIT
        if self.called_away:
            return Ground.GHOST
        if self.disabled:
            return Ground.DISABLED
        return Ground.TSUMOGIRI if self.tsumogiri else Ground.FACE

    @property
    def letters(self) -> str:
        """The signs of dora, ura dora and tsumogiri, which stand in a corner of the tile."""
        return DORA_SIGN * self.dora + URA_SIGN * self.ura + TSUMOGIRI_SIGN * self.tsumogiri

    @property
    def small_signs(self) -> str:
        """The signs beside a one-row picture: no letters, which would be read as part of the tile's name."""
        return SMALL_DORA_SIGN * self.dora + SMALL_URA_SIGN * self.ura + TSUMOGIRI_SIGN * self.tsumogiri

    def sides(self, usual: str = " ") -> tuple[str, str]:
        """The signs beside a face: brackets if it was called away, and behind it that of tsumogiri."""
        left, right = ("(", ")") if self.called_away else (usual, usual)
        return left, TSUMOGIRI_SIGN if self.tsumogiri else right

    @property
    def brackets(self) -> tuple[str, str]:
        """The brackets around the tile in one-row pictures: ``(9m)`` called away, ``[9m]`` newest."""
        if self.called_away:
            return "(", ")"
        return ("[", "]") if self.last else ("", "")


PLAIN = TileState()


def default_look(
    *,
    theme: str = Theme.FELT,
    most: Glyphs = Glyphs.KANJI,
    environment: Mapping[str, str] = os.environ,
    tiles: Tiles = Tiles.AUTO,
    glyphs: Glyphs = Glyphs.KANJI,
    pictured: bool = False,
) -> Look:
    """The look that the player chose, unless the environment overrides it.

    ``theme`` is the current theme, ``most`` the best glyph set that the terminal can show, ``pictured``
    whether it shows pictures, which the automatic style has in place of solid tiles. Raises
    UnknownLook, with the choices, for an unknown name in the environment.
    """
    name = environment_choice(environment, STYLE_VARIABLE, tuple(Tiles), tiles)
    preferred = Glyphs(environment_choice(environment, GLYPHS_VARIABLE, GLYPH_SETS, glyphs))
    letters = max(preferred, most, key=list(Glyphs).index)
    style = TileStyle(default_style(theme, letters) if name == Tiles.AUTO else name)
    glyph = glyph_set(letters)
    if language() == "ja" and glyph.numerals:
        # honours without letters, for those who read them
        glyph = replace(glyph, corners=("",) * len(glyph.corners))
    return Look(style, glyph, pictured and name == Tiles.AUTO and style is TileStyle.SOLID)


def environment_choice(
    environment: Mapping[str, str], variable: str, choices: Sequence[str], usual: str
) -> str:
    """The value of an environment variable, or the default if it is unset or empty; raises UnknownLook."""
    name = environment.get(variable) or usual
    if name not in choices:
        raise UnknownLook(t("look.unknown", variable=variable, name=name, choices=", ".join(choices)))
    return name
