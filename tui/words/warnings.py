"""Warnings of the coach about a choice, in one line, with the key that makes the choice anyway."""

from __future__ import annotations

from collections.abc import Iterable

from ai.coach import Caution, CautionKind
from ai.reading.furiten_advice import longest_lasting
from engine.furiten import Cause
from engine.tiles import Tile
from tui.config.actions import BY_ID, ActionId
from tui.i18n import t
from tui.words.furiten_sentences import brief_ending, ending
from tui.words.names import first_fitting, kind_word, tile_word, tile_words


def warning(said: Caution, name: ActionId) -> str:
    """The warning line for the table; ``name`` is the action that the player tried."""
    return first_fitting(warning_wordings(said, BY_ID[name].named))


def warning_wordings(said: Caution, key: str) -> Iterable[str]:
    """The warning from the longest to the shortest wording; ``key`` makes the choice anyway."""
    told: dict[str, object] = {"key": key, "tile": tile_word(said.tile), "points": said.points or 0}
    if said.better is not None:
        told["better"] = tile_word(said.better.tile)
        told["free"] = tile_words(wait.kind for wait in said.better.waits)
    match said.kind:
        case CautionKind.TSUMO if not said.causes:
            return (t("warning.tsumo", **told), t("warning.tsumo-short", **told))
        case CautionKind.TSUMO:
            return _declined("warning.tsumo-furiten", "warning.tsumo-furiten-short", said, told)
        case CautionKind.RON:
            return _declined("warning.ron", "warning.ron-short", said, told)
        case CautionKind.LATER:
            return _later(said, told)
        case CautionKind.KAN:
            return t("warning.kan", **told), t("warning.kan-short", **told)
        case _:
            return _furiten(said, told)


def _declined(long: str, short: str, said: Caution, told: dict[str, object]) -> Iterable[str]:
    """Wordings for a win that is declined, with its points and the furiten that follows."""
    cause = longest_lasting(said.causes)
    return (
        t(long, ends=ending(cause), **told),
        t(long, ends=brief_ending(cause), **told),
        t(short, ends=brief_ending(cause), **told),
    )


def _furiten(said: Caution, told: dict[str, object]) -> Iterable[str]:
    """Wordings for a discard, or a riichi, that leaves a furiten wait."""
    told["waits"] = tile_words(wait.kind for wait in said.waits)
    told["why"] = _why(longest_lasting(said.causes), said.tile)
    wordings = ("alone", "alone-short") if said.better is None else ("full", "free", "short")
    if said.kind is CautionKind.RIICHI:
        return tuple(t(f"warning.riichi-{wording}", **told) for wording in wordings)
    return tuple(t(f"warning.furiten-{wording}", **told) for wording in wordings)


def _why(cause: Cause, thrown: Tile) -> str:
    """The reason for furiten: an earlier discard of a wait, or the discard itself."""
    if cause.tile == thrown:
        return t("warning.itself", tile=kind_word(cause.tile))
    return t("warning.thrown", tile=kind_word(cause.tile))


def _later(said: Caution, told: dict[str, object]) -> Iterable[str]:
    """Wordings for a discard after which later draws lead to furiten."""
    count = sum(draw.left for draw in said.waits)
    draws = tile_words(draw.kind for draw in said.waits)
    return t("warning.later", draws=draws, count=count, **told), t("warning.later-short", count=count, **told)
