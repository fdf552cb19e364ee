"""The prompt line and the footer: what can be done now, with its keys."""

from __future__ import annotations

from tui.config.actions import BY_ID, ActionId
from tui.desk.answer import Mode
from tui.desk.buttons import Button
from tui.desk.choice import Choice
from tui.desk.scene import PromptItem
from tui.desk.speech import label
from tui.i18n.layout import width as cells
from tui.i18n.texts import t
from tui.words.actions import reason
from tui.words.tiles import REASON_WIDTH

_AROUND_KEY = 5
"""Columns that an item takes besides its key and its label."""


def prompt_items(choice: Choice) -> tuple[PromptItem, ...]:
    """Everything on the prompt line; what is refused says why where there is room."""
    buttons = choice.buttons()
    items = [_item(choice, button) for button in buttons]
    for place, button in enumerate(buttons):
        told = items.copy()
        told[place] = _told(items[place], button)
        if _width(told) <= REASON_WIDTH:
            items = told
    return tuple(items)


def _item(choice: Choice, button: Button) -> PromptItem:
    enabled = button.refusal is None
    if button.id == ActionId.CONFIRM:
        enabled = not choice.greys or choice.refused(choice.place) is None
    action = BY_ID[ActionId.CANCEL if button.id == ActionId.PASS else button.id]
    return PromptItem(action.key, label(choice, button), enabled, action.id)


def _told(item: PromptItem, button: Button) -> PromptItem:
    if button.refusal is None:
        return item
    why = reason(button.id, button.refusal)
    return item._replace(label=t("desk.why-label", action=item.label, reason=why))


def _width(items: list[PromptItem]) -> int:
    return sum(cells(item.key) + cells(item.label) + _AROUND_KEY for item in items)


def footer(choice: Choice | None, *, playing: bool) -> tuple[PromptItem, ...]:
    """The keys that matter now; the way to help never disappears."""
    if choice is None:
        parts = [PromptItem("", t("desk.foot-watch"))] if playing else []
    else:
        parts = [_keys(ActionId.LEFT, ActionId.RIGHT, words=t("desk.foot-choose"))]
        match choice.mode:
            case Mode.TURN if choice.takes_win:
                parts.append(_keys(ActionId.CONFIRM, words=t("action.tsumo")))
                parts.append(_keys(ActionId.CANCEL, words=t("desk.decline-label")))
            case Mode.TURN:
                parts.append(_keys(ActionId.CONFIRM, words=t("desk.foot-discard")))
            case Mode.RIICHI:
                parts.append(_keys(ActionId.CONFIRM, words=t("action.riichi")))
                parts.append(_keys(ActionId.CANCEL, words=t("desk.back-label")))
            case Mode.CLAIM:
                parts.append(_keys(ActionId.CONFIRM, words=t("desk.foot-take")))
                parts.append(_keys(ActionId.CANCEL, words=t("action.pass")))
            case Mode.FORM:
                parts.append(_keys(ActionId.CONFIRM, words=t("desk.foot-take")))
                parts.append(_keys(ActionId.CANCEL, words=t("desk.back-label")))
    parts.append(_keys(ActionId.HELP, words=t("action.help")))
    if playing:
        parts.append(_keys(ActionId.ASK, words=t("desk.foot-ask")))
    parts.append(_keys(ActionId.SETTINGS, words=t("action.settings")))
    parts.append(_keys(ActionId.QUIT, words=t("action.quit")))
    if playing:
        parts.append(_keys(ActionId.LOG, words=t("desk.foot-log")))
    parts.append(_keys(ActionId.PALETTE, words=t("action.palette")))
    return tuple(parts)


def _keys(*names: ActionId, words: str) -> PromptItem:
    shown = " ".join(filter(None, (BY_ID[name].key for name in names)))
    return PromptItem(shown, words, id=names[0] if len(names) == 1 else None)
