"""Texts of the prompt line, the footer and the reason line: possible actions, their keys and effects."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from msgspec.structs import replace

from ai.reading.furiten_advice import later_tsumo, longest_lasting
from ai.reading.outlook import Outlook
from engine.actions import OWN_KANS, Action, ActionKind
from engine.furiten import Cause, CauseEnd
from engine.tiles import KIND_OF, Kind, format_tiles
from engine.view import SeatView
from tui.config.actions import BY_ID, ActionId
from tui.desk.choice import CALLS, Button, Choice, Mode, why_none
from tui.desk.hints import Hints
from tui.desk.scene import PromptItem
from tui.i18n import join_clauses, join_sentences, t
from tui.i18n import width as cells
from tui.words.action_words import action_word, reason, refused_tile
from tui.words.furiten_sentences import clause, later_tsumo_sentence
from tui.words.names import (
    REASON_WIDTH,
    Seating,
    first_fitting,
    kind_word,
    sentence_start,
    tile_word,
    tile_words,
)

if TYPE_CHECKING:
    from ai.reading.value_hints import CallEffect

_AROUND_KEY = 5
"""Columns of an item besides its key and its label."""
CELLS_OF_TILE = 3
"""Columns of a tile that is drawn in a label, with the gap behind it."""


def prompt_items(choice: Choice, kan: str = "", *, leaves: bool = False) -> tuple[PromptItem, ...]:
    """The items of the prompt line. A refused one includes the reason if there is room.

    ``kan`` is what a kan on the own turn costs. With ``leaves`` the cancel key leaves the screen, so that a
    pass has its own key.
    """
    buttons = choice.buttons()
    items = [_item(choice, button) for button in buttons]
    if choice.mode is Mode.CLAIM:
        named = [_with_tile(choice, item, button) for item, button in zip(items, buttons, strict=True)]
        items = named if _width(named) <= REASON_WIDTH else items
    for place, button in enumerate(buttons):
        explained = items.copy()
        explained[place] = _with_reason(items[place], button, kan)
        if _width(explained) <= REASON_WIDTH:
            items = explained
    return tuple(map(_with_own_key, items)) if leaves else tuple(items)


def _with_own_key(item: PromptItem) -> PromptItem:
    if item.id is not ActionId.CANCEL:
        return item
    return replace(item, key=BY_ID[ActionId.PASS].key, id=ActionId.PASS)


def _item(choice: Choice, button: Button) -> PromptItem:
    enabled = button.refusal is None
    if button.id == ActionId.CONFIRM:
        enabled = not choice.greys or choice.refused(choice.place) is None
    action = BY_ID[ActionId.CANCEL if button.id == ActionId.PASS else button.id]
    tiles = button.action.consumed if choice.mode is Mode.FORM and button.action is not None else ()
    return PromptItem(
        action.key, label(choice, button), enabled, action.id, tiles, format_tiles(tiles) if tiles else ""
    )


def _with_tile(choice: Choice, item: PromptItem, button: Button) -> PromptItem:
    offer = choice.view.table.offer
    if button.id == ActionId.PASS or offer is None:
        return item
    name = tile_word(offer)
    label = t("desk.claim-label", action=item.label, tile=name)
    return replace(item, label=label, tiles=(offer,), named=name)


def _with_reason(item: PromptItem, button: Button, kan: str) -> PromptItem:
    if button.refusal is None and not (kan and button.id is ActionId.KAN):
        return item
    why = kan if button.refusal is None else reason(button.id, button.refusal)
    return replace(item, label=t("desk.why-label", action=item.label, reason=why))


def _width(items: list[PromptItem]) -> int:
    drawn = sum(max(CELLS_OF_TILE * len(item.tiles) - 1 - cells(item.named), 0) for item in items)
    return drawn + sum(cells(item.key) + cells(item.label) + _AROUND_KEY for item in items)


def footer_items(
    choice: Choice | None,
    *,
    playing: bool,
    hurries: bool = True,
    undo: bool = False,
    leaves: bool = False,
    answers: bool = True,
) -> tuple[PromptItem, ...]:
    """The keys of the footer that the prompt does not name, always with the key of the help.

    ``hurries``: any key hurries the bots while there is no choice. ``undo``: a decision can be taken back.
    ``leaves``: the cancel key leaves the screen. ``answers``: the player may ask about a tile.
    """
    if choice is None:
        parts = [PromptItem("", t("desk.foot-watch"))] if playing and hurries else []
    else:
        parts = [_keys(ActionId.LEFT, ActionId.RIGHT, words=t("desk.foot-choose"))]
    if undo:
        parts.append(_keys(ActionId.UNDO, words=t("takeback.foot")))
    if choice is not None and not choice.of_tiles:
        parts.append(_keys(ActionId.CONFIRM, words=t("desk.foot-take")))
    if leaves:
        parts.append(_keys(ActionId.CANCEL, words=t("first.skip")))
    parts.append(_keys(ActionId.HELP, words=t("action.help")))
    if playing and answers:
        parts.append(_keys(ActionId.ASK, words=t("desk.foot-ask")))
    parts.append(_keys(ActionId.SETTINGS, words=t("action.settings")))
    parts.append(_keys(ActionId.QUIT, words=t("action.quit")))
    if playing:
        parts.append(_keys(ActionId.LOG, words=t("desk.foot-log")))
    parts.append(_keys(ActionId.PALETTE, words=t("desk.foot-palette")))
    return tuple(parts)


def _keys(*names: ActionId, words: str) -> PromptItem:
    shown = " ".join(filter(None, (BY_ID[name].key for name in names)))
    return PromptItem(shown, words, id=names[0] if len(names) == 1 else None)


def about_tile(choice: Choice, hints: Hints, names: Seating) -> str:
    """The effect of choosing the tile under the cursor, or why it cannot be chosen.

    A kan that is possible with it is told behind that where it fits, and alone where the discard has no
    effect to tell. Empty if there is nothing to tell beyond the actions themselves, which the prompt names.
    """
    tile = choice.tiles[choice.place]
    if choice.takes_win:
        if any(cause.ends is CauseEnd.HAND_ENDS for cause in choice.view.furiten):
            return t("desk.complete-furiten", key=BY_ID[ActionId.CANCEL].named)
        cost = t("desk.cost-riichi" if choice.view.me.riichi else "desk.cost-thrown", tile=kind_word(tile))
        return t("desk.complete", key=BY_ID[ActionId.CANCEL].named, cost=cost)
    if choice.refused(choice.place):
        return refused_tile_line(choice)
    notes = []
    if choice.actions(ActionId.TSUMO):
        notes.append([t("desk.declines")])
    outlook = hints.outlook_of(tile, choice.mode is Mode.RIICHI)
    if outlook.furiten:
        notes.append(_furiten_after(outlook, choice.view))
    if against := hints.against_each(KIND_OF[tile]):
        from tui.words.safety_sentences import safety_sentences  # here, as the judge of safety

        notes.append(safety_sentences(against, names))
    said, kans = _line(_start(choice), notes), _about_kan(choice, KIND_OF[tile], hints)
    if not said:
        return first_fitting(kans) if kans else ""
    return first_fitting([*(join_sentences([said, kan]) for kan in kans), said])


def _about_kan(choice: Choice, kind: Kind, hints: Hints) -> tuple[str, ...]:
    """Wordings of the hand after the kan with the tile under the cursor; none if it is not possible."""
    if choice.mode is not Mode.TURN or not choice.actions(ActionId.KAN):
        return ()
    call = next((call for call in hints.calls if KIND_OF[call.action.consumed[0]] == kind), None)
    return () if call is None else _call_lines(call, _kan_form(call.action))


def refused_tile_line(choice: Choice) -> str:
    """Why the tile under the cursor cannot be chosen; empty if it can, or if it is not greyed."""
    if choice.takes_win or not choice.greys or not (refusal := choice.refused(choice.place)):
        return ""
    return refused_tile(choice.tiles[choice.place], refusal, riichi=choice.mode is Mode.RIICHI)


def _start(choice: Choice) -> str:
    key = "desk.riichi-tile" if choice.mode is Mode.RIICHI else "desk.discard"
    return t(key, tile=tile_word(choice.tiles[choice.place]))


def _line(start: str, notes: list[list[str]]) -> str:
    """The start and as many notes as fit, in the longest wordings that leave room for all.

    Empty without notes.
    """
    if not notes:
        return ""
    lines = [list(line) for line in product(*notes)]
    lines += [[wording] for wording in notes[0]]
    return first_fitting(t("desk.line", start=start, notes=join_clauses(line)) for line in lines)


def _furiten_after(outlook: Outlook, view: SeatView) -> list[str]:
    """The sentence that the discard causes or keeps furiten, and why."""
    cause = longest_lasting(outlook.furiten)
    assert outlook.discard is not None
    if KIND_OF[outlook.discard] == KIND_OF[cause.tile] and cause.turn > len(view.me.pond):
        return [t("desk.furiten-itself"), t("desk.furiten-short")]
    verb = t("desk.furiten-keeps" if view.furiten else "desk.furiten-short")
    return [t("desk.furiten-after", verb=verb, cause=clause(cause)), verb]


def about_button(choice: Choice, button: Button, hints: Hints) -> str:
    """The effect of the button under the cursor: the hand after a call; the furiten after a pass on a win.

    Empty if there is nothing to tell beyond the action itself, which the prompt names.
    """
    if choice.mode is Mode.FORM:
        return _about_call(button, about_form(choice, button), hints) or about_form(choice, button)
    offer = choice.view.table.offer
    assert offer is not None
    passing = choice.view.own.passing
    if passing is None:
        return _about_claim(choice, button, hints)
    can_win = bool(choice.actions(ActionId.RON))
    if button.id == ActionId.RON and not can_win:
        refusal = why_none(choice.menu, ActionId.RON)
        why = reason(ActionId.RON, refusal) if refusal else ""
        return t("desk.ron-error", tile=tile_word(offer), reason=why)
    if button.id == ActionId.RON:
        return t("desk.ron", tile=tile_word(offer), cost=_cost(passing))
    if button.id == ActionId.PASS and not can_win:
        # the sentence that the tile completes the hand, which cannot win on it, and the furiten that follows
        if longest_lasting([*choice.view.furiten, passing]).ends is passing.ends:
            return t("desk.pass-shape", tile=tile_word(offer), cost=_cost(passing))
        return t("desk.pass-furiten", tile=tile_word(offer))
    if button.id == ActionId.PASS:
        passed = t("desk.pass-win", tile=tile_word(offer), cost=_cost(passing))
        hand = later_tsumo(choice.view)
        return passed if hand is None else join_sentences((passed, later_tsumo_sentence(hand.partial_tsumo)))
    if not can_win:
        return _about_claim(choice, button, hints)
    call = t("desk.call", action=sentence_start(action_word(button.id)), tile=tile_word(offer))
    return t("desk.line", start=call, notes=t("desk.lets-win-go"))


def _about_claim(choice: Choice, button: Button, hints: Hints) -> str:
    """The hand after a call of the tile on offer, of several forms the best; or as it stays after a pass."""
    offer = choice.view.table.offer
    if button.id == ActionId.PASS and hints.calls:
        from tui.words.hand_sentences import hand_wordings  # here: a start offers no call

        kept = hand_wordings(hints.calls[0].without)
        return first_fitting(tuple(t("desk.pass-keeps", hand=told) for told in kept))
    if button.id not in CALLS or offer is None:
        return ""
    best = next((call for call in hints.calls if call.action in choice.actions(button.id)), None)
    if best is None:
        return ""
    said = t(
        "desk.form",
        action=sentence_start(action_word(button.id)),
        tile=tile_word(offer),
        own=tile_words(best.action.consumed),
    )
    return _about_call(Button(button.id, best.action), said, hints)


def _about_call(button: Button, said: str, hints: Hints) -> str:
    """The hand that a call or a kan leaves, behind its sentence; empty for other buttons."""
    call = next((call for call in hints.calls if call.action == button.action), None)
    return "" if call is None else first_fitting(_call_lines(call, said))


def _call_lines(call: CallEffect, said: str) -> tuple[str, ...]:
    from tui.words.hand_sentences import call_lines  # here: a start offers no call

    return call_lines(call, said)


def _cost(passing: Cause) -> str:
    return t("desk.cost-riichi" if passing.ends is CauseEnd.HAND_ENDS else "desk.cost")


_SAID = {
    ActionKind.RON: "win",
    ActionKind.TSUMO: "win",
    ActionKind.WITHDRAWN_WIN: "withdrawn",
    ActionKind.TENPAI: "tenpai",
    ActionKind.NOTEN: "noten",
}
"""Actions without tiles: errors, and declarations at a draw."""


def about_form(choice: Choice, button: Button) -> str:
    """The form under the cursor in words; empty unless a form is being chosen."""
    if choice.mode is not Mode.FORM:
        return ""
    action = button.action
    if action is None:
        return t("desk.back")
    if action.kind in _SAID:
        return t(f"desk.about-{_SAID[action.kind]}")
    if action.kind in OWN_KANS:
        return _kan_form(action)
    assert action.tile is not None
    word = sentence_start(action_word(choice.form_id))
    return t("desk.form", action=word, tile=tile_word(action.tile), own=tile_words(action.consumed))


def _kan_form(action: Action) -> str:
    if action.kind is ActionKind.CLOSED_KAN:
        return t("desk.form-closed", tile=kind_word(action.consumed[0]))
    assert action.tile is not None
    return t("desk.form-added", tile=tile_word(action.tile))


def label(choice: Choice, button: Button) -> str:
    """The label beside the key on the prompt line."""
    if choice.takes_win and button.id in (ActionId.CONFIRM, ActionId.CANCEL):
        return action_word(ActionId.TSUMO) if button.id == ActionId.CONFIRM else t("desk.decline-label")
    if button.id == ActionId.CONFIRM:
        key = "desk.riichi-label" if choice.mode is Mode.RIICHI else "desk.discard-label"
        return t(key, tile=tile_word(choice.tiles[choice.place]))
    if button.id == ActionId.CANCEL:
        return t("desk.back-label")
    if choice.mode is Mode.FORM and button.action is not None:
        return form_label(button)
    if button.id == ActionId.KAN and choice.on_turn and button.action is not None:
        tile, consumed = button.action.tile, button.action.consumed
        return t("desk.kan-label", tile=kind_word(consumed[0] if tile is None else tile))
    return action_word(button.id)


def form_label(button: Button) -> str:
    """The tiles of one form, such as ``34s``, or the tile of an added kan."""
    assert button.action is not None
    if button.action.kind in _SAID:
        return t(f"desk.says-{_SAID[button.action.kind]}")
    if button.action.kind is ActionKind.ADDED_KAN and button.action.tile is not None:
        return t("desk.added-label", tile=tile_word(button.action.tile))
    return format_tiles(button.action.consumed)
