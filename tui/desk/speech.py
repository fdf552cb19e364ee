"""The reason line: what the choice under the cursor does, before it is done."""

from __future__ import annotations

from ai.reading.outlook import Outlook
from engine.actions import ActionKind
from engine.tiles import KIND_OF, format_tiles
from engine.view import SeatView
from tui.actions import BY_ID
from tui.desk.choice import Button, Choice, Mode
from tui.desk.reasons import action_word, clause, most_lasting, refused
from tui.desk.safety import Safety
from tui.desk.words import Names, fitting, kind_word, sentence_start, tile_word, tile_words
from tui.texts import t


def about_tile(choice: Choice, outlook: Outlook | None, safety: Safety | None, names: Names) -> str:
    """What choosing the tile under the cursor does, or why it cannot be chosen.

    Without an outlook or without safety (hints turned off) it is silent about furiten or genbutsu.
    """
    tile = choice.tiles[choice.place]
    if choice.takes_win:
        cost = t("desk.cost-riichi" if choice.view.me.riichi else "desk.cost-thrown", tile=kind_word(tile))
        return t("desk.complete", key=BY_ID["cancel"].key, cost=cost)
    if refusal := choice.refused(choice.place):
        return refused("riichi-discard" if choice.mode is Mode.RIICHI else "discard", refusal)
    key = "desk.riichi-tile" if choice.mode is Mode.RIICHI else "desk.discard"
    start = t(key, tile=tile_word(tile))
    notes = []
    if choice.actions("tsumo"):
        notes.append([t("desk.declines")])
    if outlook is not None and outlook.furiten:
        notes.append(_furiten_after(outlook, choice.view))
    if safety is not None and (safe := safety.sentences(KIND_OF[tile], names)):
        notes.append(safe)
    return _line(start, notes)


def _line(start: str, notes: list[list[str]]) -> str:
    """The start and as many notes as fit, in the longest wording that leaves room for the others."""
    if not notes:
        return f"{start}."
    full = [wordings[0] for wordings in notes]
    brief = [wordings[-1] for wordings in notes]
    lines = [full, [full[0], *brief[1:]], brief, full[:1], brief[:1]]
    return fitting(f"{start}: {'; '.join(line)}." for line in lines)


def _furiten_after(outlook: Outlook, view: SeatView) -> list[str]:
    """That the discard leaves the hand furiten, and why."""
    cause = most_lasting(outlook.furiten)
    assert outlook.discard is not None
    if KIND_OF[outlook.discard] == KIND_OF[cause.tile] and cause.turn > len(view.me.pond):
        why = t("desk.furiten-itself")
    else:
        why = t("desk.furiten-after", cause=clause(cause))
    return [why, t("desk.furiten-short")]


def about_button(choice: Choice, button: Button) -> str:
    """What the button under the cursor does; what letting a win go would cause."""
    if choice.mode is Mode.FORM:
        return _about_form(choice, button)
    offer = choice.view.table.offer
    assert offer is not None
    can_win = bool(choice.actions("ron"))
    cost = passing_costs(choice.view)
    if button.id == "ron":
        return t("desk.ron", tile=tile_word(offer), cost=cost)
    if button.id == "pass":
        if completes(choice.view):
            return t("desk.pass-win" if can_win else "desk.pass-shape", tile=tile_word(offer), cost=cost)
        return t("desk.pass", tile=tile_word(offer))
    start = t("desk.call", action=sentence_start(action_word(button.id)), tile=tile_word(offer))
    return f"{start}: {t('desk.lets-win-go')}." if can_win else f"{start}."


def completes(view: SeatView) -> bool:
    """Whether the tile on offer would complete the hand."""
    offer = view.table.offer
    return offer is not None and KIND_OF[offer] in view.waits


def passing_costs(view: SeatView) -> str:
    """What letting a winning tile go causes: which furiten, and until when."""
    return t("desk.cost-riichi" if view.me.riichi else "desk.cost")


def _about_form(choice: Choice, button: Button) -> str:
    action = button.action
    if action is None:
        return t("desk.back")
    if action.kind is ActionKind.ADDED_KAN:
        assert action.tile is not None
        return t("desk.form-added", tile=tile_word(action.tile))
    if action.kind is ActionKind.CLOSED_KAN:
        return t("desk.form-closed", tile=kind_word(action.consumed[0]))
    assert action.tile is not None
    word = sentence_start(action_word(choice.form_id))
    return t("desk.form", action=word, tile=tile_word(action.tile), own=tile_words(action.consumed))


def label(choice: Choice, button: Button) -> str:
    """What stands beside the key on the prompt line."""
    if choice.takes_win and button.id in ("confirm", "cancel"):
        return action_word("tsumo") if button.id == "confirm" else t("desk.decline-label")
    if button.id == "confirm":
        key = "desk.riichi-label" if choice.mode is Mode.RIICHI else "desk.discard-label"
        return t(key, tile=tile_word(choice.tiles[choice.place]))
    if button.id == "cancel":
        return t("desk.back-label")
    if choice.mode is Mode.FORM and button.action is not None:
        return form_label(button)
    return action_word(button.id)


def form_label(button: Button) -> str:
    """The tiles of one form: ``34s``; an added kan by its tile."""
    assert button.action is not None
    if button.action.kind is ActionKind.ADDED_KAN and button.action.tile is not None:
        return t("desk.added-label", tile=tile_word(button.action.tile))
    return format_tiles(button.action.consumed)
