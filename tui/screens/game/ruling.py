"""A ruling on an error: the offence, the rule with its source, the penalty, and what happens now."""

from __future__ import annotations

from tui.config.actions import BY_ID, ActionId, NamedAction, Place
from tui.drawing.rows import Rows
from tui.i18n.texts import t
from tui.screens.menu import footer, keys
from tui.screens.page_layout import middle, page, words, wrap
from tui.screens.page_screen import PanelScreen
from tui.tiles.roles import Ink
from tui.words.rulings import Ruling

TEXT_WIDTH = 64


class RulingScreen(PanelScreen[None]):
    """One ruling. Enter goes on."""

    place = Place.RESULT

    def __init__(self, ruling: Ruling) -> None:
        super().__init__()
        self.ruling = ruling

    def picture(self, width: int, height: int) -> Rows:
        """The parts of the ruling, one below the other."""
        room = min(TEXT_WIDTH, width - 8)
        ruling = self.ruling
        parts = ((ruling.offence, Ink.ALARM), (ruling.why, Ink.TEXT), (ruling.rule, Ink.MUTED))
        after = ((ruling.penalty, Ink.TITLE), (ruling.now, Ink.TEXT))
        block = [words(t("ruling.title"), Ink.TITLE), ()]
        for text, ink in (*parts, *after):
            if text:
                block += [*(words(line, ink) for line in wrap(text, room)), ()]
        named = BY_ID[ActionId.HELP].words
        foot = footer(keys(t("screen.go-on"), ActionId.CONFIRM), keys(named, ActionId.HELP))
        return page([middle(tuple(block), width)], width, height, foot)

    def perform(self, action: NamedAction) -> None:
        """Go on."""
        if action.id == ActionId.CONFIRM:
            self.dismiss(None)
        else:
            super().perform(action)
