"""``furiten doctor``: measure what this terminal can show, report it, and suggest settings.

A terminal treats all characters of a class alike, and all must have one width. East Asian fonts and
terminals set up for them draw lines and blocks two cells wide, which Unicode permits (UAX 11, "ambiguous");
old consoles draw kanji one cell wide.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from enum import StrEnum

import click

from tui.config.settings import Tiles, default_glyphs, default_style, default_theme
from tui.i18n import (
    LANGUAGE_VARIABLE,
    LINUX_CONSOLE,
    Language,
    join_list,
    language,
    ljust,
    locale_is_japanese,
    t,
)
from tui.system.dialogue import Dialogue, opened
from tui.system.graphics import Graphics, NoGraphics, find_graphics
from tui.system.terminal import MIN_SIZE, TerminalEnvironment, say, terminal_environment


class CharacterClass(StrEnum):
    """Classes of characters, the safest first."""

    ASCII = "ascii"
    LINES = "lines"
    BLOCKS = "blocks"
    SIGNS = "signs"
    KANJI = "kanji"


@dataclass(frozen=True, slots=True)
class Sample:
    """Characters of a class, and the width in cells that each must have."""

    characters: str
    cells: int


SAMPLES: dict[CharacterClass, Sample] = {
    CharacterClass.ASCII: Sample("0p+|#", 1),
    CharacterClass.LINES: Sample("┌┐└┘─│├┤╭╮╰╯╔╗╚╝═║╠╣", 1),
    CharacterClass.BLOCKS: Sample("▀▄░", 1),
    CharacterClass.SIGNS: Sample("▸∙", 1),
    CharacterClass.KANJI: Sample("東南西北白發中萬筒索", 2),
}

_DRAWN = (CharacterClass.ASCII, CharacterClass.LINES, CharacterClass.BLOCKS, CharacterClass.SIGNS)
NEEDS: dict[str, tuple[CharacterClass, ...]] = {
    "kanji": (*_DRAWN, CharacterClass.KANJI),
    "latin": _DRAWN,
    "ascii": (CharacterClass.ASCII,),
}
"""The classes that each glyph set needs, the best set first."""


# ECMA-48 CPR and DEC DECRQM, as described in xterm's "Control Sequences".
_WHERE = "\x1b[6n"
_CURSOR = re.compile(r"\x1b\[(\d+);(\d+)R")
_MODE = "\x1b[?{}$p"
_MODE_ANSWER = r"\x1b\[\?{};(\d)\$y"
_CLEAR = "\r\x1b[K"

MOUSE, SYNCHRONISED = 1006, 2026
"""Private modes: SGR mouse reports, which reach beyond column 223, and synchronised output."""
_UNKNOWN = "0"


@dataclass(frozen=True, slots=True)
class Measured:
    """The answers of a terminal; an item is missing or None if it was not asked or did not answer."""

    cells: Mapping[CharacterClass, float] = field(default_factory=dict)
    """The average width of a character of the class, in cells."""
    mouse: bool | None = None
    synchronised: bool | None = None
    graphics: Graphics | NoGraphics | None = None
    """How it shows pictures of tiles, or why it does not."""

    def fits(self, kind: CharacterClass) -> bool | None:
        """Whether characters of the class have the right width; None if unknown."""
        return self.cells[kind] == SAMPLES[kind].cells if kind in self.cells else None


def measure(terminal: Dialogue) -> Measured:
    """Send all queries; stop if the terminal does not report its cursor position."""
    cells: dict[CharacterClass, float] = {}
    for kind, sample in SAMPLES.items():
        answer = terminal.ask(f"\r{sample.characters}{_WHERE}", _CURSOR)
        terminal.write(_CLEAR)
        if answer is None:
            return Measured(cells)
        cells[kind] = (int(answer[2]) - 1) / len(sample.characters)
    return Measured(cells, _knows(terminal, MOUSE), _knows(terminal, SYNCHRONISED))


def _knows(terminal: Dialogue, mode: int) -> bool | None:
    answer = terminal.ask(_MODE.format(mode), re.compile(_MODE_ANSWER.format(mode)))
    return None if answer is None else answer[1] != _UNKNOWN


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
        # pictures are what the automatic style has where they are shown
        tiles=Tiles.AUTO if isinstance(measured.graphics, Graphics) else default_style(theme, glyphs),
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


LABEL = 12
"""Width of the first column in cells."""
CLASS = 15
"""Width of the second column, the character class, in cells."""


@click.command(name="doctor", help=t("doctor.help"), epilog=t("doctor.example"))
@click.option("--json", "as_json", is_flag=True, help=t("doctor.json"))
def command(as_json: bool) -> None:
    """Measure the terminal and print the report."""
    around = terminal_environment()
    measured = _measured(around)
    advice = advise(around, measured)
    if as_json:
        say(_as_json(around, measured, advice))
    else:
        for line in report(around, measured, advice):
            say(line)


def _measured(around: TerminalEnvironment) -> Measured:
    if not around.seen or around.dumb:
        return Measured()
    with opened() as terminal:
        measured = Measured() if terminal is None else measure(terminal)
    return replace(measured, graphics=find_graphics())


def _as_json(around: TerminalEnvironment, measured: Measured, advice: Advice) -> str:
    cells = {str(kind): measured.cells.get(kind) for kind in CharacterClass}
    modes = {"mouse": measured.mouse, "synchronised": measured.synchronised}
    pictures = {"pictures": "shown" if isinstance(measured.graphics, Graphics) else measured.graphics}
    told = {"terminal": around._asdict(), "cells": cells, **modes, **pictures, "advice": asdict(advice)}
    return json.dumps(told, indent=2)


def report(around: TerminalEnvironment, measured: Measured, advice: Advice) -> Iterator[str]:
    """The lines of the report: the findings, then the suggested settings."""
    yield _line("terminal", _name(around))
    size = "doctor.too-small" if advice.small else "doctor.columns"
    least = f"{MIN_SIZE[0]} x {MIN_SIZE[1]}"
    yield _line("size", t(size, width=around.width, height=around.height, least=least))
    yield _line("colours", t(f"doctor.colour.{around.colours}"))
    letters = around.encoding if around.unicode else t("doctor.not-unicode", encoding=around.encoding)
    yield _line("letters", letters)
    yield _line("language", _language(advice))
    if around.seen and not around.dumb:
        yield from _characters(measured)
        yield _line("mouse", _mode("mouse", measured.mouse))
        yield _line("repaint", _mode("repaint", measured.synchronised))
    if measured.graphics is not None:
        yield _line("pictures", _pictures(measured.graphics))
    yield ""
    yield from _use(measured, advice)


def _line(label: str, text: str) -> str:
    return ljust(t(f"doctor.label.{label}"), LABEL) + text


def _name(around: TerminalEnvironment) -> str:
    if not around.seen:
        return t("doctor.no-terminal")
    name = around.terminal or t("doctor.nameless")
    between = join_list(around.between)
    return t("doctor.through", terminal=name, between=between) if between else name


def _language(advice: Advice) -> str:
    """The current language, and if the terminal cannot show it, which one to choose."""
    japanese = language() == Language.JAPANESE
    spoken = t("settings.values.language.ja" if japanese else "settings.values.language.en")
    if advice.japanese:
        return spoken
    if japanese:
        line = f"{LANGUAGE_VARIABLE}={Language.ENGLISH} furiten"
        return t("doctor.no-japanese", language=spoken, line=line)
    return t("doctor.not-japanese", language=spoken) if locale_is_japanese() else spoken


def _characters(measured: Measured) -> Iterator[str]:
    if not measured.cells:
        yield _line("characters", t("doctor.silent"))
        return
    head = t("doctor.label.characters")
    for kind in CharacterClass:
        yield ljust(head, LABEL) + ljust(t(f"doctor.class.{kind}"), CLASS) + _cells(kind, measured)
        head = ""


def _cells(kind: CharacterClass, measured: Measured) -> str:
    must = SAMPLES[kind].cells
    match measured.fits(kind):
        case None:
            return t("doctor.cells.unknown")
        case True:
            return t("doctor.cells.right", count=must)
        case False:
            return t("doctor.cells.wrong", count=must, cells=f"{measured.cells[kind]:.3g}")


def _mode(what: str, known: bool | None) -> str:
    answer = t("doctor.not-told") if known is None else t("doctor.mode.yes" if known else "doctor.mode.no")
    return t(f"doctor.about.{what}", answer=answer)


def _pictures(graphics: Graphics | NoGraphics) -> str:
    if isinstance(graphics, NoGraphics):
        return t(f"doctor.no-pictures.{graphics}")
    width, height = graphics.cell
    return t("doctor.pictures", terminal=graphics.terminal, width=width, height=height)


def _use(measured: Measured, advice: Advice) -> Iterator[str]:
    if advice.plain:
        yield _line("use", t("doctor.plain"))
        return
    looks = {"tiles": advice.tiles, "glyphs": advice.glyphs, "theme": advice.theme}
    yield _line("use", t("doctor.looks", **looks))
    if advice.usual:
        yield " " * LABEL + t("doctor.fine")
        return
    if classes := misfitting_classes(measured):
        words = join_list(t(f"doctor.class.{kind}") for kind in classes)
        yield " " * LABEL + t("doctor.unfit", glyphs=advice.glyphs, classes=words)
    variables = " ".join(f"FURITEN_{name.upper()}={value}" for name, value in looks.items())
    yield " " * LABEL + t("doctor.change", line=f"{variables} furiten")
