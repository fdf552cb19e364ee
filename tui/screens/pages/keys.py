"""The keys: every action with what it listens to, and the way to give it other keys."""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar

import msgspec
from textual import events

from tui.config.actions import BY_ID, NO_KEY, Chosen, NamedAction, Place, Sort
from tui.config.keymap import NEEDED, chosen_with, holders, keys_in
from tui.config.keys import NoKey, key_word, meant, read_key
from tui.drawing.rows import Role, Row, Rows, Span, fit, fit_rows
from tui.i18n.texts import t
from tui.screens.layout import words, wrap
from tui.screens.menu import footer, keys
from tui.screens.page import PanelScreen
from tui.screens.pages.key_groups import GROUPS, grouped
from tui.screens.scroll import Scroll

MARGIN = 4
KEYS_WIDTH = 38
POINTER = 2
SAID = 2
"""Rows of what is said about the line under the cursor."""
AROUND = SAID + 6
"""Rows that are no lines: title, what is said, footer, gaps."""
ALL, DONE = "all-usual", "done"
"""The lines below the actions."""


class Waits(StrEnum):
    """What the next key is taken for."""

    NEW = "new"
    """The only key of the action."""
    MORE = "more"
    """A key besides those that it has."""


class Asked(msgspec.Struct, frozen=True):
    """A key that another action has: the same once more takes it from there."""

    key: str
    action: NamedAction


class KeysScreen(PanelScreen[None]):
    """A change counts and is kept as soon as it is made; where a key is taken, that is said before."""

    place: ClassVar[Place] = Place.KEYS
    LARGEST: ClassVar[tuple[int, int]] = (80, 32)

    def __init__(self) -> None:
        super().__init__()
        self._groups = [
            (name, [action for action in actions if action.sort is not Sort.TYPES])
            for name, actions in zip(GROUPS, grouped(GROUPS), strict=True)
        ]
        self.lines = [*(action.id for _, actions in self._groups for action in actions), ALL, DONE]
        """What the cursor can stand on: actions by their ids, and the lines below them."""
        self.line = 0
        self.waits: Waits | None = None
        """What the next key is taken for, None while keys do what they do."""
        self._asked: Asked | None = None
        self._said = ""
        """What became of the last key."""
        self._scroll = Scroll()

    @property
    def chosen(self) -> Chosen:
        """The keys as they are chosen now."""
        return self.game_app.settings.keys

    @property
    def action(self) -> NamedAction | None:
        """The action under the cursor, None on the lines below."""
        return BY_ID.get(self.lines[self.line])

    # -- keys and clicks -----------------------------------------------------------------------------

    def press(self, event: events.Key) -> None:
        """While a key is waited for, every key is that one but Esc and help; otherwise it is its action."""
        action = self.action
        if self.waits is None or action is None or meant(event.key) in BY_ID["help"].keys:
            super().press(event)
        elif event.key == "escape":
            self._wait(None)
        else:
            self._take(action, self.waits, event.key)

    def applies(self, action: NamedAction) -> bool:
        """Keys are given and taken on the lines of actions alone."""
        return action.id not in ("add-key", "no-key", "usual-key") or self.action is not None

    def perform(self, action: NamedAction) -> None:
        """Move, wait for a key, take keys away, leave."""
        match action.id:
            case "up" | "down":
                self._stand((self.line + (1 if action.id == "down" else -1)) % len(self.lines))
            case "first" | "last":
                self._stand(0 if action.id == "first" else len(self.lines) - 1)
            case "page-up" | "page-down":
                self._turn(1 if action.id == "page-down" else -1)
            case "confirm":
                self._confirm()
            case "add-key" | "no-key" | "usual-key" if self.action is not None:
                self._change(action.id, self.action)
            case "cancel":
                self._leave()
            case _:
                super().perform(action)

    def _leave(self) -> None:
        if self.waits is None:
            self.dismiss(None)
        else:
            self._wait(None)

    def _confirm(self) -> None:
        match self.lines[self.line]:
            case "done":
                self.dismiss(None)
            case "all-usual":
                self._keep({}, t("keys.all-usual"))
            case _:
                self._wait(Waits.NEW)

    def _change(self, what: str, action: NamedAction) -> None:
        """One more key, none, or the usual ones, for the action under the cursor."""
        match what:
            case "add-key":
                self._wait(Waits.MORE)
            case "no-key" if action.id in NEEDED:
                self._say(t("keys.needed", action=action.alone))
            case "no-key":
                self._keep(chosen_with(self.chosen, action, ()), t("keys.none", action=action.alone))
            case _:
                self._to_usual(action)

    def _to_usual(self, action: NamedAction) -> None:
        for key in action.usual:
            if others := holders(self.chosen, action, key):
                self._say(t("keys.clash", action=action.alone, key=key_word(key), other=others[0].alone))
                return
        self._keep(chosen_with(self.chosen, action, action.usual), t("keys.usual", action=action.alone))

    def click(self, what: str, value: object) -> None:
        """A click goes to a line, and one more does what Enter does there."""
        match what, value:
            case "line", str(id):
                here = self.lines[self.line] == id
                self._stand(self.lines.index(id))
                if here or self.action is None:
                    self._confirm()
            case "scroll", int(pages):
                self._turn(pages)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """The wheel moves from line to line."""
        self._stand(min(self.line + 1, len(self.lines) - 1))

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Upwards."""
        self._stand(max(self.line - 1, 0))

    def _turn(self, pages: int) -> None:
        self._stand(min(max(self.line + pages * self._scroll.span, 0), len(self.lines) - 1))

    def _stand(self, line: int) -> None:
        self.line = line
        self._wait(None)

    def _wait(self, what: Waits | None) -> None:
        self.waits, self._asked = what, None
        self._say("")

    def _say(self, said: str) -> None:
        self._said = said
        self.redraw()

    # -- a new key -----------------------------------------------------------------------------------

    def _take(self, action: NamedAction, what: Waits, pressed: str) -> None:
        """Give the action the key that was pressed; where others have it, only once it comes again."""
        try:
            key = read_key(pressed)
        except NoKey as error:
            self._say(str(error))
            return
        asked, self._asked = self._asked, None
        others = holders(self.chosen, action, key)
        if refused := next((other for other in others if not _can_spare(self.chosen, other, key)), None):
            self._say(t("keys.not-spared", key=key_word(key), other=refused.alone))
        elif others and asked != Asked(key, action):
            self._asked = Asked(key, action)
            self._say(t("keys.taken", key=key_word(key), other=others[0].alone))
        else:
            self._give(action, what, key, others)

    def _give(self, action: NamedAction, what: Waits, key: str, others: list[NamedAction]) -> None:
        had = keys_in(self.chosen, action) if what is Waits.MORE else ()
        chosen = chosen_with(self.chosen, action, tuple(dict.fromkeys((*had, key))))
        for other in others:
            left = tuple(each for each in keys_in(chosen, other) if each != key)
            chosen = chosen_with(chosen, other, left)
        self.waits = None
        self._keep(chosen, t("keys.given", action=action.alone, key=key_word(key)))

    def _keep(self, chosen: Chosen, said: str) -> None:
        """Use these keys and keep them; say so, or why they could not be kept."""
        failure = self.game_app.change_settings(msgspec.structs.replace(self.game_app.settings, keys=chosen))
        self._say(failure or said)

    # -- the picture ---------------------------------------------------------------------------------

    def picture(self, width: int, height: int) -> Rows:
        """The lines, as many as there is room for, and what is said about the one under the cursor."""
        inner = width - 2 * MARGIN
        lines, seen = self._lines(inner)
        ways = BY_ID["page-up"].named, BY_ID["page-down"].named
        body = self._scroll.around(seen, lines, inner, height - AROUND, ways)
        ink = "acting" if self.waits else "muted"
        said = [words(line, ink) for line in wrap(self._about(), inner)][:SAID]
        rows = fit_rows([(), words(t("keys.title"), "title"), (), *body, (), *said], inner, height - 2)
        margin = Span(" " * MARGIN)
        page = fit_rows([(margin, *row) for row in rows], width, height - 1)
        return (*page, fit([Span("  "), *self._foot()], width))

    def _lines(self, width: int) -> tuple[Rows, tuple[int, int]]:
        """All lines below the headings of their groups, and those that have to be seen."""
        rows: list[Row] = []
        seen = (0, 0)
        for name, actions in self._groups:
            above = len(rows)
            rows += [(), words(t(f"screen.groups.{name}"), "title")] if rows else []
            rows = rows or [words(t(f"screen.groups.{name}"), "title")]
            for action in actions:
                if action is self.action:
                    seen = (above if action is actions[0] else len(rows), len(rows))
                rows.append(self._row(action.id, action.alone, self._keys_of(action), width))
        rows.append(())
        for id in (ALL, DONE):
            if self.lines[self.line] == id:
                seen = (len(rows), len(rows))
            rows.append(self._row(id, t(f"keys.line.{id}"), (), width))
        return tuple(rows), seen

    def _row(self, id: str, label: str, shown: Row, width: int) -> Row:
        here = id == self.lines[self.line]
        meta = ("line", id)
        name = Span(f" {label} ", Role("text", "round") if here else Role("name"), meta)
        return (
            Span(f"{self.look.glyphs.pointer if here else ' '} ", Role("acting"), meta),
            *fit([name], width - KEYS_WIDTH - POINTER),
            *(span._replace(meta=meta) for span in shown),
        )

    def _keys_of(self, action: NamedAction) -> Row:
        """The keys of an action, with the usual ones behind them where those are others."""
        if action is self.action and self.waits is not None:
            return (Span(t("keys.waits"), Role("text", "key")),)
        now = Span(action.all_keys, Role("acting" if action.keys else "faint"))
        if action.keys == action.usual:
            return (now,)
        usual = " ".join(map(key_word, action.usual)) or NO_KEY
        return (now, Span(f"   {t('keys.usually', keys=usual)}", Role("muted")))

    def _about(self) -> str:
        if self._said:
            return self._said
        action, what = self.action, self.lines[self.line]
        if action is not None:
            what = self.waits or "action"
        called = action.alone if action is not None else ""
        return t(f"keys.about.{what}", action=called, key=BY_ID["confirm"].named)

    def _foot(self) -> Row:
        if self.waits is not None:
            return footer(keys(t("screen.foot.back"), "cancel"), keys(BY_ID["help"].words, "help"))
        return footer(
            keys(t("keys.foot.new"), "confirm"),
            keys(t("keys.foot.more"), "add-key"),
            keys(t("keys.foot.none"), "no-key"),
            keys(t("keys.foot.usual"), "usual-key"),
            keys(t("screen.foot.back"), "cancel"),
            keys(BY_ID["help"].words, "help"),
        )


def _can_spare(chosen: Chosen, action: NamedAction, key: str) -> bool:
    """Whether an action can do without that key."""
    if action.sort is Sort.TYPES:
        return False
    return action.id not in NEEDED or keys_in(chosen, action) != (key,)
