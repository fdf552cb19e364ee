"""Texts for actions: a player's choice, why an action is refused, and the time in which to claim."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from ai.reading.furiten_advice import longest_lasting
from engine.actions import Action, ActionKind, Refusal, Why
from engine.furiten import Cause
from engine.tiles import Tile, format_tiles
from tui.config.actions import BY_ID, ActionId
from tui.i18n import t
from tui.words.furiten_sentences import clause
from tui.words.names import first_fitting, sentence_start, tile_word, tile_words


def takebacks(count: int | None) -> str:
    """The number of decisions taken back in a game; empty if none was."""
    return t("takeback.count", count=count) if count else ""


def action_words(action: Action) -> str:
    """A player's action in a few words: ``threw 3s``, ``passed``."""
    if action.consumed and action.kind is not ActionKind.ADDED_KAN:
        tile = format_tiles(action.consumed)
    else:
        tile = "" if action.tile is None else tile_word(action.tile)
    return t(f"lesson.did.{action.kind}", tile=tile)


_NO_CAUSE = ""


class RefusedDiscard(StrEnum):
    """A refused discard, which is not a named action."""

    PLAIN = "discard"
    RIICHI = "riichi-discard"
    """The discard that declares riichi."""


def reason(tried: ActionId | RefusedDiscard, refusal: Refusal) -> str:
    """The rule that forbids the action, as a clause without a subject."""
    key: str = refusal.why.value
    if refusal.why is Why.NOT_COMPLETE and refusal.tiles:
        key = "waits-elsewhere"
    elif refusal.why is Why.NOT_TENPAI and tried is RefusedDiscard.RIICHI:
        key = "not-tenpai-after"
    elif refusal.why is Why.LOCKED_BY_RIICHI and tried is RefusedDiscard.PLAIN:
        key = "only-the-drawn-tile"
    elif refusal.why is Why.NO_CLAIM and tried == ActionId.PASS:
        key = "nothing-to-pass"
    cause = clause(longest_lasting(refusal.causes)) if refusal.causes else _NO_CAUSE
    return t(f"why.{key}", tiles=_listed(refusal.tiles), number=refusal.number, cause=cause)


def refused(tried: ActionId | RefusedDiscard, refusal: Refusal, furiten: Sequence[Cause] = ()) -> str:
    """The complete sentence for a refused action: ``Riichi: the hand is open.``

    ``furiten`` are causes that would also forbid a ron, if the refusal has another reason.
    """
    why, ends = reason(tried, refusal), [""]
    if furiten and refusal.why is Why.NOT_COMPLETE:
        anyway = t("furiten.anyway", clause=clause(longest_lasting(furiten)))
        ends = [anyway, t("furiten.anyway-short"), ""]
    return first_fitting(
        t("desk.refused", action=sentence_start(_word(tried)), reason=why + end) for end in ends
    )


def refused_tile(tile: Tile, refusal: Refusal, *, riichi: bool = False) -> str:
    """Why a tile cannot be discarded, or why riichi cannot be declared with it."""
    if refusal.why is Why.KUIKAE:
        return sentence_start(t("desk.kuikae", tile=tile_word(tile)))
    return refused(RefusedDiscard.RIICHI if riichi else RefusedDiscard.PLAIN, refusal)


def _word(tried: ActionId | RefusedDiscard) -> str:
    if tried is RefusedDiscard.PLAIN:
        return t("desk.discard-word")
    return action_word(ActionId.RIICHI if tried is RefusedDiscard.RIICHI else tried)


def action_word(name: ActionId) -> str:
    """The label of a named action."""
    return BY_ID[name].words


def _listed(tiles: Sequence[int]) -> str:
    return tile_words(tiles) if len(tiles) <= 5 else t("desk.so-many", count=len(tiles))
