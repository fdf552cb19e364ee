"""Sentences about a position of a replay: which one it is, what comes next, and what the wall holds."""

from __future__ import annotations

from ai.play import PERSON
from engine import events as ev
from engine.tiles import TILE_OF, UNKNOWN
from tui.i18n.layout import join_sentences
from tui.i18n.texts import t
from tui.replay.replay import Replay
from tui.words.bot_names import bot_title
from tui.words.event_lines import hand_name, log_line
from tui.words.tiles import join, tile_word

DRAWS = 8
"""Draws that are told at once."""


def beside_code(replay: Replay) -> str:
    """The hand, its honba, and the code of the position."""
    start = replay.line.hand_at(replay.index).start
    hand = hand_name(TILE_OF[start.bakaze], start.kyoku)
    if start.honba:
        hand = join_sentences((hand, t("replay.honba", count=start.honba)))
    return t("replay.title", hand=hand, code=replay.code)


def seat_name(replay: Replay, seat: int) -> str:
    """The name of a seat as the record has it, or its wind in the first hand."""
    name = replay.game.names[seat]
    return t("session.you") if name == PERSON else bot_title(name) if name else t(f"replay.seats.{seat}")


def next_line(replay: Replay) -> str:
    """What happens next, as the seat sees it; at the end of a hand, how to go on."""
    event = replay.following
    if event is not None and not _ends(event):
        return t("replay.next", what=_what(replay, event))
    if replay.index < replay.last:
        from tui.config.actions import BY_ID, ActionId

        return t("replay.hand-over", key=BY_ID[ActionId.NEXT_HAND].named)
    if replay.game.cut is not None:
        return t("replay.record-cut", reason=replay.game.cut)
    return t("replay.record-over")


def _ends(event: ev.Event) -> bool:
    return isinstance(event, ev.EndKyoku | ev.EndGame)


def _what(replay: Replay, event: ev.Event) -> str:
    names = replay.seating
    match event:
        case ev.Tsumo(actor=actor, pai=tile) if tile == UNKNOWN or actor != replay.seat:
            return t("replay.draws", name=names.other(actor))
        case ev.Reach(actor=actor):
            return t("replay.declares", name=names[actor])
        case ev.ReachAccepted(actor=actor):
            return t("replay.pays", name=names[actor])
    return log_line(event, replay.desk_view, names) or t("replay.goes-on")


def wall_line(replay: Replay) -> str:
    """How many tiles are left in the wall, and the next draws that the record shows."""
    live, draws = replay.position.table.live, replay.next_draws()[:DRAWS]
    if not draws:
        return t("replay.wall-end", live=live)
    names = replay.seating
    told = [t("replay.draw", name=names[draw.actor], tile=_tile(draw)) for draw in draws]
    return t("replay.wall", live=live, draws=join(told))


def _tile(draw: ev.Tsumo) -> str:
    return "?" if draw.pai == UNKNOWN else tile_word(TILE_OF[draw.pai])
