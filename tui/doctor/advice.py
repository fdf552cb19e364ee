"""Suggest settings for a measured terminal."""

from __future__ import annotations

from dataclasses import dataclass

from tui.config.looks import default_glyphs, default_style, default_theme
from tui.doctor.character_classes import NEEDS, CharacterClass
from tui.doctor.environment import TerminalEnvironment
from tui.doctor.measure import Measured
from tui.i18n.language import LINUX_CONSOLE
from tui.system.terminal import MIN_SIZE


@dataclass(frozen=True, slots=True)
class Advice:
    """The suggested looks; ``plain`` if the terminal can only show plain lines."""

    plain: bool
    tiles: str
    glyphs: str
    theme: str
    japanese: bool
    """Whether the terminal can show Japanese."""
    small: bool
    """Whether the screen is too small for the table."""
    usual: bool
    """Whether these looks are the defaults on this terminal."""


def advise(around: TerminalEnvironment, measured: Measured) -> Advice:
    """The best look that was measured to fit, or is expected to fit if nothing was measured."""
    glyphs = next(name for name in NEEDS if name == "ascii" or _fits(name, around, measured))
    theme = default_theme(around.colours)
    return Advice(
        plain=not around.seen or around.dumb,
        tiles=default_style(theme, glyphs),
        glyphs=glyphs,
        theme=theme,
        japanese=_has_kanji(around, measured),
        small=around.width < MIN_SIZE[0] or around.height < MIN_SIZE[1],
        usual=glyphs == default_glyphs(around.terminal, unicode=around.unicode),
    )


def _fits(name: str, around: TerminalEnvironment, measured: Measured) -> bool:
    """Whether no character class of a glyph set was measured to be wrong, and the terminal allows the set."""
    order = tuple(NEEDS)
    if order.index(name) < order.index(default_glyphs(around.terminal, unicode=around.unicode)):
        return False
    known = [measured.fits(kind) for kind in NEEDS[name]]
    return False not in known


def _has_kanji(around: TerminalEnvironment, measured: Measured) -> bool:
    """Whether kanji fit: by measurement, else by what is known of the terminal."""
    known = measured.fits(CharacterClass.KANJI)
    return around.unicode and around.terminal != LINUX_CONSOLE and known is not False


def misfitting_classes(measured: Measured) -> tuple[CharacterClass, ...]:
    """The character classes that were measured at a wrong width."""
    return tuple(kind for kind in CharacterClass if measured.fits(kind) is False)
