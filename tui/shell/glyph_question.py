"""The question at the very first start, where a terminal does not draw what it claims to."""

from __future__ import annotations

import os
from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from tui.config.settings import SettingsFile, default_glyphs
from tui.i18n import t
from tui.play.save import SaveFolder
from tui.system.dialogue import Dialogue, opened
from tui.system.terminal import GLYPHS_VARIABLE, Glyphs, is_served, say, terminal_environment
from tui.system.terminal_measures import SAMPLES, best_glyphs, draws_as_claimed, measure, misfitting_classes

NO = ("n", "no")


def ask_about_glyphs(folder: SaveFolder) -> bool:
    """Measure one character of each doubtful width; if it is wrong, ask whether to draw with others.

    Return whether that was asked.

    The answer is kept as a setting. A page, a terminal that is chosen glyphs for by the environment, and one
    that does not answer are not asked.
    """
    if is_served() or os.environ.get(GLYPHS_VARIABLE):
        return False
    around = terminal_environment()
    claimed = default_glyphs(around.terminal, unicode=around.unicode)
    if not around.seen or claimed is not Glyphs.KANJI:
        return False
    with opened() as terminal:
        found = None if terminal is None else fitting_glyphs(terminal, claimed)
    if found is None:
        return False
    chosen = answered(found, claimed, input)
    settings = SettingsFile(folder.path)
    try:
        settings.change(replace(settings.values, glyphs=chosen))
    except OSError:
        # the game says itself that nothing can be saved here; the answer holds for this time
        os.environ[GLYPHS_VARIABLE] = chosen
    return True


class Fitting(msgspec.Struct, frozen=True):
    """What a terminal draws rightly, and what it does not."""

    glyphs: Glyphs
    """The best set without what does not fit."""
    misfits: str
    """Characters that it draws at another width."""


def fitting_glyphs(terminal: Dialogue, claimed: Glyphs) -> Fitting | None:
    """The best glyph set that the terminal draws rightly; None if that is the claimed one."""
    if draws_as_claimed(terminal):
        return None
    measured = measure(terminal)
    best = Glyphs(best_glyphs(measured, claimed))
    if best is claimed:
        return None
    return Fitting(best, " ".join(SAMPLES[kind].characters for kind in misfitting_classes(measured)))


def answered(found: Fitting, claimed: Glyphs, ask: Callable[[], str]) -> Glyphs:
    """Show what the terminal draws wrongly, and return the set that the player wants."""
    say(t("start.draws", sample=found.misfits))
    say(t("start.ask", glyphs=found.glyphs), end=" ")
    try:
        return claimed if ask().strip().lower() in NO else found.glyphs
    except EOFError:
        return found.glyphs
