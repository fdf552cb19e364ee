"""Texts about playing on from a record: where it began, and both sides compared."""

from __future__ import annotations

from engine.actions import Action
from engine.tiles import TILE_OF, Tile
from tui.i18n.texts import t
from tui.words.actions import action_words
from tui.words.event_lines import hand_name
from tui.words.tiles import tile_word


def decided(action: Action | None, *, there: bool) -> str:
    """What was chosen; ``there`` says whether there was that decision at all."""
    if not there:
        return t("branch.end.nothing")
    return t("branch.end.unknown") if action is None else action_words(action)


def decision_name(turn: int, tile: Tile | None, *, claim: bool) -> str:
    """The place of a decision: ``7  drew 3s``."""
    if tile is None:
        about = t("branch.end.declared") if claim else t("branch.end.called")
    elif claim:
        about = t("branch.end.offered", tile=tile_word(tile))
    else:
        about = t("branch.end.drew", tile=tile_word(tile))
    return t("branch.end.turn", turn=turn, about=about)


def other_draw_name(turn: int) -> str:
    """The place of two decisions after different draws."""
    return t("branch.end.turn", turn=turn, about=t("branch.end.other-draw"))


def ending(result: str | None, gained: int | None) -> str:
    """How a hand ended for the player, and the change of points."""
    if result is None:
        return t("branch.end.nothing")
    return f"{t(f'branch.end.result.{result}')} {points(gained)}"


def points(gained: int | None) -> str:
    """A change of points."""
    if gained is None:
        return t("branch.end.unknown")
    return t("branch.end.points", gained=gained) if gained else t("branch.end.even")


def summary(compared: int, differing: int) -> str:
    """How many decisions differ."""
    if differing:
        return t("branch.end.differing", count=compared, differing=differing)
    return t("branch.end.level", count=compared)


def hand_title(wind: str, kyoku: int) -> str:
    """The name of a hand by the names of its record: ``South 2``."""
    return hand_name(TILE_OF[wind], kyoku)
