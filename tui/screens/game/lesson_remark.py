"""A remark of a lesson: a few lines below the table, until any key goes on."""

from __future__ import annotations

from collections.abc import Collection

from textual import events

from tui.config.actions import BY_ID, ActionId, Place, action_for
from tui.config.keys import meant
from tui.drawing.click_meta import ActionKey
from tui.drawing.clicks import ClickArea
from tui.drawing.rows import Role, Rows, Span, spread, wrapped
from tui.i18n.texts import t
from tui.screens.menu import keys
from tui.screens.page_layout import WIDEST_TEXT, framed, words
from tui.screens.page_screen import PanelScreen
from tui.table.sign_legend import suits_in_a_row
from tui.table.table_layout import Zone, plan
from tui.tiles.roles import Ink

ROWS = 4
"""Rows that a remark covers: the lines below the hand, or the header, which then has as many."""
MARGIN = 2
STAYS = (ActionId.HELP, ActionId.GLOSSARY, ActionId.PALETTE, ActionId.CANCEL)
"""Actions that do not just close the remark: they open another screen, or may leave the lesson."""
_GOES_ON = (ActionId.CONFIRM,)
"""Actions that a remark may name although their keys only close it: who reads on must not discard by that."""


class RemarkScreen(PanelScreen[ActionId | None]):
    """One remark, which any key or click closes.

    Its result is the action to carry out afterwards, if the key or the click was one that the remark names;
    ``CANCEL`` leaves the lesson.
    """

    place = Place.LESSON
    DEFAULT_CSS = """
    RemarkScreen { align: left bottom; }
    RemarkScreen.-above { align: left top; }
    RemarkScreen Page { width: 1fr; height: 4; }
    """

    def __init__(
        self,
        text: str,
        *,
        above: bool = False,
        skips: bool = False,
        names: Collection[ActionId] = (),
        suits: bool = False,
    ) -> None:
        """Create a remark ``above`` or below the table, which ``names`` the keys of these actions.

        With ``skips`` a key leaves the lesson. With ``suits`` the last line shows how a tile of each suit
        looks and what it is called.
        """
        super().__init__()
        self.text = text
        self._lets_through = [id for id in names if id not in (*_GOES_ON, *STAYS)]
        self._skips = skips
        self._suits = suits
        self.set_class(above, "-above")

    @property
    def see_through(self) -> bool:
        """The remark is about the table, which stays visible."""
        return True

    def fit(self) -> None:
        """As wide as the table beside its side panel; the style sheet sets the height."""
        header = plan(*self.app.size).regions.get(Zone.HEADER)
        self._page.styles.width = "1fr" if header is None else header.width

    def drawn(self, width: int, height: int) -> Rows:
        """The remark, and how to go on."""
        room = min(width - 2 * MARGIN, WIDEST_TEXT)
        lines = [words(line) for line in wrapped(self.text, room)]
        lines += [suits_in_a_row(self.look)] if self._suits else []
        margin = Span(" " * MARGIN)
        go_on = [margin, Span(t("lesson.go-on"), Role(Ink.MUTED))]
        if self._skips:
            go_on += [Span("   "), *keys(t("first.skip"), ActionId.CANCEL)]
        foot = spread(go_on, [*keys(BY_ID[ActionId.HELP].words, ActionId.HELP), margin], width)
        return framed(lines, foot, width, height, MARGIN)

    def press(self, event: events.Key) -> None:
        """Close the remark, unless the key opens something over it."""
        action = action_for(event.key, self.place)
        key = meant(event.key)
        if action is not None and action.id in STAYS:
            self.perform(action)
        else:
            self._close(next((id for id in self._lets_through if key in BY_ID[id].keys), None))

    def _close(self, named: ActionId | None) -> None:
        """Close the remark; settings open over it, so that the text about them stays."""
        if named == ActionId.SETTINGS:
            self.game_app.show_settings()
        else:
            self.dismiss(named)

    def leave(self) -> None:
        """Leave the lesson if that is possible here, else close the remark."""
        self.dismiss(ActionId.CANCEL if self._skips else None)

    def on_click(self, event: events.Click) -> None:
        """Close the remark after a click beside it; on a key that it names, that is carried out."""
        if self.was_visible_at(event) and self.hits_nothing(event):
            self._close(self._named_under(event))

    def _named_under(self, event: events.Click) -> ActionId | None:
        """The action of the table's key under the pointer, if the remark names it."""
        below = self.app.screen_stack[-2].query(ClickArea)
        for area in below:
            meta = area.meta_under(event) if area.region.contains_point(event.screen_offset) else None
            if isinstance(meta, ActionKey) and meta.action in self._lets_through:
                return meta.action
        return None
