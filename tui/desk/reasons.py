"""Why something cannot be done: the engine's facts as sentences."""

from __future__ import annotations

from collections.abc import Sequence

from engine.actions import Refusal, Why
from tui.actions import BY_ID
from tui.desk.causes import clause, most_lasting
from tui.desk.words import sentence_start, tile_words
from tui.texts import t

_NO_CAUSE = ""


def reason(name: str, refusal: Refusal) -> str:
    """What the rules say against a named action (or ``discard``, ``riichi-discard``), without a subject."""
    key: str = refusal.why.value
    if refusal.why is Why.NOT_COMPLETE and refusal.tiles:
        key = "waits-elsewhere"
    elif refusal.why is Why.NOT_TENPAI and name == "riichi-discard":
        key = "not-tenpai-after"
    elif refusal.why is Why.LOCKED_BY_RIICHI and name == "discard":
        key = "only-the-drawn-tile"
    cause = clause(most_lasting(refusal.causes)) if refusal.causes else _NO_CAUSE
    return t(f"why.{key}", tiles=_listed(refusal.tiles), number=refusal.number, cause=cause)


def refused(name: str, refusal: Refusal) -> str:
    """The whole sentence: ``Riichi: the hand is open.``"""
    word = t("desk.discard-word") if name == "discard" else action_word(name.removesuffix("-discard"))
    return t("desk.refused", action=sentence_start(word), reason=reason(name, refusal))


def action_word(name: str) -> str:
    """A named action as a word in a sentence."""
    return BY_ID[name].words


def _listed(tiles: Sequence[int]) -> str:
    """Tiles in a sentence; a long list is cut to its number."""
    return tile_words(tiles) if len(tiles) <= 5 else t("desk.so-many", count=len(tiles))
