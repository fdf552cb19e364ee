"""Sentences about a position of a replay: which one it is, what comes next, and what the wall holds."""

from __future__ import annotations

from ai.play import PERSON
from engine import events as ev
from engine.actions import ActionKind
from engine.tiles import TILE_OF, UNKNOWN
from tui.config.actions import BY_ID, ActionId
from tui.desk.desk import Desk
from tui.i18n.layout import join_sentences
from tui.i18n.texts import t
from tui.replay.replay_state import Replay
from tui.words.action_words import action_words
from tui.words.event_lines import hand_and_honba, log_line
from tui.words.names import bot_title, first_fitting, join, recorded_name, tile_word

DRAWS = 8
"""Draws that are told at once."""


def beside_code(replay: Replay) -> str:
    """The hand, its honba, and the code of the position."""
    start = replay.line.hand_at(replay.index).start
    hand = hand_and_honba(TILE_OF[start.bakaze], start.kyoku, start.honba)
    return t("replay.title", hand=hand, code=replay.code)


def seat_name(replay: Replay, seat: int) -> str:
    """The name of a seat as the record has it."""
    name = replay.game.names[seat]
    if name == PERSON:
        return t("session.you")
    return bot_title(recorded_name(name)) if name else t("replay.unnamed", number=seat + 1)


def next_line(replay: Replay) -> str:
    """The line about the next event as the seat sees it; at the end of a hand, how to go on."""
    event = replay.following
    if event is not None and not replay.hand_is_over:
        return t("replay.next", what=_what(replay, event))
    if replay.index < replay.last:
        result, following = BY_ID[ActionId.HAND_RESULT].named, BY_ID[ActionId.NEXT_HAND].named
        return t("replay.hand-over", result=result, following=following)
    if replay.game.cut is not None:
        return t("replay.record-cut", reason=replay.game.cut)
    return t("replay.record-over")


def played_line(replay: Replay, desk: Desk, reason: str) -> str:
    """The line about the seat's choice at the present decision; empty without one, or if the record hides it.

    ``reason`` is the sentence of the desk about the tile under the cursor. It follows a discard if it fits.
    """
    action, choice = replay.played, desk.choice
    if action is None or choice is None:
        return ""
    said = t("replay.played", what=action_words(action))
    discards = action.kind in (ActionKind.DISCARD, ActionKind.RIICHI)
    if not discards or not choice.of_tiles or choice.takes_win:
        return said
    return first_fitting((join_sentences((said, reason)), said))


def _what(replay: Replay, event: ev.Event) -> str:
    names = replay.seating
    match event:
        case ev.Tsumo(actor=actor, pai=tile) if tile == UNKNOWN or actor != replay.seat:
            return t("replay.draws", name=names.other(actor))
        case ev.Reach(actor=actor):
            return t("replay.declares", name=names[actor])
        case ev.ReachAccepted(actor=actor):
            return t("replay.pays", name=names[actor])
    return log_line(event, replay.following_view, names) or t("replay.goes-on")


def wall_line(replay: Replay) -> str:
    """How many tiles are left in the wall, and as many of the next draws as fit in the line."""
    live, draws = replay.position.table.live, replay.next_draws()[:DRAWS]
    if not draws:
        return t("replay.wall-end", live=live)
    names = replay.seating
    told = [t("replay.draw", name=names[draw.actor], tile=_tile(draw)) for draw in draws]
    shorter = (told[:count] for count in range(len(told), 0, -1))
    return first_fitting(t("replay.wall", live=live, draws=join(some)) for some in shorter)


def _tile(draw: ev.Tsumo) -> str:
    return "?" if draw.pai == UNKNOWN else tile_word(TILE_OF[draw.pai])
