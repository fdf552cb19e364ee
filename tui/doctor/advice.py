"""What follows for the settings from what a terminal can show."""

from __future__ import annotations

from dataclasses import dataclass

from tui.doctor.characters import NEEDS, CharacterClass
from tui.doctor.measure import Measured
from tui.doctor.surroundings import Colours, Surroundings
from tui.language import CONSOLE
from tui.sizes import NEEDED

USUAL_GLYPHS, USUAL_THEME = "kanji", "felt"
"""What the game uses where nothing else is chosen; without colour it draws lines by itself."""


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
    many = around.colours in (Colours.MANY, Colours.TRUE)
    colourless = around.colours is Colours.NONE
    return Advice(
        plain=not around.seen or around.dumb,
        # a solid tile stands on its shadow, which is half a block
        tiles="solid" if many and glyphs != "ascii" else "line",
        glyphs=glyphs,
        theme=USUAL_THEME if many else "mono",
        japanese=_has_kanji(around, measured),
        small=around.width < NEEDED[0] or around.height < NEEDED[1],
        usual=glyphs == USUAL_GLYPHS and (many or colourless),
    )


def _fits(name: str, around: Surroundings, measured: Measured) -> bool:
    """Whether the characters of that glyph set are safe: as measured, else as far as letters go at all."""
    if not around.unicode:
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
