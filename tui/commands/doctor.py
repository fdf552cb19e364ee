"""``furiten doctor``: measure what this terminal can show, show it, report it, and suggest settings."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import pairwise

import click
from msgspec.structs import replace

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
    width,
    wrapped,
)
from tui.system.dialogue import opened
from tui.system.graphics import Graphics, NoGraphics, find_graphics
from tui.system.terminal import MIN_SIZE, TerminalEnvironment, say, terminal_environment
from tui.system.terminal_measures import (
    NEEDS,
    SAMPLES,
    CharacterClass,
    Measured,
    best_glyphs,
    measure,
    misfitting_classes,
)


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
    glyphs = best_glyphs(measured, default_glyphs(around.terminal, unicode=around.unicode))
    theme = default_theme(around.colours)
    known = measured.fits(CharacterClass.KANJI)
    return Advice(
        plain=not around.seen or around.dumb,
        # pictures are what the automatic style has where they are shown
        tiles=Tiles.AUTO if isinstance(measured.graphics, Graphics) else default_style(theme, glyphs),
        glyphs=glyphs,
        theme=theme,
        japanese=around.unicode and around.terminal != LINUX_CONSOLE and known is not False,
        small=around.width < MIN_SIZE[0] or around.height < MIN_SIZE[1],
        usual=glyphs == default_glyphs(around.terminal, unicode=around.unicode),
    )


LABEL = 12
"""Width of the first column in cells."""
CLASS = 15
"""Width of the second column, the character class, in cells."""


TMUX_PASSES = "set -g allow-passthrough on"
"""The line in tmux's configuration that lets pictures through."""


@click.command(name="doctor", help=t("doctor.help"), epilog=t("doctor.example"))
@click.option("--json", "as_json", is_flag=True, help=t("doctor.json"))
def command(as_json: bool) -> None:
    """Measure the terminal and print the report."""
    around = terminal_environment()
    measured = _measured(around)
    advice = advise(around, measured)
    if as_json:
        cells = {str(kind): measured.cells.get(kind) for kind in CharacterClass}
        modes = {"mouse": measured.mouse, "synchronised": measured.synchronised}
        pictures = {"pictures": "shown" if isinstance(measured.graphics, Graphics) else measured.graphics}
        told = {"terminal": around._asdict(), "cells": cells, **modes, **pictures, "advice": asdict(advice)}
        say(json.dumps(told, indent=2))
        return
    for line in report(around, measured, advice):
        say("\n".join(folded(line, around.width)))


def folded(line: str, cells: int) -> list[str]:
    """A line of the report in lines of at most that many cells, broken between words beside its label."""
    label = next((count for count in range(len(line)) if width(line[:count]) == LABEL), len(line))
    first, *more = wrapped(line[label:], cells - LABEL)
    return [line[:label] + first, *(" " * LABEL + each for each in more)]


def _measured(around: TerminalEnvironment) -> Measured:
    if not around.seen or around.dumb:
        return Measured()
    with opened() as terminal:
        measured = Measured() if terminal is None else measure(terminal)
    return replace(measured, graphics=find_graphics())


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
        yield from _shown(advice)
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


def _shown(advice: Advice) -> Iterator[str]:
    """The characters of the suggested glyph set, and what to do if the eye finds some missing.

    A font without them is nothing that a terminal could tell.
    """
    if advice.glyphs == "ascii":
        return
    shown = " ".join(SAMPLES[kind].characters for kind in NEEDS[advice.glyphs][1:])
    yield _line("shown", shown)
    worse = NEXT_GLYPHS[advice.glyphs]
    yield " " * LABEL + t("doctor.look", line=f"FURITEN_GLYPHS={worse} furiten", glyphs=worse)


NEXT_GLYPHS = dict(pairwise(NEEDS))
"""For each glyph set the one that needs less."""


def _mode(what: str, known: bool | None) -> str:
    answer = t("doctor.not-told") if known is None else t("doctor.mode.yes" if known else "doctor.mode.no")
    return t(f"doctor.about.{what}", answer=answer)


def _pictures(graphics: Graphics | NoGraphics) -> str:
    if isinstance(graphics, NoGraphics):
        return t(f"doctor.no-pictures.{graphics}", line=TMUX_PASSES)
    cell = graphics.cell
    return t("doctor.pictures", terminal=graphics.terminal, width=cell.width, height=cell.height)


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
