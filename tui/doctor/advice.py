"""What follows for the settings from what a terminal can show."""

from __future__ import annotations

from dataclasses import dataclass

from tui.config.looks import default_glyphs, default_style, default_theme
from tui.doctor.character_classes import NEEDS, CharacterClass
from tui.doctor.environment import Surroundings
from tui.doctor.measure import Measured
from tui.i18n.language import CONSOLE
from tui.system.terminal import NEEDED


@dataclass(frozen=True, slots=True)
class Advice:
    """The looks that fit; ``plain`` where only plain lines do."""

    plain: bool
    tiles: str
    glyphs: str
    theme: str
    japanese: bool
    """Whether Japanese can be read."""
    small: bool
    """Whether the screen must grow before the table fits."""
    usual: bool
    """Whether the game chooses these looks by itself."""


def advise(around: Surroundings, measured: Measured) -> Advice:
    """The best look of which everything is known to fit, or, where nothing could be measured, should."""
    glyphs = next(name for name in NEEDS if name == "ascii" or _fits(name, around, measured))
    theme = default_theme(around.colours)
    return Advice(
        plain=not around.seen or around.dumb,
        tiles=default_style(theme, glyphs),
        glyphs=glyphs,
        theme=theme,
        japanese=_has_kanji(around, measured),
        small=around.width < NEEDED[0] or around.height < NEEDED[1],
        usual=glyphs == default_glyphs(around.terminal, unicode=around.unicode),
    )


def _fits(name: str, around: Surroundings, measured: Measured) -> bool:
    """Whether the characters of that glyph set are safe: as measured, else as far as letters go at all."""
    order = tuple(NEEDS)
    if order.index(name) < order.index(default_glyphs(around.terminal, unicode=around.unicode)):
        return False
    known = [measured.fits(kind) for kind in NEEDS[name]]
    return False not in known


def _has_kanji(around: Surroundings, measured: Measured) -> bool:
    """As measured, else as far as is known."""
    known = measured.fits(CharacterClass.KANJI)
    return around.unicode and around.terminal != CONSOLE and known is not False


def unfit(measured: Measured) -> tuple[CharacterClass, ...]:
    """The classes that do not take the cells that they must."""
    return tuple(kind for kind in CharacterClass if measured.fits(kind) is False)
