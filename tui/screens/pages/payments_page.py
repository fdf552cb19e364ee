"""What a win is paid: the table of one ruleset at a time, han across and fu down."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from engine.rules import DEFAULT, PRESETS, Ruleset
from tui.config.actions import ActionId, NamedAction, Place
from tui.drawing.rows import Row, Rows
from tui.i18n import t
from tui.screens.page import MARGIN, PanelScreen, heading, keys, scroll_keys, words, wrap
from tui.screens.screen import KeyScreen, Result
from tui.tiles import Ink
from tui.words.rulesets import sheet_lines


def open_over(screen: KeyScreen[Result]) -> None:
    """Open the table over a screen, with the rules of that screen first."""
    screen.app.push_screen(PaymentTableScreen(screen.rules_in_sight()))


class PaymentTableScreen(PanelScreen[None]):
    """The table of one ruleset at a time: that of the game first, then every preset."""

    place: ClassVar[Place] = Place.PANEL
    opened_by = ActionId.PAYMENTS
    LARGEST: ClassVar[tuple[int, int]] = (82, 46)

    def __init__(self, rules: Ruleset | None = None) -> None:
        super().__init__()
        first = rules if rules is not None else DEFAULT
        self._all = (first, *(preset for preset in PRESETS.values() if preset.name != first.name))
        self._at = 0

    @property
    def rules(self) -> Ruleset:
        return self._all[self._at]

    def ruleset(self) -> Ruleset:
        """The rules of the table: another page opened over this one is about them."""
        return self.rules

    def applies(self, action: NamedAction) -> bool:
        return action.id != ActionId.ASK and super().applies(action)

    def go_sideways(self, by: int) -> None:
        self._at = (self._at + by) % len(self._all)
        self.redraw()

    def picture(self, width: int, height: int) -> Rows:
        inner = width - 2 * MARGIN
        place = t("glossary.place", number=self._at + 1, total=len(self._all))
        title = t("payment-table.title", rules=self.rules.title)
        head = [(), heading(title, place, inner), ()]
        lines: list[Row] = []
        for line in sheet_lines(self.rules):
            parts = (
                [line.text] if line.heading or line.text.startswith(" ") else wrap(line.text, inner) or [""]
            )
            lines += [words(part, Ink.NAME if line.heading else Ink.TEXT) for part in parts]
        body = self.window(tuple(lines), inner, height - len(head) - 1)
        return self.framed((*head, *body), width, height)

    def hints(self) -> Sequence[Row]:
        return (
            keys(t("payment-table.foot"), ActionId.LEFT, ActionId.RIGHT),
            scroll_keys(),
            keys(t("panel.foot.close"), ActionId.CANCEL),
        )
