"""The table of payments: what every sum of han and fu is paid, under any ruleset."""

from __future__ import annotations

from typing import ClassVar

from engine.rules import DEFAULT, PRESETS, Ruleset
from tui.config.actions import BY_ID, ActionId, NamedAction, Place
from tui.drawing.rows import Role, Row, Rows, Span, spread
from tui.i18n.texts import t
from tui.screens.menu import footer, keys
from tui.screens.page_layout import framed, words, wrap
from tui.screens.page_screen import PanelScreen
from tui.screens.scroll_page import ScrollPage
from tui.tiles.roles import Ink
from tui.words.payment_table import sheet_lines

MARGIN = 2


class PaymentTableScreen(PanelScreen[None], ScrollPage[None]):
    """The table of one ruleset at a time: that of the game first, then every preset."""

    place: ClassVar[Place] = Place.PANEL
    LARGEST: ClassVar[tuple[int, int]] = (82, 46)

    def __init__(self, rules: Ruleset | None = None) -> None:
        super().__init__()
        first = rules if rules is not None else DEFAULT
        self._all = (first, *(preset for preset in PRESETS.values() if preset.name != first.name))
        self._at = 0

    @property
    def rules(self) -> Ruleset:
        """The ruleset whose table is shown."""
        return self._all[self._at]

    def ruleset(self) -> Ruleset:
        """The same: another page opened over this one is about it."""
        return self.rules

    # -- what can be done ----------------------------------------------------------------------------

    def applies(self, action: NamedAction) -> bool:
        """All but the action that opened this screen, and what explains a tile."""
        return action.id not in (ActionId.PAYMENTS, ActionId.ASK)

    def perform(self, action: NamedAction) -> None:
        """Show another ruleset, scroll, or close; the key that opened the page closes it, too."""
        match action.id:
            case ActionId.LEFT | ActionId.RIGHT:
                self._at = (self._at + (1 if action.id == ActionId.RIGHT else -1)) % len(self._all)
                self.redraw()
            case ActionId.PAYMENTS:
                self.leave()
            case ActionId.ASK:
                """There is no tile to explain."""
            case _:
                super().perform(action)

    # -- the picture ---------------------------------------------------------------------------------

    def picture(self, width: int, height: int) -> Rows:
        """The title with the place among the rulesets, and the table, which scrolls."""
        inner = width - 2 * MARGIN
        place = t("glossary.place", number=self._at + 1, total=len(self._all))
        title = t("payment-table.title", rules=self.rules.title)
        head = [(), spread([Span(title, Role(Ink.TITLE))], [Span(place, Role(Ink.MUTED))], inner), ()]
        lines: list[Row] = []
        for line in sheet_lines(self.rules):
            parts = (
                [line.text] if line.heading or line.text.startswith(" ") else wrap(line.text, inner) or [""]
            )
            lines += [words(part, Ink.NAME if line.heading else Ink.TEXT) for part in parts]
        body = self.window(tuple(lines), inner, height - len(head) - 1)
        return framed((*head, *body), _footer(), width, height, MARGIN)


def _footer() -> Row:
    hints = (
        keys(t("payment-table.foot"), ActionId.LEFT, ActionId.RIGHT),
        keys(t("panel.foot.scroll"), ActionId.UP, ActionId.DOWN),
        keys(t("panel.foot.close"), ActionId.CANCEL),
        keys(BY_ID[ActionId.HELP].words, ActionId.HELP),
    )
    return (Span("  "), *footer(*hints))
